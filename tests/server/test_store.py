"""The writer: batches are durable, one bad job spoils no other, and a key is won once."""

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from harness import command, serving
from toygame import ToyGame

from dogfight.client import Client
from dogfight.core.fair import check_draws
from dogfight.core.record import parse, verify
from dogfight.server.storage.audit import audit
from dogfight.server.storage.ledger import GameRow, Ledger, Logged, PlayerRow
from dogfight.server.storage.store import FILE, SCHEMA, UPGRADES, StorageFailed, Store


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


OLD = Path(__file__).with_name("schema1.sql")
OLD_GAMES = ("DOVE-NWSF", "GREBE-7AA6")
OLD_COOKIES = {
    "Ana": "F-fA8ktryaV4UyPyFC0BwSmjAw8z5r7paYbN41h7dz4",
    "Ben": "3NhOIpe-I5j5dHY1LQ116HApG-DFQkDvGoHAiO2SkII",
}


def old_file(folder: Path) -> Path:
    """A database of schema 1 with a game in the middle of play and a finished one."""
    folder.mkdir(exist_ok=True)
    db = apsw.Connection(str(folder / FILE))
    db.execute(OLD.read_text())
    db.close()
    return folder / FILE


def layout(path: Path) -> dict[str, set[tuple[str, str, int, int]]]:
    """Tables with the names and types of their columns, whether they must be given, and their place in the key."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = [str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema ORDER BY name")]
    found = {
        name: {(row[1], row[2], row[3], row[5]) for row in db.execute("SELECT * FROM pragma_table_xinfo(?)", (name,))}
        for name in names
    }
    db.close()
    return found


def test_a_file_of_the_first_release_is_laid_out_like_a_new_one(tmp_path: Path) -> None:
    Store(tmp_path / "new").close()
    path = old_file(tmp_path / "old")
    assert layout(path) != layout(tmp_path / "new" / FILE)
    assert any("`dogfight serve` brings it up to date" in fault for fault in audit(path).faults)
    before = apsw.Connection(str(path))
    entries = list(before.execute("SELECT * FROM entry ORDER BY code, seq"))
    before.close()
    one = Store(tmp_path / "old")
    assert one.read("SELECT * FROM entry ORDER BY code, seq") == entries and len(entries) == 15
    one.close()
    assert layout(path) == layout(tmp_path / "new" / FILE)
    found = audit(path)
    assert (found.games, found.entries) == (2, 15)
    kept = apsw.Connection(str(path.with_name(FILE + ".schema1")), flags=apsw.SQLITE_OPEN_READONLY)
    assert kept.pragma("user_version") == 1
    kept.close()


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_file(tmp_path)
    before = layout(path)
    monkeypatch.setitem(UPGRADES, 2, "ALTER TABLE nowhere ADD COLUMN x;")
    with pytest.raises(apsw.SQLError):
        Store(tmp_path)
    assert layout(path) == before
    monkeypatch.undo()
    Store(tmp_path).close()
    assert layout(path) != before


def test_a_game_of_the_first_release_is_played_on_to_its_end(tmp_path: Path) -> None:
    """The sealed choice, the draft and the talk are there; the draws are the promised ones, before and after."""
    old_file(tmp_path / "data")
    live, over = OLD_GAMES
    with serving(tmp_path) as house, Client(house.url, "new") as ana, Client(house.url, "new") as ben:
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
                    found = table.turn()
                    if found is not None:
                        table.play(found.seat, found.legal[0].action)
        for code in (live, over):
            record = parse(ana.record(code))
            verify(ToyGame(), record)
            assert check_draws(ToyGame(), record) is not None
        assert {one.code for one in ana.tables()} == set(OLD_GAMES)
        audited = command("audit", "--data-dir", str(house.data), "--plugin", "toy")
        assert audited.returncode == 0, audited.stderr


def test_a_file_of_another_release_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    db = apsw.Connection(str(tmp_path / FILE))
    db.pragma("user_version", SCHEMA + 1)
    db.close()
    with pytest.raises(StorageFailed, match="schema"):
        Store(tmp_path)
