"""One damaged table is named and is nobody else's trouble: audits, copies, starts and lists go on
without it.

Every column of every kind of row is damaged in turn in several ways. The commands must end by
themselves, name the table where they notice something, and carry over every byte; a server must
start, list and play the other tables.
"""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import httpx
import msgspec
import pytest
from databases import Postgres
from harness import HERE, Line, Server, command, play_first, serving
from toygame import ToyGame

from dogfight.client import Client
from dogfight.core.registry import register
from dogfight.lessons.progress import Kept
from dogfight.server.app import ServerContext, make_app
from dogfight.server.nodes.leases import Claim
from dogfight.server.settings import Settings
from dogfight.server.storage.audit import Findings, audit
from dogfight.server.storage.copying import audited, back_up, copy_rows, migrate, restore
from dogfight.server.storage.damage import Damaged
from dogfight.server.storage.ledger import Ledger, Person
from dogfight.server.storage.opening import holding, reading
from dogfight.server.storage.sqlite import FILE, SqliteReader, SqliteStore
from dogfight.server.storage.store import TABLES
from dogfight.server.tables.records import Records

SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))
EVERY = 1 if SOAK else 5
"""Of so many damaged databases one is copied in every way, which takes longer than to audit it."""
TEXTS = (
    "'{'",
    "'[1, \"x\"]'",
    "''",
    "CAST(x'7bff00' AS TEXT)",
    "'zzz'",
    "'[999]'",
    "'{\"rounds\": -1}'",
)
NUMBERS = ("-1", "9223372036854775807", "99", "NULL")
BLOBS = ("x''", "x'ff00'", "NULL")
DAMAGE = {"TEXT": TEXTS, "INTEGER": NUMBERS, "BLOB": BLOBS}
UNMISTAKABLE = {
    ("game", "game"): ("'zzz'",),
    ("game", "options"): ("'{'", "'[1, \"x\"]'", "'{\"rounds\": -1}'", "CAST(x'7bff00' AS TEXT)"),
    ("game", "seed"): ("x''", "x'ff00'"),
    ("game", "seed_commitment"): ("'zzz'",),
    ("game", "status"): ("'zzz'", "''"),
    ("game", "head"): NUMBERS[:3],
    ("game", "waiting"): ("'{'", "'[1, \"x\"]'", "'[999]'"),
    ("game", "offer"): ("'{'",),
    ("game", "hints"): ("'zzz'",),
    ("game", "host"): ("99",),
    ("player", "player"): NUMBERS[:3],
    ("player", "person"): ("99",),
    ("player", "code"): ("'zzz'",),
    ("entry", "body"): TEXTS,
    ("entry", "hash"): ("x''", "x'ff00'"),
    ("entry", "seq"): NUMBERS[:3],
    ("entry", "code"): ("'zzz'",),
    ("draft", "body"): ("'{'", "''", "'zzz'"),
    ("draft", "seat"): NUMBERS[:3],
    ("standing_order", "setting"): ("'{'", "'zzz'"),
    ("standing_order", "seat"): NUMBERS[:3],
    ("nonce", "nonce"): ("'{'", "'zzz'"),
    ("chat", "n"): ("99",),
}
"""What an audit has to notice; other values may be as good as those before."""


def seen(findings: list[Findings]) -> Any:
    return lambda _, result: findings.append(result)


@pytest.fixture(autouse=True)
def toy(own_registry: None) -> None:
    """The game of the tables that are damaged, in this process."""
    register(ToyGame.manifest)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str, dict[str, str]]:
    """A database with a table to damage, which has a row of every kind, and another one; the
    cookies of its host.
    """
    folder = tmp_path_factory.mktemp("whole")
    with serving(folder) as server, Client(server.url, "Ana") as ana:
        codes = []
        for _ in range(2):
            made = ana.create("toy", {"rounds": 3}, ["me", "me"], listed=True).table
            codes.append(made.code)
            with ana.join(made.code) as table:
                table.say("hello")
                play_first(table, 3)
                table.wait_for_turn()
                seat = table.turn()
                assert seat is not None
                table.draft(seat.seat, 1, (1,), "a plan")
        ana.http.get("/api/lessons/biplanes/1")
        cookies = dict(ana.http.cookies)
    file = server.data / FILE
    with closing(apsw.Connection(str(file))) as db:
        for code in codes:
            db.execute(
                "INSERT INTO standing_order (code, seat, setting) VALUES (?, 0, 'always')", (code,)
            )
        person = next(db.execute("SELECT host FROM game"))[0]
        lesson = msgspec.json.encode(Kept()).decode()
        db.execute(
            "INSERT INTO lesson (person, game, number, body) VALUES (?, 'biplanes', 1, ?)",
            (person, lesson),
        )
    return file, codes[0], codes[1], cookies


def columns(file: Path) -> list[tuple[str, str, str]]:
    """Every column of every kind of row: table, name and type."""
    with closing(apsw.Connection(str(file))) as db:
        sql = "SELECT name, type FROM pragma_table_info(?)"
        return [
            (table, str(name), str(kind))
            for table in TABLES
            for name, kind in db.execute(sql, (table,))
        ]


def damage(file: Path, table: str, column: str, value: str, code: str) -> bool:
    """Damage one row of a table; whether the database lets it be."""
    key = {"session": "1 = 1", "person": "1 = 1", "lesson": "1 = 1"}.get(table, f"code = '{code}'")
    with closing(apsw.Connection(str(file))) as db:
        db.execute("PRAGMA foreign_keys=OFF")
        last = {"player": "player", "entry": "seq", "chat": "n"}.get(table)
        item = f" AND {last} = (SELECT max({last}) FROM {table} WHERE {key})" if last else ""
        try:
            db.execute(f"UPDATE {table} SET {column} = {value} WHERE {key}{item}")
        except apsw.Error:
            return False
        return db.changes() > 0


def dump(file: Path) -> list[bytes]:
    """Every row of a database as it is stored, in an order of its own."""
    with closing(sqlite3.connect(file)) as db:
        db.text_factory = bytes
        return sorted(
            repr((table, row)).encode()
            for table in TABLES
            for row in db.execute(f"SELECT * FROM {table}")
        )


def damages(file: Path) -> Iterator[tuple[str, str, str]]:
    """What is tried: in the long run everything, else for every column two kinds of damage."""
    for n, (table, column, kind) in enumerate(columns(file)):
        values = DAMAGE[kind]
        clear = UNMISTAKABLE.get((table, column), ())
        few = {values[n % len(values)], *((clear[n % len(clear)],) if clear else (values[n % 2],))}
        for value in values if SOAK else sorted(few):
            yield table, column, value


async def test_any_damage_is_named_and_every_byte_is_copied(
    whole: tuple[Path, str, str, dict[str, str]], tmp_path: Path
) -> None:
    file, bad, good, _ = whole
    tried = 0
    for n, (table, column, value) in enumerate(damages(file)):
        folder = tmp_path / str(n)
        folder.mkdir()
        copy = folder / FILE
        shutil.copyfile(file, copy)
        if not damage(copy, table, column, value, bad):
            continue
        tried += 1
        where = (table, column, value)
        result: list[Findings] = []
        await audited(str(folder), seen(result))
        assert result[0].games == 2 and not result[0].broken and good not in result[0].damaged, (
            where,
            result,
        )
        assert not any(good in fault for fault in result[0].faults), (where, result)
        if value in UNMISTAKABLE.get((table, column), ()):
            names = {"zzz"} if column == "code" else {bad}
            assert names <= set(result[0].damaged), (where, result)
            assert any(f"table {name}:" in fault for fault in result[0].faults for name in names)
        if n % EVERY:
            shutil.rmtree(folder)
            continue
        await back_up(str(folder), folder / "backup")
        await restore(folder / "backup", str(folder / "restored"), False, seen(result))
        await migrate(str(folder), str(folder / "moved"), seen(result))
        assert [item.damaged for item in result] == [result[0].damaged] * 4, where
        rows = dump(copy)
        for other in (folder / "backup", folder / "restored" / FILE, folder / "moved" / FILE):
            assert dump(other) == rows, where
        shutil.rmtree(folder)
    assert tried > (150 if SOAK else 70)


async def test_a_server_starts_lists_and_plays_beside_any_damage(
    whole: tuple[Path, str, str, dict[str, str]], tmp_path: Path
) -> None:
    file, bad, good, cookies = whole
    own = [
        f"/api/tables/{bad}{path}"
        for path in ("", "/view", "/chat", "/record", "/review", "/analysis")
    ]
    for n, (table, column, value) in enumerate(damages(file)):
        if table in ("person", "session"):
            continue  # what is nobody's table
        folder = tmp_path / str(n)
        folder.mkdir()
        shutil.copyfile(file, folder / FILE)
        if not damage(folder / FILE, table, column, value, bad):
            continue
        damage(folder / FILE, "game", "bot_due", "1", bad)  # so that the start has to look at it
        where = (table, column, value)
        settings = Settings(data_dir=str(folder), bot_workers=1)
        server = ServerContext(settings, SqliteStore(folder))
        await server.open()
        try:
            await server.table_manager.take_over(
                Claim(bad, 2**62, False), 0
            )  # as another node would
            transport = httpx.ASGITransport(app=make_app(server), raise_app_exceptions=False)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost", cookies=cookies
            ) as ana:
                for path in ("/api/tables", "/api/live", "/api/lobby", "/api/lessons", "/healthz"):
                    answer = await ana.get(path)
                    assert answer.status_code == 200, (where, path, answer.text)
                    assert good in answer.text or path in (
                        "/api/lobby",
                        "/api/lessons",
                        "/healthz",
                    ), (where, path)
                assert (await ana.get(f"/api/tables/{good}")).status_code == 200, where
                for path in own:
                    answer = await ana.get(path)
                    assert answer.status_code != 500, (where, path, answer.text)
                if (
                    value in UNMISTAKABLE.get((table, column), ())
                    and table == "game"
                    and column != "host"
                ):
                    answer = await ana.get(own[0])
                    assert answer.status_code == 503 and answer.json()["code"] == "table_damaged", (
                        where,
                        answer.text,
                    )
                    assert f"Table {bad} is damaged" in answer.json()["error"]
        finally:
            await server.close()
        shutil.rmtree(folder)


async def test_damaged_rows_reach_postgresql_and_come_back(
    whole: tuple[Path, str, str, dict[str, str]], postgres: Postgres, tmp_path: Path
) -> None:
    """Rows that refer to nothing as well; only text that PostgreSQL cannot keep is left out, and
    named.
    """
    file, bad, good, _ = whole
    copy = tmp_path / "one" / FILE
    copy.parent.mkdir()
    shutil.copyfile(file, copy)
    for table, column, value in (
        ("game", "options", "'{'"),
        ("entry", "code", "'zzz'"),
        ("player", "person", "99"),
        ("draft", "body", "'{'"),
        ("game", "waiting", "'x'"),
    ):
        assert damage(copy, table, column, value, bad)
    there, result = await postgres.new(), []
    await migrate(str(copy.parent), there, seen(result))
    await migrate(there, str(tmp_path / "back"), seen(result))
    assert dump(tmp_path / "back" / FILE) == dump(copy)
    assert (
        all({bad, "zzz"} <= set(item.damaged) and good not in item.damaged for item in result)
        and len(result) == 4
    )
    await back_up(there, tmp_path / "backup")
    assert dump(tmp_path / "backup") == dump(copy)
    await restore(tmp_path / "backup", there, True, seen(result))
    async with reading(there) as reader:
        assert (await audit(reader)).damaged == result[0].damaged
    assert damage(copy, "chat", "text", "CAST(x'ff' AS TEXT)", bad)
    last: list[Findings] = []
    await migrate(str(copy.parent), await postgres.new(), seen(last))
    assert any(f"chat {bad}" in fault and "left out" in fault for fault in last[1].faults), last[
        1
    ].faults


async def test_a_postgresql_server_starts_and_lists_beside_damage(
    whole: tuple[Path, str, str, dict[str, str]], postgres: Postgres, tmp_path: Path
) -> None:
    file, bad, good, cookies = whole
    damaged = (
        ("game", "options", "'{'"),
        ("entry", "body", "'{'"),
        ("draft", "body", "'{'"),
        ("game", "head", "99"),
    )
    for n, (table, column, value) in enumerate(damaged):
        copy = tmp_path / str(n) / FILE
        copy.parent.mkdir()
        shutil.copyfile(file, copy)
        damage(copy, table, column, value, bad)
        damage(copy, "game", "bot_due", "1", bad)
        there = await postgres.new()
        async with reading(str(copy)) as source, holding(there) as target:
            await copy_rows(source, target)
            server = ServerContext(Settings(bot_workers=1), target)
            await server.open()
            try:
                transport = httpx.ASGITransport(app=make_app(server), raise_app_exceptions=False)
                async with httpx.AsyncClient(
                    transport=transport, base_url="http://localhost", cookies=cookies
                ) as ana:
                    for path in ("/api/tables", "/api/live"):
                        assert good in (await ana.get(path)).text, (table, column, path)
                    assert (await ana.get(f"/api/tables/{bad}")).status_code == 503
                    assert (await ana.get(f"/api/tables/{good}")).status_code == 200
            finally:
                await server.close()


def test_commands_end_with_the_names_and_do_their_work(
    whole: tuple[Path, str, str, dict[str, str]], tmp_path: Path
) -> None:
    file, bad, good, _ = whole
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(file, folder / FILE)
    assert damage(folder / FILE, "game", "options", "'{'", bad)
    backup, more = str(tmp_path / "backup"), ("--plugin", "toy")
    for words in (
        ("audit", "--data-dir", str(folder)),
        ("backup", backup, "--data-dir", str(folder)),
        ("restore", backup, "--data-dir", str(tmp_path / "restored")),
        ("migrate", str(folder), str(tmp_path / "moved")),
    ):
        done = command(*words, *more)
        assert done.returncode == 1 and f"damaged tables: {bad};" in done.stderr, (
            words,
            done.stdout,
            done.stderr,
        )
        assert (
            good not in done.stderr and "Traceback" not in done.stderr and "2 games" in done.stdout
        )
    for copy in (backup, tmp_path / "restored" / FILE, tmp_path / "moved" / FILE):
        assert dump(Path(copy)) == dump(folder / FILE)
    as_json = command("audit", "--data-dir", str(folder), "--json", *more)
    assert msgspec.json.decode(as_json.stdout)["damaged"] == [bad]


def test_the_damaged_table_of_a_running_server_says_so(
    whole: tuple[Path, str, str, dict[str, str]], tmp_path: Path
) -> None:
    file, bad, good, cookies = whole
    (tmp_path / "data").mkdir()
    shutil.copyfile(file, tmp_path / "data" / FILE)
    assert damage(tmp_path / "data" / FILE, "entry", "body", "'{'", bad)
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ben") as ana:
            ana.http.cookies.clear()
            ana.http.cookies.update(cookies)
            lines = {item.code: item.status for item in ana.tables()}
            assert lines == {bad: "live", good: "live"}, "its row is in order, so it is listed"
            answer = ana.http.get(f"/api/tables/{bad}")
            assert (
                answer.status_code == 503
                and "entry 4 of the log is damaged" in answer.json()["error"]
            )
            with pytest.raises(Exception, match="4404"), Line(ana, bad) as line:
                line.next()
            with ana.join(good) as table:
                assert play_first(table, 2) == 2
            assert server.log().count('"event":"table_damaged"') == 1, "it is reported once"
            server.kill()
            assert damage(tmp_path / "data" / FILE, "game", "options", "'{'", bad)
            server.start()
            lines = {item.code: item.status for item in ana.tables()}
            assert lines == {good: "live", bad: "damaged"}
    finally:
        server.kill()


async def test_a_record_that_cannot_be_written_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: tuple[Path, str, str, dict[str, str]]
) -> None:
    """Whatever the rules do when they write it: the table is damaged, and audits go on."""
    file, bad, good, cookies = whole
    shutil.copyfile(file, tmp_path / FILE)

    def fail(code: str) -> None:
        raise IndexError("list index out of range")

    from dogfight.server.storage import audit as auditing

    checked = auditing.check_draws

    def check(game: Any, record: Any) -> Any:
        return fail(bad) if record.header.code == bad else checked(game, record)

    monkeypatch.setattr(auditing, "check_draws", check)
    async with reading(str(tmp_path)) as reader:
        findings = await audit(reader)
    assert findings.damaged == [bad] and findings.games == 2 and "IndexError" in findings.faults[0]
    server = ServerContext(Settings(data_dir=str(tmp_path), bot_workers=1), SqliteStore(tmp_path))
    await server.open()
    try:
        table = await server.table_manager.table(good)
        table.row.status = "over"
        monkeypatch.setattr(
            type(table.match.table), "record", property(lambda _: fail(good)), raising=False
        )
        with pytest.raises(Damaged, match="its record cannot be written"):
            Records(table).record()
        transport = httpx.ASGITransport(app=make_app(server), raise_app_exceptions=False)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", cookies=cookies
        ) as ana:
            for path in ("record", "review", "analysis"):
                answer = await ana.get(f"/api/tables/{good}/{path}")
                assert answer.status_code == 503 and answer.json()["code"] == "table_damaged", (
                    path,
                    answer.text,
                )
    finally:
        await server.close()


async def test_a_damaged_lesson_begins_anew(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    ledger = Ledger(store)
    ana = await ledger.new_person("Ana", b"a", 1)
    assert await ledger.put_lesson(ana.id, "biplanes", 1, Kept(), None)
    assert await ledger.put_lesson(ana.id, "biplanes", 2, Kept(done=True), None)
    await asyncio.to_thread(damage, tmp_path / FILE, "lesson", "body", "'{'", "")
    assert await ledger.lessons_of(ana.id) == {}
    assert isinstance(ana, Person) and await ledger.put_lesson(
        ana.id, "biplanes", 1, Kept(step=1), None
    )
    assert await ledger.lessons_of(ana.id) == {("biplanes", 1): Kept(step=1)}
    await store.close()


def test_invalid_utf8_does_not_keep_others_from_being_read(tmp_path: Path) -> None:
    with closing(apsw.Connection(str(tmp_path / "x"))) as db:
        db.execute("CREATE TABLE a (n INTEGER, t TEXT, b BLOB) STRICT")
        db.execute("INSERT INTO a VALUES (1, CAST(x'41ff42' AS TEXT), x'ff'), (2, 'whole', NULL)")
    reader = SqliteReader(tmp_path / "x")
    rows = asyncio.run(reader.read("SELECT n, t, b FROM a WHERE n < ? ORDER BY n", (9,)))
    assert rows == [(1, "A\ufffdB", b"\xff"), (2, "whole", None)]


# --- backups by the hour -----------------------------------------------------------------------


def test_old_backups_are_pruned_whether_the_last_one_failed(tmp_path: Path) -> None:
    """systemd runs ExecStopPost= after failures too, and ExecStartPost= only after success."""
    unit = (HERE.parents[1] / "deploy" / "dogfight-backup.service").read_text().splitlines()
    assert not any(line.startswith("ExecStartPost=") for line in unit)
    (prune,) = [line.partition("=")[2] for line in unit if line.startswith("ExecStopPost=")]
    for n in range(60):
        file = tmp_path / f"table-{n:02d}.sqlite"
        file.touch()
        os.utime(file, (n, n))
    words = (
        prune.removeprefix("/bin/sh -c '")
        .removesuffix("'")
        .replace("/var/lib/dogfight/backups", str(tmp_path))
    )
    for _ in range(2):
        subprocess.run(["/bin/sh", "-c", words], check=True, timeout=20)
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            f"table-{n:02d}.sqlite" for n in range(12, 60)
        ]


def test_a_backup_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "data").close())
    nowhere = tmp_path / "nowhere" / "copy"
    done = command("backup", str(nowhere), "--data-dir", str(tmp_path / "data"))
    assert (
        done.returncode == 2
        and "cannot be copied" in done.stderr
        and "Traceback" not in done.stderr
    )
