"""How a game stands at a glance: planes lost, and what the duels of all pairs of planes promise.

Duels are worth shares of a plane, so that they add up with the planes already shot down.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from dogfight.core.dice import Dice, count_bits, nth_bit
from dogfight.games.squadrons.rules.movement import landing, new_heading
from dogfight.games.squadrons.solver import MOVED, TO_MOVE, in_reach, place_of
from dogfight.games.squadrons.state import FLY, MANOEUVRE, RAM, State, side_of
from dogfight.games.squadrons.tables import GONE, PLANES, RED, bit

PLANES_AT_STAKE: Final = 5.5
"""Planes that are usually lost while a whole deck is drawn."""
STEEPNESS: Final = 1.7
"""Makes the logistic curve lie close to the normal one."""
FLIGHTY: Final = 8
"""A hasty pilot looks where he flies but once in so many times."""


def duel(here: i64, nose: i64, there: i64, other_nose: i64, moved: bool) -> float:
    """What a plane may hope to gain in its duel with an enemy, if it has just moved or is to move."""
    east: i64 = (there & 31) - (here & 31)
    north: i64 = (there >> 5) - (here >> 5)
    if not in_reach(east, north):
        return 0.0
    at: i64 = place_of(nose, other_nose, east, north)
    return MOVED[at] if moved else TO_MOVE[at]


def balance(s: State) -> float:
    """Red's planes ahead: those shot down, and what the duels of all pairs promise."""
    ahead = 0.0
    plane: i64 = 0
    squares: i64 = s.red_at if s.active == RED else s.green_at
    noses: i64 = s.red_nose if s.active == RED else s.green_nose
    while plane < PLANES:
        here: i64 = squares >> plane * 10 & 1023
        if here != GONE:
            ahead += advantage(s, here, noses >> plane * 3 & 7, s.active, s.to_move & bit(plane) == 0)
        plane += 1
    if s.active != RED:
        ahead = -ahead
    return float(s.red_score - s.green_score) + ahead


def advantage(s: State, here: i64, nose: i64, side: i64, moved: bool) -> float:
    """What a plane of the side at turn may hope to gain from all enemies, if it stood here."""
    squares: i64 = s.green_at if side == RED else s.red_at
    noses: i64 = s.green_nose if side == RED else s.red_nose
    total = 0.0
    enemy: i64 = 0
    while enemy < PLANES:
        there: i64 = squares >> enemy * 10 & 1023
        if there != GONE:
            total += duel(here, nose, there, noses >> enemy * 3 & 7, moved)
        enemy += 1
    return total


def share(s: State, side: i64) -> float:
    """The share of the stake a side may expect: how far it is ahead, against what can still happen [SQ-8.1]."""
    ahead = balance(s)
    if side != RED:
        ahead = -ahead
    red: i64 = count_bits(s.red_deck)
    green: i64 = count_bits(s.green_deck)
    left = float(red if red < green else green)
    spread = math.sqrt(0.15 + PLANES_AT_STAKE * left / 52.0)
    return 1.0 / (1.0 + math.exp(-STEEPNESS * ahead / spread))


def hasty(s: State, dice: Dice) -> i64:
    """A pilot flies where his duels promise most; all else is left to luck."""
    count: i64 = count_bits(s.choices)
    first: i64 = dice.below(count)
    if s.phase != MANOEUVRE or count == 1 or s.choices >> RAM or dice.below(FLIGHTY) == 0:
        return first
    best: i64 = first
    most = -9.0
    step: i64 = 0
    while step < count:
        index: i64 = (first + step) % count
        code: i64 = nth_bit(s.choices, index) - FLY
        side: i64 = side_of(s.plane)
        value = advantage(s, landing(s, s.plane, code), new_heading(s, s.plane, code), side, True)
        if value > most:
            best, most = index, value
        step += 1
    return best
