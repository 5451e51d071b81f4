"""Squares, headings, planes, cards and manoeuvres by name, both ways."""

from __future__ import annotations

import re

from dogfight.core.errors import BadNotation
from dogfight.games.squadrons.tables import CARDS, MOST_COLUMNS, MOST_ROWS, PLANES, RANKS, ROW

SIDES = ("R", "G")
HEADING_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
CODES = ("A", "TL", "TR", "BL", "BR", "IL", "IR")
SUITS = ("C", "S", "H", "D")
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLANE_NAMES = tuple(side + str(number) for side in SIDES for number in range(1, PLANES + 1))
CARD_NAMES = tuple(RANK_NAMES[card % RANKS] + SUITS[card // RANKS] for card in range(CARDS))

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


def square_name(square: int) -> str:
    """A square as column letter and row number, `e5`."""
    return f"{chr(ord('a') + square % ROW)}{square // ROW + 1}"


def square_called(name: str) -> int:
    """The square with this name, on the largest board there can be."""
    match = _SQUARE.fullmatch(name)
    if match is None or int(match[2]) > MOST_ROWS:
        last = chr(ord("a") + MOST_COLUMNS - 1)
        raise BadNotation(f"expected a square like 'e5' from a1 to {last}{MOST_ROWS}, got {name!r}", rule="SQ-1.7")
    return (int(match[2]) - 1) * ROW + ord(match[1]) - ord("a")


def _called(name: str, names: tuple[str, ...], what: str, rule: str) -> int:
    if name not in names:
        raise BadNotation(f"expected {what}, got {name!r}", rule=rule)
    return names.index(name)


def heading_called(name: str) -> int:
    return _called(name, HEADING_NAMES, f"a heading out of {' '.join(HEADING_NAMES)}", "SQ-1.8")


def plane_called(name: str) -> int:
    return _called(name, PLANE_NAMES, "a plane from R1 to R6 or from G1 to G6", "SQ-1.2")


def card_called(name: str) -> int:
    return _called(name, CARD_NAMES, "a card like '10H' or 'AS'", "SQ-1.3")


def code_called(name: str) -> int:
    return _called(name, CODES, f"a manoeuvre out of {' '.join(CODES)}", "SQ-4.1")


def side_called(name: str) -> int:
    return _called(name, SIDES, "a side, R or G", "SQ-1.1")
