"""Who looks for people to play with, as it is stored; every pairing is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dogfight.server.storage.ledger import GameRow, PlayerRow, RoomRow, lay_table
from dogfight.server.storage.store import Reader, Row, Steps

MUTEX = "UPDATE mutex SET count = count + 1 WHERE id = 0"
"""Makes every other job that begins so wait, on whichever node, until this one is stored."""
_TICKET = "SELECT person, pool, since, until, code FROM ticket"


class Ticket(NamedTuple):
    """A person who looks for others, until their page falls silent; `code` is their table."""

    person: int
    pool: str
    since: int
    until: int
    code: str


class Laid(NamedTuple):
    """A table for those who were paired."""

    row: GameRow
    players: list[PlayerRow]
    room: RoomRow | None


class PairingRows:
    """The rows of pairing in whichever database."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    async def ticket(self, person: int) -> Ticket | None:
        rows = await self._store.read(f"{_TICKET} WHERE person = ?", (person,))
        return Ticket(*rows[0]) if rows else None

    async def look(self, person: int, pool: str, now: int, until: int) -> Ticket:
        """Look for others in a pool, or go on looking; a table that was just found stays found."""

        def job() -> Steps[Ticket]:
            sql = (
                "INSERT INTO ticket (person, pool, since, until, code) VALUES (?, ?, ?, ?, '')"
                " ON CONFLICT (person) DO UPDATE SET since = CASE WHEN ticket.pool = excluded.pool"
                " AND ticket.until > ? THEN ticket.since ELSE excluded.since END,"
                " pool = excluded.pool, until = excluded.until, code = ''"
                " WHERE ticket.code = '' OR ticket.until <= ?"
            )
            yield sql, (person, pool, now, until, now, now)
            rows = yield f"{_TICKET} WHERE person = ?", (person,)
            ticket = Ticket(*rows[0])
            if ticket.since == now and not ticket.code:
                yield (
                    "INSERT INTO arrival (pool, person, at) VALUES (?, ?, ?) ON CONFLICT (pool,"
                    " person) DO UPDATE SET at = excluded.at",
                    (pool, person, now),
                )
            return ticket

        return await self._store.write(job)

    async def stop(self, person: int) -> None:
        """Look no more, and forget the table that was found."""

        def job() -> Steps[None]:
            yield "DELETE FROM ticket WHERE person = ?", (person,)

        await self._store.write(job)

    async def waiting(self, now: int) -> dict[str, int]:
        """How many look in every pool."""
        rows = await self._store.read(
            "SELECT pool, count(*) FROM ticket WHERE code = '' AND until > ? GROUP BY pool", (now,)
        )
        return {str(pool): int(count) for pool, count in rows}

    async def arrivals(self, pool: str, person: int, since: int) -> list[int]:
        """When others came to a pool last."""
        rows = await self._store.read(
            "SELECT at FROM arrival WHERE pool = ? AND person <> ? AND at >= ?",
            (pool, person, since),
        )
        return [int(row[0]) for row in rows]

    async def forget_arrivals(self, before: int) -> None:
        """Forget who came long ago."""

        def job() -> Steps[None]:
            yield "DELETE FROM arrival WHERE at < ?", (before,)

        await self._store.write(job)

    async def pair(
        self, pool: str, count: int, now: int, lay: Callable[[Sequence[int]], Laid]
    ) -> str:
        """Give those who have waited longest in a pool a table, all of them or nobody; its code,
        or nothing where too few wait.
        """

        def job() -> Steps[str]:
            yield MUTEX, ()
            rows: list[Row] = yield (
                "SELECT person FROM ticket WHERE pool = ? AND code = '' AND until > ?"
                " ORDER BY since, person LIMIT ?",
                (pool, now, count),
            )
            if len(rows) < count:
                return ""
            people = [int(row[0]) for row in rows]
            laid = lay(people)
            code = laid.row.code
            taken = []
            for person in people:
                taken += yield (
                    "UPDATE ticket SET code = ? WHERE person = ? AND code = '' RETURNING person",
                    (code, person),
                )
            whole = len(taken) == count
            if whole and (yield from lay_table(laid.row, laid.players, room=laid.room)) == (
                "created"
            ):
                for person in people:  # who has a rating agrees that the game counts
                    yield (
                        "INSERT INTO agreement (code, person) SELECT ?, id FROM person WHERE id = ?"
                        " AND rated = 1",
                        (code, person),
                    )
                return code
            for (person,) in taken:  # a person left this very moment, or the code is taken
                yield "UPDATE ticket SET code = '' WHERE person = ?", (person,)
            return ""

        return await self._store.write(job)
