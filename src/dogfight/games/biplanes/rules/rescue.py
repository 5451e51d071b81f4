"""Chapter 23: landing, taking off with a rescued person, and the secret objectives."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.rules.exit_path import on_target
from dogfight.games.biplanes.state import (
    ABORTED,
    LANDED,
    NEW_OBJECTIVE,
    OBJECTIVE,
    TOOK_OFF,
    Mission,
    State,
)
from dogfight.games.biplanes.tables import KIND_BITS, RESCUE


def stays_landed(m: Mission, action: i64) -> bool:
    """[BD-23.8] [BD-23.17] A 0 played while landed has no effect: the rescuer neither moves nor
    shoots.
    """
    return m.landed >= 0 and (action & KIND_BITS) >> 2 == 0


def take_off(s: State, m: Mission) -> None:
    """[BD-23.8] [BD-23.9] While landed a 0 stays, a 1 or a 2 takes off, a 3 or more aborts."""
    if m.landed < 0 or stays_landed(m, s.p1.last):
        return
    value: i64 = s.p1.last >> 2
    if value > 2:
        abort(s, m)
        return
    number: i64 = m.site(s.spot_at(m.landed))
    if on_target(s, m):
        rescue(s, m, number)
    else:
        # [BD-23.11] Nothing else happens; but every observer knows that no objective drawn so far
        # is this one.
        m.cleared = with_nibble(m.cleared, number, m.drawn())
        report_take_off(s, m, 0)
    m.landed = -1


def abort(s: State, m: Mission) -> None:
    """[BD-23.12] [BD-23.15] Nobody is rescued, and the Land tile comes back at once."""
    if s.trace is not None:
        s.trace.add(ABORTED, m.landed)
    m.landed = -1
    m.land_tile = -1


def rescue(s: State, m: Mission, number: i64) -> None:
    """[BD-23.10] [BD-23.13] The airfield is taken off the board, the objective is used up."""
    single_bit: i64 = 1
    m.put(s.spot_at(m.landed), 0)
    m.objectives &= ~(single_bit << number)
    m.rescued += 1
    m.drawn_when = with_nibble(m.drawn_when, number, m.drawn())
    m.take_off_tile = m.landed
    report_take_off(s, m, number)


def report_take_off(s: State, m: Mission, number: i64) -> None:
    if s.trace is not None:
        s.trace.add(TOOK_OFF, m.landed, number)


def with_nibble(packed: i64, number: i64, value: i64) -> i64:
    """Four bits of a packed number replaced."""
    fifteen: i64 = 15
    return (packed & ~(fifteen << (4 * number))) | (value << (4 * number))


def land(s: State, m: Mission) -> None:
    """[BD-23.6] [BD-23.14] A 0 or a 1 that ends on an airfield lands there."""
    spot: i64 = s.spot_at(s.p1.at)
    if spot < 0 or s.p1.last >> 2 > 1 or m.site(spot) == 0 or m.landed >= 0:
        return
    m.landed = s.p1.at
    m.land_tile = s.p1.at
    if s.trace is not None:
        s.trace.add(LANDED, s.p1.at)


def awaits_objective(s: State) -> bool:
    """[BD-23.4] [BD-23.5] A rescuer draws an Objective tile at the start and after every round,
    while there are any.
    """
    m = s.mission
    if m is None or s.setup.mode != RESCUE or m.stack == 0:
        return False
    s.wait_for_chance(OBJECTIVE)
    return True


def draw_objective(s: State, number: i64) -> None:
    """[BD-23.5] The rescuer takes one tile of the stack; all that are not fulfilled are targets."""
    m = s.mission
    if m is None:
        return
    single_bit: i64 = 1
    m.stack &= ~(single_bit << number)
    m.objectives |= single_bit << number
    if s.trace is not None:
        s.trace.add(NEW_OBJECTIVE, number)
