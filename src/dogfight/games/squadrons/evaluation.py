"""The static evaluation of a game: planes lost, and what each plane of the side at turn can make of
its duels.

Duels are worth shares of a plane, so that they add up with the planes already shot down. A plane
that is still to move tries its manoeuvres on the board as it stands, by the cards left in its deck;
the others are taken to stand still.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import bit, count_bits, nth_bit
from dogfight.core.dice import Dice
from dogfight.games.squadrons.rules.movement import (
    forced_ones,
    landing,
    nearest_enemy,
    needs_card,
    new_heading,
    open_ones,
    permitted,
)
from dogfight.games.squadrons.solver import MOVED, REACH, SLIPS, in_reach, place_of
from dogfight.games.squadrons.state import FLY, MANOEUVRE, RAM, State, side_of
from dogfight.games.squadrons.tables import CLUBS, DIAMONDS, GONE, PLANES, RANKS, RED

PLANES_AT_STAKE: Final = 5.5
"""Planes that are usually lost while a whole deck is drawn."""
STEEPNESS: Final = 1.7
"""Makes the logistic curve lie close to the normal one."""
WHOLE_SUIT: Final = (1 << RANKS) - 1
"""A suit's thirteen cards as a mask, moved to the lowest places."""
FLIGHTY: Final = 8
"""The rollout policy compares squares only once in so many moves."""


def duel(here: i64, nose: i64, there: i64, other_nose: i64) -> float:
    """What a plane that has just moved may hope to gain in its duel with an enemy."""
    east: i64 = (there & 31) - (here & 31)
    north: i64 = (there >> 5) - (here >> 5)
    return MOVED[place_of(nose, other_nose, east, north)] if in_reach(east, north) else 0.0


def advantage(s: State, here: i64, nose: i64, side: i64) -> float:
    """What a plane may hope to gain from all enemies, if it had just moved here."""
    squares: i64 = s.green_at if side == RED else s.red_at
    noses: i64 = s.green_nose if side == RED else s.red_nose
    total = 0.0
    enemy: i64 = 0
    while enemy < PLANES:
        there: i64 = squares >> enemy * 10 & 1023
        if there != GONE:
            total += duel(here, nose, there, noses >> enemy * 3 & 7)
        enemy += 1
    return total


def best_of(s: State, plane: i64, codes: i64) -> float:
    """What the best of some manoeuvres promises a plane, or any of them when the pilot slips.

    [SQ-6.4] [SQ-6.5] The edge and other planes may force it to turn back; one that can only collide
    is judged as it is.
    """
    side: i64 = side_of(plane)
    result: i64 = open_ones(s, plane, codes)
    if result == 0:
        result = forced_ones(s, plane)
    if result == 0:
        return advantage(s, s.square(plane), s.heading(plane), side)
    best = -9.0
    total = 0.0
    count = 0.0
    code: i64 = 0
    while result >> code:
        if result >> code & 1:
            value = advantage(s, landing(s, plane, code), new_heading(s, plane, code), side)
            best = value if value > best else best
            total += value
            count += 1.0
        code += 1
    return (1.0 - SLIPS) * best + SLIPS * total / count


def prospects(s: State, plane: i64) -> float:
    """What a plane that is to move may expect: [SQ-5.2] its choice, or [SQ-5.3] [SQ-5.4] what its
    deck still holds.

    [SQ-5.1] One enemy near enough takes the choice away, whichever enemy the plane is after.
    """
    away: i64 = nearest_enemy(s, plane)
    if not needs_card(away):
        return best_of(s, plane, permitted(away, CLUBS * RANKS)) if away <= REACH + 1 else 0.0
    deck: i64 = s.deck(side_of(plane))
    total = 0.0
    value = 0.0
    before: i64 = 0
    suit: i64 = CLUBS
    while suit <= DIAMONDS:
        cards: i64 = count_bits(deck >> suit * RANKS & WHOLE_SUIT)
        codes: i64 = permitted(away, suit * RANKS)
        if codes != before:  # with one space between, suits of one colour allow the same
            value = best_of(s, plane, codes)
            before = codes
        total += float(cards) * value
        suit += 1
    left: i64 = count_bits(deck)
    return total / float(left) if left > 0 else 0.0


def balance(s: State) -> float:
    """Red's planes ahead: those shot down, and what the planes of the side at turn may gain or
    lose.
    """
    ahead = 0.0
    number: i64 = 0
    while number < PLANES:
        plane: i64 = s.active * PLANES + number
        here: i64 = s.square(plane)
        if here != GONE:
            to_move: bool = s.to_move & bit(number) != 0
            ahead += (
                prospects(s, plane) if to_move else advantage(s, here, s.heading(plane), s.active)
            )
        number += 1
    if s.active != RED:
        ahead = -ahead
    return float(s.red_score - s.green_score) + ahead


def share(s: State, side: i64) -> float:
    """The share of the stake a side may expect: how far it is ahead, against what can still
    happen [SQ-8.1].
    """
    ahead = balance(s)
    if side != RED:
        ahead = -ahead
    red: i64 = count_bits(s.red_deck)
    green: i64 = count_bits(s.green_deck)
    left = float(red if red < green else green)
    spread = math.sqrt(0.15 + PLANES_AT_STAKE * left / 52.0)
    return 1.0 / (1.0 + math.exp(-STEEPNESS * ahead / spread))


def rollout_choice(s: State, dice: Dice) -> i64:
    """A pilot flies where his duels promise most; all else is left to luck."""
    count: i64 = count_bits(s.menu)
    first: i64 = dice.below(count)
    if s.phase != MANOEUVRE or count == 1 or s.menu >> RAM or dice.below(FLIGHTY) == 0:
        return first
    best: i64 = first
    most = -9.0
    step: i64 = 0
    while step < count:
        index: i64 = (first + step) % count
        code: i64 = nth_bit(s.menu, index) - FLY
        side: i64 = side_of(s.plane)
        value = advantage(s, landing(s, s.plane, code), new_heading(s, s.plane, code), side)
        if value > most:
            best, most = index, value
        step += 1
    return best
