"""What pictures are made of: paths, words and groups of them, in units with x to the right and y
downwards.

A picture is plain data. `svg` writes it as SVG, and the printing code draws the same shapes on
paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin
from typing import Literal

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
"""One stroke of a pen: `M` and `L` with a point, `C` with three, `Z` with none."""
Face = Literal["text", "display", "number"]
Align = Literal["start", "middle", "end"]

_ROUND = 0.5522847498
"""How far the handles of a quarter circle reach."""
_WORD = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Stroke:
    """How a path looks: its fill, its line, and how wide and broken that is."""

    fill: str = "none"
    line: str = "none"
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True)
class Path:
    """A way of straight and curved strokes."""

    steps: tuple[Step, ...]
    ink: Stroke


@dataclass(frozen=True)
class Words:
    """A line of text; `at` lies on its base line."""

    at: Point
    text: str
    size: float
    colour: str
    bold: bool = False
    align: Align = "middle"
    face: Face = "text"


@dataclass(frozen=True)
class Group:
    """Shapes moved, turned clockwise by degrees and scaled together; `label` says what they
    show.

    `place` is the name of the place that they draw and `piece` that of the piece, as actions and
    events spell them, so that a browser can find both on the board.
    """

    shapes: tuple[Shape, ...]
    at: Point = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0
    label: str = ""
    place: str = ""
    piece: str = ""


Shape = Path | Words | Group


@dataclass(frozen=True)
class Picture:
    """A sheet of shapes with its size."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def parse_path(data: str, ink: Stroke) -> Path:
    """A path from a text such as `M0 0L4 0L4 3Z`: absolute points, and only M, L, C and Z."""
    steps: list[Step] = []
    for letter, rest in _WORD.findall(data):
        numbers = [float(item) for item in _NUMBER.findall(rest)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        size = {"M": 1, "L": 1, "C": 3, "Z": 0}[letter]
        if size == 0:
            steps.append(("Z", ()))
        for start in range(0, len(points), size or 1):
            steps.append(
                (
                    letter if start == 0 or letter != "M" else "L",
                    tuple(points[start : start + size]),
                )
            )
    return Path(tuple(steps), ink)


def line(points: Iterable[Point], ink: Stroke, closed: bool = False) -> Path:
    """Straight strokes from point to point."""
    steps: list[Step] = [("L" if n else "M", (point,)) for n, point in enumerate(points)]
    return Path((*steps, ("Z", ())) if closed else tuple(steps), ink)


def circle(at: Point, radius: float, ink: Stroke) -> Path:
    x, y = at
    k = radius * _ROUND
    r = radius
    return Path(
        (
            ("M", ((x + r, y),)),
            ("C", ((x + r, y + k), (x + k, y + r), (x, y + r))),
            ("C", ((x - k, y + r), (x - r, y + k), (x - r, y))),
            ("C", ((x - r, y - k), (x - k, y - r), (x, y - r))),
            ("C", ((x + k, y - r), (x + r, y - k), (x + r, y))),
            ("Z", ()),
        ),
        ink,
    )


def box(x: float, y: float, width: float, height: float, ink: Stroke, corner: float = 0.0) -> Path:
    """A rectangle, with round corners where `corner` says so."""
    right, bottom = x + width, y + height
    if not corner:
        return line([(x, y), (right, y), (right, bottom), (x, bottom)], ink, closed=True)
    c, k = corner, corner * (1 - _ROUND)
    return Path(
        (
            ("M", ((x + c, y),)),
            ("L", ((right - c, y),)),
            ("C", ((right - k, y), (right, y + k), (right, y + c))),
            ("L", ((right, bottom - c),)),
            ("C", ((right, bottom - k), (right - k, bottom), (right - c, bottom))),
            ("L", ((x + c, bottom),)),
            ("C", ((x + k, bottom), (x, bottom - k), (x, bottom - c))),
            ("L", ((x, y + c),)),
            ("C", ((x, y + k), (x + k, y), (x + c, y))),
            ("Z", ()),
        ),
        ink,
    )


def smooth(points: list[Point], ink: Stroke, closed: bool = False) -> Path:
    """A curve through all points."""
    count = len(points)

    def at(n: int) -> Point:
        return points[n % count] if closed else points[min(max(n, 0), count - 1)]

    steps: list[Step] = [("M", (points[0],))]
    for n in range(count if closed else count - 1):
        a, b, c, d = (at(n + k) for k in (-1, 0, 1, 2))
        bend_out = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        bend_in = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        steps.append(("C", (bend_out, bend_in, c)))
    return Path((*steps, ("Z", ())) if closed else tuple(steps), ink)


def hexagon(at: Point, side: float, ink: Stroke, pointed: bool) -> Path:
    """A hex with a point at the top, or with a flat side there."""
    return line(hex_corners(at, side, pointed), ink, closed=True)


def hex_corners(at: Point, side: float, pointed: bool) -> list[Point]:
    turns = [radians(60 * n + (30 if pointed else 0)) for n in range(6)]
    return [(at[0] + side * cos(turn), at[1] + side * sin(turn)) for turn in turns]


def away(at: Point, middle: Point, by: float) -> Point:
    """A point moved away from the middle, or towards it where `by` is negative."""
    length = hypot(at[0] - middle[0], at[1] - middle[1]) or 1.0
    return at[0] + (at[0] - middle[0]) / length * by, at[1] + (at[1] - middle[1]) / length * by


def bounds(shapes: Iterable[Shape]) -> Box:
    """The box that holds all shapes; curves count with their handles, so it may be a little
    large.
    """
    boxes = [_bounds(shape) for shape in shapes]
    boxes = [values for values in boxes if values[2] >= values[0]]
    if not boxes:
        return 0.0, 0.0, -1.0, -1.0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _bounds(shape: Shape) -> Box:
    if isinstance(shape, Words):
        width = words_width(shape)
        left = shape.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.align] * width
        return left, shape.at[1] - 0.8 * shape.size, left + width, shape.at[1] + 0.25 * shape.size
    if isinstance(shape, Path):
        points = [point for _, values in shape.steps for point in values]
        edge = shape.ink.width / 2 if shape.ink.line != "none" else 0.0
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
    left, top, right, bottom = bounds(shape.shapes)
    if right < left:
        return left, top, right, bottom
    corners = [placed(shape, (x, y)) for x in (left, right) for y in (top, bottom)]
    return (
        min(x for x, _ in corners),
        min(y for _, y in corners),
        max(x for x, _ in corners),
        max(y for _, y in corners),
    )


def placed(group: Group, point: Point) -> Point:
    """Where a point of a group lies outside of it."""
    turn = radians(group.turn)
    x, y = point[0] * group.scale, point[1] * group.scale
    return group.at[0] + x * cos(turn) - y * sin(turn), group.at[1] + x * sin(turn) + y * cos(turn)


_NARROW, _WIDE = frozenset("iljtfrI.,:;'!|()[] "), frozenset("mwMW@%—…")


def words_width(words: Words) -> float:
    """About how wide a line of text is, rather too wide than too narrow."""
    if words.face == "number":
        return 0.62 * words.size * len(words.text)
    total = sum(_letter_width(text) for text in words.text)
    return total * words.size * (1.08 if words.bold else 1.0)


def _letter_width(text: str) -> float:
    if text in _NARROW:
        return 0.36
    if text in _WIDE or ord(text) > 0x2000:
        return 0.95
    return 0.7 if text.isupper() else 0.58


def labels(shapes: Iterable[Shape]) -> Iterator[str]:
    """What the labelled groups show, from the outside in."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.label:
                yield shape.label
            yield from labels(shape.shapes)


def count(shapes: Iterable[Shape]) -> int:
    """How many shapes there are, those inside groups included."""
    return sum(1 + (count(shape.shapes) if isinstance(shape, Group) else 0) for shape in shapes)


def fitted(words: Words, width: float) -> Words:
    """The words in a size that fits this width."""
    wide = words_width(words)
    if wide <= width:
        return words
    return Words(
        words.at,
        words.text,
        words.size * width / wide,
        words.colour,
        words.bold,
        words.align,
        words.face,
    )


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """A text in lines that fit a width; a word alone may be longer."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and words_width(Words((0, 0), longer, size, "", bold)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
