"""What is stored, as typed rows, and every statement that reads or writes it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from dogfight.core.fair import Tags
from dogfight.core.options import Options
from dogfight.lessons.progress import Kept
from dogfight.server.storage.store import Reader, Steps, Value

Status = Literal["open", "live", "over"]


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
    promise: str
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
    due: bool = False
    ended: str = ""
    next: str = ""
    hints: str = ""
    listed: bool = False
    turn: int = 0
    watch_delay: int | None = None
    """How many seconds late watchers see it; None: as the settings say."""

    def __copy__(self) -> GameRow:
        """A row like this one; every action makes one, and the usual way takes four times as long."""
        twin = GameRow.__new__(GameRow)
        for name in GameRow.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def seen_late(self, usual: float) -> float:
        """How many seconds late watchers see it, where this is usual."""
        return usual if self.watch_delay is None else float(self.watch_delay)


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
    """What they add to the seed, once they have seen its promise; empty: nothing, None: they have not said yet."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One accepted command with all that followed from it: every step as (seat, action), draws included."""

    do: Literal["start", "play", "take_back", "clock", "resign", "import", "order", "retake", "plan", "seat"]
    seat: int = -1
    steps: tuple[tuple[int, int], ...] = ()
    after: str = ""
    """The hash of the position it leads to: another version of the rules may play on if it gets there too."""
    nonces: tuple[str, ...] = ()
    """At the start: what the players added to the seed."""
    tags: Tags | None = None
    """Of an import."""
    ordered: tuple[int, ...] = ()
    """Which of the steps a standing order has played, counted from 0."""
    timed: tuple[int, ...] = ()
    """Which of the steps were played for a seat because its time ran out, counted from 0."""
    n: int = 0
    """Of a plan: its number; 0 where it only says that a player is ready."""
    kept: int = 0
    """How many moves of the game stay when the others let a seat take back."""
    origin: str = ""
    """Code and move of the finished game that an import plays on from, such as `LARK-7K2M/40`."""
    asked: str = ""
    """What the command asked for, as JSON: its phase, and the action or word. Earlier releases did not keep it."""
    notes: tuple[str, ...] = ()
    """What the table itself tells everybody: who changed seats, who added nothing to the draws."""
    people: tuple[int, ...] = ()
    """Of a change of seats: those who held this player's chairs before and after it."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry as it stands in the log."""

    seq: int
    cmd: str | None
    at: int
    body: str
    hash: bytes


class Draft(msgspec.Struct, frozen=True):
    """A plan that is not sealed yet; only its seat ever sees it."""

    n: int
    phase: int
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
    "code, game, rules, data, options, seed, promise, host, created, time_limit, open, watch, "
    "status, changed, head, waiting, deadline, due, ended, next, hints, listed, turn, watch_delay"
)

_PLAYERS = (
    "SELECT player.code, player.player, player.person, coalesce(person.name, player.name), player.bot,"
    " player.invite, player.invite_until, nonce.nonce"
    " FROM player LEFT JOIN person ON person.id = player.person"
    " LEFT JOIN nonce ON nonce.code = player.code AND nonce.player = player.player"
    " WHERE player.code = ? ORDER BY player.player"
)
_ENTRIES = "SELECT seq, cmd, at, body, hash FROM entry WHERE code = ? ORDER BY seq"


def _game_row(row: tuple[Any, ...]) -> GameRow:
    found = GameRow(*row)
    found.options = msgspec.json.decode(row[4], type=dict[str, str | int | bool])
    found.open, found.watch, found.due = bool(row[10]), bool(row[11]), bool(row[17])
    found.waiting = msgspec.json.decode(row[15], type=tuple[int, ...])
    found.listed = bool(row[21])
    return found


def chained(before: bytes, body: str) -> bytes:
    """The hash of an entry: it covers everything up to it."""
    return hashlib.sha256(before + body.encode()).digest()


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
    """The name of whoever laid the table; empty where nobody did."""


class Ledger:
    """Everything the server keeps, whichever database keeps it. Whoever waits for a write waits until it is durable."""

    def __init__(self, store: Reader) -> None:
        self.store = store

    # --- people ------------------------------------------------------------------------------

    async def new_person(self, name: str, token_hash: bytes, at: int) -> Person:
        """A guest with a session."""

        def job() -> Steps[int]:
            rows = yield "INSERT INTO person (name, created) VALUES (?, ?) RETURNING id", (name, at)
            person = int(rows[0][0])
            yield "INSERT INTO session (hash, person, created) VALUES (?, ?, ?)", (token_hash, person, at)
            return person

        return Person(await self.store.write(job), name)

    async def rename(self, person: int, name: str) -> None:
        await self._run("UPDATE person SET name = ? WHERE id = ?", name, person)

    async def end_session(self, token_hash: bytes) -> None:
        await self._run("DELETE FROM session WHERE hash = ?", token_hash)

    async def person_of(self, token_hash: bytes) -> Person | None:
        """Whose session this is."""
        sql = "SELECT person.id, person.name FROM session JOIN person ON person.id = session.person WHERE hash = ?"
        rows = await self.store.read(sql, (token_hash,))
        return Person(*rows[0]) if rows else None

    # --- lessons -----------------------------------------------------------------------------

    async def lessons_of(self, person: int) -> dict[tuple[str, int], Kept]:
        """How far a person has come in each lesson they have begun, by game and number."""
        rows = await self.store.read("SELECT game, number, body FROM lesson WHERE person = ?", (person,))
        return {(str(game), int(number)): msgspec.json.decode(body, type=Kept) for game, number, body in rows}

    async def put_lesson(self, person: int, game: str, number: int, kept: Kept) -> None:
        sql = (
            "INSERT INTO lesson (person, game, number, body) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (person, game, number) DO UPDATE SET body = excluded.body"
        )
        await self._run(sql, person, game, number, msgspec.json.encode(kept).decode())

    # --- games -------------------------------------------------------------------------------

    async def new_game(self, row: GameRow, players: list[PlayerRow], entries: list[Logged]) -> bool:
        """Lay a table; False if the code is taken."""

        def job() -> Steps[bool]:
            values = (
                *(row.code, row.game, row.rules, row.data, msgspec.json.encode(row.options).decode(), row.seed),
                *(row.promise, row.host, row.created, row.time_limit, int(row.open), int(row.watch)),
                *(row.status, row.changed, row.head, msgspec.json.encode(row.waiting).decode()),
                *(row.deadline, int(row.due), row.ended, row.next, row.hints, int(row.listed), row.turn),
                row.watch_delay,
            )
            marks = ", ".join("?" * len(values))
            sql = f"INSERT INTO game ({_GAME}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING code"
            if not (yield sql, values):
                return False
            for one in players:
                yield from _put_player(one)
            for entry in entries:
                yield from _append(row.code, entry)
            return True

        return await self.store.write(job)

    async def game(self, code: str) -> GameRow | None:
        rows = await self.store.read(f"SELECT {_GAME} FROM game WHERE code = ?", (code,))
        return _game_row(rows[0]) if rows else None

    async def table(self, code: str) -> StoredTable | None:
        """Everything about a table, read at one moment."""

        def job() -> Steps[StoredTable | None]:
            games = yield f"SELECT {_GAME} FROM game WHERE code = ?", (code,)
            if not games:
                return None
            row = _game_row(games[0])
            players = yield _PLAYERS, (code,)
            entries = yield _ENTRIES, (code,)
            orders = yield "SELECT seat, setting FROM standing WHERE code = ?", (code,)
            drafts = yield "SELECT seat, body FROM draft WHERE code = ?", (code,)
            hosts = (yield "SELECT name FROM person WHERE id = ?", (row.host,)) if row.host is not None else []
            return StoredTable(
                row,
                [PlayerRow(*one) for one in players],
                [Logged(*one) for one in entries],
                {int(seat): str(setting) for seat, setting in orders},
                {int(seat): msgspec.json.decode(body, type=Draft) for seat, body in drafts},
                str(hosts[0][0]) if hosts else "",
            )

        return await self.store.look(job)

    async def codes(self) -> list[str]:
        """Every table."""
        return [str(row[0]) for row in await self.store.read("SELECT code FROM game ORDER BY code")]

    async def games_of(self, person: int, most: int) -> list[GameRow]:
        """The games a person sits at, those that changed last first."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE code IN (SELECT code FROM player WHERE person = ?)"
            " ORDER BY changed DESC LIMIT ?"
        )
        return await self._games(sql, person, most)

    async def open_games(self, most: int) -> list[GameRow]:
        """Tables that anyone may join."""
        sql = f"SELECT {_GAME} FROM game WHERE status = 'open' AND open = 1 ORDER BY created DESC LIMIT ?"
        return await self._games(sql, most)

    async def live_games(self, most: int) -> list[GameRow]:
        """Games in play that anyone may watch and that their host made public, those that changed last first."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE status = 'live' AND listed = 1 AND watch = 1 ORDER BY changed DESC LIMIT ?"
        )
        return await self._games(sql, most)

    async def _games(self, sql: str, *values: Value) -> list[GameRow]:
        return [_game_row(row) for row in await self.store.read(sql, values)]

    async def unfinished_of(self, host: int) -> int:
        """How many tables this person has laid that are not over."""
        return await self._count("SELECT count(*) FROM game WHERE host = ? AND status <> 'over'", host)

    async def brought_by(self, host: int) -> int:
        """How many records this person has uploaded."""
        return await self._count("SELECT count(*) FROM game WHERE host = ? AND promise = ''", host)

    async def _count(self, sql: str, *values: Value) -> int:
        return int((await self.store.read(sql, values))[0][0])

    async def due_codes(self) -> list[str]:
        """Tables where the next step is the server's own."""
        return [str(row[0]) for row in await self.store.read("SELECT code FROM game WHERE due = 1")]

    async def deadlines(self) -> list[tuple[str, int]]:
        """Every running clock."""
        rows = await self.store.read("SELECT code, deadline FROM game WHERE deadline > 0")
        return [(str(code), int(deadline)) for code, deadline in rows]

    async def set_next(self, code: str, following: str) -> None:
        await self._run("UPDATE game SET next = ? WHERE code = ?", following, code)

    async def set_deadline(self, code: str, deadline: int | None) -> None:
        await self._run("UPDATE game SET deadline = ? WHERE code = ?", deadline, code)

    # --- players -----------------------------------------------------------------------------

    async def players(self, code: str) -> list[PlayerRow]:
        return [PlayerRow(*row) for row in await self.store.read(_PLAYERS, (code,))]

    async def players_of(self, codes: Sequence[str]) -> dict[str, list[PlayerRow]]:
        """The players of several tables."""

        def job() -> Steps[dict[str, list[PlayerRow]]]:
            found: dict[str, list[PlayerRow]] = {}
            for code in codes:
                rows = yield _PLAYERS, (code,)
                found[code] = [PlayerRow(*row) for row in rows]
            return found

        return await self.store.look(job)

    async def put_player(self, row: PlayerRow) -> None:
        await self.store.write(lambda: _put_player(row))

    # --- the log -----------------------------------------------------------------------------

    async def entries(self, code: str) -> list[Logged]:
        return [Logged(*row) for row in await self.store.read(_ENTRIES, (code,))]

    async def body_of(self, code: str, cmd: str) -> str:
        """The entry that a command has led to."""
        return str((await self.store.read("SELECT body FROM entry WHERE code = ? AND cmd = ?", (code, cmd)))[0][0])

    async def append(
        self, row: GameRow, entry: Logged, clear_drafts: tuple[int, ...], player: PlayerRow | None = None
    ) -> bool:
        """Write the next entry, where the game stands after it and who sits; False if somebody wrote one first."""
        code = row.code
        waiting = msgspec.json.encode(row.waiting).decode()
        values = (row.status, row.changed, row.head, waiting, row.deadline, int(row.due), row.ended, row.turn, code)

        def job() -> Steps[bool]:
            if not (yield from _append(code, entry)):
                return False
            sql = (
                "UPDATE game SET status = ?, changed = ?, head = ?, waiting = ?, deadline = ?, due = ?, ended = ?,"
                " turn = ? WHERE code = ?"
            )
            yield sql, values
            for seat in clear_drafts:
                yield "DELETE FROM draft WHERE code = ? AND seat = ?", (code, seat)
            if player is not None:
                yield from _put_player(player)
            return True

        return await self.store.write(job)

    # --- standing orders, drafts and chat ----------------------------------------------------

    async def put_order(self, code: str, seat: int, setting: str) -> None:
        """Keep a seat's standing order; `never` is as good as none."""
        if setting == "never":
            await self._run("DELETE FROM standing WHERE code = ? AND seat = ?", code, seat)
        else:
            sql = (
                "INSERT INTO standing (code, seat, setting) VALUES (?, ?, ?)"
                " ON CONFLICT (code, seat) DO UPDATE SET setting = excluded.setting"
            )
            await self._run(sql, code, seat, setting)

    async def drop_draft(self, code: str, seat: int) -> None:
        await self._run("DELETE FROM draft WHERE code = ? AND seat = ?", code, seat)

    async def put_draft(self, code: str, seat: int, draft: Draft) -> None:
        sql = (
            "INSERT INTO draft (code, seat, body) VALUES (?, ?, ?)"
            " ON CONFLICT (code, seat) DO UPDATE SET body = excluded.body"
        )
        await self._run(sql, code, seat, msgspec.json.encode(draft).decode())

    async def chat(self, code: str, channel: str, most: int = 200) -> list[ChatRow]:
        """The last lines of a channel, oldest first."""
        sql = (
            "SELECT n, at, chat.person, person.name, channel, text FROM chat JOIN person ON person.id = chat.person"
            " WHERE code = ? AND channel = ? ORDER BY n DESC LIMIT ?"
        )
        return [ChatRow(*row) for row in reversed(await self.store.read(sql, (code, channel, most)))]

    async def say(self, code: str, cmd: str, at: int, person: Person, channel: str, text: str) -> ChatRow | None:
        """Add a line; None if this command has been said before. Whoever loses the number takes the next one."""

        def job() -> Steps[int | None]:
            while True:
                rows = yield "SELECT n FROM chat WHERE code = ? AND cmd = ?", (code, cmd)
                if rows:
                    return None
                last = yield "SELECT coalesce(max(n), 0) FROM chat WHERE code = ?", (code,)
                sql = (
                    "INSERT INTO chat (code, n, cmd, at, person, channel, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING RETURNING n"
                )
                n = int(last[0][0]) + 1
                if (yield sql, (code, n, cmd, at, person.id, channel, text)):
                    return n

        n = await self.store.write(job)
        return None if n is None else ChatRow(n, at, person.id, person.name, channel, text)

    async def said(self, code: str, cmd: str) -> tuple[str, str]:
        """The channel and the text of what was said with a command."""
        rows = await self.store.read("SELECT channel, text FROM chat WHERE code = ? AND cmd = ?", (code, cmd))
        return str(rows[0][0]), str(rows[0][1])

    async def _run(self, sql: str, *values: Value) -> None:
        await self.store.write(lambda: _one(sql, values))


def _one(sql: str, values: Sequence[Value]) -> Steps[None]:
    yield sql, values


def _put_player(row: PlayerRow) -> Steps[None]:
    sql = (
        "INSERT INTO player (code, player, person, name, bot, invite, invite_until) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (code, player) DO UPDATE SET person = excluded.person, name = excluded.name, bot = excluded.bot,"
        " invite = excluded.invite, invite_until = excluded.invite_until"
    )
    name = row.name if row.person is None else ""
    yield sql, (row.code, row.player, row.person, name, row.bot, row.invite, row.invite_until)
    yield "DELETE FROM nonce WHERE code = ? AND player = ?", (row.code, row.player)
    if row.nonce is not None:
        yield "INSERT INTO nonce (code, player, nonce) VALUES (?, ?, ?)", (row.code, row.player, row.nonce)


def _append(code: str, entry: Logged) -> Steps[bool]:
    """Compare and swap: the key decides, and a command that is there already is not written again."""
    sql = (
        "INSERT INTO entry (code, seq, cmd, at, body, hash) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING seq"
    )
    return bool((yield sql, (code, entry.seq, entry.cmd, entry.at, entry.body, entry.hash)))
