"""Too large, too fast, too slow, or nonsense: refused, and nobody else notices."""

import random
import socket
import string
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, address, play_first, serving, wait_until
from misuse import NONSENSE, StoppedReader
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from dogfight.client import Client
from dogfight.server.routes import ROUTES


def closed_with(line: Line, data: Any) -> int | None:
    """The code the socket is closed with after it was sent this; None if the line was cut while
    we were sending.
    """
    with pytest.raises(ConnectionClosed) as closed:
        send_and_rest(line, data)
    return closed.value.rcvd.code if closed.value.rcvd else None


def send_and_rest(line: Line, data: Any) -> None:
    line.socket.send(data)
    line.rest(3.0)


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_rejected_and_changes_nothing(line: Line, text: str) -> None:
    line.socket.send(text)
    assert line.until("reject")["type"] == "reject"
    assert line.ask(type="ping", id="still-here")["type"] == "pong"
    assert not any('"question":2' in frame for frame in line.frames)


def test_mutated_messages_never_break_the_server(server: Server, line: Line) -> None:
    dice = random.Random(5)
    good = '{"type":"play","id":"q","seat":0,"question":1,"action":1}'
    for _ in range(60):
        text = list(good)
        for _ in range(dice.randint(1, 4)):
            text[dice.randrange(len(text))] = dice.choice(string.printable)
        line.socket.send("".join(text))
    assert line.ask(type="ping", id="end")["type"] == "pong"
    assert '"level":"error"' not in server.log()


def test_a_frame_over_16_kb_closes_the_socket(line: Line) -> None:
    assert closed_with(line, "x" * (16 * 1024 + 1)) == 1009


def test_many_fragments_over_16_kb_close_the_socket(line: Line) -> None:
    assert closed_with(line, ["x" * 100] * 200) in (1009, None)


def test_fragmented_and_batched_frames_are_answered_in_order(line: Line) -> None:
    def frame(kind: Opcode, text: str, *, fin: bool = True) -> bytes:
        return Frame(kind, text.encode(), fin=fin).serialize(mask=True)

    def ask(n: int) -> bytes:
        return frame(Opcode.TEXT, asked(n))

    def asked(n: int) -> str:
        return f'{{"type":"ping","id":"n{n}"}}'

    halves = (frame(Opcode.TEXT, asked(4)[:9], fin=False), frame(Opcode.CONT, asked(4)[9:]))
    sent = [
        ask(0),
        ask(1) + ask(2),
        frame(Opcode.PING, "there?") + ask(3),
        b"".join(halves),
        ask(5),
        *(bytes((byte,)) for byte in ask(6)),
        ask(7) + (eighth := ask(8))[:3],
        eighth[3:],
        ask(9),
    ]
    for data in sent:
        line.socket.socket.sendall(data)
        time.sleep(0.005)
    assert [line.until("pong")["id"] for _ in range(10)] == [f"n{n}" for n in range(10)]


def test_binary_frame_closes_the_socket(line: Line) -> None:
    assert closed_with(line, b"\x00\xff") == 1003


def test_a_flood_is_refused_and_then_cut(tmp_path: Path) -> None:
    with (
        serving(tmp_path, commands_per_second=10.0, commands_burst=40) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            line.until("view", seat=1)
            for _ in range(60):
                line.send(type="ping", id="p")
            answers = [line.until("pong", "reject") for _ in range(60)]
            assert sum(answer["type"] == "pong" for answer in answers) in range(40, 46)
            assert {answer.get("code") for answer in answers} == {None, "rate"}
            with pytest.raises(ConnectionClosed):
                flood(line)
        assert Client(server.url, "Ben").close() is None


def flood(line: Line) -> None:
    for _ in range(400):
        line.send(type="ping", id="p")
    line.rest(3.0)


def test_bodies_over_64_kb_and_other_types_are_refused(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        long = ana.http.post(
            "/api/me",
            content=b'{"name":"' + b"x" * 70_000,
            headers={"content-type": "application/json"},
        )
        assert long.status_code == 413
        plain = ana.http.post(
            "/api/me", content=b'{"name":"x"}', headers={"content-type": "text/plain"}
        )
        assert plain.status_code == 415
        deep = ana.http.post(
            "/api/tables", content=b"[" * 60_000, headers={"content-type": "application/json"}
        )
        assert deep.status_code == 400 and deep.json()["code"] == "bad_request"
        assert ana.http.get("/api/nothing").json()["code"] == "unknown"
        assert ana.http.put("/api/me", json={}).status_code == 405
        assert ana.http.get("/api/tables/LARK-0OI1").json()["code"] == "unknown"
        assert ana.http.get("/assets/../../store.py").status_code == 404
        assert ana.http.get("/table/LARK-2222").status_code == 200


JUNK: list[bytes] = [
    *(
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"{}",
        b'{"player":-1}',
        b'{"player":1e99}',
        b'{"player":"0"}',
        b"\xff\xfe",
    ),
    b'{"player":0,"bot":"\\u0000","swap":3,"name":"x","secret":"y","text":"z"}',
    b'{"game":"toy","options":{"seats":[]}}',
    b'{"game":"toy","players":["me","me","me"]}',
    b'{"game":"../etc","time_limit_s":-1}',
    b'{"type":"play","id":"a","seat":0,"question":0,"word":"c1"}',
]


def test_junk_on_any_route_is_refused_and_never_a_server_error(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "open"]).table.code
        for route in ROUTES:
            path = address(route.path, code, "%00")
            for junk in JUNK if route.method == "POST" else [b""]:
                kind = route.takes
                query = (
                    "?seat=%00&from=-1&count=x&perspective=9&form=y&channel=z"
                    if route.method == "GET"
                    else ""
                )
                if route.method != "DELETE":
                    headers = {"content-type": kind}
                    got = ana.http.request(
                        route.method, path + query, content=junk, headers=headers
                    )
                    assert got.status_code < 500, (route.path, junk, got.text)
        assert ana.table(code).status in ("open", "live", "over")


def test_full_command_queue_is_answered_busy(tmp_path: Path) -> None:
    with serving(tmp_path, command_queue=0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            line.until("view", seat=1)
            answer = line.ask(type="play", id="a", seat=0, question=1, action=1)
            assert answer == {"type": "busy", "id": "a", "retry_ms": 200}
        body = {"type": "play", "id": "a", "seat": 0, "question": 1, "action": 1}
        assert ana.http.post(f"/api/tables/{code}/command", json=body).status_code == 503


def test_sessions_and_tables_have_a_budget(tmp_path: Path) -> None:
    with (
        serving(tmp_path, guests_per_minute=5.0, open_tables=2) as server,
        Client(server.url, "Ana") as ana,
    ):
        made = [ana.http.post("/api/tables", json={"game": "toy"}).status_code for _ in range(3)]
        assert made == [200, 200, 429]
        headers = {"origin": server.url}
        new = [
            httpx.post(
                f"{server.url}/api/me", json={"name": "Bo"}, headers=headers, trust_env=False
            ).status_code
            for _ in range(5)
        ]
        assert new[-1] == 429


def test_slow_requests_are_cut_and_others_served(tmp_path: Path) -> None:
    head = (
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type:"
        b" application/json\r\n"
    )
    slow = (b"", b"GET / HT", head, head + b"Content-Length: 100\r\n\r\n{")
    with serving(tmp_path, header_seconds=0.5, body_seconds=0.5) as server:
        port = int(server.url.rsplit(":", 1)[1])
        sockets = [socket.create_connection(("127.0.0.1", port)) for _ in slow]
        began = time.monotonic()
        for item, words in zip(sockets, slow, strict=True):
            item.sendall(words)
            item.settimeout(3)
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
            with ana.join(code) as table:
                assert play_first(table) == 10
            for item, words in zip(sockets, slow, strict=True):
                answer = item.recv(1000)
                assert answer == b"" or b" 408 " in answer, words
                item.close()
            assert time.monotonic() - began < 2.5
            time.sleep(0.7)
            assert ana.http.get("/api/me").status_code == 200, "a kept-alive line is left alone"


def test_stalled_reader_is_dropped_without_delaying_others(tmp_path: Path) -> None:
    with (
        serving(tmp_path, send_seconds=1.0, socket_queue=32) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 200, "seats": 6}, ["me"] * 6).table.code
        with Client(server.url, "Eve") as eve, ana.join(code) as table:
            lazy = StoppedReader(server, eve, code)
            wait_until(lambda: ana.table(code).watchers == 1)
            lazy.chatter()
            began = time.monotonic()
            play_first(table, 20)
            assert time.monotonic() - began < 2.0, "nobody waits"
            wait_until(lambda: ana.table(code).watchers == 0, 10)
            lazy.close()
