"""Combat Boots: the hex field with terrain, heights and units, what a unit sees, unit cards, and
the dog fight.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import LEAST_BESIDE, Column, arranged, goal, written
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.game import Boots
from dogfight.games.boots.maps import Map, hex_name, hex_number
from dogfight.games.boots.rules.fire import in_range, in_sight
from dogfight.games.boots.view import Picture, Piece, Plane

LEFT = 3
"""Columns before the field."""
WIDTHS = range(10, 3, -1)
"""How many columns a hex may take, the largest first; the slanting side to its left is one of
them.
"""
HEIGHTS = (4, 2)
"""How many rows a hex may take."""
WORDY = 7
"""From this width of a hex on the ground is named in words rather than letters."""
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
TERRAIN_WORDS = {
    "B": "bldg",
    "F": "wood",
    "b": "bush",
    "R": "rock",
    "s": "sand",
    "M": "mire",
    "W": "watr",
}
OFF_TABLE = {"unplaced": "to place", "left": "left the map", "destroyed": "lost"}
"""Where units are that are on no hex, and what the cards say of them."""
LEGEND = (
    (
        "F or wood: forest   B or bldg: building   b or bush: brush   R or rock: rocks   s or sand:"
        " sand"
    ),
    "M or mire: marsh   W or watr: water   ·: open ground   a digit: height   =: road   ^: trench",
    (
        "*: objective, in the colour of its holder   : to the left: seen and in range of the picked"
        " unit"
    ),
    "Units: kind and number, the first side in capitals; + more in the hex, ! pinned",
)
"""What the signs mean."""


def draw(game: Boots, view: View[Any], look: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The field or the sky, then the cards of both sides."""
    table: Picture = view.table
    chart = game.battle(str(view.options["battle"])).map

    def words(column: Column) -> None:
        column.line(*_turn_lines(view, table, look))
        column.line(*_support_lines(table, look))
        _add_cards(column, view, table, look)
        column.line(look.words(victory(view), "soft"))

    if chart is None:
        return _lanes(table, look).over(written(words, look.columns))
    battle = game.battle(str(view.options["battle"]))
    seen = _seen_by_picked(game, table, battle, picked)
    return arranged(
        (_field(table, chart, seen, look, picked, *size) for size in _sizes(chart, look)),
        words,
        look,
    )


def where(view: View[Any], kind: str, name: str) -> str:
    """The hex of a unit that is on one; anything else is its own name."""
    table: Picture = view.table
    placed = (
        piece.place
        for piece in table.pieces
        if piece.label == name and piece.place not in OFF_TABLE
    )
    return next(placed, name) if kind == "unit" else name


def victory(view: View[Any]) -> str:
    """How this battle is won."""
    table: Picture = view.table
    return f"{table.victory} Otherwise: {table.otherwise}"


def _sizes(chart: Map, look: BoardTheme) -> Iterator[tuple[int, int]]:
    """How large hexes may be drawn, the largest first, in columns and rows."""
    for height in HEIGHTS:
        for width in WIDTHS:
            wide, high = LEFT + width * chart.columns + 2, height * (chart.rows + 1) + 1
            if (wide <= look.columns and high <= look.lines) or (width, height) == (
                WIDTHS[-1],
                HEIGHTS[-1],
            ):
                yield width, height


def _turn_lines(view: View[Any], table: Picture, look: BoardTheme) -> Iterator[Text]:
    line = look.words(
        f"{table.battle}, turn {table.game_turn} of {table.turns}, {table.phase}: ", "strong"
    )
    yield line + look.styled(view.seats[table.active].title, look.seat(table.active))
    if table.mover:
        yield look.words(f"{table.mover} moves, {table.points_left:g} left", "act")


# --- tags --------------------------------------------------------------------------------------


def tags(table: Picture, width: int = 3) -> dict[str, str]:
    """A short tag for every unit: as much of its kind as there is room for, unlike that of other
    kinds, and its number.

    The first side's kinds are in capitals and the other's in small letters, so a tag tells the side
    without colour.
    """
    lengths: dict[str, int] = {}
    for piece in table.pieces:
        kind, _, number = _parts(piece)
        lengths[kind] = max(lengths.get(kind, 0), len(number))
    brief: dict[str, str] = {}
    for kind, digits in lengths.items():
        ways = _ways_to_shorten(kind, max(1, width - digits))
        brief[kind] = next((way for way in ways if way not in brief.values()), kind)
    short = {
        piece.label: brief[kind] + number
        for piece in table.pieces
        for kind, _, number in [_parts(piece)]
    }
    return {label: label if len(label) <= width else tag for label, tag in short.items()}


def _parts(piece: Piece) -> tuple[str, str, str]:
    return piece.label.rpartition("-")


def _ways_to_shorten(kind: str, width: int) -> tuple[str, ...]:
    """Its first letters; those with its last sign; its first signs, whatever they are."""
    letters = kind.lstrip("0123456789") or kind
    return letters[:width], letters[: width - 1] + kind[-1], kind[:width], letters[0] + kind[-1]


# --- the field ---------------------------------------------------------------------------------


class Field:
    """The sheet with the hexes in their outlines: units in the upper line of a hex, the ground
    in the lower one.
    """

    def __init__(self, chart: Map, look: BoardTheme, width: int, height: int) -> None:
        self.chart = chart
        self.look = look
        self.cell, self.step = width, height
        self.slope = height // 2
        """Over how many rows and columns a side slants."""
        self.canvas = Canvas(
            LEFT + width * chart.columns + 3, height * chart.rows + height // 2 + 2
        )
        for column in range(chart.columns):
            self.canvas.put(
                LEFT + width * column + width // 2, 0, chr(65 + column), look.ink("soft")
            )
        for row in range(chart.rows):
            self.canvas.put(
                0, self.place(f"A{row + 1}")[1] + height // 2 - 1, f"{row + 1:2}", look.ink("soft")
            )
        roads = {name for link in chart.roads for name in link}
        for name in chart.letters:
            self._outline(name)
        for name, letter in chart.letters.items():
            self._ground(name, letter, name in roads)
            x, y = self._inside(name)
            self.canvas.spots.append(HitArea(name, x, y, self.room, 2))

    @property
    def room(self) -> int:
        """How many characters stand in a line of a hex."""
        return self.cell - 1 + (self.step > 2)

    def place(self, name: str) -> tuple[int, int]:
        """Where the left edge and the top of a hex are on the sheet."""
        column, row = ord(name[0]) - 65, int(name[1:]) - 1
        return LEFT + self.cell * column, 2 + self.step * row + self.slope * (column % 2)

    def _inside(self, name: str) -> tuple[int, int]:
        """Where the upper line of a hex begins."""
        x, y = self.place(name)
        return x + 1, y + self.slope - 1

    def _outline(self, name: str) -> None:
        x, y = self.place(name)
        style, last = self.look.ink("rule"), self.step - 1
        far = x + self.cell + self.slope - 1
        for row in range(self.slope):
            inward = self.slope - 1 - row
            self.canvas.put(x + inward, y + row, "/", style)
            self.canvas.put(far - inward, y + row, "\\", style)
            self.canvas.put(x + inward, y + last - row, "\\", style)
            self.canvas.put(far - inward, y + last - row, "/", style)
        for row in (y - 1, y + last):
            self.canvas.put(x + self.slope, row, "_" * (self.cell - self.slope), style)

    def _ground(self, name: str, letter: str, road: bool) -> None:
        x, y = self._inside(name)
        height = self.chart.elev[name]
        ground = letter if self.cell < WORDY else TERRAIN_WORDS.get(letter, letter)
        words = self.look.sign("·", ".") if letter == "." else ground
        words += (
            (str(height) if height else "")
            + ("=" if road else "")
            + ("^" if name in self.chart.trenches else "")
        )
        tint = TERRAIN_TINTS.get(letter, self.look.ink("rule"))
        shade = HEIGHT_TINTS[min(height, len(HEIGHT_TINTS) - 1)]
        self.canvas.put(x, y + 1, words[: self.room], self.look.tint(f"{tint} {shade}"))

    def objective(self, name: str, style: str) -> None:
        """Mark an objective in the colour of its owner."""
        x, y = self._inside(name)
        self.canvas.put(x + self.room - 1, y + 1, "*", style)

    def units(self, name: str, words: str, style: str) -> None:
        """Put units on a hex."""
        x, y = self._inside(name)
        self.canvas.put(x, y, words[: self.room], style)

    def mark(self, name: str, style: str) -> None:
        """Mark a hex that a unit sees and reaches."""
        x, y = self._inside(name)
        self.canvas.put(x - 1, y + 1, ":", style)

    def frame(self, name: str, style: str) -> None:
        """Put a hex between brackets."""
        x, y = self._inside(name)
        self.canvas.put(x - 1, y, "[", style)
        self.canvas.put(x + self.room, y, "]", style)


def _field(
    table: Picture,
    chart: Map,
    seen: list[str],
    look: BoardTheme,
    picked: Legal | None,
    width: int,
    height: int,
) -> TextBlock:
    field = Field(chart, look, width, height)
    for name, holder in table.objectives.items():
        field.objective(name, look.seat(holder) if holder >= 0 else look.ink("act"))
    for name in seen:
        field.mark(name, look.ink("act"))
    short = tags(table, field.room - (field.room > 3))
    outside: dict[str, list[str]] = {}
    for place, pieces in _by_place(table).items():
        if place in chart.letters:
            field.units(place, _stack(pieces, short, field.room), _unit_style(pieces[0], look))
        else:
            outside[place] = [short[piece.label] for piece in pieces]
    if goal(picked) in chart.letters:
        field.frame(goal(picked), look.ink("act"))
    beyond = [look.words(f"{place}: {' '.join(outside[place])}") for place in sorted(outside)]
    spots = tuple(HitArea(place, 0, n, len(place)) for n, place in enumerate(sorted(outside)))
    return field.canvas.sheet().over(TextBlock(tuple(beyond), spots))


def _by_place(table: Picture) -> dict[str, list[Piece]]:
    """Units on the table by where they are; cargo goes with its carrier."""
    pieces: dict[str, list[Piece]] = {}
    for piece in table.pieces:
        if piece.place not in OFF_TABLE and not piece.aboard:
            pieces.setdefault(piece.place, []).append(piece)
    return pieces


def _stack(pieces: list[Piece], short: dict[str, str], room: int) -> str:
    """The first unit of a hex, with a mark if it is pinned or if there are more; its number is
    never left out.
    """
    first = pieces[0]
    tag, sign = short[first.label], "+" if len(pieces) > 1 else "!" if first.pinned else ""
    if len(tag) + len(sign) <= room:
        return tag + sign
    number = _parts(first)[2]
    return tag[: room - len(number) - len(sign)] + number + sign


def _unit_style(piece: Piece, look: BoardTheme) -> str:
    style = look.seat(piece.seat)
    return f"{style} italic" if piece.pinned else style


def _seen_by_picked(game: Boots, table: Picture, battle: Battle, picked: Legal | None) -> list[str]:
    """The hexes the picked unit sees within its range: from where it is, or from where the
    picked step leads.
    """
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
    return [
        hex_name(board, place)
        for place in places
        if in_range(position, unit, place) and in_sight(position, start, place)
    ]


# --- cards -------------------------------------------------------------------------------------


def _support_lines(table: Picture, look: BoardTheme) -> Iterator[Text]:
    """Batteries, and aircraft that are on call over a ground battle."""
    for guns in table.batteries:
        at = f" at {guns.at}" if guns.at else ""
        line = look.styled(guns.key, look.seat(guns.seat))
        yield line + look.words(f" missions {guns.missions}, {guns.state}{at}", "soft")
    if table.pieces:
        for plane in table.planes:
            yield look.styled(plane.label, look.seat(plane.seat)) + look.words(
                f" {plane.rating} {plane.state}", "soft"
            )


def _add_cards(column: Column, view: View[Any], table: Picture, look: BoardTheme) -> None:
    """The unit cards of both sides, side by side where there is room."""
    half = (column.width - 2) // 2
    sides = [_cards(view, table, seat, look, max(half, LEAST_BESIDE)) for seat in (0, 1)]
    fits = sides[0].width + 2 + sides[1].width <= column.width
    column.add(sides[0].beside(sides[1]) if fits else sides[0].over(sides[1]))


def _cards(view: View[Any], table: Picture, seat: int, look: BoardTheme, width: int) -> TextBlock:
    """The unit cards of one side; a unit can be picked there too."""
    title = look.styled(view.seats[seat].title, look.seat(seat))
    if table.morale:
        title += look.words(f" morale {table.morale[seat]}", "soft")
    if table.points:
        title += look.words(f" points {table.points[seat]}", "strong")
    column, short = Column(width), tags(table)
    column.line(title)
    pieces = [piece for piece in table.pieces if piece.seat == seat]
    for piece in pieces:
        if piece.place not in OFF_TABLE:
            column.pieces(Text(), [(piece.label, _card(piece, short, look, width - 1))])
    for place, words in OFF_TABLE.items():
        if texts := [short[piece.label] for piece in pieces if piece.place == place]:
            column.line(look.words(f" {words}: {' '.join(texts)}", "rule"))
    return column.sheet()


def _card(piece: Piece, short: dict[str, str], look: BoardTheme, width: int) -> Text:
    """One unit: its tag, its name where there is room, its rating, where it is, and what holds
    for it.
    """
    rest = look.words(f" {piece.rating} {piece.place}")
    rest += look.words(" pinned" if piece.pinned else "", "danger")
    rest += look.words(" acted" if piece.acted else "", "rule")
    rest += look.words(f" in {short[piece.aboard]}" if piece.aboard else "", "soft")
    head = look.styled(f"{short[piece.label]:3}", look.seat(piece.seat))
    named = head + look.words(f" {piece.name}") + rest
    return named if named.cell_len <= width else head + rest


# --- the sky -----------------------------------------------------------------------------------


def _lanes(table: Picture, look: BoardTheme) -> TextBlock:
    """Draw chains of pursuit from tail to fleeing, pairs that turn, and disengaged planes;
    planes can be picked.
    """
    column = Column(max(look.columns, LEAST_BESIDE))
    planes = {plane.label: plane for plane in table.planes if plane.state == "in the fight"}
    hunted = {plane.pursues for plane in planes.values()}
    for plane in planes.values():
        if plane.pursues and plane.label not in hunted:
            _add_lane(
                column,
                "pursuit",
                _chain(plane, planes),
                look.words(look.sign(" ▸▸ ", " >> "), "danger"),
                look,
            )
    for plane in planes.values():
        if plane.turns_with and plane.label < plane.turns_with:
            pair = [plane, planes[plane.turns_with]]
            _add_lane(column, "turning", pair, look.words(look.sign(" ⟲ ", " o "), "act"), look)
    for plane in planes.values():
        if not plane.pursues and not plane.turns_with and plane.label not in hunted:
            _add_lane(column, "free", [plane], Text(), look)
    for plane in table.planes:
        if plane.label not in planes:
            column.line(look.words(f"gone     {plane.label} {plane.state}", "rule"))
    return column.sheet()


def _add_lane(
    column: Column, what: str, planes: list[Plane], between: Text, look: BoardTheme
) -> None:
    last = len(planes) - 1
    words = [
        _plane_words(plane, look) + (between if n < last else Text())
        for n, plane in enumerate(planes)
    ]
    column.pieces(
        look.words(f"{what:8}", "soft"), zip((plane.label for plane in planes), words, strict=True)
    )


def _chain(plane: Plane, planes: dict[str, Plane]) -> list[Plane]:
    """A plane, the one it pursues, the one that one pursues, and so on."""
    chain = [plane]
    while chain[-1].pursues in planes and planes[chain[-1].pursues] not in chain:
        chain.append(planes[chain[-1].pursues])
    return chain


def _plane_words(plane: Plane, look: BoardTheme) -> Text:
    line = look.styled(plane.label, look.seat(plane.seat)) + look.words(f" {plane.rating}", "soft")
    line += look.words(" damaged" if plane.damaged else "", "danger")
    return line + look.words(" acted" if plane.acted else "", "rule")


BOARD = TextBoard(draw, LEGEND, victory=victory, where=where, takes_game=True)
