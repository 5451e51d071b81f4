"""Chapters 2 and 19: setting up, from the scenario tiles to the starting spaces."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.biplanes.rules.hands import deal
from dogfight.games.biplanes.state import (
    PICK,
    PICKED,
    PLACE,
    PLACED,
    SPOTS,
    START,
    STARTED,
    Mission,
    State,
)
from dogfight.games.biplanes.tables import BOMBING, DOGFIGHT, ESPIONAGE, NOBODY, RESCUE

NUMBERS: Final = 62
"""The numbers 1 to 5 as a mask."""


def set_up(s: State) -> None:
    """[BD-19.12] [BD-2.3] Scenario tiles, biplanes, starting spaces, hands: whatever comes next."""
    m = s.mission
    if m is not None:
        lay_out(s, m)
        if free_spot(s, m) >= 0:
            s.wait_for_chance(PLACE)
            return
    pick_next(s)


def lay_out(s: State, m: Mission) -> None:
    """[BD-21.2] [BD-23.4] Sites show two cameras; the Objective tiles form a stack."""
    if s.setup.mode == ESPIONAGE:
        spot: i64 = 0
        while spot < SPOTS:
            m.put(spot, 2)
            spot += 1
    elif s.setup.mode == RESCUE:
        m.stack = NUMBERS


def free_spot(s: State, m: Mission) -> i64:
    """[BD-22.2] [BD-23.2] The next spot that waits for a random factory or airfield, or -1."""
    if s.setup.mode != BOMBING and s.setup.mode != RESCUE:
        return -1
    spot: i64 = 0
    while spot < SPOTS and m.site(spot) > 0:
        spot += 1
    return spot if spot < SPOTS else -1


def numbers_left(m: Mission) -> i64:
    """The numbers that do not lie on a spot yet, as a mask."""
    single_bit: i64 = 1
    left: i64 = NUMBERS
    spot: i64 = 0
    while spot < SPOTS:
        left &= ~(single_bit << m.site(spot))
        spot += 1
    return left


def place(s: State, m: Mission, number: i64) -> None:
    """[BD-22.2] [BD-23.2] A factory or airfield comes to lie on the next spot, face up."""
    spot: i64 = free_spot(s, m)
    m.put(spot, number)
    if s.trace is not None:
        s.trace.add(PLACED, s.board.spots[spot], number)
    if free_spot(s, m) < 0:
        pick_next(s)


def may_pick(s: State) -> i64:
    """[BD-2.2] [BD-21.1] [BD-22.1] [BD-23.1] [BD-24.1] [BD-25.3] Return the biplanes open to the
    picker, as a mask.
    """
    single_bit: i64 = 1
    if s.p1.tiles.colour == NOBODY:
        return s.setup.mission_planes
    return s.setup.planes & ~(single_bit << s.p1.tiles.colour)


def pick_next(s: State) -> None:
    """[BD-19.12] First the mission side picks, then the other; biplanes agreed on before are
    taken at once.
    """
    if s.p1.tiles.colour == NOBODY:
        if s.setup.fixed_1 >= 0:
            pick(s, 0, s.setup.fixed_1)
        else:
            s.wait_for(PICK, 0)
    elif s.p2.tiles.colour == NOBODY:
        if s.setup.fixed_2 >= 0:
            pick(s, 1, s.setup.fixed_2)
        else:
            s.wait_for(PICK, 0 if s.setup.solo else 1)
    else:
        ask_for_starts(s)


def pick(s: State, side: i64, colour: i64) -> None:
    """[BD-2.3] [BD-2.6] [BD-21.4] [BD-24.3] A side takes a biplane and fills its bag; a mission
    may start damaged.
    """
    plane = s.plane(side)
    plane.tiles = s.setup.sets[colour]
    plane.bag = plane.tiles.all
    plane.damage = s.start_damage(side)  # [BD-17.8] No tile is lost for it.
    if side == 1 and s.setup.solo and s.setup.lean_bag:
        plane.bag &= ~plane.tiles.lean  # [BD-26.6]
        plane.aside = plane.tiles.lean
    if s.trace is not None:
        s.trace.add(PICKED, side, colour)
    pick_next(s)


def ask_for_starts(s: State) -> None:
    """[BD-2.5] [BD-21.3] [BD-22.3] [BD-23.3] [BD-24.2] [BD-25.5] The other side chooses in a
    scenario.
    """
    if s.setup.choose_start:
        s.wait_for(START, 0 if s.setup.mode == DOGFIGHT else 1)
    elif s.setup.solo:
        take_starts(s, s.setup.solo_starts[0], s.setup.solo_starts[1])
    else:
        take_starts(s, s.board.starts[0], s.board.starts[1])


def choose_start(s: State, seat: i64, which: i64) -> None:
    """[BD-2.4] One side takes a starting space, the other gets the one that is left."""
    own: i64 = s.board.starts[which]
    other: i64 = s.board.starts[1 - which]
    if seat == 0:
        take_starts(s, own, other)
    else:
        take_starts(s, other, own)


def take_starts(s: State, p1: i64, p2: i64) -> None:
    """[BD-2.4] [BD-24.2] Both sides stand on their spaces; hands are dealt next."""
    s.p1.at = p1
    s.p2.at = p2
    m = s.mission
    if m is not None:
        m.mal_at = p1
    if s.trace is not None:
        s.trace.add(STARTED, p1, p2)
    deal(s)
