"""A copy taken under load is whole, can be put in place, and is played on from."""

import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest
from harness import Server, command, play_first, serving, wait_until

from dogfight.client import Client
from dogfight.server.storage.sqlite import FILE, SqliteStore
from dogfight.server.storage.store import StorageFailed


def test_backup_under_load_restore_and_play_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    copy = tmp_path / "copy.sqlite"
    with serving(first) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 300}, ["me", "bot:random"]).table.code
        crowd = ana.create("toy", {"rounds": 300, "seats": 4}, ["bot:random"] * 4).table.code
        with ana.join(code) as table:
            play_first(table, 7)
            done = command("backup", str(copy), "--data-dir", str(server.data), "--plugin", "toy")
            assert done.returncode == 0 and "2 games" in done.stdout, done.stderr
            question = table.views[0].question
        again = command("backup", str(copy), "--data-dir", str(server.data))
        assert again.returncode == 2 and "expected a new file" in again.stderr
        busy = command(
            "restore", str(copy), "--data-dir", str(server.data), "--force", "--plugin", "toy"
        )
        assert busy.returncode == 2 and "another server" in busy.stderr
        cookies = dict(ana.http.cookies)
    restored = command("restore", str(copy), "--data-dir", str(second / "data"), "--plugin", "toy")
    assert restored.returncode == 0, restored.stderr
    with serving(second) as server, Client(server.url, "Ana") as ana:
        ana.http.cookies.clear()
        ana.http.cookies.update(cookies)
        with ana.join(code) as table:
            assert play_first(table, 3) == 3
            assert table.views[0].question > question
        assert ana.table(crowd).status in ("live", "over")


def entries(path: Path) -> int:
    """How many entries a file has of its own, whatever lies beside it."""
    alone = path.with_name("alone.sqlite")
    shutil.copyfile(path, alone)
    connection = apsw.Connection(str(alone))
    try:
        return int(next(connection.execute("SELECT count(*) FROM entry"))[0])
    except apsw.SQLError:
        return 0
    finally:
        connection.close()


def killed(folder: Path, **settings: Any) -> tuple[Path, int]:
    """The file of a server that was killed in the middle of play, and how many entries were
    acknowledged.
    """
    folder.mkdir()
    server = Server(folder, **settings)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 300}, ["me", "me"]).table.code
            with ana.join(code) as table:
                assert play_first(table, 40) == 40
    finally:
        server.kill()
    return server.data / FILE, 41


def test_restore_includes_write_ahead_log_of_killed_server(tmp_path: Path) -> None:
    source, count = killed(tmp_path / "first", checkpoint_seconds=1000.0)
    assert entries(source) < count, "the file alone has not all of it"
    done = command(
        "restore", str(source), "--data-dir", str(tmp_path / "second"), "--plugin", "toy"
    )
    assert done.returncode == 0 and f"1 games, {count} entries" in done.stdout, done.stderr
    assert entries(tmp_path / "second" / FILE) == count
    assert {path.name for path in (tmp_path / "second").iterdir()} == {FILE, "lock", "alone.sqlite"}


def test_restoring_over_a_database_leaves_nothing_of_it(tmp_path: Path) -> None:
    source, count = killed(tmp_path / "first", checkpoint_seconds=1000.0)
    target, _ = killed(tmp_path / "second", checkpoint_seconds=1000.0)
    assert target.with_name(FILE + "-wal").stat().st_size > 0
    folder = str(target.parent)
    refused = command("restore", str(source), "--data-dir", folder, "--plugin", "toy")
    assert refused.returncode == 2 and "--force" in refused.stderr
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(source.read_bytes()[:5000])
    worse = command("restore", str(damaged), "--data-dir", folder, "--force", "--plugin", "toy")
    assert (
        worse.returncode in (1, 2)
        and command("audit", "--data-dir", folder, "--plugin", "toy").returncode == 0
    )
    done = command("restore", str(source), "--data-dir", folder, "--force", "--plugin", "toy")
    assert done.returncode == 0, done.stderr
    assert target.with_name(FILE + "-wal").exists() is False and entries(target) == count
    audited = command("audit", "--data-dir", folder, "--plugin", "toy")
    assert f"1 games, {count} entries" in audited.stdout and audited.returncode == 0


def test_write_ahead_log_is_checkpointed_when_idle(tmp_path: Path) -> None:
    with serving(tmp_path, checkpoint_seconds=0.2) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 300}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 10)
            wait_until(lambda: (server.data / (FILE + "-wal")).stat().st_size == 0)
            assert entries(server.data / FILE) == 11
            assert play_first(table, 3) == 3


@pytest.mark.parametrize("at", [0, 16, 60])
async def test_damaged_backup_header_is_explained(tmp_path: Path, at: int) -> None:
    """The magic words, the size of a page, and the number of the layout."""
    await SqliteStore(tmp_path).close()
    path = tmp_path / FILE
    whole = bytearray(path.read_bytes())
    whole[at : at + 4] = b"\xff\xfe\xfd\xfc" if at != 60 else bytes(4)
    path.write_bytes(whole)
    with pytest.raises(StorageFailed, match="expected a database"):
        SqliteStore(tmp_path)
    served = command("serve", "--no-browser", "--port", "0", "--data-dir", str(tmp_path))
    assert (
        served.returncode == 2
        and "expected a database" in served.stderr
        and "Traceback" not in served.stderr
    )
    for verb in (("audit",), ("backup", str(tmp_path / "copy"))):
        done = command(*verb, "--data-dir", str(tmp_path))
        assert done.returncode in (1, 2) and "Traceback" not in done.stderr and done.stderr, verb


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, server: Server) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not a database")
    assert command("restore", str(wrong), "--data-dir", str(tmp_path / "data")).returncode in (1, 2)
    assert not (tmp_path / "data" / FILE).exists()
    missing = command("audit", "--data-dir", str(tmp_path / "nowhere"))
    assert missing.returncode == 2
