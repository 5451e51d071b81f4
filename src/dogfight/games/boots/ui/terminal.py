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
from dogfight.games.boots.view import BoardView, Piece, Plane

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


def draw(game: Boots, view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The field or the sky, then the cards of both sides."""
    board: BoardView = view.board
    chart = game.battle(str(view.options["battle"])).map

    def words(column: Column) -> None:
        column.line(*_turn_lines(view, board, theme))
        column.line(*_support_lines(board, theme))
        _add_cards(column, view, board, theme)
        column.line(theme.text(victory(view), "soft"))

    if chart is None:
        return _lanes(board, theme).over(written(words, theme.columns))
    battle = game.battle(str(view.options["battle"]))
    seen = _seen_by_picked(game, board, battle, picked)
    return arranged(
        (_field(board, chart, seen, theme, picked, *size) for size in _sizes(chart, theme)),
        words,
        theme,
    )


def where(view: View[Any], kind: str, name: str) -> str:
    """The hex of a unit that is on one; anything else is its own name."""
    board: BoardView = view.board
    placed = (
        piece.place
        for piece in board.pieces
        if piece.label == name and piece.place not in OFF_TABLE
    )
    return next(placed, name) if kind == "unit" else name


def victory(view: View[Any]) -> str:
    """How this battle is won."""
    board: BoardView = view.board
    return f"{board.victory} Otherwise: {board.otherwise}"


def _sizes(chart: Map, theme: BoardTheme) -> Iterator[tuple[int, int]]:
    """How large hexes may be drawn, the largest first, in columns and rows."""
    for height in HEIGHTS:
        for width in WIDTHS:
            wide, high = LEFT + width * chart.columns + 2, height * (chart.rows + 1) + 1
            if (wide <= theme.columns and high <= theme.lines) or (width, height) == (
                WIDTHS[-1],
                HEIGHTS[-1],
            ):
                yield width, height


def _turn_lines(view: View[Any], board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    line = theme.text(
        f"{board.battle}, turn {board.game_turn} of {board.turns}, {board.phase}: ", "strong"
    )
    yield line + theme.styled(view.seats[board.active].title, theme.seat(board.active))
    if board.mover:
        yield theme.text(f"{board.mover} moves, {board.points_left:g} left", "act")


# --- tags --------------------------------------------------------------------------------------


def tags(board: BoardView, width: int = 3) -> dict[str, str]:
    """A short tag for every unit: as much of its kind as there is room for, unlike that of other
    kinds, and its number.

    The first side's kinds are in capitals and the other's in small letters, so a tag tells the side
    without colour.
    """
    lengths: dict[str, int] = {}
    for piece in board.pieces:
        kind, _, number = _parts(piece)
        lengths[kind] = max(lengths.get(kind, 0), len(number))
    brief: dict[str, str] = {}
    for kind, digits in lengths.items():
        ways = _ways_to_shorten(kind, max(1, width - digits))
        brief[kind] = next((way for way in ways if way not in brief.values()), kind)
    short = {
        piece.label: brief[kind] + number
        for piece in board.pieces
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

    def __init__(self, chart: Map, theme: BoardTheme, width: int, height: int) -> None:
        self.chart = chart
        self.theme = theme
        self.cell, self.step = width, height
        self.slope = height // 2
        """Over how many rows and columns a side slants."""
        self.canvas = Canvas(
            LEFT + width * chart.columns + 3, height * chart.rows + height // 2 + 2
        )
        for column in range(chart.columns):
            self.canvas.put(
                LEFT + width * column + width // 2, 0, chr(65 + column), theme.ink("soft")
            )
        for row in range(chart.rows):
            self.canvas.put(
                0, self.place(f"A{row + 1}")[1] + height // 2 - 1, f"{row + 1:2}", theme.ink("soft")
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
        style, last = self.theme.ink("rule"), self.step - 1
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
        text = self.theme.sign("·", ".") if letter == "." else ground
        text += (
            (str(height) if height else "")
            + ("=" if road else "")
            + ("^" if name in self.chart.trenches else "")
        )
        tint = TERRAIN_TINTS.get(letter, self.theme.ink("rule"))
        shade = HEIGHT_TINTS[min(height, len(HEIGHT_TINTS) - 1)]
        self.canvas.put(x, y + 1, text[: self.room], self.theme.tint(f"{tint} {shade}"))

    def objective(self, name: str, style: str) -> None:
        """Mark an objective in the colour of its owner."""
        x, y = self._inside(name)
        self.canvas.put(x + self.room - 1, y + 1, "*", style)

    def units(self, name: str, text: str, style: str) -> None:
        """Put units on a hex."""
        x, y = self._inside(name)
        self.canvas.put(x, y, text[: self.room], style)

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
    board: BoardView,
    chart: Map,
    seen: list[str],
    theme: BoardTheme,
    picked: Legal | None,
    width: int,
    height: int,
) -> TextBlock:
    field = Field(chart, theme, width, height)
    for name, holder in board.objectives.items():
        field.objective(name, theme.seat(holder) if holder >= 0 else theme.ink("act"))
    for name in seen:
        field.mark(name, theme.ink("act"))
    short = tags(board, field.room - (field.room > 3))
    outside: dict[str, list[str]] = {}
    for place, pieces in _by_place(board).items():
        if place in chart.letters:
            field.units(place, _stack(pieces, short, field.room), _unit_style(pieces[0], theme))
        else:
            outside[place] = [short[piece.label] for piece in pieces]
    if goal(picked) in chart.letters:
        field.frame(goal(picked), theme.ink("act"))
    beyond = [theme.text(f"{place}: {' '.join(outside[place])}") for place in sorted(outside)]
    spots = tuple(HitArea(place, 0, n, len(place)) for n, place in enumerate(sorted(outside)))
    return field.canvas.sheet().over(TextBlock(tuple(beyond), spots))


def _by_place(board: BoardView) -> dict[str, list[Piece]]:
    """Units on the table by where they are; cargo goes with its carrier."""
    pieces: dict[str, list[Piece]] = {}
    for piece in board.pieces:
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


def _unit_style(piece: Piece, theme: BoardTheme) -> str:
    style = theme.seat(piece.seat)
    return f"{style} italic" if piece.pinned else style


def _seen_by_picked(
    game: Boots, table: BoardView, battle: Battle, picked: Legal | None
) -> list[str]:
    """The hexes the picked unit sees within its range: from where it is, or from where the
    picked step leads.
    """
    label = table.mover if picked is None else picked.piece or table.mover
    unit = battle.labels.get(label, -1)
    if unit < 0:
        return []
    position, board = game.notation.read(table.notation), battle.tables.board
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


def _support_lines(board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    """Batteries, and aircraft that are on call over a ground battle."""
    for guns in board.batteries:
        at = f" at {guns.at}" if guns.at else ""
        line = theme.styled(guns.key, theme.seat(guns.seat))
        yield line + theme.text(f" missions {guns.missions}, {guns.state}{at}", "soft")
    if board.pieces:
        for plane in board.planes:
            yield theme.styled(plane.label, theme.seat(plane.seat)) + theme.text(
                f" {plane.rating} {plane.state}", "soft"
            )


def _add_cards(column: Column, view: View[Any], board: BoardView, theme: BoardTheme) -> None:
    """The unit cards of both sides, side by side where there is room."""
    half = (column.width - 2) // 2
    sides = [_cards(view, board, seat, theme, max(half, LEAST_BESIDE)) for seat in (0, 1)]
    fits = sides[0].width + 2 + sides[1].width <= column.width
    column.add(sides[0].beside(sides[1]) if fits else sides[0].over(sides[1]))


def _cards(
    view: View[Any], board: BoardView, seat: int, theme: BoardTheme, width: int
) -> TextBlock:
    """The unit cards of one side; a unit can be picked there too."""
    title = theme.styled(view.seats[seat].title, theme.seat(seat))
    if board.morale:
        title += theme.text(f" morale {board.morale[seat]}", "soft")
    if board.points:
        title += theme.text(f" points {board.points[seat]}", "strong")
    column, short = Column(width), tags(board)
    column.line(title)
    pieces = [piece for piece in board.pieces if piece.seat == seat]
    for piece in pieces:
        if piece.place not in OFF_TABLE:
            column.pieces(Text(), [(piece.label, _card(piece, short, theme, width - 1))])
    for place, text in OFF_TABLE.items():
        if texts := [short[piece.label] for piece in pieces if piece.place == place]:
            column.line(theme.text(f" {text}: {' '.join(texts)}", "rule"))
    return column.sheet()


def _card(piece: Piece, short: dict[str, str], theme: BoardTheme, width: int) -> Text:
    """One unit: its tag, its name where there is room, its rating, where it is, and what holds
    for it.
    """
    rest = theme.text(f" {piece.rating} {piece.place}")
    rest += theme.text(" pinned" if piece.pinned else "", "danger")
    rest += theme.text(" acted" if piece.acted else "", "rule")
    rest += theme.text(f" in {short[piece.aboard]}" if piece.aboard else "", "soft")
    head = theme.styled(f"{short[piece.label]:3}", theme.seat(piece.seat))
    named = head + theme.text(f" {piece.name}") + rest
    return named if named.cell_len <= width else head + rest


# --- the sky -----------------------------------------------------------------------------------


def _lanes(board: BoardView, theme: BoardTheme) -> TextBlock:
    """Draw chains of pursuit from tail to fleeing, pairs that turn, and disengaged planes;
    planes can be picked.
    """
    column = Column(max(theme.columns, LEAST_BESIDE))
    planes = {plane.label: plane for plane in board.planes if plane.state == "in the fight"}
    hunted = {plane.pursues for plane in planes.values()}
    for plane in planes.values():
        if plane.pursues and plane.label not in hunted:
            _add_lane(
                column,
                "pursuit",
                _chain(plane, planes),
                theme.text(theme.sign(" ▸▸ ", " >> "), "danger"),
                theme,
            )
    for plane in planes.values():
        if plane.turns_with and plane.label < plane.turns_with:
            pair = [plane, planes[plane.turns_with]]
            _add_lane(column, "turning", pair, theme.text(theme.sign(" ⟲ ", " o "), "act"), theme)
    for plane in planes.values():
        if not plane.pursues and not plane.turns_with and plane.label not in hunted:
            _add_lane(column, "free", [plane], Text(), theme)
    for plane in board.planes:
        if plane.label not in planes:
            column.line(theme.text(f"gone     {plane.label} {plane.state}", "rule"))
    return column.sheet()


def _add_lane(
    column: Column, what: str, planes: list[Plane], between: Text, theme: BoardTheme
) -> None:
    last = len(planes) - 1
    words = [
        _plane_words(plane, theme) + (between if n < last else Text())
        for n, plane in enumerate(planes)
    ]
    column.pieces(
        theme.text(f"{what:8}", "soft"), zip((plane.label for plane in planes), words, strict=True)
    )


def _chain(plane: Plane, planes: dict[str, Plane]) -> list[Plane]:
    """A plane, the one it pursues, the one that one pursues, and so on."""
    chain = [plane]
    while chain[-1].pursues in planes and planes[chain[-1].pursues] not in chain:
        chain.append(planes[chain[-1].pursues])
    return chain


def _plane_words(plane: Plane, theme: BoardTheme) -> Text:
    line = theme.styled(plane.label, theme.seat(plane.seat)) + theme.text(
        f" {plane.rating}", "soft"
    )
    line += theme.text(" damaged" if plane.damaged else "", "danger")
    return line + theme.text(" acted" if plane.acted else "", "rule")


BOARD = TextBoard(draw, LEGEND, victory=victory, where=where, takes_game=True)
