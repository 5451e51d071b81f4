"""Bots that hang, crash, eat memory or talk nonsense cost their seat a default move and nobody
anything else.
"""

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest
from harness import Server, bot_processes, is_bot_process, play_first, serving, wait_until

from dogfight.client import Client
from dogfight.processes.child import WorkerSpec
from dogfight.processes.queue import Caller, FairPool


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(
        tmp_path_factory.mktemp("bots"), bot_seconds=0.4, bot_workers=2, bot_memory_mb=600
    ) as item:
        yield item


@pytest.mark.parametrize("bot", ["hangs", "crashes", "hungry", "rude"])
def test_a_bad_bot_plays_its_default(server: Server, bot: str) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", f"bot:{bot}"]).table.code
        other = ana.create("toy", {"rounds": 3}, ["me", "bot:random"]).table.code
        with ana.join(other) as quick:
            began = time.monotonic()
            play_first(quick, 2)
            assert time.monotonic() - began < 3
        with ana.join(code) as table:
            play_first(table)
            assert table.over
            rolled = next(event for event in table.views[0].log if event.kind == "rolled")
            assert rolled.text.startswith("Bids [0, 5]"), "the default is the last legal action"
    assert '"level":"error"' not in server.log()


def test_bots_play_among_themselves_to_the_end(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 5, "seats": 4}, ["bot:random"] * 4).table.code
        with ana.join(code) as table:
            assert table.seats == (-4,)
            assert table.wait_for_turn() is None and table.over


def test_no_bot_process_outlives_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_seconds=30.0)
    try:
        with Client(server.url, "Ana") as ana:
            ana.create("toy", {"rounds": 1}, ["me", "bot:hangs"])
            wait_until(lambda: bot_processes(server))
        workers = bot_processes(server)
        time.sleep(0.5)
    finally:
        server.kill()
    wait_until(lambda: not any(is_bot_process(worker) for worker in workers))


def test_tables_without_people_do_not_starve_an_opponent(tmp_path: Path) -> None:
    """Eight guests with five tables of four bots each, 160 choices at once, and one person
    against a bot.
    """
    with (
        serving(tmp_path, bot_workers=2, bot_seconds=5.0) as server,
        contextlib.ExitStack() as stack,
    ):
        ana = stack.enter_context(Client(server.url, "Ana"))
        code = ana.create("toy", {"rounds": 9}, ["me", "bot:ponders"]).table.code
        for n in range(8):
            guest = stack.enter_context(Client(server.url, f"Guest {n}"))
            for _ in range(5):
                guest.create("toy", {"rounds": 9, "seats": 4}, ["bot:ponders"] * 4)
        with ana.join(code) as table:
            began = time.monotonic()
            assert play_first(table, 6) == 6
            assert time.monotonic() - began < 10, "six choices of mine and the answers between them"


async def test_workers_are_assigned_round_robin_by_caller() -> None:
    pool = FairPool(WorkerSpec("nothing:nothing"), 1)
    order: list[str] = []

    async def ask(name: str, caller: Caller) -> None:
        async with pool.worker(caller, 5):
            order.append(name)

    callers = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("c1", 3)]
    async with pool.worker(Caller(0), 1):
        background = Caller(9, is_interactive=False)
        waiting = [asyncio.ensure_future(ask(f"x{n}", background)) for n in range(2)]
        waiting += [asyncio.ensure_future(ask(name, Caller(who))) for name, who in callers]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3", "x0", "x1"]


async def test_one_worker_stays_for_interactive_callers() -> None:
    pool = FairPool(WorkerSpec("nothing:nothing"), 2)
    background = Caller(1, is_interactive=False)
    async with pool.worker(background, 1):
        with pytest.raises(TimeoutError):
            async with pool.worker(background, 0.01):
                pass
        async with pool.worker(Caller(2), 1):
            pass


async def test_cancelled_caller_gives_its_worker_back() -> None:
    pool = FairPool(WorkerSpec("nothing:nothing"), 2)

    async def ask() -> None:
        async with pool.worker(Caller(1, is_interactive=False), 1):
            await asyncio.sleep(60)

    async with pool.worker(Caller(0), 1) as first:
        async with pool.worker(Caller(2), 1):
            gone = asyncio.ensure_future(ask())
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert gone.cancelled()
        async with pool.worker(Caller(3), 1) as second:
            assert first is not second
