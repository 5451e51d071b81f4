"""One WebSocket: reads commands one by one, writes answers and the latest views, and never holds anyone else up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from dogfight.core.seat import Seat
from dogfight.server import auth, metrics
from dogfight.server.limits import Bucket
from dogfight.server.messages import Ack, Answer, Incoming, Ping, Pong, Reject, Say, SetPace, encode, read_incoming
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.live import LiveTable

if TYPE_CHECKING:
    from dogfight.server.app import House

_PATIENCE = 100
"""So many messages over the rate or that make no sense, and the socket is closed."""


class Socket:
    """A person at one table through one WebSocket."""

    def __init__(self, house: House, websocket: WebSocket, person: Person, table: LiveTable) -> None:
        self.person = person
        self._house = house
        self._websocket = websocket
        self._table = table
        self._bucket = Bucket(house.settings.commands_per_second, house.settings.commands_burst)
        self._queue: deque[bytes] = deque()
        self._marked: dict[Seat, None] = {}
        self._wake = asyncio.Event()
        self._drained = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._junk = 0
        self._answering = False
        """Whether a command of this socket is being carried out: what it changes is sent along with the answer."""

    # --- what a table calls ------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Put a message in the outbox; a reader that lets it fill up has to come back."""
        if len(self._queue) >= self._house.settings.outbox:
            metrics.DROPPED.labels("slow_reader").inc()
            self.close(1013, "too slow a reader")
            return
        self._queue.append(message)
        self._wake.set()

    def mark(self, seat: Seat) -> None:
        """The view of a seat has changed; only the latest is sent."""
        self._marked[seat] = None
        if not self._answering:
            self._wake.set()

    def close(self, code: int, why: str) -> None:
        if self._closing is None:
            self._closing = (code, why)
            self._wake.set()

    # --- the two halves ----------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        await self._table.people.attach(self)
        writer = asyncio.ensure_future(self._write())
        reader = asyncio.ensure_future(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.people.detach(self)
            for half in (writer, reader):
                half.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await half
            await self._hang_up()

    async def _hang_up(self) -> None:
        code, why = self._closing or (1000, "")
        if self._websocket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._websocket.close(code, why)

    async def _write(self) -> None:
        while self._closing is None:
            self._drained.set()
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._send_all()
            except TimeoutError:
                metrics.DROPPED.labels("slow_reader").inc()
                self.close(1013, "too slow a reader")

    async def _send_all(self) -> None:
        """Send what there is; each message may take its time, but no longer than that."""
        now = asyncio.get_running_loop().time
        limit = self._house.settings.send_seconds
        began = now()
        async with asyncio.timeout_at(began + limit) as deadline:
            while (message := self._next()) is not None and self._closing is None:
                await self._websocket.send({"type": "websocket.send", "text": message.decode()})
                if now() - began > limit / 10:
                    began = now()
                    deadline.reschedule(began + limit)

    def _next(self) -> bytes | None:
        """Answers and news first, then the latest view of each seat that has changed.

        While a command is carried out views wait for its answer, so that their order tells nothing.
        """
        if self._queue:
            return self._queue.popleft()
        while self._marked and not self._answering:
            seat = min(self._marked)  # what lies open between people at one device comes before their hands
            del self._marked[seat]
            frame = self._table.audience.frame_for(self, seat)
            if frame is not None:
                metrics.VIEWS.inc()
                return frame
        return None

    async def _read(self) -> None:
        while self._closing is None:
            try:
                text = await self._websocket.receive_text()
            except WebSocketDisconnect:
                return
            except KeyError:
                self.close(1003, "expected text")
                return
            await self._room()
            self._answering = True
            answer = await self._answered(text)
            self._answering = False
            self.send(encode(answer))
            if self._junk > _PATIENCE:
                self.close(1008, "too many bad messages")

    async def _room(self) -> None:
        """Whoever does not take our answers is not asked for more questions."""
        while len(self._queue) > self._house.settings.outbox // 2:
            self._drained.clear()
            await self._drained.wait()

    async def _answered(self, text: str) -> Answer | Pong:
        """Carry out one message."""
        if not self._bucket.take():
            self._junk += 1
            return Reject(_id_in(text), "rate", "That was too much at once. Wait a moment.")
        try:
            message: Incoming = read_incoming(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._junk += 1
            return Reject(_id_in(text), "bad_message", f"cannot be read: {error}"[:200])
        match message:
            case Ping(id=asked):
                return Pong(asked, self._house.world.ms())
            case Say():
                return await self._say(message)
            case SetPace(pace=pace):
                self._table.people.says(self.person, pace)
                return Ack(message.id)
            case _:
                return await self._house.command(self._table, self.person, message)

    async def _say(self, message: Say) -> Answer:
        try:
            text = auth.clean_text(message.text)
            await self._table.talk.say(self.person, message.id, message.channel, text)
        except Refused as refused:
            return Reject(message.id, refused.code, refused.words)
        except StorageFailed:
            return Reject(message.id, "storage", "Not stored, so nobody has heard it. Try again.")
        return Ack(message.id)


class _OnlyId(msgspec.Struct):
    id: str = ""


def _id_in(text: str) -> str:
    """The id of a message that could not be carried out, if it has one."""
    try:
        return msgspec.json.decode(text, type=_OnlyId).id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
