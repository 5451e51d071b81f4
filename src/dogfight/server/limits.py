"""How much, how often, how slowly: budgets for callers, and a guard against connections that dawdle."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dogfight.server import metrics
from dogfight.server.refusals import Refused

_KNOWN = 20_000


class Bucket:
    """So many at once, then so many a second."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._then = time.monotonic()

    def take(self) -> bool:
        """Whether one more is within the budget."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Budgets:
    """A bucket for every caller; those not heard of for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def spend(self, caller: str) -> None:
        """Count one; `Refused` when it is too many."""
        bucket = self._buckets.pop(caller, None) or Bucket(self._rate, self._burst)
        self._buckets[caller] = bucket
        if len(self._buckets) > _KNOWN:
            self._buckets.popitem(last=False)
        if not bucket.take():
            metrics.DROPPED.labels("rate").inc()
            raise Refused("rate", "That was too much at once. Wait a moment.")


def guarded(header_seconds: float) -> type[asyncio.Protocol]:
    """A protocol for uvicorn that hangs up on connections whose request head does not arrive in time."""

    class Guarded(HttpToolsProtocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._expect()

        def _expect(self) -> None:
            self._stop_waiting()
            self._deadline = self.loop.call_later(header_seconds, self._hang_up)

        def _stop_waiting(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _hang_up(self) -> None:
            if self.transport is not None and not self.transport.is_closing():
                metrics.DROPPED.labels("slow_head").inc()
                self.transport.close()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._deadline is None:
                self._expect()

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            super().on_headers_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

    return Guarded


async def read_body(receive: Callable[[], Any], most: int, seconds: float) -> bytes:
    """The whole body of a request; refuses one that is too large or comes too slowly."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refused("slow", "The request broke off.")
                part = message.get("body", b"")
                size += len(part)
                if size > most:
                    raise Refused("too_large", f"expected at most {most} bytes")
                parts.append(part)
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        metrics.DROPPED.labels("slow_body").inc()
        raise Refused("slow", "The request came too slowly.") from None
