"""What a server is not to be shaken by: messages without sense, and a reader that has stopped
reading.
"""

from __future__ import annotations

import contextlib
import socket

from harness import Server

from dogfight.client import Client

NONSENSE = [
    *(
        "",
        "{",
        "[]",
        "null",
        '"play"',
        "{}",
        '{"type":"fly"}',
        '{"type":"play"}',
        '{"type":["play"]}',
    ),
    '{"type":"play","id":"a","seat":0,"question":1,"action":NaN}',
    '{"type":"play","id":"a","seat":0,"question":1,"action":1e400}',
    '{"type":"play","id":"a","seat":0,"question":1,"action":99999999999999999999999}',
    '{"type":"play","id":"a","seat":-4,"question":1,"action":0}',
    '{"type":"play","id":"a","seat":0,"question":1,"action":0,"more":1}',
    '{"type":"play","id":"a b","seat":0,"question":1,"action":0}',
    '{"type":"play","id":"a","seat":0,"question":1}',
    '{"type":"play","id":"a","seat":0,"question":1,"word":"\\u0000"}',
    '{"type":"play","id":"a","seat":0,"question":1,"word":"\\ud800"}',
    '{"type":"chat","id":"a","text":"\\u200b\\u0007"}',
    '{"type":"draft","seat":0,"question":1,"n":1,"note":"' + "x" * 5000 + '"}',
    "[" * 5000,
    '{"type":' * 2000,
]


class StoppedReader:
    """A socket that asks and asks and never reads an answer."""

    def __init__(self, server: Server, client: Client, code: str) -> None:
        host, port = server.url.removeprefix("http://").split(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect((host, int(port)))
        cookies = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
        self._socket.sendall(
            f"GET /ws/tables/{code} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin:"
            f" {server.url}\r\nCookie: {cookies}\r\nUpgrade: websocket\r\nConnection:"
            " Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key:"
            " dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def chatter(self) -> None:
        """Ask until the server takes no more."""
        text = b'{"type":"ping","id":"%s"}' % (b"x" * 60)
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        self._socket.settimeout(0.5)
        with contextlib.suppress(TimeoutError, OSError):
            for _ in range(1000):
                self._socket.sendall(frame * 200)

    def close(self) -> None:
        self._socket.close()
