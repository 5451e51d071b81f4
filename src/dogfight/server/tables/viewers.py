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
from dogfight.server.tables.seat_views import SeatFeed, as_news

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
        self._eyes: dict[Seat, SeatFeed[Listener]] = {}
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

    def eye(self, seat: Seat, events: Sequence[Event]) -> SeatFeed[Listener]:
        """Return the present feed of a seat; it is made on request, and kept up to date while it
        has viewers.
        """
        seat_feed = self._eyes.get(seat)
        if seat_feed is None:
            seat_feed = self._eyes[seat] = SeatFeed(
                WATCHER if seat == TABLETOP else seat, as_news(events), seat
            )
        if seat_feed.late:
            seat_feed.show(encode(self._bodies((seat_feed.seat,))[0]))
        return seat_feed

    def _held_back(self, eye: SeatFeed[Listener]) -> bool:
        return self.delay > 0 and eye.name == WATCHER

    def _do(
        self, eye: SeatFeed[Listener], change: Callable[[*Given], None], *supplied: *Given
    ) -> None:
        """Change what an eye is shown, now or, for watchers who are held back, in the same order
        later.
        """
        if self._held_back(eye):
            self._later.append(partial(change, *supplied))
            asyncio.get_running_loop().call_later(self.delay, lambda: self._later.popleft()())
        else:
            change(*supplied)

    def look(self, socket: Listener, eyes: tuple[Seat, ...], events: Sequence[Event]) -> None:
        """Point a socket at these eyes and no others."""
        self.sockets.add(socket)
        for seat, eye in self._eyes.items():
            if seat not in eyes:
                eye.listeners.pop(socket, None)
        for seat in eyes:
            eye = self.eye(seat, events)
            if socket not in eye.listeners:
                eye.listeners[socket] = 0
                socket.mark(seat)

    def leave(self, socket: Listener) -> None:
        self.sockets.discard(socket)
        for eye in self._eyes.values():
            eye.listeners.pop(socket, None)

    def frame_for(self, socket: Listener, seat: Seat) -> bytes | None:
        """The next message about a seat for a socket that looks through its eyes."""
        eye = self._eyes.get(seat)
        return eye.frame_for(socket) if eye is not None and socket in eye.listeners else None

    def tell(self, news: Iterable[Event]) -> None:
        """Add to every log what its seat may know of some news."""
        lines = as_news(news) if self._eyes else ()
        for eye in self._eyes.values():
            self._do(eye, eye.tell, lines)

    def retell(self, events: Sequence[Event]) -> None:
        """Tell everything anew after something was taken back."""
        lines = as_news(events) if self._eyes else ()
        for eye in self._eyes.values():
            self._do(eye, eye.retell, lines)

    def show(self, only: Seat | None = None) -> None:
        """Put up new pictures, all or one; those who look on and can see a difference get a
        message.
        """
        looking: list[SeatFeed[Listener]] = []
        for name, eye in self._eyes.items():
            if only is None or name == only:
                if eye.listeners or self._held_back(eye):
                    looking.append(eye)
                else:
                    eye.late = True
        if looking:
            seats = tuple(dict.fromkeys([eye.seat for eye in looking]))
            bodies = dict(zip(seats, map(encode, self._bodies(seats)), strict=True))
            for eye in looking:
                self._do(eye, self._put_up, eye, bodies[eye.seat])
        self._wake()

    def _put_up(self, eye: SeatFeed[Listener], body: bytes) -> None:
        if eye.show(body):
            for listener in eye.listeners:
                listener.mark(eye.name)
            if self._held_back(eye):
                self._wake()

    def _wake(self) -> None:
        if self._changed is not None:
            self._changed.set()
            self._changed = None
