"""Sheets that lie over the table for a moment: a rule, the log, the board, a question, the
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from dogfight import rulebook
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.errors import DogfightError
from dogfight.tui.screens.base import Page, R


class ModalSheet(Page[R], ModalScreen[R]):
    """A sheet over the page."""


class Reading(ModalSheet[None]):
    """Something to read, with scrolling; Escape or the key that opened it puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l,b,h,k,f1,question_mark", "dismiss", "Back", show=False),
    ]

    def __init__(self, title: str, words: Text, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._words = words
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet reading"):
            yield Static(self._title, classes="title", markup=False)
            with ScrollableContainer(id="reading"):
                yield Static(self._words)
            yield Static("Esc back   ↑ ↓ PgUp PgDn scroll", classes="keys", markup=False)

    def on_mount(self) -> None:
        scroll = self.query_one("#reading", ScrollableContainer)
        scroll.focus()
        if self._at_end:
            scroll.call_after_refresh(scroll.scroll_end, animate=False)


class QuestionSheet(ModalSheet[str]):
    """A question with a few answers, each with its key; Escape answers with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "no_answer", "Back", show=False)]

    def __init__(self, words: Text, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._words = words
        self._answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(self._words, id="question")
            keys = "   ".join(f"{key} {what}" for key, what in (*self._answers, ("Esc", "back")))
            yield Static(keys, classes="keys", markup=False)

    def on_key(self, event: Key) -> None:
        if event.character in dict(self._answers):
            event.stop()
            self.dismiss(event.character)

    def action_no_answer(self) -> None:
        self.dismiss("")


def rule_text(game: str, rules: Sequence[str], theme: BoardTheme) -> Text:
    """What the rules with these ids say."""
    parts = []
    for rule in dict.fromkeys(text for text in rules if text):
        try:
            words = rulebook.for_players(rulebook.rule(game, rule))
        except DogfightError as error:
            words = error.message
        parts.append(theme.text(rule, "act") + theme.text(f"  {words}"))
    return Text("\n\n").join(parts) if parts else theme.text("No rule is named here.", "soft")
