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
from dogfight.server.worker_process import Caller, Crew, Worker


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(
        tmp_path_factory.mktemp("bots"), bot_seconds=0.4, bot_workers=2, bot_memory_mb=600
    ) as one:
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
    try:
        with Client(server.url, "Ana") as ana:
            ana.create("toy", {"rounds": 1}, ["me", "bot:hangs"])
            wait_until(lambda: bot_processes(server))
        workers = bot_processes(server)
        time.sleep(0.5)
    finally:
        server.kill()
    wait_until(lambda: not any(is_bot_process(one) for one in workers))


def test_tables_without_people_do_not_starve_an_opponent(tmp_path: Path) -> None:
    """Eight guests with five tables of four bots each, 160 choices at once, and one person
    against a bot.
    """
    with (
        serving(tmp_path, bot_workers=2, bot_seconds=5.0) as house,
        contextlib.ExitStack() as stack,
    ):
        ana = stack.enter_context(Client(house.url, "Ana"))
        code = ana.create("toy", {"rounds": 9}, ["me", "bot:ponders"]).table.code
        for n in range(8):
            guest = stack.enter_context(Client(house.url, f"Guest {n}"))
            for _ in range(5):
                guest.create("toy", {"rounds": 9, "seats": 4}, ["bot:ponders"] * 4)
        with ana.join(code) as table:
            began = time.monotonic()
            assert play_first(table, 6) == 6
            assert time.monotonic() - began < 10, "six choices of mine and the answers between them"


async def test_workers_are_assigned_round_robin_by_caller() -> None:
    crew = Crew([Worker("nobody")])
    held = await crew.take(Caller(0), 1)
    order: list[str] = []

    async def ask(name: str, asker: Caller) -> None:
        worker = await crew.take(asker, 5)
        order.append(name)
        crew.give_back(worker, asker)

    askers = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("c1", 3)]
    waiting = [asyncio.ensure_future(ask(f"x{n}", Caller(9, waits=False))) for n in range(2)]
    waiting += [asyncio.ensure_future(ask(name, Caller(who))) for name, who in askers]
    await asyncio.sleep(0)
    crew.give_back(held, Caller(0))
    await asyncio.gather(*waiting)
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3", "x0", "x1"]


async def test_one_worker_stays_for_waiting_callers() -> None:
    crew = Crew([Worker("nobody"), Worker("nobody")])
    alone = Caller(1, waits=False)
    first = await crew.take(alone, 1)
    with pytest.raises(TimeoutError):
        await crew.take(alone, 0.01)
    person = await crew.take(Caller(2), 1)
    crew.give_back(first, alone)
    crew.give_back(person, Caller(2))
    taken = [await crew.take(Caller(n), 1) for n in range(2)]
    gone = asyncio.ensure_future(crew.take(alone, 1))
    await asyncio.sleep(0)
    crew.give_back(taken.pop(), Caller(1))
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert gone.cancelled()
    taken.append(await crew.take(Caller(3), 1))
    assert len({id(one) for one in taken}) == 2
