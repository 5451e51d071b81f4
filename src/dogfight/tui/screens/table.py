"""The table page: board, prompt, actions, log and clock of the person at the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Input, Static

from dogfight.core.capabilities import Reactions
from dogfight.core.errors import DogfightError, IllegalAction
from dogfight.core.seat import OPEN, WATCHER
from dogfight.core.view import Legal, Prompt, View
from dogfight.core.why import why_not_at
from dogfight.tui.board_pane import BoardPane, actions_at
from dogfight.tui.boards import board
from dogfight.tui.boards.drawing import goal
from dogfight.tui.canvas import Spot
from dogfight.tui.choices import ends, first_choice
from dogfight.tui.countdown import TROUBLE, Countdown, clock_words
from dogfight.tui.help_text import TABLE_KEYS, help_text
from dogfight.tui.screens.base import Page
from dogfight.tui.screens.passing import PassScreen
from dogfight.tui.screens.saving import SaveSheet
from dogfight.tui.screens.sheets import Question, Reading, rule_text
from dogfight.tui.session import FORCED, MISHAP, NOTHING, Session
from dogfight.tui.status_lines import bar_text, hint_text, keys_text, prompt_text, result_text, seats_text
from dogfight.tui.theme import Look
from dogfight.tui.widgets import ActionList, Entry, Log, log_text

STACKED = 100
"""In a terminal with fewer columns the board stands above the prompt and the actions, not beside them."""
TICK = 0.1
"""Seconds between two looks at the clock."""
QUIT, NEW = "quit", "new"


class TableScreen(Page[str]):
    """One game. Answers with what the person wants next: to quit, or a new game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rule", "Rule"),
        Binding("u", "take_back", "Take back"),
        Binding("h", "hint", "Hint"),
        Binding("s", "save", "Save"),
        Binding("l", "log", "Log"),
        Binding("b", "board", "Board"),
        Binding("n", "next_seat", "Next seat"),
        Binding("p", "pass_on", "Pass the screen"),
        Binding("d", "done", "Done"),
        Binding("a", "auto_pass", "Auto-pass"),
        Binding("f", "forced", "Forced moves"),
        Binding("e", "result", "Result"),
        Binding("q", "leave", "Quit"),
        Binding("slash", "type", "Type"),
        Binding("tab,shift+tab", "other_pane", "Board", show=False),
        Binding("escape", "show_all", "All", show=False),
        Binding("f1,k", "keys", "Keys"),
    ]

    def __init__(self, session: Session, keep: Callable[[], str], countdown: Countdown) -> None:
        """`keep` saves the record where the call asked for it, and says so."""
        super().__init__()
        self.session = session
        self.countdown = countdown
        self._board = board(session.setup.game)
        self._keep = keep
        self.shown: View[Any] | None = None
        """What the person at the screen sees; None while bots play or the screen changes hands."""
        self._picked: Legal | None = None
        self._drawn_for: Look | None = None
        self._trouble_rule = ""
        self._refusal = ""

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        yield Static(id="seats")
        with Horizontal(id="middle"):
            yield BoardPane(self.look)
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield ActionList(self.look)
                yield Log(self.look)
        yield Static(id="note")
        yield Entry()
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one(ActionList).focus()
        self.set_interval(TICK, self.tick)
        self.go_on()

    # --- the course of the game ----------------------------------------------------------------

    def go_on(self) -> None:
        """Let the bots play, hand the screen over if need be, and show what the next person may see."""
        self.countdown.stop()
        self.shown = None
        self.run_worker(self._go_on(), exclusive=True, exit_on_error=True)

    async def _go_on(self) -> None:
        await self._let_bots_play()
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
        self.query_one("#prompt", Static).update(self.look.words(f"{title} is thinking.", "soft"))

    async def _hand_over(self, person: int) -> bool:
        """Cover everything until the next person looks; False if the last one takes back instead."""
        last = self.session.person
        self._clear_away()
        look = replace(self.look, columns=self.size.width * 4 // 5 - 8, lines=self.size.height // 2)
        picture = self._board(self.session.table.view(WATCHER), look, None).text
        page = PassScreen(self.session.title(person), self.session.log(WATCHER), picture, self._refusal)
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
        self.query_one(Log).show((), 0)
        self.query_one(Entry).value = ""
        self._note("")
        self._picked = None
        self._trouble_rule = ""

    def _take_back_for(self, person: int | None) -> None:
        """Undo what the person did who has just left the screen, and ask to hand it back."""
        self.session.sit(person)
        try:
            self.session.take_back()
        except DogfightError as error:
            self._refusal = error.words
        self.session.sit(None)
        self.go_on()

    # --- showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        view = self.shown = self.session.view()
        self.query_one("#seats", Static).update(seats_text(self.session, self.look))
        self.query_one("#prompt", Static).update(prompt_text(view, self.look))
        actions = self.query_one(ActionList)
        actions.show(view.legal)
        self._show_log(view)
        self._show_keys()
        self._draw(actions.picked())
        self.call_after_refresh(self._redraw)
        self._start_clock()
        if view.result is not None:
            self._finish()

    def _show_keys(self) -> None:
        self.query_one("#keys", Static).update(keys_text(self.session, self.look, self.size.width))

    def _show_log(self, view: View[Any]) -> None:
        """Show what happened; a forced move is noted, and that an engine failed, for much may have happened since."""
        log, new = self.session.log(view.seat), self.session.news(view.seat)
        news = log[len(log) - new :]
        for kind, ink in ((FORCED, "soft"), (MISHAP, "danger")):
            if told := [event.words for event in news if event.kind == kind]:
                self._note(told[-1], ink)
        self.query_one(Log).show(log, new)

    def _draw(self, picked: Legal | None) -> None:
        if self.shown is not None:
            self._picked = picked
            self._drawn_for = self._board_look()
            sheet = self._board(self.shown, self._drawn_for, picked)
            self.query_one(BoardPane).show(sheet, self.shown.legal, goal(picked))

    def _board_look(self) -> Look:
        """How the board may be drawn: it grows with the room there is."""
        room = self.query_one(BoardPane).content_size
        return replace(self.look, columns=room.width - 1, lines=room.height)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < STACKED, "-stacked")
        self.call_after_refresh(self._redraw)

    def _redraw(self) -> None:
        """Draw the board anew if there is more or less room for it than there was."""
        self._show_keys()
        if self._drawn_for != self._board_look():
            self._draw(self._picked)

    def _finish(self) -> None:
        if words := self._keep():
            self._note(words)
        self.action_result()

    def _note(self, words: str, ink: str = "soft") -> None:
        self.query_one("#note", Static).update(self.look.words(words, ink))

    def _trouble(self, error: DogfightError) -> None:
        """Say why something was refused, and by which rule."""
        self._trouble_rule = error.rule
        self._note(f"{error.words} [{error.rule}] (? shows the rule)" if error.rule else error.words, "danger")

    # --- acting --------------------------------------------------------------------------------

    @on(ActionList.Chosen)
    def play_chosen(self, event: ActionList.Chosen) -> None:
        self._play(event.legal.action)

    @on(ActionList.Unpicked)
    def ask_to_pick(self) -> None:
        self._note("Pick one first: Enter ends nothing by itself.")

    @on(ActionList.Picked)
    def look_at_picked(self, event: ActionList.Picked) -> None:
        if event.legal != self._picked:
            self._draw(event.legal)

    @on(BoardPane.Pointed)
    def point_at(self, event: BoardPane.Pointed) -> None:
        """Pick in the list what can be done at the place the cursor has come to."""
        actions = self.query_one(ActionList)
        here = actions_at(actions.shown, event.spot)
        if (at := first_choice(here)) is not None:
            actions.pick(here[at])

    @on(BoardPane.Chosen)
    def choose_at(self, event: BoardPane.Chosen) -> None:
        """Play what can be done at a place, ask which if that is several things, or say why there is nothing."""
        if self.shown is None:
            return
        actions = self.query_one(ActionList)
        here = actions_at(actions.shown, event.spot) or actions_at(self.shown.legal, event.spot)
        if not here:
            self._say_why_not(self.shown, event.spot)
        elif len(here) == 1 and not ends(here[0]):
            self._play(here[0].action)
        else:
            actions.only(here)
            actions.focus()
            self._note(f"{event.spot.name}: pick one of {len(here)}, Esc shows all." if here[1:] else "Enter plays it.")

    def _say_why_not(self, view: View[Any], spot: Spot) -> None:
        game = self.session.setup.game
        if spot.piece:
            self._trouble(IllegalAction(f"{spot.name} has no part in this. {view.prompt.words}", rule=view.prompt.rule))
        else:
            why = why_not_at(game, view, spot.name)
            self._trouble(IllegalAction(why.words, rule=why.rule))

    def action_other_pane(self) -> None:
        """From the list to the board, and back."""
        board = self.query_one(BoardPane)
        (self.query_one(ActionList) if board.has_focus else board).focus()

    def action_show_all(self) -> None:
        """Show all actions again."""
        actions = self.query_one(ActionList)
        if actions.narrowed:
            actions.narrow("")
            self._note("")
        actions.focus()

    @on(Input.Changed, "#entry")
    def narrow(self, event: Input.Changed) -> None:
        self.query_one(ActionList).narrow("" if event.value.isdecimal() else event.value)

    @on(Input.Submitted, "#entry")
    def play_typed(self, event: Input.Submitted) -> None:
        word = event.value.strip()
        if not word:
            self.action_untype()
        elif self.shown is not None and (" " in word or word == NOTHING):
            self._do(lambda: self.session.plan(word.split()))
        elif self.shown is not None:
            legal = self.query_one(ActionList).numbered(int(word)) if word.isdecimal() else None
            known = any(one.word == word for one in self.shown.legal)
            self._play(legal.action if legal is not None and not known else word)

    @on(Entry.Left)
    def action_untype(self) -> None:
        self.query_one(ActionList).focus()

    def _play(self, action: int | str) -> None:
        if self.shown is not None:
            self._do(lambda: self.session.play(action))

    def _do(self, act: Callable[[], None]) -> None:
        """Carry something out and go on, or say why it is refused."""
        try:
            act()
        except DogfightError as error:
            self._trouble(error)
            return
        self._trouble_rule = ""
        self._note("")
        self.query_one(Entry).value = ""
        if not self.query_one(BoardPane).has_focus:
            self.action_untype()
        self.go_on()

    def action_take_back(self) -> None:
        if self.shown is None:
            return
        try:
            self.session.take_back()
        except DogfightError as error:
            self._trouble(error)
            return
        self._note("Taken back.")
        self.go_on()

    def action_next_seat(self) -> None:
        if self.shown is not None:
            self.session.next_seat()
            self._show()

    def action_auto_pass(self) -> None:
        """Change the standing order on reactions, in a game that has them."""
        if self.shown is not None and isinstance(self.session.setup.game, Reactions):
            order = self.session.next_order()
            words = order if order in ("never", "always") else f"unless a shot has more than {order} %"
            self._note(f"Reactions are passed automatically: {words}.")
            self.go_on()

    def action_forced(self) -> None:
        """Let forced moves play themselves, or ask for them again."""
        if self.shown is not None:
            self.session.play_forced = not self.session.play_forced
            how = "play themselves" if self.session.play_forced else "are asked for"
            self._note(f"Moves that are the only ones {how}.")
            self.go_on()

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

    def action_type(self) -> None:
        self.query_one(Entry).focus()

    def action_rule(self) -> None:
        prompt = self.shown.prompt if self.shown is not None else Prompt("", "")
        words = rule_text(self.session.setup.game.name, (self._trouble_rule, prompt.rule), self.look)
        self.app.push_screen(Reading("The rule behind this", words))

    def action_keys(self) -> None:
        words = help_text(self.session.setup.game, self.shown, TABLE_KEYS, self.look)
        self.app.push_screen(Reading("Keys, and how to win", words))

    def action_log(self) -> None:
        if self.shown is not None:
            seat = self.shown.seat
            words = log_text(self.session.log(seat), self.session.news(seat), self.look)
            self.app.push_screen(Reading("What happened", words, at_end=True))

    def action_board(self) -> None:
        if self.shown is not None:
            look = replace(self.look, columns=self.size.width - 14, lines=self.size.height - 8)
            self.app.push_screen(Reading("The board", self._board(self.shown, look, self._picked).text))

    def action_hint(self) -> None:
        """Ask a bot what it would do; the table can be used meanwhile."""
        view = self.shown
        if view is None or view.seat not in view.waiting or len(view.legal) < 2:
            self._note("Nothing to hint now.")
            return
        self._note("The bot is thinking.")
        self.run_worker(self._hint(view), group="hint", exclusive=True)

    async def _hint(self, view: View[Any]) -> None:
        best = await asyncio.to_thread(self.session.hint, view)
        if self.shown is not view:
            return
        self._note("")
        self.query_one(ActionList).mark([one.action for one in best])
        if self.app.screen is self:
            self.app.push_screen(Reading("A hint", hint_text(best, view, self.look)))

    def action_save(self) -> None:
        self.app.push_screen(SaveSheet(self.session.table.record), self._saved)

    def _saved(self, path: Path | None) -> None:
        if path is not None:
            self._note(f"Record saved to {path}.")
        if self.shown is not None and self.shown.seat == OPEN:
            self.action_result()

    def action_leave(self) -> None:
        answers = (("y", "yes, leave"), ("s", "save the record first"))
        self.app.push_screen(Question(self.look.words("Leave this game?", "strong"), answers), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "y":
            self.dismiss(QUIT)
        elif answer == "s":
            self.action_save()

    def action_result(self) -> None:
        if self.shown is None or self.shown.result is None:
            return
        answers = (("n", "new game"), ("s", "save the record"), ("b", "look at the board"), ("q", "quit"))
        self.app.push_screen(Question(self._result_words(self.shown), answers), self._after_result)

    def _result_words(self, view: View[Any]) -> Text:
        assert view.result is not None
        rule = rule_text(view.game, (view.result.rule,), self.look)
        return result_text(self.session, view.result, self.look) + Text("\n\n") + rule

    def _after_result(self, answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer in ("n", "q"):
            self.dismiss(NEW if answer == "n" else QUIT)

    # --- the clock -----------------------------------------------------------------------------

    def _start_clock(self) -> None:
        phase = self.session.phase()
        if phase is not None and self.session.able_seats():
            self.countdown.run((phase, self.session.person), phase[0].pause + phase[0].seconds)
        self._show_clock()

    def tick(self) -> None:
        left = self.countdown.left()
        if left is None:
            return
        self._show_clock()
        if left <= 0:
            self._note("Time is up.", "danger")
            self._end_time()

    def _end_time(self) -> None:
        self.session.run_out()
        self.go_on()

    def action_done(self) -> None:
        if self.shown is not None and self.session.can_finish():
            self._end_time()

    def _clock_words(self, left: float) -> str:
        """The time left; before the clock starts, the time left for looking at the table."""
        phase = self.session.phase()
        seconds = phase[0].seconds if phase is not None else left
        return clock_words(left) if left <= seconds else f"look: {clock_words(left - seconds)}"

    def _show_clock(self) -> None:
        left = self.countdown.left()
        words = "" if left is None else self._clock_words(left)
        ink = "danger" if left is not None and left < TROUBLE else "act"
        self.query_one("#bar", Static).update(bar_text(self.session, words, ink, self.look))
