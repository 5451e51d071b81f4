"""What the drawings share: arrows, cards, columns of words, and how a map and the words to it
find room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.text import Text

from dogfight.boards.text.canvas import HitArea, TextBlock
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View

Board = Callable[[View[Any], BoardTheme, Legal | None], TextBlock]

LEAST_BESIDE = 22
"""Columns that words beside a map need at least."""
CARD_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_FOR_WRAPPING = Console(width=400)


def goal(picked: Legal | None) -> str:
    """The place that a picked action leads to; empty if there is none."""
    return picked.places[-1] if picked is not None and picked.places else ""


def card_words(card: str, theme: BoardTheme) -> str:
    """A playing card such as `10H` with the sign of its suit."""
    return card if theme.ascii else card[:-1] + CARD_SIGNS[card[-1]]


ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def arrow(heading: str, theme: BoardTheme) -> str:
    """A heading such as `NE` as one sign, in ASCII as small letters; nothing for no heading."""
    return heading.lower() if theme.ascii else ARROWS.get(heading, "")


class Column:
    """Lines and pieces one under the other, none wider than the column."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._lines: list[Text] = []
        self._spots: list[HitArea] = []

    def line(self, *lines: Text) -> None:
        """Add lines; what is too long goes on in the next one, indented."""
        for line in lines:
            if line.cell_len <= self.width:
                self._lines.append(line)
                continue
            first, *rest = line.wrap(_FOR_WRAPPING, self.width - 2)
            self._lines += [first, *(Text("  ") + text for text in rest)]

    def pieces(self, head: Text, pieces: Iterable[tuple[str, Text]]) -> None:
        """Add pieces that can be picked, in as many lines as they need, after the words before
        them.
        """
        row, indent = head, min(head.cell_len, 3)
        for name, words in pieces:
            if row.cell_len + 1 + words.cell_len > self.width and row.cell_len > indent:
                self._lines.append(row)
                row = Text(" " * indent)
            row = row + Text(" ")
            start, top = row.cell_len, len(self._lines)
            first, *rest = words.wrap(_FOR_WRAPPING, max(self.width - start, 1)) or [Text()]
            row = row + first
            for more in rest:
                self._lines.append(row)
                row = Text(" " * start) + more
            wide = max(text.cell_len for text in (first, *rest))
            self._spots.append(HitArea(name, start, top, wide, 1 + len(rest), piece=True))
        self._lines.append(row)

    def add(self, sheet: TextBlock) -> None:
        """Add something drawn."""
        self._spots += [spot.moved(0, len(self._lines)) for spot in sheet.spots]
        self._lines += sheet.lines

    def sheet(self) -> TextBlock:
        """The column."""
        return TextBlock(tuple(self._lines), tuple(self._spots))


Words = Callable[[Column], None]
"""Writes what belongs to a map."""


def written(words: Words, width: int) -> TextBlock:
    """Words in a column of so many characters."""
    column = Column(width)
    words(column)
    return column.sheet()


def arranged(maps: Iterable[TextBlock], words: Words, theme: BoardTheme) -> TextBlock:
    """The largest of several maps with which all can be seen; else the largest that can be seen
    whole, or the last.

    The words stand below the map, or beside it where there is no room below and enough beside.
    """
    fallback: TextBlock | None = None
    with_words = whole = TextBlock()
    for chart in maps:
        whole, is_beside = _together(chart, words, theme)
        if whole.fits(theme.columns, theme.lines):
            return whole
        if chart.fits(theme.columns, theme.lines):
            fallback = fallback or whole
            if is_beside and not with_words.lines:
                with_words = whole
    return with_words if with_words.lines else fallback or whole


def _together(chart: TextBlock, words: Words, theme: BoardTheme) -> tuple[TextBlock, bool]:
    """A map with its words, and whether they stand beside it."""
    below = chart.over(written(words, max(theme.columns, LEAST_BESIDE)))
    room = theme.columns - chart.width - 2
    if below.height <= theme.lines or room < LEAST_BESIDE:
        return below, False
    return chart.beside(written(words, room)), True
