"""One WebSocket: answers commands one by one, sends the latest views, and never holds anyone
else up.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from contextvars import copy_context
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from dogfight.core.errors import BadOption
from dogfight.core.seat import Seat
from dogfight.server import auth, logs, metrics
from dogfight.server.connections import DirectWebSocket
from dogfight.server.messages import (
    Ack,
    Answer,
    Incoming,
    MakeCall,
    Ping,
    Pong,
    Reject,
    Say,
    SendSignal,
    SetAnimationSpeed,
    StartVoice,
    StopVoice,
    VoiceRequest,
    encode,
    read_incoming,
)
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.live import LiveTable

if TYPE_CHECKING:
    from dogfight.server.app import ServerContext

_PATIENCE = 100
"""So many messages over the rate or that make no sense, and the socket is closed."""
_UNREAD = 16
"""So many messages may wait for their turn before the line has to."""
_TOGETHER = 4
"""So many messages are sent at once before it is asked whether the other side takes more."""


class Socket:
    """A person at one table through one WebSocket, whose line it takes over.

    What changes is sent as soon as whatever happens on the event loop is done, without a task of
    its own; a task exists only while a message is answered, and goes on to its end whatever becomes
    of the line.
    """

    def __init__(
        self, server: ServerContext, websocket: WebSocket, person: Person, table: LiveTable
    ) -> None:
        self.person = person
        self._server = server
        self._websocket = websocket
        self._line = DirectWebSocket.of(websocket.scope)
        self._line.hearer = self
        self._table = table
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        """That of the handshake, with its id: what is done for this socket is logged under it."""
        self._address = server.address(websocket)
        self._line.meter = self._line.traffic.of_person(person.id, self._address)
        self._inbox: deque[str] = deque()
        self._working: asyncio.Task[None] | None = None
        """What answers the messages that have come, while there are any."""
        self._queue: deque[bytes] = deque()
        self._marked: dict[Seat, None] = {}
        self._begun = False
        """Whether it has been let in at the table: before that nothing is sent and nothing
        answered.
        """
        self._sending = True
        """Whether what is to be sent will be seen to anyway."""
        self._stuck: asyncio.TimerHandle | None = None
        """Runs while the other side takes nothing."""
        self._ended = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._junk = 0
        self._answering = False
        """Whether a command of this socket is being carried out: what it changes is sent along
        with the answer.
        """

    # --- what a table calls ------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Put a message in the outbox; a reader that lets it fill up has to come back."""
        if len(self._queue) >= self._server.settings.socket_queue:
            self._too_slow()
            return
        self._queue.append(message)
        self._send_soon()

    def mark(self, seat: Seat) -> None:
        """The view of a seat has changed; only the latest is sent."""
        self._marked[seat] = None
        if not self._answering:
            self._send_soon()

    def close(self, code: int, why: str) -> None:
        if self._closing is None:
            self._closing = (code, why)
            self._ended.set()

    # --- what its line calls -----------------------------------------------------------------

    def hear(self, text: str | None) -> None:
        """A message has come in; it waits for its turn, and the line waits where there are many."""
        if text is None:
            self.close(1003, "expected text")
            return
        self._inbox.append(text)
        if len(self._inbox) > _UNREAD:
            self._line.listen(False)
        self._work_on()

    def flow(self) -> None:
        """The other side takes something again."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
            self._send_all()

    def lost(self) -> None:
        self.close(1006, "the line is gone")

    # --- the two halves ----------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        await self._table.presence.attach(self)
        try:
            self._begun = True
            self._send_all()
            await self._ended.wait()
        finally:
            self._table.presence.detach(self)
            if self._stuck is not None:
                self._stuck.cancel()
            await self._close_websocket()
        if self._working is not None:
            await asyncio.wait((self._working,))

    async def _close_websocket(self) -> None:
        code, why = self._closing or (1000, "")
        if self._websocket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._websocket.close(code, why)

    def _send_soon(self) -> None:
        """Send once everything that happens now has happened."""
        if not self._sending:
            self._sending = True
            self._loop.call_soon(self._send_all)

    def _send_all(self) -> None:
        """Send what there is, as long as the other side takes it; it may take its time, but no
        longer than that.
        """
        self._sending = self._stuck is not None
        while not self._sending and self._closing is None and (messages := self._some()):
            self._line.push(messages)
            if not self._line.takes_more:
                self._sending = True
                self._stuck = self._loop.call_later(
                    self._server.settings.send_seconds, self._too_slow
                )
            elif len(messages) < _TOGETHER:
                break
        if self._inbox:
            self._work_on()

    def _some(self) -> list[bytes]:
        """The next few messages: they go out together, for every write asks something of the
        system.
        """
        messages: list[bytes] = []
        while len(messages) < _TOGETHER and (message := self._next()) is not None:
            messages.append(message)
        return messages

    def _too_slow(self) -> None:
        metrics.CONNECTIONS_DROPPED.labels("slow_reader").inc()
        self.close(1013, "too slow a reader")

    def _next(self) -> bytes | None:
        """Answers and news first, then the latest view of each seat that has changed.

        While a command is carried out views wait for its answer, so that their order tells nothing.
        """
        if self._queue:
            return self._queue.popleft()
        while self._marked and not self._answering:
            seat = min(
                self._marked
            )  # what lies open between people at one device comes before their hands
            del self._marked[seat]
            frame = self._table.viewers.frame_for(self, seat)
            if frame is not None:
                metrics.VIEWS.sent += 1
                return frame
        return None

    def _work_on(self) -> None:
        """Answer what has come."""
        if self._begun and self._working is None and self._may_answer():
            self._working = self._loop.create_task(self._work(), context=self._context)

    def _may_answer(self) -> bool:
        """Return whether there is a command; a client that does not read our answers is not read
        from.
        """
        if not self._inbox or self._closing is not None:
            return False
        return len(self._queue) <= self._server.settings.socket_queue // 2

    async def _work(self) -> None:
        """Answer one message after the other."""
        try:
            while self._may_answer():
                text = self._inbox.popleft()
                if not self._inbox:
                    self._line.listen(True)
                self._answering = True
                answer = await self._answered(text)
                self._answering = False
                self.send(encode(answer))
                if self._junk > _PATIENCE:
                    self.close(1008, "too many bad messages")
        except Exception:
            logs.error("message_failed", table=self._table.code)
            self.close(1011, "Something went wrong here.")
        finally:
            self._working = None

    async def _answered(self, text: str) -> Answer | Pong:
        """Carry out one message."""
        try:
            self._server.commands.spend(str(self.person.id), self._address)
        except Refused as refused:
            self._junk += 1
            return Reject(_id_in(text), refused.code, refused.message)
        try:
            message: Incoming = read_incoming(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._junk += 1
            return Reject(_id_in(text), "bad_message", f"cannot be read: {error}"[:200])
        match message:
            case Ping(id=asked):
                return Pong(asked, self._server.sources.ms())
            case Say() | MakeCall():
                return await self._say(message)
            case StartVoice() | StopVoice() | SendSignal():
                return self._connect_voice(message)
            case SetAnimationSpeed(speed=speed):
                self._table.presence.set_animation_speed(self.person, speed)
                return Ack(message.id)
            case _:
                return await self._server.command(self._table, self.person, message)

    async def _say(self, message: Say | MakeCall) -> Answer:
        talk = self._table.chat
        try:
            self._server.talk.spend(str(self.person.id), self._address)
            if isinstance(message, MakeCall):
                await talk.call(self.person, message.id, message.call, message.targets)
            else:
                text = auth.clean_text(message.text)
                await talk.say(self.person, message.id, message.channel, text)
        except BadOption as error:
            return Reject(message.id, "bad_option", error.message)
        except Refused as refused:
            return Reject(message.id, refused.code, refused.message)
        except StorageFailed:
            return Reject(message.id, "storage", "Not stored, so nobody has heard it. Try again.")
        return Ack(message.id)

    def _connect_voice(self, message: VoiceRequest) -> Answer:
        voice = self._table.voice
        try:
            self._server.signals.spend(str(self.person.id), self._address)
            match message:
                case StartVoice():
                    voice.start(self)
                case StopVoice():
                    voice.stop(self)
                case SendSignal():
                    voice.pass_on(self, message)
        except BadOption as error:
            return Reject(message.id, "bad_option", error.message)
        except Refused as refused:
            return Reject(message.id, refused.code, refused.message)
        return Ack(message.id)


class _OnlyId(msgspec.Struct):
    id: str = ""


def _id_in(text: str) -> str:
    """The id of a message that could not be carried out, if it has one."""
    try:
        return msgspec.json.decode(text, type=_OnlyId).id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
