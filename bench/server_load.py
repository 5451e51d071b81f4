"""How much one server carries: real process, real database, real sockets, all on this machine.

    python bench/server_load.py club      250 games x 4 sockets, about 330 actions a second
    python bench/server_load.py knee      the rate raised step by step until answers take too long
    python bench/server_load.py herd      1,000 sealed choices within 50 ms
    python bench/server_load.py views     size of a view, and time to build and encode it, by game

Loopback only; the amount of work is fixed by the options. The generator shares the machine's cores
with the server. Tables are staggered: before anything is measured each plays another number of
actions, for in lockstep all of them would come to the same long entry together. With `--database
postgresql://…` the server keeps its games there; with `--bus redis://…` and `--nodes 3` there are
three of them, the four people of every table at different ones. `--watch PostgreSQL=PID` adds the
CPU of another process, its children included.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import uvloop
from websockets.frames import Frame, Opcode
from websockets.utils import generate_key

import dogfight
from dogfight.core.decision import acting
from dogfight.testing.checks import walk

STAGGER = 40
"""Tables are up to so many actions apart."""
TICK = os.sysconf("SC_CLK_TCK")
OPTIONS: dict[str, dict[str, Any]] = {"starfighters": {}, "paws": {"timer": 0}}
SETTINGS = """
guests_per_minute = 1e9
connects_per_minute = 1e9
requests_per_second = 1e9
commands_per_second = 1e9
commands_burst = 1000000000
frames_per_second = 1e9
bytes_per_second = 1e9
open_tables = 1000000
connections_per_address = 100000
arriving_per_address = 100000
requests_at_once = 100000
"""


def cpu_of(pid: int) -> float:
    """The seconds of CPU that a process and its present children have used."""
    own = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(own[11]) + int(own[12])) / TICK + sum(cpu_of(int(item)) for item in children)


class Server:
    """One server under test and what it has used so far."""

    def __init__(self, folder: Path, database: str, bus: str) -> None:
        config = folder / "settings.toml"
        config.write_text(SETTINGS)
        where = ["--database", database] if database else ["--data-dir", str(folder / "data")]
        where += ["--bus", bus] if bus else []
        words = ["serve", "--no-browser", "--port", "0", *where, "--config", str(config)]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dogfight.cli.app", *words, "--log-level", "warning"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")
        self._wait()

    def _wait(self) -> None:
        """Until it answers."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{self.url}/healthz", trust_env=False)
                return
            time.sleep(0.05)

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class House:
    """The servers under test, and what they and the processes beside them have used so far."""

    def __init__(self, folder: Path, chosen: argparse.Namespace) -> None:
        self.watched = {
            name: int(pid) for name, _, pid in (item.partition("=") for item in chosen.watch)
        }
        self.servers = [Server(folder, chosen.database, chosen.bus) for _ in range(chosen.nodes)]

    def url(self, n: int) -> str:
        """The address of a server; people and requests are spread over all of them."""
        return self.servers[n % len(self.servers)].url

    def cpu(self) -> float:
        return sum(server.cpu() for server in self.servers)

    def memory_mb(self) -> float:
        return sum(server.memory_mb() for server in self.servers)

    def beside(self) -> dict[str, float]:
        return {name: cpu_of(pid) for name, pid in self.watched.items()}

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


@dataclass
class Tally:
    """What came of the commands that were sent."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    why: Counter[str] = field(default_factory=Counter)
    views: int = 0

    def line(self) -> str:
        if not self.seconds:
            return "nothing was answered"
        times = sorted(self.seconds)
        p50, p99 = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
        refused = f"refused {self.refused} {dict(self.why)}" if self.refused else "nothing refused"
        return (
            f"{len(times)} acks, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {refused}, views {self.views}"
        )

    def p99(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)] if self.seconds else float("inf")


class Offered(msgspec.Struct):
    action: int


class Seen(msgspec.Struct):
    """Of a view what is needed to play on.

    All of it comes over the socket; the rest is not turned into objects.
    """

    waiting: tuple[int, ...]
    decision_kind: str
    legal: tuple[Offered, ...]


class Heard(msgspec.Struct):
    """A message of the server, of whatever type."""

    type: str
    id: str = ""
    code: str = ""
    question: int = -1
    view: Seen | None = None


read = msgspec.json.Decoder(Heard).decode


class Line(asyncio.Protocol):
    """A WebSocket in as few steps as can be, for the generator shares the machine and must not
    be what is measured.
    """

    def __init__(self, request: str) -> None:
        self.chair: Chair | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request.encode()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._rest = self._rest + data if self._rest else data
        if not self.open.done():
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._rest = rest
            self.open.set_result(None)
        while (size := self._first()) and self.chair is not None:
            kind, text, self._rest = (
                self._rest[0] & 15,
                self._rest[size[0] : size[1]],
                self._rest[size[1] :],
            )
            if kind == Opcode.TEXT:
                self.chair.hear(read(text))
            elif kind == Opcode.PING:
                self._send(Opcode.PONG, text)

    def _first(self) -> tuple[int, int] | None:
        """Where the text of the first frame begins and ends, if it is there to its end."""
        rest = self._rest
        if len(rest) < 2:
            return None
        start, size = 2, rest[1]
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(rest[2:start], "big")
        return (start, start + size) if len(rest) >= start + size else None

    def _send(self, kind: Opcode, data: bytes) -> None:
        self._transport.write(Frame(kind, data).serialize(mask=True))

    def say(self, text: bytes) -> None:
        self._send(Opcode.TEXT, text)

    def hang_up(self) -> None:
        self._transport.close()


@dataclass
class Chair:
    """One socket of one person at one table."""

    line: Line
    seat: int
    tally: Tally
    view: Seen | None = None
    question: int = -1
    sent: dict[str, float] = field(default_factory=dict)
    count: int = 0
    played: int = -1
    """The question that was answered last: until its view has come there is nothing to choose."""

    def hear(self, message: Heard) -> None:
        if message.type == "view":
            self.view, self.question = message.view, message.question
            self.tally.views += 1
        elif message.type == "ack":
            self.tally.seconds.append(time.perf_counter() - self.sent.pop(message.id))
        elif message.type in ("reject", "busy"):
            self.tally.refused += 1
            self.tally.why[message.code or message.type] += 1
            self.sent.pop(message.id, None)
            self.played = -1

    def ready(self) -> bool:
        if self.view is None or self.sent or self.question == self.played:
            return False
        return self.seat in self.view.waiting

    def first(self) -> int:
        """The first thing it may do."""
        assert self.view is not None
        return self.view.legal[0].action

    def play(self, action: int | None = None) -> None:
        """Send one action, at random unless one is given."""
        assert self.view is not None
        self.count += 1
        self.played = self.question
        name = f"a{self.count}"
        chosen = random.choice(self.view.legal).action if action is None else action
        command = {
            "type": "play",
            "id": name,
            "seat": self.seat,
            "question": self.question,
            "action": chosen,
        }
        self.sent[name] = time.perf_counter()
        self.line.say(msgspec.json.encode(command))


@dataclass
class Game:
    chairs: list[Chair]

    def chair(self) -> Chair | None:
        """A seat that has to choose."""
        return next((item for item in self.chairs if item.ready()), None)

    def over(self) -> bool:
        return any(
            chair.view is not None and chair.view.decision_kind == "over" for chair in self.chairs
        )


class Crowd:
    """All tables, their people and their sockets."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.game = game
        self.tally = Tally()
        self.games: list[Game] = []
        self._asked = 0
        self._http = httpx.AsyncClient(timeout=60, trust_env=False, verify=False)

    async def gather(self, tables: int, seats: int = 4) -> None:
        """Lay the tables and seat everybody, some at a time.

        Then look for rubbish once and never again: with a thousand sockets a search stops the
        generator for 60 ms, and answers that have come meanwhile would seem late.
        """
        for start in range(0, tables, 25):
            many = range(start, min(start + 25, tables))
            self.games += await asyncio.gather(*(self._table(seats) for _ in many))
        gc.collect()
        gc.freeze()
        gc.disable()

    async def stagger(self) -> None:
        """Let every table play a few actions, each another number of them."""
        left = {n: n % STAGGER for n in range(len(self.games))}
        until = time.perf_counter() + 120
        while any(left.values()) and time.perf_counter() < until:
            for n in left:
                chair = self.games[n].chair() if left[n] else None
                if chair is not None:
                    chair.play()
                    left[n] -= 1
                elif self.games[n].over():
                    left[n] = 0
            await asyncio.sleep(0.02)
        await asyncio.sleep(1.0)

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something, half a minute at most."""
        end = time.perf_counter() + 30
        while not reached() and time.perf_counter() < end:
            await asyncio.sleep(0.1)

    async def _post(self, path: str, body: object, person: dict[str, str]) -> httpx.Response:
        """Ask one server after the other."""
        self._asked += 1
        url = self.house.url(self._asked)
        return await self._http.post(url + path, json=body, headers={"origin": url, **person})

    async def _guest(self) -> dict[str, str]:
        answer = await self._post("/api/me", {"name": "Load"}, {"cookie": ""})
        self._http.cookies.clear()
        return {"cookie": f"dogfight={answer.cookies['dogfight']}"}

    async def _table(self, seats: int) -> Game:
        people = [await self._guest() for _ in range(seats)]
        body = {"game": self.game, "options": OPTIONS[self.game]}
        made = (await self._post("/api/tables", body, people[0])).json()
        code = made["table"]["code"]
        for person, invite in zip(people[1:], made["invites"], strict=True):
            await self._post(f"/api/tables/{code}/claim", {"secret": invite["secret"]}, person)
        return Game([await self._chair(code, person, seat) for seat, person in enumerate(people)])

    async def _chair(self, code: str, person: dict[str, str], seat: int) -> Chair:
        origin = self.house.url(seat)
        host, _, port = origin.partition("//")[2].partition(":")
        headers = {
            "host": f"{host}:{port}",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-key": generate_key(),
            "sec-websocket-version": "13",
            "origin": origin,
            **person,
        }
        lines = [
            f"GET /ws/tables/{code} HTTP/1.1",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        request = "\r\n".join(lines) + "\r\n\r\n"
        line = Line(request)
        line.chair = chair = Chair(line, seat, self.tally)
        await asyncio.get_running_loop().create_connection(lambda: line, host, int(port))
        await line.open
        return chair

    async def play(self, rate: float, seconds: float) -> float:
        """Let seats that have to choose do so, this many a second over all tables; the rate that
        was reached.
        """
        self.tally = Tally()
        for game in self.games:
            for chair in game.chairs:
                chair.tally = self.tally
        began = time.perf_counter()
        sent = 0
        turn = 0
        while (now := time.perf_counter() - began) < seconds:
            due = int(now * rate) - sent
            for _ in range(len(self.games)):
                if due <= 0:
                    break
                turn = (turn + 1) % len(self.games)
                ready = self.games[turn].chair()
                if ready is not None:
                    ready.play()
                    sent += 1
                    due -= 1
            await asyncio.sleep(0.002)
        await asyncio.sleep(1.0)
        return sent / seconds

    async def close(self) -> None:
        for game in self.games:
            for chair in game.chairs:
                chair.line.hang_up()
        await self._http.aclose()


async def club(house: House, game: str, tables: int, rate: float, seconds: float) -> None:
    crowd = Crowd(house, game)
    await crowd.gather(tables)
    await asyncio.sleep(1.0)
    await crowd.stagger()
    before, beside = house.cpu(), house.beside()
    reached = await crowd.play(rate, seconds)
    used = house.cpu() - before
    acks = max(1, len(crowd.tally.seconds))
    print(f"{game}: {tables} games x 4 sockets, {reached:.0f} actions/s for {seconds:.0f} s")
    print(f"  {crowd.tally.line()}")
    share = used / (seconds + 1)
    print(
        f"  servers: {1e6 * used / acks:.0f} us CPU an action, {share:.0%} of a core,"
        f" {house.memory_mb():.0f} MB"
    )
    for name, cpu in house.beside().items():
        print(f"  {name}: {1e6 * (cpu - beside[name]) / acks:.0f} us CPU an action")
    await crowd.close()


async def knee(house: House, game: str, tables: int, rate: float, seconds: float) -> None:
    crowd = Crowd(house, game)
    await crowd.gather(tables)
    await asyncio.sleep(1.0)
    await crowd.stagger()
    while True:
        before = house.cpu()
        reached = await crowd.play(rate, seconds)
        used = house.cpu() - before
        running = sum(not item.over() for item in crowd.games)
        share = used / (seconds + 1)
        print(
            f"{game}: wanted {rate:.0f}/s, reached {reached:.0f}/s in {running} games, {share:.0%}"
            " of a core"
        )
        print(f"  {crowd.tally.line()}", flush=True)
        if crowd.tally.p99() > 0.25 or reached < 0.9 * rate or running < tables / 2:
            break
        rate *= 1.5
    await crowd.close()


async def herd(house: House, game: str, tables: int, rate: float, seconds: float) -> None:
    """Every seat of every table seals at once: in Jaws vs Paws the first legal action says
    ready.
    """
    del game, rate, seconds
    crowd = Crowd(house, "paws")
    await crowd.gather(tables)
    await crowd.until(lambda: all(game.chair() for game in crowd.games))
    for table in crowd.games:
        if (placing := table.chair()) is not None:
            placing.play()
    chairs = [chair for table in crowd.games for chair in table.chairs]
    await crowd.until(lambda: all(chair.ready() for chair in chairs))
    await asyncio.sleep(0.5)
    chairs = [chair for chair in chairs if chair.ready()]
    crowd.tally.seconds.clear()
    before = house.cpu()
    began = time.perf_counter()
    for chair in chairs:
        chair.play(chair.first())
    sent = time.perf_counter() - began
    while (
        len(crowd.tally.seconds) + crowd.tally.refused < len(chairs)
        and time.perf_counter() - began < 30
    ):
        await asyncio.sleep(0.01)
    print(f"paws: {len(chairs)} sealed choices sent within {1000 * sent:.0f} ms")
    print(f"  {crowd.tally.line()}; slowest {1000 * max(crowd.tally.seconds):.0f} ms")
    print(f"  server: {1e6 * (house.cpu() - before) / len(chairs):.0f} us CPU a choice")
    await crowd.close()


def views() -> None:
    """The size of a seat's view over a random game, and what building and encoding it costs."""
    for name in dogfight.names():
        game = dogfight.load(name)
        sizes, build, encode = [], [], []
        for position, decision in walk(game, game.options(), 1, 2000):
            if not acting(decision):
                continue
            for seat in range(len(game.seats(game.options()))):
                began = time.perf_counter()
                view = game.view(position, seat)
                middle = time.perf_counter()
                text = view.as_json()
                encode.append(time.perf_counter() - middle)
                build.append(middle - began)
                sizes.append(len(text))
        print(
            f"{name:14} view {statistics.mean(sizes):7,.0f} B (largest {max(sizes):,}), build"
            f" {1e6 * statistics.median(build):6.0f} us, encode"
            f" {1e6 * statistics.median(encode):4.0f} us"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["club", "knee", "herd", "views"])
    parser.add_argument("--game", default="starfighters", choices=sorted(OPTIONS))
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=330.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--database", default="", help="postgresql://… of an empty database")
    parser.add_argument("--bus", default="", help="redis://… for several nodes")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="NAME=PID",
        help="another process to measure",
    )
    chosen = parser.parse_args()
    if chosen.what == "views":
        views()
        return
    work: Callable[..., Awaitable[None]] = {"club": club, "knee": knee, "herd": herd}[chosen.what]
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), chosen)
        try:
            uvloop.run(work(house, chosen.game, chosen.tables, chosen.rate, chosen.seconds))  # type: ignore[arg-type]
        finally:
            house.stop()


if __name__ == "__main__":
    main()
