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
from dogfight.games.starfighters.view import Picture, Ship

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
        "p0↗: the ship of seat 0 and its facing   ▒▒▒: wreckage   ✕0✕: debris   ∘: where ships may"
        " begin   ■: hull"
    ),
    "Rows are numbered by r, slanting lines by q; [ ]: what the picked move speaks of",
)
"""What the signs mean."""


def draw(view: View[Any], look: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The map, the state of the turn, and a line for every player."""
    table: Picture = view.table

    def words(column: Column) -> None:
        column.line(*_turn_lines(view, table, look))
        for ship in table.ships:
            _add_ship(column, view, table, ship, look)

    return arranged((_map(table, look, picked, *cell) for cell in SLOPES), words, look)


def where(view: View[Any], kind: str, name: str) -> str:
    """The hex of a ship; anything else is its own name."""
    table: Picture = view.table
    return next(
        (ship.hex or name for ship in table.ships if kind == "ship" and f"p{ship.seat}" == name),
        name,
    )


class Map:
    """The empty map: rows of hexes by r, each half a hex further right than the one above it."""

    def __init__(self, radius: int, look: BoardTheme, cell: int, step: int) -> None:
        self.radius = radius
        self.cell, self.step = cell, step
        self.canvas = Canvas(LEFT + cell * (2 * radius + 1) + 1, step * 2 * radius + 2 * step + 1)
        for r in range(-radius, radius + 1):
            self.canvas.put(0, self.place(0, r)[1], f"{r:2}", look.ink("rule"))
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
                self._add_hex(q, r, look)
        for q in range(radius + 1):
            self._label(q, -radius, -1, look)
            self._label(-q, radius, 1, look)

    def _add_hex(self, q: int, r: int, look: BoardTheme) -> None:
        x, y = self.place(q, r)
        half = self.cell // 2
        self.canvas.spots.append(HitArea(f"{q},{r}", x - half + 1, y, self.cell - 1))
        if self.step == 1:
            self.put((q, r), look.sign("·", "."), look.ink("rule"))
            return
        style = look.ink("rule")
        for side in (-half, half):
            self.canvas.put(x + side, y, look.sign("│", "|"), style)
        for rise, (left, right) in enumerate(SLOPES[self.cell, self.step], 1):
            self.canvas.put(x + left, y - rise, "/", style)
            self.canvas.put(x + right, y - rise, "\\", style)
            self.canvas.put(x + left, y + rise, "\\", style)
            self.canvas.put(x + right, y + rise, "/", style)

    def _label(self, q: int, r: int, down: int, look: BoardTheme) -> None:
        """The q of a slanting line, beyond its last hex."""
        x, y = self.place(q, r)
        self.canvas.put(x + down - (q < 0), y + down * self.step, str(q), look.ink("rule"))

    def place(self, q: int, r: int) -> tuple[int, int]:
        """Where the middle of a hex is drawn."""
        x = LEFT + self.cell * self.radius + self.cell // 2 - 1 + self.cell * q + self.cell // 2 * r
        return x, self.step * (r + self.radius + 1)

    def put(self, at: tuple[int, int], words: str, style: str) -> None:
        """Write on a hex."""
        self.canvas.centre(*self.place(*at), words, style)

    def frame(self, at: tuple[int, int], style: str) -> None:
        """Put a hex between brackets."""
        x, y = self.place(*at)
        self.canvas.put(x - 2, y, "[", style)
        self.canvas.put(x + 2, y, "]", style)


def _map(table: Picture, look: BoardTheme, picked: Legal | None, cell: int, step: int) -> TextBlock:
    chart = Map(table.radius, look, cell, step)
    if table.turn == 0:
        for name in table.lines:
            chart.put(_at(name), look.sign("∘", "o"), look.ink("soft"))
    for name in table.wreckage:
        chart.put(_at(name), look.sign("▒▒▒", "###"), look.ink("soft"))
    for ship in table.ships:
        if ship.hex is not None:
            chart.put(_at(ship.hex), _tag(ship, look), look.seat(ship.seat))
    if hex_ := goal(picked):
        chart.frame(_at(hex_), look.ink("act"))
    return chart.canvas.sheet()


def _at(name: str) -> tuple[int, int]:
    q, r = name.split(",")
    return int(q), int(r)


def _tag(ship: Ship, look: BoardTheme) -> str:
    """The ship's number and facing; a destroyed one is debris."""
    if ship.destroyed:
        return f"{look.sign('✕', 'x')}{ship.seat}{look.sign('✕', 'x')}"
    return f"{look.sign('p', '')}{ship.seat}{arrow(ship.facing or '', look)}"


def _turn_lines(view: View[Any], table: Picture, look: BoardTheme) -> Iterator[Text]:
    words = f"Turn {table.turn} of {table.last_turn}, {table.phase}."
    if table.active is not None:
        words += f" {view.seats[table.active].title} acts"
        words += f", {table.left} steps left." if table.left else "."
    words += f" Deck {table.deck}."
    yield look.words(words, "strong")
    used = " ".join(f"{name} {count}" for name, count in table.discard.items() if count)
    yield look.words(f"used: {used or 'none'}", "soft")


def _add_ship(
    column: Column, view: View[Any], table: Picture, ship: Ship, look: BoardTheme
) -> None:
    """One player: hull and what holds for the ship; then its cards, which can be picked where
    they are known.
    """
    line = _ship_line(view, table, ship, look)
    if ship.hand and not ship.destroyed:
        column.line(line)
        column.pieces(
            look.words("   hand", "soft"), ((card, look.words(card)) for card in ship.hand)
        )
    else:
        words = (
            ""
            if ship.destroyed
            else " no cards"
            if ship.hand is not None
            else f" {ship.hand_size} cards"
        )
        column.line(line + look.words(words, "soft"))


def _ship_line(view: View[Any], table: Picture, ship: Ship, look: BoardTheme) -> Text:
    mark = look.sign("▶", ">") if ship.seat in table.due or ship.seat == table.active else " "
    line = look.words(mark, "act") + look.styled(
        f"p{ship.seat} {view.seats[ship.seat].title:8}", look.seat(ship.seat)
    )
    if ship.destroyed:
        return line + look.words(" destroyed", "danger")
    line += look.words(
        " " + look.sign("■", "#") * ship.hull + " ", "danger" if ship.hull == 1 else "ink"
    )
    if ship.declared is not None:
        line += look.words(f" plays {ship.declared}", "act")
    return line + look.words("".join(f", {word}" for word in _state_words(table, ship)), "link")


def _state_words(table: Picture, ship: Ship) -> Iterator[str]:
    """What holds for a ship beside its place."""
    if ship.seat == table.start:
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
    if ship.seat in table.hit:
        yield "hit"


BOARD = TextBoard(draw, LEGEND, where=where)
