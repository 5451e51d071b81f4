"""The board, the compass and the cards as numbers that rules can look up."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

RED: Final = 0
GREEN: Final = 1
"""[SQ-1.1] The two players; each is also a seat."""

PLANES: Final = 6
"""[SQ-1.2] Planes of one side; planes 0 to 5 are R1 to R6, planes 6 to 11 are G1 to G6."""

CARDS: Final = 52
RANKS: Final = 13
CLUBS: Final = 0
SPADES: Final = 1
HEARTS: Final = 2
DIAMONDS: Final = 3
FULL_DECK: Final = (1 << 52) - 1
"""[SQ-1.3] One deck as a mask; card number suit * 13 + rank - 1, in four suits of thirteen."""

HEADINGS: Final = 8
"""[SQ-1.8] Headings and directions count clockwise from north: 0 is N, 1 is NE, … 7 is NW."""

AHEAD: Final = 0
TURN_LEFT: Final = 1
TURN_RIGHT: Final = 2
ROLL_LEFT: Final = 3
ROLL_RIGHT: Final = 4
IMMELMANN_LEFT: Final = 5
IMMELMANN_RIGHT: Final = 6
MANOEUVRES: Final = 7

ROW: Final = 32
"""A square is row * 32 + column, both counted from 0."""
SQUARES: Final = 1024
OFF: Final = -1
"""[SQ-1.7] Off the board, or blocked."""
GONE: Final = 1023
"""Where a lost plane stands."""
NO_PLANES: Final = (1 << 60) - 1
"""Six squares side by side, ten bits each, when all six planes are gone."""
MOST_COLUMNS: Final = 26
MOST_ROWS: Final = 31


def shifted(value: i64, places: i64) -> i64:
    """`value << places`; mypyc hands a constant value to C as a 32-bit number, so constants are
    shifted in here.
    """
    return value << places


def is_red(card: i64) -> bool:
    """[SQ-1.4] Hearts and diamonds are red, clubs and spades black."""
    return card >= HEARTS * RANKS


def height(card: i64) -> i64:
    """[SQ-1.5] Ace 1, then the number, jack 11, queen 12, king 13."""
    return card % RANKS + 1


def distance(number: i64, other: i64) -> i64:
    """[SQ-1.11] The larger of column difference and row difference."""
    columns: i64 = (number & 31) - (other & 31)
    rows: i64 = (number >> 5) - (other >> 5)
    if columns < 0:
        columns = -columns
    if rows < 0:
        rows = -rows
    return columns if columns > rows else rows


class Board:
    """[SQ-1.7] A grid, the way from square to square on it, where the planes start, when a game
    has stalled.
    """

    __slots__ = (
        "columns",
        "entry",
        "facing",
        "green_noses",
        "green_start",
        "neighbour",
        "red_noses",
        "red_start",
        "rows",
        "stall_turns",
    )

    def __init__(
        self, columns: int, rows: int, blocked: list[int], start: list[tuple[int, int]], stall: int
    ) -> None:
        self.columns: i64 = columns
        self.rows: i64 = rows
        self.stall_turns: i64 = stall
        self.neighbour: vec[i64] = neighbours(columns, rows, blocked)
        self.entry: vec[i64] = entries()
        self.facing: vec[i64] = facings()
        squares = [square for square, _ in start]
        headings = [heading for _, heading in start]
        self.red_start: i64 = packed(squares[:6], 10)
        self.green_start: i64 = packed(squares[6:], 10)
        self.red_noses: i64 = packed(headings[:6], 3)
        self.green_noses: i64 = packed(headings[6:], 3)

    def next_square(self, square: i64, direction: i64) -> i64:
        """[SQ-1.13] The neighbour in a direction, or OFF; in a plane's heading this is its front
        square.
        """
        return self.neighbour[square * HEADINGS + direction]


def packed(values: list[int], bits: int) -> i64:
    """Small numbers side by side in one, the first lowest."""
    return sum(value << bits * place for place, value in enumerate(values))


def neighbours(columns: int, rows: int, blocked: list[int]) -> vec[i64]:
    """[SQ-1.7] The neighbour of every square in every direction; a blocked one counts as off the
    board.
    """
    steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    table = [OFF] * (SQUARES * HEADINGS)
    for row in range(rows):
        for column in range(columns):
            for direction, (east, north) in enumerate(steps):
                there = (row + north) * ROW + column + east
                if (
                    0 <= column + east < columns
                    and 0 <= row + north < rows
                    and there not in blocked
                ):
                    table[(row * ROW + column) * HEADINGS + direction] = there
    return vec[i64](table)


def entries() -> vec[i64]:
    """[SQ-4.7] For heading * 7 + manoeuvre, the direction in which the entry square lies."""
    turns = [
        0,
        -1,
        1,
        -2,
        2,
        -3,
        3,
    ]  # [SQ-4.2] ahead; [SQ-4.3] turns; [SQ-4.4] barrel rolls; [SQ-4.5] Immelmanns
    return vec[i64]([(heading + turn) % HEADINGS for heading in range(HEADINGS) for turn in turns])


def facings() -> vec[i64]:
    """[SQ-4.7] For heading * 7 + manoeuvre, the heading afterwards; [SQ-4.6] diagonals are no
    exception.
    """
    turns = [0, -1, 1, 0, 0, 4, 4]  # [SQ-1.14] right is clockwise, which is upwards here
    return vec[i64]([(heading + turn) % HEADINGS for heading in range(HEADINGS) for turn in turns])
