"""What all pages share: they say so when the terminal is too small."""

from __future__ import annotations

from typing import TypeVar

from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from dogfight.boards.text.theme import LEAST_COLUMNS, LEAST_LINES, BoardTheme

R = TypeVar("R")


def too_small(columns: int, lines: int) -> str:
    """What to say about a terminal of this size; empty if it will do."""
    if columns >= LEAST_COLUMNS and lines >= LEAST_LINES:
        return ""
    return (
        f"The table needs a terminal of {LEAST_COLUMNS} columns and {LEAST_LINES} lines or more. "
        f"This one has {columns} columns and {lines} lines."
    )


class TooSmall(Static):
    """Covers a page that does not fit."""


class Page(Screen[R]):
    """A page of the table.

    When the terminal is too small it shows nothing but the size it needs.
    """

    def on_mount(self) -> None:
        self.mount(TooSmall(markup=False))
        self._fit(self.app.size)

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        text = too_small(size.width, size.height)
        self.set_class(bool(text), "-small")
        for cover in self.query(TooSmall):
            cover.update(text)

    @property
    def theme(self) -> BoardTheme:
        """What this terminal can show."""
        look = getattr(self.app, "board_theme", None)
        assert isinstance(look, BoardTheme)
        return look
