"""What one seat, or the watchers, are shown: a view, a log, and a version made from nothing
else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from dogfight.core.event import Event
from dogfight.core.seat import Seat
from dogfight.server.messages import encode

L = TypeVar("L")
EncodedEvents = Sequence[tuple[Event, bytes]]
"""Events, each with what travels of it: encoded once for all who may know it."""


def encode_events(events: Iterable[Event]) -> EncodedEvents:
    """Events ready to be told, without the mark of who else knows them."""
    return [(event, encode(_without_viewers(event))) for event in events]


def _without_viewers(event: Event) -> Event:
    if event.seen_by is None and not event.hidden_from:
        return event
    return msgspec.structs.replace(event, seen_by=None, hidden_from=())


class SeatFeed(Generic[L]):
    """The latest picture for one seat, encoded once for all who look through it."""

    def __init__(self, seat: Seat, events: EncodedEvents, name: Seat | None = None) -> None:
        self.seat = seat
        self.name = seat if name is None else name
        """What the eye is called by those who look through it."""
        self.version = ""
        self.late = True
        """Whether the picture is behind because nobody was looking."""
        self.listeners: dict[L, int] = {}
        """Who looks on, and how many events of the log each of them has."""
        self._log: list[bytes] = []
        self._digest = hashlib.sha256()
        """Stands for everything told so far in the next version."""
        self._body = b""
        """The picture without its closing brace: version and log follow."""
        self._frames: dict[int, bytes] = {}
        self.add_events(events)

    def add_events(self, events: EncodedEvents) -> None:
        """Add what this seat may know of some events."""
        lines = [line for event, line in events if event.visible_to(self.seat)]
        if lines:
            self._log += lines
            self._frames = {}
            self._digest.update(b"".join(lines))

    def rebuild_log(self, events: EncodedEvents) -> None:
        """Tell everything anew after something was taken back; listeners keep what is still
        true.
        """
        before = self._log
        self._log, self._digest, self._frames = [], hashlib.sha256(), {}
        self.add_events(events)
        same = 0
        while same < min(len(before), len(self._log)) and before[same] == self._log[same]:
            same += 1
        for listener, known in self.listeners.items():
            self.listeners[listener] = min(known, same)

    def show(self, body: bytes) -> bool:
        """Put up a new picture, as it travels; False if nobody could see a difference."""
        self.late = False
        version = hashlib.sha256(self._digest.digest() + body).hexdigest()[:12]
        if version == self.version:
            return False
        self.version, self._body, self._frames = version, body[:-1], {}
        return True

    def frame(self, known: int) -> bytes:
        """Return the message for a client that has the first `known` events."""
        result = self._frames.get(known)
        if result is None:
            events = b",".join(self._log[known:])
            tail = b',"version":"%s","log":{"from":%d,"events":[%s]}}' % (
                self.version.encode(),
                known,
                events,
            )
            result = self._frames[known] = self._body + tail
        return result

    def frame_for(self, listener: L) -> bytes:
        """The next message for a listener, who then knows the whole log."""
        frame = self.frame(self.listeners[listener])
        self.listeners[listener] = len(self._log)
        return frame
