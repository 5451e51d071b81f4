"""What is stored, as typed rows, and every statement that reads or writes it."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple

import msgspec

from dogfight.core.errors import BadRecord
from dogfight.core.options import Options
from dogfight.lessons.progress import Kept
from dogfight.match.draws import DrawTags
from dogfight.server import logs
from dogfight.server.storage.damage import Damaged, isolated
from dogfight.server.storage.pack_rows import PackFile, put_pack_file
from dogfight.server.storage.store import Reader, Row, Steps, Value

Status = Literal["open", "live", "over"]
CreateOutcome = Literal["created", "taken", "late"]
"""What came of laying a table: the code may be taken, and the table it follows may have changed."""


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    name: str


@dataclass(slots=True)
class GameRow:
    """A table: what was laid out, and where it stands."""

    code: str
    game: str
    rules: str
    data: str
    options: Options
    seed: bytes
    seed_commitment: str
    host: int | None
    created: int
    time_limit: int
    open: bool
    watch: bool
    status: Status = "open"
    changed: int = 0
    head: int = 0
    waiting: tuple[int, ...] = ()
    deadline: int | None = None
    bot_due: bool = False
    ended: str = ""
    rematch_code: str = ""
    hints: str = ""
    listed: bool = False
    turn: int = 0
    watch_delay: int | None = None
    """How many seconds late watchers see it; None: as the settings say."""
    revision: int = 0
    """Goes up with every change that is not an entry. A writer names the head and this, as it knows
    them, and changes nothing if they are others by now.
    """
    chat_count: int = 0
    """The number of the last line of chat."""
    animation_ms: int = 0
    """The milliseconds in which people see what happened while a clock of the game stands."""
    offer: str = ""
    """The take-back that a player asks for, as JSON."""
    owner_node: int = 0
    """The node that runs its clock and its bots; 0: any node."""
    forced: str = ""
    """Whether moves that are the only ones play themselves: on, off, or empty for what the
    settings say.
    """

    early: bool = True
    """Whether a timed phase ends early when everybody is ready."""
    locks: int | None = None
    """When the count ends that everybody's consent has started."""
    time_control: str = ""
    """How time is measured beyond the limit of a decision, as JSON; empty: it is not."""
    clock_state: str = ""
    """The time that players have left, and a pause, as JSON; empty where nothing is measured."""
    silenced: tuple[int, ...] = ()
    """The people whom the host lets say nothing here."""
    guest_key: str = ""
    """What the names are made with that people have at this table only, in hexadecimal digits."""
    pack: str = ""
    """The digest of the pack it is played with; empty: the built-in data."""
    opening: str = ""
    """The position it begins with, in notation; empty: as the rules say."""

    @property
    def ends(self) -> int | None:
        """When the present question is closed: at the end of the count, or when the time is
        over.
        """
        return self.deadline if self.locks is None else self.locks

    def __copy__(self) -> GameRow:
        """A row like this one; every action makes one, and the usual way takes four times as
        long.
        """
        return GameRow(*_all_of(self))

    def seen_late(self, usual: float) -> float:
        """How many seconds late watchers see it, where this is usual."""
        return usual if self.watch_delay is None else float(self.watch_delay)

    def plays_forced(self, usual: bool) -> bool:
        """Whether moves that are the only ones play themselves, where this is usual."""
        return self.forced == "on" if self.forced else usual


_all_of: Callable[[GameRow], tuple[Any, ...]] = attrgetter(*GameRow.__match_args__)


@dataclass(slots=True)
class PlayerRow:
    """Who holds a player's chairs: a person, a bot for nobody, a bot for a person, or nobody."""

    code: str
    player: int
    person: int | None = None
    name: str = ""
    bot: str = ""
    invite: bytes | None = None
    invite_until: int = 0
    nonce: str | None = None
    """What they add to the seed, once they have seen its promise; empty: nothing, None: they
    have not said yet.
    """


@dataclass(frozen=True, slots=True)
class RoomRow:
    """What a table keeps that begins as a room: its players say when they are ready."""

    key: str = ""
    """What a link has to carry beside the code; empty: the code is enough."""
    barred: tuple[int, ...] = ()
    """The people whom the host does not let in again."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One accepted command with all that followed from it: every step as (seat, action), draws
    included.
    """

    do: Literal[
        "start",
        "play",
        "take_back",
        "clock",
        "resign",
        "import",
        "order",
        "retake",
        "plan",
        "seat",
        "set_up",
        "draw",
    ]
    seat: int = -1
    steps: tuple[tuple[int, int], ...] = ()
    after: str = ""
    """The hash of the position it leads to: another version of the rules may play on if it gets
    there too.
    """
    nonces: tuple[str, ...] = ()
    """At the start: what the players added to the seed."""
    tags: DrawTags | None = None
    """Of an import."""
    ordered: tuple[int, ...] = ()
    """Which of the steps a standing order has played, counted from 0."""
    timed: tuple[int, ...] = ()
    """Which of the steps were played for a seat because its time ran out, counted from 0."""
    forced: tuple[int, ...] = ()
    """Which of the steps played themselves, being the only ones, counted from 0."""
    struck: bool = False
    """Whether a change of mind took what it undid out of the game.

    Earlier releases kept both as moves.
    """
    n: int = 0
    """Of a plan: its number; 0 where it only says that a player is ready."""
    kept: int = 0
    """How many moves of the game stay when the others let a seat take back."""
    origin: str = ""
    """Code and move of the finished game that an import plays on from, such as `LARK-7K2M/40`."""
    asked: str = ""
    """What the command asked for, as JSON: its phase, and the action or word.

    Earlier releases did not keep it.
    """
    notes: tuple[str, ...] = ()
    """What the table itself tells everybody: who changed seats, who added nothing to the draws."""
    people: tuple[int, ...] = ()
    """Of a change of seats: those who held this player's chairs before and after it."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry as it stands in the log."""

    seq: int
    command_id: str | None
    at: int
    body: str
    hash: bytes


class Draft(msgspec.Struct, frozen=True):
    """A plan that is not sealed yet, as it is stored; only its seat ever sees it."""

    n: int
    question: int = msgspec.field(name="phase")
    actions: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChatRow:
    n: int
    at: int
    person: int
    name: str
    channel: str
    text: str


_GAME = (
    "code, game, rules, data, options, seed, seed_commitment, host, created, time_limit, open, "
    "watch, status, changed, head, waiting, deadline, bot_due, ended, rematch_code, hints, listed, "
    "turn, watch_delay, revision, chat_count, animation_ms, offer, owner_node, forced, early, "
    "locks, time_control, clock_state, silenced, guest_key, pack, opening"
)

_PLAYERS = (
    "SELECT player.code, player.player, player.person, coalesce(person.name, player.name),"
    " player.bot, player.invite, player.invite_until, nonce.nonce FROM player LEFT JOIN person ON"
    " person.id = player.person LEFT JOIN nonce ON nonce.code = player.code AND nonce.player ="
    " player.player WHERE player.code = ? ORDER BY player.player"
)
_ENTRIES = (
    "SELECT seq, command_id, at, body, hash FROM entry WHERE code = ? AND seq > ? ORDER BY seq"
)
_MOVING = (
    *("status", "changed", "head", "waiting", "deadline", "bot_due", "ended", "turn"),
    *("revision", "chat_count", "animation_ms", "offer", "owner_node", "locks", "clock_state"),
)
"""What changes about a game while its revision stays."""
_UPDATE = (
    f"SELECT game.code, {', '.join(f'game.{name}' for name in _MOVING)},"
    " entry.seq, entry.command_id, entry.at, entry.body, entry.hash"
    " FROM game LEFT JOIN entry ON entry.code = game.code AND entry.seq > ? WHERE game.code = ?"
)
"""Where a game stands, once for every entry beyond those that are known, or once with none."""
_UPDATES_AT_ONCE = 8
"""So many games are asked for in one statement; the plan for each is that for one alone."""
CALL_MARK, CALL_DIVIDER = "\x01", "\x1f"
"""Begin a stored line that is a call, and divide its parts, of which the first is empty unless a
bot called; what people type is cleaned of control characters.
"""
_LINES = (
    "SELECT n, at, chat.person, person.name, channel, text FROM chat JOIN person ON person.id ="
    " chat.person"
)
_SET_REMATCH = (
    "UPDATE game SET rematch_code = ?, revision = revision + 1 WHERE code = ? AND head = ? AND"
    " revision = ? RETURNING revision"
)
_STAND = (
    "UPDATE game SET status = ?, changed = ?, head = ?, waiting = ?, deadline = ?, bot_due = ?,"
    " ended = ?, turn = ?, revision = ?, animation_ms = ?, offer = ?, owner_node = ?, locks = ?,"
    " clock_state = ?"
    " WHERE code = ? AND head = ? AND revision = ? AND NOT EXISTS (SELECT 1 FROM entry WHERE code ="
    " ? AND command_id = ?) RETURNING code"
)
_OF_PEOPLE = (
    *("session", "lesson", "phrase", "passkey", "ticket", "arrival", "agreement", "feed"),
    *("push_subscription", "email", "notice", "delivery"),
    "puzzle_try",
)
"""Tables whose rows are a person's."""
_OF_TABLES = (
    *("player", "entry", "draft", "standing_order", "chat", "nonce", "room"),
    *("agreement", "rated_game", "rating_change", "notice"),
)
"""Tables whose rows are of a table that people sit at."""
_AT_ONCE = 500
"""So many tables are asked for in one statement."""


_STATUSES = ("open", "live", "over")


def _game_row(row: tuple[Any, ...]) -> GameRow:
    """A table from its row; `Damaged` if it cannot be read."""
    with isolated(str(row[0]), "its row cannot be read"):
        game = GameRow(*row)
        game.options = msgspec.json.decode(row[4], type=dict[str, str | int | bool])
        game.open, game.watch, game.bot_due = bool(row[10]), bool(row[11]), bool(row[17])
        game.waiting = msgspec.json.decode(row[15], type=tuple[int, ...])
        game.listed, game.early = bool(row[21]), bool(row[30])
        game.silenced = msgspec.json.decode(row[34], type=tuple[int, ...])
        bytes.fromhex(game.guest_key)
        if game.status not in _STATUSES:
            raise BadRecord(f"expected a status out of {', '.join(_STATUSES)}, got {game.status!r}")
        return game


@cache
def _update_sql(count: int) -> str:
    """The news of so many games in one statement."""
    return f"{' UNION ALL '.join([_UPDATE] * count)} ORDER BY 1, {len(_MOVING) + 2}"


def _table_update(known: GameRow, rows: Sequence[Row]) -> TableUpdate:
    """What stands in the rows of `_NEWS` about a game, as far as its revision is the known one."""
    width = len(_MOVING) + 1
    row = copy(known)
    with isolated(known.code, "its row cannot be read"):
        for name, value in zip(_MOVING, rows[0][1:width], strict=True):
            setattr(row, name, value)
        row.waiting, row.bot_due = (
            msgspec.json.decode(rows[0][4], type=tuple[int, ...]),
            bool(row.bot_due),
        )
        return TableUpdate(
            row, [Logged(*pair[width:]) for pair in rows if pair[width] is not None], None
        )


def chained(before: bytes, body: str) -> bytes:
    """The hash of an entry: it covers everything up to it."""
    return hashlib.sha256(before + body.encode()).digest()


class Head(NamedTuple):
    """How far a table has come."""

    head: int
    revision: int
    chat_count: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything that is stored about a table, as it was at one moment."""

    row: GameRow
    players: list[PlayerRow]
    entries: list[Logged]
    orders: dict[int, str]
    """Standing orders by seat."""
    drafts: dict[int, Draft]
    host: str
    """The name of the person who created the table; empty where no person did."""
    room: RoomRow | None = None
    """None where the table begins as soon as all seats are taken."""


class GameList(NamedTuple):
    """The tables of a list, and the codes of those that belong there and cannot be read."""

    rows: list[GameRow]
    damaged: list[Damaged]


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What has changed about a table since the caller last read it."""

    row: GameRow
    entries: list[Logged]
    stored: StoredTable | None
    """All that stands beside the log; None where none of it has changed."""


class Ledger:
    """Everything the server keeps, whichever database keeps it.

    An awaited write returns when it is durable.
    """

    def __init__(self, store: Reader) -> None:
        self.store = store
        self._wanted: deque[tuple[GameRow, asyncio.Future[TableUpdate]]] = deque()
        """The games whose changes a caller wants, as they are known."""
        self._asking: asyncio.Task[None] | None = None

    # --- people ------------------------------------------------------------------------------

    async def new_person(self, name: str, token_hash: bytes, at: int, label: str = "") -> Person:
        """A guest with a session."""

        def job() -> Steps[int]:
            rows = yield "INSERT INTO person (name, created) VALUES (?, ?) RETURNING id", (name, at)
            person = int(rows[0][0])
            yield (
                "INSERT INTO session (hash, person, created, label, seen) VALUES (?, ?, ?, ?, ?)",
                (token_hash, person, at, label, at),
            )
            return person

        return Person(await self.store.write(job), name)

    async def rename(self, person: int, name: str) -> None:
        await self._run("UPDATE person SET name = ? WHERE id = ?", name, person)

    async def end_session(self, token_hash: bytes) -> None:
        """End a session, and the push messages to its browser."""

        def job() -> Steps[None]:
            yield "DELETE FROM push_subscription WHERE session = ?", (token_hash,)
            yield "DELETE FROM session WHERE hash = ?", (token_hash,)

        await self.store.write(job)

    async def names_of(self, people: Sequence[int]) -> dict[int, str]:
        """The names of people by their ids."""
        sql = f"SELECT id, name FROM person WHERE id IN ({', '.join('?' * len(people))})"
        rows = await self.store.read(sql, tuple(people)) if people else []
        return {int(id): str(name) for id, name in rows}

    async def person_of(self, token_hash: bytes) -> Person | None:
        """Whose session this is."""
        sql = (
            "SELECT person.id, person.name FROM session JOIN person ON person.id = session.person"
            " WHERE hash = ?"
        )
        rows = await self.store.read(sql, (token_hash,))
        return Person(*rows[0]) if rows else None

    async def sessions(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Which of these sessions have not ended."""
        datas: set[bytes] = set()
        for at in range(0, len(hashes), _AT_ONCE):
            items = tuple(hashes[at : at + _AT_ONCE])
            sql = f"SELECT hash FROM session WHERE hash IN ({', '.join('?' * len(items))})"
            datas |= {bytes(row[0]) for row in await self.store.read(sql, items)}
        return datas

    # --- lessons -----------------------------------------------------------------------------

    async def lessons_of(self, person: int) -> dict[tuple[str, int], Kept]:
        """How far a person has come in each lesson they have begun, by game and number."""
        rows = await self.store.read(
            "SELECT game, number, body FROM lesson WHERE person = ?", (person,)
        )
        known: dict[tuple[str, int], Kept] = {}
        for game, number, body in rows:
            lesson = read_lesson(body)
            if lesson is None:
                logs.warning("lesson_damaged", person=person, game=str(game), lesson=int(number))
            else:
                known[str(game), int(number)] = lesson
        return known

    async def put_lesson(
        self, person: int, game: str, number: int, kept: Kept, before: Kept | None
    ) -> bool:
        """Keep how far a person has come, where it was `before` until now; False if it was
        something else.

        What cannot be read counts as a lesson that was never begun, and is replaced.
        """
        key, body = (person, game, number), msgspec.json.encode(kept).decode()
        where = "WHERE person = ? AND game = ? AND number = ?"

        def job() -> Steps[bool]:
            stored = yield f"SELECT body FROM lesson {where}", key
            if (read_lesson(stored[0][0]) if stored else None) != before:
                return False
            if stored:
                update = f"UPDATE lesson SET body = ? {where} AND body = ? RETURNING number"
                return bool((yield update, (body, *key, stored[0][0])))
            insert = "INSERT INTO lesson (person, game, number, body) VALUES (?, ?, ?, ?)"
            return bool((yield f"{insert} ON CONFLICT DO NOTHING RETURNING number", (*key, body)))

        return await self.store.write(job)

    # --- games -------------------------------------------------------------------------------

    async def new_game(
        self,
        row: GameRow,
        players: list[PlayerRow],
        entries: list[Logged],
        after: GameRow | None = None,
        room: RoomRow | None = None,
        pack: PackFile | None = None,
    ) -> CreateOutcome:
        """Lay a table, as the one that follows another where that is given, with its pack; all of
        it or nothing.
        """

        def job() -> Steps[CreateOutcome]:
            if pack is not None:
                yield from put_pack_file(pack)
            return (yield from lay_table(row, players, entries, after, room))

        return await self.store.write(job, after.code if after is not None else row.code)

    async def game(self, code: str) -> GameRow | None:
        rows = await self.store.read(f"SELECT {_GAME} FROM game WHERE code = ?", (code,))
        return _game_row(rows[0]) if rows else None

    async def table(self, code: str) -> StoredTable | None:
        """Everything about a table, read at one moment."""

        def job() -> Steps[StoredTable | None]:
            games = yield f"SELECT {_GAME} FROM game WHERE code = ?", (code,)
            if not games:
                return None
            entries = yield _ENTRIES, (code, 0)
            return (yield from _stored(_game_row(games[0]), [Logged(*entry) for entry in entries]))

        return await self.store.read_transaction(job)

    async def update_since(self, known: GameRow) -> TableUpdate:
        """What has changed about a table since it was as it is known.

        Nodes ask this after every move of another, so there is one question at a time, for all
        tables that are wanted by then; what stands beside the log needs more.
        """

        def job() -> Steps[TableUpdate]:
            games = yield f"SELECT {_GAME} FROM game WHERE code = ?", (known.code,)
            if not games:
                raise Damaged(known.code, "its row is missing")
            entries = yield _ENTRIES, (known.code, known.head)
            logged = [Logged(*entry) for entry in entries]
            stored = yield from _stored(_game_row(games[0]), [])
            return TableUpdate(stored.row, logged, stored)

        future: asyncio.Future[TableUpdate] = asyncio.get_running_loop().create_future()
        self._wanted.append((known, future))
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._read_updates())
        update = await future
        return (
            update
            if update.row.revision == known.revision
            else await self.store.read_transaction(job)
        )

    async def _read_updates(self) -> None:
        """Ask for what is wanted, again and again until nothing is."""
        try:
            while self._wanted:
                pairs: dict[str, tuple[GameRow, asyncio.Future[TableUpdate]]] = {}
                while (
                    self._wanted
                    and len(pairs) < _UPDATES_AT_ONCE
                    and self._wanted[0][0].code not in pairs
                ):
                    known, future = self._wanted.popleft()
                    pairs[known.code] = known, future
                await self._deliver_updates(pairs)
        finally:
            self._asking = None

    async def _deliver_updates(
        self, pairs: dict[str, tuple[GameRow, asyncio.Future[TableUpdate]]]
    ) -> None:
        values = [value for known, _ in pairs.values() for value in (known.head, known.code)]
        try:
            result: defaultdict[str, list[Row]] = defaultdict(list)
            for row in await self.store.read(_update_sql(len(pairs)), values):
                result[row[0]].append(row)
        except Exception as error:
            for _, expected in pairs.values():
                if not expected.done():
                    expected.set_exception(error)
            return
        for code, (known, future) in pairs.items():
            if future.done():
                continue
            try:
                future.set_result(_table_update(known, result[code]))
            except Damaged as damaged:
                future.set_exception(damaged)

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """How far some tables have come."""
        numbers: dict[str, Head] = {}
        for at in range(0, len(codes), _AT_ONCE):
            texts = tuple(codes[at : at + _AT_ONCE])
            sql = (
                "SELECT code, head, revision, chat_count FROM game WHERE code IN"
                f" ({', '.join('?' * len(texts))})"
            )
            numbers |= {str(row[0]): Head(*row[1:]) for row in await self.store.read(sql, texts)}
        return numbers

    async def head(self, code: str) -> Head:
        """How far a table has come that was there before."""
        head = (await self.heads([code])).get(code)
        if head is None:
            raise Damaged(code, "its row is missing")
        return head

    async def codes(self) -> list[str]:
        """Every table."""
        return [str(row[0]) for row in await self.store.read("SELECT code FROM game ORDER BY code")]

    async def strays(self) -> list[tuple[str, str]]:
        """Rows that belong to no table or person, or cannot be read: the code of a table, or
        nothing, and the fault.
        """
        faults: list[tuple[str, str]] = []
        for table in _OF_TABLES:
            sql = (
                f"SELECT code, count(*) FROM {table} WHERE code NOT IN (SELECT code FROM game)"
                " GROUP BY code"
            )
            for code, count in await self.store.read(sql):
                faults.append(
                    (
                        str(code),
                        f"table {code}: its row is missing ({count} rows of {table} are there)",
                    )
                )
        for table, column, code in (
            ("game", "host", "code"),
            ("player", "person", "code"),
            ("chat", "person", "code"),
            *((table, "person", "''") for table in _OF_PEOPLE),
            ("pack", "owner", "''"),
        ):
            sql = (
                f"SELECT {code}, {column} FROM {table} WHERE {column} NOT IN (SELECT id FROM"
                " person)"
            )
            for owner, person in await self.store.read(sql):
                whose = f"table {owner}" if owner else f"a {table}"
                faults.append(
                    (str(owner), f"{whose}: person {person}, whom {table} names, is missing")
                )
        for code, pack in await self.store.read(
            "SELECT code, pack FROM game WHERE pack <> '' AND pack NOT IN (SELECT digest FROM"
            " pack_file)"
        ):
            faults.append((str(code), f"table {code}: its pack {pack} is missing"))
        last = "SELECT code, max(n) AS n FROM chat GROUP BY code"
        sql = (
            f"SELECT game.code, chat_count, n FROM game JOIN ({last}) AS last ON last.code ="
            " game.code WHERE chat_count <> n"
        )
        for code, chat_count, n in await self.store.read(sql):
            faults.append(
                (str(code), f"table {code}: expected {chat_count} lines of chat, found {n}")
            )
        for person, game, number, body in await self.store.read(
            "SELECT person, game, number, body FROM lesson"
        ):
            if read_lesson(body) is None:
                faults.append(
                    ("", f"lesson {number} of {game} of person {person}: it cannot be read")
                )
        return faults

    async def games_of(self, person: int, most: int) -> GameList:
        """The games a person sits at, those that changed last first."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE code IN (SELECT code FROM player WHERE person = ?)"
            " ORDER BY changed DESC, code LIMIT ?"
        )
        return await self._games(sql, person, most)

    async def open_games(self, most: int) -> GameList:
        """Tables that anyone may join."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE status = 'open' AND open = 1 ORDER BY created DESC,"
            " code LIMIT ?"
        )
        return await self._games(sql, most)

    async def live_games(self, most: int) -> GameList:
        """Games in play that anyone may watch and that their host made public, those that
        changed last first.
        """
        sql = (
            f"SELECT {_GAME} FROM game WHERE status = 'live' AND listed = 1 AND watch = 1"
            " ORDER BY changed DESC, code LIMIT ?"
        )
        return await self._games(sql, most)

    async def _games(self, sql: str, *values: Value) -> GameList:
        games = GameList([], [])
        for row in await self.store.read(sql, values):
            try:
                games.rows.append(_game_row(row))
            except Damaged as damaged:
                games.damaged.append(damaged)
        return games

    async def unfinished_of(self, host: int) -> int:
        """How many tables this person has laid that are not over."""
        return await self._count(
            "SELECT count(*) FROM game WHERE host = ? AND status <> 'over'", host
        )

    async def brought_by(self, host: int) -> int:
        """How many records this person has uploaded."""
        return await self._count(
            "SELECT count(*) FROM game WHERE host = ? AND seed_commitment = ''", host
        )

    async def _count(self, sql: str, *values: Value) -> int:
        return int((await self.store.read(sql, values))[0][0])

    async def due_codes(self) -> list[str]:
        """Tables where the next step is the server's own."""
        return [
            str(row[0]) for row in await self.store.read("SELECT code FROM game WHERE bot_due = 1")
        ]

    async def deadlines(self) -> list[tuple[str, int]]:
        """Every running clock."""
        rows = await self.store.read("SELECT code, deadline FROM game WHERE deadline > 0")
        return [(str(code), int(deadline)) for code, deadline in rows]

    # --- beside the log: each of these is False where the table is not as it is known any more
    # --------------------

    async def set_deadline(
        self, known: GameRow, deadline: int | None, locks: int | None = None
    ) -> bool:
        """Set the clock of a table, and the end of the count that everybody's consent has
        started.
        """
        sql = "UPDATE game SET deadline = ?, locks = ?, animation_ms = 0 WHERE code = ?"
        return await self._update_row(known, lambda: _one(sql, (deadline, locks, known.code)))

    async def set_clock(self, known: GameRow, deadline: int | None, state: str) -> bool:
        """Pause the clock of a table, or set it again; what was asked for is settled by that."""
        sql = (
            "UPDATE game SET deadline = ?, locks = NULL, animation_ms = 0, clock_state = ?,"
            " offer = '' WHERE code = ?"
        )
        values = (deadline, state, known.code)
        return await self._update_row(known, lambda: _one(sql, values))

    async def put_offer(self, known: GameRow, offer: str) -> bool:
        """Store the take-back that a player asks for."""
        return await self._update_row(
            known, lambda: _one("UPDATE game SET offer = ? WHERE code = ?", (offer, known.code))
        )

    async def put_silenced(self, known: GameRow, people: tuple[int, ...]) -> bool:
        """Store whom the host lets say nothing."""
        sql = "UPDATE game SET silenced = ? WHERE code = ?"
        values = (msgspec.json.encode(people).decode(), known.code)
        return await self._update_row(known, lambda: _one(sql, values))

    async def put_player(self, known: GameRow, row: PlayerRow) -> bool:
        return await self._update_row(known, lambda: _put_player(row))

    async def put_room(
        self, known: GameRow, row: GameRow, room: RoomRow, players: Sequence[PlayerRow]
    ) -> bool:
        """Store a room as its host has changed it: host, options, players, key, the barred."""
        sql = (
            "UPDATE game SET options = ?, host = ?, time_limit = ?, open = ?, watch = ?,"
            " listed = ?, time_control = ? WHERE code = ?"
        )
        values = (
            *(msgspec.json.encode(row.options).decode(), row.host, row.time_limit),
            *(int(row.open), int(row.watch), int(row.listed), row.time_control, known.code),
        )

        def change() -> Steps[None]:
            yield sql, values
            yield "DELETE FROM nonce WHERE code = ?", (known.code,)
            yield "DELETE FROM player WHERE code = ?", (known.code,)
            for player in players:
                yield from _put_player(player)
            yield from _put_room(known.code, room)

        return await self._update_row(known, change)

    async def put_order(self, known: GameRow, seat: int, setting: str) -> bool:
        """Keep a seat's standing order; `never` is as good as none."""
        if setting == "never":
            sql, values = (
                "DELETE FROM standing_order WHERE code = ? AND seat = ?",
                (known.code, seat),
            )
            return await self._update_row(known, lambda: _one(sql, values))
        put = (
            "INSERT INTO standing_order (code, seat, setting) VALUES (?, ?, ?)"
            " ON CONFLICT (code, seat) DO UPDATE SET setting = excluded.setting"
        )
        return await self._update_row(known, lambda: _one(put, (known.code, seat, setting)))

    async def put_draft(self, known: GameRow, seat: int, draft: Draft) -> bool:
        sql = (
            "INSERT INTO draft (code, seat, body) VALUES (?, ?, ?)"
            " ON CONFLICT (code, seat) DO UPDATE SET body = excluded.body"
        )
        values = (known.code, seat, msgspec.json.encode(draft).decode())
        return await self._update_row(known, lambda: _one(sql, values))

    async def drop_draft(self, known: GameRow, seat: int) -> bool:
        sql = "DELETE FROM draft WHERE code = ? AND seat = ?"
        return await self._update_row(known, lambda: _one(sql, (known.code, seat)))

    async def _update_row(self, known: GameRow, change: Callable[[], Steps[None]]) -> bool:
        def job() -> Steps[bool]:
            sql = (
                "UPDATE game SET revision = revision + 1 WHERE code = ? AND head = ? AND revision"
                " = ? RETURNING code"
            )
            if not (yield sql, (known.code, known.head, known.revision)):
                return False
            yield from change()
            return True

        return await self.store.write(job, known.code)

    # --- players -----------------------------------------------------------------------------

    async def players(self, code: str) -> list[PlayerRow]:
        return [PlayerRow(*row) for row in await self.store.read(_PLAYERS, (code,))]

    async def players_of(self, codes: Sequence[str]) -> dict[str, list[PlayerRow]]:
        """The players of several tables."""

        def job() -> Steps[dict[str, list[PlayerRow]]]:
            player_rows: dict[str, list[PlayerRow]] = {}
            for code in codes:
                rows = yield _PLAYERS, (code,)
                player_rows[code] = [PlayerRow(*row) for row in rows]
            return player_rows

        return await self.store.read_transaction(job)

    # --- the log -----------------------------------------------------------------------------

    async def entries(self, code: str) -> list[Logged]:
        return [Logged(*row) for row in await self.store.read(_ENTRIES, (code, 0))]

    async def body_of(self, code: str, command_id: str) -> str:
        """The entry that a command has led to."""
        return str(
            (
                await self.store.read(
                    "SELECT body FROM entry WHERE code = ? AND command_id = ?", (code, command_id)
                )
            )[0][0]
        )

    async def append(
        self,
        row: GameRow,
        entry: Logged,
        clear_drafts: tuple[int, ...],
        player: PlayerRow | None = None,
    ) -> bool:
        """Write the next entry, where the game stands after it and who sits; False if another
        writer was first.

        Compare and swap: the row of the game decides, and a command that is in the log is not
        written again.
        """
        code = row.code
        waiting = msgspec.json.encode(row.waiting).decode()
        values = (
            *(
                row.status,
                row.changed,
                row.head,
                waiting,
                row.deadline,
                int(row.bot_due),
                row.ended,
                row.turn,
            ),
            *(row.revision, row.animation_ms, row.offer, row.owner_node, row.locks),
            row.clock_state,
            *(code, row.head - 1, row.revision - (player is not None), code, entry.command_id),
        )

        def job() -> Steps[bool]:
            if not (yield _STAND, values):
                return False
            yield from _append(code, entry)
            for seat in clear_drafts:
                yield "DELETE FROM draft WHERE code = ? AND seat = ?", (code, seat)
            if player is not None:
                yield from _put_player(player)
            return True

        return await self.store.write(job, code)

    # --- chat --------------------------------------------------------------------------------

    async def chat(self, code: str, channel: str, most: int = 200) -> list[ChatRow]:
        """The last lines of a channel, oldest first."""
        sql = f"{_LINES} WHERE code = ? AND channel = ? ORDER BY n DESC LIMIT ?"
        return [
            ChatRow(*row) for row in reversed(await self.store.read(sql, (code, channel, most)))
        ]

    async def calls_made(self, code: str) -> list[tuple[int, int]]:
        """How many calls each person has made at a table; those of bots do not count."""
        sql = (
            "SELECT person, COUNT(*) FROM chat WHERE code = ? AND channel = 'table' AND"
            " SUBSTR(text, 1, 2) = ? GROUP BY person ORDER BY person"
        )
        rows = await self.store.read(sql, (code, CALL_MARK + CALL_DIVIDER))
        return [(int(person), int(number)) for person, number in rows]

    async def say(
        self, code: str, command_id: str, at: int, person: Person, channel: str, text: str
    ) -> ChatRow | None:
        """Add a line; None if this command has been said before. The row of the game gives out
        the numbers.
        """

        def job() -> Steps[int | None]:
            last = yield (
                "UPDATE game SET chat_count = chat_count WHERE code = ? RETURNING chat_count",
                (code,),
            )
            if (yield "SELECT n FROM chat WHERE code = ? AND command_id = ?", (code, command_id)):
                return None
            n = int(last[0][0]) + 1
            yield "UPDATE game SET chat_count = ? WHERE code = ?", (n, code)
            sql = (
                "INSERT INTO chat (code, n, command_id, at, person, channel, text) VALUES (?, ?, ?,"
                " ?, ?, ?, ?)"
            )
            yield sql, (code, n, command_id, at, person.id, channel, text)
            return n

        n = await self.store.write(job, code)
        return None if n is None else ChatRow(n, at, person.id, person.name, channel, text)

    async def lines_after(self, code: str, n: int) -> list[ChatRow]:
        """What was said in any channel after the line with this number, oldest first."""
        sql = f"{_LINES} WHERE code = ? AND n > ? ORDER BY n"
        return [ChatRow(*row) for row in await self.store.read(sql, (code, n))]

    async def chat_of_command(self, code: str, command_id: str) -> tuple[str, str]:
        """The channel and the text of what was said with a command."""
        rows = await self.store.read(
            "SELECT channel, text FROM chat WHERE code = ? AND command_id = ?", (code, command_id)
        )
        return str(rows[0][0]), str(rows[0][1])

    async def _run(self, sql: str, *values: Value) -> None:
        await self.store.write(lambda: _one(sql, values))


def lay_table(
    row: GameRow,
    players: Sequence[PlayerRow],
    entries: Sequence[Logged] = (),
    after: GameRow | None = None,
    room: RoomRow | None = None,
) -> Steps[CreateOutcome]:
    """The statements that lay a table, or find its code taken, as part of a job."""
    values = (
        *(
            row.code,
            row.game,
            row.rules,
            row.data,
            msgspec.json.encode(row.options).decode(),
            row.seed,
        ),
        *(
            row.seed_commitment,
            row.host,
            row.created,
            row.time_limit,
            int(row.open),
            int(row.watch),
        ),
        *(row.status, row.changed, row.head, msgspec.json.encode(row.waiting).decode()),
        *(
            row.deadline,
            int(row.bot_due),
            row.ended,
            row.rematch_code,
            row.hints,
            int(row.listed),
            row.turn,
        ),
        *(
            row.watch_delay,
            row.revision,
            row.chat_count,
            row.animation_ms,
            row.offer,
            row.owner_node,
            row.forced,
        ),
        *(int(row.early), row.locks, row.time_control, row.clock_state),
        *(msgspec.json.encode(row.silenced).decode(), row.guest_key, row.pack),
        row.opening,
    )
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO game ({_GAME}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING code"
    if not (yield sql, values):
        return "taken"
    if after is not None and not (
        yield _SET_REMATCH, (row.code, after.code, after.head, after.revision)
    ):
        yield "DELETE FROM game WHERE code = ?", (row.code,)
        return "late"
    for player in players:
        yield from _put_player(player)
    if room is not None:
        yield from _put_room(row.code, room)
    for entry in entries:
        yield from _append(row.code, entry)
    return "created"


def _one(sql: str, values: Sequence[Value]) -> Steps[None]:
    yield sql, values


def _put_player(row: PlayerRow) -> Steps[None]:
    sql = (
        "INSERT INTO player (code, player, person, name, bot, invite, invite_until) VALUES (?, ?,"
        " ?, ?, ?, ?, ?) ON CONFLICT (code, player) DO UPDATE SET person = excluded.person, name ="
        " excluded.name, bot = excluded.bot, invite = excluded.invite, invite_until ="
        " excluded.invite_until"
    )
    name = row.name if row.person is None else ""
    yield sql, (row.code, row.player, row.person, name, row.bot, row.invite, row.invite_until)
    yield "DELETE FROM nonce WHERE code = ? AND player = ?", (row.code, row.player)
    if row.nonce is not None:
        yield (
            "INSERT INTO nonce (code, player, nonce) VALUES (?, ?, ?)",
            (row.code, row.player, row.nonce),
        )


def _put_room(code: str, room: RoomRow) -> Steps[None]:
    sql = (
        "INSERT INTO room (code, link_key, barred) VALUES (?, ?, ?) ON CONFLICT (code) DO UPDATE"
        " SET link_key = excluded.link_key, barred = excluded.barred"
    )
    yield sql, (code, room.key, msgspec.json.encode(room.barred).decode())


def _append(code: str, entry: Logged) -> Steps[None]:
    sql = "INSERT INTO entry (code, seq, command_id, at, body, hash) VALUES (?, ?, ?, ?, ?, ?)"
    yield sql, (code, entry.seq, entry.command_id, entry.at, entry.body, entry.hash)


def _stored(row: GameRow, entries: list[Logged]) -> Steps[StoredTable]:
    """All that stands beside the log of a table."""
    code = row.code
    players = yield _PLAYERS, (code,)
    orders = yield "SELECT seat, setting FROM standing_order WHERE code = ?", (code,)
    drafts = yield "SELECT seat, body FROM draft WHERE code = ?", (code,)
    rooms = yield "SELECT link_key, barred FROM room WHERE code = ?", (code,)
    hosts = (
        (yield "SELECT name FROM person WHERE id = ?", (row.host,)) if row.host is not None else []
    )
    with isolated(code, "what stands beside its log cannot be read"):
        return StoredTable(
            row,
            [PlayerRow(*player) for player in players],
            entries,
            {int(seat): str(setting) for seat, setting in orders},
            {int(seat): msgspec.json.decode(body, type=Draft) for seat, body in drafts},
            str(hosts[0][0]) if hosts else "",
            _room_row(rooms[0]) if rooms else None,
        )


def _room_row(row: Row) -> RoomRow:
    return RoomRow(str(row[0]), msgspec.json.decode(row[1], type=tuple[int, ...]))


def read_lesson(body: str) -> Kept | None:
    """How far a person has come in a lesson, as it is stored; None if that cannot be read."""
    try:
        return msgspec.json.decode(body, type=Kept)
    except (ValueError, RecursionError):
        return None
