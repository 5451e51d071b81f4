"""Floods: whatever arrives counts, for the person and the address, and whoever sends too much is
hung up on.
"""

import contextlib
import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Raw, Server, serving, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from dogfight.client import Client
from dogfight.server import limits, openapi
from dogfight.server.answer_headers import SAFE_HEADERS
from dogfight.server.limits import RateLimits, Traffic
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings

SMALL: dict[str, Any] = {"frames_per_second": 10.0, "frames_burst": 60}


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


FLOODS = {
    "ping": frame(Opcode.PING) * 1000,
    "pong": frame(Opcode.PONG, b"x" * 125) * 1000,
    "continuation": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 1000,
    "fragments": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, b"x", fin=False) * 1000,
    "text": frame(Opcode.TEXT) * 1000,
    "ping between fragments": (
        (frame(Opcode.TEXT, b"{", fin=False) + frame(Opcode.PING)) + frame(Opcode.PING) * 1000
    ),
}


def table_of(client: Client) -> str:
    return str(client.create("toy", {"rounds": 9}, ["me", "me"]).table.code)


def closed_code(line: Line, flood: Callable[[socket.socket], None]) -> int | None:
    """The code that a socket is closed with after something was sent to it."""
    with contextlib.suppress(ConnectionError):
        flood(line.socket.socket)
    with pytest.raises(ConnectionClosed) as closed:
        line.rest(5.0)
    return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("small"), **SMALL) as server:
        yield server


@pytest.mark.parametrize("kind", FLOODS)
def test_frames_of_every_kind_are_budgeted(small: Server, kind: str) -> None:
    with Client(small.url, "Eve") as eve, Client(small.url, "Ana") as ana:
        code = table_of(ana)
        with Line(eve, code) as line, Line(ana, code) as other:
            line.until("welcome")
            assert closed_code(line, lambda sender: sender.sendall(FLOODS[kind])) == 1008
            other.until("view", seat=1)
            assert other.ask(type="ping", id="a")["type"] == "pong", "nobody else is hung up on"
        wait_until(lambda: '"what":"frames"' in small.log())
        wait_until(lambda: ana.table(code).watchers == 0)


def test_empty_binary_and_repeated_close_frames_end_at_once(small: Server) -> None:
    for flood, code in ((frame(Opcode.BINARY), 1003), (frame(Opcode.CLOSE, b"\x03\xe8"), 1000)):
        with Client(small.url, "Eve") as eve, Line(eve, table_of(eve)) as line:
            line.until("welcome")
            assert closed_code(line, lambda sender, flood=flood: sender.sendall(flood * 20)) == code  # type: ignore[misc]
        with Client(small.url, "Eve") as eve, Line(eve, table_of(eve)) as line:
            line.until("welcome")
            assert (
                closed_code(line, lambda sender, flood=flood: sender.sendall(flood * 1000)) == 1008
            )  # type: ignore[misc]


def test_single_bytes_of_a_frame_count(small: Server) -> None:
    def drip(sender: socket.socket) -> None:
        for _ in range(400):
            sender.sendall(b"x")
            time.sleep(0.001)

    with Client(small.url, "Eve") as eve, Line(eve, table_of(eve)) as line:
        line.until("view", seat=1)
        line.socket.socket.sendall(frame(Opcode.TEXT, b"x" * 16000)[:10])
        assert closed_code(line, drip) == 1008


def test_bytes_of_a_socket_are_budgeted(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"record_bytes": 65536, "bytes_burst": 2**20, "bytes_per_second": 1.0}
    with (
        serving(tmp_path, **limits) as server,
        Client(server.url, "Eve") as eve,
        Line(eve, table_of(eve)) as line,
    ):
        line.until("view", seat=1)
        flood = frame(Opcode.TEXT, b'{"type":"%s"}' % (b"x" * 16000)) * 100
        assert closed_code(line, lambda sender: sender.sendall(flood)) == 1008
        assert '"what":"bytes"' in server.log()


def test_message_of_too_many_fragments_is_closed(server: Server) -> None:
    with Client(server.url, "Eve") as eve, Line(eve, table_of(eve)) as line:
        line.until("view", seat=1)
        flood = frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 3000
        assert closed_code(line, lambda sender: sender.sendall(flood)) == 1008


def test_sockets_of_a_person_share_budgets(tmp_path: Path) -> None:
    settings = {
        "commands_per_second": 0.01,
        "commands_burst": 30,
        "frames_per_second": 0.01,
        "frames_burst": 100,
    }
    with (
        serving(tmp_path, **settings) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = table_of(ana)
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(Line(ana, code)) for _ in range(3)]
            answers = [line.ask(type="ping", id="a")["type"] for line in lines for _ in range(12)]
            assert answers == ["pong"] * 30 + ["reject"] * 6, "commands"
            body = {"channel": "table", "text": "x"}
            assert ana.http.post(f"/api/tables/{code}/chat", json=body).status_code == 429, (
                "over HTTP as well"
            )
            lines[0].socket.socket.sendall(frame(Opcode.PONG) * 50)
            assert (
                closed_code(lines[1], lambda sender: sender.sendall(frame(Opcode.PONG) * 50))
                == 1008
            ), "frames"
            with Line(ben, code) as other:
                other.until("welcome")
                assert other.ask(type="ping", id="a")["type"] == "pong", (
                    "another person has a budget of their own"
                )
        again = ana.socket(f"/ws/tables/{code}")
        again.socket.sendall(frame(Opcode.PONG) * 50)
        with pytest.raises(ConnectionClosed):
            [again.recv(timeout=5) for _ in range(50)]  # coming back does not fill the budget


def test_people_at_one_address_share_a_larger_budget(tmp_path: Path) -> None:
    settings = {"commands_per_second": 0.01, "commands_burst": 10, "address_share": 3.0}
    with serving(tmp_path, **settings) as server, contextlib.ExitStack() as stack:
        people = [stack.enter_context(Client(server.url, f"P{n}")) for n in range(5)]
        code = table_of(people[0])
        answers = []
        for person in people:
            with Line(person, code) as line:
                line.until("welcome")
                answers.append([line.ask(type="ping", id="a")["type"] for _ in range(10)])
        assert answers == [["pong"] * 10] * 3 + [["reject"] * 10] * 2
        assert '"who":"@127.0.0.1"' in server.log()


def test_budgets_are_bounded_and_forget_full_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(limits, "_KNOWN", 100)
    budgets = RateLimits("test", 1.0, 5, 2)
    for n in range(1000):
        budgets.spend(f"p{n}", f"a{n}")
    assert len(budgets._buckets) <= 100, "never more than so many"
    clock[0] = 60.0
    for _ in range(200):
        budgets.spend("p", "a")
        clock[0] += 1
    assert len(budgets._buckets) == 2, "those that are full again are gone"
    for _ in range(4):
        budgets.spend("q", "b")
    budgets.spend("q", "b")
    with pytest.raises(Refused):
        budgets.spend("q", "b")
    for n in range(5):
        budgets.spend(f"r{n}", "b")
    with pytest.raises(Refused):
        budgets.spend("r9", "b")


def test_bucket_that_a_socket_holds_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_KNOWN", 4)
    traffic = Traffic(Settings(frames_per_second=0.001, frames_burst=10))
    meter = traffic.of_person(1, "a")
    assert meter.take(8, 0)
    for n in range(2, 50):
        traffic.of_person(n, f"a{n}").take(1, 0)
    assert traffic.of_person(1, "a").frames_left() == 2


PIPELINED = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
HTTP_FLOODS: dict[str, tuple[bytes, bytes]] = {
    "pipelined requests": (PIPELINED * 3000, b""),
    "requests that end nothing": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3000, b""),
    "tiny chunks": (BODY + b"1\r\nx\r\n" * 20_000, b""),
    "tiny chunks of a request that was answered": (
        BODY.replace(b"POST", b"GET") + b"1\r\nx\r\n" * 20_000,
        b"",
    ),
    "trailers": (BODY + b"0\r\n" + b"a: b\r\n" * 20_000, b""),
    "headers": (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 300 + b"\r\n", b" 431 "),
    "a long header that ends": (b"GET / HTTP/1.1\r\na: " + b"b" * 40_000 + b"\r\n\r\n", b" 431 "),
    "a long address": (b"GET /" + b"b" * 40_000 + b" HTTP/1.1\r\n\r\n", b" 431 "),
}


@pytest.mark.parametrize("kind", HTTP_FLOODS)
def test_floods_of_one_http_connection_are_cut(tmp_path: Path, kind: str) -> None:
    data, answer = HTTP_FLOODS[kind]
    with serving(tmp_path, requests_per_second=50.0) as server, Raw(server) as line:
        with contextlib.suppress(ConnectionError):
            line.send(data)
        got = b""
        with contextlib.suppress(ConnectionError):
            while part := line.read():
                got += part
        assert answer in got
        assert got.count(b" 200 ") <= 500, "it was hung up on long before all was answered"
        assert httpx.get(f"{server.url}/healthz", trust_env=False).status_code == 200
        assert '"event":"limit"' in server.log()


def test_bytes_of_a_request_that_was_refused_are_cut(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "record_bytes": 65536,
        "bytes_burst": 2**20,
        "bytes_per_second": 1.0,
    }
    with serving(tmp_path, **settings) as server, Raw(server) as line:
        line.request("POST /api/me", "Content-Length: 1000000000", "Content-Type: application/json")
        with pytest.raises(ConnectionError):
            line.send(b"x" * 65536 * 1000)
        wait_until(lambda: '"what":"bytes"' in server.log())


UPGRADE = (
    b"GET /ws/tables/LARK-2222 HTTP/1.1\r\nUpgrade: websocket\r\nConnection:"
    b" Upgrade\r\nX-Request-ID: proxy-7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
BAD_REQUESTS = {
    "no request": (b"400", b"NONSENSE\r\n\r\n"),
    "a long head": (b"431", b"GET / HTTP/1.1\r\nX-Request-ID: proxy-7\r\n" + b"a: b\r\n" * 300),
    "a bad handshake": (b"400", UPGRADE + b"Host: localhost\r\nSec-WebSocket-Version: 5\r\n\r\n"),
    "a refused handshake": (
        b"403",
        UPGRADE + b"Host: evil.example\r\nSec-WebSocket-Version: 13\r\n\r\n",
    ),
}


@pytest.mark.parametrize("kind", BAD_REQUESTS)
def test_answers_below_the_app_have_id_and_safe_headers(server: Server, kind: str) -> None:
    status, request = BAD_REQUESTS[kind]
    with Raw(server) as line:
        line.send(request)
        got = line.read().lower()
    assert got.split()[1] == status
    for name, value in SAFE_HEADERS:
        assert b"\r\n" + name + b": " + value.lower() + b"\r\n" in got, name
    assert got.count(b"\r\nx-request-id: ") == 1
    assert (b"x-request-id: proxy-7\r\n" in got) is (b"proxy-7" in request)


def test_the_api_document_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dogfight.server import routes

    made = []
    monkeypatch.setattr(openapi, "as_json", lambda rows: made.append(rows) or b"{}")
    routes._openapi.cache_clear()
    try:
        assert routes._openapi() is routes._openapi() and len(made) == 1
    finally:
        routes._openapi.cache_clear()
    with serving(tmp_path) as server:
        first, second = (
            httpx.get(f"{server.url}/api/openapi.json", trust_env=False) for _ in range(2)
        )
        assert first.content == second.content and json.loads(first.content)["openapi"] == "3.1.0"
