"""A real nginx with the configuration of `deploy/`, on a free port and with a certificate of its
own.
"""

import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from harness import Server, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
CAN_RUN = NGINX is not None and shutil.which("openssl") is not None
MAIN = """
daemon off; pid nginx.pid; worker_processes 1; error_log stderr warn;
events { worker_connections 256; }
http {
    access_log off; client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
    uwsgi_temp_path tmp; scgi_temp_path tmp;
    include servers.conf; include table.conf;
}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def lay_out(folder: Path, port: int, servers: list[int]) -> None:
    """Our configuration with other ports, another certificate and these servers."""
    table = (DEPLOY / "nginx-table.conf").read_text()
    table = table.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace(
        "table.example;", "localhost;"
    )
    table = table.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    (folder / "table.conf").write_text(re.sub(r"/etc/ssl/[a-z.]+/", f"{folder}/", table))
    listed = (DEPLOY / "nginx-servers.conf").read_text()
    line = re.search(r"server 127\.0\.0\.1:8001 (.*);", listed)
    assert line is not None
    lines = "".join(f"    server 127.0.0.1:{server} {line[1]};\n" for server in servers)
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
    process = subprocess.Popen(
        [NGINX, "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.PIPE, text=True
    )
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


def trusted_port(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Where the proxy of this folder is to listen; clients trust its certificate from now on."""
    folder.mkdir()
    monkeypatch.setenv("SSL_CERT_FILE", str(certify(folder)))
    monkeypatch.setattr("dogfight.client.client._certificates", ssl.create_default_context)
    return free_port()
