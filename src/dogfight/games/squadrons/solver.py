"""The duel of two planes on an endless board, worked out by the rules, turn by turn backwards.

Each pilot does his best but for slips. Nothing here is guessed but how often he slips and how much
later turns count.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.games.squadrons.rules.movement import permitted
from dogfight.games.squadrons.tables import (
    CLUBS,
    DIAMONDS,
    HEADINGS,
    MANOEUVRES,
    RANKS,
    ROW,
    distance,
    entries,
    facings,
)

TAIL_SHOT: Final = 0.5
"""[SQ-7.8] A red card hits."""
OTHER_SHOT: Final = 0.25
"""[SQ-7.9] Only a diamond hits."""
TIE: Final = 1.0 / 13.0
"""[SQ-7.7] Head to head with equal cards nobody falls."""
REACH: Final = 5
"""Beyond this distance nobody threatens anybody."""
ACROSS: Final = 2 * REACH + 1
PATIENCE: Final = 0.6
"""What a duel is worth a turn later, since other planes come between; ours, measured."""
SLIPS: Final = 0.5
"""The share of moves that are made without looking; ours, measured."""
TURNS_AHEAD: Final = 8

EAST: Final = vec[i64]([0, 1, 1, 1, 0, -1, -1, -1])
NORTH: Final = vec[i64]([1, 1, 0, -1, -1, -1, 0, 1])
ENTRY: Final = entries()
FACING: Final = facings()


def odds_by_angle() -> vec[float]:
    """[SQ-7.5] The chance of a hit by the angle between the two headings; head to head the risks
    are equal.
    """
    return vec[float](
        [TAIL_SHOT, TAIL_SHOT, OTHER_SHOT, OTHER_SHOT, 0.0, OTHER_SHOT, OTHER_SHOT, TAIL_SHOT]
    )


ODDS: Final = odds_by_angle()


def place_of(nose: i64, other_nose: i64, east: i64, north: i64) -> i64:
    """Where the table has a duel: both headings, and how far east and north of the plane the
    other one is.
    """
    return ((nose * HEADINGS + other_nose) * ACROSS + north + REACH) * ACROSS + east + REACH


def in_reach(east: i64, north: i64) -> bool:
    """Whether the table knows a duel at this distance."""
    return -REACH <= east <= REACH and -REACH <= north <= REACH


def shot(nose: i64, other_nose: i64, east: i64, north: i64) -> float:
    """[SQ-7.2] The chance that a plane shoots down the other, which counts if it is on the front
    square.
    """
    if EAST[nose] == east and NORTH[nose] == north:
        return ODDS[(nose - other_nose) & 7]
    return 0.0


def settled(nose: i64, other_nose: i64, east: i64, north: i64, to_move: vec[float]) -> float:
    """What a plane that has moved may expect: the shots that come now, and then the other one's
    move.
    """
    if not in_reach(east, north):
        return 0.0
    hit = shot(nose, other_nose, east, north)
    loss = shot(other_nose, nose, -east, -north)
    both_live = (1.0 - hit) * (1.0 - loss)
    if (nose - other_nose) & 7 == 4 and EAST[nose] == east and NORTH[nose] == north:
        both_live = TIE
    return hit - loss - PATIENCE * both_live * to_move[place_of(other_nose, nose, -east, -north)]


def best_of(
    nose: i64, other_nose: i64, east: i64, north: i64, codes: i64, to_move: vec[float]
) -> float:
    """What the best of some manoeuvres is worth, or any of them when the pilot slips."""
    best = -9.0
    total = 0.0
    count = 0.0
    code: i64 = 0
    while code < MANOEUVRES:
        if codes >> code & 1:
            facing: i64 = FACING[nose * MANOEUVRES + code]
            way: i64 = ENTRY[nose * MANOEUVRES + code]
            x: i64 = east - EAST[way]
            y: i64 = north - NORTH[way]
            if x == 0 and y == 0:  # [SQ-6.2]
                x -= EAST[facing]
                y -= NORTH[facing]
            value = settled(facing, other_nose, x, y, to_move)
            best = value if value > best else best
            total += value
            count += 1.0
        code += 1
    return (1.0 - SLIPS) * best + SLIPS * total / count


def before_move(nose: i64, other_nose: i64, east: i64, north: i64, to_move: vec[float]) -> float:
    """[SQ-5.1] What a plane may expect that is to move: the mean over the suits of the card it
    draws.
    """
    away: i64 = distance(REACH * ROW + REACH, (REACH + north) * ROW + REACH + east)
    if away == 0:
        return 0.0
    total = 0.0
    suit: i64 = CLUBS
    while suit <= DIAMONDS:
        total += best_of(nose, other_nose, east, north, permitted(away, suit * RANKS), to_move)
        suit += 1
    return total / 4.0


def one_turn_more(to_move: vec[float], moved: bool) -> vec[float]:
    """The table of all duels, one turn further ahead: just after the move, or before it.

    The board looks the same from every side, so north and north-east are enough to know the rest.
    """
    table = vec[float]()
    nose: i64 = 0
    while nose < HEADINGS:
        other_nose: i64 = 0
        while other_nose < HEADINGS:
            north: i64 = -REACH
            while north <= REACH:
                east: i64 = -REACH
                while east <= REACH:
                    if nose > 1:
                        value = table[place_of(nose - 2, (other_nose - 2) & 7, -north, east)]
                    elif moved:
                        value = settled(nose, other_nose, east, north, to_move)
                    else:
                        value = before_move(nose, other_nose, east, north, to_move)
                    table = append(table, value)
                    east += 1
                north += 1
            other_nose += 1
        nose += 1
    return table


def solved() -> vec[float]:
    """The value of every duel for the plane that is to move."""
    table = vec[float]([0.0] * (HEADINGS * HEADINGS * ACROSS * ACROSS))
    turn: i64 = 0
    while turn < TURNS_AHEAD:
        table = one_turn_more(table, False)
        turn += 1
    return table


TO_MOVE: Final = solved()
"""What a duel is worth to the plane that is to move, in planes."""
MOVED: Final = one_turn_more(TO_MOVE, True)
"""What it is worth to the plane that has just moved, before the shots."""
