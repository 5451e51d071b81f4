"""The page between two people at one screen: it shows only what everybody may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.widgets import Static

from dogfight.core.event import Event
from dogfight.tui.screens.base import Page

SHOWN = 8
"""How many of the latest public events the page tells."""


class PassScreen(Page[bool]):
    """Asks to hand the screen over; answers whether the next person looks, or the last one takes
    back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", "Look"),
        Binding("u", "back", "Take back"),
    ]

    def __init__(self, title: str, log: Sequence[Event], picture: Text, refusal: str = "") -> None:
        """`picture` is the board as everybody may see it."""
        super().__init__()
        self._title = title
        self._latest = log
        self._picture = picture
        self._refusal = refusal

    def compose(self) -> ComposeResult:
        theme = self.theme
        with Vertical(classes="sheet"):
            yield Static(theme.text(f"Pass the screen to {self._title}.", "act"), classes="title")
            yield Static(theme.text(f"{self._title}, press Enter when nobody else is looking."))
            for event in self._latest[-SHOWN:]:
                yield Static(theme.text(f"· {event.text}", "soft"))
            with ScrollableContainer(classes="public"):
                yield Static(self._picture)
            yield Static(theme.text(self._refusal, "danger"))
            yield Static("Enter look   u take the last choice back", classes="keys", markup=False)

    def action_look(self) -> None:
        self.dismiss(True)

    def action_back(self) -> None:
        self.dismiss(False)
