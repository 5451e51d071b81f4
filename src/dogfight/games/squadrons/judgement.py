"""How a game stands at a glance: planes lost, shots about to be drawn for, and who is behind whom.

The weights are ours. They are shares of a plane, so that they add up with the planes already shot down.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.dice import Dice, count_bits, nth_bit
from dogfight.games.squadrons.rules.movement import landing, new_heading
from dogfight.games.squadrons.state import FLY, MANOEUVRE, RAM, State, side_of
from dogfight.games.squadrons.tables import GONE, HEADINGS, PLANES, RED, bit

TAIL_SHOT: Final = 0.5
"""[SQ-7.8] A red card hits."""
OTHER_SHOT: Final = 0.25
"""[SQ-7.9] Only a diamond hits."""
REACH: Final = 7
"""Beyond this distance nobody threatens anybody."""
LATER: Final = 0.5
"""What a threat is worth that can be carried out in the next turn only."""
PLANES_AT_STAKE: Final = 5.5
"""Planes that are usually lost while a whole deck is drawn."""
STEEPNESS: Final = 1.7
"""Makes the logistic curve lie close to the normal one."""
FLIGHTY: Final = 8
"""A hasty pilot looks where he flies but once in so many times."""


def odds_by_angle() -> vec[float]:
    """[SQ-7.5] The chance of a hit by the angle between the two headings; head to head the risks are equal."""
    return vec[float]([TAIL_SHOT, TAIL_SHOT, OTHER_SHOT, OTHER_SHOT, 0.0, OTHER_SHOT, OTHER_SHOT, TAIL_SHOT])


def reach_by_distance() -> vec[float]:
    """How much of a shot an enemy ahead at this distance promises, before either has moved."""
    return vec[float]([0.0, 0.45, 0.5, 0.4, 0.28, 0.2, 0.14, 0.1])


def reach_by_bearing() -> vec[float]:
    """How much of it is left when the enemy lies off the nose, in eighths of a circle."""
    return vec[float]([1.0, 0.7, 0.25, 0.1, 0.0, 0.1, 0.25, 0.7])


def bearings() -> vec[i64]:
    """The direction from one square to another, by row and column difference plus 31, as the nearest heading."""
    table = []
    for north in range(-31, 32):
        for east in range(-31, 32):
            table.append(round(math.atan2(east, north) / (math.pi / 4)) % HEADINGS)
    return vec[i64](table)


ODDS: Final = odds_by_angle()
NEARNESS: Final = reach_by_distance()
OFF_THE_NOSE: Final = reach_by_bearing()
BEARINGS: Final = bearings()


def threat(here: i64, nose: i64, there: i64, other_nose: i64, settled: bool) -> float:
    """What a plane may hope to shoot down of an enemy: a shot that is sure to be drawn for, or one that may come."""
    east: i64 = (there & 31) - (here & 31)
    north: i64 = (there >> 5) - (here >> 5)
    away: i64 = east if east > 0 else -east
    if north > away:
        away = north
    if -north > away:
        away = -north
    if away > REACH:
        return 0.0
    off: i64 = (BEARINGS[(north + 31) * 63 + east + 31] - nose) & 7
    chance = ODDS[(nose - other_nose) & 7]
    if not settled:
        return chance * NEARNESS[away] * OFF_THE_NOSE[off]
    if away == 1 and off == 0:  # [SQ-7.2] only the front square counts when the cards are drawn
        return chance
    return chance * NEARNESS[away] * OFF_THE_NOSE[off] * LATER


def balance(s: State) -> float:
    """Red's planes ahead: those shot down, and what each side threatens."""
    ahead = float(s.red_score - s.green_score)
    red: i64 = 0
    while red < PLANES:
        here: i64 = s.red_at >> red * 10 & 1023
        if here != GONE:
            ahead += advantage(s, here, s.red_nose >> red * 3 & 7, RED, s.active == RED and s.to_move & bit(red) == 0)
        red += 1
    return ahead


def advantage(s: State, here: i64, nose: i64, side: i64, moved: bool) -> float:
    """What a plane of this side threatens, less what it is threatened with, if it stood here."""
    squares: i64 = s.green_at if side == RED else s.red_at
    noses: i64 = s.green_nose if side == RED else s.red_nose
    waiting: i64 = s.to_move if s.active != side else 0
    total = 0.0
    enemy: i64 = 0
    while enemy < PLANES:
        there: i64 = squares >> enemy * 10 & 1023
        if there != GONE:
            settled: bool = moved if s.active == side else waiting & bit(enemy) == 0
            other_nose: i64 = noses >> enemy * 3 & 7
            total += threat(here, nose, there, other_nose, settled)
            total -= threat(there, other_nose, here, nose, settled)
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
    """A pilot flies where he threatens most and is threatened least; all else is left to luck."""
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
