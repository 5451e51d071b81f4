"""Maps as text: hex names, terrain letters, elevation digits, roads, ridges, trenches and bands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.games.boots.battle_file import MapSection, keys_of
from dogfight.games.boots.data import MOVE_CLASSES, Catalogue, Terrain
from dogfight.games.boots.rules.movement import step_halves
from dogfight.games.boots.rules.sight import STEP_COLUMN, STEP_HEIGHT, see_all
from dogfight.games.boots.tables import MOST_HEXES, NO_BANDS, NORTH_EDGE, SOUTH_EDGE, Board

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
OUTSIDE_NAMES = ("line1|2", "band2", "line2|3", "band3", "line3|4", "band4")
_HEX = re.compile(r"([A-Z])([1-9][0-9]?)")

Fault = Callable[[str, str, Any, str], NoReturn]
"""Raises the error for a key of a map: key, what was expected, what came, rule."""


@dataclass
class Map:
    """A map as read: one terrain letter and one elevation for each hex, and what is drawn on it."""

    columns: int
    rows: int
    letters: dict[str, str] = field(default_factory=dict)
    elev: dict[str, int] = field(default_factory=dict)
    roads: list[tuple[str, str]] = field(default_factory=list)
    ridges: list[tuple[str, str]] = field(default_factory=list)
    trenches: list[str] = field(default_factory=list)
    edge: int = NO_BANDS


def hex_name(board: Board, place: int) -> str:
    """[CB-2.2] Column letter and row number; the places outside the field have names of their
    own.
    """
    if place >= board.size:
        return OUTSIDE_NAMES[place - board.size]
    return f"{chr(65 + place // board.rows)}{place % board.rows + 1}"


def hex_number(board: Board, name: str) -> int | None:
    """The hex with this name, if it is on the board."""
    match = _HEX.fullmatch(name)
    if match is None:
        return None
    column, row = ord(match[1]) - 65, int(match[2]) - 1
    return column * int(board.rows) + row if column < board.columns and row < board.rows else None


def place_number(board: Board, name: str) -> int | None:
    """A hex, or `band 3`, `line 2|3` (with or without the blank) where the map has bands."""
    plain = name.replace(" ", "")
    if plain in OUTSIDE_NAMES:
        return int(board.size) + OUTSIDE_NAMES.index(plain) if board.edge != NO_BANDS else None
    return hex_number(board, name)


def places_in(board: Board, text: str) -> list[int] | None:
    """The places of one entry of a zone: a hex, a rectangle, a band or a line."""
    if ":" not in text:
        place = place_number(board, text)
        return None if place is None else [place]
    first, _, last = text.partition(":")
    a, b = hex_number(board, first), hex_number(board, last)
    if a is None or b is None:
        return None
    rows = int(board.rows)
    columns = range(a // rows, b // rows + 1)
    return [
        column * rows + row for column in columns for row in range(a % rows, b % rows + 1)
    ] or None


def neighbour(a: str, b: str) -> bool:
    """Whether two hex names are adjacent, wherever the board ends."""
    (ca, ha), (cb, hb) = _centre(a), _centre(b)
    return any(
        ca + dc == cb and ha + dh == hb for dc, dh in zip(STEP_COLUMN, STEP_HEIGHT, strict=True)
    )


def _centre(name: str) -> tuple[int, int]:
    match = _HEX.fullmatch(name)
    assert match is not None
    column, row = ord(match[1]) - 65, int(match[2]) - 1
    return column, 2 * row + column % 2


def read_map(contents: Mapping[str, Any], letters: Mapping[str, Terrain], fault: Fault) -> Map:
    """The `[map]` of a battle; every fault names its key."""
    known = keys_of(MapSection)
    for key in contents:
        if key not in known:
            fault(key, "one of " + ", ".join(known), key, "CB-2.6")
    rows = _rows(contents.get("terrain"), "terrain", fault)
    drawn = Map(len(rows[0]), len(rows))
    if drawn.columns > 26 or drawn.rows > 99 or drawn.columns * drawn.rows > MOST_HEXES:
        fault(
            "terrain",
            f"at most 26 columns, 99 rows and {MOST_HEXES} hexes",
            f"{drawn.columns} by {drawn.rows}",
            "CB-2.2",
        )
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in letters:
                fault(
                    f"terrain row {r + 1}",
                    "letters out of " + "".join(sorted(letters)),
                    letter,
                    "CB-2.6",
                )
            drawn.letters[_name(c, r)] = letter
    _read_elevation(drawn, contents, fault)
    _read_roads(drawn, contents, fault)
    _read_ridges(drawn, contents, fault)
    for name in _strings(contents, "trenches", fault):
        drawn.trenches.append(_on_map(drawn, name, "trenches", fault))
    bands = contents.get("bands", "")
    if bands not in ("", "north", "south"):
        fault("bands", "north or south", bands, "CB-2.18")
    drawn.edge = {"": NO_BANDS, "north": NORTH_EDGE, "south": SOUTH_EDGE}[bands]
    return drawn


def _name(column: int, row: int) -> str:
    return f"{chr(65 + column)}{row + 1}"


def _rows(text: Any, key: str, fault: Fault) -> list[str]:
    if not isinstance(text, str):
        fault(key, "rows of letters, one for each hex row", text, "CB-2.2")
    rows = ["".join(line.split()) for line in text.split("\n")]
    rows = [row for row in rows if row]
    if not rows:
        fault(key, "at least one row", text, "CB-2.2")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            fault(
                f"{key} row {r + 1}",
                f"{len(rows[0])} hexes as in row 1",
                f"{len(row)} in {row!r}",
                "CB-2.2",
            )
    return rows


def _read_elevation(drawn: Map, contents: Mapping[str, Any], fault: Fault) -> None:
    """[CB-2.7] [CB-2.8] [CB-2.9] One number for each hex; lines lie where neighbours differ."""
    drawn.elev = dict.fromkeys(drawn.letters, 0)
    if "elev" not in contents:
        return
    rows = _rows(contents["elev"], "elev", fault)
    if len(rows) != drawn.rows or len(rows[0]) != drawn.columns:
        fault(
            "elev",
            f"{drawn.rows} rows of {drawn.columns}",
            f"{len(rows)} rows of {len(rows[0])}",
            "CB-2.8",
        )
    for r, row in enumerate(rows):
        for c, digit in enumerate(row):
            if not digit.isdecimal():
                fault(f"elev row {r + 1}", "digits", digit, "CB-2.8")
            drawn.elev[_name(c, r)] = int(digit)


def _read_roads(drawn: Map, contents: Mapping[str, Any], fault: Fault) -> None:
    """[CB-2.16] Chains of adjacent hexes; each pair in a chain is a link."""
    for chain in _strings(contents, "roads", fault):
        names = [_on_map(drawn, name, "roads", fault) for name in chain.split()]
        for a, b in itertools.pairwise(names):
            if not neighbour(a, b):
                fault("roads", "adjacent hexes one after the other", f"{a} {b}", "CB-2.16")
            drawn.roads.append((a, b))


def _read_ridges(drawn: Map, contents: Mapping[str, Any], fault: Fault) -> None:
    """[CB-2.11] Hexsides between adjacent hexes of equal elevation."""
    for side in _strings(contents, "ridges", fault):
        a, dash, b = side.partition("-")
        a, b = _on_map(drawn, a, "ridges", fault), _on_map(drawn, b, "ridges", fault)
        if not dash or not neighbour(a, b):
            fault("ridges", "a hexside like C4-C5 between adjacent hexes", side, "CB-2.11")
        if drawn.elev[a] != drawn.elev[b]:
            fault(
                "ridges",
                "equal elevation on both sides",
                f"{side}: {drawn.elev[a]} and {drawn.elev[b]}",
                "CB-2.11",
            )
        drawn.ridges.append((a, b))


def _strings(contents: Mapping[str, Any], key: str, fault: Fault) -> list[str]:
    values = contents.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        fault(key, "a list of texts", values, "CB-2.6")
    return values


def _on_map(drawn: Map, name: str, key: str, fault: Fault) -> str:
    if name not in drawn.letters:
        last = _name(drawn.columns - 1, drawn.rows - 1)
        fault(key, f"a hex from A1 to {last}", name, "CB-2.2")
    return name


def build_board(drawn: Map, catalogue: Catalogue) -> Board:
    """The board as tables, with every line of sight looked along once."""
    board = Board()
    board.lay_out(drawn.columns, drawn.rows)
    board.edge = drawn.edge
    names = [_name(c, r) for c in range(drawn.columns) for r in range(drawn.rows)]
    trench = catalogue.terrain["entrenchment"]
    kinds = [
        [catalogue.letters[drawn.letters[n]]] + ([trench] if n in drawn.trenches else [])
        for n in names
    ]
    board.elev = vec[i64]([drawn.elev[n] for n in names])
    board.obstacle = vec[i64]([int(any(k.obstacle for k in ks)) for ks in kinds])
    board.closed = vec[i64]([int(any(k.closed for k in ks)) for ks in kinds])
    board.cover = vec[i64]([max(k.cover for k in ks) for ks in kinds])  # CB-11.4
    board.cover_vehicle = vec[i64]([max(k.cover_vehicle for k in ks) for ks in kinds])
    board.cost = vec[i64]([_dearest(ks, name) for name in MOVE_CLASSES for ks in kinds])
    board.near = vec[i64]([_near(board, place, d) for place in range(len(names)) for d in range(6)])
    board.roads = _sides(board, drawn.roads)
    board.ridges = _sides(board, drawn.ridges)
    board.exits = vec[i64]([0] * len(names))
    board.flat = len(set(drawn.elev.values())) == 1 and not drawn.ridges
    board.steps = vec[i64](
        [
            step_halves(board, n, place, d)
            for n in range(len(MOVE_CLASSES))
            for place in range(len(names))
            for d in range(6)
        ]
    )
    see_all(board)
    return board


def _dearest(kinds: list[Terrain], move_class: str) -> int:
    """[CB-6.3] The dearest terrain of the hex counts; impassable is dearer than any."""
    costs = [kind.cost(move_class) for kind in kinds]
    return -1 if -1 in costs else max(costs)


def _near(board: Board, place: int, d: int) -> int:
    column = board.column[place] + STEP_COLUMN[d]
    return board.hex_at(column, board.height[place] + STEP_HEIGHT[d])


def _sides(board: Board, sides: list[tuple[str, str]]) -> vec[i64]:
    masks = [0] * int(board.size)
    for a, b in sides:
        for text, other in ((a, b), (b, a)):
            place, there = hex_number(board, text), hex_number(board, other)
            assert place is not None
            d = next(d for d in range(6) if board.near[place * 6 + d] == there)
            masks[place] |= 1 << d
    return vec[i64](masks)
