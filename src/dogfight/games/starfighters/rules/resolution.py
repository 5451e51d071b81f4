"""[SF-5] Resolution: the cards are turned up together and carried out one by one."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.rules.attacks import (
    beams_with_target,
    in_medium_range,
    in_short_range,
    on_beam,
)
from dogfight.games.starfighters.state import BEAM, DRIFT, HIT, TARGET, State
from dogfight.games.starfighters.tables import MEDIUM, NO_CARD, SHORT, is_attack


def turn_cards_up(s: State) -> None:
    """[SF-5.1] [SF-8.1] All cards are turned up at once, and every shield is active from now on."""
    single_bit: i64 = 1
    order: i64 = 0
    while order < s.seats:
        seat = s.in_turn_order(order)
        kind = s.declared[seat]
        if kind != NO_CARD:
            s.face_up |= single_bit << seat
            if not is_attack(kind):
                s.shields |= single_bit << seat
            if s.trace is not None:
                s.trace.add(news.TURNED_UP, seat, kind)
        order += 1


def next_card(s: State) -> None:
    """[SF-5.2] The next card in turn order; after the last one the debris drifts."""
    if s.order < 0:
        turn_cards_up(s)
    s.order += 1
    if s.order == s.seats:
        s.phase = DRIFT
        s.order = -1
        s.drifters = s.destroyed  # [SF-9.4] those destroyed later wait for the next turn
        return
    seat = s.in_turn_order(s.order)
    kind = s.declared[seat]
    if not is_attack(kind):
        return
    if s.is_destroyed(seat):  # [SF-5.3]
        if s.trace is not None:
            s.trace.add(news.VOID, seat, kind)
    else:
        attack(s, seat, kind)


def attack(s: State, seat: i64, kind: i64) -> None:
    """[SF-5.5] [SF-5.6] An attack on a ship in range at this moment is mandatory; the target is
    asked now [SF-5.4].
    """
    targets: i64 = 0
    if kind == SHORT:
        targets = in_short_range(s, seat)
    elif kind == MEDIUM:
        targets = in_medium_range(s, seat)
    else:
        targets = beams_with_target(s, seat)
    if targets == 0:  # [SF-5.7] used up without effect
        if s.trace is not None:
            s.trace.add(news.NOBODY_IN_RANGE, seat, kind)
    elif kind == SHORT:
        strike(s, seat, targets)
    else:
        s.active = seat
        s.phase = TARGET if kind == MEDIUM else BEAM


def choose_target(s: State, target: i64) -> None:
    """[SF-6.2] A medium attack hits exactly the ship its owner chose."""
    single_bit: i64 = 1
    strike(s, s.active, single_bit << target)


def choose_beam(s: State, beam: i64) -> None:
    """[SF-6.4] A long attack hits every ship on the beam its owner chose."""
    strike(s, s.active, on_beam(s, s.active, beam))


def strike(s: State, seat: i64, targets: i64) -> None:
    """[SF-7.7] All who are hit are determined before any of them is dealt with."""
    if s.trace is not None:
        s.trace.add(news.ATTACKED, seat, s.declared[seat], targets)
    s.by = seat
    s.due = targets
    s.hit = targets
    s.phase = HIT
