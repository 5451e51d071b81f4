"""What one pair of eyes is shown: the log comes whole however messages, news and take-backs fall
together.
"""

import random
from collections.abc import Sequence

import msgspec

from dogfight.core.event import Event
from dogfight.core.seat import WATCHER
from dogfight.server.messages import ViewBody, encode
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.seat_feeds import SeatFeed, encode_events
from dogfight.server.tables.viewers import TABLETOP, Viewers


def body(n: int) -> ViewBody:
    return ViewBody(0, n, None, "", False, None, {"n": n})


def shown(n: int) -> bytes:
    return encode(body(n))


def news(n: int) -> Event:
    return Event("k", f"event {n}", seen_by=None if n % 3 else (1,))


class Reader:
    """Keeps the log as a client does."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def take(self, frame: bytes) -> None:
        result = msgspec.json.decode(frame)["log"]
        self.log[result["from"] :] = [event["text"] for event in result["events"]]


def test_every_listener_ends_with_the_whole_log() -> None:
    for seed in range(200):
        dice = random.Random(seed)
        events: list[Event] = []
        feed: SeatFeed[Reader] = SeatFeed(0, encode_events(events))
        feed.show(shown(0))
        readers = [Reader() for _ in range(3)]
        for step in range(60):
            match dice.randrange(5):
                case 0 | 1:
                    events.append(news(step))
                    feed.add_events(encode_events(events[-1:]))
                case 2:
                    del events[dice.randint(0, len(events)) :]
                    events.append(news(step))
                    feed.rebuild_log(encode_events(events))
                case 3:
                    feed.show(shown(step))
                case 4:
                    reader = dice.choice(readers)
                    feed.listeners.setdefault(reader, 0)
                    reader.take(feed.frame_for(reader))
        feed.show(shown(1000))
        for reader in readers:
            feed.listeners.setdefault(reader, 0)
            reader.take(feed.frame_for(reader))
            assert reader.log == [event.text for event in events if event.seen_by is None]


def test_view_version_changes_exactly_with_its_content() -> None:
    feed: SeatFeed[Reader] = SeatFeed(0, [])
    assert feed.show(shown(1)) and not feed.show(shown(1))
    first = feed.version
    feed.add_events(encode_events([Event("k", "for another", seen_by=(1,))]))
    assert not feed.show(shown(1)) and feed.version == first
    feed.add_events(encode_events([Event("k", "for all")]))
    assert feed.show(shown(1)) and feed.version != first
    feed.rebuild_log([])
    assert feed.show(shown(1)) and feed.version == first


class Seen:
    """A socket that notes which seats it was told to look at again."""

    def __init__(self, person: int) -> None:
        self.person = Person(person, "Ana")
        self.marked: list[int] = []

    def send(self, message: bytes) -> None: ...
    def close(self, code: int, why: str) -> None: ...

    def mark(self, seat: int) -> None:
        self.marked.append(seat)


async def test_unwatched_view_is_built_only_on_request() -> None:
    made: list[int] = []
    now = 0

    def look(seats: Sequence[int]) -> list[ViewBody]:
        made.extend(seats)
        return [body(now) for _ in seats]

    viewers = Viewers(look)
    socket = Seen(1)
    viewers.subscribe(socket, (0,), [])
    viewers.feed(1, [])
    assert made == [0, 1] and socket.marked == [0]
    for now in (1, 2):
        viewers.add_events([Event("k", f"news {now}")])
        viewers.show()
    assert made == [0, 1, 0, 0] and socket.marked == [0, 0, 0]
    late = viewers.feed(1, [])
    assert made[-1] == 1 and b'"n":2' in late.frame(0) and b"news 1" in late.frame(0), (
        "it is up to date when asked for"
    )
    viewers.leave(socket)
    viewers.show()
    assert len(made) == 5


async def test_shared_view_is_built_and_encoded_once() -> None:
    made: list[int] = []

    def look(seats: Sequence[int]) -> list[ViewBody]:
        made.extend(seats)
        return [body(len(made)) for _ in seats]

    viewers = Viewers(look)
    stands, device = Seen(1), Seen(2)
    viewers.subscribe(stands, (WATCHER,), [])
    viewers.subscribe(device, (0, TABLETOP), [])
    made.clear()
    viewers.show()
    assert (
        sorted(made) == [WATCHER, 0]
        and stands.marked[-1] == WATCHER
        and device.marked[-1] in (0, TABLETOP)
    )
