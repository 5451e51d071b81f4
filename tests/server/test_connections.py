"""Connections: those who dawdle, come in crowds or ask for another house are turned away, and
nobody else notices.
"""

import contextlib
import resource
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Raw, Server, play_first, serving, wait_until
from starlette.requests import HTTPConnection
from websockets.exceptions import WebSocketException

from dogfight.client import Client
from dogfight.server import auth
from dogfight.server.connections import _Proxies
from dogfight.server.limits import address_block
from dogfight.server.settings import Settings

HALVES = (
    b"",
    b"GET / HT",
    b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
)


def crowd(
    stack: contextlib.ExitStack, server: Server, count: int, source: str = "127.0.0.1"
) -> list[Raw]:
    """So many requests that have not arrived whole."""
    lines = []
    for n in range(count):
        lines.append(stack.enter_context(Raw(server, source)))
        with contextlib.suppress(ConnectionError):
            lines[-1].send(HALVES[n % 3])
    return lines


def test_half_open_requests_do_not_block_others(tmp_path: Path) -> None:
    limits = {
        "arriving_per_address": 64,
        "connections_per_address": 256,
        "header_seconds": 20.0,
        "body_seconds": 20.0,
    }
    with serving(tmp_path, **limits) as server, contextlib.ExitStack() as stack:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (200, 200))
        lines = crowd(stack, server, 300)
        began = time.monotonic()
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
            with ana.join(code) as table:
                assert play_first(table) == 10
        assert time.monotonic() - began < 5
        wait_until(lambda: sum(not line.hung_up() for line in lines) <= 64)
        assert (
            '"what":"arriving_per_address"' in server.log() and '"who":"127.0.0.1"' in server.log()
        )


def test_connection_limit_keeps_room_for_a_new_client(tmp_path: Path) -> None:
    with (
        serving(tmp_path, connections=20, header_seconds=20.0) as server,
        contextlib.ExitStack() as stack,
    ):
        for n in range(2, 7):
            crowd(stack, server, 10, f"127.0.0.{n}")
        with Client(server.url, "Ana") as ana:
            assert ana.http.get("/api/me").status_code == 200
        assert '"what":"connections"' in server.log()


def test_one_address_has_so_many_connections_sockets_included(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_address=6) as server, contextlib.ExitStack() as stack:
        ana = stack.enter_context(Client(server.url, "Ana"))
        code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
        for _ in range(6):
            stack.enter_context(Line(ana, code)).until("welcome")
        with pytest.raises((WebSocketException, OSError, EOFError)):
            Line(ana, code)
        with Raw(server, "127.0.0.2") as other:
            other.request("GET /api/games")
            assert b" 200 " in other.read()
        assert '"what":"connections_per_address"' in server.log()
        stack.close()
        with Client(server.url, "Ben") as ben:
            assert ben.http.get("/api/me").status_code == 200, (
                "whoever has gone is not counted any more"
            )


def test_concurrent_request_limit_per_person_includes_polls(tmp_path: Path) -> None:
    with (
        serving(tmp_path, requests_at_once=4, poll_seconds=3.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
        have = ana.http.get(f"/api/tables/{code}/view?seat=0").json()["version"]
        polls = [threading.Thread(target=poll, args=(server, ana, code, have)) for _ in range(4)]
        for item in polls:
            item.start()
        wait_until(lambda: ana.http.get("/api/me").status_code == 429)
        with Client(server.url, "Ben") as ben:
            assert ben.http.get("/api/me").status_code == 200
        for item in polls:
            item.join()
        assert ana.http.get("/api/me").status_code == 200
        assert '"what":"requests_at_once"' in server.log()


def poll(server: Server, ana: Client, code: str, have: str) -> None:
    with Client(server.url, "x") as twin:
        twin.http.cookies.clear()
        twin.http.cookies.update(dict(ana.http.cookies))
        twin.http.get(f"/api/tables/{code}/view?seat=0&after={have}")


def test_proxy_connections_count_by_forwarded_address(tmp_path: Path) -> None:
    settings = {"proxies": ["127.0.0.1"], "connections_per_address": 3, "poll_seconds": 3.0}
    with (
        serving(tmp_path, **settings) as server,
        Client(server.url, "Ana") as ana,
        contextlib.ExitStack() as stack,
    ):
        code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
        have = ana.http.get(f"/api/tables/{code}/view?seat=0").json()["version"]
        cookies = "; ".join(f"{name}={value}" for name, value in ana.http.cookies.items())
        for _ in range(3):
            line = stack.enter_context(Raw(server))
            target = f"GET /api/tables/{code}/view?seat=0&after={have}"
            line.request(target, "X-Forwarded-For: 203.0.113.7", f"Cookie: {cookies}")
        wait_until(lambda: asked(server, "203.0.113.7") == b"429")
        assert asked(server, "203.0.113.8") == b"200"


def asked(server: Server, client: str) -> bytes:
    with Raw(server) as line:
        line.request("GET /api/games", f"X-Forwarded-For: {client}")
        return line.read().split()[1]


def test_request_with_endless_body_is_cut_after_the_answer(tmp_path: Path) -> None:
    with serving(tmp_path, header_seconds=0.5, body_seconds=0.5) as server, Raw(server) as line:
        line.request("GET /api/games", "Content-Length: 1000")
        assert b" 200 " in line.read()
        assert dripped(line, b"x", 4.0), "a byte now and then does not keep the line"


def test_empty_lines_do_not_keep_a_connection_alive(tmp_path: Path) -> None:
    with serving(tmp_path, header_seconds=0.5) as server, Raw(server) as line:
        line.request("GET /api/me")
        assert b" 401 " in line.read()
        assert dripped(line, b"\r\n", 4.0)


def dripped(line: Raw, drop: bytes, seconds: float) -> bool:
    """Whether the other side hangs up while we send a drop now and then."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(ConnectionError):
            line.send(drop)
        if line.hung_up(0.1):
            return True
    return False


def test_client_that_does_not_read_the_answer_is_cut(tmp_path: Path) -> None:
    with serving(tmp_path, request_seconds=0.8) as server, Raw(server) as line:
        line.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        wait_until(lambda: '"what":"slow_answer"' in server.log(), 10)


def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, head_bytes=4096) as server, Raw(server) as line:
        line.send(b"GET / HTTP/1.1\r\n")
        for _ in range(100):
            time.sleep(0.005)
            with contextlib.suppress(ConnectionError):
                line.send(b"X-A: " + b"y" * 1000 + b"\r\n")
        assert b" 431 " in line.read()


PUBLIC: dict[str, Any] = {"origins": ["https://table.example"]}


def test_foreign_host_names_are_refused_if_own_is_known(tmp_path: Path) -> None:
    with serving(tmp_path, **PUBLIC) as server:
        for host in (
            "evil.example",
            "table.example.evil.example",
            "127.0.0.1.evil.example:8000",
            "[",
            "",
        ):
            assert status(server, "GET /api/games", f"Host: {host}") == b"421", host
            assert status(server, "GET /", f"Host: {host}") == b"421", host
            assert handshake(server, host, f"http://{host}") == b"403", host
        for host in ("table.example", "TABLE.example:443", "localhost:9", "127.0.0.1"):
            assert status(server, "GET /api/games", f"Host: {host}") == b"200", host
        for origin in (
            "https://evil.example",
            "https://table.example.evil.example",
            "null",
            "http://[",
        ):
            assert handshake(server, "table.example", origin) == b"403", origin
        assert handshake(server, "table.example", "https://table.example") == b"101"


def test_local_server_refuses_names_that_lead_elsewhere(server: Server) -> None:
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example@localhost",
        "10.0.0.7",
        "x",
        "",
        "[::2]",
    ):
        for path in ("GET /api/games", "GET /", "GET /healthz", "GET /nothing"):
            assert status(server, path, f"Host: {host}") == b"421", host
        assert handshake(server, host, f"http://{host}") == b"403", host
    for host in ("localhost", "LOCALHOST:9", "127.0.0.1", "127.8.7.6:80", "[::1]:8000"):
        assert status(server, "GET /api/games", f"Host: {host}") == b"200", host
        assert handshake(server, host, f"http://{host}") == b"101", host


def test_server_on_a_network_answers_to_any_name(tmp_path: Path) -> None:
    settings = Settings(host="0.0.0.0")
    for host in ("192.168.1.5:8000", "attic.local", "laptop", "[fe80::1]", "localhost"):
        auth.check_host(
            HTTPConnection({"type": "http", "headers": [(b"host", host.encode())]}), settings
        )
    with serving(tmp_path, host="0.0.0.0") as server:
        port = server.url.rsplit(":", 1)[1]
        for host in ("laptop", "192.168.1.5"):
            headers = {"host": f"{host}:{port}"}
            assert (
                httpx.get(
                    f"http://127.0.0.1:{port}/api/games", headers=headers, trust_env=False
                ).status_code
                == 200
            )


def status(server: Server, line: str, *headers: str) -> bytes:
    with Raw(server) as raw:
        raw.request(line, *headers)
        return raw.read().split()[1]


def handshake(server: Server, host: str, origin: str) -> bytes:
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    return status(
        server, "GET /ws/tables/LARK-2222", f"Host: {host}", f"Origin: {origin}", *upgrade, key
    )


DIGITS = "9" * 5000
ADDRESSES = {
    "/%00": 400,
    "/api/%00": 400,
    "/assets/%0a": 400,
    "/api/tables/%00/view": 400,
    "/" + "a" * 300: 404,
    "/" + "a" * 5000: 404,
    "/a/" * 2000: 404,
    "/" + "a" * 10_000: 414,
    "/api/games?x=" + "1" * 10_000: 414,
    f"/api/tables/{DIGITS}": 404,
    f"/api/games/{DIGITS}/options": 404,
    f"/api/games/toy/options?rounds={DIGITS}": 200,
    f"/api/games/toy/rules/{DIGITS}": 404,
    f"/api/logs/{DIGITS}": 404,
}


@pytest.mark.parametrize("address", ADDRESSES, ids=range(len(ADDRESSES)))
def test_no_address_is_a_server_error(server: Server, address: str) -> None:
    with Client(server.url, "Ana") as ana:
        answer = ana.http.get(address)
        assert answer.status_code == ADDRESSES[address]
        if answer.status_code in (400, 414) or address.startswith("/api"):
            assert answer.json().get("code", "") in (
                "",
                "bad_request",
                "bad_option",
                "unknown",
                "too_long",
            )
        assert len(answer.content) < 20_000
    with Raw(server) as raw:
        raw.request("GET /" + "a" * 70_000)
        got = raw.read()
        assert got.split()[1] in (b"400", b"414", b"431") and b'"ok":false' in got


BODIES = {
    "tables": b'{"game":"toy","options":{"rounds":%s}}',
    "tables ": b'{"game":"toy","options":{"rounds":"%s"}}',
    "tables  ": b'{"game":"toy","time_limit_s":%s}',
    "tables/{code}/sit": b'{"player":%s}',
    "tables/{code}/hint": b'{"seat":0,"question":%s}',
    "tables/{code}/take_back_reply": b'{"n":%s,"yes":true}',
    "tables/{code}/command": b'{"type":"play","id":"a","seat":0,"question":1,"action":%s}',
    "tables/{code}/command ": b'{"type":"draft","seat":0,"question":1,"n":%s}',
    "tables/{code}/continue": b'{"step":%s}',
    "records": b'[Dogfight "%s"]\n[Game "toy"]\n\n1. p1 c%s {0000000000000000}\n',
    "records ": b'{"dogfight":%s,"game":"toy"}\n{"n":%s}\n',
}


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_thousands_of_digits_is_refused_everywhere(
    server: Server, path: str, sign: str
) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        kind = "text/plain" if path.startswith("records") else "application/json"
        body = BODIES[path].replace(b"%s", (sign + DIGITS).encode())
        where = f"/api/{path.strip().format(code=code)}"
        answer = ana.http.post(where, content=body, headers={"content-type": kind})
        assert answer.status_code in (400, 409) and answer.json()["ok"] is False, answer.text[:300]
        with Line(ana, code) as line:
            line.until("view", seat=1)
            line.socket.send(
                '{"type":"play","id":"a","seat":0,"question":1,"action":' + sign + DIGITS + "}"
            )
            assert line.until("reject")["code"] == "bad_message"


def test_address_block_groups_ipv6_networks_and_mapped_ipv4() -> None:
    assert address_block("203.0.113.7") == "203.0.113.7"
    assert address_block("2001:db8::1") == address_block("2001:db8::ffff") == "2001:db8::/64"
    assert address_block("::ffff:203.0.113.7") == "203.0.113.7"
    assert address_block("nonsense") == "nonsense"
    assert "10.1.2.3" in _Proxies(("10.0.0.0/8",)) and "11.1.2.3" not in _Proxies(
        ("10.0.0.0/8", "odd")
    )
    assert "x" in _Proxies(("*",)) and "x" not in _Proxies(("10.0.0.1",))
