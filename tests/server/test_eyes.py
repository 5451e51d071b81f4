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
from dogfight.server.tables.seat_views import SeatFeed, as_news
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
        found = msgspec.json.decode(frame)["log"]
        self.log[found["from"] :] = [one["words"] for one in found["events"]]


def test_every_listener_ends_with_the_whole_log() -> None:
    for seed in range(200):
        dice = random.Random(seed)
        events: list[Event] = []
        eye: SeatFeed[Reader] = SeatFeed(0, as_news(events))
        eye.show(shown(0))
        readers = [Reader() for _ in range(3)]
        for step in range(60):
            match dice.randrange(5):
                case 0 | 1:
                    events.append(news(step))
                    eye.tell(as_news(events[-1:]))
                case 2:
                    del events[dice.randint(0, len(events)) :]
                    events.append(news(step))
                    eye.retell(as_news(events))
                case 3:
                    eye.show(shown(step))
                case 4:
                    one = dice.choice(readers)
                    eye.listeners.setdefault(one, 0)
                    one.take(eye.frame_for(one))
        eye.show(shown(1000))
        for one in readers:
            eye.listeners.setdefault(one, 0)
            one.take(eye.frame_for(one))
            assert one.log == [event.words for event in events if event.seen_by is None]


def test_view_version_changes_exactly_with_its_content() -> None:
    eye: SeatFeed[Reader] = SeatFeed(0, [])
    assert eye.show(shown(1)) and not eye.show(shown(1))
    first = eye.v
    eye.tell(as_news([Event("k", "for another", seen_by=(1,))]))
    assert not eye.show(shown(1)) and eye.v == first
    eye.tell(as_news([Event("k", "for all")]))
    assert eye.show(shown(1)) and eye.v != first
    eye.retell([])
    assert eye.show(shown(1)) and eye.v == first


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

    audience = Viewers(look)
    socket = Seen(1)
    audience.look(socket, (0,), [])
    audience.eye(1, [])
    assert made == [0, 1] and socket.marked == [0]
    for now in (1, 2):
        audience.tell([Event("k", f"news {now}")])
        audience.show()
    assert made == [0, 1, 0, 0] and socket.marked == [0, 0, 0]
    late = audience.eye(1, [])
    assert made[-1] == 1 and b'"n":2' in late.frame(0) and b"news 1" in late.frame(0), (
        "it is up to date when asked for"
    )
    audience.leave(socket)
    audience.show()
    assert len(made) == 5


async def test_shared_view_is_built_and_encoded_once() -> None:
    made: list[int] = []

    def look(seats: Sequence[int]) -> list[ViewBody]:
        made.extend(seats)
        return [body(len(made)) for _ in seats]

    audience = Viewers(look)
    stands, device = Seen(1), Seen(2)
    audience.look(stands, (WATCHER,), [])
    audience.look(device, (0, TABLETOP), [])
    made.clear()
    audience.show()
    assert (
        sorted(made) == [WATCHER, 0]
        and stands.marked[-1] == WATCHER
        and device.marked[-1] in (0, TABLETOP)
    )
