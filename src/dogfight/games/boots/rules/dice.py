"""Pools of dice (CB-1): what they show, and what that means."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.dice import Dice
from dogfight.games.boots.tables import bit

HANDFUL: Final = 10
"""A larger pool is rolled in handfuls, one after the other; only the multiset counts."""
HANDFUL_BITS: Final = 6
"""A handful is numbered, as the outcome of a chance node, by how many dice show each face, in so
many bits each.
"""
BITS: Final = 10
"""A pool is the same with more room: hundreds of dice can lie on the table."""
FACES: Final = 6
NOTHING: Final = 0
PIN: Final = 1
KILL: Final = 2


def pool_of(face: i64) -> i64:
    """One die that shows this face; pools are added up."""
    return bit(BITS * (face - 1))


def showing(pool: i64, face: i64) -> i64:
    """How many dice of the pool show this face."""
    return pool >> (BITS * (face - 1)) & 1023


def poured(handful: i64) -> i64:
    """The dice of a handful as a pool."""
    pool: i64 = 0
    shift: i64 = 0
    while handful:
        pool |= (handful & 63) << shift
        handful >>= HANDFUL_BITS
        shift += BITS
    return pool


def size(pool: i64) -> i64:
    """How many dice have been rolled."""
    total: i64 = 0
    face: i64 = 1
    while face <= FACES:
        total += showing(pool, face)
        face += 1
    return total


def top_face(pool: i64) -> i64:
    face: i64 = FACES
    while face > 0 and showing(pool, face) == 0:
        face -= 1
    return face


def highest(pool: i64) -> i64:
    """[CB-1.5] The highest die; every 6 after the first adds one to it."""
    sixes: i64 = showing(pool, FACES)
    if sixes > 1:
        return FACES + sixes - 1
    return top_face(pool)


def second(pool: i64) -> i64:
    """[CB-1.6] The second-highest die as it fell; 0 if there is none, so one die never kills
    (CB-10.16).
    """
    face: i64 = top_face(pool)
    if face == 0 or showing(pool, face) > 1:
        return face
    face -= 1
    while face > 0 and showing(pool, face) == 0:
        face -= 1
    return face


def read_attack(attack: i64, plus_a: i64, defence: i64, plus_d: i64) -> i64:
    """[CB-10.5] [CB-10.6] [CB-10.7] [CB-10.8] Nothing, a pin or a kill; a die beats only a lower
    one (CB-1.4).

    What is added to either highest die has been added together by the caller (CB-1.8).
    """
    wall: i64 = highest(defence) + plus_d
    if highest(attack) + plus_a <= wall:
        return NOTHING
    return KILL if second(attack) > wall else PIN


def contest(a: i64, b: i64) -> i64:
    """[CB-1.7] Highest die against highest die: 1 the first wins, -1 the second, 0 a tie."""
    number: i64 = highest(a)
    item: i64 = highest(b)
    if number > item:
        return 1
    return -1 if number < item else 0


def throw(count: i64, dice: Dice) -> i64:
    """[CB-1.3] Roll a handful of this many six-sided dice."""
    handful: i64 = 0
    while count > 0:
        handful += bit(HANDFUL_BITS * dice.below(FACES))
        count -= 1
    return handful
