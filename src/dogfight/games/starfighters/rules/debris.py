"""[SF-9] Debris: destroyed ships drift on and may ram."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.rules.movement import (
    DEBRIS_THERE,
    FINE,
    OFF_THE_MAP,
    SECOND_RAM,
    STOP,
    TOO_MANY_STEPS,
)
from dogfight.games.starfighters.state import END, HIT, NOBODY, OFF_MAP, State

DRIFT_STEPS: Final = 7
"""Stop, then one hex in each of the six directions."""


def drift_fault(s: State, step: i64) -> i64:
    """Why the drifting debris cannot make this step; it may always stop."""
    if step == STOP:
        return FINE
    if s.left == 0:  # [SF-9.5]
        return TOO_MANY_STEPS
    there = s.tables.neighbour(s.at[s.active], step - 1)
    if s.grid[there] == OFF_MAP:  # [SF-9.5]
        return OFF_THE_MAP
    other = s.piece_on(there)
    if other == NOBODY:  # [SF-9.6] wreckage is no hindrance
        return FINE
    if s.is_destroyed(other):  # [SF-9.7]
        return DEBRIS_THERE
    return SECOND_RAM if s.rammed else FINE  # [SF-9.9]


def drifts_allowed(s: State) -> i64:
    """[SF-9.5] Stop, or a step to a neighbouring hex in any direction."""
    single_bit: i64 = 1
    mask: i64 = 0
    step: i64 = 0
    while step < DRIFT_STEPS:
        if drift_fault(s, step) == FINE:
            mask |= single_bit << step
        step += 1
    return mask


def drift(s: State, step: i64) -> None:
    """[SF-9.5] One step of the debris; stopping gives up the steps that are left."""
    seat = s.active
    if step == STOP:
        s.left = 0
        if s.trace is not None:
            s.trace.add(news.DRIFT_STOPPED, seat)
        return
    s.left -= 1
    there = s.tables.neighbour(s.at[seat], step - 1)
    if s.piece_on(there) != NOBODY:
        ram(s, s.piece_on(there))
        return
    s.lift(seat)
    s.put(seat, there)
    if s.trace is not None:
        s.trace.add(news.DRIFTED, seat, there)


def ram(s: State, victim: i64) -> None:
    """[SF-9.8] [SF-9.10] The step is used, the debris stays, and the ship takes an ordinary hit."""
    single_bit: i64 = 1
    s.rammed = True
    s.by = s.active
    s.due = single_bit << victim
    s.hit = s.due
    s.phase = HIT
    if s.trace is not None:
        s.trace.add(news.RAMMED, s.active, victim)


def debris_waits(s: State) -> bool:
    """[SF-9.3] [SF-9.4] In turn order, all debris there was when the cards were done; then the
    turn ends.
    """
    if s.left > 0:
        return True
    single_bit: i64 = 1
    s.rammed = False
    s.order += 1
    while s.order < s.seats:
        seat = s.in_turn_order(s.order)
        if (s.drifters >> seat) & 1 == 1:
            s.drifters &= ~(single_bit << seat)
            s.active = seat
            s.left = s.tables.debris_steps
            return s.left > 0
        s.order += 1
    s.phase = END
    return False
