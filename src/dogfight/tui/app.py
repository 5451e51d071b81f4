"""The application: from the menu to a table and back."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

import dogfight
from dogfight.boards.text.theme import BoardTheme, plain
from dogfight.core.errors import BadOption
from dogfight.tui.countdown import Countdown
from dogfight.tui.screens.menu import MOST_SEED, MenuScreen, SetupScreen
from dogfight.tui.screens.saving import save
from dogfight.tui.screens.table import QUIT, TableScreen
from dogfight.tui.session import Session
from dogfight.tui.setup import GameSetup

LAMP = Theme(
    name="lamp",
    primary="#86bfef",
    secondary="#bdb59f",
    accent="#f5be41",
    warning="#f5be41",
    error="#ff8e7a",
    success="#77d0a4",
    foreground="#f2e8d2",
    background="#12171f",
    surface="#1e2631",
    panel="#0c1016",
)


class OnlyAscii(LineFilter):
    """Replaces whatever is not ASCII in the finished picture: borders, scroll bars, words of the
    games.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(plain(text), style, control) for text, style, control in segments]


class TerminalApp(App[None]):
    """What everything in the terminal has in common: its colours, or none, and its characters."""

    CSS_PATH = "dogfight.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Dogfight"

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.board_theme = BoardTheme(colour=not self.no_color, ascii=ascii_only)
        self._only_ascii = [OnlyAscii()] if ascii_only else []

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._only_ascii]

    def on_mount(self) -> None:
        self.register_theme(LAMP)
        self.theme = "lamp"


class OnePageApp(TerminalApp):
    """A page of its own: it ends when the page is put away."""

    def __init__(self, page: Screen[Any], *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self._page = page

    def on_mount(self) -> None:
        self.push_screen(self._page, self._put_away)

    def _put_away(self, _: object) -> None:
        self.exit()


class DogfightApp(TerminalApp):
    """The terminal table. With a set-up the game begins at once."""

    def __init__(
        self,
        setup: GameSetup | None = None,
        *,
        ascii_only: bool = False,
        data: Path | None = None,
        record: Path | None = None,
        countdown: Countdown | None = None,
    ) -> None:
        super().__init__(ascii_only=ascii_only)
        self._setup = setup
        self._data = data
        self._record = record
        self._countdown = countdown or Countdown()
        self._session: Session | None = None

    def on_mount(self) -> None:
        if self._setup is not None:
            self.begin(self._setup)
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """Ask for a game."""
        self.push_screen(MenuScreen(), self._game_chosen)

    def _game_chosen(self, name: str | None) -> None:
        if name is None:
            self.exit()
        else:
            seed = random.randint(1, MOST_SEED)
            self.push_screen(SetupScreen(dogfight.load(name, self._data), seed), self._set_up)

    def _set_up(self, setup: GameSetup | None) -> None:
        if setup is None:
            self.open_menu()
        else:
            self.begin(setup)

    def begin(self, setup: GameSetup) -> None:
        """Open the table."""
        self._session = Session(setup)
        self.push_screen(TableScreen(self._session, self.keep_record, self._countdown), self._ended)

    def keep_record(self) -> str:
        """Save the record of the game where the call asked for it, once; says where it went, or
        why it did not.
        """
        if self._record is None or self._session is None:
            return ""
        record, self._session = self._session.table.record, None
        try:
            return f"Record saved to {save(record, self._record)}."
        except BadOption as error:
            return error.message

    def _ended(self, wish: str | None) -> None:
        if wish == QUIT:
            self.exit()
        else:
            self.open_menu()
