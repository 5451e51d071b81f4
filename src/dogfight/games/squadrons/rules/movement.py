"""SQ-4 to SQ-6: which manoeuvres a plane may make and where they lead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import bit
from dogfight.games.squadrons.state import (
    COLLISION,
    FLY,
    FORCED,
    LAST_RESORT,
    NORMAL,
    RAM,
    STAY,
    State,
    side_of,
)
from dogfight.games.squadrons.tables import (
    AHEAD,
    CLUBS,
    GONE,
    HEADINGS,
    HEARTS,
    IMMELMANN_LEFT,
    IMMELMANN_RIGHT,
    MANOEUVRES,
    OFF,
    PLANES,
    RANKS,
    RED,
    ROLL_LEFT,
    ROLL_RIGHT,
    ROW,
    SPADES,
    TURN_LEFT,
    TURN_RIGHT,
    distance,
    is_red,
)

ONLY_AHEAD: Final = 1 << AHEAD
TURNS: Final = 1 << TURN_LEFT | 1 << TURN_RIGHT
ROLLS: Final = 1 << ROLL_LEFT | 1 << ROLL_RIGHT
IMMELMANNS: Final = 1 << IMMELMANN_LEFT | 1 << IMMELMANN_RIGHT

NEXT_TO: Final = 1
"""[SQ-1.12] The distance of neighbours, across a side or a corner."""
ONE_BETWEEN: Final = 2
NOBODY: Final = ROW
"""The distance to the nearest enemy where there is none."""


def nearest_enemy(s: State, plane: i64) -> i64:
    """[SQ-5.1] The distance to the nearest enemy plane, [SQ-3.9] on the board as it is now."""
    here: i64 = s.square(plane)
    enemies: i64 = s.green_at if side_of(plane) == RED else s.red_at
    nearest: i64 = NOBODY
    count: i64 = 0
    while count < PLANES:
        enemy: i64 = enemies & 1023
        if enemy != GONE:
            away: i64 = distance(here, enemy)
            if away < nearest:
                nearest = away
        enemies >>= 10
        count += 1
    return nearest


def needs_card(away: i64) -> bool:
    """[SQ-5.3] [SQ-5.4] A card is drawn with one space or none between; [SQ-5.2] with more there
    is none.
    """
    return away <= ONE_BETWEEN


def permitted(away: i64, card: i64) -> i64:
    """[SQ-5.6] The manoeuvres the distance and the card allow, as a mask; [SQ-5.5] both sides
    where there are two.
    """
    if not needs_card(away):  # [SQ-5.2]
        return ONLY_AHEAD | TURNS
    if away == ONE_BETWEEN:  # [SQ-5.3]
        return TURNS if is_red(card) else ONLY_AHEAD
    suit: i64 = (
        card // RANKS
    )  # [SQ-5.4]; [SQ-5.8] rolls and Immelmanns by card come from here alone
    if suit == CLUBS:
        return ONLY_AHEAD
    if suit == SPADES:
        return ROLLS
    return TURNS if suit == HEARTS else IMMELMANNS


def entry_square(s: State, plane: i64, code: i64) -> i64:
    """[SQ-4.1] The neighbour a manoeuvre leads to on an empty board, or OFF."""
    direction: i64 = s.board.entry[s.heading(plane) * MANOEUVRES + code]
    return s.board.neighbour[s.square(plane) * HEADINGS + direction]


def new_heading(s: State, plane: i64, code: i64) -> i64:
    """[SQ-4.7] The heading after a manoeuvre."""
    return s.board.facing[s.heading(plane) * MANOEUVRES + code]


def landing(s: State, plane: i64, code: i64) -> i64:
    """[SQ-6.1] The entry square if empty, [SQ-6.2] else the first empty one along the new heading;
    or OFF.

    [SQ-6.3] It does not matter how many planes are flown over. [SQ-1.10] Nothing but planes is in
    the way.
    """
    square: i64 = entry_square(s, plane, code)
    facing: i64 = new_heading(s, plane, code)
    while square != OFF and s.taken(square):
        square = s.board.neighbour[square * HEADINGS + facing]
    return square


def planes_met(s: State, plane: i64, code: i64) -> i64:
    """[SQ-6.9] The planes on a manoeuvre's entry square and on its line up to the first empty
    square, as a mask.
    """
    met: i64 = 0
    square: i64 = entry_square(s, plane, code)
    facing: i64 = new_heading(s, plane, code)
    while square != OFF and s.taken(square):
        met |= bit(s.plane_at(square))
        square = s.board.neighbour[square * HEADINGS + facing]
    return met


def open_ones(s: State, plane: i64, codes: i64) -> i64:
    """[SQ-6.4] Those of the manoeuvres that end on the board."""
    result: i64 = 0
    code: i64 = 0
    while codes >> code:
        if codes >> code & 1 and landing(s, plane, code) != OFF:
            result |= bit(code)
        code += 1
    return result


def forced_ones(s: State, plane: i64) -> i64:
    """[SQ-6.6] The Immelmanns whose entry square is on the board and empty; these never fly on."""
    result: i64 = 0
    code: i64 = IMMELMANN_LEFT
    while code <= IMMELMANN_RIGHT:
        square: i64 = entry_square(s, plane, code)
        if square != OFF and not s.taken(square):
            result |= bit(code)
        code += 1
    return result


def blocking(s: State, plane: i64, codes: i64) -> i64:
    """[SQ-6.9] All planes met on the permitted manoeuvres and those on the two side-rear
    squares, friend or foe.
    """
    result: i64 = 0
    code: i64 = 0
    while code < MANOEUVRES:
        if codes >> code & 1:
            result |= planes_met(s, plane, code)
        code += 1
    code = IMMELMANN_LEFT
    while code <= IMMELMANN_RIGHT:
        square: i64 = entry_square(s, plane, code)
        if square != OFF and s.taken(square):
            result |= bit(s.plane_at(square))
        code += 1
    return result


def offer(s: State, away: i64) -> None:
    """Find what the named plane may do and how it came to that.

    [SQ-6.4] An open permitted manoeuvre comes first, and a player who has one must choose among
    those; [SQ-6.5] then the forced Immelmann, [SQ-6.7] for which no other card is drawn; [SQ-6.12]
    only then [SQ-6.8] a collision with a blocking plane; and [SQ-6.13] where nobody blocks, the
    last resort.
    """
    plane: i64 = s.plane
    codes: i64 = permitted(away, s.card)
    moves: i64 = open_ones(s, plane, codes)
    if moves:
        s.how = NORMAL
        s.menu = moves << FLY
        return
    moves = forced_ones(s, plane)
    if moves:
        s.how = FORCED
        s.menu = moves << FLY
        return
    moves = blocking(s, plane, codes)
    if moves:
        s.how = COLLISION
        s.menu = moves << RAM
        return
    last_resort(s, plane)


def last_resort(s: State, plane: i64) -> None:
    """[SQ-6.13] Ahead; if that line is full, into one of the planes on it; if there is no line,
    stay.
    """
    s.how = LAST_RESORT
    if landing(s, plane, AHEAD) != OFF:
        s.menu = bit(FLY + AHEAD)
        return
    met: i64 = planes_met(s, plane, AHEAD)
    if met:
        s.how = COLLISION
        s.menu = met << RAM
        return
    s.menu = bit(STAY)
