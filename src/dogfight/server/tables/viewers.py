"""Who looks on at a table, and through whose eyes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVarTuple

from dogfight.core.event import Event
from dogfight.core.seat import WATCHER, Seat
from dogfight.server.messages import ViewBody, encode
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.seat_feeds import SeatFeed, encode_events

Bodies = Callable[[Sequence[Seat]], Sequence[ViewBody]]
Given = TypeVarTuple("Given")
TABLETOP = WATCHER - 100
"""The eye of several people at one device: what is public, shown to those who play, so never
late.
"""


class Listener(Protocol):
    """A socket as a table knows it."""

    person: Person

    def send(self, message: bytes) -> None: ...
    def mark(self, seat: Seat) -> None: ...
    def close(self, code: int, why: str) -> None: ...


class Viewers:
    """The sockets of one table. They are only ever shown what was stored."""

    def __init__(self, bodies: Bodies, delay: float = 0.0) -> None:
        self.delay = delay
        """How many seconds the watchers' picture is behind."""
        self.sockets: set[Listener] = set()
        self._changed: asyncio.Event | None = None
        self._bodies = bodies
        self._feeds: dict[Seat, SeatFeed[Listener]] = {}
        self._later: deque[Callable[[], None]] = deque()

    @property
    def changed(self) -> asyncio.Event:
        """Set and replaced whenever a view may have changed, for those who wait without a
        socket.
        """
        if self._changed is None:
            self._changed = asyncio.Event()
        return self._changed

    def online(self) -> set[int]:
        """The people who look on now."""
        return {socket.person.id for socket in self.sockets}

    def feed(self, seat: Seat, events: Sequence[Event]) -> SeatFeed[Listener]:
        """Return the present feed of a seat; it is made on request, and kept up to date while it
        has viewers.
        """
        feed = self._feeds.get(seat)
        if feed is None:
            feed = self._feeds[seat] = SeatFeed(
                WATCHER if seat == TABLETOP else seat, encode_events(events), seat
            )
        if feed.late:
            feed.show(encode(self._bodies((feed.seat,))[0]))
        return feed

    def _held_back(self, feed: SeatFeed[Listener]) -> bool:
        return self.delay > 0 and feed.name == WATCHER

    def _do(
        self, feed: SeatFeed[Listener], change: Callable[[*Given], None], *supplied: *Given
    ) -> None:
        """Change what an eye is shown, now or, for watchers who are held back, in the same order
        later.
        """
        if self._held_back(feed):
            self._later.append(partial(change, *supplied))
            asyncio.get_running_loop().call_later(self.delay, lambda: self._later.popleft()())
        else:
            change(*supplied)

    def subscribe(
        self, socket: Listener, perspectives: tuple[Seat, ...], events: Sequence[Event]
    ) -> None:
        """Point a socket at these eyes and no others."""
        self.sockets.add(socket)
        for seat, feed in self._feeds.items():
            if seat not in perspectives:
                feed.listeners.pop(socket, None)
        for seat in perspectives:
            feed = self.feed(seat, events)
            if socket not in feed.listeners:
                feed.listeners[socket] = 0
                socket.mark(seat)

    def leave(self, socket: Listener) -> None:
        self.sockets.discard(socket)
        for feed in self._feeds.values():
            feed.listeners.pop(socket, None)

    def frame_for(self, socket: Listener, seat: Seat) -> bytes | None:
        """The next message about a seat for a socket that looks through its eyes."""
        feed = self._feeds.get(seat)
        return feed.frame_for(socket) if feed is not None and socket in feed.listeners else None

    def add_events(self, events: Iterable[Event]) -> None:
        """Add to every log what its seat may know of some news."""
        lines = encode_events(events) if self._feeds else ()
        for feed in self._feeds.values():
            self._do(feed, feed.add_events, lines)

    def rebuild_log(self, events: Sequence[Event]) -> None:
        """Tell everything anew after something was taken back."""
        lines = encode_events(events) if self._feeds else ()
        for feed in self._feeds.values():
            self._do(feed, feed.rebuild_log, lines)

    def show(self, only: Seat | None = None) -> None:
        """Put up new pictures, all or one; those who look on and can see a difference get a
        message.
        """
        looking: list[SeatFeed[Listener]] = []
        for name, feed in self._feeds.items():
            if only is None or name == only:
                if feed.listeners or self._held_back(feed):
                    looking.append(feed)
                else:
                    feed.late = True
        if looking:
            seats = tuple(dict.fromkeys([feed.seat for feed in looking]))
            bodies = dict(zip(seats, map(encode, self._bodies(seats)), strict=True))
            for feed in looking:
                self._do(feed, self._put_up, feed, bodies[feed.seat])
        self._wake()

    def _put_up(self, feed: SeatFeed[Listener], body: bytes) -> None:
        if feed.show(body):
            for listener in feed.listeners:
                listener.mark(feed.name)
            if self._held_back(feed):
                self._wake()

    def _wake(self) -> None:
        if self._changed is not None:
            self._changed.set()
            self._changed = None
