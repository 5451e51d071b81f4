"""Bots at a table: when one has to choose, how long it waits with it, and what is played for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from dogfight.core.decision import Commit
from dogfight.core.seat import OPEN, WATCHER, Seat
from dogfight.core.view import View
from dogfight.processes.queue import Caller
from dogfight.server import logs
from dogfight.server.refusals import Refused
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.bot_delay import budget, pause, shown_after

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class _BotCalls(Protocol):
    """What a game's part `bot_calls` offers."""

    def announce(self, view: View[Any], action: int) -> tuple[str, tuple[str, ...]] | None: ...
    def heed(
        self, view: View[Any], heard: Sequence[tuple[int, str, tuple[str, ...]]], action: int
    ) -> int: ...


class BotTurns:
    """The turns of the bots at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}
        self._moments: dict[Seat, tuple[int, float, float]] = {}
        """When each bot shows its choice: in which round it was asked, at what time, and how
        long it waits.
        """

    @property
    def thinking(self) -> bool:
        return bool(self._thinking)

    def due(self) -> tuple[Seat, ...]:
        """The seats for which a bot has to choose now."""
        if not self._table.seating.has_bots:
            return ()
        return tuple(seat for seat in self._table.match.waiting if self._table.seating.at(seat).bot)

    def wake(self) -> None:
        """Let every bot think that has to choose and does not think yet."""
        match, row = self._table.match, self._table.row
        paused = self._table.clock.is_paused
        if row.status != "live" or paused or not self._table.services.nodes.keeps(row):
            return
        for seat in self.due():
            question = match.question(seat)
            if self._thinking.get(seat, (-1, None))[0] != question:
                view = match.table.view(seat)
                task = asyncio.ensure_future(self._think(seat, question, view))
                self._thinking[seat] = (question, task)

    def stop(self) -> None:
        """Let no bot think on."""
        for _, task in self._thinking.values():
            task.cancel()

    def _time_left(self) -> float | None:
        """The seconds left on the game's own clock, as long as a person is still thinking."""
        people = any(not self._table.seating.at(seat).bot for seat in self._table.match.waiting)
        return self._table.clock.left() if people else None

    def _caller(self) -> Caller:
        """On whose account bots think here: the host's, and in no hurry where no person plays."""
        people = any(row.person is not None and not row.bot for row in self._table.seating)
        return Caller(self._table.row.host or 0, people)

    async def _think(self, seat: Seat, question: int, view: View[Any]) -> None:
        """Let a bot choose in a process of its own; if it fails, the rules' default is played."""
        table, loop = self._table, asyncio.get_running_loop()
        try:
            bot = table.seating.at(seat).bot
            left, secret = self._time_left(), self._is_secret()
            began, wait = self._moment(seat, bot, left, secret)
            action = await table.services.bots.choose(
                bot, f"{table.code}/{seat}", view, self._caller(), table.data
            )
            action = self._heeding(view, action)
            if not await table.retry_until_stored(lambda: self._is_hidden(seat, question, action)):
                step = table.services.settings.bot_delay if secret else (0.0, 0.0)
                shown = shown_after(wait, loop.time() - began, step, left)
                await asyncio.sleep(began + shown - loop.time())
            if await table.retry_until_stored(lambda: self._play(seat, question, action)):
                await self._announce(view, question, action)
        except Refused as error:
            logs.warning("bot_not_played", table=table.code, seat=seat, why=error.message)
        finally:
            if self._thinking.get(seat, (-1, None))[0] == question:
                del self._thinking[seat]

    @cached_property
    def _calls(self) -> _BotCalls | None:
        """How bots call and heed calls in this game; None where they do neither."""
        calls: _BotCalls | None = self._table.game.manifest.load("bot_calls")
        return calls

    def _heeding(self, view: View[Any], action: int | None) -> int | None:
        """A bot's choice once it has heeded what its partner has called in this turn."""
        legal = {entry.action for entry in view.legal}
        if self._calls is None or action not in legal:
            return action
        return self._calls.heed(view, self._table.chat.calls_of_turn(), action)

    async def _announce(self, view: View[Any], question: int, action: int | None) -> None:
        """Let a bot call what it has done, where people play with it."""
        table = self._table
        people = any(row.person is not None and not row.bot for row in table.seating)
        legal = {entry.action for entry in view.legal}
        if self._calls is None or action not in legal or not people:
            return
        call = self._calls.announce(view, action)
        if call is not None:
            player = table.match.table.seats[view.seat].player
            with contextlib.suppress(StorageFailed):
                await table.chat.call_for_bot(player, f"{view.seat}/{question}", *call)

    def _is_secret(self) -> bool:
        """Return whether the time taken for the present question could reveal what others may
        not know.
        """
        game, position = self._table.game, self._table.match.table.position
        if isinstance(self._table.match.decision, Commit):
            return True
        return bool(
            game.views.board_view(position, OPEN) != game.views.board_view(position, WATCHER)
        )

    def _moment(
        self, seat: Seat, bot: str, left: float | None, secret: bool
    ) -> tuple[float, float]:
        """When a bot was asked and how long it waits with what others can see: drawn once,
        whatever it thinks of.
        """
        now, settings = asyncio.get_running_loop().time(), self._table.services.settings
        asked, began, wait = self._moments.get(seat, (-1, now, 0.0))
        if asked != self._table.match.round:
            thinking = budget(bot, settings.engines) if secret else 0.0
            first = self._table.clock.pause_left()
            left = left if left is None else left - first
            hurried = self._table.presence.animation_speed() == "off"
            if hurried and not secret:
                left = None  # nobody wants to see it and nothing can be read from it
            delay = (0.0, 0.0) if hurried else settings.bot_delay
            began, wait = now, first + pause(delay, settings.bot_clock_share, left, thinking)
            self._moments[seat] = (self._table.match.round, began, wait)
        return began, wait

    async def _is_hidden(self, seat: Seat, question: int, action: int | None) -> bool:
        """Whether a bot's choice is a part of a secret one, of which nobody else will see
        anything yet.
        """
        game, match = self._table.game, self._table.match
        if (
            match.question(seat) != question
            or seat not in match.waiting
            or not isinstance(match.decision, Commit)
        ):
            return False
        position = match.table.position.copy()
        numbers = self._table.seating.chairs(match.table.seats[seat].player)
        others = {WATCHER, *range(len(match.table.seats))} - {*numbers}
        try:
            events = game.play(position, seat, self._playable(seat, action))
        except (
            Exception
        ):  # the rules will fail on it again when it is played, and that is reported then
            return False
        reported = any(event.visible_to(other) for event in events for other in others)
        return not reported and game.decision(position) == match.decision

    def _playable(self, seat: Seat, action: int | None) -> int:
        """What is played for a bot: its choice, or the rules' default where that makes no sense."""
        game, position = self._table.game, self._table.match.table.position
        legal = action is not None and action in game.legal(position, seat)
        return action if action is not None and legal else game.default_action(position, seat)

    async def _play(self, seat: Seat, question: int, action: int | None) -> bool:
        """Play what a bot has chosen, if it is still asked, and return whether it was played; the
        caller holds the table.
        """
        table = self._table
        if (
            table.row.status != "live"
            or table.clock.is_paused
            or seat not in self.due()
            or table.match.question(seat) != question
        ):
            return False
        if table.match.clock is not None and table.services.sources.ms() >= (
            table.row.deadline or 0
        ):
            return False
        chosen = self._playable(seat, action)
        if not await self._is_hidden(seat, question, chosen):
            self._moments.pop(seat, None)
        self._thinking.pop(seat, None)
        await table.commit(lambda: table.match.play(seat, chosen))
        return True
