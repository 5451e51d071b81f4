"""Step 1: discards, draws, and the Moon's extra cards."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.state import (
    DECK,
    DISCARD,
    DRAW,
    DRAW_CHECK,
    DRAWS,
    DROPPED,
    EXTRA,
    EXTRA_DRAW,
    EXTRA_DRAWS,
    EXTRAS,
    HELD,
    N_DISCARDED,
    N_DREW,
    N_EXTRA,
    N_OUT_OF_CARDS,
    N_SEALED,
    NEXT_ROUND,
    State,
)


def drop(s: State, seat: i64, kind: i64) -> None:
    """[JP-8.1] Set a hand card aside to be discarded; nobody else sees it before all are done."""
    s.remove(HELD, seat, kind)
    s.put(DROPPED, seat, kind)


def keep_all(s: State, seat: i64) -> None:
    """[JP-8.8] No choice in time: what was set aside goes back to the hand."""
    kind: i64 = 0
    while kind < s.t.kinds:
        while s.cards(DROPPED, seat, kind) > 0:
            s.remove(DROPPED, seat, kind)
            s.put(HELD, seat, kind)
        kind += 1


def finish_discards(s: State, seat: i64) -> None:
    """[JP-8.8] The seat has chosen; the last one lets all discards happen."""
    single_bit: i64 = 1
    s.ready |= single_bit << seat
    if s.trace is not None:
        s.trace.add(N_SEALED, seat)
    if s.crew & ~s.ready == 0:
        discard_all(s)


def discard_all(s: State) -> None:
    """[JP-8.2] All discards of all seats come before any draw."""
    seat: i64 = 0
    while seat < s.seats:
        count: i64 = s.count(DROPPED, seat)
        if count > 0:
            discard_dropped(s, seat)
            if s.trace is not None:
                s.trace.add(N_DISCARDED, seat, count)
        seat += 1
    s.turn = 0
    s.phase = DRAWS


def discard_dropped(s: State, seat: i64) -> None:
    """[JP-8.1] The cards set aside go face down on the seat's own discard pile."""
    kind: i64 = 0
    while kind < s.t.kinds:
        while s.cards(DROPPED, seat, kind) > 0:
            s.remove(DROPPED, seat, kind)
            s.forget_age(seat, kind)
            s.put(DISCARD, seat, kind)
        kind += 1


def draws(s: State) -> None:
    """[JP-8.3] [JP-8.5] [JP-18.3] [JP-3.10] Each hand is filled from its own deck, and no
    fuller.
    """
    single_bit: i64 = 1
    while s.turn < s.seats:
        seat: i64 = s.turn
        if s.is_in(s.crew, seat) and s.count(HELD, seat) < s.full_hand(seat):
            if s.count(DECK, seat) > 0:
                s.phase = DRAW
                return
            # [JP-8.6] The discard pile does not help; [JP-8.7] the loss waits until all have drawn.
            s.failed |= single_bit << (seat // 2)
            if s.trace is not None:
                s.trace.add(N_OUT_OF_CARDS, seat)
        s.turn += 1
    if s.round == 0:
        s.phase = NEXT_ROUND
    else:
        offer_extras(s)


def draw(s: State, kind: i64) -> None:
    """[JP-2.3] The top card of the deck comes into the hand."""
    s.remove(DECK, s.turn, kind)
    s.to_hand(s.turn, kind)
    if s.trace is not None:
        s.trace.add(N_DREW, s.turn, kind)
    if s.phase == DRAW:
        s.phase = DRAWS
    else:
        s.turn += 1
        s.phase = EXTRA_DRAWS


def moonlit(s: State, team: i64) -> bool:
    """[JP-16.3] [JP-16.4] The Moon is over an enemy, the own plane on the other board of that
    enemy.
    """
    if s.night == 0 or s.sun_team() == team:
        return False
    zone: i64 = s.plane(team, s.sun_team())
    return not s.same_board(zone, s.sun_zone())


def offer_extras(s: State) -> None:
    """[JP-16.3] Who may draw extra cards; D-8: not a team that failed a compulsory draw."""
    single_bit: i64 = 1
    s.wants = 0
    s.step = 0
    team: i64 = 0
    while team < s.teams:
        if s.is_flying(team) and not s.is_in(s.failed, team) and moonlit(s, team):
            s.wants |= (single_bit + 2) << (2 * team)
        team += 1
    s.phase = EXTRAS


def extras(s: State) -> None:
    """[JP-16.5] [JP-16.6] [JP-16.15] [JP-R5] One card at a time, two at most, and only while the
    deck has one.
    """
    single_bit: i64 = 1
    s.asked = 0
    if s.wants != 0 and s.step < s.t.extra:
        seat: i64 = 0
        while seat < s.seats:
            if s.is_in(s.wants, seat) and s.count(DECK, seat) > 0:
                s.asked |= single_bit << seat
            seat += 1
    s.wants = 0
    s.step += 1
    s.phase = EXTRA if s.asked != 0 else DRAW_CHECK


def answer_extra(s: State, seat: i64, yes: i64) -> None:
    """[JP-16.5] Each seat decides for itself whether it draws one more."""
    single_bit: i64 = 1
    s.asked &= ~(single_bit << seat)
    if yes:
        s.wants |= single_bit << seat
    if s.trace is not None:
        s.trace.add(N_SEALED, seat)
    if s.asked == 0:
        s.turn = 0
        s.phase = EXTRA_DRAWS
        if s.trace is not None:
            s.trace.add(N_EXTRA, s.wants)


def extra_draws(s: State) -> None:
    """[JP-16.5] [JP-16.7] Draw the extra cards asked for, beyond a full hand; then ask again."""
    while s.turn < s.seats:
        if s.is_in(s.wants, s.turn):
            s.phase = EXTRA_DRAW
            return
        s.turn += 1
    s.phase = EXTRAS
