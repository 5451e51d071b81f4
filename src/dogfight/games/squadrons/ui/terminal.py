"""Squadrons: the grid with planes and headings, airfields, decks, shots and score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import CARD_SIGNS, Column, arranged, arrow, card_words, goal
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.games.squadrons.view import BoardView, Pile, Plane

SIDES = ("R", "G")
SIDE_WORDS = ("Red", "Green")
LEFT = 4
"""Columns before the first square."""
CELLS = ((8, 3), (7, 2), (4, 1))
"""How large a square may be drawn, in columns and rows, lines between squares included."""

LEGEND = (
    (
        "R and G: planes of Red and Green with their number and heading, underlined while they"
        " still have to move"
    ),
    "▬: empty airfield   ▓: blocked   [ ]: what the picked move speaks of",
)
"""What the signs mean."""


def draw(view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The board, and what lies beside it."""
    board: BoardView = view.board

    def beside(column: Column) -> None:
        column.line(*_beside(board, theme))

    return arranged((_grid(board, theme, picked, *cell) for cell in CELLS), beside, theme)


def where(view: View[Any], kind: str, name: str) -> str:
    """The square of a plane; anything else is its own name."""
    board: BoardView = view.board
    return next(
        (plane.square for plane in board.planes if kind == "plane" and plane.name == name), name
    )


def _grid(
    board: BoardView, theme: BoardTheme, picked: Legal | None, width: int, height: int
) -> TextBlock:
    grid = Grid(board.columns, board.rows, theme, width, height)
    for square in board.blocked:
        grid.put(square, theme.sign("▓▓▓", "###"), theme.ink("soft"))
    for field in board.airfields:
        for square in field.squares:
            grid.put(square, theme.sign("▬", "="), theme.seat(SIDES.index(field.side)))
    for plane in board.planes:
        if plane.square:
            grid.put(plane.square, _tag(plane, theme), _plane_style(board, plane, theme))
    if square := goal(picked):
        grid.frame(square, theme.ink("act"))
    return grid.canvas.sheet()


class Grid:
    """The empty board, and where its squares are on the sheet.

    With room there are lines between the squares.
    """

    def __init__(self, columns: int, rows: int, theme: BoardTheme, width: int, height: int) -> None:
        self.rows = rows
        self.step = height
        self.cell = width + (theme.ascii and height == 1)
        self.top = int(height > 1)
        """Rows above the first square: the upper line."""
        self.canvas = Canvas(LEFT + self.cell * columns + 1, self.step * rows + self.top + 1)
        letters = [chr(97 + column) for column in range(columns)]
        if self.top:
            self._draw_lines(columns, rows, theme)
        for row in range(1, rows + 1):
            self.canvas.put(0, self.place(f"a{row}")[1], f"{row:2}", theme.ink("soft"))
            for letter in letters:
                self._add_square(f"{letter}{row}", theme)
        for column, letter in enumerate(letters):
            x = LEFT + self.cell * column + self.cell // 2 - (height == 1)
            self.canvas.put(x, self.canvas.height - 1, letter, theme.ink("soft"))

    def _draw_lines(self, columns: int, rows: int, theme: BoardTheme) -> None:
        width, style = self.cell * columns + 1, theme.ink("rule")
        for y in range(self.step * rows + 1):
            line = y % self.step == 0
            for x in range(0, width, 1 if line else self.cell):
                sign = ("┼" if line else "│") if x % self.cell == 0 else "─"
                self.canvas.put(
                    LEFT - 1 + x, y, theme.sign(sign, {"┼": "+", "│": "|"}.get(sign, "-")), style
                )

    def _add_square(self, square: str, theme: BoardTheme) -> None:
        x, y = self.place(square)
        if not self.top:
            self.put(square, theme.sign("·", "."), theme.ink("soft"))
        left, wide = (x - self.cell // 2 + 1, self.cell - 1) if self.top else (x - 1, 3)
        self.canvas.spots.append(HitArea(square, left, y, wide, max(1, self.step - 1)))

    def place(self, square: str) -> tuple[int, int]:
        """Where the middle of a square is drawn."""
        across = self.cell // 2 - 1 if self.top else 1
        return (
            LEFT + self.cell * (ord(square[0]) - 97) + across,
            self.step * (self.rows - int(square[1:])) + self.top,
        )

    def put(self, square: str, text: str, style: str) -> None:
        """Write on a square; what is longer than a sign begins at its left."""
        x, y = self.place(square)
        self.canvas.put(x if len(text) == 1 else x - 1, y, text, style)

    def frame(self, square: str, style: str) -> None:
        """Put a square between brackets: what a picked action speaks of."""
        x, y = self.place(square)
        left, right = (x - self.cell // 2 + 1, self.cell - 2) if self.top else (x - 2, self.cell)
        self.canvas.put(left, y, "[", style)
        self.canvas.put(left + right, y, "]", style)


def _tag(plane: Plane, theme: BoardTheme) -> str:
    return plane.name + arrow(plane.heading, theme)


def _plane_style(board: BoardView, plane: Plane, theme: BoardTheme) -> str:
    """The side's ink; planes still to move are underlined, the named one stands out."""
    style = theme.seat(SIDES.index(plane.name[0]))
    if plane.name == board.named:
        return f"{theme.ink('act')} reverse"
    return f"{style} underline" if plane.to_move else style


def _beside(board: BoardView, theme: BoardTheme) -> Iterator[Text]:
    for side, pile in enumerate((board.red, board.green)):
        yield _side_line(board, side, pile, theme)
    if board.named:
        card = f" with {card_words(board.card, theme)}" if board.card else ""
        yield theme.text(f"{board.named} moves{card}.", "act")
    for shot in board.shots:
        to = theme.sign("→", "->")
        card = {"?": "card to come", "-": "no card"}.get(shot.card) or card_words(shot.card, theme)
        yield theme.text(f"{shot.shooter} {to} {shot.target}  {shot.kind}  {card}")
    if board.idle:
        yield theme.text(f"{board.idle} of {board.stall_turns} turns without a card", "soft")


def _side_line(board: BoardView, side: int, pile: Pile, theme: BoardTheme) -> Text:
    """The score, the planes left, the deck and the discards by suit."""
    left = sum(bool(plane.square) for plane in board.planes if plane.name[0] == SIDES[side])
    turn = theme.sign("▶", ">") if board.turn == SIDES[side] else " "
    line = theme.text(turn, "act") + theme.styled(f"{SIDE_WORDS[side]:6}", theme.seat(side))
    line += theme.text(f" score {board.score[side]} planes {left} deck ")
    line += theme.text(f"{pile.left:2}", "danger" if pile.left <= 4 else "ink")
    gone = " ".join(
        f"{suit if theme.ascii else CARD_SIGNS[suit]}"
        f"{sum(card[-1] == suit for card in pile.discards)}"
        for suit in CARD_SIGNS
    )
    return line + theme.text(f" used {gone}", "soft")


BOARD = TextBoard(draw, LEGEND, where=where)
