"""The parts of the table page: the list of actions, the line for typing, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.strip import Strip
from textual.visual import VisualType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from dogfight.boards.text.theme import BoardTheme
from dogfight.core.event import PARTIAL, Event
from dogfight.core.view import Legal
from dogfight.tui.choices import first_choice
from dogfight.tui.session import BOT_FAULT

REVERSED = Style(reverse=True)
LATEST = 60
"""How many events the log beside the board goes back; the whole log has a page of its own."""


class CachedText(Static):
    """Words that are laid out and drawn anew only where they have changed."""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        old, new = (
            (item, item.style) if isinstance(item, Text) else (item, "")
            for item in (self.content, content)
        )
        if old != new:
            super().update(content, layout=layout)


class PickList(OptionList):
    """A list whose picked line is reversed where there is no colour to mark it."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if self.app.no_color and any(self._is_picked(segment) for segment in strip):
            return strip.apply_style(REVERSED)
        return strip

    def _is_picked(self, segment: Segment) -> bool:
        return (
            segment.style is not None and segment.style.meta.get("option", -1) == self.highlighted
        )


class ActionList(PickList):
    """The legal actions, numbered; arrows or a number pick one, Enter plays it."""

    class Chosen(Message):
        """An action was picked and is to be played."""

        def __init__(self, legal: Legal) -> None:
            super().__init__()
            self.legal = legal

    class Picked(Message):
        """An action was picked, to be looked at."""

        def __init__(self, legal: Legal | None) -> None:
            super().__init__()
            self.legal = legal

    class Unpicked(Message):
        """Enter was pressed before anything was picked."""

    def __init__(self, theme: BoardTheme) -> None:
        super().__init__(id="actions")
        self.theme = theme
        self._all: list[tuple[int, Legal]] = []
        self._shown: list[tuple[int, Legal]] = []
        self._typed = 0
        self._ranks: dict[int, int] = {}
        self.pointed: frozenset[str] = frozenset()
        """Words of actions that a coach points at."""

    def show(self, legal: Sequence[Legal]) -> None:
        """Show these actions."""
        self._all = list(enumerate(legal, 1))
        self._ranks = {}
        self.narrow("")

    def only(self, legal: Sequence[Legal]) -> None:
        """Show only these of the actions, with the numbers they have among all, and pick the
        first of them.
        """
        numbers = {entry.action for entry in legal}
        self._list([(n, entry) for n, entry in self._all if entry.action in numbers])

    @property
    def shown(self) -> list[Legal]:
        """The actions in the list now."""
        return [entry for _, entry in self._shown]

    @property
    def narrowed(self) -> bool:
        """Whether some of the actions are left out."""
        return len(self._shown) < len(self._all)

    def pick(self, legal: Legal) -> None:
        """Move to an action, if it is in the list."""
        at = next((at for at, entry in enumerate(self.shown) if entry.action == legal.action), None)
        if at is not None:
            self.highlighted = at

    def mark(self, actions: Sequence[int]) -> None:
        """Mark the actions of a hint with their rank, and pick the best."""
        self._ranks = {action: rank for rank, action in enumerate(actions, 1)}
        self.narrow("")
        self.highlighted = next(
            (at for at, (_, entry) in enumerate(self._shown) if entry.action in actions[:1]), 0
        )

    def narrow(self, text: str) -> None:
        """Show only the actions that have the typed words in them."""
        expected = text.strip().lower()
        self._list(
            [
                (n, entry)
                for n, entry in self._all
                if expected in entry.notation.lower() or expected in entry.text.lower()
            ]
            or self._all
        )

    def _list(self, shown: list[tuple[int, Legal]]) -> None:
        self._typed = 0
        self._shown = shown
        width = len(str(len(self._all)))
        longest = max((len(entry.notation) for _, entry in self._shown), default=0)
        self.set_options(
            [Option(self.line(n, entry, width, min(longest, 12))) for n, entry in self._shown]
        )
        self.highlighted = first_choice(self.shown)
        if self.highlighted is None:
            self.post_message(self.Picked(None))

    def action_select(self) -> None:
        if self.highlighted is None and self._shown:
            self.post_message(self.Unpicked())
        super().action_select()

    def line(self, number: int, legal: Legal, width: int, longest: int) -> Text:
        """An action as it stands in the list."""
        line = self.theme.text(f"{number:>{width}} ", "soft")
        line.append_text(self.theme.text(f"{legal.notation:{longest}} ", "act"))
        if legal.action in self._ranks:
            line.append_text(
                self.theme.text(f"{self.theme.sign('★', '*')}{self._ranks[legal.action]} ", "ok")
            )
        if legal.notation in self.pointed:
            line.append_text(self.theme.text(self.theme.sign("◂ ", "< "), "ok"))
        line.append_text(self.theme.text(legal.text))
        return line

    def picked(self) -> Legal | None:
        """The action that Enter would play."""
        return None if self.highlighted is None else self._shown[self.highlighted][1]

    def numbered(self, number: int) -> Legal | None:
        """The action with this number."""
        return next((entry for n, entry in self._all if n == number), None)

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.character.isdecimal():
            self._jump(int(event.character))
            event.stop()

    def _jump(self, digit: int) -> None:
        numbers = [n for n, _ in self._shown]
        for number in (self._typed * 10 + digit, digit):
            if number in numbers:
                self._typed = number
                self.highlighted = numbers.index(number)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if (legal := self._behind(event)) is not None:
            self.post_message(self.Chosen(legal))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if (legal := self._behind(event)) is not None:
            self.post_message(self.Picked(legal))

    def _behind(self, event: OptionList.OptionMessage) -> Legal | None:
        """The action behind a line; None if the line belongs to a list that has been replaced
        since.
        """
        at = event.option_index
        present = at < self.option_count and self.get_option_at_index(at) is event.option
        return self._shown[at][1] if present else None


class NotationInput(Input):
    """The line for typed notation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", show=False),
        Binding("question_mark", "screen.rule", "Rule", show=False, priority=True),
    ]

    class Left(Message):
        """The person does not want to type after all."""

    def __init__(self) -> None:
        super().__init__(
            placeholder="/ to type a move in notation, or a number", id="entry", compact=True
        )

    def action_leave(self) -> None:
        self.value = ""
        self.post_message(self.Left())


class LogPane(VerticalScroll):
    """What happened, oldest first, scrolled to the newest."""

    def __init__(self, theme: BoardTheme) -> None:
        super().__init__(id="log")
        self._theme = theme
        self._words = CachedText()

    def compose(self) -> ComposeResult:
        yield self._words

    def show(self, log: Sequence[Event], new: int) -> None:
        """Show the latest of these events, the last `new` of them marked."""
        self._words.update(log_text(log[-LATEST:], new, self._theme))
        self.call_after_refresh(self.scroll_end, animate=False)


def log_text(log: Sequence[Event], new: int, theme: BoardTheme) -> Text:
    """Events a line each, with their rules; new ones are marked."""
    if not log:
        return theme.text("Nothing has happened yet.", "soft")
    lines = [(event, n >= len(log) - new) for n, event in enumerate(log) if event.kind != PARTIAL]
    return Text("\n").join(_log_line(event, fresh, theme) for event, fresh in lines)


def _log_line(event: Event, fresh: bool, theme: BoardTheme) -> Text:
    line = theme.text(theme.sign("• ", "* ") if fresh else "", "act")
    line.append_text(
        theme.text(event.text, "danger" if event.kind == BOT_FAULT else "ink" if fresh else "soft")
    )
    line.append_text(theme.text(f" {event.rule}", "rule"))
    for cause in event.causes:
        line.append_text(theme.text(f"\n  {cause.words}", "soft"))
        line.append_text(theme.text(f" {cause.rule}", "rule"))
    return line
