"""A sheet of characters to draw on."""

from __future__ import annotations

from rich.text import Text


class Canvas:
    """Characters with styles, column x and row y counted from the top left; what falls outside is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, words: str, style: str = "") -> None:
        """Write words from (x, y) to the right."""
        if not 0 <= y < self.height:
            return
        for offset, sign in enumerate(words):
            if 0 <= x + offset < self.width:
                self._signs[y][x + offset] = sign
                self._styles[y][x + offset] = style

    def centre(self, x: int, y: int, words: str, style: str = "") -> None:
        """Write words with their middle at x."""
        self.put(x - len(words) // 2, y, words, style)

    def sign(self, x: int, y: int) -> str:
        """The character at (x, y), or a blank outside."""
        return self._signs[y][x] if 0 <= x < self.width and 0 <= y < self.height else " "

    def lines(self) -> list[Text]:
        """The rows, without blanks at their ends."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Text:
        line = Text()
        end = len("".join(self._signs[y]).rstrip())
        styles = self._styles[y]
        start = 0
        for x in range(1, end + 1):
            if x == end or styles[x] != styles[start]:
                line.append("".join(self._signs[y][start:x]), styles[start] or None)
                start = x
        return line


def stacked(lines: list[Text]) -> Text:
    """Lines one under the other."""
    return Text("\n").join(lines)


def side_by_side(left: list[Text], right: list[Text], gap: int = 2) -> list[Text]:
    """Two columns, the right one starting where the widest line of the left one ends."""
    width = max((line.cell_len for line in left), default=0) + gap
    rows = []
    for n in range(max(len(left), len(right))):
        one = left[n].copy() if n < len(left) else Text()
        if n < len(right):
            one.append(" " * (width - one.cell_len))
            one.append_text(right[n])
        rows.append(one)
    return rows
