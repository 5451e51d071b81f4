"""The proxy configuration of `deploy/`: a real nginx in front of real servers, with TLS, sockets and request ids."""

import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from harness import Server, play_first, serving, wait_until

from dogfight.client import Client

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
pytestmark = pytest.mark.skipif(NGINX is None or shutil.which("openssl") is None, reason="needs nginx and openssl")
MAIN = """
daemon off; pid nginx.pid; worker_processes 1; error_log stderr warn;
events { worker_connections 256; }
http {
    access_log off; client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp;
    scgi_temp_path tmp;
    include servers.conf; include table.conf;
}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def lay_out(folder: Path, port: int, servers: list[int]) -> None:
    """Our configuration with other ports, another certificate and these servers."""
    table = (DEPLOY / "nginx-table.conf").read_text()
    table = table.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("table.example;", "localhost;")
    table = table.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    (folder / "table.conf").write_text(re.sub(r"/etc/ssl/[a-z.]+/", f"{folder}/", table))
    listed = (DEPLOY / "nginx-servers.conf").read_text()
    line = re.search(r"server 127\.0\.0\.1:8001 (.*);", listed)
    assert line is not None
    lines = "".join(f"    server 127.0.0.1:{one} {line[1]};\n" for one in servers)
    (folder / "servers.conf").write_text(re.sub(r"(?m)(^    server .*\n)+", lines, listed))
    (folder / "nginx.conf").write_text(MAIN)
    (folder / "tmp").mkdir()


def certify(folder: Path) -> Path:
    """A key, and a certificate for this machine that it signs itself."""
    made = folder / "fullchain.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    key = ["-newkey", "rsa:2048", "-nodes", "-keyout", str(folder / "privkey.pem"), "-days", "2"]
    command = ["openssl", "req", "-x509", *key, *subject, "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return made


@contextmanager
def proxied(folder: Path, port: int, servers: list[int]) -> Iterator[str]:
    lay_out(folder, port, servers)
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: socket.create_connection(("127.0.0.1", port), 1).close() is None)
        yield f"https://localhost:{port}"
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(20)
        assert process.stderr is not None
        process.stderr.close()


def port_of(server: Server) -> int:
    return int(server.url.rsplit(":", 1)[1])


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Where the proxy listens; clients trust its certificate."""
    folder = tmp_path / "proxy"
    folder.mkdir()
    monkeypatch.setenv("SSL_CERT_FILE", str(certify(folder)))
    monkeypatch.setattr("dogfight.client.client._certificates", ssl.create_default_context)
    return free_port()


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
        assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"]), "the proxy's id, not whatever was sent"
        laid = next(line for line in server.log().splitlines() if '"event":"table_laid"' in line)
        assert re.search(r'"request":"[0-9a-f]{32}"', laid)


def test_a_server_that_is_drained_is_passed_over(tmp_path: Path, port: int) -> None:
    settings = {"origins": [f"https://localhost:{port}"], "proxies": ["127.0.0.1"], "drain_seconds": 600.0}
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with serving(tmp_path / "one", **settings) as one, serving(tmp_path / "two", **settings) as two:
        with proxied(tmp_path / "proxy", port, [port_of(one), port_of(two)]) as url:
            assert one.process is not None and two.process is not None
            one.process.send_signal(signal.SIGTERM)
            wait_until(lambda: httpx.get(f"{one.url}/healthz", trust_env=False).status_code == 503)
            with httpx.Client(base_url=url, verify=ssl.create_default_context(), trust_env=False) as asking:
                assert [asking.get("/healthz").status_code for _ in range(6)] == [200] * 6
        two.process.send_signal(signal.SIGTERM)
        wait_until(lambda: httpx.get(f"{two.url}/healthz", trust_env=False).status_code == 503)
