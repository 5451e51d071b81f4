"""What is stored, as typed rows, and every statement that reads or writes it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import apsw
import msgspec

from dogfight.core.fair import Tags
from dogfight.core.options import Options
from dogfight.lessons.progress import Kept
from dogfight.server.storage.store import Reader

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


class Ledger:
    """Everything the server keeps."""

    def __init__(self, store: Reader) -> None:
        self.store = store

    # --- people ------------------------------------------------------------------------------

    async def new_person(self, name: str, token_hash: bytes, at: int) -> Person:
        """A guest with a session."""

        def job(db: apsw.Connection) -> int:
            db.execute("INSERT INTO person (name, created) VALUES (?, ?)", (name, at))
            person = db.last_insert_rowid()
            db.execute("INSERT INTO session (hash, person, created) VALUES (?, ?, ?)", (token_hash, person, at))
            return person

        return Person(await self.store.write(job), name)

    async def rename(self, person: int, name: str) -> None:
        await self._run("UPDATE person SET name = ? WHERE id = ?", name, person)

    async def end_session(self, token_hash: bytes) -> None:
        await self._run("DELETE FROM session WHERE hash = ?", token_hash)

    def person_of(self, token_hash: bytes) -> Person | None:
        """Whose session this is."""
        sql = "SELECT person.id, person.name FROM session JOIN person ON person.id = session.person WHERE hash = ?"
        rows = self.store.read(sql, (token_hash,))
        return Person(*rows[0]) if rows else None

    def name_of(self, person: int) -> str:
        return str(self.store.read("SELECT name FROM person WHERE id = ?", (person,))[0][0])

    # --- lessons -----------------------------------------------------------------------------

    def lessons_of(self, person: int) -> dict[tuple[str, int], Kept]:
        """How far a person has come in each lesson they have begun, by game and number."""
        rows = self.store.read("SELECT game, number, body FROM lesson WHERE person = ?", (person,))
        return {(str(game), int(number)): msgspec.json.decode(body, type=Kept) for game, number, body in rows}

    async def put_lesson(self, person: int, game: str, number: int, kept: Kept) -> None:
        body = msgspec.json.encode(kept).decode()
        sql = "INSERT OR REPLACE INTO lesson (person, game, number, body) VALUES (?, ?, ?, ?)"
        await self._run(sql, person, game, number, body)

    # --- games -------------------------------------------------------------------------------

    async def new_game(self, row: GameRow, players: list[PlayerRow], entries: list[Logged]) -> bool:
        """Lay a table; False if the code is taken."""

        def job(db: apsw.Connection) -> bool:
            values = (
                *(row.code, row.game, row.rules, row.data, msgspec.json.encode(row.options).decode(), row.seed),
                *(row.promise, row.host, row.created, row.time_limit, int(row.open), int(row.watch)),
                *(row.status, row.changed, row.head, msgspec.json.encode(row.waiting).decode()),
                *(row.deadline, int(row.due), row.ended, row.next, row.hints, int(row.listed), row.turn),
                row.watch_delay,
            )
            marks = ", ".join("?" * len(values))
            db.execute(f"INSERT INTO game ({_GAME}) VALUES ({marks}) ON CONFLICT DO NOTHING", values)
            if db.changes() == 0:
                return False
            for one in players:
                _put_player(db, one)
            for entry in entries:
                _append(db, row.code, entry)
            return True

        return await self.store.write(job)

    def game(self, code: str) -> GameRow | None:
        rows = self.store.read(f"SELECT {_GAME} FROM game WHERE code = ?", (code,))
        return _game_row(rows[0]) if rows else None

    def games_of(self, person: int, most: int) -> list[GameRow]:
        """The games a person sits at, those that changed last first."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE code IN (SELECT code FROM player WHERE person = ?)"
            " ORDER BY changed DESC LIMIT ?"
        )
        return [_game_row(row) for row in self.store.read(sql, (person, most))]

    def open_games(self, most: int) -> list[GameRow]:
        """Tables that anyone may join."""
        sql = f"SELECT {_GAME} FROM game WHERE status = 'open' AND open = 1 ORDER BY created DESC LIMIT ?"
        return [_game_row(row) for row in self.store.read(sql, (most,))]

    def live_games(self, most: int) -> list[GameRow]:
        """Games in play that anyone may watch and that their host made public, those that changed last first."""
        sql = (
            f"SELECT {_GAME} FROM game WHERE status = 'live' AND listed = 1 AND watch = 1 ORDER BY changed DESC LIMIT ?"
        )
        return [_game_row(row) for row in self.store.read(sql, (most,))]

    def unfinished_of(self, host: int) -> int:
        """How many tables this person has laid that are not over."""
        return int(self.store.read("SELECT count(*) FROM game WHERE host = ? AND status <> 'over'", (host,))[0][0])

    def brought_by(self, host: int) -> int:
        """How many records this person has uploaded."""
        return int(self.store.read("SELECT count(*) FROM game WHERE host = ? AND promise = ''", (host,))[0][0])

    def due_codes(self) -> list[str]:
        """Tables where the next step is the server's own."""
        return [str(row[0]) for row in self.store.read("SELECT code FROM game WHERE due = 1")]

    def deadlines(self) -> list[tuple[str, int]]:
        """Every running clock."""
        return [(str(a), int(b)) for a, b in self.store.read("SELECT code, deadline FROM game WHERE deadline > 0")]

    async def set_next(self, code: str, following: str) -> None:
        await self._run("UPDATE game SET next = ? WHERE code = ?", following, code)

    async def set_deadline(self, code: str, deadline: int | None) -> None:
        await self._run("UPDATE game SET deadline = ? WHERE code = ?", deadline, code)

    async def set_due(self, code: str, due: bool) -> None:
        await self._run("UPDATE game SET due = ? WHERE code = ?", int(due), code)

    # --- players -----------------------------------------------------------------------------

    def players(self, code: str) -> list[PlayerRow]:
        sql = (
            "SELECT player.code, player.player, player.person, coalesce(person.name, player.name), player.bot,"
            " player.invite, player.invite_until, nonce.nonce"
            " FROM player LEFT JOIN person ON person.id = player.person"
            " LEFT JOIN nonce ON nonce.code = player.code AND nonce.player = player.player"
            " WHERE player.code = ? ORDER BY player.player"
        )
        return [PlayerRow(*row) for row in self.store.read(sql, (code,))]

    async def put_player(self, row: PlayerRow) -> None:
        await self.store.write(lambda db: _put_player(db, row))

    # --- the log -----------------------------------------------------------------------------

    def entries(self, code: str) -> list[Logged]:
        sql = "SELECT seq, cmd, at, body, hash FROM entry WHERE code = ? ORDER BY seq"
        return [Logged(*row) for row in self.store.read(sql, (code,))]

    def body_of(self, code: str, cmd: str) -> str:
        """The entry that a command has led to."""
        return str(self.store.read("SELECT body FROM entry WHERE code = ? AND cmd = ?", (code, cmd))[0][0])

    async def append(
        self, row: GameRow, entry: Logged, clear_drafts: tuple[int, ...], player: PlayerRow | None = None
    ) -> bool:
        """Write the next entry, where the game stands after it and who sits; False if somebody wrote one first."""
        code = row.code
        waiting = msgspec.json.encode(row.waiting).decode()
        values = (row.status, row.changed, row.head, waiting, row.deadline, int(row.due), row.ended, row.turn, code)

        def job(db: apsw.Connection) -> bool:
            if not _append(db, code, entry):
                return False
            sql = (
                "UPDATE game SET status = ?, changed = ?, head = ?, waiting = ?, deadline = ?, due = ?, ended = ?,"
                " turn = ? WHERE code = ?"
            )
            db.execute(sql, values)
            for seat in clear_drafts:
                db.execute("DELETE FROM draft WHERE code = ? AND seat = ?", (code, seat))
            if player is not None:
                _put_player(db, player)
            return True

        return await self.store.write(job)

    # --- standing orders, drafts and chat ----------------------------------------------------

    def orders(self, code: str) -> dict[int, str]:
        """The standing orders of a table by seat."""
        rows = self.store.read("SELECT seat, setting FROM standing WHERE code = ?", (code,))
        return {int(seat): str(setting) for seat, setting in rows}

    async def put_order(self, code: str, seat: int, setting: str) -> None:
        """Keep a seat's standing order; `never` is as good as none."""
        if setting == "never":
            await self._run("DELETE FROM standing WHERE code = ? AND seat = ?", code, seat)
        else:
            sql = "INSERT OR REPLACE INTO standing (code, seat, setting) VALUES (?, ?, ?)"
            await self._run(sql, code, seat, setting)

    def drafts(self, code: str) -> dict[int, Draft]:
        rows = self.store.read("SELECT seat, body FROM draft WHERE code = ?", (code,))
        return {int(seat): msgspec.json.decode(body, type=Draft) for seat, body in rows}

    async def drop_draft(self, code: str, seat: int) -> None:
        await self._run("DELETE FROM draft WHERE code = ? AND seat = ?", code, seat)

    async def put_draft(self, code: str, seat: int, draft: Draft) -> None:
        body = msgspec.json.encode(draft).decode()
        await self._run("INSERT OR REPLACE INTO draft (code, seat, body) VALUES (?, ?, ?)", code, seat, body)

    def chat(self, code: str, channel: str, most: int = 200) -> list[ChatRow]:
        """The last lines of a channel, oldest first."""
        sql = (
            "SELECT n, at, person, person.name, channel, text FROM chat JOIN person ON person.id = chat.person"
            " WHERE code = ? AND channel = ? ORDER BY n DESC LIMIT ?"
        )
        return [ChatRow(*row) for row in reversed(self.store.read(sql, (code, channel, most)))]

    async def say(self, code: str, cmd: str, at: int, person: Person, channel: str, text: str) -> ChatRow | None:
        """Add a line; None if this command has been said before."""

        def job(db: apsw.Connection) -> int | None:
            n = int(next(db.execute("SELECT coalesce(max(n), 0) + 1 FROM chat WHERE code = ?", (code,)))[0])
            sql = (
                "INSERT INTO chat (code, n, cmd, at, person, channel, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING"
            )
            db.execute(sql, (code, n, cmd, at, person.id, channel, text))
            return n if db.changes() else None

        n = await self.store.write(job)
        return None if n is None else ChatRow(n, at, person.id, person.name, channel, text)

    def said(self, code: str, cmd: str) -> tuple[str, str]:
        """The channel and the text of what was said with a command."""
        channel, text = self.store.read("SELECT channel, text FROM chat WHERE code = ? AND cmd = ?", (code, cmd))[0]
        return str(channel), str(text)

    async def _run(self, sql: str, *values: int | str | bytes | None) -> None:
        job: Callable[[apsw.Connection], object] = lambda db: db.execute(sql, values)  # noqa: E731
        await self.store.write(job)


def _put_player(db: apsw.Connection, row: PlayerRow) -> None:
    sql = (
        "INSERT OR REPLACE INTO player (code, player, person, name, bot, invite, invite_until)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
    )
    name = row.name if row.person is None else ""
    db.execute(sql, (row.code, row.player, row.person, name, row.bot, row.invite, row.invite_until))
    db.execute("DELETE FROM nonce WHERE code = ? AND player = ?", (row.code, row.player))
    if row.nonce is not None:
        db.execute("INSERT INTO nonce (code, player, nonce) VALUES (?, ?, ?)", (row.code, row.player, row.nonce))


def _append(db: apsw.Connection, code: str, entry: Logged) -> bool:
    """Compare and swap: the key decides, and a command that is there already is not written again."""
    sql = "INSERT INTO entry (code, seq, cmd, at, body, hash) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(sql, (code, entry.seq, entry.cmd, entry.at, entry.body, entry.hash))
    return db.changes() == 1
