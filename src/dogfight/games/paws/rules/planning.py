"""The Action Phase: cards on the track until the phase locks, and what the lock does at once."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.state import (
    ACTION,
    DISCARD,
    DISCARDS,
    EMPTY,
    HELD,
    LOCK,
    N_COLLISION,
    N_FORCED,
    N_LOCKED,
    N_LOST,
    N_NOT_READY,
    N_PLACED,
    N_READY,
    N_ROUND,
    N_TAKEN_BACK,
    N_TURNED_UP,
    OWN,
    State,
    code_of,
    kind_in,
    open_in,
    section_in,
)


def next_round(s: State) -> None:
    """[JP-3.11] [JP-0.6] [JP-10.5] A new Action Phase; who holds the Sun now is first all round."""
    s.round += 1
    s.holder = s.sun_team()
    s.ready = 0
    s.played = 0
    s.repairing = 0
    s.section = 0
    s.revealed = 0
    s.phase = ACTION
    if s.trace is not None:
        s.trace.add(N_ROUND, s.round)


def place(s: State, seat: i64, code: i64) -> None:
    """[JP-5.4] [JP-5.6] [JP-5.9] [JP-5.10] Put a hand card on a section, even a taken one, this
    half up.

    [JP-19.6] A card laid open while another of the seat lies open takes its place in the same step.
    """
    if open_in(code) and s.lies_open(seat) != EMPTY:
        take_back(s, seat, s.lies_open(seat))
    s.remove(HELD, seat, kind_in(code))
    s.lay_down(seat, code)
    if s.trace is not None:
        s.trace.add(N_PLACED, seat, code)


def take_back(s: State, seat: i64, code: i64) -> None:
    """[JP-5.7] [JP-5.8] [JP-5.15] [JP-19.6] Take one own card back; that withdraws the seat's
    "ready".

    [JP-R9] The card is as old as before.
    """
    single_bit: i64 = 1
    s.pick_up(seat, code)
    s.put(HELD, seat, kind_in(code))
    s.ready &= ~(single_bit << seat)
    if s.trace is not None:
        s.trace.add(N_TAKEN_BACK, seat, code)


def cards_down(s: State, team: i64) -> i64:
    """How many cards a team has on its track before the lock."""
    return s.down_n[2 * team] + s.down_n[2 * team + 1]


def may_take_back(s: State, seat: i64, code: i64) -> bool:
    """[JP-19.6] The open card of the solo player may be taken back only if it is the last one on
    the track.
    """
    return s.duty != seat // 2 or not open_in(code) or cards_down(s, s.duty) == 1


def may_start_over(s: State, seat: i64) -> bool:
    """[JP-19.12] All cards of one seat may be taken back if what the other seat has lying has an
    open card, too.
    """
    return s.duty != seat // 2 or s.down_n[seat ^ 1] == 0 or s.lies_open(seat) == EMPTY


def start_over(s: State, seat: i64) -> None:
    """[JP-5.7] [JP-5.15] Take all own cards back and plan anew."""
    single_bit: i64 = 1
    while s.down_n[seat] > 0:
        take_back(s, seat, s.down[seat * s.cap])
    s.ready &= ~(single_bit << seat)


def declare_ready(s: State, seat: i64) -> None:
    """[JP-5.15] Without a timer the last "ready" locks the phase. [JP-5.14] With one, the host
    says when time is up.
    """
    single_bit: i64 = 1
    was: i64 = s.ready
    s.ready |= single_bit << seat
    if s.trace is not None and was != s.ready:
        s.trace.add(N_READY, seat)
    if s.timer == 0 and s.crew & ~s.ready == 0:
        s.phase = LOCK


def withdraw_ready(s: State, seat: i64) -> None:
    """[JP-6.18] A seat says that it is not ready after all; its cards stay as they lie."""
    single_bit: i64 = 1
    was: i64 = s.ready
    s.ready &= ~(single_bit << seat)
    if s.trace is not None and was != s.ready:
        s.trace.add(N_NOT_READY, seat)


def lock(s: State) -> None:
    """[JP-5.13] [JP-7.1] [JP-0.7] Nothing on the tracks changes any more; forced card,
    collisions, open card.
    """
    # [JP-6.11] What lies on the tracks is what was kept: without a plan, nothing.
    if s.trace is not None:
        s.trace.add(N_LOCKED, s.round)
    if s.duty >= 0:
        force_open_card(s)
    single_bit: i64 = 1
    seat: i64 = 0
    while seat < s.seats:
        # [JP-7.5] Cards that are lost in a moment were played all the same.
        if s.down_n[seat] > 0:
            s.played |= single_bit << seat
        seat += 1
    team: i64 = 0
    while team < s.teams:
        put_on_track(s, team)
        team += 1
    if s.duty >= 0:
        turn_up(s)
    begin_discards(s)


def force_open_card(s: State) -> None:
    """[JP-19.9] A solo player without a card plays the oldest of the Pilot hand, else of the
    Gunner hand.
    """
    seat: i64 = 2 * s.duty
    if s.down_n[seat] > 0 or s.down_n[seat + 1] > 0:
        return
    if s.count(HELD, seat) == 0:
        seat += 1
        if s.count(HELD, seat) == 0:
            return
    kind: i64 = s.order[seat * s.cap]
    s.remove(HELD, seat, kind)
    s.lay_down(seat, code_of(kind, 0, OWN, 1))
    if s.trace is not None:
        s.trace.add(N_FORCED, seat, kind)


def put_on_track(s: State, team: i64) -> None:
    """[JP-7.2] [JP-7.3] [JP-7.6] A lone card stays on its section; two or more of a team are all
    lost.
    """
    section: i64 = 0
    while section < s.t.sections:
        there: i64 = cards_on(s, team, section)
        if there > 1 and s.trace is not None:
            s.trace.add(N_COLLISION, team, section, there)
        seat: i64 = 2 * team
        while seat < 2 * team + 2:
            i: i64 = 0
            while i < s.down_n[seat]:
                code: i64 = s.down[seat * s.cap + i]
                if section_in(code) == section:
                    settle_card(s, seat, code, there)
                i += 1
            seat += 1
        section += 1
    s.down_n[2 * team] = 0
    s.down_n[2 * team + 1] = 0


def cards_on(s: State, team: i64, section: i64) -> i64:
    """[JP-5.5] How many cards a team has put on a section; one is meant."""
    result: i64 = 0
    seat: i64 = 2 * team
    while seat < 2 * team + 2:
        i: i64 = 0
        while i < s.down_n[seat]:
            if section_in(s.down[seat * s.cap + i]) == section:
                result += 1
            i += 1
        seat += 1
    return result


def settle_card(s: State, seat: i64, code: i64, there: i64) -> None:
    """[JP-7.2] [JP-7.4] [JP-8.4] The card leaves the hand: onto the track, or unseen to its own
    discard pile.
    """
    s.forget_age(seat, kind_in(code))
    if there == 1:
        s.track[seat // 2 * s.t.sections + section_in(code)] = code * 2 + seat % 2
        return
    s.put(DISCARD, seat, kind_in(code))
    if s.trace is not None:
        s.trace.add(N_LOST, seat, code)


def turn_up(s: State) -> None:
    """[JP-19.8] [JP-19.10] If the open card is lost in a collision, the lowest that is left is
    turned up.
    """
    lowest: i64 = EMPTY
    section: i64 = s.t.sections - 1
    while section >= 0:
        card: i64 = s.on_track(s.duty, section)
        if card != EMPTY:
            if open_in(card // 2):
                return
            lowest = section
        section -= 1
    if lowest == EMPTY:
        return
    s.track[s.duty * s.t.sections + lowest] += 2
    if s.trace is not None:
        s.trace.add(N_TURNED_UP, s.duty, lowest, s.on_track(s.duty, lowest))


def begin_discards(s: State) -> None:
    """[JP-8.1] [JP-8.8] [JP-R14] Every seat with a hand is asked for its discards, all at the
    same time.
    """
    single_bit: i64 = 1
    s.ready = 0
    seat: i64 = 0
    while seat < s.seats:
        if s.count(HELD, seat) == 0 or not s.is_in(s.crew, seat):
            s.ready |= single_bit << seat
        seat += 1
    s.phase = DISCARDS
