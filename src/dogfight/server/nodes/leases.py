"""Which node minds which table's clock and bots, and what time it is: both by the word of the
database.

A node has one lease, which it renews all the time; a table is kept by the node that its row names,
for as long as that node's lease runs. So nothing is written for a single table, and what a dead
node has kept is free when its lease ends. To do something twice is harmless: the second attempt
finds the table changed.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dogfight.server.storage.store import Steps, StorageFailed

if TYPE_CHECKING:
    from dogfight.server.storage.postgres import PostgresStore

PROTOCOL = 2
"""Raised whenever nodes of this release cannot work beside those of the one before."""
LEASE_MS = 2000
"""A node that has not renewed its lease for so long is taken for dead; a game may stand still for
five seconds then, in which others must notice, load its table, and think for its bots.
"""
BEAT_SECONDS = 0.5
_FORGET_MS = 3600 * 1000
_LOOK = 500
"""So many free tables are looked at, at once."""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"


@dataclass(frozen=True, slots=True)
class Claim:
    """A table that this node minds from now on, because nobody else did."""

    code: str
    deadline: int | None
    bot_due: bool


class Leases(ABC):
    """Who minds what."""

    alone: bool
    """Whether there can be no other node."""
    node: int = 0
    """The number of this node; another one whenever its lease had run out."""
    live: frozenset[int] = frozenset()
    """The nodes whose leases ran when we last looked, this one among them."""

    def owner_node(self, before: int, opened: bool) -> int:
        """Return the owner node of a table after a change: the node that opens a question keeps
        it while it is open.
        """
        return before if before in self.live and not opened else self.node

    def keeps(self, owner_node: int) -> bool:
        """Whether this node minds a table with this keeper."""
        return self.alone or owner_node == self.node

    @abstractmethod
    async def beat(self, here: Container[str], room: int) -> list[Claim]:
        """Renew the lease; what was nobody's and is ours now, the most urgent first.

        Whatever is here, in memory, is ours at once. What is not may be at another node, where its
        people have gone, so it is left to that until the next beat; then so many tables are taken
        for which there is room.
        """

    @abstractmethod
    async def now(self) -> int | None:
        """The time in milliseconds by which all nodes go; None: by one's own."""

    @abstractmethod
    async def end(self) -> None:
        """Give the lease back."""


class OneServer(Leases):
    """The leases of a server that has its database for itself: everything is its own."""

    alone = True

    async def beat(self, _here: Container[str], _room: int) -> list[Claim]:
        return []

    async def now(self) -> int | None:
        return None

    async def end(self) -> None: ...


class DatabaseLeases(Leases):
    """Leases as rows of a PostgreSQL database. They are written apart from all else: a node that
    has much to store is not dead, and games would go from hand to hand if others took it for that.
    """

    alone = False

    def __init__(self, store: PostgresStore, release: str) -> None:
        self._store = store
        self._release = release
        self._free: frozenset[str] = frozenset()
        """The tables that were nobody's at the last beat."""

    async def register(self) -> None:
        """Take a lease; refused beside nodes that work in another way."""
        self.node = await self._store.write_apart(self._register, LEASE_MS / 1000)

    async def beat(self, here: Container[str], room: int) -> list[Claim]:
        def job() -> Steps[tuple[list[Claim], int, frozenset[int], frozenset[str]]]:
            node, live = yield from self._renew()
            free = yield from _free(live)
            texts = [code for code in free if code in here]
            texts += [code for code in free if code not in here and code in self._free][
                : max(0, room)
            ]
            claims = (yield from _claimed(node, live, texts)) if texts else []
            return claims, node, frozenset(live), frozenset(free)

        claims, self.node, self.live, self._free = await self._store.write_apart(
            job, LEASE_MS / 1000
        )
        return claims

    def _renew(self) -> Steps[tuple[int, list[int]]]:
        """This node's number, and all that are alive."""
        renew = f"UPDATE node SET until = {_NOW} + ? WHERE id = ? AND until > {_NOW} RETURNING id"
        node = self.node
        if not (yield renew, (LEASE_MS, node)):
            node = yield from self._register()
        pairs = yield f"SELECT id FROM node WHERE until > {_NOW}", ()
        return node, sorted({node, *(int(row[0]) for row in pairs)})

    def _register(self) -> Steps[int]:
        """A new lease, under a number that no node has had; none beside nodes that work in
        another way.
        """
        yield "SELECT schema FROM meta FOR UPDATE", ()
        other = yield (
            f"SELECT protocol, release FROM node WHERE until > {_NOW} AND protocol <> ?",
            (PROTOCOL,),
        )
        if other:
            raise StorageFailed(
                f"{self._store.name}: expected nodes of protocol {PROTOCOL}, like this one, beside"
                f" it; there is one of protocol {other[0][0]} (release {other[0][1]}): end those of"
                " the other release first"
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

        await self._store.write_apart(job, LEASE_MS / 1000)


def _free(live: list[int]) -> Steps[list[str]]:
    """Tables with a clock or a bot that no living node minds: with people first, then those that
    were played last.
    """
    people = (
        "EXISTS (SELECT 1 FROM player WHERE player.code = game.code AND player.person IS NOT NULL)"
    )
    rows = yield (
        (
            "SELECT code FROM game WHERE (bot_due = 1 OR deadline IS NOT NULL) AND owner_node NOT"
            f" IN ({_marks(live)}) ORDER BY {people} DESC, changed DESC LIMIT {_LOOK}"
        ),
        live,
    )
    return [str(row[0]) for row in rows]


def _claimed(node: int, live: list[int], texts: list[str]) -> Steps[list[Claim]]:
    """Mind those of some tables that nobody has claimed or locked meanwhile."""
    free = f"code IN ({_marks(texts)}) AND owner_node NOT IN ({_marks(live)})"
    rows = yield (
        (
            f"UPDATE game SET owner_node = ? WHERE code IN (SELECT code FROM game WHERE {free} FOR"
            " UPDATE SKIP LOCKED) RETURNING code, coalesce(locks, deadline), bot_due"
        ),
        (node, *texts, *live),
    )
    claims = {
        str(code): Claim(str(code), deadline, bool(bot_due)) for code, deadline, bot_due in rows
    }
    return [claims[code] for code in texts if code in claims]


def _marks(items: Sequence[object]) -> str:
    return ", ".join("?" * len(items))
