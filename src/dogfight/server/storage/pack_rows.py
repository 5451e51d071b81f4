"""Packs as they are stored: whose they are, who may see them, and the files that games use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dogfight.server.storage.store import Reader, Row, Steps

_PACK = "code, digest, owner, link_key, listed, removed, created"
_KEY = "packs"
"""What all changes of packs take turns by, so that nothing is counted twice."""
KeepOutcome = Literal["kept", "too_many_of_one", "too_many"]


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack as one file, the game it is of, and the digest that records name its data by."""

    digest: str
    game: str
    data: str
    body: bytes


@dataclass(frozen=True, slots=True)
class PackRow:
    """A pack that a person has uploaded."""

    code: str
    digest: str
    owner: int
    link_key: str
    listed: bool = False
    removed: bool = False
    """Whether its owner has removed it while games used it."""
    created: int = 0


def _pack_row(row: Row) -> PackRow:
    code, digest, owner, link_key, listed, removed, created = row
    return PackRow(code, digest, owner, link_key, bool(listed), bool(removed), created)


def put_pack_file(file: PackFile) -> Steps[None]:
    """Keep a file; one that is there already is held until this transaction has ended."""
    yield (
        "INSERT INTO pack_file (digest, game, data, body) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest",
        (file.digest, file.game, file.data, file.body),
    )


class PackRows:
    """The statements about packs."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    async def file(self, digest: str) -> PackFile | None:
        """The pack with this digest as one file."""
        rows = await self._store.read(
            "SELECT digest, game, data, body FROM pack_file WHERE digest = ?", (digest,)
        )
        if not rows:
            return None
        digest, game, data, body = rows[0]
        return PackFile(digest, game, data, bytes(body))

    async def pack(self, code: str) -> PackRow | None:
        """The pack with this code, unless it was removed."""
        rows = await self._store.read(
            f"SELECT {_PACK} FROM pack WHERE code = ? AND removed = 0", (code,)
        )
        return _pack_row(rows[0]) if rows else None

    async def visible_to(self, person: int, most: int) -> list[PackRow]:
        """The packs of a person, then those that others have listed, the newest first."""
        sql = (
            f"SELECT {_PACK} FROM pack WHERE removed = 0 AND (owner = ? OR listed = 1)"
            " ORDER BY CASE WHEN owner = ? THEN 0 ELSE 1 END, created DESC, code LIMIT ?"
        )
        rows = await self._store.read(sql, (person, person, most))
        return [_pack_row(row) for row in rows]

    async def with_data(self, game: str, data: str, person: int) -> str | None:
        """The digest of a pack with these data that a person may use: their own, one that is
        listed, or that of a table they sit at.
        """
        sql = (
            "SELECT digest FROM pack_file WHERE game = ? AND data = ? AND (digest IN (SELECT digest"
            " FROM pack WHERE removed = 0 AND (owner = ? OR listed = 1)) OR digest IN (SELECT pack"
            " FROM game JOIN player ON player.code = game.code WHERE player.person = ?))"
            " ORDER BY digest LIMIT 1"
        )
        rows = await self._store.read(sql, (game, data, person, person))
        return str(rows[0][0]) if rows else None

    async def keep(
        self, row: PackRow, file: PackFile, most_of_one: int, most: int
    ) -> tuple[KeepOutcome, PackRow]:
        """Keep a pack of a person; one that they have uploaded before is the same pack again."""

        def job() -> Steps[tuple[KeepOutcome, PackRow]]:
            own = yield (
                f"SELECT {_PACK} FROM pack WHERE owner = ? AND digest = ?",
                (row.owner, row.digest),
            )
            if own:
                yield (
                    "UPDATE pack SET removed = 0 WHERE owner = ? AND digest = ?",
                    (row.owner, row.digest),
                )
                return "kept", _pack_row((*own[0][:5], 0, own[0][6]))
            counted = yield "SELECT count(*) FROM pack WHERE owner = ?", (row.owner,)
            if counted[0][0] >= most_of_one:
                return "too_many_of_one", row
            counted = yield "SELECT count(*) FROM pack", ()
            if counted[0][0] >= most:
                return "too_many", row
            yield from put_pack_file(file)
            yield (
                f"INSERT INTO pack ({_PACK}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(row.code, row.digest, row.owner, row.link_key),
                    *(int(row.listed), int(row.removed), row.created),
                ),
            )
            return "kept", row

        return await self._store.write(job, _KEY)

    async def list(self, code: str, listed: bool) -> None:
        """Show a pack to everybody, or no longer."""

        def job() -> Steps[None]:
            yield "UPDATE pack SET listed = ? WHERE code = ?", (int(listed), code)

        await self._store.write(job, _KEY)

    async def remove(self, row: PackRow) -> None:
        """Forget a pack; one that games use is only hidden, for they need its files."""

        def job() -> Steps[None]:
            # Held first: a table that is laid with it meanwhile is seen by the next statement.
            yield "UPDATE pack_file SET digest = digest WHERE digest = ?", (row.digest,)
            if (yield "SELECT 1 FROM game WHERE pack = ? LIMIT 1", (row.digest,)):
                yield "UPDATE pack SET removed = 1, listed = 0 WHERE code = ?", (row.code,)
                return
            yield "DELETE FROM pack WHERE code = ?", (row.code,)
            yield (
                "DELETE FROM pack_file WHERE digest = ? AND digest NOT IN"
                " (SELECT digest FROM pack)",
                (row.digest,),
            )

        await self._store.write(job, _KEY)
