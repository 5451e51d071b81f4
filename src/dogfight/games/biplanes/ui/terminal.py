"""Biplanes: the ring with its loops and the exit, planes and sites on it, damage, turn squares
and hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import Column, arranged, goal
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.games.biplanes.view import BoardView, MissionView, SideView, SpaceView

HEIGHTS = (37, 33, 29, 25, 21, 17, 13)
"""How many rows the ring may take."""
LEAST_WIDTH, SPREAD = 44, 4.5
"""Columns the ring takes at least, and for every row."""
MARGIN = 8
"""Columns right of the ring, for planes beside its spaces."""
ROOMY = 25
"""From so many rows on the spaces have frames."""
BRACKETS = {"white": "()", "purple": "{}", "brown": "<>", "blue": "[]", "green": "/\\"}
"""A space shows its colour by its brackets as well; one of two colours has one bracket of each."""
SPACE_TINTS = {
    "white": "#f2e8d2",
    "purple": "#d59ae0",
    "brown": "#d9a06a",
    "blue": "#76b7f2",
    "green": "#63c9a0",
}
PLANE_TINTS = {
    "red": "bold #ff7f66",
    "blue": "bold #76b7f2",
    "green": "bold #63c9a0",
    "yellow": "bold #f5be41",
    "brown": "bold #d9a06a",
    "purple": "bold #d59ae0",
    "grey": "bold #a8b0bb",
    "black": "bold #f2e8d2 on #30343c",
    "white": "bold #ffffff",
}
SITE_WORDS = {"espionage": "cam", "bombing": "fac", "rescue": "air"}
"""What a site is called on the board, before its cameras or its number."""

LEGEND = (
    "Spaces: ( ) white, { } purple, < > brown, [ ] blue, / \\ green, one of each for two colours",
    "p1, p2: the planes   mal: the malfunctioning biplane   cam, fac, air: sites of the scenarios",
    "Tiles: value, hits, and L for the loop side   ■ damage taken, □ damage left to take",
)
"""What the signs mean."""


def draw(view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The board, then both sides, then the mission."""
    board: BoardView = view.board

    def words(column: Column) -> None:
        column.line(*_heading(board, theme))
        for number, side in enumerate(board.sides):
            _add_side(column, number, side, theme)
        column.line(*_mission_lines(board, theme))

    return arranged((_board(board, theme, picked, *size) for size in _sizes(theme)), words, theme)


def where(view: View[Any], kind: str, name: str) -> str:
    """The space of a plane; anything else is its own name."""
    board: BoardView = view.board
    return next(
        (side.at for n, side in enumerate(board.sides, 1) if kind == "plane" and f"p{n}" == name),
        name,
    )


def _sizes(theme: BoardTheme) -> Iterator[tuple[int, int]]:
    """How large the ring may be drawn, the largest first, in columns and rows."""
    for height in HEIGHTS:
        yield min(round(height * SPREAD), max(theme.columns - MARGIN, LEAST_WIDTH)), height
    yield LEAST_WIDTH, HEIGHTS[-1]


class Sky:
    """The sheet the spaces are drawn on, and where they lie on it."""

    def __init__(self, board: BoardView, theme: BoardTheme, width: int, height: int) -> None:
        self.theme = theme
        self.size = board.size[0]
        heights = [
            xy[1] for space in board.spaces for xy in (space.xy, space.site_xy) if xy is not None
        ]
        self.top, self.bottom = min(heights), max(heights)
        self.width, self.height = width, height
        self.frames = int(height >= ROOMY)
        self.canvas = Canvas(width + MARGIN, height)
        self.spaces = {space.id: space for space in board.spaces}
        self._draw_ring([space for space in board.spaces if space.part == "ring"])
        for space in board.spaces:
            self._draw_space(space)

    def place(self, xy: tuple[int, int]) -> tuple[int, int]:
        """A point of the drawing on the sheet."""
        x, y = xy[0] / self.size, (xy[1] - self.top) / (self.bottom - self.top)
        return (
            round(x * (self.width - 4)),
            round(y * (self.height - 1 - 2 * self.frames)) + self.frames,
        )

    def _draw_ring(self, ring: list[SpaceView]) -> None:
        for space_view, other in zip(ring, ring[1:] + ring[:1], strict=True):
            (x1, y1), (x2, y2) = self.place(space_view.xy), self.place(other.xy)
            steps = max(abs(x2 - x1), abs(y2 - y1), 1)
            for step in range(2, steps, 2):
                x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
                self.canvas.put(
                    round(x) + 1, round(y), self.theme.sign("·", "."), self.theme.ink("rule")
                )

    def _draw_space(self, space: SpaceView) -> None:
        colours = space.colour.split("_")
        x, y = self.place(space.xy)
        opening, closing = BRACKETS[colours[0]][0], BRACKETS[colours[-1]][1]
        self.canvas.put(x, y, opening + space.id, self.theme.tint(SPACE_TINTS[colours[0]]))
        self.canvas.put(
            x + 1 + len(space.id), y, closing, self.theme.tint(SPACE_TINTS[colours[-1]])
        )
        wide = len(space.id) + 2
        if self.frames:
            line = self.theme.sign("─", "-") * len(space.id)
            for row, ends in ((y - 1, "╭╮"), (y + 1, "╰╯")):
                ends = self.theme.sign(ends, "..")
                self.canvas.put(
                    x, row, ends[0] + line + ends[1], self.theme.tint(SPACE_TINTS[colours[0]])
                )
        self.canvas.spots.append(HitArea(space.id, x, y - self.frames, wide, 1 + 2 * self.frames))

    def stand(self, at: str, text: str, style: str) -> None:
        """Put a piece beside a space, after those that stand there already."""
        if at not in self.spaces:
            return
        x, y = self.place(self.spaces[at].xy)
        x += len(at) + 2
        while self.canvas.sign(x, y) not in (" ", "·", "."):
            x += 1
        self.canvas.put(x, y, text, style)

    def note(self, at: str, text: str, style: str) -> None:
        """Put a site tile beside its space."""
        xy = self.spaces[at].site_xy
        if xy is not None:
            x, y = self.place(xy)
            self.canvas.put(min(x, self.width - len(text)), y, text, style)

    def frame(self, at: str, style: str) -> None:
        """Mark a space that a picked action speaks of."""
        x, y = self.place(self.spaces[at].xy)
        self.canvas.put(x - 1, y, self.theme.sign("▸", ">"), style)


def _board(
    board: BoardView, theme: BoardTheme, picked: Legal | None, width: int, height: int
) -> TextBlock:
    sky = Sky(board, theme, width, height)
    mission = board.mission
    if mission is not None:
        for at, number in mission.sites.items():
            sky.note(at, f"{SITE_WORDS[board.mode]}{number}", theme.ink("act"))
    for number, side in enumerate(board.sides):
        sky.stand(side.at, f"p{number + 1}", _plane_style(side.plane, number, theme))
    if board.mal is not None:
        sky.stand(board.mal.at, "mal", theme.ink("strong"))
    if place := goal(picked):
        sky.frame(place, theme.ink("act"))
    return sky.canvas.sheet()


def _plane_style(plane: str, number: int, theme: BoardTheme) -> str:
    return theme.tint(PLANE_TINTS.get(plane, theme.ink("strong")), theme.seat(number))


def _heading(board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    line = theme.text(f"Round {board.round}, turn {board.turn}, {board.phase}. ", "strong")
    if board.behind:
        hunter, hunted = ("p1", "p2") if board.behind > 0 else ("p2", "p1")
        line += theme.text(f"{hunter} is behind {hunted}. ", "act")
    yield line
    yield theme.text("spaces: ( white ) { purple } < brown > [ blue ] / green \\", "rule")


def _add_side(column: Column, number: int, side: SideView, theme: BoardTheme) -> None:
    """One side: its plane, its damage, the tiles of this round, and its hand or the size of it."""
    style = _plane_style(side.plane, number, theme)
    line = theme.styled(f"p{number + 1} {side.plane}", style) + theme.text(f" {side.at} ")
    line += theme.text(theme.sign("■", "#") * side.damage, "danger")
    line += theme.text(theme.sign("□", "-") * (side.track - side.damage))
    line += theme.text(
        f" {side.damage} of {side.track}", "danger" if side.track - side.damage <= 1 else "soft"
    )
    line += theme.text("".join(f", {word}" for word in _state_words(side)), "link")
    column.line(line, theme.text(f"   turns: {' '.join(side.squares) or 'none'}", "soft"))
    rest = theme.text(f"   bag {side.bag_size}, aside {side.aside_size}", "soft")
    if side.commitment is not None:
        rest += theme.text(f"  chosen {side.commitment}", "strong")
    if side.hand:
        column.pieces(
            theme.text("   hand", "soft"), ((tile, theme.text(tile, "act")) for tile in side.hand)
        )
        column.line(rest)
        return
    size = "none" if side.hand is not None else f"{side.hand_size} tiles"
    column.line(theme.text("   hand ", "soft") + theme.text(size) + rest)
    if side.hand is None:
        column.line(theme.text(f"   not seen yet: {' '.join(side.unseen)}", "rule"))


def _state_words(side: SideView) -> Iterator[str]:
    if not side.armed:
        yield "unarmed"
    if side.jammed:
        yield "jammed"
    if side.committed:
        yield "sealed"


def _mission_lines(board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    if board.mission is not None:
        yield _mission_line(board.mode, board.mission, theme)
        yield from _objective_lines(board.mission, theme)
    if board.mal is not None:
        mal = board.mal
        yield theme.text(
            f"mal {mal.at} damage {mal.damage} of {mal.track}, tiles"
            f" {' '.join(mal.tiles) or 'none'}"
        )
    if board.bot is not None:
        yield theme.text(
            f"bot: left {board.bot.left or 'empty'}, right {board.bot.right or 'empty'}"
        )


def _mission_line(mode: str, mission: MissionView, theme: BoardTheme) -> Text:
    """How far the mission has come."""
    done = {"rescue": f": rescued {mission.rescued}", "escort": ""}.get(
        mode, f": sites done {mission.removed}"
    )
    line = theme.text(f"{mode.capitalize()}{done}", "strong")
    if mission.exit_open:
        return line + theme.text(", the exit is open", "ok")
    return line + theme.text(", the exit is closed", "soft")


def _objective_lines(mission: MissionView, theme: BoardTheme) -> Iterator[Text]:
    """What a rescuer has drawn, as far as the viewer may know it."""
    if mission.landed:
        yield theme.text(f"landed on {mission.landed}", "act")
    if mission.objectives is not None:
        yield theme.text(f"objectives: {' '.join(map(str, mission.objectives)) or 'none'}", "act")
    elif mission.objectives_size:
        yield theme.text(f"{mission.objectives_size} secret objectives", "soft")


BOARD = TextBoard(draw, LEGEND, where=where)
