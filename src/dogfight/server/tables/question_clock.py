"""The clock of the present question: the game's own, or the table's limit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dogfight.core.decision import Commit
from dogfight.core.seat import WATCHER
from dogfight.server.storage.ledger import GameRow
from dogfight.server.tables.showing import MOST_SECONDS, showing_seconds

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

COUNT_MS = 3000
"""[JP-6.18] How long is counted down, for all to see, once everybody is ready."""


class QuestionClock:
    """How much time the present question of a table has.

    When it runs out is stored with the table.
    """

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._shown_at = 0
        """When all that happened so far has been seen: what bots do quickly is shown one thing
        after the other.
        """

    @property
    def name(self) -> str:
        """The clock that is running, as the rules call it; nothing if none is."""
        if self._table.row.deadline is None:
            return ""
        clock = self._table.match.clock
        return clock.name if clock else "limit"

    @property
    def starts(self) -> int | None:
        """When the clock of the present question starts, if a pause comes first."""
        clock, deadline = self._table.match.clock, self._table.row.deadline
        if clock is None or not clock.pause or deadline is None:
            return None
        return deadline - int(clock.seconds * 1000) - self._table.row.showing

    def pause_left(self) -> float:
        """The seconds for looking at the table that are left before anybody can act."""
        starts = self.starts
        return (
            0.0 if starts is None else max(0.0, (starts - self._table.services.world.ms()) / 1000)
        )

    def left(self) -> float | None:
        """The seconds left on the game's own clock, where it is running."""
        ends = self._table.row.ends
        if self._table.match.clock is None or ends is None:
            return None
        return (ends - self._table.services.world.ms()) / 1000

    def too_late(self) -> bool:
        """Whether the game's own clock and its grace are over, though the lock is still on its
        way.
        """
        table, ends = self._table, self._table.row.ends
        if table.match.clock is None or ends is None:
            return False
        return table.services.world.ms() > ends + int(table.services.settings.grace * 1000)

    def opened(self, now: int) -> tuple[int | None, int]:
        """When the clock of a question that is asked now runs out, and how long what led to it
        is seen first.
        """
        table = self._table
        seen = [
            event for event in table.match.fresh if event.visible_to(WATCHER)
        ]  # what is hidden must not take time
        seconds = showing_seconds(table.row.game, seen, table.people.pace())
        self._shown_at = min(
            max(self._shown_at, now) + int(seconds * 1000), now + int(MOST_SECONDS * 1000)
        )
        showing = self._shown_at - now
        return self.deadline(now, showing), showing

    def deadline(self, now: int, showing: int = 0) -> int | None:
        """When a clock that starts now for the present question runs out."""
        clock = self._table.match.clock
        limit = self._table.row.time_limit if self._table.match.waiting else 0
        seconds = clock.pause + clock.seconds if clock is not None else limit
        return now + int(seconds * 1000) + showing if seconds else None

    def count(self, row: GameRow, now: int, *, same: bool) -> int | None:
        """[JP-5.14] [JP-6.18] When the count ends that runs after a change of the table; None if
        none does.

        It begins once every player is ready, goes on while all stays the same, and begins anew
        after any other change.
        """
        if not row.early or row.deadline is None or not self._all_ready():
            return None
        if same and self._table.row.locks is not None:
            return self._table.row.locks
        return now + COUNT_MS if now + COUNT_MS < row.deadline else None

    def _all_ready(self) -> bool:
        """Whether the game's own clock is all that is waited for, though people could still
        change something.
        """
        match, decision = self._table.match, self._table.match.decision
        if match.clock is None or match.over or not isinstance(decision, Commit):
            return False
        return not decision.waiting and bool(decision.changeable)

    async def time_up(self, deadline: int) -> None:
        """The clock that was set for this moment has run out."""
        await self._table.in_turn(lambda: self._time_up(deadline))

    async def _time_up(self, deadline: int) -> None:
        table = self._table
        if table.row.ends != deadline or table.row.status != "live":
            return
        drafts = table.drafts.at_the_lock()
        await table.commit(lambda: table.match.time_up(drafts))

    async def resume(self) -> None:
        """After the server was away: a running clock shows at least a few seconds, and bots
        think again.
        """
        await self._table.in_turn(self._resume)

    async def _resume(self) -> None:
        table = self._table
        if table.row.deadline is not None:
            now = table.services.world.ms()
            stored = table.row.deadline
            left = min(stored, self.deadline(now) or stored)  # the system's clock may be another
            deadline = max(left, now + int(table.services.settings.reopen * 1000))
            locks = (
                None if table.row.locks is None else now + COUNT_MS
            )  # nobody could stop it meanwhile
            if (deadline, locks) != (stored, table.row.locks):
                await table.beside(
                    lambda row: table.services.ledger.set_deadline(row, deadline, locks)
                )
                table.row = replace(table.row, deadline=deadline, locks=locks, showing=0)
            table.services.timers.set(table.code, table.row.ends)
            table.publish()
        table.bots.wake()
