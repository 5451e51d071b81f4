"""The bus as a Redis or Valkey server, by publish and subscribe alone: nothing is ever kept
there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError

from dogfight.server import logs, metrics
from dogfight.server.nodes.bus import Bus, BusFailed, Hear

_CONNECT_SECONDS = 2.0
_PING_SECONDS = 0.5
_SILENCE_SECONDS = 2.0
"""A server that has not answered for so long is taken for gone, though nobody has hung up."""
_RETRY_SECONDS = 0.25
_CANCEL_SECONDS = 0.1
_WAITING = 20_000
"""So many messages wait to be sent at most; the oldest are dropped."""
_SCHEMES = ("redis", "rediss", "unix")
_FAILURES = (RedisError, OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)


def shown(address: str) -> str:
    """An address as it may be printed: without its password, and without what stands after a
    question mark.
    """
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"
    except ValueError:
        return "redis://…"


def _client(address: str) -> Any:
    """A client that tries nothing again by itself: the bus has its own way of coming back."""
    if urlsplit(address).scheme not in _SCHEMES:
        raise BusFailed("expected a bus like redis://HOST:PORT, got an address of another kind")
    try:
        return redis.asyncio.Redis.from_url(
            address,
            socket_connect_timeout=_CONNECT_SECONDS,
            socket_timeout=_SILENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
    except ValueError:  # its words may quote a part of the password
        raise BusFailed(
            f"{shown(address)}: expected redis://USER:PASSWORD@HOST:PORT, with / # ? @ of a"
            " password as %2F %23 %3F %40"
        ) from None


async def check(address: str) -> None:
    """See whether there is a bus at an address that lets us in; `BusFailed` says in one line
    what is wrong.
    """
    client, name = _client(address), shown(address)
    try:
        async with asyncio.timeout(2 * _CONNECT_SECONDS):
            if not await client.ping():
                raise BusFailed(
                    f"{name}: expected a Redis or Valkey server there, something else answered"
                )
            await client.publish("dogfight", b"")
    except (AuthenticationError, NoPermissionError) as error:
        raise BusFailed(
            f"{name}: expected a name and password that the bus knows ({_first_line(error)})"
        ) from None
    except _FAILURES as error:
        why = "nobody answered" if isinstance(error, TimeoutError) else _first_line(error)
        raise BusFailed(f"{name}: expected a Redis or Valkey server there ({why})") from None
    finally:
        with contextlib.suppress(*_FAILURES):
            await client.aclose()


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:120]


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it is over, however it ends.

    Once is not enough: the library waits by `wait_for`, which before Python 3.12 forgets a
    cancellation that comes in the moment in which what it waits for does.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=_CANCEL_SECONDS)
    if not task.cancelled():
        task.exception()


class RedisBus(Bus):
    """A bus between processes and machines.

    One connection listens and one speaks; both come back by themselves.
    """

    def __init__(self, address: str, prefix: str) -> None:
        self.name = shown(address)
        self._address = address
        self._prefix = f"dogfight:{prefix}:"
        """Names the database, for one Redis may serve several."""
        self._channels: set[str] = set()
        self._changes: deque[tuple[str, bool]] = deque()
        """Channels to listen to, or not any more, since the connection was made."""
        self._outgoing: deque[tuple[str, bytes]] = deque(maxlen=_WAITING)
        self._wake, self._changed = asyncio.Event(), asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._hear: Hear
        self._joined: Callable[[str], None]

    async def open(self, hear: Hear, joined: Callable[[str], None]) -> None:
        self._hear, self._joined = hear, joined
        self._tasks = [
            asyncio.ensure_future(self._keep(self._listen)),
            asyncio.ensure_future(self._keep(self._speak)),
        ]

    def publish(self, channel: str, message: bytes) -> None:
        self._outgoing.append((self._prefix + channel, message))
        self._wake.set()

    def subscribe(self, channel: str) -> None:
        self._channels.add(channel)
        self._change(channel, True)

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel)
        self._change(channel, False)

    def _change(self, channel: str, expected: bool) -> None:
        self._changes.append((channel, expected))
        self._changed.set()

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        if self._tasks:
            listener, speaker = self._tasks
            await _end(listener)
            await asyncio.wait((speaker,), timeout=1.0)
            await _end(speaker)
        self.healthy = False

    # --- two connections ---------------------------------------------------------------------

    async def _keep(self, work: Callable[[Any], Any]) -> None:
        """Do something with a connection, and anew with another one whenever it breaks."""
        while not self._closing:
            client = _client(self._address)
            try:
                await work(client)
            except _FAILURES as error:
                self._lost(error)
            finally:
                with contextlib.suppress(*_FAILURES):
                    await client.aclose()
            if not self._closing:
                await asyncio.sleep(_RETRY_SECONDS)

    def _lost(self, error: BaseException) -> None:
        if self.healthy:
            logs.warning("bus_lost", bus=self.name, why=type(error).__name__)
        self._set_healthy(False)

    def _set_healthy(self, healthy: bool) -> None:
        self.healthy = healthy
        metrics.BUS_UP.set(healthy)

    async def _speak(self, client: Any) -> None:
        """Send what there is, much of it at once where much has gathered.

        What was under way in vain is dropped.
        """
        while not self._closing or self._outgoing:
            await self._wake.wait()
            self._wake.clear()
            while self._outgoing:
                pipe = client.pipeline(transaction=False)
                for _ in range(min(len(self._outgoing), 500)):
                    pipe.publish(*self._outgoing.popleft())
                await pipe.execute()

    async def _listen(self, client: Any) -> None:
        self._changes.clear()
        pubsub = client.pubsub()
        changing: asyncio.Task[None] | None = None
        try:
            await pubsub.subscribe(
                "dogfight", *(self._prefix + channel for channel in self._channels)
            )
            changing = asyncio.create_task(self._follow_changes(pubsub))
            loop = asyncio.get_running_loop()
            answered = loop.time()
            while not changing.done():
                message = await pubsub.get_message(timeout=_PING_SECONDS)
                if message is None:
                    await pubsub.ping()
                else:
                    answered = loop.time()
                    self._take(message)
                if loop.time() - answered > _SILENCE_SECONDS:
                    raise TimeoutError
            changing.result()
        finally:
            if changing is not None:
                await _end(changing)
            with contextlib.suppress(*_FAILURES):
                await pubsub.aclose()

    async def _follow_changes(self, pubsub: Any) -> None:
        """Listen to further channels, and to some no more."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            while self._changes:
                channel, expected = self._changes.popleft()
                await (pubsub.subscribe if expected else pubsub.unsubscribe)(self._prefix + channel)

    def _take(self, message: dict[str, Any]) -> None:
        channel = (message["channel"] or b"").decode()
        if message["type"] == "message":
            if channel.startswith(self._prefix):
                self._hear(message["data"])
        elif message["type"] == "subscribe":
            if not self.healthy:
                self._set_healthy(True)
                logs.info("bus_joined", bus=self.name)
            if channel.startswith(self._prefix):
                self._joined(channel.removeprefix(self._prefix))
