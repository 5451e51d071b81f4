"""A real server in a process of its own, and the small tools the tests share."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import forking
import msgspec

from dogfight.client import Client, RemoteTable

HERE = Path(__file__).parent
QUICK = {
    "plugins": ["toy"],
    "bot_delay": [0.0, 0.0],
    "bot_clock_share": [0.0, 0.0],
    "bot_seconds": 1.0,
    "hint_bot": "wise",
    "hints_per_minute": 100000.0,
    "bot_workers": 1,
    "nonce_seconds": 1.5,
    "clock_grace": 0.1,
    "reconnect_seconds": 1.0,
    "guests_per_minute": 100000.0,
    "notices_per_hour": 1000000.0,
    "phrases_per_minute": 100000.0,
    "connects_per_minute": 100000.0,
    "requests_per_second": 10000.0,
    "commands_per_second": 10000.0,
    "commands_burst": 10000,
    "talk_per_minute": 100000.0,
    "talk_burst": 10000,
    "frames_per_second": 1e9,
    "frames_burst": 10**9,
    "bytes_per_second": 1e9,
    "bytes_burst": 10**9,
    "open_tables": 100000,
    "away_seconds": 0.0,
    "uploads_per_minute": 100000.0,
    "uploads_per_person": 100000,
    "requests_at_once": 1000,
    "connections_per_address": 5000,
    "arriving_per_address": 5000,
}


def environment(**more: str) -> dict[str, str]:
    """The environment of a command that can import the toy game."""
    path = os.pathsep.join(item for item in (str(HERE), os.environ.get("PYTHONPATH", "")) if item)
    return {**os.environ, **more, "PYTHONPATH": path}


def command(
    *words: str, seconds: float = 60, cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a verb of `dogfight` to its end, with more in its environment."""
    return forking.run("dogfight.cli.app", words, environment(**more), cwd, seconds)


def refused(*words: str, cwd: Path | None = None, **more: str) -> str:
    """The one line that a command which cannot be carried out ends with."""
    done = command(*words, cwd=cwd, **more)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and not done.stdout, (
        done.stdout,
        done.stderr,
    )
    return done.stderr


def toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {toml_value(item)}' for name, item in value.items())} }}"
    return msgspec.json.encode(value).decode()


def brought_back(client: Client, text: str) -> str:
    """A record that was uploaded, downloaded again."""
    answer = client.http.post("/api/records", content=text, headers={"content-type": "text/plain"})
    return client.record(answer.json()["table"]["code"])


class Server:
    """`dogfight serve` on a free port; `kill` is kill -9, `stop` is a polite request."""

    def __init__(self, folder: Path, plant: str = "", twin: Any = None, **settings: Any) -> None:
        self.folder = folder
        self.settings = QUICK | settings
        pinned = msgspec.json.encode(twin).decode() if twin is not None else ""
        self.pins = {name: value for name, value in (("PLANT", plant), ("TWIN", pinned)) if value}
        self.url = ""
        self.process: forking.Forked | None = None
        self.start()

    def start(self) -> None:
        config = self.folder / "settings.toml"
        values = {
            **self.settings,
            "port": int(self.url.rsplit(":", 1)[1].strip("/")) if self.url else 0,
        }
        config.write_text(
            "".join(f"{name} = {toml_value(item)}\n" for name, item in values.items())
        )
        where = [] if "database" in self.settings else ["--data-dir", str(self.data)]
        serve = ["serve", "--no-browser", *where, "--config", str(config)]
        module = "pinned" if self.pins else "dogfight.cli.app"
        said, saying = os.pipe()
        with (self.folder / "log").open("a") as log:
            self.process = forking.Forked(
                module, serve, environment(**self.pins), None, saying, log.fileno()
            )
        os.close(saying)
        self._said = os.fdopen(said)
        line = self._said.readline()
        if "http://" not in line:
            self.kill()
            raise AssertionError(self.log())
        self.url = line.split()[-1].rstrip("/")
        try:
            host, port = self.url.removeprefix("http://").split(":")
            socket.create_connection((host, int(port)), 20).close()  # where it says it is, it is
            wait_until(lambda: Client(self.url, "probe").close() is None, 60)
        except Exception:
            self.kill()
            raise

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def catch_up(self, client: Client, line: Line, code: str) -> None:
        """Wait until a client's line has shown a table as it is; where there is one server it
        has when it answers.
        """

    def stored(self) -> bytes:
        """All that it keeps, as it lies there."""
        return b"".join(path.read_bytes() for path in self.data.iterdir())

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self._said.close()
            self.process = None


class Line:
    """A bare socket: sends what it is told and remembers every frame that came."""

    def __init__(self, client: Client, code: str) -> None:
        self.socket = client.socket(f"/ws/tables/{code}")
        self.frames: list[str] = []
        self.shown: dict[int, str] = {}
        """The version of each seat's view that came last."""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, **message: Any) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def next(self, seconds: float = 20.0) -> dict[str, Any]:
        text = str(self.socket.recv(timeout=seconds))
        self.frames.append(text)
        result: dict[str, Any] = msgspec.json.decode(text)
        if result["type"] == "view":
            self.shown[result["seat"]] = result["version"]
        return result

    def until(self, *kinds: str, **fields: Any) -> dict[str, Any]:
        """The next message of one of these kinds with these fields."""
        while True:
            message = self.next()
            if message["type"] in kinds and all(
                message.get(name) == value for name, value in fields.items()
            ):
                return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.send(**message)
        return self.until("ack", "reject", "busy", "pong", id=message.get("id", ""))

    def settle(self) -> None:
        """Take in every view that was on its way: the second answer comes after all that the
        first one overtook.
        """
        for name in ("settle-1", "settle-2"):
            self.ask(type="ping", id=name)

    def rest(self, seconds: float = 0.4) -> None:
        """Take in whatever still comes."""
        while True:
            try:
                self.next(seconds)
            except TimeoutError:
                return


class Raw:
    """A connection that sends bytes as it is told to, from any address of this machine."""

    def __init__(self, server: Server, source: str = "127.0.0.1", seconds: float = 5.0) -> None:
        self._host, port = server.url.removeprefix("http://").split(":")
        self._name = f"{self._host}:{port}"
        self.socket = socket.create_connection((self._host, int(port)), seconds, (source, 0))

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(self, line: str, *headers: str) -> None:
        """Send the head of a request."""
        hosts = (
            []
            if any(header.lower().startswith("host:") for header in headers)
            else [f"Host: {self._name}"]
        )
        self.send("\r\n".join([f"{line} HTTP/1.1", *hosts, *headers, "", ""]).encode())

    def read(self, seconds: float = 5.0) -> bytes:
        """What comes next; nothing if the other side has hung up."""
        self.socket.settimeout(seconds)
        try:
            return self.socket.recv(1 << 16)
        except ConnectionError:
            return b""

    def hung_up(self, seconds: float = 0.0) -> bool:
        """Whether the other side has hung up, or does so in that time."""
        try:
            return not self.read(max(seconds, 0.001))
        except TimeoutError:
            return False


def bot_processes(server: Server) -> list[int]:
    """The processes that a server's bots think in."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if is_bot_process(pid)]


def is_bot_process(pid: int) -> bool:
    try:
        return "bot_worker" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def set_clock(clock: Path, seconds: float) -> None:
    """Make it this much later than the beginning for a server whose time is pinned to a file."""
    new = clock.with_suffix(".new")
    new.write_text(str(1_800_000_000.0 + seconds))
    new.replace(clock)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Server]:
    """A server; with DOGFIGHT_HOUSE=cluster three nodes in its place, of which every client gets
    another one.
    """
    if os.environ.get("DOGFIGHT_HOUSE") == "cluster":
        sys.path.append(str(HERE.parent / "cluster"))
        from cluster_parts import Spread

        server = Spread(folder, **settings)
    else:
        server = Server(folder, **settings)
    try:
        yield server
    finally:
        server.stop()
    assert '"level":"error"' not in server.log() and "Traceback" not in server.log(), server.log()


def address(path: str, code: str, rule: str = "TY-1") -> str:
    """A route's path at a table; those of lessons and puzzles are of a game that has some."""
    parts = ("/lessons/", "/puzzles/", "/brief")
    game = "biplanes" if any(part in path for part in parts) else "toy"
    name = "0" * 16
    return path.format(
        code=code,
        table=code,
        game=game,
        lesson=1,
        puzzle="today",
        rule=rule,
        study="0" * 12,
        device=name,
        passkey=name,
        pack="0" * 10,
        feed="A" * 43,
        browser=name,
        mail="A" * 43,
    )


def listen_until(true: Any, table: RemoteTable, seconds: float = 20.0) -> None:
    """Listen at a table until something holds."""

    def listened() -> Any:
        table.pump(0.1)
        return true()

    wait_until(listened, seconds)


def wait_until(true: Any, seconds: float = 20.0) -> None:
    """Wait until something holds; errors on the way count as not yet."""
    until = time.monotonic() + seconds
    while True:
        try:
            if true():
                return
        except Exception:
            if time.monotonic() > until:
                raise
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def play_first(table: RemoteTable, most: int = 10**6) -> int:
    """Play the first legal action until the game is over or that often; how often."""
    count = 0
    while count < most and (view := table.wait_for_turn()) is not None:
        table.play(view.seat, view.legal[0].action)
        count += 1
    return count


@contextmanager
def asking(server: Server) -> Iterator[list[float]]:
    """Somebody asks for something small all the time: how long each answer takes."""
    waits: list[float] = []
    stop = threading.Event()

    def ask() -> None:
        with Client(server.url, "Ben") as ben:
            while not stop.is_set():
                began = time.monotonic()
                ben.http.get("/api/me")
                waits.append(time.monotonic() - began)
                time.sleep(0.005)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield waits
    finally:
        stop.set()
        thread.join()
