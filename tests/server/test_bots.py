"""Bots that hang, crash, eat memory or talk nonsense cost their seat a default move and nobody anything else."""

import time
from pathlib import Path
from typing import Any

import pytest
from harness import Server, play_first, serving

from dogfight.client import Client


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("bots"), bot_seconds=0.4, bot_workers=2, bot_memory_mb=600) as one:
        yield one


@pytest.mark.parametrize("bot", ["hangs", "crashes", "hungry", "rude"])
def test_a_bad_bot_plays_its_default(house: Server, bot: str) -> None:
    with Client(house.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", f"bot:{bot}"]).table.code
        other = ana.create("toy", {"rounds": 3}, ["me", "bot:random"]).table.code
        with ana.join(other) as quick:
            began = time.monotonic()
            play_first(quick, 2)
            assert time.monotonic() - began < 3
        with ana.join(code) as table:
            play_first(table)
            assert table.over
            rolled = next(one for one in table.views[0].log if one.kind == "rolled")
            assert rolled.words.startswith("Bids [0, 5]"), "the default is the last legal action"
    assert '"level":"error"' not in house.log()


def test_bots_play_among_themselves_to_the_end(house: Server) -> None:
    with Client(house.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 5, "seats": 4}, ["bot:random"] * 4).table.code
        with ana.join(code) as table:
            assert table.seats == (-4,)
            assert table.wait_for_turn() is None and table.over


def test_no_bot_process_outlives_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_seconds=30.0)
    with Client(server.url, "Ana") as ana:
        ana.create("toy", {"rounds": 1}, ["me", "bot:hangs"])
        deadline = time.monotonic() + 5
        while not (workers := children(server.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert workers
    time.sleep(0.5)
    server.kill()
    deadline = time.monotonic() + 5
    while any(alive(one) for one in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(alive(one) for one in workers)


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    try:
        return "botworker" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False
