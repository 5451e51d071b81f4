"""Squadrons: the grid with its airfields, twelve planes, two decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle, seat_style
from dogfight.boards.shapes import Group, Picture, Point, Shape, Stroke, box, line, parse_path
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.squadrons.data import Airfield
from dogfight.games.squadrons.names import HEADING_NAMES
from dogfight.games.squadrons.view import BoardView, Pile

SIDE, MARGIN = 44.0, 24.0
STYLES = {"R": seat_style(0, "R"), "G": seat_style(1, "G")}
SUITS = {
    "C": (
        "M0 4L3 10L-3 10ZM0 -10C4 -10 6 -5 3 -2C7 -4 11 0 8 4C6 6 2 5 0 2C-2 5 -6 6 -8 4C-11 0 -7"
        " -4 -3 -2C-6 -5 -4 -10 0 -10Z"
    ),
    "S": "M0 4L3 10L-3 10ZM0 -10C4 -5 9 -2 9 2C9 6 3 7 0 3C-3 7 -9 6 -9 2C-9 -2 -4 -5 0 -10Z",
    "H": "M0 10C-4 5 -10 1 -10 -4C-10 -9 -3 -10 0 -5C3 -10 10 -9 10 -4C10 1 4 5 0 10Z",
    "D": "M0 -11L8 0L0 11L-8 0Z",
}


def suit(letter: str, at: Point, scale: float) -> Group:
    """The sign of a suit, about 20 wide."""
    return Group((parse_path(SUITS[letter], Stroke(suit_ink(letter))),), at, scale=scale)


def suit_ink(letter: str) -> str:
    return inks.DANGER if letter in "HD" else inks.INK


class Grid:
    """[SQ-1.8] Where squares lie; north, the direction of growing rows, is up for everybody, as
    in all words.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.width, self.height = 2 * MARGIN + SIDE * columns, 2 * MARGIN + SIDE * rows

    def cell(self, column: int, row: int) -> Point:
        return MARGIN + SIDE * (column + 0.5), MARGIN + SIDE * (self.rows - row - 0.5)

    def at(self, square: str) -> Point:
        return self.cell(ord(square[0]) - 97, int(square[1:]) - 1)

    def angle(self, heading: str) -> float:
        return HEADING_NAMES.index(heading) * 45.0

    def shapes(self, blocked: Iterable[str], airfields: Iterable[Airfield]) -> Iterator[Shape]:
        """The empty board."""
        right, bottom = self.width - MARGIN, self.height - MARGIN
        yield box(
            MARGIN, MARGIN, SIDE * self.columns, SIDE * self.rows, Stroke(inks.LAND, inks.INK, 1.5)
        )
        for n in range(1, self.columns):
            x = MARGIN + SIDE * n
            yield line([(x, MARGIN), (x, bottom)], Stroke(line=inks.GRID, width=0.7))
        for n in range(1, self.rows):
            y = MARGIN + SIDE * n
            yield line([(MARGIN, y), (right, y)], Stroke(line=inks.GRID, width=0.7))
        for square in blocked:
            x, y = self.at(square)
            half = SIDE / 2
            yield Group(
                (
                    box(x - half, y - half, SIDE, SIDE, Stroke(inks.LAND_4)),
                    *parts.stripes(x - half, y - half, SIDE, SIDE, inks.INK_2, 8),
                ),
                label=f"blocked {square}",
            )
        for field in airfields:
            yield from self._airfield(field)
        for column in range(self.columns):
            x = self.cell(column, 0)[0]
            yield parts.text((x, self.height - 7), chr(97 + column), 13, inks.INK_2, face="number")
        for row in range(self.rows):
            yield parts.text(
                (12, self.cell(0, row)[1] + 4), str(row + 1), 13, inks.INK_2, 20, "number"
            )

    def _airfield(self, field: Airfield) -> Iterator[Shape]:
        style = STYLES[field.side]
        for square in field.squares:
            x, y = self.at(square)
            half = SIDE / 2 - 4
            yield box(
                x - half,
                y - half,
                2 * half,
                2 * half,
                Stroke(line=style.colour, width=2, dash=(5, 4), opacity=0.6),
            )
            yield parts.text((x, y + 5), field.squadron, 14, style.colour, 2 * half - 4)


def picture(game: AnyGame, view: View[BoardView]) -> Picture:  # noqa: ARG001
    """The table as everybody sees it."""
    table = view.board
    grid = Grid(table.columns, table.rows)
    shapes = list(grid.shapes(table.blocked, table.airfields))
    for aim in table.aims:
        places = {plane.name: plane.square for plane in table.planes}
        if places.get(aim.by) and places.get(aim.at):
            shapes.append(_aim(grid.at(places[aim.by]), grid.at(places[aim.at])))
    shapes += _planes(grid, table)
    width = max(grid.width, 420.0) + 32
    text = f"Turn {table.turns}, {table.phase}"
    cards = [
        _seat_card(view, seat, side, pile)
        for seat, (side, pile) in enumerate((("R", table.red), ("G", table.green)))
    ]
    below, bottom = parts.seat_cards(cards, 16, parts.HEADING + grid.height + 10, width - 32)
    board = Group(tuple(shapes), ((width - grid.width) / 2, parts.HEADING))
    return parts.sheet("Squadrons", text, (width, bottom + 6), board, below)


def _aim(a: Point, b: Point) -> Shape:
    return line([a, b], Stroke(line=inks.DANGER, width=2.2, dash=(3, 4)))


def _planes(grid: Grid, board: BoardView) -> Iterator[Shape]:
    for plane in board.planes:
        if not plane.square:
            continue
        style = STYLES[plane.name[0]]
        at, turn = grid.at(plane.square), grid.angle(plane.heading)
        inside: list[Shape] = []
        if plane.name == board.named:
            half = SIDE / 2 - 2
            inside.append(box(-half, -half, 2 * half, 2 * half, Stroke(line=inks.INK, width=3)))
        inside.append(Group(parts.aircraft(style), turn=turn, scale=0.82))
        inside.append(parts.tag(style, _tail(turn), plane.name, 10))
        yield Group(tuple(inside), at, label=f"{plane.name} on {plane.square} {plane.heading}")


def _tail(turn: float) -> Point:
    """Where the tag goes, clear of the nose: on one of the four sides of the square."""
    quarter = round(turn / 90) % 4
    return ((0, 16), (-12, 13), (0, -15), (12, 13))[quarter]


def _seat_card(
    view: View[BoardView], seat: int, side: str, pile: Pile
) -> tuple[SeatStyle, str, list[str], bool]:
    board = view.board
    lines = [f"{pile.left} cards face down, score {board.score[seat]}"]
    flying = sum(1 for plane in board.planes if plane.name[0] == side and plane.square)
    lines.append(f"{flying} planes in the air")
    if board.turn == side and board.card:
        lines.append(f"card {board.card}" + (f", {board.named}" if board.named else ""))
    return STYLES[side], view.seats[seat].title, lines, seat in view.waiting
