"""What one socket that floods a server costs everybody else: real process, real sockets, loopback
only, bounded.

    python bench/floods.py                 every kind of flood for three seconds each
    python bench/floods.py ping --rate 0   one kind, as fast as it can be sent

Another person sends a `ping` message every 150 ms over a socket of their own and waits for the
answer; the flood comes from a process of its own. "lasted" is how long the server let the flooding
socket live.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from dogfight.client import Client

BATCH = 480
"""Frames that are sent at once."""


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


FLOODS = {
    "none": (b"", b""),
    "ping": (b"", frame(Opcode.PING)),
    "pong": (b"", frame(Opcode.PONG)),
    "continuation": (frame(Opcode.TEXT, fin=False), frame(Opcode.CONT, fin=False)),
    "text": (b"", frame(Opcode.TEXT)),
    "large pong": (b"", frame(Opcode.PONG, b"x" * 125)),
}
"""What is sent first, and what is sent again and again."""


def flood(
    kind: str,
    address: tuple[str, int],
    request: bytes,
    rate: float,
    seconds: float,
    tell: Connection,
) -> None:
    """Flood a socket; tell how many frames were sent until the server hung up, and when that
    was.
    """
    with socket.create_connection(address, 5) as line:
        line.sendall(request)
        line.recv(65536)
        first, again = FLOODS[kind]
        line.sendall(first)
        began, sent = time.monotonic(), 0
        with contextlib.suppress(OSError):
            while (passed := time.monotonic() - began) < seconds:
                line.sendall(again * BATCH)
                sent += BATCH
                _take(line)
                if rate and sent / rate > passed:
                    time.sleep(sent / rate - passed)
        tell.send((sent, time.monotonic() - began))


def _take(line: socket.socket) -> None:
    """Take in what has come; an error where the other side has hung up."""
    line.setblocking(False)
    try:
        while data := line.recv(1 << 16):
            pass
        if not data:
            raise ConnectionError
    except BlockingIOError:
        pass
    finally:
        line.settimeout(5)


@contextlib.contextmanager
def serving() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--no-browser", "--port", "0", "--data-dir", str(Path(folder) / "data")]
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dogfight.cli.app", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait(30)


def request_of(client: Client, url: str, code: str) -> bytes:
    """The handshake of a socket at a table."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    return (
        f"GET /ws/tables/{code} HTTP/1.1\r\nHost: {url.partition('//')[2]}\r\nOrigin:"
        f" {url}\r\nCookie: {cookies}\r\nUpgrade: websocket\r\nConnection:"
        " Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key:"
        " dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def answer_times(line: ClientConnection, seconds: float) -> list[float]:
    """How long answers take, in milliseconds."""
    times = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        line.send('{"type":"ping","id":"p"}')
        while '"pong"' not in str(line.recv(timeout=30)):
            pass
        times.append(1000 * (time.perf_counter() - began))
        time.sleep(0.15)
    return times


def measure(url: str, kind: str, rate: float, seconds: float) -> str:
    with Client(url, "Ana") as ana, Client(url, "Eve") as eve:
        code = ana.create("squadrons", {}, ["me", "me"]).table.code
        line = ana.socket(f"/ws/tables/{code}")
        hear, tell = multiprocessing.Pipe()
        host, port = url.removeprefix("http://").split(":")
        words = (kind, (host, int(port)), request_of(eve, url, code), rate, seconds, tell)
        flooding = multiprocessing.get_context("spawn").Process(target=flood, args=words)
        if kind != "none":
            flooding.start()
            time.sleep(0.7)  # a new process takes that long to begin
        times = sorted(answer_times(line, seconds))
        line.close()
        sent, lasted = hear.recv() if kind != "none" else (0, 0.0)
        if kind != "none":
            flooding.join()
    p50, p90 = statistics.median(times), times[int(0.9 * len(times))]
    took = f"p50 {p50:7.2f} ms  p90 {p90:7.2f} ms  most {times[-1]:7.2f} ms"
    return f"{kind:13} {took}  frames {sent:8}  lasted {lasted:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(FLOODS), help=", ".join(FLOODS))
    parser.add_argument(
        "--rate", type=float, default=48_000, help="frames a second; 0 is as fast as possible"
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    chosen = parser.parse_args()
    with serving() as url:
        for kind in chosen.kinds:
            print(measure(url, kind, chosen.rate, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
