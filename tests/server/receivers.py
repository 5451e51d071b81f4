"""What notices are sent to: a push service and a mail server on loopback, and a browser's keys."""

from __future__ import annotations

import base64
import json
import secrets
import socket
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from harness import wait_until
from py_vapid import Vapid02

from dogfight.client import Client


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Delivered:
    """A message as it came: where, with which headers, encrypted."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes, peer: int) -> None:
        self.path, self.headers, self.body, self.peer = path, headers, body, peer


class PushReceiver:
    """A push service; `status` is what it answers, and while it is held it answers nothing."""

    def __init__(self) -> None:
        self.delivered: list[Delivered] = []
        self.status = 201
        self.free = threading.Event()
        self.free.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                peer = self.client_address[1]
                receiver.delivered.append(Delivered(self.path, headers, body, peer))
                receiver.free.wait(60)
                try:
                    self.send_response(receiver.status)
                    self.send_header("content-length", "0")
                    self.end_headers()
                except OSError:
                    pass  # the sender has gone

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def to(self, path: str) -> list[Delivered]:
        return [item for item in self.delivered if item.path == path]

    def close(self) -> None:
        self.free.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


class Browser:
    """The half of a browser that takes push messages: its keys, and reading what comes."""

    def __init__(self, receiver: PushReceiver, name: str = "") -> None:
        self._receiver = receiver
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.path = f"/{name or secrets.token_hex(8)}"

    def subscription(self, **other: str) -> dict[str, str]:
        public = self._key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        own = {"endpoint": self._receiver.url + self.path, "p256dh": b64(point)}
        return {**own, "auth": b64(self._auth), **other}

    def subscribe(self, client: Client) -> None:
        answer = client.http.post("/api/me/push", json=self.subscription())
        assert answer.status_code == 200, answer.text

    @property
    def delivered(self) -> list[Delivered]:
        return self._receiver.to(self.path)

    def read(self, message: Delivered) -> dict[str, Any]:
        """Decrypt a message as a browser does, by the reference implementation of RFC 8188."""
        assert message.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            message.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        result: dict[str, Any] = json.loads(plain)
        return result

    def notices(self) -> list[dict[str, Any]]:
        return [self.read(message) for message in self.delivered]

    def wait(self, count: int = 1, seconds: float = 20) -> list[dict[str, Any]]:
        """What has come, once it is so much."""
        wait_until(lambda: len(self.delivered) >= count, seconds)
        return self.notices()


def claims_of(message: Delivered, key: str) -> dict[str, Any]:
    """What a server says about itself, once its signature with this key is found to be right."""
    header = message.headers["authorization"]
    assert Vapid02.verify(header.replace(", ", ","))
    token, signed_by = (part.partition("=")[2] for part in header[6:].split(", "))
    assert header.startswith("vapid t=") and signed_by == key
    body = token.split(".")[1]
    result: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return result


class MailReceiver:
    """A mail server that keeps what it takes; addresses in `refused` it refuses for good."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refused: set[str] = set()
        self.down = False
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_RCPT(  # noqa: N802 - what the library calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.down:
            return "451 come back later"
        if address in self.refused:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - what the library calls
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage) and envelope.rcpt_tos == [str(mail["to"])]
        self.mails.append(mail)
        return "250 OK"

    def settings(self) -> dict[str, Any]:
        return {
            "smtp": f"smtp://127.0.0.1:{self.port}",
            "mail_from": "table@table.example",
            "origins": ["https://table.example"],
        }

    def close(self) -> None:
        self._controller.stop()
