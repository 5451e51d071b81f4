"""This server as one of several on a database: what it tells the others, and what it makes of what
they tell.

Hints come over the bus and may be lost; so every node also looks itself, slowly, how far the tables
in its memory have come. A server that is alone has all of this for nothing: it tells nobody, and
looks at nothing but its memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from dogfight.server import logs, metrics
from dogfight.server.limits import RateLimits
from dogfight.server.nodes.bus import (
    ALL_NODES,
    Bus,
    Bye,
    Ended,
    Hello,
    Hint,
    LocalBus,
    Nudge,
    Present,
    Renamed,
    SignalOn,
    Spent,
    VoiceMember,
    Voices,
    encoded,
    read_hint,
)
from dogfight.server.nodes.leases import BEAT_SECONDS, Leases, OneServer
from dogfight.server.settings import SystemSources
from dogfight.server.storage.ledger import GameRow, Ledger, Person
from dogfight.server.storage.store import StorageFailed

if TYPE_CHECKING:
    from dogfight.server.nodes.leases import Claim
    from dogfight.server.tables.event_pacing import AnimationSpeed
    from dogfight.server.tables.live import LiveTable
    from dogfight.server.tables.table_manager import TableManager

_POLL_SECONDS = 4.0
_BLIND_POLL_SECONDS = 0.5
"""How often a node looks itself how far its tables have come, with a bus and without one."""
_TAKING = 50
"""So many tables are being taken over at most that are not in memory yet: where there are more,
other nodes help.
"""
_SESSION_SECONDS = 5.0
_CLOCK_SECONDS = 5.0
_SLOW_ANSWER = 0.05
"""An answer about the time that took longer in seconds is not believed if a better one is known."""


def one_server(ledger: Ledger, sources: SystemSources) -> Nodes:
    """A server that has its database for itself."""
    return Nodes(LocalBus(), OneServer(), ledger, sources)


class Nodes:
    """The other nodes as this one knows them, and this one as they do."""

    def __init__(self, bus: Bus, leases: Leases, ledger: Ledger, sources: SystemSources) -> None:
        self.alone = leases.alone
        self._bus = bus
        self.leases = leases
        self._ledger = ledger
        self._world = sources
        self._present: defaultdict[str, dict[int, Present]] = defaultdict(dict)
        """Who is at which table through which other node."""
        self._mine: dict[str, Present] = {}
        """Who is at which table through this one, as the others were told."""
        self._voices: defaultdict[str, dict[int, Voices]] = defaultdict(dict)
        """Who takes part in the voice of which table through which other node."""
        self._own_voices: dict[str, Voices] = {}
        """Who does through this one, as the others were told."""
        self._budgets: tuple[RateLimits, ...] = ()
        self._hang_up: Callable[[bytes, bool], None] = lambda _session, _moved: None
        self._sessions: Callable[[], list[bytes]] = list
        self._chores: list[asyncio.Task[None]] = []
        self._working: set[asyncio.Future[None]] = set()
        self._catching: set[str] = set()
        self._beat_now = asyncio.Event()
        self._quickest = float("inf")
        self._looked = 0.0
        """When the database was last asked how far the tables have come."""
        self._owed: dict[str, Claim] = {}
        """Tables that are this node's to mind, and that are not taken over yet."""
        self._taking: set[str] = set()
        """Those of them that are being loaded."""
        self.table_manager: TableManager

    # --- opening and closing -----------------------------------------------------------------

    def share(
        self,
        budgets: tuple[RateLimits, ...],
        sessions: Callable[[], list[bytes]],
        close_session: Callable[[bytes, bool], None],
    ) -> None:
        """What all nodes have in common beside the tables: budgets of callers, and sessions with
        sockets here.
        """
        self._budgets, self._sessions, self._hang_up = budgets, sessions, close_session

    async def open(self, table_manager: TableManager) -> None:
        """Take a lease, learn the time, and begin to listen; a server that is alone has nothing
        to do.
        """
        self.table_manager = table_manager
        if self.alone:
            return
        for budget in self._budgets:
            budget.shared = True
        await self._begin()
        self._bus.subscribe(ALL_NODES)
        await self._bus.open(self._hear, self._joined)
        chores = (
            (self._beat, BEAT_SECONDS),
            (self._take_over, BEAT_SECONDS),
            (self._look, _BLIND_POLL_SECONDS),
            (self._check_sessions, _SESSION_SECONDS),
            (self._set_clock, _CLOCK_SECONDS),
            (self._tell_spent, BEAT_SECONDS),
        )
        self._chores = [
            asyncio.ensure_future(self._every(seconds, chore)) for chore, seconds in chores
        ]

    async def _begin(self) -> None:
        """Learn the time and who else is there; a database that goes away at this very moment is
        waited for.
        """
        while True:
            try:
                await self._set_clock()
                await self.leases.beat((), 0)
                return
            except StorageFailed as error:
                logs.warning("node_waits", chore="open", why=error.message)
                await asyncio.sleep(BEAT_SECONDS)

    async def close(self) -> None:
        """Give everything up at once, so that nobody waits for it."""
        for chore in (*self._chores, *self._working):
            chore.cancel()
        if self.alone:
            return
        gone = Bye(self.leases.node)
        with contextlib.suppress(StorageFailed):
            await self.leases.end()
        self._tell(ALL_NODES, gone)
        await self._bus.close()

    async def _every(self, seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again; where the database is away, later."""
        while True:
            try:
                await chore()
            except StorageFailed as error:
                logs.warning("node_waits", chore=chore.__name__, why=error.message)
            except Exception as error:
                logs.error("node_chore_failed", chore=chore.__name__, why=repr(error))
            await self._pause(seconds)

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._beat_now.wait()
        self._beat_now.clear()

    def _start(self, work: Awaitable[None]) -> None:
        """Do something beside, which may fail when the database is away: a later look makes up
        for it.
        """
        task = asyncio.ensure_future(self._carefully(work))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _carefully(self, work: Awaitable[None]) -> None:
        try:
            await work
        except StorageFailed as error:
            logs.warning("node_waits", why=error.message)
        except Exception as error:
            logs.error("node_failed", why=repr(error))

    # --- leases and time ---------------------------------------------------------------------

    def keeps(self, row: GameRow) -> bool:
        """Whether this node minds a table's clock and bots."""
        return self.leases.keeps(row.owner_node)

    async def _beat(self) -> None:
        before = self.leases.live
        claims = await self.leases.beat(self.table_manager.tables, _TAKING - len(self._owed))
        for node in before - self.leases.live:
            self._gone(node)
        if claims:
            metrics.TABLE_TAKEOVERS.inc(len(claims))
            self._owed |= {claim.code: claim for claim in claims}
            await self._take_over()

    async def _take_over(self) -> None:
        """Mind what was claimed, and once more what could not be loaded yet; no table waits for
        another one.
        """
        for claim in self._owed.values():
            if claim.code not in self._taking:
                self._taking.add(claim.code)
                self._start(self._take_over_one(claim))

    async def _take_over_one(self, claim: Claim) -> None:
        try:
            await self.table_manager.take_over(claim, self.leases.node)
            if self._owed.get(claim.code) is claim:
                del self._owed[claim.code]
        finally:
            self._taking.discard(claim.code)

    async def _set_clock(self) -> None:
        """All nodes go by the database's clock, whatever their own say."""
        own, loop = self._world.now() - self._world.ahead, asyncio.get_running_loop()
        asked = loop.time()
        now = await self.leases.now()
        took = loop.time() - asked
        if now is None or (took > _SLOW_ANSWER and took > self._quickest):
            return
        self._quickest = min(took, self._quickest)
        self._world.ahead = now / 1000 - own - took / 2

    # --- what this node tells ----------------------------------------------------------------

    def _tell(self, channel: str, hint: Hint) -> None:
        self._bus.publish(channel, encoded(hint))

    def changed(self, row: GameRow, chat_count: int = 0) -> None:
        """Announce that something about a table is stored, so that nodes that show it sync."""
        if not self.alone:
            self._tell(
                row.code, Nudge(self.leases.node, row.code, row.head, row.revision, chat_count)
            )

    def present(
        self,
        code: str,
        people: Iterable[int],
        watchers: int,
        heard: Iterable[int],
        animation_speeds: Mapping[int, AnimationSpeed],
    ) -> None:
        """Who is at a table through this node, and how fast they are shown what happened."""
        if self.alone:
            return
        here = tuple(sorted(people))
        speeds = tuple(
            (person, animation_speeds[person]) for person in here if person in animation_speeds
        )
        hint = Present(self.leases.node, code, here, watchers, tuple(heard), speeds)
        kept = msgspec.structs.replace(hint, heard=())
        if kept == self._mine.get(code, Present(hint.node, code)) and not hint.heard:
            return
        if kept.people:
            self._mine[code] = kept
        else:
            self._mine.pop(code, None)
        self._tell(ALL_NODES, hint)

    def voices_changed(self, code: str, members: Iterable[VoiceMember]) -> None:
        """Announce who takes part in the voice of a table through this node."""
        if self.alone:
            return
        hint = Voices(self.leases.node, code, tuple(members))
        if hint.members == self._own_voices.get(code, Voices(hint.node, code)).members:
            return
        if hint.members:
            self._own_voices[code] = hint
        else:
            del self._own_voices[code]
        self._tell(ALL_NODES, hint)

    def pass_signal_on(self, code: str, peer: str, frame: bytes) -> None:
        """Send something to a page that takes part in voice through another node."""
        self._tell(code, SignalOn(self.leases.node, code, peer, msgspec.Raw(frame)))

    def renamed(self, person: Person) -> None:
        if not self.alone:
            self._tell(ALL_NODES, Renamed(self.leases.node, person.id, person.name))

    def ended(self, session: bytes, moved: bool = False) -> None:
        if not self.alone:
            self._tell(ALL_NODES, Ended(self.leases.node, session, moved))

    async def changed_beside(self, codes: Sequence[str]) -> None:
        """Have every node sync tables whose rows were changed beside them."""
        for code in codes:
            if (table := self.table_manager.tables.get(code)) is not None:
                self._sync(table)
        if self.alone:
            return
        for code, head in (await self._ledger.heads(codes)).items():
            self._tell(code, Nudge(self.leases.node, code, *head))

    async def _tell_spent(self) -> None:
        spent = {
            budget.what: numbers for budget in self._budgets if (numbers := budget.take_spent())
        }
        if spent:
            self._tell(ALL_NODES, Spent(self.leases.node, spent))

    # --- tables ------------------------------------------------------------------------------

    def opened(self, code: str) -> None:
        """A table is in memory now."""
        if not self.alone:
            self._bus.subscribe(code)

    def forgotten(self, code: str) -> None:
        """A table is not in memory any more."""
        if not self.alone:
            self._bus.unsubscribe(code)

    def people(self, code: str) -> set[int]:
        """Who is at a table through other nodes."""
        return {person for other in self._others(code) for person in other.people}

    def voices(self, code: str) -> tuple[VoiceMember, ...]:
        """Who takes part in the voice of a table through other nodes."""
        others = self._voices[code].values() if code in self._voices else ()
        return tuple(member for other in others for member in other.members)

    def watchers(self, code: str) -> int:
        """How many look on at a table through other nodes."""
        return sum(other.watchers for other in self._others(code))

    def animation_speeds(self, code: str) -> dict[int, AnimationSpeed]:
        """How fast those at a table through other nodes are shown what happened, as far as they
        have said so.
        """
        return {
            person: speed
            for other in self._others(code)
            for person, speed in other.animation_speeds
        }

    def _others(self, code: str) -> Iterable[Present]:
        return self._present[code].values() if code in self._present else ()

    async def refresh(self, table: LiveTable) -> None:
        """See to it that a table in memory is as it is stored now."""
        if not self.alone and table.is_stale(await self._ledger.head(table.code)):
            await table.sync_shielded()

    async def _look(self) -> None:
        """Look how far the tables in memory have come: often without a bus, else only in case a
        hint was lost.
        """
        loop = asyncio.get_running_loop()
        if self._bus.healthy and loop.time() - self._looked < _POLL_SECONDS:
            return
        before, asked = self._looked, loop.time()
        heads = await self._ledger.heads(list(self.table_manager.tables))
        if self._looked == before:  # nobody wants another look meanwhile
            self._looked = asked
        for code, head in heads.items():
            table = self.table_manager.tables.get(code)
            if table is not None and table.is_stale(head):
                metrics.TABLE_SYNCS.labels("look").inc()
                self._sync(table)

    def _sync(self, table: LiveTable) -> None:
        """Have a table catch up, once for several hints."""
        if table.code in self._catching:
            return
        self._catching.add(table.code)

        async def work() -> None:
            self._catching.discard(table.code)
            await table.sync()

        self._start(work())

    async def _check_sessions(self) -> None:
        """Cut sockets whose session was ended elsewhere without our hearing of it."""
        here = self._sessions()
        known = await self._ledger.sessions(here)
        for session in here:
            if session not in known:
                self._hang_up(session, False)

    # --- what others tell --------------------------------------------------------------------

    def _joined(self, channel: str) -> None:
        """From now on a channel is heard; what was said there before is looked up."""
        if channel != ALL_NODES:
            if (table := self.table_manager.tables.get(channel)) is not None:
                self._start(self.refresh(table))
            return
        self._looked = 0.0
        self._tell(ALL_NODES, Hello(self.leases.node))
        self._introduce()

    def _introduce(self) -> None:
        """Say who is at the tables of this node."""
        for code, present in tuple(self._mine.items()):
            self._mine[code] = here = msgspec.structs.replace(present, node=self.leases.node)
            self._tell(ALL_NODES, here)
        for code, voices in tuple(self._own_voices.items()):
            self._own_voices[code] = own = msgspec.structs.replace(voices, node=self.leases.node)
            self._tell(ALL_NODES, own)

    def _hear(self, message: bytes) -> None:
        hint = read_hint(message)
        if hint is None or hint.node == self.leases.node:
            return
        match hint:
            case Nudge():
                self._nudged(hint)
            case Present():
                self._took_note(hint)
            case Voices():
                self._took_note_of_voices(hint)
            case SignalOn(code=code, to=peer, frame=frame):
                if (table := self.table_manager.tables.get(code)) is not None:
                    table.voice.deliver(peer, bytes(frame))
            case Hello():
                self._introduce()
            case Bye(node=node):
                self._gone(node)
                self.leases.live -= {node}
                self._beat_now.set()
            case Renamed(person=person, name=name):
                self.table_manager.rename_here(Person(person, name))
            case Ended(session=session, moved=moved):
                self._hang_up(session, moved)
            case Spent(budgets=spent):
                for budget in self._budgets:
                    budget.charge(spent.get(budget.what, {}))

    def _nudged(self, hint: Nudge) -> None:
        table = self.table_manager.tables.get(hint.code)
        if table is None:
            return
        if (
            hint.head > table.row.head
            or hint.revision > table.row.revision
            or hint.chat_count > table.chat.heard
        ):
            metrics.TABLE_SYNCS.labels("nudge").inc()
            self._sync(table)

    def _took_note(self, hint: Present) -> None:
        before = self._present[hint.code].get(hint.node)
        if hint.people:
            self._present[hint.code][hint.node] = msgspec.structs.replace(hint, heard=())
        else:
            self._forget(hint.code, hint.node)
        table = self.table_manager.tables.get(hint.code)
        if table is not None:
            table.presence.others_moved({*hint.heard, *(before.people if before else ())})

    def _took_note_of_voices(self, hint: Voices) -> None:
        if hint.members:
            self._voices[hint.code][hint.node] = hint
        elif hint.code in self._voices:
            self._voices[hint.code].pop(hint.node, None)
            if not self._voices[hint.code]:
                del self._voices[hint.code]
        if (table := self.table_manager.tables.get(hint.code)) is not None:
            table.voice.update()

    def _forget(self, code: str, node: int) -> None:
        here = self._present[code]
        here.pop(node, None)
        if not here:
            del self._present[code]

    def _gone(self, node: int) -> None:
        """Mark people of a dead node as gone, and sync its tables, whose last changes it may not
        have announced.
        """
        self._looked = 0.0
        for code in [code for code, value in self._voices.items() if node in value]:
            self._took_note_of_voices(Voices(node, code))
        for code in [code for code, value in self._present.items() if node in value]:
            people = {*self._present[code][node].people}
            self._forget(code, node)
            table = self.table_manager.tables.get(code)
            if table is not None:
                table.presence.others_moved(people)
