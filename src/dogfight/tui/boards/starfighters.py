"""Starfighters: the hex map with ships, wreckage and debris, and every player's hull and cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.core.view import Legal, View
from dogfight.games.starfighters.view import Picture, Ship
from dogfight.tui.boards.drawing import arrow, goal
from dogfight.tui.canvas import Canvas, stacked
from dogfight.tui.theme import Look

LEFT, CELL = 4, 4
"""Columns before the widest row, and columns a hex takes."""


def draw(view: View[Any], look: Look, picked: Legal | None = None) -> Text:
    """The map, the state of the turn, and a line for every player."""
    table: Picture = view.table
    ships = [_ship_line(view, table, ship, look) for ship in table.ships]
    return stacked([*_map(table, look, picked), *_turn_lines(view, table, look), *ships])


class Map:
    """The empty map: rows of hexes by r, each half a hex further right than the one above it."""

    def __init__(self, radius: int, look: Look) -> None:
        self.radius = radius
        self.step = 2 if look.tall else 1
        self.canvas = Canvas(LEFT + CELL * (2 * radius + 1), self.step * 2 * radius + 3)
        for r in range(-radius, radius + 1):
            self.canvas.put(0, self.place(0, r)[1], f"{r:2}", look.ink("rule"))
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
                self.put((q, r), look.sign("·", "."), look.ink("rule"))
        for q in range(radius + 1):
            self._label(q, -radius, -1, look)
            self._label(-q, radius, 1, look)

    def _label(self, q: int, r: int, down: int, look: Look) -> None:
        """The q of a slanting line, beyond its last hex."""
        x, y = self.place(q, r)
        self.canvas.put(x + down - (q < 0), y + down, str(q), look.ink("rule"))

    def place(self, q: int, r: int) -> tuple[int, int]:
        """Where the middle of a hex is drawn."""
        x = LEFT + CELL * self.radius + 1 + CELL * q + CELL // 2 * r
        return x, 1 + self.step * (r + self.radius)

    def put(self, at: tuple[int, int], words: str, style: str) -> None:
        """Write on a hex."""
        self.canvas.centre(*self.place(*at), words, style)

    def frame(self, at: tuple[int, int], style: str) -> None:
        """Put a hex between brackets."""
        x, y = self.place(*at)
        self.canvas.put(x - 2, y, "[", style)
        self.canvas.put(x + 2, y, "]", style)


def _map(table: Picture, look: Look, picked: Legal | None) -> list[Text]:
    chart = Map(table.radius, look)
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
    return chart.canvas.lines()


def _at(name: str) -> tuple[int, int]:
    q, r = name.split(",")
    return int(q), int(r)


def _tag(ship: Ship, look: Look) -> str:
    """The ship's number and facing; a destroyed one is debris."""
    if ship.destroyed:
        return f"{look.sign('✕', 'x')}{ship.seat}{look.sign('✕', 'x')}"
    return f"{look.sign('p', '')}{ship.seat}{arrow(ship.facing or '', look)}"


def _turn_lines(view: View[Any], table: Picture, look: Look) -> Iterator[Text]:
    words = f"Turn {table.turn} of {table.last_turn}, {table.phase}."
    if table.active is not None:
        words += f" {view.seats[table.active].title} acts"
        words += f", {table.left} steps left." if table.left else "."
    words += f" Deck {table.deck}."
    yield look.words(words, "strong")
    used = " ".join(f"{name} {count}" for name, count in table.discard.items() if count)
    yield look.words(f"used: {used or 'none'}", "soft")


def _ship_line(view: View[Any], table: Picture, ship: Ship, look: Look) -> Text:
    """One player: hull, cards, and what holds for the ship."""
    mark = look.sign("▶", ">") if ship.seat in table.due or ship.seat == table.active else " "
    line = look.words(mark, "act") + look.styled(f"p{ship.seat} {view.seats[ship.seat].title:8}", look.seat(ship.seat))
    if ship.destroyed:
        return line + look.words(" destroyed", "danger")
    line += look.words(" " + look.sign("■", "#") * ship.hull + " ", "danger" if ship.hull == 1 else "ink")
    if ship.declared is not None:
        line += look.words(f" plays {ship.declared}", "act")
    hand = " ".join(ship.hand) if ship.hand is not None else f"{ship.hand_size} cards"
    line += look.words(f" hand: {hand or 'none'}", "ink" if ship.hand is not None else "soft")
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
