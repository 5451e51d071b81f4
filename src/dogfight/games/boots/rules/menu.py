"""Actions as small numbers: what is done, and with whom or where."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from dogfight.games.boots.state import State

KIND: Final = 4096
"""An action is its kind times this, plus a unit, a place, or two aircraft or units (first times
64 plus second).
"""
PAIR: Final = 64

PASS: Final = 0
"""Pass, stop, done, fire, fight on, stay out: the plain answer of each question."""
A_MOVE: Final = 1
A_FIRE: Final = 2
A_GUN: Final = 3
A_CALL: Final = 4
A_AIR: Final = 5
A_STEP: Final = 6
A_PLACE: Final = 7
A_EXIT: Final = 8
A_LOAD: Final = 9
A_UNLOAD: Final = 10
A_TARGET: Final = 11
A_GUN_TARGET: Final = 12
A_PARTNER: Final = 13
A_ALSO: Final = 14
A_MELEE: Final = 15
A_ASSAULT: Final = 16
A_PAIR: Final = 17
A_JOIN: Final = 18
A_REMOVE: Final = 19
A_SHOOT: Final = 20
A_BREAK: Final = 21
A_DODGE: Final = 22
A_CIRCLE: Final = 23
A_ONTO: Final = 24
A_RUN: Final = 25
A_HEAD_ON: Final = 26
A_WAIT: Final = 27
A_LEAVE: Final = 28
A_PURSUE: Final = 29
A_TURN: Final = 30
A_APART: Final = 31


def offer(s: State, kind: i64, what: i64) -> None:
    """Add an action to the menu; callers offer in ascending order."""
    if s.offers < i64(len(s.menu)):
        s.menu[s.offers] = kind * KIND + what
    else:
        s.menu = append(s.menu, kind * KIND + what)
    s.offers += 1


def offer_all(s: State, kind: i64, mask: i64) -> None:
    """Offer an action with each unit of a set, in piece order [CB-24.7]."""
    u: i64 = 0
    while mask:
        if mask & 1:
            offer(s, kind, u)
        mask >>= 1
        u += 1


def highest_bit(mask: i64) -> i64:
    """The number of the last unit of a set, -1 for the empty one."""
    place: i64 = -1
    while mask:
        mask >>= 1
        place += 1
    return place


def only_bit(mask: i64) -> bool:
    return mask & (mask - 1) == 0
