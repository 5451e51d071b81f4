"""A copy taken under load is whole, can be put in place, and is played on from."""

from pathlib import Path

from harness import Server, command, play_first, serving

from dogfight.client import Client
from dogfight.server.storage.store import FILE


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
            phase = table.views[0].phase
        again = command("backup", str(copy), "--data-dir", str(server.data))
        assert again.returncode == 2 and "expected a new file" in again.stderr
        busy = command("restore", str(copy), "--data-dir", str(server.data), "--force", "--plugin", "toy")
        assert busy.returncode == 2 and "another server" in busy.stderr
        cookies = dict(ana.http.cookies)
    restored = command("restore", str(copy), "--data-dir", str(second / "data"), "--plugin", "toy")
    assert restored.returncode == 0, restored.stderr
    with serving(second) as server, Client(server.url, "Ana") as ana:
        ana.http.cookies.clear()
        ana.http.cookies.update(cookies)
        with ana.join(code) as table:
            assert play_first(table, 3) == 3
            assert table.views[0].phase > phase
        assert ana.table(crowd).status in ("live", "over")


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, server: Server) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not a database")
    assert command("restore", str(wrong), "--data-dir", str(tmp_path / "data")).returncode in (1, 2)
    assert not (tmp_path / "data" / FILE).exists()
    missing = command("audit", "--data-dir", str(tmp_path / "nowhere"))
    assert missing.returncode == 2
