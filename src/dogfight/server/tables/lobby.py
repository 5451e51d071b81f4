"""All tables: laying, finding, loading and clearing them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from dogfight.bots.registry import bot_names
from dogfight.core import fair
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.options import Options
from dogfight.core.record import Record
from dogfight.core.registry import AnyGame, load, names
from dogfight.server import gc_tuning, logs, metrics
from dogfight.server.auth import hashed, new_secret
from dogfight.server.codes import new_code, read_code
from dogfight.server.desk import Desk
from dogfight.server.messages import Invite, NewTable, PlayOn, TableLine, TableLog, encode
from dogfight.server.refusals import Refused
from dogfight.server.services import Services
from dogfight.server.storage.ledger import Entry, GameRow, Logged, Person, PlayerRow, chained
from dogfight.server.tables.live import LiveTable
from dogfight.server.tables.match import Match, Outdated, rebuilt
from dogfight.server.tables.seats import Seating

_INVITE_MS = 24 * 3600 * 1000
_MOST_LISTED = 100
_SWEEP_SECONDS = 30.0
_LONG_LOG = 8_000
"""Bytes of a log that is played through in no time that anybody could notice."""


class Hall:
    """The tables of one server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.desk = Desk(services.settings)
        self.tables: dict[str, LiveTable] = {}
        self.lag = 0.0
        """How late the event loop was the last time we looked."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._one_long_log = asyncio.Lock()
        self._chores: list[asyncio.Task[None]] = []
        services.timers.on_ring(self._ring)

    # --- finding -----------------------------------------------------------------------------

    async def table(self, text: str) -> LiveTable:
        """The table with this code, loaded if need be."""
        code = read_code(text)
        row = self.tables.get(code) if code else None
        if row is not None:
            return row
        if code is None or (code not in self._loading and self.services.ledger.game(code) is None):
            raise Refused("unknown", f"No table {text[:40]}. Codes look like LARK-7K2M, without the letters I and O.")
        return await self._loaded(code)

    async def _loaded(self, code: str) -> LiveTable:
        """Load a table once, however many ask for it."""
        if code not in self._loading:
            self._loading[code] = asyncio.ensure_future(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> LiveTable:
        ledger = self.services.ledger
        row = ledger.game(code)
        assert row is not None
        game = load(row.game)
        table = LiveTable(self.services, game, row, ledger.players(code), await self._rebuilt(game, row))
        self.tables[code] = table
        metrics.TABLES.set(len(self.tables))
        await table.begin()
        return table

    async def _rebuilt(self, game: AnyGame, row: GameRow) -> tuple[Match, bytes]:
        """A log played through; a long one beside the event loop, one at a time, so that no move waits for it."""
        entries = self.services.ledger.entries(row.code)
        if sum(len(one.body) for one in entries) < _LONG_LOG:
            return rebuilt(game, row, entries)
        async with self._one_long_log:
            return await asyncio.to_thread(rebuilt, game, row, entries)

    def lines(self, person: Person, rows: list[GameRow]) -> tuple[TableLine, ...]:
        """Tables for a list, without loading them."""
        found = []
        for row in rows:
            if row.game not in names():
                continue
            game = load(row.game)
            seating = Seating(game.seats(row.options), self.services.ledger.players(row.code))
            turn = any(seating.holds(person.id, seat) for seat in row.waiting)
            found.append(
                TableLine(
                    code=row.code,
                    game=row.game,
                    title=game.title,
                    status=row.status,
                    created=row.created,
                    changed=row.changed,
                    limit=row.time_limit,
                    players=seating.infos(person.id, set(), set()),
                    your_turn=turn,
                    turn=row.turn,
                    watchers=self.tables[row.code].watchers if row.code in self.tables else 0,
                    watch_delay=row.seen_late(self.services.settings.watch_delay),
                )
            )
        return tuple(found)

    def mine(self, person: Person) -> tuple[TableLine, ...]:
        return self.lines(person, self.services.ledger.games_of(person.id, _MOST_LISTED))

    def lobby(self, person: Person) -> tuple[TableLine, ...]:
        return self.lines(person, self.services.ledger.open_games(_MOST_LISTED))

    def live(self, person: Person) -> tuple[TableLine, ...]:
        """Games in play that their hosts made public."""
        return self.lines(person, self.services.ledger.live_games(_MOST_LISTED))

    def log(self, text: str, person: Person) -> bytes:
        """The stored log of a finished table in JSON lines, its row first; it needs no rules to be read."""
        ledger, code = self.services.ledger, read_code(text)
        row = ledger.game(code) if code else None
        if row is None:
            raise Refused("unknown", f"No table {text[:40]}.")
        if (
            not row.watch
            and row.host != person.id
            and person.id not in {one.person for one in ledger.players(row.code)}
        ):
            raise Refused("no_watchers", "This table is played without spectators.")
        if row.status != "over":
            raise Refused("not_now", "A log can be had when the game is over.")
        head = TableLog(row.code, row.game, row.rules, row.data, row.options, row.promise, row.seed.hex(), row.ended)
        lines = [encode(head), *(one.body.encode() for one in ledger.entries(row.code))]
        return b"\n".join(lines) + b"\n"

    # --- laying ------------------------------------------------------------------------------

    async def lay(self, person: Person, wanted: NewTable) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Lay a table as a person wants it."""
        game = load(wanted.game)
        options = game.options(wanted.options)
        rows = _players(game, options, wanted.players, person)
        row = self._new_row(game, options, person)
        listed = wanted.open if wanted.listed is None else wanted.listed
        hints = "" if wanted.hints is None else "on" if wanted.hints else "off"
        row = replace(row, time_limit=wanted.limit, open=wanted.open, watch=wanted.watch, listed=listed, hints=hints)
        row.watch_delay = wanted.watch_delay
        return await self._lay(row, rows)

    async def play_on(self, table: LiveTable, person: Person, wanted: PlayOn) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Lay a table that begins where a finished game stood after some of its moves."""
        record = table.record()
        if wanted.step > len(record.moves):
            raise Refused("bad_request", f"expected a step from 0 to {len(record.moves)}, got {wanted.step}")
        game, options = table.game, record.header.options
        rows = _players(game, options, wanted.players, person)
        before = Record(record.header, record.moves[: wanted.step])
        stepped = await self.desk.steps(person, before)
        if stepped.over:
            raise Refused("not_now", "The game was over here: nothing is left to play.")
        row = self._new_row(game, options, person)
        origin = f"{table.code}/{wanted.step}"
        return await self._lay(
            row, rows, Entry(do="import", steps=stepped.steps, after=before.last_hash(), origin=origin)
        )

    def _new_row(self, game: AnyGame, options: Options, person: Person) -> GameRow:
        settings, ledger, world = self.services.settings, self.services.ledger, self.services.world
        if ledger.unfinished_of(person.id) >= settings.open_tables:
            raise Refused("rate", f"You have {settings.open_tables} unfinished tables; finish one first.")
        now = world.ms()
        return GameRow(
            code="",
            game=game.name,
            rules=game.rules_version,
            data=game.data_digest,
            options=options,
            seed=world.entropy(fair.SEED_BYTES),
            promise="",
            host=person.id,
            created=now,
            time_limit=0,
            open=False,
            watch=True,
            changed=now,
        )

    async def _lay(
        self, row: GameRow, players: list[PlayerRow], first: Entry | None = None
    ) -> tuple[LiveTable, tuple[Invite, ...]]:
        """Store a new table under a free code, with an invitation for every free seat."""
        secrets = {one.player: new_secret(self.services.world) for one in players if not one.bot and one.person is None}
        for one in players:
            if one.player in secrets:
                one.invite, one.invite_until = hashed(secrets[one.player]), row.created + _INVITE_MS

        def under(code: str) -> tuple[GameRow, list[Logged]]:
            entries = [_first(code, row.created, first)] if first is not None else []
            promise = fair.commitment(code, row.game, row.rules, row.seed)
            return replace(row, code=code, promise=promise, head=len(entries)), entries

        code = await self._store_new(under, players)
        table = await self._loaded(code)
        logs.info("table_laid", table=code, game=row.game)
        return table, tuple(Invite(n, secret, f"/join/{code}#{secret}") for n, secret in secrets.items())

    async def _store_new(self, under: Callable[[str], tuple[GameRow, list[Logged]]], players: list[PlayerRow]) -> str:
        while True:
            code = new_code(self.services.world)
            row, entries = under(code)
            for one in players:
                one.code = code
            if await self.services.ledger.new_game(row, players, entries):
                return code

    async def rematch(self, table: LiveTable, person: Person, swap: bool) -> LiveTable:
        """The next table with the same people; whoever asks second gets the same one."""
        if not table.seating.held_by(person.id):
            raise Refused("not_yours", "Only those who played can ask for a rematch.")
        if table.row.status != "over":
            raise Refused("not_now", "The game is not over.")
        if not table.row.next:
            await table.in_turn(lambda: self._lay_rematch(table, person, swap))
        return await self.table(table.row.next)

    async def _lay_rematch(self, table: LiveTable, person: Person, swap: bool) -> None:
        if table.row.next:
            return
        old = table.row
        row = self._new_row(table.game, old.options, person)
        row = replace(
            row, time_limit=old.time_limit, open=old.open, watch=old.watch, listed=old.listed, hints=old.hints
        )
        row.watch_delay = old.watch_delay
        before = list(table.seating)
        shift = 1 if swap else 0
        people = [before[(n + shift) % len(before)] for n in range(len(before))]
        players = [
            PlayerRow("", here.player, one.person, "", one.bot) for here, one in zip(before, people, strict=True)
        ]
        following, _ = await self._lay(row, players)
        await self.services.ledger.set_next(old.code, following.code)
        table.row = replace(table.row, next=following.code)
        table.announce()

    async def upload(self, person: Person, text: str) -> LiveTable:
        """Keep a record somebody brought, if it is in order, so that it can be reviewed."""
        most = self.services.settings.uploads_per_person
        if self.services.ledger.brought_by(person.id) >= most:
            raise Refused("rate", f"You have brought {most} records; no more can be kept for you.")
        brought = await self.desk.check(person, text)
        row = self._new_row(load(brought.game), brought.options, person)
        players = {
            info.player: PlayerRow("", info.player, None, name)
            for info, name in zip(load(brought.game).seats(brought.options), brought.players, strict=True)
        }

        def under(code: str) -> tuple[GameRow, list[Logged]]:
            status = replace(row, code=code, status="over", head=1, seed=b"", ended=brought.ended)
            return status, [_first(code, row.created, brought.entry)]

        return await self._loaded(await self._store_new(under, list(players.values())))

    # --- seats -------------------------------------------------------------------------------

    async def invite(self, table: LiveTable, person: Person, player: int) -> Invite:
        """A fresh invitation from the host; the one before it is void."""
        if table.row.host != person.id:
            raise Refused("not_yours", "Only the host invites.")
        secret = new_secret(self.services.world)

        def change() -> PlayerRow:
            row = table.seating.row(player)
            if row.person is not None:
                raise Refused("seat_taken", "That seat is taken.")
            row.invite, row.invite_until = hashed(secret), self.services.world.ms() + _INVITE_MS
            return row

        await table.seat(change)
        return Invite(player, secret, f"/join/{table.code}#{secret}")

    async def claim(self, table: LiveTable, person: Person, secret: str) -> None:
        """Take the seat an invitation is for. Whoever brings the secret first has it."""

        def change() -> PlayerRow:
            key = hashed(secret)
            found = next((one for one in table.seating if one.invite == key), None)
            if found is None:
                raise Refused("unknown", "This invitation is not valid (any more). Ask for a new one.")
            row = table.seating.row(found.player)
            if row.person is not None and row.person != person.id:
                raise Refused("invite_used", "That seat is taken. You can watch, or ask for another.")
            if row.person is None and row.invite_until < self.services.world.ms():
                raise Refused("unknown", "This invitation has run out. Ask for a new one.")
            return _seated(row, person)

        await table.seat(change)

    async def sit(self, table: LiveTable, person: Person, player: int) -> None:
        """Take a free seat, or take my own seat back from a bot."""

        def change() -> PlayerRow:
            row = table.seating.row(player)
            host = table.row.host == person.id
            if row.person is None and not host and (row.bot or not table.row.open):
                raise Refused("not_yours", "Seats at this table go by invitation.")
            if row.person not in (None, person.id):
                raise Refused("seat_taken", "That seat is taken. You can watch, or ask for another.")
            return _seated(row, person)

        await table.seat(change)

    async def leave(self, table: LiveTable, person: Person, player: int) -> None:
        """Give a seat up."""

        def change() -> PlayerRow:
            row = table.seating.row(player)
            if row.person != person.id:
                raise Refused("not_yours", "That is not your seat.")
            return PlayerRow(row.code, row.player)

        await table.seat(change)

    async def bot(self, table: LiveTable, person: Person, player: int, bot: str) -> None:
        """Let a bot play a seat, or take it away again."""
        if bot and bot not in bot_names():
            raise BadOption(f"expected a bot out of {', '.join(bot_names())}; got {bot!r}")

        def change() -> PlayerRow:
            row = table.seating.row(player)
            if row.person != person.id:
                self._check_stand_in(table, row, person, bot)
            row.bot = bot
            return row

        await table.seat(change)

    def _check_stand_in(self, table: LiveTable, row: PlayerRow, person: Person, bot: str) -> None:
        """Refuse to let somebody put a bot in a seat that is not theirs, unless they host and nobody is there."""
        away = table.away(row.person) if row.person is not None else None
        here = row.person is not None and away is None
        if table.row.host != person.id or here or (row.person is not None and not bot):
            raise Refused("not_yours", "Only its holder, or the host while nobody is there, gives a seat to a bot.")
        least = self.services.settings.away_seconds
        if away is not None and away < least:
            raise Refused(
                "not_now",
                f"{row.name} may be back any moment: only after {least:g} s of absence can the host let a bot play for"
                f" them, and they were there {away:.0f} s ago.",
            )

    async def rename(self, person: Person, name: str) -> None:
        """Somebody goes by another name, at every table."""
        await self.services.ledger.rename(person.id, name)
        for table in self.tables.values():
            if person.id in table.audience.online() or table.seating.held_by(person.id):
                table.renamed(Person(person.id, name))

    # --- the house ---------------------------------------------------------------------------

    async def open_doors(self) -> None:
        """After a start: set every clock again, and wake the tables that wait for a bot."""
        ledger = self.services.ledger
        for code in {*ledger.due_codes(), *(code for code, _ in ledger.deadlines())}:
            try:
                await (await self._loaded(code)).resume()
            except Outdated as error:
                logs.warning("table_outdated", table=code, why=error.words)
            except DogfightError as error:
                logs.error("table_damaged", table=code, why=error.words)
        self._chores = [asyncio.ensure_future(self._sweep()), asyncio.ensure_future(self._listen_to_loop())]

    async def close_doors(self) -> None:
        for chore in self._chores:
            chore.cancel()
        for table in self.tables.values():
            table.stop()
        self.services.timers.close()
        await self.services.bots.close()
        await self.desk.close()

    async def _ring(self, code: str, deadline: int) -> None:
        await (await self.table(code)).time_up(deadline)

    async def _sweep(self) -> None:
        """Clear tables nobody looks at from memory; they are loaded again when asked for."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            limit = asyncio.get_running_loop().time() - self.services.settings.idle_unload
            for code, table in list(self.tables.items()):
                if table.idle and table.touched < limit:
                    del self.tables[code]
            metrics.TABLES.set(len(self.tables))
            gc_tuning.tidy()

    async def _listen_to_loop(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.5)
            self.lag = max(0.0, time.monotonic() - before - 0.5)
            metrics.LOOP_LAG.set(self.lag)


def _seated(row: PlayerRow, person: Person) -> PlayerRow:
    """A player's row when a person sits down there: what somebody else has added to the seed goes with them."""
    nonce = row.nonce if row.person == person.id else None
    return replace(row, person=person.id, name=person.name, bot="", nonce=nonce)


def _player(n: int, word: str, person: Person) -> PlayerRow:
    """A player's row from the word it was asked for with."""
    if word == "me":
        return PlayerRow("", n, person.id, person.name)
    if word == "open":
        return PlayerRow("", n)
    bot = word.removeprefix("bot:")
    if bot == word or bot not in bot_names():
        raise BadOption(f"expected me, open or bot:NAME with a bot out of {', '.join(bot_names())}; got {word!r}")
    return PlayerRow("", n, None, "", bot)


def _players(game: AnyGame, options: Options, words: tuple[str, ...], person: Person) -> list[PlayerRow]:
    """A row for every player of a game from the words they were asked for with."""
    count = len({one.player for one in game.seats(options)})
    words = words or ("me", *["open"] * (count - 1))
    if len(words) != count:
        raise BadOption(f"expected {count} players, got {len(words)}")
    return [_player(n, word, person) for n, word in enumerate(words)]


def _first(code: str, at: int, entry: Entry) -> Logged:
    """The entry a log begins with."""
    body = encode(entry).decode()
    return Logged(1, None, at, body, chained(code.encode(), body))
