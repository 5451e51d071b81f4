"""Posting messages to push services, and to nothing that is not on the internet."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import httpcore

from dogfight.server.people.web_push import (
    authorization,
    check_endpoint,
    is_public,
    message,
    private_key,
)
from dogfight.server.refusals import Refused
from dogfight.server.settings import SystemSources
from dogfight.server.storage.notice_rows import Subscription

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

Outcome = Literal["sent", "gone", "failed"]
"""What a push service made of a message: `gone` where the browser does not take any more."""
SEND_SECONDS = 10.0
_TTL_SECONDS = 24 * 3600
_AT_ONCE = 16
_GONE = (404, 410)


class PublicBackend(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only, whatever the name service says a name leads to."""

    def __init__(self) -> None:
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            infos = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        for address in dict.fromkeys(str(info[4][0]) for info in infos):
            if is_public(ipaddress.ip_address(address.partition("%")[0])):
                return await self._backend.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
        raise httpcore.ConnectError("expected a public address")

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)


class PushService:
    """Sends messages with this server's key."""

    def __init__(
        self, raw_key: bytes, contact: str, allow_private: bool, sources: SystemSources
    ) -> None:
        self._raw_key = raw_key
        self._contact = contact
        self._allow_private = allow_private
        self._sources = sources
        self._key: EllipticCurvePrivateKey | None = None
        self._pool: httpcore.AsyncConnectionPool | None = None

    @property
    def key(self) -> EllipticCurvePrivateKey:
        if self._key is None:
            self._key = private_key(self._raw_key)
        return self._key

    async def send(self, to: Subscription, plain: bytes, topic: str) -> Outcome:
        """Post a message for a browser; of those that it has not been given yet only the last of
        a topic is kept.
        """
        token = authorization(self.key, to.endpoint, self._contact, self._sources.now())
        headers: list[tuple[bytes | str, bytes | str]] = [
            ("authorization", token),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", str(_TTL_SECONDS)),
            ("urgency", "normal"),
            ("topic", topic),
        ]
        body = message(plain, to.public_key, to.auth)
        try:
            check_endpoint(to.endpoint, self._allow_private)
            async with asyncio.timeout(SEND_SECONDS):
                status = await self._post(to.endpoint, headers, body)
        except (TimeoutError, OSError, httpcore.NetworkError, httpcore.ProtocolError):
            return "failed"
        except (httpcore.TimeoutException, httpcore.UnsupportedProtocol, Refused):
            return "failed"
        if status in _GONE:
            return "gone"
        return "sent" if 200 <= status < 300 else "failed"

    async def _post(
        self, endpoint: str, headers: list[tuple[bytes | str, bytes | str]], body: bytes
    ) -> int:
        """The status of the answer; nothing else of it is read, and no other address followed."""
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=httpcore.default_ssl_context(),
                max_connections=_AT_ONCE,
                max_keepalive_connections=0,
                network_backend=None if self._allow_private else PublicBackend(),
            )
        async with self._pool.stream("POST", endpoint, headers=headers, content=body) as answer:
            return answer.status

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()
