"""The proxy configuration of `deploy/`: a real nginx in front of real servers, with TLS, sockets
and request ids.
"""

import re
import signal
import ssl
from pathlib import Path

import httpx
import pytest
from harness import play_first, serving, wait_until
from nginx import CAN_RUN, free_port, port_of, proxied, trusted_port

from dogfight.client import Client

pytestmark = pytest.mark.skipif(not CAN_RUN, reason="needs nginx and openssl")


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    return trusted_port(tmp_path / "proxy", monkeypatch)


def test_a_game_through_tls_past_a_server_that_is_not_there(tmp_path: Path, port: int) -> None:
    settings = {"origins": [f"https://localhost:{port}"], "proxies": ["127.0.0.1"]}
    with (
        serving(tmp_path, **settings) as server,
        proxied(tmp_path / "proxy", port, [free_port(), port_of(server)]) as url,
        Client(url, "Ana") as ana,
    ):
        assert "__Host-dogfight" in ana.http.cookies, "the server knows that the line is safe"
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with ana.join(code) as table:
            assert play_first(table, 6) == 6
        answer = ana.http.get("/api/me", headers={"x-request-id": "mine"})
        assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"]), (
            "the proxy's id, not whatever was sent"
        )
        laid = next(line for line in server.log().splitlines() if '"event":"table_created"' in line)
        assert re.search(r'"request":"[0-9a-f]{32}"', laid)


def test_a_server_that_is_drained_is_passed_over(tmp_path: Path, port: int) -> None:
    settings = {
        "origins": [f"https://localhost:{port}"],
        "proxies": ["127.0.0.1"],
        "drain_seconds": 600.0,
    }
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with (
        serving(tmp_path / "one", **settings) as item,
        serving(tmp_path / "two", **settings) as pair,
    ):
        with proxied(tmp_path / "proxy", port, [port_of(item), port_of(pair)]) as url:
            assert item.process is not None and pair.process is not None
            item.process.send_signal(signal.SIGTERM)
            wait_until(lambda: httpx.get(f"{item.url}/healthz", trust_env=False).status_code == 503)
            with httpx.Client(
                base_url=url, verify=ssl.create_default_context(), trust_env=False
            ) as asking:
                assert [asking.get("/healthz").status_code for _ in range(6)] == [200] * 6
        pair.process.send_signal(signal.SIGTERM)
        wait_until(lambda: httpx.get(f"{pair.url}/healthz", trust_env=False).status_code == 503)
