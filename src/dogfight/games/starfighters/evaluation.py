"""The static evaluation: who is in danger where, whom a shot would reach, and whose ship
will fly longest.

All weights are ours. Face-down cards of others are guessed by the printed deck, never looked at.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.bits import count_bits
from dogfight.games.starfighters.rules.attacks import stops_beam
from dogfight.games.starfighters.state import MOVE, State
from dogfight.games.starfighters.tables import (
    ANCHOR,
    DRAIN,
    ECHO,
    KINDS,
    LEFT,
    LONG,
    MEDIUM,
    NO_CARD,
    RIGHT,
    SHORT,
    count_of,
    forward_direction,
    is_attack,
    size_of,
)

NO_DIRECTION: Final = -1

RAMMED: Final = 0.4
"""The chance that debris which can reach a ship does ram it."""
NEAR: Final = 0.25
"""The chance that a ship still to move comes and hits, if it is near,"""
FAR: Final = 0.12
"""or as far away as it can come at all;"""
SNIPED: Final = 0.04
"""and from anywhere, along a beam."""
STAYS: Final = 0.3
"""The chance that a ship still to move ends where a shot reaches it."""
KILL: Final = 1.4
"""What destroying a ship is worth, if costing it one of two hull points is worth 1."""

HULL: Final = 1.3
"""What a ship's chances to fly longest grow with, in logarithms, fitted to games of greedy
pilots: a hull point,
"""
CARD: Final = 0.18
"""a card in hand,"""
SHIELD: Final = 0.02
"""and more if it is a shield. They shrink with"""
HELD: Final = 0.2
"""an anchor,"""
AWAY: Final = 0.075
"""when two are left, each hex from the centre, since a ship that flees from a duel only draws
it,
"""
PATIENCE: Final = 10
"""After this part of all turns ships seek a fight: their distance from the centre costs them
twice what it does at the beginning of a duel, and foes in reach nothing.
"""
DEBRIS: Final = 0.3
"""each debris that can ram the ship where it is,"""
CROWDED: Final = 0.17
"""and, in a crowd, each foe that may come and hit it next turn."""

SPITE: Final = 0.02
"""The share of the stake that destroyed players are credited with for the hull their foes have
lost.
"""


def guesses(s: State) -> vec[float]:
    """Return how likely the card in front of each seat is of each kind, seat by seat, for a seat
    that cannot see it.
    """
    odds = vec[float]()
    whole = float(size_of(s.tables.deck))
    seat: i64 = 0
    while seat < s.seats:
        declared = s.declared[seat]
        hidden: bool = declared != NO_CARD and (s.face_up >> seat) & 1 == 0
        kind: i64 = 0
        while kind < KINDS:
            if hidden:
                odds = append(odds, float(count_of(s.tables.deck, kind)) / whole)
            else:
                odds = append(odds, 1.0 if declared == kind else 0.0)
            kind += 1
        seat += 1
    return odds


def odds_of_a_shield(odds: vec[float], seat: i64) -> float:
    """How likely a seat has declared a shield."""
    first: i64 = seat * KINDS
    return odds[first + DRAIN] + odds[first + ECHO] + odds[first + ANCHOR]


def has_moved(s: State, seat: i64) -> bool:
    """[SF-4.1] Whether a ship will stay where it is this turn."""
    return s.phase > MOVE or (s.phase == MOVE and (seat - s.start + s.seats) % s.seats < s.order)


def direction_to(s: State, here: i64, there: i64) -> i64:
    """The direction of the straight row that leads from one hex to another, if there is one."""
    dq: i64 = s.tables.q[there] - s.tables.q[here]
    dr: i64 = s.tables.r[there] - s.tables.r[here]
    if dr == 0:
        return 0 if dq > 0 else 3
    if dq == 0:
        return 5 if dr > 0 else 2
    if dq + dr == 0:
        return 1 if dq > 0 else 4
    return NO_DIRECTION


def beam_to(s: State, here: i64, facing: i64, there: i64) -> i64:
    """[SF-6.4] [SF-6.5] The beam of a ship that would reach a hex: straight, half left or right;
    0 if none does.
    """
    direction = direction_to(s, here, there)
    if direction == NO_DIRECTION:
        return 0
    beam: i64 = 1
    while beam <= RIGHT and forward_direction(facing, beam) != direction:
        beam += 1
    if beam > RIGHT or (s.tables.beams >> beam) & 1 == 0:
        return 0
    hex_ = s.tables.neighbour(here, direction)
    while hex_ != there:
        if stops_beam(s, hex_):
            return 0
        hex_ = s.tables.neighbour(hex_, direction)
    return beam


def aimed_at(s: State, foe: i64, hex_: i64, odds: vec[float]) -> float:
    """How likely a ship that has moved can hit a hex with the card it has declared."""
    at = s.at[foe]
    chance = 0.0
    if s.tables.distance(at, hex_) <= s.tables.short_radius:
        chance += odds[foe * KINDS + SHORT]
    if s.tables.in_front_zone(at, s.facing[foe], hex_):
        chance += odds[foe * KINDS + MEDIUM]
    if beam_to(s, at, s.facing[foe], hex_) != 0:
        chance += odds[foe * KINDS + LONG]
    return chance


def may_come_for(s: State, foe: i64, hex_: i64) -> float:
    """Return how likely a ship that is still to move hits a ship on a hex."""
    gap = s.tables.distance(s.at[foe], hex_)
    if gap <= s.tables.steps + s.tables.short_radius:
        return NEAR
    return FAR if gap <= 2 * s.tables.steps else SNIPED


def risk_at(s: State, seat: i64, hex_: i64, odds: vec[float]) -> float:
    """The hits a ship has to expect if it ends its movement on a hex."""
    risk = 0.0
    foe: i64 = 0
    while foe < s.seats:
        if foe == seat:
            pass
        elif s.is_destroyed(foe):
            if s.tables.distance(s.at[foe], hex_) <= s.tables.debris_steps:  # [SF-9.8]
                risk += RAMMED
        elif has_moved(s, foe):
            risk += aimed_at(s, foe, hex_, odds)
        else:
            risk += may_come_for(s, foe, hex_)
        foe += 1
    return risk


def prize(s: State, foe: i64, odds: vec[float]) -> float:
    """What a shot at a ship in range is worth before the cards are turned up."""
    worth = KILL if s.hull[foe] == 1 else 1.0
    worth *= 1.0 - odds_of_a_shield(odds, foe)
    return worth if has_moved(s, foe) else worth * STAYS


def reaches(s: State, card: i64, here: i64, facing: i64, foe: i64) -> i64:
    """[SF-6.1] [SF-6.3] Whether a card would hit a ship from a hex and facing; for a long one,
    along which beam.
    """
    there = s.at[foe]
    if card == SHORT:
        return 1 if s.tables.distance(here, there) <= s.tables.short_radius else 0
    if card == MEDIUM:
        return 1 if s.tables.in_front_zone(here, facing, there) else 0
    return beam_to(s, here, facing, there)


def gain_at(s: State, seat: i64, card: i64, here: i64, facing: i64, odds: vec[float]) -> float:
    """What an attack card promises from a hex and facing: all within reach, the best one, or the
    best beam.
    """
    every = 0.0
    best = 0.0
    left = 0.0
    right = 0.0
    foe: i64 = 0
    while foe < s.seats:
        if foe != seat and not s.is_destroyed(foe):
            way = reaches(s, card, here, facing, foe)
            if way != 0:
                worth = prize(s, foe, odds)
                if worth > best:
                    best = worth
                if way == LEFT:
                    left += worth
                elif way == RIGHT:
                    right += worth
                else:
                    every += worth
        foe += 1
    if card == MEDIUM:
        return best
    if left > every:
        every = left
    return right if right > every else every


def strength(s: State, seat: i64) -> float:
    """How long a ship may be expected to fly, as a weight among all that fly."""
    if s.at[seat] == s.tables.off_map():
        return 1.0
    hand = s.hand[seat]
    shields = count_of(hand, DRAIN) + count_of(hand, ECHO) + count_of(hand, ANCHOR)
    merits = HULL * float(s.hull[seat]) + CARD * float(size_of(hand)) + SHIELD * float(shields)
    late = float(s.turn * PATIENCE) / float(s.tables.turns)
    if late > 1.0:
        late = 1.0
    away = AWAY * float(s.tables.distance(s.at[seat], s.tables.cells // 2))
    if flying(s) == 2:
        merits -= (1.0 + late) * away
    else:
        merits -= (1.0 - late) * CROWDED * float(in_reach_of(s, seat)) + 2.0 * late * away
    if ((s.anchored | s.anchored_next) >> seat) & 1 == 1:  # [SF-8.11]
        merits -= HELD
    return math.exp(merits - drifting_near(s, seat))


def in_reach_of(s: State, seat: i64) -> i64:
    """[SF-4.3] [SF-6.1] How many foes can come so near to a ship that even a short shot hits it."""
    far: i64 = s.tables.steps + s.tables.short_radius
    count: i64 = 0
    foe: i64 = 0
    while foe < s.seats:
        flies: bool = not s.is_destroyed(foe) and s.at[foe] != s.tables.off_map()
        if foe != seat and flies and s.tables.distance(s.at[seat], s.at[foe]) <= far:
            count += 1
        foe += 1
    return count


def drifting_near(s: State, seat: i64) -> float:
    """[SF-9.5] [SF-9.8] What debris costs that can ram the ship where it is, or once it has
    moved on.
    """
    cost = 0.0
    other: i64 = 0
    while other < s.seats:
        if s.is_destroyed(other):
            gap = s.tables.distance(s.at[seat], s.at[other])
            if gap <= s.tables.debris_steps:
                cost += DEBRIS
            elif gap <= 2 * s.tables.debris_steps:
                cost += 0.5 * DEBRIS
        other += 1
    return cost


def evaluate(s: State, seat: i64) -> float:
    """Return the share of the stake by strength; a destroyed ship counts only the damage it may
    do to its foes.
    """
    lost: i64 = 0
    total = 0.0
    number: i64 = 0
    while number < s.seats:
        if not s.is_destroyed(number):
            total += strength(s, number)
            lost += s.tables.hull - s.hull[number]
        number += 1
    if s.is_destroyed(seat):
        return SPITE * float(lost) / float(s.tables.hull * s.seats * s.seats)
    return (1.0 - SPITE) * strength(s, seat) / total


def flying(s: State) -> i64:
    """How many ships still fly."""
    return count_bits(s.undestroyed())


def has_attack(s: State, seat: i64) -> bool:
    """Whether the card in front of a seat is an attack."""
    return is_attack(s.declared[seat])
