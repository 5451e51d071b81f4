"""Bots take their time as people do, and never longer than the clock."""

import random
import time
from pathlib import Path

from harness import serving

from dogfight.client import Client
from dogfight.server.tables.bot_delay import pause


def test_without_a_clock_the_delay_is_the_usual_one() -> None:
    assert all(0.3 <= pause((0.3, 0.9), (0.1, 0.2), None) <= 0.9 for _ in range(200))


def test_against_a_clock_a_plan_spreads_over_the_round_and_ends_before_the_lock() -> None:
    random.seed(5)
    for parts in (1, 4, 40):
        left, waits = 20.0, []
        for _ in range(parts):
            waits.append(pause((0.3, 0.9), (0.06, 0.2), left))
            left -= waits[-1]
        assert left > 0 and waits[0] >= 1.2
    assert pause((0.3, 0.9), (0.06, 0.2), -1.0) == 0


def test_a_bot_seals_within_the_round_and_not_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, bot_pace=[0.1, 0.2], bot_seconds=20.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 8}, ["me", "bot:wise"]).table.code
        with ana.join(code) as table:
            began = time.monotonic()
            while not any(one.kind == "sealed" for one in (table.views[0].log if table.views else ())):
                assert table.pump(8.0)
            assert time.monotonic() - began > 1.0, "a tenth of the time that is left, twice"
            while not any(one.kind == "rolled" for one in table.views[0].log):
                assert table.pump(12.0)
            assert "Bids [0, 5]" in next(one.words for one in table.views[0].log if one.kind == "rolled")


def test_a_bot_that_thinks_past_the_lock_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, bot_seconds=4.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 2}, ["me", "bot:hangs"]).table.code
        with ana.join(code) as table:
            began = time.monotonic()
            while not any(one.kind == "rolled" for one in (table.views[0].log if table.views else ())):
                assert table.pump(8.0)
            assert time.monotonic() - began < 3.9
            assert "Bids [0, 0]" in next(one.words for one in table.views[0].log if one.kind == "rolled")


def test_when_everybody_else_is_ready_a_bot_does_not_dawdle(tmp_path: Path) -> None:
    with serving(tmp_path, bot_pace=[0.9, 0.9]) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 60}, ["bot:wise", "bot:wise"]).table.code
        with ana.join(code) as table:
            assert table.wait_for_turn() is None and table.over
