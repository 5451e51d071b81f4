"""The writer: batches are durable, one bad job spoils no other, and a key is won once."""

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from dogfight.server.ledger import GameRow, Ledger, Logged, PlayerRow
from dogfight.server.store import FILE, SCHEMA, StorageFailed, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    one = Store(tmp_path)
    yield one
    one.close()


def row() -> GameRow:
    return GameRow("LARK-2222", "toy", "1", "0", {}, b"s", "p", None, 0, 0, False, True)


async def test_the_file_keeps_its_promises(store: Store) -> None:
    modes = await store.write(
        lambda db: (db.pragma("journal_mode"), db.pragma("synchronous"), db.pragma("foreign_keys"))
    )
    assert modes == ("wal", 2, 1)


async def test_one_bad_job_spoils_no_other(store: Store) -> None:
    ledger = Ledger(store)

    def bad(db: apsw.Connection) -> None:
        db.execute("INSERT INTO person (name, created) VALUES ('ghost', 1)")
        db.execute("INSERT INTO nowhere VALUES (1)")

    jobs: list[Any] = [ledger.new_person(f"p{n}", bytes([n]), 1) for n in range(20)]
    jobs[10:10] = [store.write(bad)]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(done[10], StorageFailed) and sum(isinstance(one, Exception) for one in done) == 1
    assert store.read("SELECT count(*) FROM person")[0][0] == 20
    assert store.read("SELECT count(*) FROM person WHERE name = 'ghost'")[0][0] == 0


async def test_a_full_disk_refuses_and_recovers(store: Store) -> None:
    ledger = Ledger(store)
    pages = store.read("PRAGMA page_count")[0][0]
    await store.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchall())
    with pytest.raises(StorageFailed):
        await asyncio.gather(*(ledger.new_person("x" * 5000, n.to_bytes(4, "big"), 1) for n in range(200)))
    await store.write(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchall())
    assert (await ledger.new_person("y", b"new", 1)).name == "y"
    assert store.read("PRAGMA integrity_check") == [("ok",)]


async def test_only_one_of_two_appends_wins(store: Store) -> None:
    ledger = Ledger(store)
    await ledger.new_game(row(), [PlayerRow("LARK-2222", 0)], [])
    after = dataclasses.replace(row(), head=1)
    entries = [Logged(1, f"1/{n}", 1, "{}", b"h") for n in range(5)]
    won = await asyncio.gather(*(ledger.append(after, one, ()) for one in entries))
    assert sum(won) == 1 and len(ledger.entries("LARK-2222")) == 1
    again = await ledger.append(dataclasses.replace(row(), head=2), Logged(2, "1/0", 1, "{}", b"h"), ())
    assert again == (not won[0]), "the same command is not written twice"


async def test_a_cancelled_wait_does_not_disturb_the_writer(store: Store) -> None:
    task = asyncio.ensure_future(store.write(lambda db: db.changes()))
    await asyncio.sleep(0)
    task.cancel()
    assert await store.write(lambda _: 7) == 7


def test_a_file_of_another_release_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    db = apsw.Connection(str(tmp_path / FILE))
    db.pragma("user_version", SCHEMA + 1)
    db.close()
    with pytest.raises(StorageFailed, match="schema"):
        Store(tmp_path)
