"""Starfighters: the hex map with ships, wreckage and debris, and every player's hull and cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import Column, arranged, arrow, goal
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.games.starfighters.view import BoardView, Ship

LEFT = 4
"""Columns before the widest row."""
SLOPES: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {
    (8, 3): ((-3, 3), (-1, 1)),
    (6, 2): ((-2, 1),),
    (4, 2): ((-1, 1),),
    (4, 1): (),
}
"""How large a hex may be drawn, the largest first: the columns it takes and the rows from one row
of hexes to the next; and how far from its middle its slanting sides are, row by row.
"""

LEGEND = (
    (
        "#1↗: the ship of Pilot 1 and its facing   ▒▒▒: wreckage   ✕1✕: debris   ∘: where ships may"
        " begin   ■: hull"
    ),
    "Rows are numbered by r, slanting lines by q; [ ]: what the picked move speaks of",
)
"""What the signs mean."""


def draw(view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The map, the state of the turn, and a line for every player."""
    board: BoardView = view.board

    def words(column: Column) -> None:
        column.line(*_turn_lines(view, board, theme))
        for ship in board.ships:
            _add_ship(column, view, board, ship, theme)

    return arranged((_map(board, theme, picked, *cell) for cell in SLOPES), words, theme)


def where(view: View[Any], kind: str, name: str) -> str:
    """The hex of a ship; anything else is its own name."""
    board: BoardView = view.board
    return next(
        (ship.hex or name for ship in board.ships if kind == "ship" and f"p{ship.seat}" == name),
        name,
    )


class Map:
    """The empty map: rows of hexes by r, each half a hex further right than the one above it."""

    def __init__(self, radius: int, theme: BoardTheme, cell: int, step: int) -> None:
        self.radius = radius
        self.cell, self.step = cell, step
        self.canvas = Canvas(LEFT + cell * (2 * radius + 1) + 1, step * 2 * radius + 2 * step + 1)
        for r in range(-radius, radius + 1):
            self.canvas.put(0, self.place(0, r)[1], f"{r:2}", theme.ink("rule"))
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
                self._add_hex(q, r, theme)
        for q in range(radius + 1):
            self._label(q, -radius, -1, theme)
            self._label(-q, radius, 1, theme)

    def _add_hex(self, q: int, r: int, theme: BoardTheme) -> None:
        x, y = self.place(q, r)
        half = self.cell // 2
        self.canvas.spots.append(HitArea(f"{q},{r}", x - half + 1, y, self.cell - 1))
        if self.step == 1:
            self.put((q, r), theme.sign("·", "."), theme.ink("rule"))
            return
        style = theme.ink("rule")
        for side in (-half, half):
            self.canvas.put(x + side, y, theme.sign("│", "|"), style)
        for rise, (left, right) in enumerate(SLOPES[self.cell, self.step], 1):
            self.canvas.put(x + left, y - rise, "/", style)
            self.canvas.put(x + right, y - rise, "\\", style)
            self.canvas.put(x + left, y + rise, "\\", style)
            self.canvas.put(x + right, y + rise, "/", style)

    def _label(self, q: int, r: int, down: int, theme: BoardTheme) -> None:
        """The q of a slanting line, beyond its last hex."""
        x, y = self.place(q, r)
        self.canvas.put(x + down - (q < 0), y + down * self.step, str(q), theme.ink("rule"))

    def place(self, q: int, r: int) -> tuple[int, int]:
        """Where the middle of a hex is drawn."""
        x = LEFT + self.cell * self.radius + self.cell // 2 - 1 + self.cell * q + self.cell // 2 * r
        return x, self.step * (r + self.radius + 1)

    def put(self, at: tuple[int, int], text: str, style: str) -> None:
        """Write on a hex."""
        self.canvas.centre(*self.place(*at), text, style)

    def frame(self, at: tuple[int, int], style: str) -> None:
        """Put a hex between brackets."""
        x, y = self.place(*at)
        self.canvas.put(x - 2, y, "[", style)
        self.canvas.put(x + 2, y, "]", style)


def _map(
    board: BoardView, theme: BoardTheme, picked: Legal | None, cell: int, step: int
) -> TextBlock:
    chart = Map(board.radius, theme, cell, step)
    if board.turn == 0:
        for name in board.lines:
            chart.put(_at(name), theme.sign("∘", "o"), theme.ink("soft"))
    for name in board.wreckage:
        chart.put(_at(name), theme.sign("▒▒▒", "###"), theme.ink("soft"))
    for ship in board.ships:
        if ship.hex is not None:
            chart.put(_at(ship.hex), _tag(ship, theme), theme.seat(ship.seat))
    if hex_ := goal(picked):
        chart.frame(_at(hex_), theme.ink("act"))
    return chart.canvas.sheet()


def _at(name: str) -> tuple[int, int]:
    q, r = name.split(",")
    return int(q), int(r)


def _tag(ship: Ship, theme: BoardTheme) -> str:
    """The ship's number and facing; a destroyed one is debris."""
    if ship.destroyed:
        return f"{theme.sign('✕', 'x')}{ship.seat + 1}{theme.sign('✕', 'x')}"
    return f"{theme.sign('#', '')}{ship.seat + 1}{arrow(ship.facing or '', theme)}"


def _turn_lines(view: View[Any], board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    text = f"Turn {board.turn} of {board.last_turn}, {board.phase}."
    if board.active is not None:
        text += f" {view.seats[board.active].title} acts"
        text += f", {board.left} steps left." if board.left else "."
    text += f" Deck {board.deck}."
    yield theme.text(text, "strong")
    used = " ".join(f"{name} {count}" for name, count in board.discard.items() if count)
    yield theme.text(f"used: {used or 'none'}", "soft")


def _add_ship(
    column: Column, view: View[Any], board: BoardView, ship: Ship, theme: BoardTheme
) -> None:
    """One player: hull and what holds for the ship; then its cards, which can be picked where
    they are known.
    """
    line = _ship_line(view, board, ship, theme)
    if ship.hand and not ship.destroyed:
        column.line(line)
        column.pieces(
            theme.text("   hand", "soft"), ((card, theme.text(card)) for card in ship.hand)
        )
    else:
        text = (
            ""
            if ship.destroyed
            else " no cards"
            if ship.hand is not None
            else f" {ship.hand_size} cards"
        )
        column.line(line + theme.text(text, "soft"))


def _ship_line(view: View[Any], board: BoardView, ship: Ship, theme: BoardTheme) -> Text:
    mark = theme.sign("▶", ">") if ship.seat in board.due or ship.seat == board.active else " "
    line = theme.text(mark, "act") + theme.styled(
        f"#{ship.seat + 1} {view.seats[ship.seat].title:8}", theme.seat(ship.seat)
    )
    if ship.destroyed:
        return line + theme.text(" destroyed", "danger")
    line += theme.text(
        " " + theme.sign("■", "#") * ship.hull + " ", "danger" if ship.hull == 1 else "ink"
    )
    if ship.declared is not None:
        line += theme.text(f" plays {ship.declared}", "act")
    return line + theme.text("".join(f", {word}" for word in _state_words(board, ship)), "link")


def _state_words(board: BoardView, ship: Ship) -> Iterator[str]:
    """What holds for a ship beside its place."""
    if ship.seat == board.start:
        yield "starts"
    if ship.shield:
        yield "shield"
    if ship.anchored:
        yield "anchored"
    if ship.anchored_next:
        yield "anchored next turn"
    if not ship.draws:
        yield "does not draw"
    if ship.captured is not None:
        yield f"captured {ship.captured}"
    if ship.seat in board.hit:
        yield "hit"


BOARD = TextBoard(draw, LEGEND, where=where)
