"""One bus, two kinds: whatever is promised holds within a process and over a Redis alike."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from cluster_parts import Redis

from dogfight.server.nodes import redis_bus
from dogfight.server.nodes.bus import Bus, Hub, LocalBus, Nudge, encoded, read_hint
from dogfight.server.nodes.redis_bus import RedisBus

Make = Callable[[str], Bus]


@pytest.fixture(params=["local", "redis"])
def make(request: pytest.FixtureRequest, redis: Redis) -> Make:
    """Makes buses that meet if they are for the same house."""
    hubs: dict[str, Hub] = {}
    if request.param == "redis":
        return lambda house: RedisBus(redis.address, f"{request.node.name}:{house}")
    return lambda house: LocalBus(hubs.setdefault(house, Hub()))


class Ear:
    """Hears what comes over a bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[bytes] = []
        self.joined: list[str] = []

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not true():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(*buses: Bus) -> AsyncIterator[list[Ear]]:
    ears = [Ear(bus) for bus in buses]
    for ear in ears:
        await ear.bus.open(ear.heard.append, ear.joined.append)
    try:
        yield ears
    finally:
        for ear in ears:
            await ear.bus.close()


async def test_subscriber_receives_channel_messages_in_order(make: Make) -> None:
    async with listening(make("a"), make("a"), make("b")) as (item, pair, stranger):
        for ear in (item, pair, stranger):
            ear.bus.subscribe("x")
        pair.bus.subscribe("y")
        await pair.until(
            lambda: "x" in item.joined and {*pair.joined} == {"x", "y"} and "x" in stranger.joined
        )
        for n in range(50):
            item.bus.publish("x", b"%d" % n)
        item.bus.publish("y", b"for two")
        await pair.until(lambda: len(pair.heard) == 51)
        await item.until(lambda: len(item.heard) == 50)
        assert (
            item.heard == pair.heard[:50] == [b"%d" % n for n in range(50)]
            and pair.heard[50] == b"for two"
        )
        pair.bus.unsubscribe("x")
        await asyncio.sleep(0.2)
        item.bus.publish("x", b"more")
        pair.bus.publish("y", b"end")
        await pair.until(lambda: pair.heard[-1] == b"end")
        assert pair.heard[-2] == b"for two" and stranger.heard == []


async def test_malformed_bus_message_is_ignored() -> None:
    nudge = Nudge(7, "LARK-2222", 3, 1)
    assert read_hint(encoded(nudge)) == nudge
    for junk in (
        b"",
        b"{",
        b"[]",
        b'{"type":"future","node":1}',
        b'{"type":"nudge","node":"x"}',
        b"\xff",
        b"[" * 9999,
    ):
        assert read_hint(junk) is None


async def test_a_bus_that_was_away_comes_back_by_itself() -> None:
    redis = Redis()
    try:
        async with listening(RedisBus(redis.address, "h"), RedisBus(redis.address, "h")) as (
            item,
            pair,
        ):
            pair.bus.subscribe("x")
            await pair.until(lambda: pair.bus.healthy and "x" in pair.joined)
            redis.kill()
            await pair.until(lambda: not pair.bus.healthy)
            pair.bus.subscribe("y")
            item.bus.publish("x", b"lost, or late")
            pair.joined.clear()
            redis.start()
            await pair.until(lambda: pair.bus.healthy and {*pair.joined} >= {"x", "y"})

            def heard() -> bool:
                item.bus.publish("y", b"here")
                return b"here" in pair.heard

            await pair.until(heard)
    finally:
        redis.close()


async def test_a_listener_ends_though_a_cancellation_of_its_is_lost() -> None:
    """As `wait_for` loses one before Python 3.12, when it comes in the moment in which what it
    waits for does.
    """

    async def listen() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await redis_bus._end(listening)
    assert listening.cancelled()
