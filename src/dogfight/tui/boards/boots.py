"""Combat Boots: the hex field with terrain, heights and units, what a unit sees, unit cards, and the dog fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.core.view import Legal, View
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.game import Boots
from dogfight.games.boots.maps import Map, hex_name, hex_number
from dogfight.games.boots.rules.fire import in_range, in_sight
from dogfight.games.boots.view import Picture, Piece, Plane
from dogfight.tui.boards.drawing import goal, wrapped
from dogfight.tui.canvas import Canvas, side_by_side, stacked
from dogfight.tui.theme import Look

LEFT, CELL = 3, 4
"""Columns before the field, and columns a hex takes: one for marks, three for what is there."""
TERRAIN_TINTS = {
    "B": "#d99f80",
    "F": "#8db07c",
    "b": "#a5ad62",
    "R": "#8b8778",
    "s": "#c9b071",
    "M": "#7fa8a0",
    "W": "#76b7f2",
}
HEIGHT_TINTS = ("", "on #2b3026", "on #3a3f2e", "on #4b5038", "on #5c6244")
LEGEND = (
    "F forest B building b brush R rocks s sand M marsh W water",
    "digit height = road ^ trench * objective : seen and in range",
)


def draw(game: Boots, view: View[Any], look: Look, picked: Legal | None = None) -> Text:
    """The field or the sky, then the cards of both sides."""
    table: Picture = view.table
    battle = game.battle(str(view.options["battle"]))
    lines = list(_turn_lines(view, table, look))
    if battle.map is not None:
        seen = _seen_by_picked(game, table, battle, picked)
        lines += _field(table, battle.map, seen, look, picked)
    else:
        lines += _lanes(table, look)
    lines += _support_lines(table, look)
    lines += side_by_side(_cards(view, table, 0, look), _cards(view, table, 1, look))
    lines += [look.words(line, "soft") for line in wrapped(f"{table.victory} {table.otherwise}")]
    if battle.map is not None:
        lines += [look.words(line, "rule") for line in LEGEND]
    return stacked(lines)


def _turn_lines(view: View[Any], table: Picture, look: Look) -> Iterator[Text]:
    line = look.words(f"{table.battle}, turn {table.game_turn} of {table.turns}, {table.phase}: ", "strong")
    yield line + look.styled(view.seats[table.active].title, look.seat(table.active))
    words = f"{table.mover} moves, {table.points_left:g} left" if table.mover else ""
    yield look.words(words, "act")


# --- tags --------------------------------------------------------------------------------------


def tags(table: Picture) -> dict[str, str]:
    """A short tag for every unit: the first letter of its kind, or two signs where kinds share it, and its number."""
    kinds = {piece.label.rpartition("-")[0] for piece in table.pieces}
    found = {}
    for piece in table.pieces:
        kind, _, number = piece.label.rpartition("-")
        rivals = [other for other in kinds if _initial(other) == _initial(kind)]
        found[piece.label] = _initial(kind) + (kind[-1] if len(rivals) > 1 else "") + number
    return found


def _initial(kind: str) -> str:
    return next((sign for sign in kind if sign.isalpha()), kind[0])


# --- the field ---------------------------------------------------------------------------------


class Field:
    """The sheet with the hexes: units in the upper line of a hex, the ground in the lower one."""

    def __init__(self, chart: Map, look: Look) -> None:
        self.chart = chart
        self.look = look
        self.canvas = Canvas(LEFT + CELL * chart.columns + 1, 2 * chart.rows + 2)
        for column in range(chart.columns):
            self.canvas.put(LEFT + CELL * column + 1, 0, chr(65 + column), look.ink("soft"))
        for row in range(chart.rows):
            self.canvas.put(0, 2 * row + 1, f"{row + 1:2}", look.ink("soft"))
        roads = {name for link in chart.roads for name in link}
        for name, letter in chart.letters.items():
            self._ground(name, letter, name in roads)

    def place(self, name: str) -> tuple[int, int]:
        """Where a hex begins on the sheet."""
        column, row = ord(name[0]) - 65, int(name[1:]) - 1
        return LEFT + CELL * column, 1 + 2 * row + column % 2

    def _ground(self, name: str, letter: str, road: bool) -> None:
        x, y = self.place(name)
        height = self.chart.elev[name]
        words = self.look.sign("·", ".") if letter == "." else letter
        words += (str(height) if height else "") + ("=" if road else "") + ("^" if name in self.chart.trenches else "")
        tint = TERRAIN_TINTS.get(letter, self.look.ink("rule"))
        ground = HEIGHT_TINTS[min(height, len(HEIGHT_TINTS) - 1)]
        self.canvas.put(x + 1, y + 1, f"{words:3}"[:3], self.look.tint(f"{tint} {ground}"))

    def objective(self, name: str, style: str) -> None:
        """Mark an objective in the colour of whoever holds it."""
        x, y = self.place(name)
        self.canvas.put(x + 3, y + 1, "*", style)

    def units(self, name: str, words: str, style: str) -> None:
        """Put units on a hex."""
        x, y = self.place(name)
        self.canvas.put(x + 1, y, words[:3], style)

    def mark(self, name: str, style: str) -> None:
        """Mark a hex that a unit sees and reaches."""
        x, y = self.place(name)
        self.canvas.put(x, y + 1, ":", style)

    def frame(self, name: str, style: str) -> None:
        """Put a hex between brackets."""
        x, y = self.place(name)
        self.canvas.put(x, y, "[", style)
        self.canvas.put(x + CELL, y, "]", style)


def _field(table: Picture, chart: Map, seen: list[str], look: Look, picked: Legal | None) -> Iterator[Text]:
    field = Field(chart, look)
    for name, holder in table.objectives.items():
        field.objective(name, look.seat(holder) if holder >= 0 else look.ink("act"))
    for name in seen:
        field.mark(name, look.ink("act"))
    short = tags(table)
    outside: dict[str, list[str]] = {}
    for place, pieces in _by_place(table).items():
        if place in chart.letters:
            field.units(place, _stack(pieces, short), _unit_style(pieces[0], look))
        else:
            outside[place] = [short[piece.label] for piece in pieces]
    if goal(picked) in chart.letters:
        field.frame(goal(picked), look.ink("act"))
    yield from field.canvas.lines()
    for place in sorted(outside):
        yield look.words(f"{place}: {' '.join(outside[place])}")


def _by_place(table: Picture) -> dict[str, list[Piece]]:
    """Units on the table by where they are; cargo goes with its carrier."""
    found: dict[str, list[Piece]] = {}
    for piece in table.pieces:
        if piece.place not in ("unplaced", "destroyed", "left") and not piece.aboard:
            found.setdefault(piece.place, []).append(piece)
    return found


def _stack(pieces: list[Piece], short: dict[str, str]) -> str:
    """The first unit of a hex, with a mark if it is pinned and another if there are more."""
    first = pieces[0]
    return short[first.label][: 3 - (len(pieces) > 1)] + ("+" if len(pieces) > 1 else "!" if first.pinned else "")


def _unit_style(piece: Piece, look: Look) -> str:
    style = look.seat(piece.seat)
    return f"{style} italic" if piece.pinned else style


def _seen_by_picked(game: Boots, table: Picture, battle: Battle, picked: Legal | None) -> list[str]:
    """The hexes the picked unit sees within its range: from where it is, or from where the picked step leads."""
    label = table.mover if picked is None else picked.piece or table.mover
    unit = battle.labels.get(label, -1)
    if unit < 0:
        return []
    position, board = game.read(table.notation), battle.tables.board
    if picked is not None and picked.kind == "step":
        position.place[unit] = hex_number(board, goal(picked)) or 0
    start = position.place[unit]
    if start < 0:
        return []
    places = range(int(board.size))
    return [hex_name(board, one) for one in places if in_range(position, unit, one) and in_sight(position, start, one)]


# --- cards -------------------------------------------------------------------------------------


def _support_lines(table: Picture, look: Look) -> Iterator[Text]:
    """Batteries, and aircraft that are on call over a ground battle."""
    for guns in table.batteries:
        at = f" at {guns.at}" if guns.at else ""
        line = look.styled(guns.key, look.seat(guns.seat))
        yield line + look.words(f" missions {guns.missions}, {guns.state}{at}", "soft")
    if table.pieces:
        for plane in table.planes:
            yield look.styled(plane.label, look.seat(plane.seat)) + look.words(f" {plane.rating} {plane.state}", "soft")


def _cards(view: View[Any], table: Picture, seat: int, look: Look) -> list[Text]:
    """The unit cards of one side."""
    title = look.styled(view.seats[seat].title, look.seat(seat))
    if table.morale:
        title += look.words(f" morale {table.morale[seat]}", "soft")
    if table.points:
        title += look.words(f" points {table.points[seat]}", "strong")
    short = tags(table)
    mine = [piece for piece in table.pieces if piece.seat == seat]
    return [title, *(_card(piece, short[piece.label], look) for piece in mine)]


def _card(piece: Piece, tag: str, look: Look) -> Text:
    """One unit: its tag, what it is, where, and what holds for it."""
    if piece.place == "destroyed":
        return look.words(f"{tag:3} {piece.label} destroyed", "rule")
    line = look.styled(f"{tag:3}", look.seat(piece.seat)) + look.words(f" {piece.rating} {piece.place}")
    line += look.words(" pinned" if piece.pinned else "", "danger")
    line += look.words(" acted" if piece.acted else "", "rule")
    return line + look.words(f" in {piece.aboard}" if piece.aboard else "", "soft")


# --- the sky -----------------------------------------------------------------------------------


def _lanes(table: Picture, look: Look) -> Iterator[Text]:
    """Chains of pursuit from tail to fleeing, pairs that turn, and whoever is disengaged."""
    planes = {plane.label: plane for plane in table.planes if plane.state == "in the fight"}
    hunted = {plane.pursues for plane in planes.values()}
    for plane in planes.values():
        if plane.pursues and plane.label not in hunted:
            yield look.words("pursuit  ", "soft") + _chain(plane, planes, look)
    for plane in planes.values():
        if plane.turns_with and plane.label < plane.turns_with:
            sign = look.words(look.sign("  ⟲  ", "  o  "), "act")
            other = _plane_words(planes[plane.turns_with], look)
            yield look.words("turning  ", "soft") + _plane_words(plane, look) + sign + other
    for plane in planes.values():
        if not plane.pursues and not plane.turns_with and plane.label not in hunted:
            yield look.words("free     ", "soft") + _plane_words(plane, look)
    for plane in table.planes:
        if plane.label not in planes:
            yield look.words(f"gone     {plane.label} {plane.state}", "rule")


def _chain(plane: Plane, planes: dict[str, Plane], look: Look) -> Text:
    line = _plane_words(plane, look)
    done = {plane.label}
    while plane.pursues in planes and plane.pursues not in done:
        plane = planes[plane.pursues]
        done.add(plane.label)
        line += look.words(look.sign("  ▸▸  ", "  >>  "), "danger") + _plane_words(plane, look)
    return line


def _plane_words(plane: Plane, look: Look) -> Text:
    line = look.styled(plane.label, look.seat(plane.seat)) + look.words(f" {plane.rating}", "soft")
    line += look.words(" damaged" if plane.damaged else "", "danger")
    return line + look.words(" acted" if plane.acted else "", "rule")
