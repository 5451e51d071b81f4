"""How much, how often, how many at once, how slowly: budgets for callers, and a line in the log when they bite."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from dogfight.server import logs, metrics
from dogfight.server.refusals import Refused

try:
    import resource
except ImportError:  # no such thing on this system: nobody counts open files there
    resource = None  # type: ignore[assignment]

_KNOWN = 20_000
_QUIET_SECONDS = 10.0
_MOST_FILES = 65_536


class _Bites:
    """When which limit was last spoken of, and how often it has bitten since."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}
        self._since: Counter[str] = Counter()

    def count(self, what: str) -> int:
        """One more; how many there are to be told now, or 0 to be quiet for a while."""
        self._since[what] += 1
        now = time.monotonic()
        if now - self._said.get(what, -_QUIET_SECONDS) < _QUIET_SECONDS:
            return 0
        self._said[what] = now
        return self._since.pop(what)


_bites = _Bites()


def bite(what: str, who: str) -> None:
    """A limit bites: said in the log at once, then every ten seconds at most, with how often and on whom last."""
    if times := _bites.count(what):
        logs.warning("limit", what=what, who=who, times=times)


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv6 network of the size that every household is given."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def open_files() -> int | None:
    """How many files this process may have open, None where nobody counts; as many as the system lets us ask for."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


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

    def charge(self, count: int) -> None:
        """What was spent elsewhere; no more of it than what can be spent at once is held against anybody."""
        self._left = max(self._left - count, -self._burst)


class Budgets:
    """A bucket for every caller; those not heard of for long are forgotten."""

    def __init__(self, what: str, rate: float, burst: float) -> None:
        self.what = what
        self.shared = False
        """Whether several nodes have it in common, and tell each other what was spent."""
        self._spent: Counter[str] = Counter()
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def spend(self, caller: str) -> None:
        """Count one; `Refused` when it is too many."""
        if not self._bucket(caller).take():
            metrics.DROPPED.labels("rate").inc()
            bite(self.what, caller)
            raise Refused("rate", "That was too much at once. Wait a moment.")
        if self.shared:
            self._spent[caller] += 1

    def _bucket(self, caller: str) -> Bucket:
        bucket = self._buckets.pop(caller, None) or Bucket(self._rate, self._burst)
        self._buckets[caller] = bucket
        if len(self._buckets) > _KNOWN:
            self._buckets.popitem(last=False)
        return bucket

    def take_spent(self) -> dict[str, int]:
        """What was spent here since the last call."""
        spent, self._spent = dict(self._spent), Counter()
        return spent

    def charge(self, spent: dict[str, int]) -> None:
        """What was spent at another node."""
        for caller, count in spent.items():
            self._bucket(caller).charge(count)


class AtOnce:
    """How many things everybody has under way."""

    def __init__(self, what: str, most: int) -> None:
        self._what = what
        self._most = most
        self._now: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, caller: str) -> Iterator[None]:
        """Count one more until it is done; `Refused` when the caller has too many."""
        if self._now[caller] >= self._most:
            metrics.DROPPED.labels("rate").inc()
            bite(self._what, caller)
            raise Refused("rate", f"You have {self._most} requests under way. Wait for one of them.")
        self._now[caller] += 1
        try:
            yield
        finally:
            self._now[caller] -= 1
            if not self._now[caller]:
                del self._now[caller]


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
