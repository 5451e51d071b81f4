"""Squares, headings, planes, cards and manoeuvres by name, both ways."""

from __future__ import annotations

from collections.abc import Mapping

from dogfight.core.errors import BadNotation
from dogfight.games.squadrons.tables import CARDS, MOST_COLUMNS, MOST_ROWS, PLANES, RANKS, ROW

SIDES = ("R", "G")
HEADING_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
CODES = ("A", "TL", "TR", "BL", "BR", "IL", "IR")
SUITS = ("C", "S", "H", "D")
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLANE_NAMES = tuple(side + str(number) for side in SIDES for number in range(1, PLANES + 1))
CARD_NAMES = tuple(RANK_NAMES[card % RANKS] + SUITS[card // RANKS] for card in range(CARDS))


def square_name(square: int) -> str:
    """A square as column letter and row number, `e5`."""
    return f"{chr(ord('a') + square % ROW)}{square // ROW + 1}"


_SQUARES = {
    square_name(row * ROW + column): row * ROW + column
    for row in range(MOST_ROWS)
    for column in range(MOST_COLUMNS)
}
_HEADINGS, _PLANES, _CARDS, _CODES, _SIDES = (
    {name: number for number, name in enumerate(names)}
    for names in (HEADING_NAMES, PLANE_NAMES, CARD_NAMES, CODES, SIDES)
)


def square_called(name: str) -> int:
    """The square with this name, on the largest board there can be."""
    if name not in _SQUARES:
        last = chr(ord("a") + MOST_COLUMNS - 1)
        raise BadNotation(
            f"expected a square like 'e5' from a1 to {last}{MOST_ROWS}, got {name!r}", rule="SQ-1.7"
        )
    return _SQUARES[name]


def _called(name: str, numbers: Mapping[str, int], what: str, rule: str) -> int:
    if name not in numbers:
        raise BadNotation(f"expected {what}, got {name!r}", rule=rule)
    return numbers[name]


def heading_called(name: str) -> int:
    return _called(name, _HEADINGS, f"a heading out of {' '.join(HEADING_NAMES)}", "SQ-1.8")


def plane_called(name: str) -> int:
    return _called(name, _PLANES, "a plane from R1 to R6 or from G1 to G6", "SQ-1.2")


def card_called(name: str) -> int:
    return _called(name, _CARDS, "a card like '10H' or 'AS'", "SQ-1.3")


def code_called(name: str) -> int:
    return _called(name, _CODES, f"a manoeuvre out of {' '.join(CODES)}", "SQ-4.1")


def side_called(name: str) -> int:
    return _called(name, _SIDES, "a side, R or G", "SQ-1.1")
