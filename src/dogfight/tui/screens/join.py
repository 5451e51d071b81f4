"""The page of a server's table: the same board, list and log as at a table of one's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from dogfight.bots.estimates import ActionEstimate
from dogfight.client.client import RemoteTable, free_players, player_title, watcher_text
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import Result, View
from dogfight.match.record import Record, parse
from dogfight.planning.capabilities import HasPlans
from dogfight.server import messages as wire
from dogfight.tui.countdown import COUNT_WORDS, TROUBLE, clock_words
from dogfight.tui.help_text import JOIN_KEYS
from dogfight.tui.remote import RemoteLink, SeatNow, Snapshot
from dogfight.tui.screens.board_page import BoardPage
from dogfight.tui.screens.saving import SaveSheet
from dogfight.tui.screens.sheets import ModalSheet, QuestionSheet, Reading, rule_text
from dogfight.tui.session import FORCED
from dogfight.tui.setup import AUTO_PASSES
from dogfight.tui.status_lines import hint_text, keys_on_a_line
from dogfight.tui.widgets import ActionList, LogPane

TICK = 0.2
"""Seconds between two looks at the clock."""
CHAT = "chat"
"""The kind of a chat line in the log."""


class SaySheet(ModalSheet[str]):
    """Asks what to say to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static("Say to the table", classes="title", markup=False)
            yield Input(id="say")
            yield Static("Enter say   Esc back", classes="keys", markup=False)

    @on(Input.Submitted)
    def say(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        self.dismiss("")


class JoinScreen(BoardPage[None]):
    """A seat at a table of a server, or a watcher's place."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", "Take back"),
        Binding("o", "ask_back", "Ask to take back"),
        Binding("h", "hint", "Hint"),
        Binding("c", "chat", "Say"),
        Binding("n", "next_seat", "Next seat"),
        Binding("t", "sit", "Take a seat"),
        Binding("a", "auto_pass", "Auto-pass"),
        Binding("f", "forced", "Forced moves"),
        Binding("r", "set_up", "Recommended set-up"),
        Binding("s", "save", "Save"),
        Binding("e", "result", "Result"),
        Binding("q", "leave", "Leave"),
    ]
    ALL_KEYS = JOIN_KEYS

    class Changed(Message):
        """Something happened at the table."""

        def __init__(self, snapshot: Snapshot) -> None:
            super().__init__()
            self.snapshot = snapshot

    class Answered(Message):
        """The table has answered a question of ours; what to do with the answer."""

        def __init__(self, act: Callable[[], None]) -> None:
            super().__init__()
            self.act = act

    def __init__(self, table: RemoteTable, game: AnyGame) -> None:
        super().__init__(game)
        self.snapshot: Snapshot | None = None
        self.play_forced = True
        self._wanted: Seat | None = None
        self._seen = 0
        """How many lines of the log I knew when I last acted."""
        self._asides: list[tuple[int, Event]] = []
        """Lines that are not the game's: after how many of its lines, and what."""
        self._chat_lines = 0
        self._offer = -1
        self._sent: tuple[Seat, int] | None = None
        """The seat and the question for which a forced move is under way."""
        self._finished = False
        self.link = RemoteLink(
            table,
            game,
            changed=lambda snapshot: self._tell(self.Changed(snapshot)),
            refused=lambda error: self._tell(self.Answered(lambda: self.trouble(error))),
            lost=lambda text: self._tell(self.Answered(lambda: self._lose(text))),
        )

    def _tell(self, message: Message) -> None:
        """Hand something from the thread of the line to the page."""
        self.post_message(message)

    def on_mount(self) -> None:
        self.set_interval(TICK, self._show_bar)
        self.query_one("#prompt", Static).update(self.theme.text("Waiting for the table.", "soft"))
        self.link.start()

    def on_unmount(self) -> None:
        self.link.stop()

    # --- what comes from the table -------------------------------------------------------------

    @on(Answered)
    def take_answer(self, event: Answered) -> None:
        event.act()

    @on(Changed)
    def take_news(self, event: Changed) -> None:
        """Show what is new; the list stays as it is while the question is the same."""
        if self.snapshot is None:
            self.play_forced = event.snapshot.info.forced_moves
        before = self._now()
        snapshot = self.snapshot = event.snapshot
        now = self._now()
        if now is not None and now.counting != (before is not None and before.counting):
            self.note(COUNT_WORDS if now.counting else "")
        self._gather_chat(snapshot, now)
        self._show_bar()
        self.query_one("#seats", Static).update(self._seats_words(snapshot, now))
        if now is None:
            text = f"{self._watcher_words()} {_waiting_words(snapshot.info)}".strip()
            self.query_one("#prompt", Static).update(self.theme.text(text, "soft"))
            self._show_keys()
        elif not self._plays_itself(now):
            if now.view is not self.shown:
                self.show_view(now.view)
            elif not snapshot.mine:  # who may sit down changes while the view stays
                self.query_one("#prompt", Static).update(self.prompt_words(now.view))
                self._show_keys()
            self.query_one(LogPane).show(*self.events())
        self._ask_about_offer(snapshot.info)
        if snapshot.info.status == "over" and not self._finished:
            self._finished = True
            self.action_result()

    def _now(self) -> SeatNow | None:
        return self.snapshot.shown(self._wanted) if self.snapshot is not None else None

    def _lose(self, text: str) -> None:
        self.note(f"The table is lost: {text}", "danger")

    def _gather_chat(self, snapshot: Snapshot, now: SeatNow | None) -> None:
        lines = len(now.log) if now is not None else 0
        for line in snapshot.chat[self._chat_lines :]:
            self._asides.append((lines, Event(CHAT, f"{line.name}: {line.text}")))
        self._chat_lines = len(snapshot.chat)

    def _plays_itself(self, now: SeatNow) -> bool:
        """Send a move that is the only one, where nobody learns anything from that; whether it
        is under way.
        """
        view = now.view
        if self._sent == (view.seat, now.question):
            return True
        if (
            not self.play_forced
            or len(view.legal) != 1
            or view.seat not in view.waiting
            or not self._tells_nobody(view)
        ):
            return False
        only = view.legal[0]
        self._sent = (view.seat, now.question)
        text = f"{view.seats[view.seat].title} had only one way: {only.text}."
        self._asides.append((len(now.log), Event(FORCED, text, view.prompt.rule)))
        self.note(text)
        self.link.do(lambda table: table.play(view.seat, only.action))
        return True

    def _tells_nobody(self, view: View[Any]) -> bool:
        """Whether nobody could conclude a secret from a move that is made at once."""
        if self.snapshot is not None and self.snapshot.alone_with_bots():
            return True
        return view.decision_kind == "choose" and not self.game.has_secrets(
            self.game.views.imagine(view, Dice(1))
        )

    def _ask_about_offer(self, info: wire.TableInfo) -> None:
        offer = info.offer
        if offer is None or offer.n == self._offer:
            return
        self._offer = offer.n
        if info.players[offer.player].you:
            self.note("You ask the others to let you take back.")
        elif self.snapshot is not None and self.snapshot.mine:
            name = info.players[offer.player].name
            text = f"{name} asks to take back. What was seen cannot be unseen; draws are made anew."
            sheet = QuestionSheet(self.theme.text(text, "strong"), (("y", "yes"), ("n", "no")))
            self.app.push_screen(sheet, lambda answer: self._answer_offer(offer.n, answer))

    def _answer_offer(self, n: int, answer: str | None) -> None:
        if answer:
            self.link.do(
                lambda table: _nothing(table.client.answer_take_back(table.code, n, answer == "y"))
            )

    # --- acting --------------------------------------------------------------------------------

    def play(self, action: int | str) -> None:
        self.attempt(lambda: self._send(action))

    def _send(self, action: int | str) -> None:
        now = self._now()
        if now is None or not now.view.legal:
            raise IllegalAction("nothing can be played now")
        self._seen = len(self.events()[0])
        seat = now.view.seat
        self.link.do(lambda table: table.play(seat, action))

    def play_words(self, words: list[str]) -> None:
        now = self._now()
        if now is None or not now.view.legal or not isinstance(self.game, HasPlans):
            super().play_words(words)
            return
        self._seen = len(self.events()[0])
        seat = now.view.seat
        self.link.do(lambda table: table.plan_words(self.game, seat, words))

    def action_set_up(self) -> None:
        """Set everything up as the game recommends."""
        now = self._now()
        if now is None or not now.can_set_up:
            self.note("There is nothing to set up now.")
            return
        self._seen = len(self.events()[0])
        seat = now.view.seat
        self.link.do(lambda table: table.set_up(seat))

    def action_take_back(self) -> None:
        now = self._now()
        if now is not None and now.view.seat >= 0:
            seat = now.view.seat
            self._sent = None
            self.link.do(lambda table: table.take_back(seat))

    def action_ask_back(self) -> None:
        now = self._now()
        if now is not None and now.view.seat >= 0:
            player = now.view.seats[now.view.seat].player
            self.link.do(lambda table: _nothing(table.client.request_take_back(table.code, player)))

    def action_next_seat(self) -> None:
        able = self.snapshot.able() if self.snapshot is not None else ()
        if len(able) > 1 and self.shown is not None:
            at = able.index(self.shown.seat) if self.shown.seat in able else -1
            self._wanted = able[(at + 1) % len(able)]
            now = self._now()
            assert now is not None
            self.show_view(now.view)

    def action_sit(self) -> None:
        """Take a free seat of an open table, after a question where there are several."""
        info = self.snapshot.info if self.snapshot is not None else None
        free = free_players(info) if info is not None else ()
        if info is None or (self.snapshot is not None and self.snapshot.mine):
            self.note("You have a seat at this table already." if info is not None else "")
        elif not free:
            self.note(
                "No seat can be taken here."
                if info.open
                else "Seats at this table go by invitation."
            )
        elif len(free) == 1:
            self._sit(free[0].player)
        else:
            answers = [(str(n), player_title(info, player)) for n, player in enumerate(free, 1)]
            sheet = QuestionSheet(self.theme.text("Which seat do you take?", "strong"), answers)
            self.app.push_screen(
                sheet, lambda answer: self._sit(free[int(answer) - 1].player) if answer else None
            )

    def _sit(self, player: int) -> None:
        self.link.do(lambda table: table.sit(player))

    def action_auto_pass(self) -> None:
        """Turn to the next standing order on reactions, in a game that has them."""
        now, snapshot = self._now(), self.snapshot
        if now is None or snapshot is None or not now.standing_order:
            return
        known = AUTO_PASSES.index(now.standing_order) if now.standing_order in AUTO_PASSES else -1
        order = AUTO_PASSES[(known + 1) % len(AUTO_PASSES)]
        for seat in snapshot.mine:
            self.link.do(
                lambda table, seat=seat: table.client.set_standing_order(  # type: ignore[misc]
                    table.code, seat, order
                )
            )
        text = order if order in ("never", "always") else f"unless a shot has more than {order} %"
        self.note(f"Reactions are passed automatically: {text}.")

    def action_forced(self) -> None:
        self.play_forced = not self.play_forced
        self.note(
            "Moves that are the only ones"
            f" {'play themselves' if self.play_forced else 'are asked for'}."
        )

    def action_chat(self) -> None:
        self.app.push_screen(SaySheet(), self._say)

    def _say(self, text: str | None) -> None:
        if text:
            self.link.do(lambda table: table.say(text))

    def action_hint(self) -> None:
        now = self._now()
        if now is None or now.view.seat not in now.view.waiting or len(now.view.legal) < 2:
            self.note("Nothing to hint now.")
            return
        view, question = now.view, now.question
        self.note("The bot is thinking.")

        def ask(table: RemoteTable) -> None:
            hint = table.client.hint(table.code, view.seat, question)
            self._tell(self.Answered(lambda: self._show_hint(hint, view)))

        self.link.do(ask)

    def _show_hint(self, hint: wire.Hint, view: View[Any]) -> None:
        if self.shown is not view:
            return
        best = [
            ActionEstimate(hint_line.action, hint_line.notation, hint_line.chance, hint_line.value)
            for hint_line in hint.best
        ]
        self.note("")
        self.query_one(ActionList).mark([action_estimate.action for action_estimate in best])
        if self.app.screen is self:
            self.app.push_screen(Reading("A hint", hint_text(best, view, self.theme)))

    # --- the end, saving, leaving --------------------------------------------------------------

    def action_result(self) -> None:
        snapshot = self.snapshot
        if snapshot is None or snapshot.info.status != "over":
            return
        answers = (("s", "save the record"), ("b", "look at the board"), ("q", "leave"))
        self.app.push_screen(
            QuestionSheet(self._result_words(snapshot.info), answers), self._after_result
        )

    def _result_words(self, info: wire.TableInfo) -> Text:
        if info.result is None:
            return self.theme.text(info.ended or "The table is closed.", "act")
        lines = [
            self.theme.text(info.result.text, "act"),
            *self._payoff_lines(info, info.result),
            Text(),
        ]
        return Text("\n").join([*lines, rule_text(self.game.name, (info.result.rule,), self.theme)])

    def _payoff_lines(self, info: wire.TableInfo, result: Result) -> list[Text]:
        lines = []
        for seat, (seat_info, payoff) in enumerate(zip(info.seats, result.payoffs, strict=True)):
            won = "  wins" if seat in result.winners else ""
            line = self.theme.styled(f"{seat_info.title:14}", self.theme.seat(seat))
            lines.append(line + self.theme.text(f" {_holder(info, seat):14} {payoff:g}{won}"))
        return lines

    def _after_result(self, answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer == "q":
            self.dismiss(None)

    def action_save(self) -> None:
        if self.snapshot is None or self.snapshot.info.status != "over":
            self.note("The record can be saved once the game is over.")
            return

        def fetch(table: RemoteTable) -> None:
            record = parse(table.client.record(table.code))
            self._tell(self.Answered(lambda: self._save(record)))

        self.link.do(fetch)

    def _save(self, record: Record) -> None:
        self.app.push_screen(SaveSheet(record), self._saved)

    def _saved(self, path: Path | None) -> None:
        if path is not None:
            self.note(f"Record saved to {path}.")

    def action_leave(self) -> None:
        seated = self.snapshot is not None and self.snapshot.mine
        words = self.theme.text(
            f"Leave this table?{' Your seat stays yours.' if seated else ''}", "strong"
        )
        self.app.push_screen(QuestionSheet(words, (("y", "yes, leave"),)), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "y":
            self.dismiss(None)

    # --- words ---------------------------------------------------------------------------------

    def events(self) -> tuple[Sequence[Event], int]:
        now = self._now()
        events = list(now.log) if now is not None else []
        for after, event in reversed(self._asides):
            events.insert(min(after, len(events)), event)
        return events, len(events) - min(self._seen, len(events))

    def prompt_words(self, view: View[Any]) -> Text:
        """Return what is asked; a spectator gets a note that they are one."""
        text = self._watcher_words()
        return (
            self.theme.text(f"{text} ", "act") + super().prompt_words(view)
            if text
            else super().prompt_words(view)
        )

    def _watcher_words(self) -> str:
        """Say that this is a watcher's place and how to sit down; nothing to those who play."""
        if self.snapshot is None or self.snapshot.mine or self.snapshot.info.status == "over":
            return ""
        key = " t sits down." if free_players(self.snapshot.info) else ""
        return watcher_text(self.snapshot.info) + key

    def keys_line(self, width: int) -> Text:
        if self.snapshot is not None and not self.snapshot.mine:
            pairs = [("t", "sit down")] if free_players(self.snapshot.info) else []
            return keys_on_a_line(
                [*pairs, ("c", "say"), ("l", "log"), ("q", "leave")], self.theme, width
            )
        pairs = [
            (self.theme.sign("↑↓", "up/down"), "pick"),
            ("Enter", "play"),
            ("Tab", "board"),
            ("u", "take back"),
        ]
        if self.snapshot is not None and len(self.snapshot.able()) > 1:
            pairs.append(("n", "next seat"))
        now = self._now()
        if now is not None and now.can_set_up:
            pairs.append(("r", "recommended set-up"))
        pairs += [
            ("?", "rule"),
            ("h", "hint"),
            ("c", "say"),
            ("l", "log"),
            ("/", "type"),
            ("q", "leave"),
        ]
        return keys_on_a_line(pairs, self.theme, width)

    def _show_bar(self) -> None:
        theme, snapshot = self.theme, self.snapshot
        line = theme.text(" DOGFIGHT ", "strong") + theme.text(f" {self.game.title}", "act")
        if snapshot is not None:
            line += theme.text(f"  table {snapshot.info.code}  turn {snapshot.info.turn}", "soft")
        if (left := self._time_left()) is not None:
            ink = "danger" if left < TROUBLE else "act"
            ready = "all ready: " if (now := self._now()) is not None and now.counting else ""
            line += theme.text(f"  {theme.sign('⏱', 'time')} {ready}{clock_words(left)}", ink)
        self.query_one("#bar", Static).update(line)

    def _time_left(self) -> float | None:
        now = self._now()
        return None if now is None or now.ends is None else max(0.0, now.ends - time.monotonic())

    def _seats_words(self, snapshot: Snapshot, now: SeatNow | None) -> Text:
        line = Text()
        view = now.view if now is not None else None
        for seat, seat_info in enumerate(snapshot.info.seats):
            mark = " "
            if view is not None and seat in view.waiting:
                mark = self.theme.sign("▶", ">")
            elif view is not None and view.decision_kind == "commit":
                mark = self.theme.sign("✓", "v")
            line += self.theme.text(f" {mark}", "act") + self.theme.styled(
                seat_info.title, self.theme.seat(seat)
            )
            own = view is not None and seat == view.seat
            line += self.theme.text(
                f" {_holder(snapshot.info, seat)} ", "strong" if own else "soft"
            )
        return line


def _holder(info: wire.TableInfo, seat: Seat) -> str:
    """Who holds a seat, in a word."""
    player_info = next((player for player in info.players if seat in player.seats), None)
    if player_info is None or not (player_info.name or player_info.bot):
        return "free"
    if player_info.you:
        return "you"
    return (
        player_info.name if player_info.online or player_info.bot else f"{player_info.name} (away)"
    )


def _waiting_words(info: wire.TableInfo) -> str:
    free = sum(not (player.name or player.bot) for player in info.players)
    if info.status == "open" and free:
        return f"The game begins when everybody is here: {free} still to come."
    return (
        "The game is about to begin."
        if info.status == "open"
        else "Nothing can be seen of this table."
    )


def _nothing(_: object) -> None:
    """An answer that the table tells anyway."""
