"""Quick pairing: people who look for the same game are put together at a table.

A person who looks has a ticket that their page renews. Every look tries to pair, in one
transaction, on whichever node it arrives: so nobody gets two games or depends on a single node.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from dogfight.core.registry import AnyGame, load, names
from dogfight.match import draws
from dogfight.server import logs, messages
from dogfight.server.codes import new_code
from dogfight.server.people.groups import group_options, group_words, player_count
from dogfight.server.refusals import Refused
from dogfight.server.settings import SystemSources
from dogfight.server.storage.ledger import Person, PlayerRow, RoomRow
from dogfight.server.storage.pairing_rows import Laid, PairingRows, Ticket
from dogfight.server.tables.table_manager import TableManager

CLOCKS = (60, 300, 86_400)
"""The seconds for a decision that can be looked for; few, so that people meet."""
_SLOW_SECONDS = 86_400
"""With so much time nobody has to be there when the game begins."""
_QUICK_MS, _SLOW_MS = 60_000, 7 * 86_400_000
"""For how long a ticket is good without another look."""
_HOUR_MS, _DAY_MS = 3_600_000, 86_400_000
_FEWEST = 3
"""An estimate from fewer people would be a guess."""


class Pool(NamedTuple):
    """Those who look for the same: a game, a group of it by its number, a clock."""

    game: str
    group: int
    time_limit: int

    @property
    def name(self) -> str:
        return f"{self.game}/{self.group}/{self.time_limit}"

    @classmethod
    def named(cls, name: str) -> Pool:
        game, group, time_limit = name.split("/")
        return cls(game, int(group), int(time_limit))

    @property
    def is_slow(self) -> bool:
        return self.time_limit >= _SLOW_SECONDS

    @property
    def lease_ms(self) -> int:
        return _SLOW_MS if self.is_slow else _QUICK_MS


def estimated_wait(arrivals: Sequence[int], missing: int, now: int) -> int | None:
    """The seconds until so many more people have come, at the pace at which people came lately.

    Those who gave up count as well, so long waits are not left out. None: too few came to tell.
    """
    for window in (_HOUR_MS, _DAY_MS):
        count = sum(now - at <= window for at in arrivals)
        if count >= _FEWEST:
            return math.ceil(missing * window / 1000 / count)
    return None


class Pairing:
    """Puts those who look for the same game together."""

    def __init__(self, rows: PairingRows, tables: TableManager, sources: SystemSources) -> None:
        self._rows = rows
        self._tables = tables
        self._sources = sources
        self._pruned = 0

    async def state(self, person: Person) -> messages.PairingState:
        """What a person looks for, and where others wait."""
        now = self._sources.ms()
        ticket = await self._rows.ticket(person.id)
        waiting = await self._rows.waiting(now)
        pools = tuple(
            messages.PoolInfo(pool.game, pool.group, pool.time_limit, count, _needed(pool))
            for name, count in sorted(waiting.items())
            if (pool := Pool.named(name)).game in names()
        )
        if ticket is None or ticket.until <= now:
            return messages.PairingState("none", pools)
        pool = Pool.named(ticket.pool)
        count = waiting.get(ticket.pool, 0)
        looking = messages.Looking(
            game=pool.game,
            group=pool.group,
            time_limit_s=pool.time_limit,
            since=ticket.since,
            here=count,
            needed=_needed(pool),
            estimate_s=await self._estimate(ticket, max(0, _needed(pool) - count), now),
            code=ticket.code,
        )
        return messages.PairingState("paired" if ticket.code else "waiting", pools, looking)

    async def look(self, person: Person, body: messages.LookBody) -> messages.PairingState:
        """Look for others, or go on looking, and pair all who can be paired."""
        pool = self._pool(body)
        now = self._sources.ms()
        before = await self._rows.ticket(person.id)
        if before is None or before.until <= now:
            await self._tables.check_room_for(person)
        elif before.code and await self._has_ended(before.code):
            await self._rows.stop(person.id)
        ticket = await self._rows.look(person.id, pool.name, now, now + pool.lease_ms)
        if not ticket.code:
            await self._pair(pool, now)
        await self._prune(now)
        return await self.state(person)

    async def stop(self, person: Person) -> None:
        """Look no more."""
        await self._rows.stop(person.id)

    def _pool(self, body: messages.LookBody) -> Pool:
        if body.game not in names():
            raise Refused("unknown", f"expected a game out of {', '.join(names())}")
        if body.time_limit_s not in CLOCKS:
            times = ", ".join(map(str, CLOCKS))
            raise Refused(
                "unfit", f"expected {times} seconds for a decision, got {body.time_limit_s}"
            )
        pool = Pool(body.game, body.group, body.time_limit_s)
        if group_options(load(pool.game), pool.group) is None:
            most = len(load(pool.game).manifest.groups) - 1
            raise Refused("unfit", f"expected a group from 0 to {most}, got {pool.group}")
        return pool

    async def _has_ended(self, code: str) -> bool:
        return (await self._tables.table(code)).row.status == "over"

    async def _pair(self, pool: Pool, now: int) -> None:
        """Pair while enough people wait, each time those who have waited longest."""
        count = _needed(pool)
        while (await self._rows.waiting(now)).get(pool.name, 0) >= count:
            code = await self._rows.pair(
                pool.name, count, now, lambda people: self._laid(pool, people)
            )
            if not code:
                return
            logs.info("people_paired", table=code, game=pool.game)
            await self._tables.table(code)

    def _laid(self, pool: Pool, people: Sequence[int]) -> Laid:
        """A table with these people in seats by chance; in a room they say first that they are
        there, unless there is so much time that they need not be.
        """
        game = load(pool.game)
        options = group_options(game, pool.group)
        assert options is not None
        row = self._tables.blank_row(game, options, people[0])
        row.code = new_code(self._sources)
        row.time_limit = pool.time_limit
        row.seed_commitment = draws.commitment(row.code, row.game, row.rules, row.seed)
        seated = self._shuffled(people)
        players = [PlayerRow(row.code, n, person) for n, person in enumerate(seated)]
        return Laid(row, players, None if pool.is_slow else RoomRow())

    def _shuffled(self, people: Sequence[int]) -> list[int]:
        return sorted(people, key=lambda _: self._sources.entropy(8))

    async def _estimate(self, ticket: Ticket, missing: int, now: int) -> int | None:
        if ticket.code or not missing:
            return 0
        arrivals = await self._rows.arrivals(ticket.pool, ticket.person, now - _DAY_MS)
        return estimated_wait(arrivals, missing, now)

    async def _prune(self, now: int) -> None:
        if now - self._pruned > _HOUR_MS:
            self._pruned = now
            await self._rows.forget_arrivals(now - _DAY_MS)


def _needed(pool: Pool) -> int:
    """How many people a group has."""
    game = load(pool.game)
    options = group_options(game, pool.group)
    return player_count(game.seats(options)) if options is not None else 0


def groups_of(game: AnyGame) -> tuple[messages.GroupInfo, ...]:
    """The groups that can be looked for in a game."""
    infos = []
    for number in range(len(game.manifest.groups)):
        options = group_options(game, number)
        assert options is not None
        seats = game.seats(options)
        infos.append(messages.GroupInfo(player_count(seats), group_words(seats)))
    return tuple(infos)
