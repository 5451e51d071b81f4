"""The lesson page: the board with a coach who asks for one thing at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Static

from dogfight.boards.text.canvas import HitArea
from dogfight.boards.text.lookup import where
from dogfight.core.event import Event
from dogfight.core.view import Legal, View
from dogfight.lessons.play import LessonTable
from dogfight.lessons.progress import ProgressFile
from dogfight.tui.help_text import LESSON_KEYS
from dogfight.tui.screens.board_page import BoardPage
from dogfight.tui.screens.sheets import Reading, rule_text
from dogfight.tui.status_lines import keys_on_a_line
from dogfight.tui.widgets import ActionList

GO_ON = Legal(kind="go_on", action=-1, notation="Enter", text="go on to the next step")
LEAVE = Legal(kind="go_on", action=-2, notation="Enter", text="leave: the lesson is finished")
PROGRESS = 20
"""Characters of the bar that shows how far the lesson has come."""
CONTROL = "control"
"""What a coach points at that is no place and no piece: a move, or a part of the page."""


class LessonScreen(BoardPage[bool]):
    """One lesson; answers whether it was finished. What was done is kept after every move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", "Take back"),
        Binding("h", "hint", "Hint"),
        Binding("q", "leave", "Leave"),
    ]
    ALL_KEYS = LESSON_KEYS

    def __init__(self, table: LessonTable, progress: ProgressFile) -> None:
        super().__init__(table.game)
        self.table = table
        self._progress = progress
        self._lines_seen = 0
        """How many lines of the log there were before the last move."""
        self._nudge = ""
        """What the coach says to the last move, if that was not the one asked for."""

    def on_mount(self) -> None:
        self.show_step()

    # --- showing -------------------------------------------------------------------------------

    def show_step(self) -> None:
        """Show the board, what the coach says, and what can be done."""
        self.query_one("#bar", Static).update(self._bar_words())
        self.query_one("#seats", Static).update(self._progress_words())
        self.query_one(ActionList).pointed = self._pointed(CONTROL)
        self.show_view(self.table.view())
        if self.table.doing != "asked":
            self.query_one(ActionList).show((LEAVE if self.table.doing == "finished" else GO_ON,))

    def prompt_words(self, view: View[Any]) -> Text:  # noqa: ARG002
        table, theme = self.table, self.theme
        if table.doing == "asked":
            words = theme.text(table.step.say, "strong")
            return (
                words + theme.text(f"\nSo far: {' '.join(table.played)}", "soft")
                if table.played
                else words
            )
        words = theme.text(table.step.outcome, "ok") + theme.text(
            f" [{', '.join(table.step.rules)}]", "rule"
        )
        return (
            words + theme.text("\nThe lesson is finished.", "strong")
            if table.doing == "finished"
            else words
        )

    def marked(self) -> Sequence[Legal]:
        return ()

    def pointed_at(self) -> frozenset[str]:
        """The places and pieces on the board that the coach points at."""
        view = self.shown
        if view is None:
            return frozenset()
        named = (
            point.partition(":")
            for point in self.table.step.point
            if not point.startswith(f"{CONTROL}:")
        )
        return frozenset(where(self.game, view, kind, name) for kind, _, name in named)

    def _pointed(self, expected: str) -> frozenset[str]:
        """The names that the coach points at as this kind of thing."""
        pairs = (point.partition(":") for point in self.table.step.point)
        return frozenset(name for kind, _, name in pairs if kind == expected)

    def events(self) -> tuple[Sequence[Event], int]:
        log = self.shown.log if self.shown is not None else ()
        return log, max(0, len(log) - self._lines_seen)

    def keys_line(self, width: int) -> Text:
        pairs = [
            (self.theme.sign("↑↓", "up/down"), "pick"),
            ("Enter", "play, go on"),
            ("Tab", "board"),
        ]
        pairs += [
            ("h", "hint"),
            ("u", "take back"),
            ("?", "rules"),
            ("l", "log"),
            ("/", "type"),
            ("q", "leave"),
        ]
        return keys_on_a_line(pairs, self.theme, width)

    def _bar_words(self) -> Text:
        theme = self.theme
        line = theme.text(" DOGFIGHT ", "strong") + theme.text(f" {self.game.title}", "act")
        return line + theme.text(f"  {self.table.lesson.title}", "soft")

    def _progress_words(self) -> Text:
        theme, table = self.theme, self.table
        steps, done = len(table.lesson.step), table.place.step + table.place.explained
        full = round(PROGRESS * done / steps)
        line = theme.text(f" Step {table.place.step + 1} of {steps} ", "strong")
        line += theme.text(
            theme.sign("█", "#") * full + theme.sign("░", ".") * (PROGRESS - full), "ok"
        )
        who = table.driver.seats[table.seat].title
        return line + theme.text("  You are ", "soft") + theme.styled(who, theme.seat(table.seat))

    # --- doing ---------------------------------------------------------------------------------

    def play(self, action: int | str) -> None:
        if action in (GO_ON.action, LEAVE.action):
            self._go_on()
        elif self.attempt(lambda: self._play(action)) and self._nudge:
            self.note(self._nudge, "act")
            if self.table.helps:
                self.action_hint()

    def _play(self, action: int | str) -> None:
        answer = self.table.play(action)
        self._nudge = answer.retry_text
        if answer.played:
            self._lines_seen = len(self.events()[0])
            self._progress.keep(self.table)
            self.show_step()

    def play_words(self, words: list[str]) -> None:
        for word in words:
            self._play(word)

    def choose(self, spot: HitArea, view: View[Any]) -> None:
        if self.table.doing == "asked":
            super().choose(spot, view)
        else:
            self.note("Enter goes on.")
            self.query_one(ActionList).focus()

    def _go_on(self) -> None:
        if self.table.doing == "finished":
            self.dismiss(True)
            return
        self.table.go_on()
        self._progress.keep(self.table)
        self.forget_trouble()
        self._lines_seen = len(self.events()[0])
        self.show_step()

    def action_take_back(self) -> None:
        if self.attempt(self.table.take_back):
            self._progress.keep(self.table)
            self.show_step()
            self.note("Taken back.")

    def action_hint(self) -> None:
        """Say what to do, and pick it in the list and on the board."""
        entries = self.table.wanted()
        if not entries:
            self.note("Enter goes on.")
            return
        self.note(self.table.hint(), "act")
        self.query_one(ActionList).mark([entry.action for entry in entries])
        self.look_at(entries[0])

    def action_leave(self) -> None:
        """Leave; the same call goes on here."""
        self.dismiss(self.table.doing == "finished")

    def action_rule(self) -> None:
        rules = (self._trouble_rule, *self.table.step.rules)
        self.app.push_screen(
            Reading("The rules of this step", rule_text(self.game.name, rules, self.theme))
        )
