"""What is stored about people beside their seats, and every statement that reads or writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from dogfight.server.storage.ledger import Person
from dogfight.server.storage.rating_rows import person_subject, ratings_as
from dogfight.server.storage.store import Reader, Row, Steps, Value

NOBODY = 0
"""The person whose lines of chat were written by people who are deleted."""
A_PLAYER = "a player"
"""What finished games call a person who is deleted."""
_DELETED = "(deleted)"


class SessionRow(NamedTuple):
    hash: bytes
    label: str
    created: int
    seen: int


class PasskeyRow(NamedTuple):
    id: bytes
    person: int
    public_key: bytes
    sign_count: int
    label: str
    created: int
    used: int


@dataclass(frozen=True, slots=True)
class PhraseRow:
    person: int
    selector: str
    salt: bytes
    hash: bytes
    created: int


class Joined(NamedTuple):
    """What changed hands when two guests became the same person."""

    codes: tuple[str, ...]
    sessions: tuple[bytes, ...]


class PeopleRows:
    """The rows of people in whichever database."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    async def _run(self, sql: str, *values: Value) -> None:
        def job() -> Steps[None]:
            yield sql, values

        await self._store.write(job)

    # --- devices -----------------------------------------------------------------------------

    async def add_session(self, person: int, token_hash: bytes, label: str, at: int) -> None:
        await self._run(
            "INSERT INTO session (hash, person, created, label, seen) VALUES (?, ?, ?, ?, ?)",
            *(token_hash, person, at, label, at),
        )

    async def note_visit(self, session: bytes, now: int, apart: int) -> None:
        """A session was seen, unless that is stored of a moment ago."""
        seen = await self._store.read("SELECT seen FROM session WHERE hash = ?", (session,))
        if seen and now - int(seen[0][0]) >= apart:
            await self._run("UPDATE session SET seen = ? WHERE hash = ?", now, session)

    async def sessions_of(self, person: int) -> list[SessionRow]:
        """The devices of a person, the one seen last first."""
        rows = await self._store.read(
            "SELECT hash, label, created, seen FROM session WHERE person = ?"
            " ORDER BY seen DESC, created DESC",
            (person,),
        )
        return [SessionRow(bytes(row[0]), *row[1:]) for row in rows]

    # --- settings ----------------------------------------------------------------------------

    async def settings_of(self, person: int) -> dict[str, str]:
        """What a person's pages have set."""
        rows = await self._store.read("SELECT settings FROM person WHERE id = ?", (person,))
        if not rows or not rows[0][0]:
            return {}
        settings: dict[str, str] = msgspec.json.decode(rows[0][0], type=dict[str, str])
        return settings

    async def put_settings(self, person: int, settings: dict[str, str]) -> None:
        body = msgspec.json.encode(settings).decode()
        await self._run("UPDATE person SET settings = ? WHERE id = ?", body, person)

    # --- phrases -----------------------------------------------------------------------------

    async def put_phrase(self, row: PhraseRow) -> None:
        """Keep a phrase in the place of the one before."""

        def job() -> Steps[None]:
            yield "DELETE FROM phrase WHERE person = ?", (row.person,)
            sql = "INSERT INTO phrase (person, selector, salt, hash, created) VALUES (?,?,?,?,?)"
            yield sql, (row.person, row.selector, row.salt, row.hash, row.created)

        await self._store.write(job)

    async def phrases(self, selector: str) -> list[PhraseRow]:
        """The phrases that begin so."""
        rows = await self._store.read(
            "SELECT person, selector, salt, hash, created FROM phrase WHERE selector = ?",
            (selector,),
        )
        return [PhraseRow(row[0], row[1], bytes(row[2]), bytes(row[3]), row[4]) for row in rows]

    async def phrase_made(self, person: int) -> int | None:
        """When a person's phrase was made; None if there is none."""
        rows = await self._store.read("SELECT created FROM phrase WHERE person = ?", (person,))
        return int(rows[0][0]) if rows else None

    async def drop_phrase(self, person: int) -> None:
        await self._run("DELETE FROM phrase WHERE person = ?", person)

    # --- feeds -------------------------------------------------------------------------------

    async def put_feed(self, person: int, secret_hash: bytes, at: int) -> None:
        """Keep the address of a feed in the place of the one before."""

        def job() -> Steps[None]:
            yield "DELETE FROM feed WHERE person = ?", (person,)
            sql = "INSERT INTO feed (person, hash, created) VALUES (?, ?, ?)"
            yield sql, (person, secret_hash, at)

        await self._store.write(job)

    async def drop_feed(self, person: int) -> None:
        await self._run("DELETE FROM feed WHERE person = ?", person)

    async def feed_made(self, person: int) -> int | None:
        """When a person's feed was made; None if there is none."""
        rows = await self._store.read("SELECT created FROM feed WHERE person = ?", (person,))
        return int(rows[0][0]) if rows else None

    async def person_of_feed(self, secret_hash: bytes) -> Person | None:
        """Whose feed this is."""
        rows = await self._store.read(
            "SELECT person.id, person.name FROM feed JOIN person ON person.id = feed.person"
            " WHERE feed.hash = ?",
            (secret_hash,),
        )
        return Person(*rows[0]) if rows else None

    # --- passkeys ----------------------------------------------------------------------------

    async def put_challenge(self, digest: bytes, person: int, now: int, until: int) -> None:
        """Remember a question to a key; old ones are forgotten."""

        def job() -> Steps[None]:
            yield "DELETE FROM challenge WHERE until < ?", (now,)
            sql = "INSERT INTO challenge (hash, person, until) VALUES (?, ?, ?)"
            yield sql, (digest, person, until)

        await self._store.write(job)

    async def take_challenge(self, digest: bytes, person: int, now: int) -> bool:
        """Whether a question was asked of this person and is still open; it is not any more."""

        def job() -> Steps[bool]:
            rows = yield (
                "DELETE FROM challenge WHERE hash = ? AND person = ? AND until >= ? RETURNING hash",
                (digest, person, now),
            )
            return bool(rows)

        return await self._store.write(job)

    async def add_passkey(self, row: PasskeyRow) -> bool:
        """Keep a key; False if it is kept already."""

        def job() -> Steps[bool]:
            sql = (
                "INSERT INTO passkey (id, person, public_key, sign_count, label, created, used)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING person"
            )
            return bool((yield sql, tuple(row)))

        return await self._store.write(job)

    async def passkeys_of(self, person: int) -> list[PasskeyRow]:
        rows = await self._store.read(
            f"{_PASSKEYS} WHERE person = ? ORDER BY created, id", (person,)
        )
        return [_passkey(row) for row in rows]

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        rows = await self._store.read(f"{_PASSKEYS} WHERE id = ?", (id,))
        return _passkey(rows[0]) if rows else None

    async def used_passkey(self, row: PasskeyRow, sign_count: int, now: int) -> bool:
        """A key has signed; False if another answer of it came between."""

        def job() -> Steps[bool]:
            sql = (
                "UPDATE passkey SET sign_count = ?, used = ? WHERE id = ? AND sign_count = ?"
                " RETURNING person"
            )
            return bool((yield sql, (sign_count, now, row.id, row.sign_count)))

        return await self._store.write(job)

    async def drop_passkey(self, person: int, id: bytes) -> None:
        await self._run("DELETE FROM passkey WHERE person = ? AND id = ?", person, id)

    # --- everything about a person -----------------------------------------------------------

    async def person(self, id: int) -> Person | None:
        rows = await self._store.read("SELECT id, name FROM person WHERE id = ?", (id,))
        return Person(*rows[0]) if rows else None

    async def unfinished_of(self, person: int) -> list[str]:
        """The tables a person sits at that are not over."""
        rows = await self._store.read(
            "SELECT code FROM game WHERE status <> 'over' AND code IN"
            " (SELECT code FROM player WHERE person = ?) ORDER BY code",
            (person,),
        )
        return [str(row[0]) for row in rows]

    async def join(self, stays: int, goes: int) -> Joined | None:
        """Make two guests one person; None, and nothing, where both sit at the same unfinished
        table.
        """

        def job() -> Steps[Joined | None]:
            together = yield (
                "SELECT game.code FROM game JOIN player AS a ON a.code = game.code JOIN player AS b"
                " ON b.code = game.code WHERE game.status <> 'over' AND a.person = ? AND b.person"
                " = ? LIMIT 1",
                (stays, goes),
            )
            if together:
                return None
            codes = yield (
                "UPDATE game SET revision = revision + 1 WHERE host = ? OR code IN (SELECT code"
                " FROM player WHERE person = ?) RETURNING code",
                (goes, goes),
            )
            sessions = yield "SELECT hash FROM session WHERE person = ?", (goes,)
            for table, column in _MOVED:
                sql = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
                yield sql, (stays, goes)
            yield (
                "UPDATE lesson SET person = ? WHERE person = ? AND NOT EXISTS (SELECT 1 FROM lesson"
                " AS own WHERE own.person = ? AND own.game = lesson.game AND own.number ="
                " lesson.number)",
                (stays, goes, stays),
            )
            yield (
                "UPDATE pack SET owner = ? WHERE owner = ? AND digest NOT IN (SELECT digest FROM"
                " pack WHERE owner = ?)",
                (stays, goes, stays),
            )
            for table, key in (("email", "person"), ("notice", "code"), ("delivery", "way")):
                yield from _moved_where_new(table, key, stays, goes)
            yield (
                "UPDATE puzzle_try SET person = ? WHERE person = ? AND NOT EXISTS (SELECT 1 FROM"
                " puzzle_try AS own WHERE own.person = ? AND own.game = puzzle_try.game AND"
                " own.puzzle = puzzle_try.puzzle)",
                (stays, goes, stays),
            )
            yield from _barred_as(stays, goes)
            yield from ratings_as(stays, goes)
            yield from _remove(goes)
            return Joined(
                tuple(sorted(str(row[0]) for row in codes)),
                tuple(bytes(row[0]) for row in sessions),
            )

        return await self._store.write(job)

    async def delete(self, person: int) -> tuple[str, ...]:
        """Delete a person; finished games keep `a player`. The codes of the tables that changed."""

        def job() -> Steps[tuple[str, ...]]:
            codes = yield (
                "UPDATE game SET revision = revision + 1 WHERE host = ? OR code IN (SELECT code"
                " FROM player WHERE person = ?) RETURNING code",
                (person, person),
            )
            yield (
                "INSERT INTO person (id, name, created) VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                (NOBODY, A_PLAYER),
            )
            yield (
                "UPDATE chat SET person = ?, text = ? WHERE person = ?",
                (NOBODY, _DELETED, person),
            )
            yield "UPDATE game SET host = NULL WHERE host = ?", (person,)
            yield (
                "DELETE FROM nonce WHERE EXISTS (SELECT 1 FROM player JOIN game ON game.code ="
                " player.code WHERE player.person = ? AND player.code = nonce.code AND"
                " player.player = nonce.player AND game.status = 'open')",
                (person,),
            )
            yield (
                "UPDATE player SET person = NULL, name = (CASE WHEN (SELECT status FROM game WHERE"
                " game.code = player.code) = 'open' THEN '' ELSE ? END) WHERE person = ?",
                (A_PLAYER, person),
            )
            yield from _remove(person)
            return tuple(sorted(str(row[0]) for row in codes))

        return await self._store.write(job)

    async def export(self, person: int) -> dict[str, list[dict[str, object]]]:
        """Every row about a person, by table, read at one moment; secrets are left out."""

        def job() -> Steps[dict[str, list[dict[str, object]]]]:
            tables: dict[str, list[dict[str, object]]] = {}
            for name, columns, where in _EXPORTED:
                rows = yield f"SELECT {columns} FROM {where}", (person,)
                titles = [column.split(".")[-1] for column in columns.split(", ")]
                tables[name] = [dict(zip(titles, row, strict=True)) for row in rows]
            for name, columns in _RATED:
                rows = yield (
                    f"SELECT {columns} FROM {name} WHERE subject = ?",
                    (person_subject(person),),
                )
                titles = columns.split(", ")
                tables[name] = [dict(zip(titles, row, strict=True)) for row in rows]
            return tables

        return await self._store.read_transaction(job)


_PASSKEYS = "SELECT id, person, public_key, sign_count, label, created, used FROM passkey"
_MOVED = (
    ("game", "host"),
    ("player", "person"),
    ("chat", "person"),
    ("session", "person"),
    ("passkey", "person"),
    ("push_subscription", "person"),
)
"""What is a person's, and becomes another's as it is."""
_OWN = (
    "session",
    "lesson",
    "phrase",
    "passkey",
    "challenge",
    "ticket",
    "arrival",
    "agreement",
    "feed",
    "push_subscription",
    "email",
    "notice",
    "delivery",
    "puzzle_try",
)
"""The tables whose rows go with their person."""
_EXPORTED = (
    ("person", "name, created, settings", "person WHERE id = ?"),
    ("devices", "label, created, seen", "session WHERE person = ? ORDER BY created"),
    ("phrase", "created", "phrase WHERE person = ?"),
    ("feed", "created", "feed WHERE person = ?"),
    ("passkeys", "label, created, used", "passkey WHERE person = ? ORDER BY created"),
    ("ratings", "rated, ranked", "person WHERE id = ?"),
    ("push", "label, created, endpoint", "push_subscription WHERE person = ? ORDER BY created"),
    ("email", "address, created, confirmed", "email WHERE person = ?"),
    ("notices", "code, since, pushed, mailed", "notice WHERE person = ? ORDER BY code"),
    ("deliveries", "way, due, tries", "delivery WHERE person = ? ORDER BY way"),
    ("agreements", "code", "agreement WHERE person = ? ORDER BY code"),
    ("looking", "pool, since, code", "ticket WHERE person = ?"),
    ("looked", "pool, at", "arrival WHERE person = ?"),
    (
        "puzzles",
        "game, puzzle, solved, day, at",
        "puzzle_try WHERE person = ? ORDER BY game, puzzle",
    ),
    ("lessons", "game, number, body", "lesson WHERE person = ? ORDER BY game, number"),
    (
        "seats",
        "game.code, game.game, player.player, game.status, game.created, game.changed, game.ended",
        (
            "player JOIN game ON game.code = player.code WHERE player.person = ?"
            " ORDER BY game.created, game.code"
        ),
    ),
    (
        "hosted",
        "code, game, status, created, changed",
        "game WHERE host = ? ORDER BY created, code",
    ),
    ("chat", "code, n, at, channel, text", "chat WHERE person = ? ORDER BY code, n"),
    (
        "finished_games",
        "entry.code, entry.seq, entry.at, entry.body",
        (
            "entry JOIN game ON game.code = entry.code WHERE game.status = 'over' AND entry.code IN"
            " (SELECT code FROM player WHERE person = ?) ORDER BY entry.code, entry.seq"
        ),
    ),
)
"""What an export holds: a name, the columns, and where they stand."""
_RATED = (
    ("rating", "game, kind, mu, sigma, games"),
    ("rating_change", "code, place, mu, sigma"),
)
"""The same of what stands under a person's subject."""


def _passkey(row: Row) -> PasskeyRow:
    return PasskeyRow(bytes(row[0]), row[1], bytes(row[2]), *row[3:])


def _moved_where_new(table: str, key: str, stays: int, goes: int) -> Steps[None]:
    """Hand over the rows for whose key the person who stays has none."""
    same = "" if key == "person" else f" AND own.{key} = {table}.{key}"
    yield (
        f"UPDATE {table} SET person = ? WHERE person = ? AND NOT EXISTS (SELECT 1 FROM {table} AS"
        f" own WHERE own.person = ?{same})",
        (stays, goes, stays),
    )


def _barred_as(stays: int, goes: int) -> Steps[None]:
    """Keep a person barred from rooms under the other number."""
    rooms = yield "SELECT code, barred FROM room WHERE barred <> '[]'", ()
    for code, body in rooms:
        barred = msgspec.json.decode(body, type=tuple[int, ...])
        if goes in barred:
            numbers = sorted({stays if number == goes else number for number in barred})
            yield (
                "UPDATE room SET barred = ? WHERE code = ?",
                (msgspec.json.encode(numbers).decode(), code),
            )


def _remove(person: int) -> Steps[None]:
    """Remove a person to whom nothing else refers any more."""
    for table in ("rating", "rating_change"):
        yield f"DELETE FROM {table} WHERE subject = ?", (person_subject(person),)
    for table in _OWN:
        yield f"DELETE FROM {table} WHERE person = ?", (person,)
    yield "DELETE FROM pack WHERE owner = ?", (person,)
    yield (
        "DELETE FROM pack_file WHERE digest NOT IN (SELECT digest FROM pack) AND digest NOT IN"
        " (SELECT pack FROM game)",
        (),
    )
    yield "DELETE FROM person WHERE id = ?", (person,)
