"""What is SQLite's own: how the file keeps its promises, and files of earlier releases."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import apsw
import pytest
from databases import old_file
from harness import command, serving
from toygame import ToyGame

from dogfight.client import Client
from dogfight.match.draws import check_draws
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.server.storage.audit import Findings, audit
from dogfight.server.storage.ledger import Ledger
from dogfight.server.storage.opening import reading
from dogfight.server.storage.sqlite import FILE, SqliteStore
from dogfight.server.storage.store import UPGRADES, Job, Row, Steps, StorageFailed


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    sqlite_store = SqliteStore(tmp_path)
    yield sqlite_store
    await sqlite_store.close()


def statement(sql: str) -> Job[list[Row]]:
    def job() -> Steps[list[Row]]:
        return (yield sql, ())

    return job


async def test_sqlite_file_is_durable_and_checks_foreign_keys(store: SqliteStore) -> None:
    modes = [
        (await store.write(statement(f"PRAGMA {name}")))[0][0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    assert modes == ["wal", 2, 1]


async def test_a_full_disk_refuses_and_recovers(store: SqliteStore) -> None:
    ledger = Ledger(store)
    pages = (await store.read("PRAGMA page_count"))[0][0]
    await store.write(statement(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StorageFailed):
        await asyncio.gather(
            *(ledger.new_person("x" * 5000, n.to_bytes(4, "big"), 1) for n in range(200))
        )
    await store.write(statement("PRAGMA max_page_count = 1000000"))
    assert (await ledger.new_person("y", b"new", 1)).name == "y"
    assert await store.integrity_errors() == []


async def test_foreign_write_lock_delays_only_the_writer(store: SqliteStore) -> None:
    other = apsw.Connection(str(store.path))
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.ensure_future(Ledger(store).new_person("Ana", b"ana", 1))
    await asyncio.sleep(0.2)
    assert not writing.done()
    other.execute("ROLLBACK")
    assert (await writing).name == "Ana"
    other.close()


async def test_a_busy_event_loop_keeps_nothing_from_being_stored(store: SqliteStore) -> None:
    writing = asyncio.ensure_future(Ledger(store).new_person("Ana", b"ana", 1))
    await asyncio.sleep(0)
    other, end = apsw.Connection(str(store.path)), time.monotonic() + 10
    while not list(other.execute("SELECT id FROM person")):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert list(other.execute("SELECT id FROM person")) == [((await writing).id,)]
    other.close()


async def test_queued_writes_are_stored_before_the_file_closes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    ledger = Ledger(store)
    writing = [asyncio.ensure_future(ledger.new_person(str(n), b"%d" % n, 1)) for n in range(600)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writing)
    async with reading(str(tmp_path)) as result:
        assert await result.read("SELECT count(*) FROM person") == [(600,)]


OLD_GAMES = ("DOVE-NWSF", "GREBE-7AA6")
OLD_COOKIES = {
    "Ana": "F-fA8ktryaV4UyPyFC0BwSmjAw8z5r7paYbN41h7dz4",
    "Ben": "3NhOIpe-I5j5dHY1LQ116HApG-DFQkDvGoHAiO2SkII",
}


def layout(path: Path) -> dict[str, set[tuple[str, str, int, int]]]:
    """Tables with the names and types of their columns, whether they must be given, and their
    place in the key.
    """
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = [str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema ORDER BY name")]
    result = {
        name: {
            (row[1], row[2], row[3], row[5])
            for row in db.execute("SELECT * FROM pragma_table_xinfo(?)", (name,))
        }
        for name in names
    }
    db.close()
    return result


async def audited(path: Path) -> Findings:
    async with reading(str(path)) as reader:
        return await audit(reader)


async def test_a_file_of_the_first_release_is_laid_out_like_a_new_one(tmp_path: Path) -> None:
    await SqliteStore(tmp_path / "new").close()
    path = old_file(tmp_path / "old")
    assert layout(path) != layout(tmp_path / "new" / FILE)
    assert any(
        "`dogfight serve` brings it up to date" in fault for fault in (await audited(path)).faults
    )
    before = apsw.Connection(str(path))
    entries = list(before.execute("SELECT * FROM entry ORDER BY code, seq"))
    before.close()
    sqlite_store = SqliteStore(tmp_path / "old")
    assert (
        await sqlite_store.read("SELECT * FROM entry ORDER BY code, seq") == entries
        and len(entries) == 15
    )
    await sqlite_store.close()
    assert layout(path) == layout(tmp_path / "new" / FILE)
    result = await audited(path)
    assert (result.games, result.entries) == (2, 15)
    kept = apsw.Connection(str(path.with_name(FILE + ".schema1")), flags=apsw.SQLITE_OPEN_READONLY)
    assert kept.pragma("user_version") == 1
    kept.close()


async def test_an_upgrade_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_file(tmp_path)
    before = layout(path)
    monkeypatch.setitem(UPGRADES, 2, "ALTER TABLE nowhere ADD COLUMN x;")
    with pytest.raises(apsw.SQLError):
        SqliteStore(tmp_path)
    assert layout(path) == before
    monkeypatch.undo()
    await SqliteStore(tmp_path).close()
    assert layout(path) != before


def test_a_game_of_the_first_release_is_played_on_to_its_end(tmp_path: Path) -> None:
    """The sealed choice, the draft and the talk are there; the draws are the promised ones,
    before and after.
    """
    old_file(tmp_path / "data")
    live, over = OLD_GAMES
    with (
        serving(tmp_path) as server,
        Client(server.url, "new") as ana,
        Client(server.url, "new") as ben,
    ):
        for person, name in ((ana, "Ana"), (ben, "Ben")):
            person.http.cookies.set("dogfight", OLD_COOKIES[name], domain="127.0.0.1", path="/")
        with ana.join(live) as hers, ben.join(live) as his:
            assert [line.text for line in his.chat] == ["see you"]
            view = his.wait_for_turn()
            assert view is not None and view.message is not None and view.message.draft is not None
            assert view.message.draft.actions == (2,) and hers.turn() is None
            his.play(1, 2)
            while not his.over:
                for table in (hers, his):
                    table.pump(0.05)
                    result = table.turn()
                    if result is not None:
                        table.play(result.seat, result.legal[0].action)
        for code in (live, over):
            record = parse(ana.record(code))
            verify(ToyGame(), record)
            assert check_draws(ToyGame(), record) is not None
        assert {item.code for item in ana.tables()} == set(OLD_GAMES)
        audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
        assert audited.returncode == 0, audited.stderr
