"""All tables: laying, finding, loading and clearing them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec

from dogfight.bulk.data_sets import BUILT_IN_DATA
from dogfight.core.errors import DogfightError
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame, load, names
from dogfight.match import draws
from dogfight.server import gc_tuning, logs, metrics
from dogfight.server.auth import hashed, new_secret
from dogfight.server.codes import new_code, no_table, read_code
from dogfight.server.jobs import (
    CheckedPosition,
    CheckedRecord,
    CheckRecord,
    HeaderInfo,
    JobService,
    ListMoves,
    MoveList,
    OpenPosition,
    ReadHeader,
)
from dogfight.server.messages import ContinueGame, Invite, NewTable, encode
from dogfight.server.nodes.leases import Claim
from dogfight.server.packs import LoadedPack
from dogfight.server.refusals import Refused
from dogfight.server.services import Services
from dogfight.server.storage.damage import Damaged, isolated
from dogfight.server.storage.ledger import (
    Entry,
    GameRow,
    Logged,
    Person,
    PlayerRow,
    RoomRow,
    StoredTable,
    chained,
)
from dogfight.server.storage.pack_rows import PackFile
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.listings import Listings
from dogfight.server.tables.live import LiveTable, StaleTable
from dogfight.server.tables.loading import check_row, check_standing, game_of, loaded
from dogfight.server.tables.logged_match import LoggedMatch
from dogfight.server.tables.rebuilding import Outdated
from dogfight.server.tables.seat_changes import INVITE_MS, invitation
from dogfight.server.tables.seats import players_from
from dogfight.server.tables.time_control import TimeControl

_SWEEP_SECONDS = 30.0
_LONGEST_CLOCK_MS = 220 * 24 * 3600 * 1000
"""No clock of a table runs for longer, so a later deadline is damage."""
_GUEST_KEY_BYTES = 16
_LONG_LOG = 8_000
"""Bytes of a log that is played through in no time that anybody could notice."""


class TableManager:
    """The tables of one server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.jobs = JobService(services.settings)
        self.tables: dict[str, LiveTable] = {}
        self.listings = Listings(self)
        self.lag = 0.0
        """How late the event loop was the last time we looked."""
        self._reported: set[str] = set()
        """The damaged tables that were reported to the operator."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._one_long_log = asyncio.Lock()
        self._chores: list[asyncio.Task[None]] = []
        services.timers.on_ring(self._ring)

    # --- finding -----------------------------------------------------------------------------

    async def table(self, text: str) -> LiveTable:
        """The table with this code, loaded if need be."""
        code = read_code(text)
        table = self.tables.get(code) if code else None
        if table is not None:
            await self.services.nodes.refresh(table)
            return table
        if code is None or (
            code not in self._loading and not await self.services.ledger.heads([code])
        ):
            raise Refused("unknown", no_table(text))
        return await self._loaded(code)

    async def _loaded(self, code: str) -> LiveTable:
        """Load a table once, however many ask for it."""
        if code in self.tables:
            return self.tables[code]
        if code not in self._loading:
            self._loading[code] = asyncio.ensure_future(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._forget_loading(code))
        return await asyncio.shield(self._loading[code])

    def _forget_loading(self, code: str) -> None:
        """Finish a load that succeeded or failed; its callers may be gone."""
        if not (loading := self._loading.pop(code)).cancelled():
            loading.exception()

    async def _load(self, code: str) -> LiveTable:
        try:
            table = await self._built(code)
        except Damaged as damaged:
            self.report(damaged)
            raise
        self.tables[code] = table
        self.services.nodes.opened(code)
        metrics.TABLES.set(len(self.tables))
        await table.start_countdown.begin()
        return table

    async def _built(self, code: str) -> LiveTable:
        """A table as it is stored, checked as a whole; whatever is wrong with it raises
        `Damaged`.
        """
        with isolated(code, "it cannot be loaded"):
            stored = await self.services.ledger.table(code)
            if stored is None:
                raise Refused("unknown", no_table(code))
            pack = await self._pack_of(stored.row)
            game, late = await game_of(stored.row, self.services.packs), self._late(stored)
            check_row(stored.row, len(stored.entries))
            table = LiveTable(
                self.services,
                game,
                late or stored,
                await self._rebuilt(game, late or stored),
                pack,
            )
            if late is not None:
                await table.sync_shielded()
            check_standing(table.row, table.match)
            return table

    async def _pack_of(self, row: GameRow) -> LoadedPack | None:
        return await self.services.packs.loaded(row.pack) if row.pack else None

    def report(self, damaged: Damaged) -> None:
        """Report a damaged table to the operator, once."""
        if damaged.table not in self._reported:
            self._reported.add(damaged.table)
            logs.error("table_damaged", table=damaged.table, why=damaged.where)

    def _late(self, stored: StoredTable) -> StoredTable | None:
        """A table as watchers who see it late may see it now, where that is not as it is: the
        rest they see later.
        """
        delay = stored.row.seen_late(self.services.settings.watch_delay)
        then = self.services.sources.ms() - int(delay * 1000)
        seen = [entry for entry in stored.entries if entry.at <= then]
        if not delay or len(seen) == len(stored.entries):
            return None
        return replace(stored, row=replace(stored.row, head=len(seen)), entries=seen)

    async def _rebuilt(self, game: AnyGame, stored: StoredTable) -> tuple[LoggedMatch, bytes]:
        """A log played through; a long one beside the event loop, one at a time, so that no move
        waits for it.
        """
        if sum(len(entry.body) for entry in stored.entries) < _LONG_LOG:
            return loaded(game, stored)
        async with self._one_long_log:
            return await asyncio.to_thread(loaded, game, stored)

    # --- creating ------------------------------------------------------------------------------

    async def create(
        self, person: Person, new_table: NewTable, pack: LoadedPack | None = None
    ) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Lay a table as a person wants it, with the data of a pack where one is given."""
        game = load(new_table.game) if pack is None else pack.game
        opening, options = "", game.options(new_table.options)
        if new_table.position:
            alone = not new_table.room and new_table.players and "open" not in new_table.players
            opening, options = await self._opened(game, new_table.position, person, anew=not alone)
        rows = players_from(game, options, new_table.players, person)
        row = await self._new_row(game, options, person, pack)
        row.opening = opening
        listed = new_table.open if new_table.listed is None else new_table.listed
        row = replace(
            row,
            time_limit=new_table.time_limit_s,
            open=new_table.open,
            watch=new_table.watch,
            listed=listed,
        )
        row.hints, row.forced, row.watch_delay = (
            _switch(new_table.hints),
            _switch(new_table.forced_moves),
            new_table.watch_delay,
        )
        row.early = new_table.early
        control = TimeControl(new_table.bank_s, new_table.increment_s, new_table.days_off)
        row.time_control = control.write()
        return await self._create(row, rows, room=RoomRow() if new_table.room else None, pack=pack)

    async def _opened(
        self, game: AnyGame, position: str, person: Person, *, anew: bool
    ) -> tuple[str, Options]:
        """The position that a table begins with, and its options; `anew` deals what is hidden in
        it.
        """
        seed = int.from_bytes(self.services.sources.entropy(8), "big")
        job = OpenPosition(game.name, position, anew, seed)
        checked = msgspec.json.decode(await self.jobs.run(job, person), type=CheckedPosition)
        return checked.position, checked.options

    async def continue_game(
        self, table: LiveTable, person: Person, request: ContinueGame
    ) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Lay a table that begins where a finished game stood after some of its moves."""
        record = table.records.record()
        if request.step > record.move_count:
            raise Refused(
                "unknown", f"expected a step from 0 to {record.move_count}, got {request.step}"
            )
        game, options = table.game, record.header.options
        rows = players_from(game, options, request.players, person)
        before = record.first(request.step)
        result = await self.jobs.run(ListMoves(before, table.data), person)
        stepped = msgspec.json.decode(result, type=MoveList)
        if stepped.over:
            raise Refused("not_now", "The game was over here: nothing is left to play.")
        row = await self._new_row(game, options, person, table.pack)
        row.opening = table.row.opening
        origin = f"{table.code}/{request.step}"
        return await self._create(
            row,
            rows,
            Entry(do="import", steps=stepped.steps, after=before.last_hash(), origin=origin),
        )

    async def check_room_for(self, person: Person) -> None:
        """Refuse another table to a person who has too many."""
        most = self.services.settings.open_tables
        if await self.services.ledger.unfinished_of(person.id) >= most:
            raise Refused("rate", f"You have {most} unfinished tables; finish one first.")

    async def _new_row(
        self, game: AnyGame, options: Options, person: Person, pack: LoadedPack | None = None
    ) -> GameRow:
        await self.check_room_for(person)
        return self.blank_row(game, options, person.id, pack)

    def blank_row(
        self, game: AnyGame, options: Options, host: int, pack: LoadedPack | None = None
    ) -> GameRow:
        """A table that has no code yet."""
        sources = self.services.sources
        now = sources.ms()
        return GameRow(
            code="",
            game=game.name,
            rules=game.rules_version,
            data=game.data_digest,
            options=options,
            seed=sources.entropy(draws.SEED_BYTES),
            seed_commitment="",
            host=host,
            created=now,
            time_limit=0,
            open=False,
            watch=True,
            changed=now,
            guest_key=sources.entropy(_GUEST_KEY_BYTES).hex(),
            pack="" if pack is None else pack.file.digest,
        )

    async def _create(
        self,
        row: GameRow,
        players: list[PlayerRow],
        first: Entry | None = None,
        after: GameRow | None = None,
        room: RoomRow | None = None,
        pack: LoadedPack | None = None,
    ) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Store a new table under a free code, with an invitation for every free seat; a room
        has one link instead.
        """
        secrets = {
            player_row.player: new_secret(self.services.sources)
            for player_row in players
            if not player_row.bot and player_row.person is None and room is None
        }
        for player in players:
            if player.player in secrets:
                player.invite, player.invite_until = (
                    hashed(secrets[player.player]),
                    row.created + INVITE_MS,
                )

        def under(code: str) -> tuple[GameRow, list[Logged]]:
            entries = [_first(code, row.created, first)] if first is not None else []
            seed_commitment = draws.commitment(code, row.game, row.rules, row.seed)
            return replace(
                row, code=code, seed_commitment=seed_commitment, head=len(entries)
            ), entries

        file = None if pack is None else pack.file
        code = await self._store_new(under, players, after, room, file)
        table = await self._loaded(code)
        logs.info("table_created", table=code, game=row.game)
        return table, tuple(invitation(code, n, secret) for n, secret in secrets.items())

    async def _store_new(
        self,
        under: Callable[[str], tuple[GameRow, list[Logged]]],
        players: list[PlayerRow],
        after: GameRow | None = None,
        room: RoomRow | None = None,
        pack: PackFile | None = None,
    ) -> str:
        while True:
            code = new_code(self.services.sources)
            row, entries = under(code)
            for player in players:
                player.code = code
            outcome = await self.services.ledger.new_game(row, players, entries, after, room, pack)
            if outcome == "late":
                raise StaleTable
            if outcome == "created":
                return code

    async def rematch(self, table: LiveTable, person: Person, swap: bool) -> LiveTable:
        """Return the next table with the same people; a second request gets the same one."""
        if not table.seating.held_by(person.id):
            raise Refused("not_yours", "Only those who played can ask for a rematch.")
        if table.row.status != "over":
            raise Refused("not_now", "The game is not over.")
        if not table.row.rematch_code:
            await table.exclusively(lambda: self._create_rematch(table, person, swap))
        return await self.table(table.row.rematch_code)

    async def _create_rematch(self, table: LiveTable, person: Person, swap: bool) -> None:
        if table.row.rematch_code:
            return
        old = table.row
        row = await self._new_row(table.game, old.options, person, table.pack)
        row = replace(
            row, time_limit=old.time_limit, open=old.open, watch=old.watch, listed=old.listed
        )
        row.hints, row.forced, row.watch_delay = old.hints, old.forced, old.watch_delay
        row.early, row.time_control = old.early, old.time_control
        before = list(table.seating)
        if old.opening:
            several = len({player.person for player in before if player.person is not None}) > 1
            row.opening, _ = (
                (old.opening, old.options)
                if table.pack is not None
                else await self._opened(table.game, old.opening, person, anew=several)
            )
        shift = 1 if swap else 0
        people = [before[(n + shift) % len(before)] for n in range(len(before))]
        players = [
            PlayerRow("", here.player, player_row.person, "", player_row.bot)
            for here, player_row in zip(before, people, strict=True)
        ]
        following, _ = await self._create(row, players, after=old, room=self._room_after(table))
        table.row = replace(table.row, rematch_code=following.code, revision=old.revision + 1)
        self.services.nodes.changed(table.row)
        table.presence.announce()

    def _room_after(self, table: LiveTable) -> RoomRow | None:
        """The room of a rematch: several people say first that they are ready."""
        people = {row.person for row in table.seating if row.person is not None}
        if table.room.row is None and len(people) < 2:
            return None
        return RoomRow(barred=table.room.row.barred if table.room.row is not None else ())

    async def upload(self, person: Person, text: str) -> LiveTable:
        """Keep an uploaded record, if it is in order, so that it can be reviewed."""
        most = self.services.settings.uploads_per_person
        if await self.services.ledger.brought_by(person.id) >= most:
            raise Refused("rate", f"You have brought {most} records; no more can be kept for you.")
        pack = await self._pack_for_record(person, text)
        data = BUILT_IN_DATA if pack is None else pack.pack.data_set
        result = await self.jobs.run(CheckRecord(text, data), person)
        brought = msgspec.json.decode(result, type=CheckedRecord)
        game = load(brought.game) if pack is None else pack.game
        row = await self._new_row(game, brought.options, person, pack)
        players = {
            info.player: PlayerRow("", info.player, None, name)
            for info, name in zip(game.seats(brought.options), brought.players, strict=True)
        }

        def under(code: str) -> tuple[GameRow, list[Logged]]:
            status = replace(
                row,
                code=code,
                status="over",
                head=1,
                seed=b"",
                ended=brought.ended,
                rules=brought.rules,
                opening=brought.opening,
            )
            return status, [_first(code, row.created, brought.entry)]

        return await self._loaded(await self._store_new(under, list(players.values())))

    async def _pack_for_record(self, person: Person, text: str) -> LoadedPack | None:
        """The pack that a record was played with, if it is one that a person may use."""
        header = msgspec.json.decode(await self.jobs.run(ReadHeader(text), person), type=HeaderInfo)
        if header.game not in names() or header.data == load(header.game).data_digest:
            return None
        return await self.services.packs.with_data(header.game, header.data, person.id)

    # --- the server ---------------------------------------------------------------------------

    async def rename(self, person: Person, name: str) -> None:
        """Rename a person at every table."""
        await self.services.ledger.rename(person.id, name)
        renamed = Person(person.id, name)
        self.rename_here(renamed)
        self.services.nodes.renamed(renamed)

    def rename_here(self, person: Person) -> None:
        """Rename a person at every table of this node."""
        for table in self.tables.values():
            here = person.id in table.viewers.online() or person.id == table.row.host
            if here or table.seating.held_by(person.id):
                table.presence.renamed(person)

    async def start(self) -> None:
        """After a start: set every clock again, and wake the tables that wait for a bot; of several
        nodes each does so for the tables that are nobody else's.
        """
        ledger = self.services.ledger
        if self.services.nodes.alone:
            for code in {
                *await ledger.due_codes(),
                *(code for code, _ in await ledger.deadlines()),
            }:
                await self._resume(code)
        else:
            await (
                self.services.bots.be_ready()
            )  # before any table is claimed whose bots would wait for it
        await self.services.nodes.open(self)
        self._chores = [
            asyncio.ensure_future(self._sweep()),
            asyncio.ensure_future(self._listen_to_loop()),
        ]

    async def take_over(self, claim: Claim, node: int) -> None:
        """Mind a table whose node is gone.

        Its clock shows at least a few seconds, as after any time away.
        """
        table = self.tables.get(claim.code)
        if table is not None:
            table.row = replace(table.row, owner_node=node)
        soon = self.services.sources.ms() + int(self.services.settings.reconnect_seconds * 1000)
        if (
            claim.bot_due
            or claim.deadline is None
            or not soon <= claim.deadline < soon + _LONGEST_CLOCK_MS
        ):
            await self._resume(claim.code)
        else:
            self.services.timers.set(claim.code, claim.deadline)

    async def _resume(self, code: str) -> None:
        """Set a table's clock again and let its bots think; one that is damaged keeps no other
        from that.
        """
        try:
            with isolated(code, "its clock cannot be set"):
                await (await self.table(code)).clock.resume()
        except Outdated as error:
            logs.warning("table_outdated", table=code, why=error.message)
        except Damaged as damaged:
            self.report(damaged)
        except DogfightError as error:
            if isinstance(error, StorageFailed) and not self.services.nodes.alone:
                raise  # it is tried again
            logs.error("table_damaged", table=code, why=error.message)

    async def stop(self) -> None:
        for chore in self._chores:
            chore.cancel()
        for table in self.tables.values():
            table.stop()
        self.services.timers.close()
        await self.services.bots.close()
        await self.jobs.close()

    async def _ring(self, code: str, deadline: int) -> None:
        try:
            table = await self.table(code)
        except Outdated as error:
            logs.warning(
                "table_outdated", table=code, why=error.message
            )  # its clock stands until its rules are back
        else:
            await table.clock.time_up(deadline)

    async def _sweep(self) -> None:
        """Clear tables nobody looks at from memory; they are loaded again when asked for."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            limit = asyncio.get_running_loop().time() - self.services.settings.idle_unload
            for code, table in list(self.tables.items()):
                if table.idle and table.touched < limit:
                    del self.tables[code]
                    self.services.nodes.forgotten(code)
            metrics.TABLES.set(len(self.tables))
            gc_tuning.tidy()

    async def _listen_to_loop(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.5)
            self.lag = max(0.0, time.monotonic() - before - 0.5)
            metrics.LOOP_LAG.set(self.lag)


def _first(code: str, at: int, entry: Entry) -> Logged:
    """The entry a log begins with."""
    body = encode(entry).decode()
    return Logged(1, None, at, body, chained(code.encode(), body))


def _switch(expected: bool | None) -> str:
    """Return a switch as it is stored; empty where the person keeps the default."""
    return "" if expected is None else "on" if expected else "off"
