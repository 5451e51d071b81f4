"""Starfighters: hexes of a star atlas, six silhouettes, wreckage, hull pips and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle, seat_style
from dogfight.boards.shapes import (
    Group,
    Picture,
    Point,
    Shape,
    Stroke,
    box,
    circle,
    hexagon,
    parse_path,
)
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.starfighters.data import DIRECTIONS
from dogfight.games.starfighters.view import BoardView, Ship

SIDE = 26.5
MARGIN = 40.0
SHIPS = (
    ("M0 -17L5 -4L15 9L15 14L5 11L3 16L-3 16L-5 11L-15 14L-15 9L-5 -4Z", "M-9 8L9 8"),
    (
        "M0 -17C5 -12 6 -4 6 2L16 12L14 15L5 12L0 16L-5 12L-14 15L-16 12L-6 2C-6 -4 -5 -12 0 -17Z",
        "M-7 5L0 -3L7 5M-7 11L0 3L7 11",
    ),
    (
        "M-4 -16L4 -16L5 -2L16 -6L16 12L6 9L4 15L-4 15L-6 9L-16 12L-16 -6L-5 -2Z",
        "M-11 2L-11 8M11 2L11 8M0 -8L0 8",
    ),
    ("M0 -17L16 15L8 11L0 15L-8 11L-16 15Z", "M0 2.5L3.5 6L0 9.5L-3.5 6Z"),
    (
        "M0 -17C8 -14 15 -4 16 8L9 6L8 14L-8 14L-9 6L-16 8C-15 -4 -8 -14 0 -17Z",
        "M-8 0L8 0M-5 -6L5 -6",
    ),
    (
        "M0 -17L4 -8L12 -10L9 0L16 8L7 9L4 15L-4 15L-7 9L-16 8L-9 0L-12 -10L-4 -8Z",
        "M0 -6L5 2L0 8L-5 2Z",
    ),
)
ROCK = "M-13 4L-9 -9L2 -13L12 -6L13 6L3 13L-8 12Z"


class Chart:
    """Where the hexes of a map lie, whatever its size."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.width = 2 * MARGIN + SIDE * sqrt(3) * 2 * radius
        self.height = 2 * MARGIN + SIDE * 3 * radius

    def at(self, name: str) -> Point:
        q, r = (int(part) for part in name.split(","))
        return self.width / 2 + SIDE * sqrt(3) * (q + r / 2), self.height / 2 + SIDE * 1.5 * r

    def names(self) -> Iterator[str]:
        span = range(-self.radius, self.radius + 1)
        return (f"{q},{r}" for r in span for q in span if abs(q + r) <= self.radius)

    def shapes(self, lines: Iterable[str], coordinates: bool = False) -> Iterator[Shape]:
        """The empty map; the starting lines are marked inside their hexes."""
        yield box(1, 1, self.width - 2, self.height - 2, Stroke(inks.SHEET, inks.INK, 1.5))
        for name in self.names():
            yield hexagon(self.at(name), SIDE, Stroke(inks.PAPER, inks.GRID, 0.8), pointed=True)
        for name in lines:
            yield hexagon(
                self.at(name),
                SIDE - 5,
                Stroke(line=inks.INK_2, width=1.1, dash=(1.5, 3)),
                pointed=True,
            )
        if coordinates:
            for name in self.names():
                x, y = self.at(name)
                yield parts.text((x, y + SIDE * 0.5), name, 6.5, inks.INK_2, bold=False)


def ship(seat: int, style: SeatStyle, wreck: bool = False) -> tuple[Shape, ...]:
    """A silhouette, nose up; a wreck is dashed and crossed."""
    hull, mark = SHIPS[seat % len(SHIPS)]
    if wreck:
        ink = Stroke(line=style.colour, width=1.8, dash=(3, 2.4))
        return parse_path(hull, ink), parse_path("M-14 -14L14 14M14 -14L-14 14", ink)
    return (
        parse_path(hull, Stroke(style.fill, style.edge, 1.6 if style.solid else 2.6)),
        parse_path(mark, Stroke(line=style.on_fill, width=2)),
        parse_path("M-4 -20L0 -25L4 -20", Stroke(line=inks.INK, width=2)),
    )


def rock() -> tuple[Shape, ...]:
    """Wreckage: a grey rock of five facets."""
    return (
        parse_path(ROCK, Stroke(inks.ROCK, inks.INK, 1.4)),
        parse_path("M-9 -9L-1 -2L12 -6M-1 -2L3 13M-1 -2L-13 4", Stroke(line=inks.INK, width=1)),
    )


def facing_turn(facing: str) -> float:
    """Degrees to turn a nose that points up; the facings go round counter-clockwise from the
    east.
    """
    return 90.0 - 60.0 * DIRECTIONS.index(facing)


def picture(game: AnyGame, view: View[BoardView]) -> Picture:  # noqa: ARG001
    """The table as a seat sees it."""
    table = view.board
    chart = Chart(table.radius)
    shapes = list(chart.shapes(table.lines))
    shapes += [
        Group(rock(), chart.at(name), label=f"wreckage on {name}") for name in table.wreckage
    ]
    shapes += [
        shape
        for item in table.ships
        if item.hex is not None
        for shape in _piece(chart, item, item.hex, table.hull)
    ]
    width = max(chart.width, 520.0) + 32
    text = f"Turn {table.turn} of {table.last_turn}, {table.phase}, deck {table.deck}"
    cards = [_seat_card(view, item) for item in table.ships]
    below, bottom = parts.seat_cards(cards, 16, parts.HEADING + chart.height + 12, width - 32)
    board = Group(tuple(shapes), ((width - chart.width) / 2, parts.HEADING))
    return parts.sheet("Starfighters", text, (width, bottom + 6), board, below)


def _piece(chart: Chart, item: Ship, at: str, hull: int) -> Iterator[Shape]:
    style = seat_style(item.seat)
    x, y = chart.at(at)
    if item.shield:
        yield circle((x, y), 21, Stroke(line=inks.LINK, width=1.6, dash=(4, 3)))
    turn = facing_turn(item.facing) if item.facing is not None else 0.0
    yield Group(ship(item.seat, style, item.destroyed), (x, y), turn, 0.86, label=_spoken(item, at))
    if item.destroyed:
        yield parts.tag(style, (x, y + 21), style.letter, 10)
        return
    size = min(6.0, 26.0 / hull)
    full = 1.25 * size * hull
    yield box(x - full / 2 - 9, y + 16, full + 20, 12, Stroke(inks.SHEET, style.colour, 1), 3)
    yield parts.text((x - full / 2 - 2, y + 25.5), style.letter, 10, style.colour)
    yield from parts.pips((x - full / 2 + 5, y + 22 - size / 2), item.hull, hull, size)
    if item.anchored:
        yield parts.chip((x, y - 25), "anchored", 8, inks.LINK)


def _spoken(item: Ship, at: str) -> str:
    if item.destroyed:
        return f"debris of seat {item.seat} on {at}"
    return f"ship of seat {item.seat} on {at} facing {item.facing or 'nowhere'}, hull {item.hull}"


def _seat_card(view: View[BoardView], item: Ship) -> tuple[SeatStyle, str, list[str], bool]:
    board = view.board
    lines = ["destroyed" if item.destroyed else f"hull {item.hull} of {board.hull}"]
    if item.hand is not None:
        lines.append(f"hand: {', '.join(item.hand) or 'none'}")
    else:
        lines.append(f"{item.hand_size} cards in hand")
    if item.declared is not None:
        lines.append(f"plays {item.declared}")
    if item.captured is not None:
        lines.append(f"captured {item.captured}")
    states = (
        ("shield", item.shield),
        ("anchored", item.anchored),
        ("anchored next turn", item.anchored_next),
        ("does not draw", not item.draws),
    )
    words = [word for word, holds in states if holds]
    if words:
        lines.append(", ".join(words))
    return seat_style(item.seat), view.seats[item.seat].title, lines, item.seat in view.waiting
