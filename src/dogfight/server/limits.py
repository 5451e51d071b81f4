"""How much, how often, how many at once, how slowly: budgets for callers, and a line in the log
when they bite.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from dogfight.server import logs, metrics
from dogfight.server.refusals import Refused

if TYPE_CHECKING:
    from dogfight.server.settings import Settings

try:
    import resource
except ImportError:  # no such thing on this system: nobody counts open files there
    resource = None  # type: ignore[assignment]

_KNOWN = 20_000
_QUIET_SECONDS = 10.0
_MOST_FILES = 65_536


class _LimitReports:
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


_limit_reports = _LimitReports()


def report_limit(what: str, who: str) -> None:
    """A limit bites: said in the log at once, then every ten seconds at most, with how often and
    on whom last.
    """
    if times := _limit_reports.count(what):
        logs.warning("limit", what=what, who=who, times=times)


def address_block(address: str) -> str:
    """What counts as one address: an IPv6 network of the size that every household is given."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def open_files() -> int | None:
    """How many files this process may have open, None where nobody counts; as many as the system
    lets us ask for.
    """
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    expected = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < expected:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (expected, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


class Bucket:
    """So many at once, then so many a second."""

    __slots__ = ("__weakref__", "_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._then = time.monotonic()

    def left(self) -> float:
        """Return what can be spent now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left

    def take(self, count: float = 1) -> bool:
        """Spend this much if it is within the budget, and return whether it was."""
        if self.left() < count:
            return False
        self._left -= count
        return True

    def is_full(self) -> bool:
        """Whether forgetting the bucket would change nothing."""
        return self.left() >= self._burst

    def charge(self, count: int) -> None:
        """What was spent elsewhere; no more of it than what can be spent at once is held against
        anybody.
        """
        self._left = max(self._left - count, -self._burst)


_ADDRESS = "@"
"""What the key of an address begins with among the callers of a budget."""


class RateLimits:
    """A bucket for every caller and, `share` times as large, for every address that callers come
    from.

    Several honest people may share an address, so it is allowed more than any of them. Buckets that
    are full again are forgotten, and the oldest ones where there are too many; a bucket in use
    stays as long as its holder keeps it.
    """

    def __init__(self, what: str, rate: float, burst: float, share: float = 0) -> None:
        self.what = what
        self.shared = False
        """Whether several nodes have it in common, and tell each other what was spent."""
        self._spent: Counter[str] = Counter()
        self._rate = rate
        self._burst = burst
        self._share = share
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

    def spend(self, caller: str, address: str = "") -> None:
        """Count one for the caller and for its address; `Refused` when it is too many for
        either.
        """
        for key in self._keys(caller, address):
            if not self._bucket(key).take():
                metrics.CONNECTIONS_DROPPED.labels("rate").inc()
                report_limit(self.what, key)
                raise Refused("rate", "That was too much at once. Wait a moment.")
            if self.shared:
                self._spent[key] += 1

    def buckets(self, caller: str, address: str = "") -> list[tuple[str, Bucket]]:
        """Return the buckets of a caller and its address by their keys, to be held and spent
        from again and again.
        """
        return [(key, self._bucket(key)) for key in self._keys(caller, address)]

    def new_bucket(self) -> Bucket:
        """Return a bucket of a caller's size that nobody else shares."""
        return Bucket(self._rate, self._burst)

    def _keys(self, caller: str, address: str) -> list[str]:
        """The keys that pay: the caller's first, so that one who is over the budget costs the
        address nothing.
        """
        keys = [caller] if caller else []
        if address and self._share:
            keys.append(_ADDRESS + address)
        return keys

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or self._held.get(key)
        if bucket is None:
            scale = self._share if key.startswith(_ADDRESS) else 1
            bucket = self._held[key] = Bucket(scale * self._rate, scale * self._burst)
        self._buckets[key] = bucket
        self._forget()
        return bucket

    def _forget(self) -> None:
        """Forget a few of those that were not heard of for longest, if they are full again or
        too many.
        """
        for _ in range(2):
            key = next(iter(self._buckets))
            if len(self._buckets) <= _KNOWN and not (
                len(self._buckets) > 1 and self._buckets[key].is_full()
            ):
                return
            del self._buckets[key]

    def take_spent(self) -> dict[str, int]:
        """What was spent here since the last call."""
        spent, self._spent = dict(self._spent), Counter()
        return spent

    def charge(self, spent: dict[str, int]) -> None:
        """What was spent at another node."""
        for caller, count in spent.items():
            self._bucket(caller).charge(count)


class Meter:
    """What one connection may still send, in frames (or requests) and bytes, for its sender and
    for its address.
    """

    __slots__ = ("_bytes", "_frames", "_what")

    def __init__(
        self, what: str, frames: list[tuple[str, Bucket]], sizes: list[tuple[str, Bucket]]
    ) -> None:
        self._what = what
        self._frames = frames
        self._bytes = sizes

    @property
    def who(self) -> str:
        """Who pays first, as the log names them."""
        return self._frames[0][0]

    def frames_left(self) -> int:
        """Return how many frames can be taken now."""
        return max(0, int(min(bucket.left() for _, bucket in self._frames)))

    def take(self, frames: int, size: int) -> bool:
        """Spend frames and bytes; False, with a line in the log, where a budget is exceeded."""
        return self._take(self._what, self._frames, frames) and self._take(
            "bytes", self._bytes, size
        )

    @staticmethod
    def _take(what: str, buckets: list[tuple[str, Bucket]], count: int) -> bool:
        for key, bucket in buckets:
            if count and not bucket.take(count):
                metrics.CONNECTIONS_DROPPED.labels("traffic").inc()
                report_limit(what, key)
                return False
        return True


class Traffic:
    """Budgets for whatever arrives, whether or not it is a message: frames, requests and bytes."""

    def __init__(self, settings: Settings) -> None:
        share, requests = settings.address_share, settings.requests_per_second
        self._bytes = RateLimits("bytes", settings.bytes_per_second, settings.bytes_burst, share)
        self._frames = RateLimits(
            "frames", settings.frames_per_second, settings.frames_burst, share
        )
        self._requests = RateLimits("arrivals", 2 * requests, 8 * requests, share / 2)
        """Twice as many as are answered, so that those who are refused with words are not hung
        up on at once.
        """

    def of_person(self, person: int, address: str) -> Meter:
        """Return the meter of a socket; all sockets of a person share a budget."""
        caller = f"p{person}"
        return Meter(
            "frames", self._frames.buckets(caller, address), self._bytes.buckets(caller, address)
        )

    def of_stranger(self, address: str) -> Meter:
        """Return the meter of a connection whose sender is not known, or not yet."""
        key = f"one connection from {address}"
        return Meter(
            "arrivals",
            [(key, self._requests.new_bucket()), *self._requests.buckets("", address)],
            [(key, self._bytes.new_bucket()), *self._bytes.buckets("", address)],
        )


class ConcurrencyLimit:
    """How many things everybody has under way."""

    def __init__(self, what: str, most: int) -> None:
        self._what = what
        self._most = most
        self._now: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, caller: str) -> Iterator[None]:
        """Count one more until it is done; `Refused` when the caller has too many."""
        if self._now[caller] >= self._most:
            metrics.CONNECTIONS_DROPPED.labels("rate").inc()
            report_limit(self._what, caller)
            raise Refused(
                "rate", f"You have {self._most} requests under way. Wait for one of them."
            )
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
        metrics.CONNECTIONS_DROPPED.labels("slow_body").inc()
        raise Refused("slow", "The request came too slowly.") from None
