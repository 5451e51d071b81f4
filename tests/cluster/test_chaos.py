"""People and bots play on while nodes, bus and database are killed at random; then everything is
counted.

`DOGFIGHT_SOAK=1` makes it long, and writes what was measured to `DOGFIGHT_CHAOS_REPORT` if that
names a file.
"""

import asyncio
import json
import os
import random
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from cluster_parts import Cluster, Redis
from databases import Postgres
from harness import Server, wait_until
from pilot import Pilot, lays

import dogfight
from dogfight.client import Client

SOAK = "DOGFIGHT_SOAK" in os.environ
KILLS = 102 if SOAK else 4
KINDS = ("node", "bus", "node", "database")
MOVES_A_GAME = 200 if SOAK else 40
GAMES = [name for name in dogfight.names() if name not in ("toy", "goofspiel")]
_ROWS = (
    "SELECT code, head, status, revision, bot_due, owner_node, waiting, game"
    " FROM dogfight.game WHERE status <> 'over'"
)
BOTS_ROUNDS = 100
"""How long bots play among themselves: with every kill another such game begins, and if none ended
the bots of dozens would wait for each other, longer than for any node.
"""
PATIENCE = 90.0
"""What a busy machine may take to start a part again."""
STILL = 30.0
"""For how long a game may stand still on a busy machine; how long it really does is in the
report.
"""
PROMISED = 5.0
"""For how long a game may stand still after a node's death: the report counts those that did
longer.
"""


class Heads(threading.Thread):
    """Watches how far every table has come, and when each has first moved since something was
    killed.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self.stopped = threading.Event()
        self._heads: dict[str, int] = {}
        self._moved: dict[str, float] = {}
        self._rows: list[Any] = []

    def killed(self) -> None:
        """From now on the first moves count anew."""
        self._moved = {}

    def moved(self) -> dict[str, float]:
        return dict(self._moved)

    def run(self) -> None:
        asyncio.run(self._watch())

    async def _watch(self) -> None:
        while not self.stopped.is_set():
            try:
                connection = await asyncpg.connect(self._address, timeout=5)
                try:
                    while not self.stopped.is_set():
                        self._look(await connection.fetch(_ROWS, timeout=5))
                        await asyncio.sleep(0.1)
                finally:
                    connection.terminate()
            except (
                OSError,
                TimeoutError,
                asyncpg.PostgresError,
                asyncpg.InterfaceError,
                asyncpg.InternalClientError,
            ):
                await asyncio.sleep(0.1)

    def rows(self) -> list[Any]:
        """The tables as they are now, to be read by whoever wonders."""
        return self._rows

    def _look(self, rows: list[Any]) -> None:
        now = time.monotonic()
        self._rows = rows
        for code, head, *_ in rows:
            if self._heads.get(code, head) != head:
                self._moved.setdefault(code, now)
            self._heads[code] = head
        for code in self._heads.keys() - {row[0] for row in rows}:
            self._moved.setdefault(code, now)  # it is over


@pytest.mark.timeout(7200 if SOAK else 600)
def test_chaos_loses_no_move_and_every_game_advances(tmp_path: Path) -> None:
    postgres, redis = (
        Postgres("fsync=on"),
        Redis(),
    )  # what is confirmed here would survive a power cut as well
    try:
        assert postgres.ask(postgres.address("postgres"), "SHOW fsync")[0][0] == "on"
        with Cluster(
            tmp_path, asyncio.run(postgres.new()), redis.address, bot_delay=[0.1, 0.3]
        ) as three:
            _play_and_kill(three, postgres, redis)
            three.check_logs()
    finally:
        postgres.close()
        redis.close()


class Parts:
    """What can be killed; it comes back by itself after a while, and two nodes are never away at
    once.
    """

    def __init__(self, three: Cluster, postgres: Postgres, redis: Redis) -> None:
        self._three, self._postgres, self._redis = three, postgres, redis
        self._coming: dict[str, threading.Timer] = {}

    def kill(self, kind: str) -> None:
        """Kill one with -9. Without the database nothing can go on, so it is started at once."""
        if kind in self._coming:
            self._coming[kind].join(PATIENCE)
        item: Server | Redis | Postgres = self._postgres if kind == "database" else self._redis
        if kind == "node":
            item = random.choice(self._three.nodes)
        item.kill()
        if kind == "database":
            item.start()
        else:
            self._coming[kind] = threading.Timer(random.uniform(0.5, 3.0), self._start, (item,))
            self._coming[kind].start()

    def _start(self, process: Server | Redis | Postgres) -> None:
        """Start a part; a node does not start without a bus, so that is tried until there is
        one.
        """
        wait_until(lambda: process.start() is None, PATIENCE)

    def all_back(self) -> None:
        for item in self._coming.values():
            item.join(PATIENCE)


def _play_and_kill(three: Cluster, postgres: Postgres, redis: Redis) -> None:
    url = three.proxy.url
    tables = [(game, bots) for game in GAMES for bots in (True, False)]
    pilots = [
        Pilot(url, lays(game, bots), MOVES_A_GAME, pause=0.05, game=game)
        for game, bots in (tables if SOAK else tables[::2] + tables[1::4])
    ]
    heads, parts = Heads(three.database), Parts(three, postgres, redis)
    waits: defaultdict[str, list[float]] = defaultdict(list)
    survived: Counter[str] = Counter()
    """How many games of each kind were in play when something was killed, and moved afterwards."""
    for thread in (heads, *pilots):
        thread.start()
    try:
        for n in range(KILLS):
            kind = random.choice(KINDS) if SOAK else KINDS[n % 4]
            waits[kind] += _stood_still(partial(parts.kill, kind), url, pilots, heads, survived)
            _report(n + 1, pilots, waits, survived, "")
    finally:
        parts.all_back()
        for ended in (heads.stopped, *(pilot.stopped for pilot in pilots)):
            ended.set()
        for thread in (heads, *pilots):
            thread.join(60)
    _count(three, postgres, pilots, waits, survived)


def _stood_still(
    kill: Callable[[], None], url: str, pilots: list[Pilot], heads: Heads, survived: Counter[str]
) -> list[float]:
    """Kill something; for how many seconds each game that was in play then stood still, with
    people or with bots.
    """
    with Client(url, "Host") as host:
        bots = host.create("toy", {"rounds": BOTS_ROUNDS}, ["bot:random"] * 2).table.code
    count = sum(len(pilot.acked) for pilot in pilots)
    wait_until(lambda: sum(len(pilot.acked) for pilot in pilots) > count + 10, PATIENCE)
    games = {pilot.codes[-1]: pilot.game for pilot in pilots}
    codes = {bots, *games}
    kill()
    heads.killed()
    since = time.monotonic()

    def left() -> set[str]:
        """Games that have not moved yet, and that nobody has left for another one."""
        return codes & {bots, *(pilot.codes[-1] for pilot in pilots)} - heads.moved().keys()

    try:
        wait_until(lambda: not left(), STILL)
    except AssertionError:
        raise AssertionError(f"{left()} have not moved: {heads.rows()}") from None
    moved = heads.moved()
    survived.update(game for code, game in games.items() if code in moved)
    return [moment - since for code, moment in moved.items() if code in codes]


def _count(
    three: Cluster,
    postgres: Postgres,
    pilots: list[Pilot],
    waits: dict[str, list[float]],
    survived: Counter[str],
) -> None:
    """Every acknowledged action is in the log once, all logs are in order, and every game was
    among those killed.
    """
    rows = postgres.ask(
        three.database, "SELECT command_id FROM dogfight.entry WHERE command_id IS NOT NULL"
    )
    logged = [str(row[0]).split("/")[1] for row in rows]
    acked = [item for pilot in pilots for item in pilot.acked]
    assert len(acked) > 5 * KILLS
    assert (
        len(logged) == len(set(logged))
        and len(acked) == len(set(acked))
        and set(acked) <= set(logged)
    )
    assert {game for game in GAMES if not survived[game]} == set()
    assert {
        game for game in GAMES if not any(item.acked for item in pilots if item.game == game)
    } == set()
    _report(KILLS, pilots, waits, survived, three.audit().strip())


def _report(
    kills: int,
    pilots: list[Pilot],
    waits: dict[str, list[float]],
    survived: Counter[str],
    audited: str,
) -> None:
    """Write down what was measured so far, if anybody wants to know."""
    if "DOGFIGHT_CHAOS_REPORT" not in os.environ:
        return
    stood = {
        kind: {
            "games": len(items),
            "median": statistics.median(items),
            "p95": _share(items, 0.95),
            "max": max(items),
            "longer_than_promised": sum(item > PROMISED for item in items),
        }
        for kind, items in waits.items()
        if items
    }
    report = {
        "kills": kills,
        "load": os.getloadavg()[1],
        "games": sum(len(pilot.codes) for pilot in pilots),
        "acknowledged": sum(len(pilot.acked) for pilot in pilots),
        "acknowledged_by_game": {
            game: sum(len(pilot.acked) for pilot in pilots if pilot.game == game) for game in GAMES
        },
        "in_play_when_killed": dict(survived),
        "stood_still_seconds": stood,
        "audit": audited,
    }
    Path(os.environ["DOGFIGHT_CHAOS_REPORT"]).write_text(json.dumps(report, indent=1))


def _share(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]
