"""The files a power cut leaves behind: everything acknowledged before it is there once, and the
database opens.

A cut keeps what was synced and any part of what was not. So the write-ahead log is copied in the
middle of the load and then torn: at random places after the last acknowledged commit, and bit by
bit wrong there, as a half-written disk is. The database file itself is only written while the log
is folded back into it; the log stays valid until that is synced.
"""

import os
import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from harness import Line, Server, command
from pilot import Pilot

from dogfight.client import Client
from dogfight.server.storage.sqlite import FILE

CUTS, TEARS = (60, 20) if os.environ.get("DOGFIGHT_SOAK") else (6, 4)
DICE = random.Random(11)
LEAST = 200_000
"""A log shorter than this has just been begun anew, and there is little to tear."""


def ids(folder: Path) -> list[str]:
    """The ids of all commands in a database, each as often as it is there."""
    db = apsw.Connection(str(folder / FILE))
    try:
        assert db.pragma("integrity_check") == "ok"
        rows = db.execute("SELECT command_id FROM entry WHERE command_id IS NOT NULL")
        return [str(row[0]).split("/")[1] for row in rows]
    finally:
        db.close()


def pulled(server: Server, pilots: list[Pilot], target: Path) -> tuple[set[str], int]:
    """Copy the files while the server writes; what was acknowledged before, and where the log
    ended then.
    """
    wal = server.data / (FILE + "-wal")
    target.mkdir()
    while True:
        acked = {item for pilot in pilots for item in list(pilot.acked)}
        generation, synced = log_end(wal)
        shutil.copyfile(server.data / FILE, target / FILE)
        shutil.copyfile(wal, target / wal.name)
        if synced > LEAST and log_end(target / wal.name)[0] == generation:
            return acked, synced
        threading.Event().wait(0.05)


def log_end(wal: Path) -> tuple[bytes, int]:
    """Which generation of the log this is, and where its last commit ends; older frames may lie
    behind that.
    """
    whole = wal.read_bytes()
    salts, page = whole[16:24], int.from_bytes(whole[8:12], "big")
    at = end = 32
    while whole[at + 8 : at + 16] == salts:
        at += 24 + page
        if whole[at - page - 20 : at - page - 16] != bytes(4):
            end = at
    return salts, end


def torn(source: Path, target: Path, at: int, scramble: bool) -> None:
    """The same files with the log ending at a byte, or going on with rubbish from there."""
    shutil.copytree(source, target)
    wal = target / (FILE + "-wal")
    whole = wal.read_bytes()
    rest = bytes(DICE.getrandbits(8) for _ in range(len(whole) - at)) if scramble else b""
    wal.write_bytes(whole[:at] + rest)


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Pilot]]]:
    server = Server(tmp_path_factory.mktemp("power"))
    pilots = [Pilot(server.url) for _ in range(3)]
    for pilot in pilots:
        pilot.start()
    yield server, pilots
    for pilot in pilots:
        pilot.stopped.set()
    for pilot in pilots:
        pilot.join(10)
    server.kill()


def test_acknowledged_moves_survive_power_cut_once(
    load: tuple[Server, list[Pilot]], tmp_path: Path
) -> None:
    server, pilots = load
    seen = 0
    for cut in range(CUTS):
        threading.Event().wait(DICE.uniform(0.1, 0.4))
        source = tmp_path / f"cut{cut}"
        acked, synced = pulled(server, pilots, source)
        _, length = log_end(source / (FILE + "-wal"))
        for tear in range(TEARS):
            target = tmp_path / f"cut{cut}-{tear}"
            torn(source, target, DICE.randint(synced, max(synced, length)), scramble=bool(tear % 2))
            result = ids(target)
            assert len(result) == len(set(result)) and acked <= set(result), sorted(
                acked - set(result)
            )
        seen = max(seen, len(acked))
    assert seen > 30


def test_a_server_starts_on_what_a_cut_left_and_plays_on(
    load: tuple[Server, list[Pilot]], tmp_path: Path
) -> None:
    server, pilots = load
    threading.Event().wait(0.3)
    code = pilots[0].codes[-1]
    acked, synced = pulled(server, pilots, tmp_path / "cut")
    (tmp_path / "again").mkdir()
    torn(tmp_path / "cut", tmp_path / "again" / "data", synced, scramble=True)
    audited = command("audit", "--data-dir", str(tmp_path / "again" / "data"), "--plugin", "toy")
    assert audited.returncode == 0, audited.stderr
    second = Server(tmp_path / "again")
    try:
        assert acked <= set(ids(second.data))
        with Client(second.url, "Ana") as ana:
            ana.http.cookies.clear()
            ana.http.cookies.update(dict(pilots[0].client.http.cookies))
            with Line(ana, code) as line:
                view = line.until("view")
                assert view["view"]["decision_kind"] in ("commit", "choose", "over")
    finally:
        second.stop()


def test_power_check_detects_unsynced_writes(
    load: tuple[Server, list[Pilot]], tmp_path: Path
) -> None:
    """The same log torn before the last acknowledged commits has lost some of them."""
    server, pilots = load
    acked, synced = pulled(server, pilots, tmp_path / "cut")
    torn(tmp_path / "cut", tmp_path / "early", synced // 2, scramble=False)
    assert not acked <= set(ids(tmp_path / "early"))
