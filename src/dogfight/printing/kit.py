"""What a game is made of on the table: boards, and parts to cut out, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dogfight.boards import palette as inks
from dogfight.boards.shapes import Group, Shape, Stroke, Words, box, fitted, line, wrapped

CARD = (38.0, 54.0)
"""The size of a card: sixteen on a page."""
MM = 0.3528
"""A printer's point in millimetres: text is set in points."""


@dataclass(frozen=True)
class Part:
    """Something to cut out along its edge; `shapes` lie within width and height, `paper` runs on
    into the bleed.
    """

    label: str
    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    paper: str = inks.SHEET


@dataclass
class Kit:
    """All of a game.

    Sheets are read and come first. Boards may be larger than a page, and are then
    printed in pieces to be joined.
    """

    title: str
    boards: list[Part]
    parts: list[Part]
    sheets: list[Part] = field(default_factory=list)


def part(
    label: str,
    width: float,
    height: float,
    shapes: Iterable[Shape],
    units: float,
    paper: str = inks.SHEET,
) -> Part:
    """A part from shapes in units, so many of which fill its width."""
    return Part(label, width, height, (Group(tuple(shapes), scale=width / units),), paper)


def centred(
    label: str,
    width: float,
    height: float,
    shapes: Iterable[Shape],
    scale: float,
    paper: str = inks.SHEET,
) -> Part:
    """A part from shapes around the origin, with so many millimetres to a unit."""
    return Part(
        label, width, height, (Group(tuple(shapes), (width / 2, height / 2), scale=scale),), paper
    )


def folded(label: str, front: Part, back: Part) -> Part:
    """Two faces side by side with a line to fold along, for a piece with two sides."""
    fold = line(
        [(front.width, 0.2), (front.width, front.height - 0.2)],
        Stroke(line=inks.RULE, width=0.2, dash=(1, 1)),
    )
    other = Group(back.shapes, (front.width, 0))
    paper = box(front.width, 0, back.width, back.height, Stroke(back.paper))
    return Part(
        label,
        front.width + back.width,
        front.height,
        (*front.shapes, paper, other, fold),
        front.paper,
    )


def token(
    label: str, size: float, shapes: Iterable[Shape], scale: float, paper: str = inks.SHEET
) -> Part:
    """A square counter."""
    return centred(label, size, size, shapes, scale, paper)


def aid(
    label: str, title: str, rows: Sequence[str], width: float = 86.0, size: float = 8.0
) -> Part:
    """A card of words: a title, and what the data say, as high as it has to be."""
    points = size * MM
    lines: list[str] = []
    for row in rows:
        lines += wrapped(row, points, width - 8) or [""]
    step = points * 1.35
    height = 13 + step * len(lines)
    shapes: list[Shape] = [
        box(0.4, 0.4, width - 0.8, height - 0.8, Stroke(line=inks.INK, width=0.5), 2),
        fitted(Words((4, 7), title, 4.2, inks.INK, True, "start", "display"), width - 8),
        line([(4, 8.6), (width - 4, 8.6)], Stroke(line=inks.INK, width=0.3)),
    ]
    for n, text in enumerate(lines):
        shapes.append(
            fitted(Words((4, 12.4 + step * n), text, points, inks.INK, False, "start"), width - 8)
        )
    return Part(label, width, height, tuple(shapes))
