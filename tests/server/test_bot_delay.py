"""Bots take their time as people do, never longer than the clock, and never so that it tells
what they know.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harness import Line, serving
from toygame import Toy, ToyGame

from dogfight.bulk.data_sets import BUILT_IN_DATA, DataSet
from dogfight.client import Client
from dogfight.core.decision import Clock, Commit, Decision
from dogfight.core.registry import register
from dogfight.core.view import View
from dogfight.processes.queue import Caller
from dogfight.server.nodes.nodes import one_server
from dogfight.server.packs import PackGames
from dogfight.server.services import Services
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import GameRow, Ledger, PlayerRow
from dogfight.server.storage.sqlite import SqliteStore
from dogfight.server.tables.bot_delay import budget, pause, shown_after
from dogfight.server.tables.bots import BotPool
from dogfight.server.tables.clocks import Timers
from dogfight.server.tables.live import LiveTable

TOY = ToyGame()


def test_without_a_clock_the_delay_is_the_usual_one() -> None:
    assert all(0.3 <= pause((0.3, 0.9), (0.1, 0.2), None, 0.0) <= 0.9 for _ in range(200))


def test_a_secret_choice_waits_longer_than_the_bot_may_think() -> None:
    assert budget("hard", {}) == budget("ace", {}) == 1.0 and budget("easy", {}) == 0.0
    assert budget("rook", {"rook": "path=/opt/rook,time=2s"}) == 2.0
    assert all(1.8 <= pause((0.3, 0.9), (0.1, 0.2), None, 1.0) <= 2.4 for _ in range(200))


def test_bot_thinking_time_is_rounded_to_steps() -> None:
    delay = (0.3, 0.9)
    assert {shown_after(0.5, thought / 100, delay, None) for thought in range(51)} == {0.5}
    late = {round(shown_after(0.5, 0.51 + thought / 100, delay, None), 6) for thought in range(170)}
    assert late == {1.4, 2.3}
    assert shown_after(0.5, 0.7, (0.0, 0.0), None) == 0.7, (
        "where nothing is to be hidden nobody waits"
    )
    assert shown_after(0.5, 0.7, delay, 2.0) == pytest.approx(0.7), (
        "before the lock the steps are small"
    )


class Thinkers(BotPool):
    """Bots that think as long as their name says, but answer at once where there is little to
    choose from.
    """

    async def choose(
        self,
        bot: str,
        key: str,
        view: View[Any],
        asker: Caller,
        data: DataSet = BUILT_IN_DATA,
    ) -> int | None:
        if len(view.legal) > 2:
            await asyncio.sleep(float(bot))
        return view.legal[-1].action


class Dreamers(BotPool):
    """Bots that think as long as their name says about everything."""

    async def choose(
        self,
        bot: str,
        key: str,
        view: View[Any],
        asker: Caller,
        data: DataSet = BUILT_IN_DATA,
    ) -> int | None:
        await asyncio.sleep(float(bot))
        return view.legal[-1].action


class Paused(ToyGame):
    """There are two seconds for looking at the table before anybody bids."""

    def decide(self, state: Toy) -> Decision:
        decision = super().decide(state)
        return (
            replace(decision, clock=Clock("bid", 8.0, 2.0))
            if isinstance(decision, Commit)
            else decision
        )


@pytest.fixture
async def services(tmp_path: Path, own_registry: None) -> AsyncIterator[Services]:
    register(ToyGame.manifest)
    store, settings = (
        SqliteStore(tmp_path),
        Settings(bot_delay=(1.2, 1.2), bot_clock_share=(0.3, 0.3)),
    )
    world = SystemSources()
    ledger = Ledger(store)
    timers = Timers(world, 3600.0)
    yield Services(
        *(ledger, world, settings, Thinkers(settings), timers),
        *(one_server(ledger, world), PackGames(store)),
    )
    await store.close()


async def sealed_after(
    services: Services, bot: str, code: str, seconds: int, game: ToyGame = TOY
) -> float:
    """How long a bot takes to seal its bid, a colour and a number, against a person who does
    not.
    """
    options = game.options({"seconds": seconds})
    row = GameRow(
        code, "toy", "1", game.data_digest, options, b"s" * 32, "", None, 0, 0, False, True
    )
    players = [PlayerRow(code, 0, 1, "Ana", nonce=""), PlayerRow(code, 1, None, "", bot)]
    await services.ledger.new_game(row, players, [])
    stored = await services.ledger.table(code)
    assert stored is not None
    table = LiveTable(services, game, stored)
    began = time.monotonic()
    await table.start_countdown.begin()
    async with asyncio.timeout(20):
        while table.row.waiting != (0,):
            await asyncio.sleep(0.01)
    took = time.monotonic() - began
    table.stop()
    return took


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, 1.2), (8, 2.4)], ids=["without a clock", "against a clock"]
)
async def test_slow_and_fast_bots_show_choices_at_the_same_time(
    services: Services, seconds: int, expected: float
) -> None:
    await services.ledger.new_person("Ana", b"a", 1)
    codes = {"0": "LARK-2222", "0.7": "LARK-3333"}
    quick, slow = await asyncio.gather(
        *(sealed_after(services, bot, code, seconds) for bot, code in codes.items())
    )
    assert abs(quick - slow) < 0.2 and quick == pytest.approx(expected, abs=0.4)


async def test_jp_11_4_bot_shows_nothing_during_the_pause(services: Services) -> None:
    # JP-11.4
    await services.ledger.new_person("Ana", b"a", 1)
    services = replace(services, bots=Dreamers(services.settings))
    codes = {"0": "LARK-2222", "0.9": "LARK-3333"}
    quick, slow = await asyncio.gather(
        *(sealed_after(services, bot, code, 8, Paused()) for bot, code in codes.items())
    )
    assert abs(quick - slow) < 0.2 and quick == pytest.approx(2 + 0.3 * 8, abs=0.4)


def test_bot_plan_is_spread_over_the_clock_and_ends_in_time() -> None:
    random.seed(5)
    for parts in (1, 4, 40):
        left, waits = 20.0, []
        for _ in range(parts):
            waits.append(pause((0.3, 0.9), (0.06, 0.2), left, 0.0))
            left -= waits[-1]
        assert left > 0 and waits[0] >= 1.2
    assert pause((0.3, 0.9), (0.06, 0.2), -1.0, 0.0) == 0


def test_a_bot_seals_within_the_round_and_not_at_once(tmp_path: Path) -> None:
    with (
        serving(tmp_path, bot_clock_share=[0.15, 0.2], bot_seconds=20.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 1, "seconds": 8}, ["me", "bot:wise"]).table.code
        with ana.join(code) as table:
            began = time.monotonic()
            while not any(
                item.kind == "sealed" for item in (table.views[0].log if table.views else ())
            ):
                assert table.pump(8.0)
            assert time.monotonic() - began > 1.0, (
                "a part of the time that is left, for the whole bid"
            )
            while not any(event.kind == "rolled" for event in table.views[0].log):
                assert table.pump(12.0)
            assert "Bids [0, 5]" in next(
                event.text for event in table.views[0].log if event.kind == "rolled"
            )


def test_a_bot_that_thinks_past_the_lock_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, bot_seconds=4.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 2}, ["me", "bot:hangs"]).table.code
        with ana.join(code) as table:
            began = time.monotonic()
            while not any(
                item.kind == "rolled" for item in (table.views[0].log if table.views else ())
            ):
                assert table.pump(8.0)
            assert time.monotonic() - began < 3.9
            assert "Bids [0, 0]" in next(
                event.text for event in table.views[0].log if event.kind == "rolled"
            )


def test_bot_does_not_delay_when_all_others_are_ready(tmp_path: Path) -> None:
    with serving(tmp_path, bot_clock_share=[0.9, 0.9]) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 60}, ["bot:wise", "bot:wise"]).table.code
        with ana.join(code) as table:
            assert table.wait_for_turn() is None and table.over


def test_bots_answer_at_once_where_nobody_wants_to_look(tmp_path: Path) -> None:
    """Nothing is secret in Squadrons, so that a bot's pace can tell nothing."""
    with serving(tmp_path, bot_delay=[4.0, 4.0]) as server, Client(server.url, "Ana") as ana:
        code = ana.create("squadrons", {}, ["me", "bot:random"]).table.code
        with Line(ana, code) as line:
            assert line.ask(type="animation_speed", id="pace", speed="off")["type"] == "ack"
            began, bots = time.monotonic(), 0
            while bots < 6 and time.monotonic() - began < 15.0:
                now = ana.http.get(f"/api/tables/{code}/view").json()
                if 0 in now["view"]["waiting"]:
                    action = now["view"]["legal"][0]["action"]
                    line.ask(
                        type="play",
                        id=f"{now['question']}",
                        seat=0,
                        question=now["question"],
                        action=action,
                    )
                log = ana.http.get(f"/api/tables/{code}/view").json()["log"]["events"]
                bots = sum(
                    event["text"].startswith("G") and event["kind"] == "flown" for event in log
                )
            assert bots >= 6, (
                "one pause may have begun before the page has said its pace, never six"
            )
