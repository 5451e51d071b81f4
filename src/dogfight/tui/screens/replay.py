"""The replay page: a recorded game on its board, forth and back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Static

from dogfight.boards.text.canvas import HitArea
from dogfight.core.event import PARTIAL, Event
from dogfight.core.seat import OPEN
from dogfight.core.view import Legal, View
from dogfight.tui.help_text import REPLAY_KEYS
from dogfight.tui.replay import Steps
from dogfight.tui.screens.board_page import BoardPage
from dogfight.tui.status_lines import keys_on_a_line
from dogfight.tui.widgets import ActionList, LogPane

FAR = 10
"""How many moves a long step is."""


class ReplayList(ActionList):
    """What happened, line by line; the keys across and those for pages go through the moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "screen.step(1)", "Forth", show=False),
        Binding("left,backspace", "screen.step(-1)", "Back", show=False),
        Binding("pagedown", f"screen.step({FAR})", "Far forth", show=False),
        Binding("pageup", f"screen.step(-{FAR})", "Far back", show=False),
        Binding("home", "screen.first", "Beginning", show=False),
        Binding("end", "screen.last", "End", show=False),
    ]

    def line(self, number: int, legal: Legal, width: int, longest: int) -> Text:  # noqa: ARG002
        """The number of its move, and what happened."""
        return self.theme.text(f"{legal.notation:>{longest}} ", "soft") + self.theme.text(
            legal.text
        )


class ReplayScreen(BoardPage[None]):
    """A recorded game. The list tells what happened in it; picking a line goes to its move."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "dismiss", "Leave")]
    ALL_KEYS = REPLAY_KEYS
    LIST = ReplayList

    def __init__(self, steps: Steps, at: int = 0) -> None:
        super().__init__(steps.game)
        steps.check(at)
        self.steps = steps
        self.at = at
        lines = [(0, Event("begin", "The beginning."))]
        lines += [(0, Event("notice", steps.notice))] if steps.notice else []
        lines += steps.lines()
        pairs = [(n, event) for n, event in lines if event.kind != PARTIAL]
        self._moves = [n for n, _ in pairs]
        """For every line of the list the number of its move."""
        self._lines = [
            Legal(action=line, notation=f"{n}", text=event.text, places=event.places)
            for line, (n, event) in enumerate(pairs)
        ]

    def on_mount(self) -> None:
        self.query_one(ActionList).show(self._lines)
        self.query_one("#seats", Static).update(self._seats_words())
        self.go_to(self.at)

    # --- moving --------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show the table after so many moves, or as many as there are."""
        self.at = min(max(step, 0), self.steps.last)
        view = self.shown = self.steps.view(self.at)
        self.query_one("#bar", Static).update(self._bar_words())
        self.query_one("#prompt", Static).update(self.prompt_words(view))
        self.query_one(LogPane).show(*self.events())
        self._show_keys()
        self.query_one(ActionList).highlighted = self._line()
        self.draw(self._lines[self._line()])
        self.call_after_refresh(self._redraw)

    def _line(self) -> int:
        """The last line that was told up to here."""
        return bisect_right(self._moves, self.at) - 1

    def action_step(self, moves: int) -> None:
        self.go_to(self.at + moves)

    def action_first(self) -> None:
        self.go_to(0)

    def action_last(self) -> None:
        self.go_to(self.steps.last)

    def look_at(self, legal: Legal | None) -> None:
        """Go to the move of a line; not where the line was picked because of the move."""
        if legal is not None and legal.action != self._line():
            self.go_to(self._moves[legal.action])

    def play(self, action: int | str) -> None:
        """A line was chosen: it is shown already."""

    def marked(self) -> Sequence[Legal]:
        return ()

    def choose(self, spot: HitArea, view: View[Any]) -> None:  # noqa: ARG002
        self.note(
            f"{spot.name}: this game has been played; arrow keys in the list go forth and back."
        )

    # --- words ---------------------------------------------------------------------------------

    def events(self) -> tuple[Sequence[Event], int]:
        events = self.steps.events_at(self.at)
        return events, len(events)

    def keys_line(self, width: int) -> Text:
        pairs = ((self.theme.sign("← →", "left/right"), "back, forth"), ("Home End", "first, last"))
        return keys_on_a_line(
            (*pairs, ("Tab", "board"), ("l", "log"), ("?", "rule"), ("q", "leave")),
            self.theme,
            width,
        )

    def _bar_words(self) -> Text:
        theme, view = self.theme, self.shown
        line = theme.text(" DOGFIGHT ", "strong") + theme.text(f" {self.game.title}", "act")
        line += theme.text(f"  replay: move {self.at} of {self.steps.last}", "strong")
        seen = (
            "everything open"
            if self.steps.seat == OPEN or view is None
            else view.seats[self.steps.seat].title
        )
        return line + theme.text(
            f"  seen by {seen}" if self.steps.seat != OPEN else f"  {seen}", "soft"
        )

    def _seats_words(self) -> Text:
        header, line = self.steps.record.header, Text()
        for seat, info in enumerate(self.game.seats(header.options)):
            player = header.players[seat] if seat < len(header.players) else ""
            line += self.theme.styled(f" {info.title}", self.theme.seat(seat)) + self.theme.text(
                f" {player} ", "soft"
            )
        return line
