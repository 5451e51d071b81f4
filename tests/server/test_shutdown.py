"""A server that is told to end where there are others: its sockets are sent away one by one, and
nothing is lost.
"""

import signal
from pathlib import Path

import pytest
from harness import Line, Server, play_first, serving, wait_until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dogfight.client import Client

RESTARTS = 1012


def closed_with(line: Line) -> int:
    """The code that a line is closed with, after whatever still comes."""
    try:
        while True:
            line.socket.recv(timeout=20)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


def test_draining_server_is_unhealthy_and_closes_connections(tmp_path: Path) -> None:
    with serving(tmp_path, drain_seconds=4.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        lines = [Line(ana, code) for _ in range(4)]
        for line in lines:
            line.until("view", seat=1)
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: ana.http.get("/healthz").status_code == 503)
        assert "about to end" in ana.http.get("/healthz").json()["problem"]
        with pytest.raises(InvalidStatus) as refused:
            Line(ana, code)
        assert refused.value.response.status_code == 503
        assert ana.table(code).code == code, "requests are still answered"
        assert [closed_with(line) for line in lines] == [RESTARTS] * 4
        assert server.process.wait(20) == 0, "it ended by itself, and well"
        assert '"event":"draining","sockets":4' in server.log()


@pytest.mark.parametrize("seconds", [0.0, 0.5], ids=["at once", "drained"])
def test_clients_reconnect_after_graceful_shutdown(tmp_path: Path, seconds: float) -> None:
    server = Server(tmp_path, drain_seconds=seconds)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 50}, ["me", "me"]).table.code
            with ana.join(code) as table:
                play_first(table, 4)
                server.stop()
                server.start()
                assert play_first(table, 4) == 4, "the client came back on its own"
    finally:
        server.kill()


def test_second_shutdown_signal_stops_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, drain_seconds=600.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: ana.http.get("/healthz").status_code == 503)
            server.process.send_signal(signal.SIGTERM)
            assert closed_with(line) == RESTARTS
            server.process.wait(20)
