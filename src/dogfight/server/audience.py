"""Who looks on at a table, and through whose eyes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from dogfight.core.event import Event
from dogfight.core.seat import Seat
from dogfight.server.eyes import Eye, as_news
from dogfight.server.ledger import Person
from dogfight.server.messages import ViewBody

Body = Callable[[Seat], ViewBody]


class Listener(Protocol):
    """A socket as a table knows it."""

    person: Person

    def send(self, message: bytes) -> None: ...
    def mark(self, seat: Seat) -> None: ...
    def close(self, code: int, why: str) -> None: ...


class Audience:
    """The sockets of one table. They are only ever shown what was stored."""

    def __init__(self, body: Body) -> None:
        self.sockets: set[Listener] = set()
        self.changed = asyncio.Event()
        """Set and replaced whenever a view may have changed, for those who wait without a socket."""
        self._body = body
        self._eyes: dict[Seat, Eye[Listener]] = {}

    def online(self) -> set[int]:
        """The people who look on now."""
        return {one.person.id for one in self.sockets}

    def eye(self, seat: Seat, events: Sequence[Event]) -> Eye[Listener]:
        """The picture for a seat as it is now; made when somebody asks for it, and kept up to date while they look."""
        found = self._eyes.get(seat)
        if found is None:
            found = self._eyes[seat] = Eye(seat, as_news(events))
        if found.late:
            found.show(self._body(seat))
        return found

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
            eye.tell(lines)

    def retell(self, events: Sequence[Event]) -> None:
        """Tell everything anew after something was taken back."""
        lines = as_news(events) if self._eyes else ()
        for eye in self._eyes.values():
            eye.retell(lines)

    def show(self, only: Seat | None = None) -> None:
        """Put up new pictures, all or one; those who look on and can see a difference get a message."""
        for seat, eye in tuple(self._eyes.items()):
            if only is not None and seat != only:
                continue
            if not eye.listeners:
                eye.late = True
            elif eye.show(self._body(seat)):
                for listener in eye.listeners:
                    listener.mark(seat)
        self.changed.set()
        self.changed = asyncio.Event()
