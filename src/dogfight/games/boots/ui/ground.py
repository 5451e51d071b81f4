"""The ground of Combat Boots: every terrain is a tint and a sign, so that it reads in grey."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, radians, sin, sqrt
from typing import Protocol

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.shapes import (
    Group,
    Point,
    Shape,
    Stroke,
    box,
    circle,
    hexagon,
    line,
    parse_path,
)
from dogfight.games.boots.maps import OUTSIDE_NAMES

SIDE = 34.0
BAND = 92.0
MARGIN = 54.0
STEP_X, STEP_Y = 1.5 * SIDE, SIDE * sqrt(3) / 2
_HEX = re.compile(r"([A-Z])(\d+)")
_SPOTS = ((-14, -10), (8, -13), (-2, 2), (16, 4), (-15, 13))
_TINTS = {"B": inks.HOUSE_BG, "F": inks.FOREST_BG, "s": inks.SAND, "W": inks.WATER}
_LEVELS = (inks.LAND, inks.LAND_3, inks.LAND_4, inks.ROAD_EDGE)
_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Ground(Protocol):
    """A map as a view tells it: rows of letters and heights, and what is drawn on them."""

    @property
    def terrain(self) -> tuple[str, ...]: ...
    @property
    def elevation(self) -> tuple[str, ...]: ...
    @property
    def roads(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def ridges(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def trenches(self) -> tuple[str, ...]: ...
    @property
    def bands(self) -> str: ...


class Field:
    """Where hexes, bands and lines lie on the sheet."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.columns, self.rows = len(ground.terrain[0]), len(ground.terrain)
        self.top = 3 * BAND if ground.bands == "north" else 0.0
        self.field_height = 2 * MARGIN + STEP_Y * (2 * self.rows - 1)
        self.width = 2 * MARGIN + STEP_X * (self.columns - 1)
        self.height = self.field_height + (3 * BAND if ground.bands else 0.0)

    def cell(self, column: int, row: int) -> Point:
        return MARGIN + STEP_X * column, self.top + MARGIN + STEP_Y * (2 * row + column % 2)

    def at(self, place: str) -> Point | None:
        """A hex, a band or a line by its name; None for what lies nowhere."""
        if match := _HEX.fullmatch(place):
            return self.cell(ord(match[1]) - 65, int(match[2]) - 1)
        if place not in OUTSIDE_NAMES or not self.ground.bands:
            return None
        away = OUTSIDE_NAMES.index(place) * BAND / 2 + 4
        return (
            self.width / 2,
            self.top - away if self.ground.bands == "north" else self.field_height + away,
        )

    def names(self) -> Iterator[tuple[str, str, int]]:
        """Every hex with its letter and its height."""
        for r, row in enumerate(self.ground.terrain):
            for c, letter in enumerate(row):
                yield f"{chr(65 + c)}{r + 1}", letter, int(self.ground.elevation[r][c])

    def shapes(self) -> Iterator[Shape]:
        """The empty map."""
        yield box(1, 1, self.width - 2, self.height - 2, Stroke(inks.SHEET, inks.INK, 1.5))
        yield from self._bands()
        for name, letter, height in self.names():
            tint = _TINTS.get(letter, _LEVELS[min(height, 3)])
            yield hexagon(self._spot(name), SIDE, Stroke(tint, inks.GRID_SOFT, 1), pointed=False)
        yield from self._slopes()
        for colour, width in ((inks.ROAD_EDGE, 11.0), (inks.ROAD, 8.0)):
            for a, b in self.ground.roads:
                yield line([self._spot(a), self._spot(b)], Stroke(line=colour, width=width))
        for name, letter, height in self.names():
            signs = tuple(terrain_sign(letter))
            if signs:
                yield Group(signs, self._spot(name))
            if height and letter not in _TINTS:
                x, y = self._spot(name)
                yield parts.text((x + 16, y + 26), f"+{height}", 9, inks.BROWN)
        for name in self.ground.trenches:
            zigzag = [(-24.0 + 6 * n, 22.0 - 5 * (n % 2)) for n in range(9)]
            yield Group(
                (line(zigzag, Stroke(line=inks.INK, width=2.4)),),
                self._spot(name),
                label=f"trench {name}",
            )
        for column in range(self.columns):
            yield parts.text(
                (self.cell(column, 0)[0], self.top + 15),
                chr(65 + column),
                12,
                inks.INK_2,
                face="number",
            )
        for row in range(self.rows):
            yield parts.text(
                (9, self.cell(0, row)[1] + 4), str(row + 1), 12, inks.INK_2, 16, "number"
            )

    def _spot(self, name: str) -> Point:
        at = self.at(name)
        assert at is not None
        return at

    def _bands(self) -> Iterator[Shape]:
        if not self.ground.bands:
            return
        for n in range(3):
            y = (
                self.top - (n + 1) * BAND
                if self.ground.bands == "north"
                else self.field_height + n * BAND
            )
            fill = inks.LAND if n % 2 else inks.LAND_2
            yield box(
                8,
                y + (0 if self.ground.bands == "south" else 2),
                self.width - 16,
                BAND - 2,
                Stroke(fill, inks.GRID, 1),
            )
            yield parts.left_text((18, y + 20), f"band {n + 2}", 14, inks.INK_2, bold=True)

    def _slopes(self) -> Iterator[Shape]:
        """Lines where neighbours differ in height, hachured downhill; ridges hachured both ways."""
        heights = {_half_rows(name): (name, height) for name, _, height in self.names()}
        ridges = {pair for a, b in self.ground.ridges for pair in ((a, b), (b, a))}
        for (column, half), (name, height) in heights.items():
            for n, (dc, dh) in enumerate(_STEPS):
                there = heights.get((column + dc, half + dh))
                if there is None:
                    continue
                ridge = name < there[0] and (name, there[0]) in ridges
                if height > there[1] or ridge:
                    yield from _slope(self._spot(name), n, both=ridge)


def _slope(at: Point, n: int, both: bool) -> Iterator[Shape]:
    """The side of a hex towards its n-th neighbour, with hachures."""
    a, b = (
        (at[0] + SIDE * cos(radians(60 * k - 120)), at[1] + SIDE * sin(radians(60 * k - 120)))
        for k in (n, n + 1)
    )
    turn = radians(60 * n - 90)
    out = (7 * cos(turn), 7 * sin(turn))
    yield line([a, b], Stroke(line=inks.BROWN, width=2.6))
    for share in (0.15, 0.32, 0.5, 0.68, 0.85):
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        back = 0.7 if both else 0.0
        start = (x - out[0] * back, y - out[1] * back)
        yield line(
            [start, (x + out[0] * (1 - back * 0.3), y + out[1] * (1 - back * 0.3))],
            Stroke(line=inks.BROWN, width=1.1),
        )


def _half_rows(name: str) -> tuple[int, int]:
    column = ord(name[0]) - 65
    return column, 2 * (int(name[1:]) - 1) + column % 2


def terrain_sign(letter: str) -> Iterator[Shape]:
    """The sign drawn on a terrain; one that we have no sign for shows its letter."""
    if letter == ".":
        return
    if letter == "F":
        for x, y in _SPOTS:
            yield circle((x, y - 1), 5.2, Stroke(inks.FOREST))
            yield line([(x, y + 3), (x, y + 8)], Stroke(line=inks.FOREST, width=2))
    elif letter == "B":
        ink = Stroke(inks.HOUSE, inks.INK, 0.8)
        yield box(-17, -14, 20, 12, ink)
        yield box(7, -21, 12, 16, ink)
        yield box(-4, 6, 22, 10, ink)
    elif letter == "b":
        for x, y in _SPOTS:
            tuft = (
                f"M{x - 4} {y + 4}L{x - 6} {y - 2}M{x} {y + 4}L{x} {y - 4}M{x + 4} {y + 4}L{x + 6}"
                f" {y - 2}"
            )
            yield parse_path(tuft, Stroke(line=inks.BRUSH, width=1.5))
    elif letter == "R":
        rocks = (
            "M-18 6L-12 -6L-3 -8L3 2L-2 10ZM4 12L10 0L18 -2L22 8L14 15ZM2 -10L8 -18L15 -13L12 -6Z"
        )
        yield parse_path(rocks, Stroke(inks.ROCK, inks.INK_2, 1))
    elif letter == "s":
        for x, y in (*_SPOTS, (4, 17), (-6, -18), (18, -8)):
            yield circle((x, y), 1.4, Stroke(inks.ROAD_EDGE))
    elif letter == "M":
        marsh = "M-18 -8L-6 -8M2 -12L16 -12M-12 2L2 2M8 4L20 4M-16 12L-6 12M-2 14L12 14"
        yield parse_path(marsh, Stroke(line=inks.BLUE, width=2.2))
    elif letter == "W":
        for y in (-8, 6):
            wave = (
                f"M-22 {y}C-16 {y - 6} -12 {y + 6} -6 {y}C0 {y - 6} 4 {y + 6} 10 {y}C14 {y - 5} 18"
                f" {y + 4} 22 {y}"
            )
            yield parse_path(wave, Stroke(line=inks.SKY_1, width=2))
    else:
        yield parts.text((0, 8), letter, 22, inks.INK_2, face="display")
