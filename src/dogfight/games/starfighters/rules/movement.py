"""[SF-4] Movement: up to four steps, forward or rotating."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.state import OFF_MAP, RESOLVE, State
from dogfight.games.starfighters.tables import FORWARD, RIGHT, forward_direction

STOP: Final = 0
ROTATE: Final = 4
"""Steps are numbered: stop, forward, left, right (1 to 3), then a rotation to each of the six
facings.
"""
STEPS: Final = 10

FINE: Final = 0
TOO_MANY_STEPS: Final = 1
ANCHORED: Final = 2
OFF_THE_MAP: Final = 3
OCCUPIED: Final = 4
SAME_FACING: Final = 5
DEBRIS_THERE: Final = 6
SECOND_RAM: Final = 7


def step_fault(s: State, step: i64) -> i64:
    """Why the moving ship cannot make this step; stopping is always possible [SF-4.2]."""
    if step == STOP:
        return FINE
    if s.left == 0:  # [SF-4.2] four steps, forward or not
        return TOO_MANY_STEPS
    seat = s.active
    facing = s.facing[seat]
    if step >= ROTATE:  # [SF-4.5] any other facing; [SF-4.6] at any time
        return SAME_FACING if step - ROTATE == facing else FINE
    if (s.anchored >> seat) & 1 == 1:  # [SF-4.10] [SF-8.11]
        return ANCHORED
    cell = s.grid[s.tables.neighbour(s.at[seat], forward_direction(facing, step))]
    if cell == OFF_MAP:  # [SF-4.9]
        return OFF_THE_MAP
    return FINE if cell == 0 else OCCUPIED  # [SF-4.8]


def steps_allowed(s: State) -> i64:
    """[SF-4.3] [SF-4.7] Stop, the three forward directions of the moment, and rotations: nothing
    else.
    """
    single_bit: i64 = 1
    mask: i64 = 0
    step: i64 = 0
    while step < STEPS:
        if step_fault(s, step) == FINE:
            mask |= single_bit << step
        step += 1
    return mask


def make_step(s: State, step: i64) -> None:
    """[SF-4.2] One step of the moving ship; stopping gives up the steps that are left."""
    seat = s.active
    if step == STOP:
        s.left = 0
        if s.trace is not None:
            s.trace.add(news.STOPPED, seat)
        return
    s.left -= 1
    if step >= FORWARD and step <= RIGHT:
        fly(s, seat, step)
    else:
        rotate(s, seat, step - ROTATE)


def fly(s: State, seat: i64, which: i64) -> None:
    """[SF-4.3] [SF-4.4] One hex in a forward direction; the ship faces as before."""
    there = s.tables.neighbour(s.at[seat], forward_direction(s.facing[seat], which))
    s.lift(seat)
    s.put(seat, there)
    if s.trace is not None:
        s.trace.add(news.STEPPED, seat, there)


def rotate(s: State, seat: i64, facing: i64) -> None:
    """[SF-4.5] A rotation costs one step, however far."""
    s.facing[seat] = facing
    if s.trace is not None:
        s.trace.add(news.ROTATED, seat, facing)


def movement_waits(s: State) -> bool:
    """[SF-4.1] [SF-4.11] The undestroyed move one after another in turn order; debris does not
    move yet.
    """
    if s.left > 0:
        return True
    s.order += 1
    while s.order < s.seats and s.is_destroyed(s.in_turn_order(s.order)):
        s.order += 1
    if s.order < s.seats:
        s.active = s.in_turn_order(s.order)
        s.left = s.tables.steps
        return s.left > 0
    s.phase = RESOLVE
    s.order = -1
    return False
