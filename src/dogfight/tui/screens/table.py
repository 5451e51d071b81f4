"""The table page: board, prompt, actions, log and clock of the person at the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Static

from dogfight.core.capabilities import Reactions
from dogfight.core.errors import DogfightError
from dogfight.core.event import Event
from dogfight.core.seat import OPEN, WATCHER
from dogfight.core.view import View
from dogfight.tui.board_pane import BoardPane
from dogfight.tui.countdown import COUNT_SECONDS, COUNT_WORDS, TROUBLE, Countdown, clock_words
from dogfight.tui.help_text import TABLE_KEYS
from dogfight.tui.screens.board_page import BoardPage
from dogfight.tui.screens.passing import PassScreen
from dogfight.tui.screens.saving import SaveSheet
from dogfight.tui.screens.sheets import QuestionSheet, Reading, rule_text
from dogfight.tui.session import BOT_FAULT, FORCED, Session
from dogfight.tui.status_lines import bar_text, hint_text, keys_text, result_text, seats_text
from dogfight.tui.widgets import ActionList, LogPane, NotationInput

TICK = 0.1
"""Seconds between two looks at the clock."""
QUIT, NEW = "quit", "new"


class TableScreen(BoardPage[str]):
    """One game. Answers with what the person wants next: to quit, or a new game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", "Take back"),
        Binding("h", "hint", "Hint"),
        Binding("s", "save", "Save"),
        Binding("n", "next_seat", "Next seat"),
        Binding("p", "pass_on", "Pass the screen"),
        Binding("d", "done", "Done"),
        Binding("a", "auto_pass", "Auto-pass"),
        Binding("f", "forced", "Forced moves"),
        Binding("r", "set_up", "Recommended set-up"),
        Binding("e", "result", "Result"),
        Binding("q", "leave", "Quit"),
    ]
    ALL_KEYS = TABLE_KEYS

    def __init__(self, session: Session, keep: Callable[[], str], countdown: Countdown) -> None:
        """`keep` saves the record where the call asked for it, and says so."""
        super().__init__(session.setup.game)
        self.session = session
        self.countdown = countdown
        self._keep = keep
        self._refusal = ""

    def on_mount(self) -> None:
        self.set_interval(TICK, self.tick)
        self.go_on()

    # --- the course of the game ----------------------------------------------------------------

    def go_on(self) -> None:
        """Let the bots play, hand the screen over if need be, and show what the next person may
        see.
        """
        self.countdown.stop()
        self.shown = None
        self.run_worker(self._go_on(), exclusive=True, exit_on_error=True)

    async def _go_on(self) -> None:
        await self._let_bots_play()
        if not self.is_attached:
            return
        person = self.session.due()
        if person is not None and person != self.session.person:
            if self.session.must_hide(person) and not await self._hand_over(person):
                return
            self.session.sit(person)
        self._show()

    async def _let_bots_play(self) -> None:
        while (seat := self.session.bot_to_move()) is not None:
            self._tell_who_thinks(self.session.seats[seat].title)
            view = self.session.table.view(seat)
            action = await asyncio.to_thread(self.session.bots[seat].choose, view)
            self.session.play_bot(seat, action)

    def _tell_who_thinks(self, title: str) -> None:
        self.query_one(ActionList).show(())
        self.query_one("#prompt", Static).update(self.theme.text(f"{title} is thinking.", "soft"))

    async def _hand_over(self, person: int) -> bool:
        """Cover everything until the next person looks; False if the last one takes back
        instead.
        """
        last = self.session.person
        self._clear_away()
        theme = replace(
            self.theme, columns=self.size.width * 4 // 5 - 8, lines=self.size.height // 2
        )
        picture = self._board(self.session.table.view(WATCHER), theme, None).text
        page = PassScreen(
            self.session.title(person), self.session.log(WATCHER), picture, self._refusal
        )
        self._refusal = ""
        looks = await self.app.push_screen_wait(page)
        if not looks:
            self._take_back_for(last)
        return looks

    def _clear_away(self) -> None:
        """Take everything off the screen that belonged to the person who leaves it."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.query_one(BoardPane).clear()
        self.query_one("#prompt", Static).update("")
        self.query_one(ActionList).show(())
        self.query_one(LogPane).show((), 0)
        self.query_one(NotationInput).value = ""
        self.note("")
        self._picked = None
        self._trouble_rule = ""

    def _take_back_for(self, person: int | None) -> None:
        """Undo what the person did who has just left the screen, and ask to hand it back."""
        self.session.sit(person)
        try:
            self.session.take_back()
        except DogfightError as error:
            self._refusal = error.message
        self.session.sit(None)
        self.go_on()

    # --- showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        view = self.session.view()
        self.query_one("#seats", Static).update(seats_text(self.session, self.theme))
        self.show_view(view)
        self._note_news(view)
        self._start_clock()
        if view.result is not None:
            self._finish()

    def events(self) -> tuple[Sequence[Event], int]:
        seat = self.session.seat()
        return self.session.log(seat), self.session.news(seat)

    def keys_line(self, width: int) -> Text:
        return keys_text(self.session, self.theme, width)

    def _note_news(self, view: View[Any]) -> None:
        """A forced move is noted, and that an engine failed, for much may have happened since."""
        log, new = self.session.log(view.seat), self.session.news(view.seat)
        news = log[len(log) - new :]
        for kind, ink in ((FORCED, "soft"), (BOT_FAULT, "danger")):
            if texts := [event.text for event in news if event.kind == kind]:
                self.note(texts[-1], ink)

    def _finish(self) -> None:
        if text := self._keep():
            self.note(text)
        self.action_result()

    # --- acting --------------------------------------------------------------------------------

    def play(self, action: int | str) -> None:
        if self.shown is not None:
            self.attempt(lambda: self.session.play(action))

    def play_words(self, words: list[str]) -> None:
        self.session.plan(words)

    def attempt(self, act: Callable[[], None]) -> bool:
        done = super().attempt(act)
        if done:
            self.go_on()
        return done

    def action_take_back(self) -> None:
        if self.shown is None:
            return
        try:
            self.session.take_back()
        except DogfightError as error:
            self.trouble(error)
            return
        self.note("Taken back.")
        self.go_on()

    def action_next_seat(self) -> None:
        if self.shown is not None:
            self.session.next_seat()
            self._show()

    def action_auto_pass(self) -> None:
        """Change the standing order on reactions, in a game that has them."""
        if self.shown is not None and isinstance(self.session.setup.game, Reactions):
            order = self.session.next_order()
            text = (
                order if order in ("never", "always") else f"unless a shot has more than {order} %"
            )
            self.note(f"Reactions are passed automatically: {text}.")
            self.go_on()

    def action_forced(self) -> None:
        """Let forced moves play themselves, or ask for them again."""
        if self.shown is not None:
            self.session.play_forced = not self.session.play_forced
            how = "play themselves" if self.session.play_forced else "are asked for"
            self.note(f"Moves that are the only ones {how}.")
            self.go_on()

    def action_set_up(self) -> None:
        """Set everything up as the game recommends."""
        if self.shown is not None:
            self.attempt(self.session.set_up)

    def action_pass_on(self) -> None:
        others = self.session.others_able()
        if self.shown is not None and others:
            self.run_worker(self._pass_to(others[0]), exclusive=True)

    async def _pass_to(self, person: int) -> None:
        self.countdown.stop()
        if not self.session.must_hide(person) or await self._hand_over(person):
            self.session.sit(person)
            self._show()

    # --- reading, saving, leaving --------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask a bot what it would do; the table can be used meanwhile."""
        view = self.shown
        if view is None or view.seat not in view.waiting or len(view.legal) < 2:
            self.note("Nothing to hint now.")
            return
        self.note("The bot is thinking.")
        self.run_worker(self._hint(view), group="hint", exclusive=True)

    async def _hint(self, view: View[Any]) -> None:
        best = await asyncio.to_thread(self.session.hint, view)
        if self.shown is not view:
            return
        self.note("")
        self.query_one(ActionList).mark([action_estimate.action for action_estimate in best])
        if self.app.screen is self:
            self.app.push_screen(Reading("A hint", hint_text(best, view, self.theme)))

    def action_save(self) -> None:
        self.app.push_screen(SaveSheet(self.session.table.record), self._saved)

    def _saved(self, path: Path | None) -> None:
        if path is not None:
            self.note(f"Record saved to {path}.")
        if self.shown is not None and self.shown.seat == OPEN:
            self.action_result()

    def action_leave(self) -> None:
        answers = (("y", "yes, leave"), ("s", "save the record first"))
        self.app.push_screen(
            QuestionSheet(self.theme.text("Leave this game?", "strong"), answers), self._left
        )

    def _left(self, answer: str | None) -> None:
        if answer == "y":
            self.dismiss(QUIT)
        elif answer == "s":
            self.action_save()

    def action_result(self) -> None:
        if self.shown is None or self.shown.result is None:
            return
        answers = (
            ("n", "new game"),
            ("s", "save the record"),
            ("b", "look at the board"),
            ("q", "quit"),
        )
        self.app.push_screen(
            QuestionSheet(self._result_words(self.shown), answers), self._after_result
        )

    def _result_words(self, view: View[Any]) -> Text:
        assert view.result is not None
        rule = rule_text(view.game, (view.result.rule,), self.theme)
        return result_text(self.session, view.result, self.theme) + Text("\n\n") + rule

    def _after_result(self, answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer in ("n", "q"):
            self.dismiss(NEW if answer == "n" else QUIT)

    # --- the clock -----------------------------------------------------------------------------

    def _start_clock(self) -> None:
        phase = self.session.phase()
        if self.session.all_ready():
            self.countdown.run((phase, len(self.session.table.played)), COUNT_SECONDS)
            self.note(COUNT_WORDS)
        elif phase is not None and self.session.able_seats():
            self.countdown.run((phase, self.session.person), phase[0].pause + phase[0].seconds)
        self._show_clock()

    def tick(self) -> None:
        left = self.countdown.left()
        if left is None:
            return
        self._show_clock()
        if left <= 0:
            self.note("All were ready." if self.session.all_ready() else "Time is up.", "danger")
            self._end_time()

    def _end_time(self) -> None:
        self.session.run_out()
        self.go_on()

    def action_done(self) -> None:
        if self.shown is not None and self.session.can_finish():
            self._end_time()

    def _clock_words(self, left: float) -> str:
        """The time left; before the clock starts, the time left for looking at the table."""
        if self.session.all_ready():
            return f"all ready: {clock_words(left)}"
        phase = self.session.phase()
        seconds = phase[0].seconds if phase is not None else left
        return clock_words(left) if left <= seconds else f"look: {clock_words(left - seconds)}"

    def _show_clock(self) -> None:
        left = self.countdown.left()
        text = "" if left is None else self._clock_words(left)
        ink = "danger" if left is not None and left < TROUBLE else "act"
        self.query_one("#bar", Static).update(bar_text(self.session, text, ink, self.theme))
