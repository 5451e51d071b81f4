"""One actor a table: commands go through one at a time, are stored, and only then seen by
anybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from copy import copy
from dataclasses import replace
from typing import TypeVar

import msgspec

from dogfight.bulk.data_sets import BUILT_IN_DATA, DataSet
from dogfight.core.errors import DogfightError
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER, Seat
from dogfight.match.plans import PlanRejected
from dogfight.server import logs, metrics
from dogfight.server.messages import Ack, Answer, Busy, Command, Reject
from dogfight.server.packs import LoadedPack
from dogfight.server.refusals import Refused
from dogfight.server.services import Services
from dogfight.server.storage.damage import Damaged
from dogfight.server.storage.ledger import (
    Entry,
    GameRow,
    Head,
    Logged,
    Person,
    PlayerRow,
    Status,
    StoredTable,
    chained,
)
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.bot_turns import BotTurns
from dogfight.server.tables.chat import TableChat
from dogfight.server.tables.commands import Commands
from dogfight.server.tables.drafts import Drafts
from dogfight.server.tables.hints import Hints
from dogfight.server.tables.loading import check_row, loaded
from dogfight.server.tables.logged_match import LoggedMatch
from dogfight.server.tables.orders import Orders
from dogfight.server.tables.parties import Parties
from dogfight.server.tables.presence import Presence
from dogfight.server.tables.question_clock import QuestionClock
from dogfight.server.tables.rebuilding import replay_entry
from dogfight.server.tables.records import Records
from dogfight.server.tables.room import Room
from dogfight.server.tables.seat_changes import SeatChanges
from dogfight.server.tables.seats import Seating
from dogfight.server.tables.start_countdown import StartCountdown
from dogfight.server.tables.take_backs import TakeBacks
from dogfight.server.tables.viewers import Viewers
from dogfight.server.tables.views import TableViews
from dogfight.server.tables.voice import TableVoice

T = TypeVar("T")
_RETRY_SECONDS = 1.0
_TRIES = 16
"""The most attempts at a change after write conflicts; in each conflict another change has
succeeded.
"""


class StaleTable(Exception):
    """Another node has changed the table: what was decided here was not stored."""


class LiveTable:
    """A table in memory. Every change holds `_lock`, and is stored before it is announced.

    This is the actor; each of its duties is a part of its own, which changes the table through
    `in_turn` and `commit`.
    """

    def __init__(
        self,
        services: Services,
        game: AnyGame,
        stored: StoredTable,
        built: tuple[LoggedMatch, bytes] | None = None,
        pack: LoadedPack | None = None,
    ) -> None:
        self.services = services
        self.game = game
        self.pack = pack
        """What it is played with in place of the built-in data."""
        self.row = stored.row
        self.code = stored.row.code
        self.host = stored.host
        """The name of the person who created the table."""
        self.match, self._hash = self._taken_over(built or loaded(game, stored))
        self.stored_ids = _ids(stored)
        """The ids of the commands that stand in the log."""
        self.turn = game.turn(self.match.table.position)
        self._public_events = sum(event.visible_to(WATCHER) for event in self.match.table.events)
        """How many events everybody has been told."""
        self._lock = asyncio.Lock()
        self._queued = 0
        self._stale = False
        """Whether the memory may hold what the disk does not."""
        self._unsure = False
        """Whether the disk may hold what the memory does not: nobody knows what became of the
        last write.
        """
        self._unshown = False
        """Whether something stored is not shown yet because more is on its way."""
        self._take_up_duties(stored)
        self.touch()
        if self.viewers.delay:
            self.viewers.feed(WATCHER, self.match.table.events)

    def _take_up_duties(self, stored: StoredTable) -> None:
        self.seating = Seating(self.match.table.seats, stored.players)
        self.views = TableViews(self)
        self.viewers = Viewers(
            self.views.bodies, self.row.seen_late(self.services.settings.watch_delay)
        )
        self.presence = Presence(self)
        self.chat = TableChat(self)
        self.voice = TableVoice(self)
        self.commands = Commands(self)
        self.drafts = Drafts(self, stored.drafts)
        self.orders = Orders(self, stored.orders)
        self.take_backs = TakeBacks(self)
        self.clock = QuestionClock(self)
        self.bots = BotTurns(self)
        self.hints = Hints(self)
        self.seat_changes = SeatChanges(self)
        self.start_countdown = StartCountdown(self)
        self.room = Room(self, stored.room)
        self.records = Records(self)
        self.parties = Parties(self)

    # --- in memory ---------------------------------------------------------------------------

    @property
    def data(self) -> DataSet:
        """The data files it is played with, as they travel to other processes."""
        return BUILT_IN_DATA if self.pack is None else self.pack.pack.data_set

    @property
    def idle(self) -> bool:
        return (
            not self.viewers.sockets
            and not self.bots.thinking
            and not self._queued
            and not self._lock.locked()
        )

    def touch(self) -> None:
        """Something happens here: the table stays in memory for a while."""
        self.touched = asyncio.get_running_loop().time()

    def stop(self) -> None:
        """Let no bot think on, and begin nothing more: the server closes."""
        self.start_countdown.wait_no_more()
        self.bots.stop()

    # --- one thing after the other -----------------------------------------------------------

    async def command(self, person: Person, message: Command) -> Answer:
        """Carry out a command of a person; the answer says whether it is durable.

        Nobody breaks this off.
        """
        if self._queued >= self.services.settings.command_queue:
            return Busy(message.id)
        self._queued += 1
        try:
            await self._whole(lambda: self.commands.carry_out(person, message))
        except Refused as refused:
            return Reject(message.id, refused.code, refused.message, refused.rule)
        except StorageFailed:
            return Reject(message.id, "storage", "Not stored, so nothing has happened. Try again.")
        return Ack(message.id)

    async def exclusively(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run one job after the other, each to its end even if its caller goes away."""
        self._queued += 1
        return await _to_the_end(self._whole(work))

    async def _whole(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do one thing when its turn has come; it is among those that are queued already."""
        async with self._lock:
            try:
                if self._stale:
                    await self._reload()
                elif self._unsure:
                    await self._sync()
                return await self._up_to_date(work)
            except StorageFailed:
                self._unsure = True
                raise
            finally:
                self._queued -= (
                    1  # here, for the next in line may be done before this caller is awake
                )
                self._show_at_last()

    async def _up_to_date(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something to the table as it is stored: where another node was first, see what it
        did and begin anew.
        """
        for _ in range(_TRIES):
            try:
                return await work()
            except StaleTable:
                metrics.WRITE_CONFLICTS.inc()
                await self._sync()
            except Refused:
                if self.services.nodes.alone or not await self._may_be_stale():
                    raise
                await self._sync()
        raise StorageFailed("others are always quicker at this table")

    async def _may_be_stale(self) -> bool:
        """Whether what was refused may have been refused because the memory is behind what is
        stored.
        """
        return self.is_stale(await self.services.ledger.head(self.code))

    def is_stale(self, stored: Head) -> bool:
        """Whether others have brought the table further than it is here."""
        return (stored.head, stored.revision) != (
            self.row.head,
            self.row.revision,
        ) or stored.chat_count > self.chat.heard

    async def sync_shielded(self) -> None:
        """Show what other nodes have stored, even if the caller goes away."""
        await _to_the_end(self.sync())

    async def sync(self) -> None:
        """Show what other nodes have stored. Nobody breaks this off."""
        self._queued += 1
        if await self._whole(self._sync) > self.chat.heard:
            await self.chat.sync()

    async def retry_until_stored(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that must be done, again and again while it cannot be stored."""
        while True:
            try:
                return await self.exclusively(work)
            except StorageFailed:
                await asyncio.sleep(_RETRY_SECONDS)

    def check_plays(self, person: Person, player: int) -> None:
        """Refuse what only a player can ask for, while the game is being played."""
        if self.seating.row(player).person != person.id:
            raise Refused("not_yours", "That is not your seat.")
        if self.row.status != "live":
            raise Refused("not_now", "The game is not being played.")

    # --- stored, then shown ------------------------------------------------------------------

    async def commit(
        self,
        decide: Callable[[], Entry],
        command_id: str | None = None,
        refusal: str = "illegal",
        player: PlayerRow | None = None,
    ) -> None:
        """Decide, store, and only then show; `player` is who sits down with it. The caller holds
        the table.
        """
        before = self.match.round
        counted = (
            self.game.notation.hash(self.match.table.position) if self.row.locks is not None else ""
        )
        entry = self._decided(decide, refusal)
        now = self.services.sources.ms()
        row = self._row_after(entry, before, now)
        row.locks = self.clock.count(row, now, same=entry.after == counted)
        body = msgspec.json.encode(entry).decode()
        logged = Logged(row.head, command_id, now, body, chained(self._hash, body))
        stale = self.drafts.stale()
        row.revision += player is not None
        try:
            if not await self.services.ledger.append(row, logged, stale, player):
                raise StaleTable
        except (StaleTable, StorageFailed):
            self.match.undo()
            self._stale = False
            raise
        self._stale = False
        self._hash = logged.hash
        if command_id is not None:
            self.stored_ids.add(command_id)
        self.drafts.drop(stale)
        self.services.nodes.changed(row)
        self._stand(row)

    async def update_row(self, write: Callable[[GameRow], Awaitable[bool]]) -> None:
        """Store something that is no entry; the caller holds the table, and shows it afterwards."""
        if not await write(self.row):
            raise StaleTable
        self.row = replace(self.row, revision=self.row.revision + 1)
        self.services.nodes.changed(self.row)

    def _decided(self, decide: Callable[[], Entry], refusal: str) -> Entry:
        """Decide in memory, which is ahead of the disk from then on."""
        self._stale = True
        try:
            return decide()
        except Exception as error:
            if isinstance(error, DogfightError) and self.match.untouched:
                self._stale = False
                code = error.status if isinstance(error, PlanRejected) else refusal
                raise Refused(code, error.message, rule=error.rule) from error
            logs.error("rules_failed", table=self.code, entry=self.row.head + 1)
            raise Refused(
                "illegal", "The rules stumbled over this, so it was not played."
            ) from None

    def _row_after(self, entry: Entry, round_before: int, now: int) -> GameRow:
        """Where the table stands after an entry that is about to be stored."""
        row, match, waiting = self.row, self.match, self.match.waiting
        same = (match.round == round_before and entry.do != "start") or entry.do == "take_back"
        status: Status = "over" if match.over else "live"
        seen = (status, match.round, waiting) != (row.status, round_before, row.waiting)
        after = copy(row)
        after.status = status
        after.head = row.head + 1
        after.changed = now if seen or self._count_public() != self._public_events else row.changed
        after.waiting = waiting
        self.clock.charge(after, now, same=same)
        if not same or match.over:
            after.deadline, after.animation_ms = self.clock.opened(after, now)
        after.offer = "" if entry.do in ("retake", "draw") or self.take_backs.void() else row.offer
        after.owner_node = self.services.nodes.leases.owner_node(row.owner_node, opened=not same)
        after.bot_due = bool(self.bots.due())
        after.ended = match.ended
        after.turn = self.game.turn(match.table.position)
        return after

    def _count_public(self) -> int:
        """How many events everybody has been told, the latest ones included; parts of secret
        choices are not.
        """
        match = self.match
        known, events = (
            (0, match.table.events) if match.log_rebuilt else (self._public_events, match.fresh)
        )
        return known + sum([event.visible_to(WATCHER) for event in events])

    def _stand(self, row: GameRow) -> None:
        """A stored change: show it, set the clock, let bots think."""
        began_or_ended = row.status != self.row.status
        offered = row.offer != self.row.offer
        self.row = row
        self._public_events = self._count_public()
        self.turn = self.game.turn(self.match.table.position)
        self.touch()
        self.services.timers.set(self.code, row.ends if self.services.nodes.keeps(row) else None)
        self.publish()
        if began_or_ended:
            logs.info("table_" + row.status, table=self.code, game=row.game, entries=row.head)
            self.presence.resubscribe()
        if began_or_ended or offered:
            self.presence.announce()
        self.bots.wake()

    def _tell(self) -> None:
        """Tell every eye what is new to it."""
        events, rebuilt = self.match.take_events()
        if rebuilt:
            self.viewers.rebuild_log(self.match.table.events)
        else:
            self.viewers.add_events(events)

    def publish(self, only: Seat | None = None) -> None:
        """Bring every feed with a viewer up to date; once for all commands that wait in line."""
        self._tell()
        if only is None and self._queued > 1:
            self._unshown = True
        else:
            self.viewers.show(only)

    def _show_at_last(self) -> None:
        """Show what several commands in a row have led to, after the last of them."""
        if not self._queued and not self._stale:
            self.show_now()

    def show_now(self) -> None:
        """Show what is held back because more is on its way; the caller holds the table."""
        if self._unshown:
            self._unshown = False
            self.viewers.show()

    def _taken_over(self, built: tuple[LoggedMatch, bytes]) -> tuple[LoggedMatch, bytes]:
        """A match as its log has made it, to go on with as this server plays."""
        built[0].table.plays_forced = self.row.plays_forced(self.services.settings.forced_moves)
        return built

    async def reload_room(self) -> None:
        """Take over what a change of the room has stored; the caller holds the table."""
        await self._reload()

    async def _reload(self) -> None:
        """Go back to what is stored: something decided in memory was not."""
        stored = await self.services.ledger.table(self.code)
        if stored is None:
            raise Damaged(self.code, "its row is missing")
        check_row(stored.row, len(stored.entries))
        self.match, self._hash = self._taken_over(loaded(self.game, stored))
        self.stored_ids = _ids(stored)
        self._take_over(stored)
        self._stale = self._unsure = False
        self.match.log_rebuilt = True
        self._stand(stored.row)
        self.presence.resubscribe()
        self.presence.announce()

    async def _sync(self) -> int:
        """Take over what others have stored; how many lines have been said."""
        update = await self.services.ledger.update_since(self.row)
        self._unsure = False
        if (update.row.head, update.row.revision) == (self.row.head, self.row.revision):
            return update.row.chat_count
        self._stale = True
        for logged in update.entries:
            replay_entry(self.game, update.row, self.match, (self.row.head + 1, self._hash), logged)
            self._hash = logged.hash
            if logged.command_id is not None:
                self.stored_ids.add(logged.command_id)
            self.row = copy(self.row)
            self.row.head = logged.seq
            self._public_events = self._count_public()
            self._tell()
        before = self._known_to_all()
        if update.stored is not None and update.stored.row.options != self.row.options:
            await self._reload()  # a room whose host has changed the options
            return self.row.chat_count
        if update.stored is not None:
            self._take_over(update.stored)
        else:
            self.drafts.drop(self.drafts.stale())
            self.orders.hand_over()
        self._stale = False
        self._stand(update.row)
        if self._known_to_all() != before:  # drafts and orders of a player are not announced
            self.start_countdown.wait_if_full()
            self.presence.resubscribe()
            self.presence.announce()
        return update.row.chat_count

    def _known_to_all(self) -> tuple[object, ...]:
        """Return the public facts of the table itself that no entry holds: who sits, who hosts,
        what is next.
        """
        row = self.row
        paused = self.clock.is_paused
        return (
            *(dict(self.seating.rows), self.host, row.rematch_code, row.silenced, self.room.row),
            paused,
        )

    def _take_over(self, stored: StoredTable) -> None:
        """What stands beside the log is as it is stored."""
        self.host = stored.host
        self.room.row = stored.room
        self.seating.seats = self.match.table.seats
        self.seating.reload(stored.players)
        self.drafts.reload(stored.drafts)
        self.orders.reload(stored.orders)


async def _to_the_end(work: Coroutine[None, None, T]) -> T:
    """Wait for something that goes on if nobody waits for it any more."""
    doing = asyncio.ensure_future(work)
    doing.add_done_callback(_noticed)
    return await asyncio.shield(doing)


def _noticed(done: asyncio.Future[T]) -> None:
    """Ignore a refusal whose caller has gone away: no other client needs it."""
    if not done.cancelled():
        done.exception()


def _ids(stored: StoredTable) -> set[str]:
    return {logged.command_id for logged in stored.entries if logged.command_id}
