"""What learners are told from where a plane stands: distances and directions are those its pilot
sees.

The plane is the named one while it moves. The squares at a distance d lie on a ring of 8d; a turn
by one heading goes d of them along it, so that all headings see alike.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.bits import count_bits
from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import MOST_VALUE, add_bits, add_one_hot, list_number, pack_flag
from dogfight.games.squadrons.features import (
    ACTIONS,
    ENDS,
    OWNERS,
    PHASES,
    WAYS,
    ActionIds,
    from_here,
)
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.rules.movement import NOBODY, nearest_enemy
from dogfight.games.squadrons.state import FINISHED, FIRST_CARD, MANOEUVRE, MOVE_CARD, side_of
from dogfight.games.squadrons.tables import (
    CARDS,
    DIAMONDS,
    GONE,
    HEADINGS,
    HEARTS,
    OFF,
    PLANES,
    RANKS,
    ROW,
    SQUARES,
    Board,
    distance,
)

SIGHT: Final = 3
"""Rings around a plane of which every square has numbers."""
SPAN: Final = 2 * SIGHT + 1
BANDS: Final = ("near", "farther", "far away")
NEAR: Final = 5
FARTHER: Final = 8
"""The largest distances of the first two bands."""
RED_CARDS: Final = (1 << 2 * RANKS) - 1
DIAMOND_CARDS: Final = (1 << RANKS) - 1


def ring(away: int) -> list[tuple[int, int]]:
    """The offsets at a distance, east and north, clockwise from north."""
    offsets = [
        (east, north)
        for east in range(-away, away + 1)
        for north in range(-away, away + 1)
        if max(abs(east), abs(north)) == away
    ]

    def along(offset: tuple[int, int]) -> int:
        east, north = offset
        if north == away and east >= 0:
            return east
        if east == away:
            return 2 * away - north
        if north == -away:
            return 4 * away - east
        if east == -away:
            return 6 * away + north
        return 8 * away + east

    return sorted(offsets, key=along)


class EgocentricEncoder(ActionIds):
    """What is near the plane that is named, how every plane stands, cards and planes left."""

    def __init__(self, board: Board) -> None:
        super().__init__(ACTIONS)
        rings = [ring(away) for away in range(1, SIGHT + 1)]
        words = [
            f"{away} away at {45 * place / away:g}°"
            for away in range(1, SIGHT + 1)
            for place in range(8 * away)
        ]
        turns = [f"heading {45 * turn}°" for turn in range(HEADINGS)]
        numbers = [f"{owner} {number + 1}" for owner in OWNERS for number in range(PLANES)]
        self.cells: i64 = len(words)
        self.seen: vec[i64] = seen_from_headings(rings)
        self.beyond: vec[i64] = beyond_the_board(board, self.seen)
        self.enemies = self.group("enemy", [f"{word} {turn}" for word in words for turn in turns])
        self.friends = self.group("friend", words)
        self.outside = self.group("outside", words)
        self.far = self.group(
            "nearest enemy", [f"{45 * turn}° {band}" for turn in range(HEADINGS) for band in BANDS]
        )
        self.flying = self.group("flying", numbers)
        self.to_move = self.group("to move", numbers)
        self.away = self.group(
            "enemy of",
            [f"{number} {away} away" for number in numbers for away in range(1, SIGHT + 1)],
        )
        self.aiming = self.group("aiming", numbers)
        self.aimed_at = self.group("aimed at", numbers)
        self.named = self.group("named", OWNERS)
        self.suit = self.group("suit", ("clubs", "spades", "hearts", "diamonds"))
        self.how = self.group("how", WAYS)
        self.phase = self.group("phase", PHASES)
        self.active = self.group("active", OWNERS)
        self.score = self.group(
            "score", [f"{owner} {n}" for owner in OWNERS for n in range(PLANES + 1)]
        )
        self.cards = self.group("cards left", OWNERS, CARDS)
        self.reds = self.group("red cards left", OWNERS, 2 * RANKS)
        self.diamonds = self.group("diamonds left", OWNERS, RANKS)
        self.seat = self.group("seat", ("red", "green"))
        self.idle = self.single("idle turns", min(MOST_VALUE, int(board.stall_turns)))
        self.why = self.group("ended by", ENDS)

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        if p.phase == MOVE_CARD or p.phase == MANOEUVRE:
            out[at] = pack_flag(self.named + (side_of(p.plane) ^ seat))
            at = self.list_surroundings(p, p.plane, out, at + 1)
        at = self.list_planes(p, seat, out, at)
        at = self.list_cards(p, seat, 0, out, at)
        at = self.list_cards(p, 1 - seat, 1, out, at)
        out[at] = pack_flag(self.phase + p.phase)
        out[at + 1] = pack_flag(self.score + p.score(seat))
        out[at + 2] = pack_flag(self.score + PLANES + 1 + p.score(1 - seat))
        out[at + 3] = pack_flag(self.seat + seat)
        at = list_number(p.idle, self.idle, out, at + 4)
        if p.phase == FINISHED:
            return add_one_hot(p.why - 1, self.why, out, at)
        if p.phase == FIRST_CARD:
            return at
        out[at] = pack_flag(self.active + (p.active ^ seat))
        at = add_bits(p.to_move, self.to_move + (p.active ^ seat) * PLANES, out, at + 1)
        if p.phase == MANOEUVRE:
            out[at] = pack_flag(self.how + p.how)
            at += 1
            if p.card >= 0:
                out[at] = pack_flag(self.suit + p.card // RANKS)
                at += 1
        return at

    def list_surroundings(self, p: Position, plane: i64, out: vec[i32], at: i64) -> i64:
        """Who is near a plane and where the board ends, as its pilot sees it."""
        here: i64 = p.square(plane)
        nose: i64 = p.heading(plane)
        side: i64 = side_of(plane)
        nearest: i64 = NOBODY
        near_at: i64 = here
        other: i64 = 0
        while other < 2 * PLANES:
            there: i64 = p.square(other)
            if there != GONE and other != plane:
                away: i64 = distance(here, there)
                cell: i64 = self.cell_of(here, there, nose) if away <= SIGHT else -1
                if side_of(other) == side:
                    at = add_one_hot(cell, self.friends, out, at)
                else:
                    if cell >= 0:
                        turn: i64 = (p.heading(other) - nose + HEADINGS) % HEADINGS
                        out[at] = pack_flag(self.enemies + cell * HEADINGS + turn)
                        at += 1
                    if away < nearest:
                        nearest = away
                        near_at = there
            other += 1
        if nearest > SIGHT and nearest < NOBODY:
            band: i64 = 0 if nearest <= NEAR else (1 if nearest <= FARTHER else 2)
            octant: i64 = (octant_of(here, near_at) - nose + HEADINGS) % HEADINGS
            out[at] = pack_flag(self.far + octant * len(BANDS) + band)
            at += 1
        return add_bits(self.beyond[here * HEADINGS + nose], self.outside, out, at)

    def cell_of(self, here: i64, there: i64, nose: i64) -> i64:
        """The number of a square near a plane as its pilot sees it."""
        east: i64 = (there & 31) - (here & 31) + SIGHT
        north: i64 = (there >> 5) - (here >> 5) + SIGHT
        return self.seen[(nose * SPAN + north) * SPAN + east]

    def list_planes(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """Which planes fly, how near their enemies are, who aims at whom."""
        aimed_at: i64 = 0
        plane: i64 = 0
        while plane < 2 * PLANES:
            if p.square(plane) != GONE:
                number: i64 = from_here(plane, seat)
                out[at] = pack_flag(self.flying + number)
                at += 1
                away: i64 = nearest_enemy(p, plane)
                if away <= SIGHT:
                    out[at] = pack_flag(self.away + number * SIGHT + away - 1)
                    at += 1
                front: i64 = p.front_square(plane)
                target: i64 = p.plane_at(front) if away == 1 and front != OFF else -1
                if target >= 0 and side_of(target) != side_of(plane):
                    out[at] = pack_flag(self.aiming + number)
                    at += 1
                    aimed_at |= 1 << from_here(target, seat)
            plane += 1
        return add_bits(aimed_at, self.aimed_at, out, at)

    def list_cards(self, p: Position, seat: i64, owner: i64, out: vec[i32], at: i64) -> i64:
        """[SQ-1.4] How many cards a deck has left, and how many of those that hit."""
        deck: i64 = p.deck(seat)
        at = list_number(count_bits(deck), self.cards + owner, out, at)
        at = list_number(count_bits(deck >> HEARTS * RANKS & RED_CARDS), self.reds + owner, out, at)
        diamonds: i64 = count_bits(deck >> DIAMONDS * RANKS & DIAMOND_CARDS)
        return list_number(diamonds, self.diamonds + owner, out, at)


def octant_of(here: i64, there: i64) -> i64:
    """The heading that points from one square to another most nearly."""
    east: i64 = (there & 31) - (here & 31)
    north: i64 = (there >> 5) - (here >> 5)
    wide: i64 = east if east >= 0 else -east
    high: i64 = north if north >= 0 else -north
    if 2 * wide <= high:
        return 0 if north > 0 else 4
    if 2 * high <= wide:
        return 2 if east > 0 else 6
    if east > 0:
        return 1 if north > 0 else 3
    return 7 if north > 0 else 5


def seen_from_headings(rings: list[list[tuple[int, int]]]) -> vec[i64]:
    """For heading * SPAN² + offset, the number of the square as a pilot with this heading sees it;
    -1 for his own.
    """
    table = [-1] * (HEADINGS * SPAN * SPAN)
    for heading in range(HEADINGS):
        first = 0
        for away, offsets in enumerate(rings, 1):
            for place, (east, north) in enumerate(offsets):
                number = first + (place - heading * away) % (8 * away)
                table[(heading * SPAN + north + SIGHT) * SPAN + east + SIGHT] = number
            first += 8 * away
    return vec[i64](table)


def beyond_the_board(board: Board, seen: vec[i64]) -> vec[i64]:
    """For square * 8 + heading, [SQ-1.7] the squares near it that are off the board or blocked, as
    a mask of their numbers.
    """
    on_board = {int(square) for square in board.neighbour if square != OFF}
    masks = [0] * (SQUARES * HEADINGS)
    for square in on_board:
        for place in range(SPAN * SPAN):
            east = square % ROW + place % SPAN - SIGHT
            north = square // ROW + place // SPAN - SIGHT
            if 0 <= east < ROW and north >= 0 and north * ROW + east in on_board:
                continue
            for heading in range(HEADINGS):
                cell = int(seen[heading * SPAN * SPAN + place])
                if cell >= 0:
                    masks[square * HEADINGS + heading] |= 1 << cell
    return vec[i64](masks)
