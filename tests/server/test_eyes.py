"""What one pair of eyes is shown: the log comes whole however messages, news and take-backs fall together."""

import random

import msgspec

from dogfight.core.event import Event
from dogfight.server.eyes import Eye
from dogfight.server.messages import ViewBody


def body(n: int) -> ViewBody:
    return ViewBody(0, n, None, "", False, None, {"n": n})


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
        eye: Eye[Reader] = Eye(0, events)
        eye.show(body(0))
        readers = [Reader() for _ in range(3)]
        for step in range(60):
            match dice.randrange(5):
                case 0 | 1:
                    events.append(news(step))
                    eye.tell(events[-1:])
                case 2:
                    del events[dice.randint(0, len(events)) :]
                    events.append(news(step))
                    eye.retell(events)
                case 3:
                    eye.show(body(step))
                case 4:
                    one = dice.choice(readers)
                    eye.listeners.setdefault(one, 0)
                    one.take(eye.frame_for(one))
        eye.show(body(1000))
        for one in readers:
            eye.listeners.setdefault(one, 0)
            one.take(eye.frame_for(one))
            assert one.log == [event.words for event in events if event.seen_by is None]


def test_the_version_changes_exactly_with_what_is_seen() -> None:
    eye: Eye[Reader] = Eye(0, [])
    assert eye.show(body(1)) and not eye.show(body(1))
    first = eye.v
    eye.tell([Event("k", "for another", seen_by=(1,))])
    assert not eye.show(body(1)) and eye.v == first
    eye.tell([Event("k", "for all")])
    assert eye.show(body(1)) and eye.v != first
    eye.retell([])
    assert eye.show(body(1)) and eye.v == first
