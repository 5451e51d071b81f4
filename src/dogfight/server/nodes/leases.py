"""Which node minds which table's clock and bots, and what time it is: both by the word of the database.

A node has one lease, which it renews all the time; a table is kept by the node that its row names, for as long as that
node's lease runs. So nothing is written for a single table, and what a dead node has kept is free when its lease ends.
To do something twice is harmless: whoever is second finds the table changed.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass

from dogfight.server.storage.store import Steps, StorageFailed, Store

PROTOCOL = 1
"""Raised whenever nodes of this release cannot work beside those of the one before."""
LEASE_MS = 2000
"""A node that has not renewed its lease for so long is taken for dead; a game may stand still for five seconds then,
in which others must notice, load its table, and think for its bots."""
BEAT_SECONDS = 0.5
_FORGET_MS = 3600 * 1000
_CLAIMS = 100
"""So many tables are taken over at once."""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_LAST = "~"
"""The key that comes after all codes: rows that others have locked are passed over, so this waits for nobody."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A table that this node minds from now on, because nobody else did."""

    code: str
    deadline: int | None
    due: bool


class Leases(ABC):
    """Who minds what."""

    alone: bool
    """Whether there can be no other node."""
    node: int = 0
    """The number of this node; another one whenever its lease had run out."""
    live: frozenset[int] = frozenset()
    """The nodes whose leases ran when we last looked, this one among them."""

    def keeper(self, before: int, opened: bool) -> int:
        """Who minds a table after a change: whoever opens a question, and while it is open the same node."""
        return before if before in self.live and not opened else self.node

    def keeps(self, keeper: int) -> bool:
        """Whether this node minds a table with this keeper."""
        return self.alone or keeper == self.node

    @abstractmethod
    async def beat(self) -> list[Claim]:
        """Renew the lease; what was nobody's and is ours now."""

    @abstractmethod
    async def now(self) -> int | None:
        """The time in milliseconds by which all nodes go; None: by one's own."""

    @abstractmethod
    async def end(self) -> None:
        """Give the lease back."""


class OneServer(Leases):
    """The leases of a server that has its database for itself: everything is its own."""

    alone = True

    async def beat(self) -> list[Claim]:
        return []

    async def now(self) -> int | None:
        return None

    async def end(self) -> None: ...


class DatabaseLeases(Leases):
    """Leases as rows of a PostgreSQL database."""

    alone = False

    def __init__(self, store: Store, release: str) -> None:
        self._store = store
        self._release = release

    async def register(self) -> None:
        """Take a lease; refused beside nodes that work in another way."""
        self.node = await self._store.write(self._register, _LAST)

    async def beat(self) -> list[Claim]:
        claims, node, live = await self._store.write(self._beat, _LAST)
        self.node, self.live = node, live
        return claims

    def _beat(self) -> Steps[tuple[list[Claim], int, frozenset[int]]]:
        renew = f"UPDATE node SET until = {_NOW} + ? WHERE id = ? AND until > {_NOW} RETURNING id"
        node = self.node
        if not (yield renew, (LEASE_MS, node)):
            node = yield from self._register()
        found = yield f"SELECT id FROM node WHERE until > {_NOW}", ()
        live = sorted({node, *(int(row[0]) for row in found)})
        claim = (
            "UPDATE game SET keeper = ? WHERE code IN (SELECT code FROM game WHERE (due = 1 OR deadline IS NOT NULL)"
            f" AND keeper NOT IN ({', '.join('?' * len(live))}) LIMIT {_CLAIMS} FOR UPDATE SKIP LOCKED)"
            " RETURNING code, deadline, due"
        )
        claimed = yield claim, (node, *live)
        return [Claim(str(code), deadline, bool(due)) for code, deadline, due in claimed], node, frozenset(live)

    def _register(self) -> Steps[int]:
        """A new lease, under a number that no node has had; none beside nodes that work in another way."""
        yield "SELECT schema FROM meta FOR UPDATE", ()
        other = yield f"SELECT protocol, release FROM node WHERE until > {_NOW} AND protocol <> ?", (PROTOCOL,)
        if other:
            raise StorageFailed(
                f"{self._store.name}: expected nodes of protocol {PROTOCOL}, like this one, beside it; there is one of"
                f" protocol {other[0][0]} (release {other[0][1]}): end those of the other release first"
            )
        yield f"DELETE FROM node WHERE until < {_NOW} - ?", (_FORGET_MS,)
        node = secrets.randbits(53) | 1
        sql = f"INSERT INTO node (id, protocol, release, until) VALUES (?, ?, ?, {_NOW} + ?)"
        yield sql, (node, PROTOCOL, self._release, LEASE_MS)
        return node

    async def now(self) -> int | None:
        return int((await self._store.read(f"SELECT {_NOW}"))[0][0])

    async def end(self) -> None:
        node, self.node = self.node, 0

        def job() -> Steps[None]:
            yield "DELETE FROM node WHERE id = ?", (node,)

        await self._store.write(job, _LAST)
