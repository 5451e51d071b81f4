"""The clock of the present question: the game's own, or the table's limit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from dogfight.core.decision import Choose, Commit
from dogfight.core.seat import WATCHER
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import GameRow, Person
from dogfight.server.tables.event_pacing import MOST_SECONDS, animation_seconds
from dogfight.server.tables.time_control import ClockState, TimeControl

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
    def starts_at(self) -> int | None:
        """When the clock of the present question starts, if a pause comes first."""
        clock, deadline = self._table.match.clock, self._table.row.deadline
        if clock is None or not clock.pause or deadline is None:
            return None
        return deadline - int(clock.seconds * 1000) - self._table.row.animation_ms

    def pause_left(self) -> float:
        """The seconds for looking at the table that are left before anybody can act."""
        starts_at = self.starts_at
        return (
            0.0
            if starts_at is None
            else max(0.0, (starts_at - self._table.services.sources.ms()) / 1000)
        )

    def left(self) -> float | None:
        """The seconds left on the game's own clock, where it is running."""
        ends = self._table.row.ends
        if self._table.match.clock is None or ends is None:
            return None
        return (ends - self._table.services.sources.ms()) / 1000

    def too_late(self) -> bool:
        """Whether the game's own clock and its grace are over, though the lock is still on its
        way.
        """
        table, ends = self._table, self._table.row.ends
        if table.match.clock is None or ends is None:
            return False
        return table.services.sources.ms() > ends + int(table.services.settings.clock_grace * 1000)

    def opened(self, row: GameRow, now: int) -> tuple[int | None, int]:
        """When the clock of a question that is asked now runs out, and how long what led to it
        is seen first.
        """
        table = self._table
        seen = [
            event for event in table.match.fresh if event.visible_to(WATCHER)
        ]  # what is hidden must not take time
        seconds = animation_seconds(table.row.game, seen, table.presence.animation_speed())
        self._shown_at = min(
            max(self._shown_at, now) + int(seconds * 1000), now + int(MOST_SECONDS * 1000)
        )
        animation_ms = self._shown_at - now
        row.clock_state = self._asking(row.clock_state, now + animation_ms).write()
        return self.deadline(now, animation_ms, row.clock_state), animation_ms

    @property
    def control(self) -> TimeControl:
        """What is measured beside the limit of a decision."""
        return TimeControl.read(self._table.row.time_control)

    @property
    def state(self) -> ClockState:
        return ClockState.read(self._table.row.clock_state)

    @property
    def is_paused(self) -> bool:
        return self.state.paused_at is not None

    def charge(self, row: GameRow, now: int, *, same: bool) -> None:
        """Count the time of those who have answered; the others are still asked."""
        state, match = ClockState.read(row.clock_state), self._table.match
        waiting = {match.table.seats[seat].player for seat in match.waiting} if same else set()
        row.clock_state = state.charged(self.control, {*state.asked} - waiting, now).write()

    def _asking(self, text: str, since: int) -> ClockState:
        """The state of the clocks when the present question is put."""
        table, state = self._table, ClockState.read(text)
        match, decision = table.match, table.match.decision
        if table.match.clock is not None or not (table.row.time_limit or self.control.bank):
            return ClockState(state.left, state.used)
        turn = table.game.turn(match.table.position)
        one_by_one = isinstance(decision, Choose) and len(table.seating.rows) > 1
        name = f"turn {turn}" if turn or one_by_one else f"question {match.round}"
        players = {match.table.seats[seat].player for seat in match.waiting}
        decisions = dict.fromkeys(players, name)
        return state.asking(self.control, decisions, since, turns=turn > 0)

    async def pause(self) -> None:
        """Stop the clocks until a player lets the game go on; the caller holds the table."""
        now, row = self._table.services.sources.ms(), self._table.row
        left = None if row.deadline is None else self.control.between(now, row.deadline)
        state = msgspec.structs.replace(self.state, paused_at=now, paused_left=left)
        await self._set(None, state)

    async def go_on(self, person: Person) -> None:
        """Let a paused game go on."""
        await self._table.exclusively(lambda: self._go_on(person))

    async def _go_on(self, person: Person) -> None:
        table, state = self._table, self.state
        if not table.seating.players_of(person.id):
            raise Refused("not_yours", "Only players let a game go on.")
        if state.paused_at is None or table.row.status != "live":
            raise Refused("not_now", "The game is not paused.")
        now = table.services.sources.ms()
        left = state.paused_left
        deadline = None if left is None else self.control.after(now, left)
        since = state.since + now - state.paused_at
        await self._set(deadline, ClockState(state.left, state.used, state.asked, since))

    async def _set(self, deadline: int | None, state: ClockState) -> None:
        """Store when the clock runs out and how it stands, and show it."""
        table, text = self._table, state.write()
        await table.update_row(lambda row: table.services.ledger.set_clock(row, deadline, text))
        table.row = replace(
            table.row, deadline=deadline, locks=None, animation_ms=0, clock_state=text
        )
        table.services.timers.set(table.code, table.row.ends)
        table.publish()
        table.presence.announce()
        table.bots.wake()

    def times_left(self) -> dict[int, int]:
        """The milliseconds that players had for the whole game when they were last asked."""
        return self.state.left

    def deadline(self, now: int, animation_ms: int = 0, state: str | None = None) -> int | None:
        """When a clock that starts now for the present question runs out; where several are asked
        it is that of the player who has most time.
        """
        clock, row = self._table.match.clock, self._table.row
        if clock is not None:
            return now + int((clock.pause + clock.seconds) * 1000) + animation_ms
        clocks = ClockState.read(row.clock_state if state is None else state)
        times = [clocks.allowed(row.time_limit, player) for player in clocks.asked]
        limits = [ms for ms in times if ms is not None]
        return self.control.after(now + animation_ms, max(limits)) if limits else None

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
        await self._table.exclusively(lambda: self._time_up(deadline))

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
        await self._table.exclusively(self._resume)

    async def _resume(self) -> None:
        table = self._table
        if table.row.deadline is not None:
            now = table.services.sources.ms()
            stored = table.row.deadline
            left = min(stored, self.deadline(now) or stored)  # the system's clock may be another
            deadline = max(left, now + int(table.services.settings.reconnect_seconds * 1000))
            locks = (
                None if table.row.locks is None else now + COUNT_MS
            )  # nobody could stop it meanwhile
            if (deadline, locks) != (stored, table.row.locks):
                await table.update_row(
                    lambda row: table.services.ledger.set_deadline(row, deadline, locks)
                )
                table.row = replace(table.row, deadline=deadline, locks=locks, animation_ms=0)
            table.services.timers.set(table.code, table.row.ends)
            table.publish()
        table.bots.wake()
