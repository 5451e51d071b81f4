"""The data file: read, checked, and turned into tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from librt.vecs import vec
from mypy_extensions import i64, u8

from dogfight.datafiles.files import DataFile, StrictStruct, find
from dogfight.games.starfighters.tables import COUNT_BITS, FORWARD, LEFT, RIGHT, Tables

Offset = tuple[int, int]
FILE = "starfighters.toml"
CARDS = ("short", "medium", "long", "drain", "echo", "anchor")
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
OFFSETS: tuple[Offset, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
FORWARDS = {"F": FORWARD, "L": LEFT, "R": RIGHT}
MOST_LINE_HEXES = 62
MOST_OF_A_KIND = 255
RULES = {
    "players": "SF-1.1",
    "map": "SF-1.5",
    "directions": "SF-1.7",
    "lines": "SF-2.6",
    "deck": "SF-1.4",
    "attack": "SF-6.1",
    "limits": "SF-11.6",
}
"""The rule about each table of the file."""


_Copies = Annotated[int, msgspec.Meta(ge=0, le=MOST_OF_A_KIND, extra={"rule": "SF-1.4"})]
"""How many of a card there are."""


class _Meta(StrictStruct, frozen=True):
    id: str
    note: str


class _Players(StrictStruct, frozen=True):
    """[SF-1.1] How many play, and what each of them has."""

    min: Annotated[int, msgspec.Meta(ge=3, le=6, extra={"rule": "SF-1.1"})]
    max: Annotated[int, msgspec.Meta(ge=3, le=6, extra={"rule": "SF-1.1"})]
    hull: Annotated[int, msgspec.Meta(ge=1, le=9, extra={"rule": "SF-2.4"})]
    """Hits that a ship bears."""
    hand: Annotated[int, msgspec.Meta(ge=1, le=20, extra={"rule": "SF-2.10"})]
    """Cards in a hand."""
    steps: Annotated[int, msgspec.Meta(ge=1, le=9, extra={"rule": "SF-4.2"})]
    """Hexes that a ship may fly in a turn."""
    debris_steps: Annotated[int, msgspec.Meta(ge=0, le=9, extra={"rule": "SF-9.5"})]
    """Hexes that debris may fly in a turn."""
    wreckage_at_start: Annotated[int, msgspec.Meta(ge=0, le=19, extra={"rule": "SF-2.1"})]


class _Map(StrictStruct, frozen=True):
    """[SF-1.5] The map is a hexagon of hexes."""

    shape: str
    radius: Annotated[int, msgspec.Meta(ge=2, le=15, extra={"rule": "SF-1.5"})]
    """Hexes from the middle to a side."""


class _Directions(StrictStruct, frozen=True):
    order: tuple[str, ...]
    E: Offset
    NE: Offset
    NW: Offset
    W: Offset
    SW: Offset
    SE: Offset


class _Deck(StrictStruct, frozen=True):
    """[SF-1.4] How many of each card there are, and how many in all."""

    short: _Copies
    medium: _Copies
    long: _Copies
    drain: _Copies
    echo: _Copies
    anchor: _Copies
    total: int
    """The sum of the kinds."""


class _Short(StrictStruct, frozen=True):
    radius: int


class _Medium(StrictStruct, frozen=True):
    zone_E: tuple[Offset, ...]  # noqa: N815 (the key of the data file)


class _Long(StrictStruct, frozen=True):
    beams: tuple[str, ...]
    blocked_by: tuple[str, ...]


class _Attack(StrictStruct, frozen=True):
    short: _Short
    medium: _Medium
    long: _Long


class _Limits(StrictStruct, frozen=True):
    """[SF-11.6] When a game ends that nobody wins."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=1000, extra={"rule": "SF-11.6"})]


class _File(StrictStruct, frozen=True):
    meta: _Meta
    players: _Players
    map: _Map
    directions: _Directions
    lines: dict[str, tuple[Offset, ...]]
    deck: _Deck
    attack: _Attack
    limits: _Limits


@dataclass(frozen=True, eq=False)
class Data:
    """A checked data file, its tables, and the hexes by their numbers, coordinates and names."""

    file: DataFile
    tables: Tables
    radius: int
    least_players: int
    most_players: int
    hexes: tuple[Offset, ...]
    numbers: dict[Offset, int]
    names: tuple[str, ...]
    lines: tuple[int, ...]
    line_names: tuple[str, ...]


DATA_FILES = {FILE: _File}


def load_data(folder: Path | None = None) -> Data:
    """The data of a folder, or the built-in ones; `BadData` names file, key and what was
    expected.
    """
    file = find("starfighters", FILE, folder)
    read = file.read(_File, RULES)
    _check(file, read)
    hexes = _hexes(read.map.radius)
    numbers = {item: number for number, item in enumerate(hexes)}
    names = tuple(f"{q},{r}" for q, r in hexes)
    lines = tuple(sorted({numbers[item] for line in read.lines.values() for item in line}))
    return Data(
        file=file,
        tables=_tables(read, hexes, numbers, lines),
        radius=read.map.radius,
        least_players=read.players.min,
        most_players=read.players.max,
        hexes=hexes,
        numbers=numbers,
        names=names,
        lines=lines,
        line_names=tuple(names[item] for item in lines),
    )


def _on_map(numbers: Offset, radius: int) -> bool:
    """[SF-1.5] The map is a hexagon of hexes."""
    return max(abs(numbers[0]), abs(numbers[1]), abs(numbers[0] + numbers[1])) <= radius


def _hexes(radius: int) -> tuple[Offset, ...]:
    """[SF-1.5] All hexes, row by row."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if _on_map((q, r), radius))


def _check(file: DataFile, read: _File) -> None:
    _within(file, "players.max", read.players.max, read.players.min, 6, "SF-1.1")
    _check_map(file, read)
    _check_deck(file, read)
    _check_attacks(file, read)


def _within(file: DataFile, key: str, value: int, least: int, most: int, rule: str) -> None:
    if not least <= value <= most:
        raise file.fault(key, f"a whole number from {least} to {most}", value, rule=rule)


def _check_map(file: DataFile, read: _File) -> None:
    if read.map.shape != "hexagon":
        raise file.fault("map.shape", "'hexagon'", read.map.shape, rule="SF-1.5")
    if read.directions.order != DIRECTIONS:
        raise file.fault(
            "directions.order", f"{', '.join(DIRECTIONS)}", read.directions.order, rule="SF-1.7"
        )
    for name, offset in zip(DIRECTIONS, OFFSETS, strict=True):
        if getattr(read.directions, name) != offset:
            raise file.fault(
                f"directions.{name}", f"{offset}", getattr(read.directions, name), rule="SF-1.7"
            )
    for name, line in read.lines.items():
        for numbers in line:
            if not _on_map(numbers, read.map.radius):
                raise file.fault(f"lines.{name}", "hexes of the map", numbers, rule="SF-2.6")
    least = read.players.max + read.players.wreckage_at_start
    count = len({item for line in read.lines.values() for item in line})
    if not least <= count <= MOST_LINE_HEXES:
        raise file.fault(
            "lines", f"{least} to {MOST_LINE_HEXES} different hexes", count, rule="SF-2.6"
        )


def _check_deck(file: DataFile, read: _File) -> None:
    counts = [getattr(read.deck, name) for name in CARDS]
    if read.deck.total != sum(counts):
        raise file.fault(
            "deck.total", f"the sum of the kinds, {sum(counts)}", read.deck.total, rule="SF-1.4"
        )
    needed = read.players.max * read.players.hand
    if sum(counts) < needed:
        raise file.fault(
            "deck.total", f"at least {needed} cards, to deal all hands", sum(counts), rule="SF-2.10"
        )


def _check_attacks(file: DataFile, read: _File) -> None:
    across = 2 * read.map.radius
    _within(file, "attack.short.radius", read.attack.short.radius, 1, across, "SF-6.1")
    zone = read.attack.medium.zone_E
    wrong = [
        numbers
        for numbers in zone
        if numbers == (0, 0) or not _on_map(numbers, across) or zone.count(numbers) > 1
    ]
    if wrong or not zone:
        raise file.fault(
            "attack.medium.zone_E",
            f"different offsets within {across} of the ship",
            wrong,
            rule="SF-6.3",
        )
    beams = read.attack.long.beams
    if not beams or len(set(beams)) < len(beams) or not set(beams) <= set(FORWARDS):
        raise file.fault("attack.long.beams", "some of L, F, R, each once", beams, rule="SF-6.4")
    blocked = read.attack.long.blocked_by
    if len(set(blocked)) < len(blocked) or not set(blocked) <= {"wreckage", "debris"}:
        raise file.fault(
            "attack.long.blocked_by", "wreckage, debris, both or none", blocked, rule="SF-6.5"
        )


def _tables(
    read: _File, hexes: tuple[Offset, ...], numbers: dict[Offset, int], lines: tuple[int, ...]
) -> Tables:
    off_map = len(hexes)
    nexts = [numbers.get((q + dq, r + dr), off_map) for q, r in hexes for dq, dr in OFFSETS]
    players = read.players
    return Tables(
        vec[i64]([q for q, _ in hexes]),
        vec[i64]([r for _, r in hexes]),
        vec[i64]([*nexts, *[off_map] * 6]),
        vec[i64](lines),
        _zones(read.attack.medium.zone_E, 2 * read.map.radius),
        4 * read.map.radius + 1,
        sum(getattr(read.deck, name) << (kind * COUNT_BITS) for kind, name in enumerate(CARDS)),
        vec[i64](
            [
                players.hull,
                players.hand,
                players.steps,
                players.debris_steps,
                players.wreckage_at_start,
                read.attack.short.radius,
                read.limits.turns,
            ]
        ),
        sum(1 << FORWARDS[beam] for beam in read.attack.long.beams),
        "wreckage" in read.attack.long.blocked_by,
        "debris" in read.attack.long.blocked_by,
    )


def _zones(zone: tuple[Offset, ...], half: int) -> vec[u8]:
    """[SF-6.3] For each facing and each offset, row by row, whether it lies in the front zone."""
    across = 2 * half + 1
    table = [0] * (6 * across * across)
    for facing in range(6):
        for q, r in zone:
            table[(facing * across + r + half) * across + q + half] = 1
        zone = tuple((q + r, -q) for q, r in zone)
    return vec[u8](table)
