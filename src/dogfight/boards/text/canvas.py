"""A sheet of characters to draw on, and the places on it that can be picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rich.text import Span, Text


@dataclass(frozen=True, slots=True)
class HitArea:
    """Where a place of the board, or a piece, is drawn: it can be picked there."""

    name: str
    x: int
    y: int
    width: int
    height: int = 1
    piece: bool = False

    def covers(self, x: int, y: int) -> bool:
        """Whether a character belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, x: int, y: int) -> HitArea:
        """The same further right and further down."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Drawn lines, and what can be picked on them."""

    lines: tuple[Text, ...] = ()
    spots: tuple[HitArea, ...] = ()

    @property
    def width(self) -> int:
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def height(self) -> int:
        return len(self.lines)

    @property
    def text(self) -> Text:
        """The lines one under the other."""
        return Text("\n").join(self.lines)

    def fits(self, columns: int, lines: int) -> bool:
        """Whether it can be seen whole in so much room."""
        return self.width <= columns and self.height <= lines

    def over(self, other: TextBlock) -> TextBlock:
        """This one, and the other below it."""
        below = tuple(spot.moved(0, self.height) for spot in other.spots)
        return TextBlock((*self.lines, *other.lines), (*self.spots, *below))

    def beside(self, other: TextBlock, gap: int = 2) -> TextBlock:
        """This one, and the other to the right of its widest line."""
        start = self.width + gap
        right = tuple(spot.moved(start, 0) for spot in other.spots)
        return TextBlock(tuple(side_by_side(self.lines, other.lines, gap)), (*self.spots, *right))


class Canvas:
    """Characters with styles, column x and row y counted from the top left; what falls outside
    is lost.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.spots: list[HitArea] = []
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write words from (x, y) to the right."""
        if not 0 <= y < self.height:
            return
        for offset, sign in enumerate(text):
            if 0 <= x + offset < self.width:
                self._signs[y][x + offset] = sign
                self._styles[y][x + offset] = style

    def centre(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write words with their middle at x."""
        self.put(x - len(text) // 2, y, text, style)

    def sign(self, x: int, y: int) -> str:
        """The character at (x, y), or a blank outside."""
        return self._signs[y][x] if 0 <= x < self.width and 0 <= y < self.height else " "

    def sheet(self) -> TextBlock:
        """What was drawn."""
        return TextBlock(tuple(self.lines()), tuple(self.spots))

    def lines(self) -> list[Text]:
        """The rows, without blanks at their ends."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Text:
        text = "".join(self._signs[y]).rstrip()
        spans = []
        start = 0
        for style, same in groupby(self._styles[y][: len(text)]):
            end = start + len(list(same))
            if style:
                spans.append(Span(start, end, style))
            start = end
        return Text(text, spans=spans)


def side_by_side(left: Sequence[Text], right: Sequence[Text], gap: int = 2) -> list[Text]:
    """Two columns, the right one starting where the widest line of the left one ends."""
    width = max((line.cell_len for line in left), default=0) + gap
    rows = []
    for n in range(max(len(left), len(right))):
        text = left[n].copy() if n < len(left) else Text()
        if n < len(right):
            text.append(" " * (width - text.cell_len))
            text.append_text(right[n])
        rows.append(text)
    return rows
