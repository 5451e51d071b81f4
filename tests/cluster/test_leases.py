"""Who minds what: leases are written apart from all else, and what nobody minds goes where it is
wanted first.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from databases import Postgres

from dogfight.server.nodes.leases import LEASE_MS, DatabaseLeases
from dogfight.server.storage.ledger import GameRow, Ledger, PlayerRow
from dogfight.server.storage.postgres import PostgresStore
from dogfight.server.storage.store import Steps, StorageFailed


@pytest.fixture
async def store(postgres: Postgres) -> AsyncIterator[PostgresStore]:
    item = await PostgresStore.open(await postgres.new(), shared=True)
    yield item
    await item.close()


def row(code: str, changed: int) -> GameRow:
    """A game in play whose node is gone, with a bot to move."""
    laid = GameRow(code, "toy", "1", "0", {"rounds": 3}, b"seed", "p", None, 5, 0, False, True)
    laid.status, laid.bot_due, laid.owner_node, laid.changed = "live", True, 7, changed
    return laid


def asleep(seconds: float) -> Steps[None]:
    yield f"SELECT pg_sleep({seconds})", ()


async def test_a_lease_waits_for_nothing_else_that_is_written(store: PostgresStore) -> None:
    leases = DatabaseLeases(store, "1")
    await leases.register()
    first = leases.node
    long = asyncio.ensure_future(store.write(lambda: asleep(1.5 * LEASE_MS / 1000)))
    while not long.done():
        await leases.beat((), 0)
        await asyncio.sleep(0.1)
    assert leases.node == first, "it has not run out"
    await long


async def test_a_connection_that_does_not_answer_in_time_is_given_up(store: PostgresStore) -> None:
    with pytest.raises(StorageFailed):
        await store.write_apart(lambda: asleep(60), 0.2)
    await store.write_apart(lambda: asleep(0), 5)


async def test_unowned_tables_go_to_loaded_node_then_to_free_capacity(
    store: PostgresStore,
) -> None:
    ledger = Ledger(store)
    ana = await ledger.new_person("Ana", b"a", 1)
    for n, code in enumerate(("LARK-2222", "LARK-3333", "LARK-4444", "LARK-5555", "LARK-6666")):
        people = [PlayerRow(code, 0, ana.id)] if code in ("LARK-2222", "LARK-3333") else []
        await ledger.new_game(row(code, n), [*people, PlayerRow(code, 1, None, "", "random")], [])
    item, other = DatabaseLeases(store, "1"), DatabaseLeases(store, "1")
    for leases in (item, other):
        await leases.register()

    async def claimed(leases: DatabaseLeases, here: tuple[str, ...], room: int) -> list[str]:
        return [claim.code for claim in await leases.beat(here, room)]

    assert await claimed(item, ("LARK-4444",), 9) == ["LARK-4444"]
    assert await claimed(other, ("LARK-5555",), 9) == ["LARK-5555"], (
        "what others have in memory was left to them"
    )
    assert await claimed(item, (), 0) == [], "there is no room"
    assert await claimed(item, (), 2) == [
        "LARK-3333",
        "LARK-2222",
    ], "where people play, and lately, first"
    assert await claimed(other, (), 9) == ["LARK-6666"]
    assert await claimed(item, (), 9) == await claimed(other, (), 9) == []
