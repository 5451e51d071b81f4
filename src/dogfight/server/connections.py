"""Connections: how many from where, and how long a request may take to arrive and to be answered.

A connection is *arriving* until its request is there to the last byte, *served* until the answer is
out, then *idle*. Where there are too many, the one that has been arriving longest is let go first,
then the one that has been idle longest; so those who dawdle shut nobody out. Whatever arrives is
metered before it is read (`limits.Traffic`): who sends too many frames, requests or bytes is hung
up on, whatever is in them.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Protocol, cast

from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from dogfight.server import logs, metrics
from dogfight.server.answer_headers import REQUEST_ID, SAFE_HEADERS
from dogfight.server.frames import FrameCounter, framed, lone_text
from dogfight.server.limits import Meter, Traffic, address_block, open_files, report_limit
from dogfight.server.messages import ErrorBody, encode
from dogfight.server.settings import Settings

_KEPT_FILES = 128
"""Files and pipes that are left to the database and the workers."""
_OPEN = State.OPEN
_LINE = "dogfight.line"
"""Where the application finds the line of a WebSocket, among the extensions of its scope."""
_A_MOMENT = 1.0
"""How much later than the application, which answers in words, a connection is hung up on."""
_LINGER_SECONDS = 1.0
"""How long a socket that was closed for its traffic is kept, unread, so that the other side can
learn why.
"""
_SMALL_READ = 256
"""Fewer bytes than this that arrive alone count as a frame, so that nobody sends byte by byte
for nothing.
"""
_MOST_FRAGMENTS = 1024
_MOST_HEADERS = 200
_MOST_AHEAD = 64
"""How many requests may be sent before the first one of them is answered."""


class _Proxies:
    """Addresses that speak for others, as the settings name them: single ones, networks, or `*`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._all = "*" in names
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        for name in names:
            with contextlib.suppress(ValueError):
                self._networks.append(ipaddress.ip_network(name))

    def __contains__(self, peer: str) -> bool:
        if self._all:
            return True
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class ConnectionLimits:
    """Every connection of the server, by the address it comes from.

    Proxies speak for many, so they are not counted.
    """

    def __init__(self, settings: Settings) -> None:
        files = open_files()
        self._most = (
            settings.connections
            if files is None
            else min(settings.connections, files - _KEPT_FILES)
        )
        self._most_of_one = settings.connections_per_address
        self._most_arriving = settings.arriving_per_address
        self._proxies = _Proxies(settings.proxies)
        self.traffic = Traffic(settings)
        self._of: dict[str, set[LimitedHttpProtocol]] = {}
        self._arriving: dict[LimitedHttpProtocol, None] = {}
        self._idle: dict[LimitedHttpProtocol, None] = {}
        self._total = 0

    def enter(self, line: LimitedHttpProtocol, peer: str | None) -> None:
        """Let a connection in, at the cost of one that dawdles if need be; it is cut itself
        where there is none.
        """
        line.address = "" if peer is None or peer in self._proxies else address_block(peer)
        line.meter = self.traffic.of_stranger(line.address) if line.address else None
        near = self._of.setdefault(line.address, set())
        near.add(line)
        self._total += 1
        if line.address and len(near) > self._most_of_one:
            self._make_room("connections_per_address", line, near)
        elif self._total > self._most:
            self._make_room("connections", line, None)

    def _make_room(
        self, what: str, line: LimitedHttpProtocol, among: set[LimitedHttpProtocol] | None
    ) -> None:
        """Cut the line that has dawdled longest, among these or all; the new one if nobody does."""
        report_limit(what, line.address)
        waiting = (item for mapping in (self._arriving, self._idle) for item in mapping)
        limited_http_protocol = next(
            (seat for seat in waiting if among is None or seat in among), line
        )
        limited_http_protocol.cut(what)

    def arriving(self, line: LimitedHttpProtocol) -> None:
        """A request has begun to come in; of too many from one address the oldest is cut."""
        self._idle.pop(line, None)
        self._arriving[line] = None
        near = self._of.get(line.address, set())
        if line.address and len(near) > self._most_arriving:
            among = [
                limited_http_protocol
                for limited_http_protocol in self._arriving
                if limited_http_protocol in near
            ]
            if len(among) > self._most_arriving:
                report_limit("arriving_per_address", line.address)
                among[0].cut("arriving_per_address")

    def served(self, line: LimitedHttpProtocol) -> None:
        """The request is there and is being answered, or the line has become a socket."""
        self._arriving.pop(line, None)
        self._idle.pop(line, None)

    def idle(self, line: LimitedHttpProtocol) -> None:
        self.served(line)
        self._idle[line] = None

    def leave(self, line: LimitedHttpProtocol) -> None:
        self.served(line)
        near = self._of.get(line.address)
        if near is not None and line in near:
            self._total -= 1
            near.discard(line)
            if not near:
                del self._of[line.address]


class SocketHandler(Protocol):
    """The handler of a WebSocket: receives messages and the state of the connection, and sends
    the answers.
    """

    def hear(self, text: str | None) -> None:
        """A message has come; None if it is not text."""

    def flow(self) -> None:
        """The line takes more again."""

    def lost(self) -> None:
        """The line is gone."""


class _Handshake(ServerProtocol):
    """The server's side of a WebSocket; what it refuses by itself has the headers of every other
    answer.
    """

    brought = ""
    """The id of the request that asks for the WebSocket."""

    def reject(self, status: HTTPStatus | int, text: str) -> Response:
        response = super().reject(status, text)
        response.headers[REQUEST_ID] = logs.current_request() or logs.request_id(self.brought)
        for name, value in SAFE_HEADERS:
            response.headers[name.decode()] = value.decode()
        return response


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket.

    The application finds it in its scope and may take it over with `hearer`: then messages come and
    go without the queues, tasks and checks of the ASGI way, which cost more than most messages.
    """

    on_lost: Callable[[], None] | None = None
    hearer: SocketHandler | None = None
    takes_more = True
    """Whether what was pushed before is on its way."""
    traffic: Traffic
    meter: Meter | None = None
    """Whom frames and bytes are charged to; the application names the person."""
    _overspent = False

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = self._handshake = _Handshake(
            max_size=config.ws_max_size, logger=self.conn.logger
        )
        self._counter = FrameCounter()

    @staticmethod
    def of(scope: Scope) -> DirectWebSocket:
        """The line of a WebSocket that the application serves."""
        line = scope["extensions"][_LINE]["itself"]
        assert isinstance(line, DirectWebSocket)
        return line

    def handle_connect(self, event: Request) -> None:
        self._handshake.brought = event.headers.get(REQUEST_ID, "")
        super().handle_connect(event)

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[_LINE] = {"itself": self}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused in words, which is no error of ours

    def push(self, texts: Sequence[bytes]) -> None:
        """Send some texts at once; nothing happens on a line that is being closed."""
        if self.conn.state is _OPEN and not self.disconnected:
            self.transport.write(framed(texts))

    def data_received(self, data: bytes) -> None:
        """Meter what has come, and take it the short way where it is one text."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._overspent:
            return
        text = lone_text(data) if self._counter.is_whole and self._expects_text() else None
        if not self._take(1 if text is not None else self._count(data), len(data)):
            self._close_for_traffic("too many frames or bytes")
        elif text is not None and self.hearer is not None:
            self.hearer.hear(text)
        else:
            super().data_received(data)

    def _count(self, data: bytes) -> int:
        """Return how many frames the data count as; no more are looked for than there is a
        budget for.
        """
        most = self.meter.frames_left() if self.meter is not None else len(data)
        return max(self._counter.count(data, most), 1 if len(data) < _SMALL_READ else 0)

    def _take(self, frames: int, size: int) -> bool:
        return self.meter is None or self.meter.take(frames, size)

    def _close_for_traffic(self, why: str) -> None:
        """Close the socket at once: nothing is read any more, and the other side has a moment to
        learn why.
        """
        self._overspent = True
        if self.conn.state is _OPEN and self.handshake_complete and not self.transport.is_closing():
            self.conn.send_close(CloseCode.POLICY_VIOLATION, why)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.listen(False)
            self.close_timer = self.loop.call_later(_LINGER_SECONDS, self.transport.close)
        else:
            self.transport.abort()
        if self.hearer is not None:
            self.hearer.lost()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= _MOST_FRAGMENTS and not self._overspent:
            report_limit("fragments", self.meter.who if self.meter is not None else "")
            metrics.CONNECTIONS_DROPPED.labels("traffic").inc()
            self._close_for_traffic(f"more than {_MOST_FRAGMENTS} fragments")
        if not self._overspent:
            super().handle_cont(event)

    def _expects_text(self) -> bool:
        """Return whether a text can be received now: the connection is open, and no message is
        incomplete.
        """
        if self.hearer is None or self.close_sent:
            return False
        return self.conn.state is _OPEN and self.conn.current_size is None

    def listen(self, more: bool) -> None:
        """Take in more, or let it wait."""
        if more is self.read_paused and not self.transport.is_closing():
            self.read_paused = not more
            if more:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        if self.hearer is None:
            super().send_receive_event_to_app()
            return
        if self.close_sent:
            self.frames = []
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        self.hearer.hear(text)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.takes_more = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.takes_more = True
        if self.hearer is not None:
            self.hearer.flow()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.hearer is not None:
            self.hearer.lost()
        if self.on_lost is not None:
            self.on_lost()


class LimitedHttpProtocol(HttpToolsProtocol):
    """A connection that is given so long for a request's head, its body and the whole answer,
    and is then cut.
    """

    limits: ConnectionLimits
    settings: Settings
    address = ""
    meter: Meter | None = None
    """Whom requests and bytes are charged to; nobody where a proxy that was named speaks for
    many.
    """
    _refusal: tuple[int, str, str] | None = None
    """Why what is being read was refused: status, code and words."""
    _headers = 0
    _pieces = 0
    _head_read = 0
    """How many headers and pieces of a body, and how many bytes of a head, were read of the
    present request.
    """
    _counted = False
    """Whether anything of what is being read was counted."""
    _deadline: asyncio.TimerHandle | None = None
    _stage = ""
    _head = 0
    _serving: RequestResponseCycle | None = None
    """The request that is being answered, or was last; `cycle` may be one that was sent ahead of
    its turn.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.limits.enter(self, self.client[0] if self.client else None)
        self._arrive()

    def _arrive(self) -> None:
        self._within(self.settings.header_seconds, "slow_head")
        self.limits.arriving(self)

    def _within(self, seconds: float, stage: str) -> None:
        self._clear()
        self._stage = stage
        self._deadline = self.loop.call_later(seconds, self._late)

    def _clear(self) -> None:
        self._stage = ""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        report_limit(self._stage, self.address)
        self.cut(self._stage)

    def cut(self, why: str) -> None:
        """Close the connection without waiting for a client that does not read the answer."""
        self.limits.served(self)
        if self.transport is not None and not self.transport.is_closing():
            metrics.CONNECTIONS_DROPPED.labels(why).inc()
            if why == "slow_answer":
                self.transport.abort()
            else:
                self.transport.close()

    @property
    def _answering(self) -> bool:
        return self._serving is not None and not self._serving.response_complete

    @property
    def _upgrading(self) -> bool:
        return bool(self.parser.should_upgrade() and self._should_upgrade())

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._serving = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        if not self._take(0, len(data)):
            self._refuse(*_TOO_MUCH)
            return
        self._counted = False
        super().data_received(data)
        if self.transport.is_closing() or isinstance(
            self.transport.get_protocol(), DirectWebSocket
        ):
            return
        if not self._counted and len(data) < _SMALL_READ and not self._take(1, 0):
            self._refuse(*_TOO_MUCH)
            return
        if self._answering:
            return
        if not self._stage and not data.strip(b"\r\n"):
            self._arrive()  # empty lines are no request, but keep a line from being idle
        self._head += len(data) if self._stage == "slow_head" else 0
        if self._head > self.settings.head_bytes:
            report_limit("head_bytes", self.address)
            self._refuse(*self._long_head())

    def _take(self, count: int, size: int) -> bool:
        return self.meter is None or self.meter.take(count, size)

    def _count(self) -> None:
        """Charge a request or a piece of one; reading ends where the budget does."""
        self._counted = True
        if not self._take(1, 0):
            self._stop_reading(*_TOO_MUCH)

    def _stop_reading(self, status: int, code: str, words: str) -> None:
        """Refuse what is being read, from inside the parser, which goes no further."""
        self._refusal = (status, code, words)
        raise ConnectionAbortedError(words)

    def _long_head(self) -> tuple[int, str, str]:
        most = self.settings.head_bytes
        return (
            431,
            "bad_request",
            f"expected a head of at most {most} bytes and {_MOST_HEADERS} fields",
        )

    def _add_to_head(self, size: int) -> None:
        """Count a part of a head that has been read; the rest of one that is too long is not."""
        self._head_read += size
        if self._head_read > self.settings.head_bytes or self._headers > _MOST_HEADERS:
            report_limit("head_bytes", self.address)
            self._stop_reading(*self._long_head())

    def on_message_begin(self) -> None:
        self._count()
        self._headers = self._pieces = self._head_read = 0
        if len(self.pipeline) >= _MOST_AHEAD:
            report_limit("requests_ahead", self.address)
            metrics.CONNECTIONS_DROPPED.labels("traffic").inc()
            self._stop_reading(*_TOO_MUCH)
        super().on_message_begin()
        if not self._answering and self._stage != "slow_head":
            self._arrive()

    def on_url(self, url: bytes) -> None:
        self._add_to_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        self._add_to_head(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        if self._pieces > 1 and len(body) < _SMALL_READ:
            self._count()
        super().on_body(body)

    def on_headers_complete(self) -> None:
        ahead = self._answering
        super().on_headers_complete()
        self._head = 0
        if self._upgrading:
            self._clear()
            self.limits.served(self)
        elif not ahead:
            self._within(self.settings.body_seconds + _A_MOMENT, "slow_body")

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._upgrading or self._stage == "slow_answer":
            return
        if self._answering:
            self._within(self.settings.request_seconds, "slow_answer")
            self.limits.served(self)
        else:
            self._rest()

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        if more:
            self._within(self.settings.request_seconds, "slow_answer")
        elif self._serving is not None and not self._serving.more_body:
            self._rest()

    def _rest(self) -> None:
        self._clear()
        self.limits.idle(self)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        line = cast(DirectWebSocket, self.transport.get_protocol())
        line.on_lost = lambda: self.limits.leave(self)
        line.traffic = self.limits.traffic
        line.meter = self.meter or self.limits.traffic.of_stranger("")

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear()
        self.limits.leave(self)
        if self._serving is not None and self._answering:
            self._serving.disconnected = True
            self._serving.message_event.set()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        refusal, self._refusal = self._refusal, None
        if refusal is None:
            report_limit("bad_request", self.address)
            refusal = (400, "bad_request", msg)
        self._refuse(*refusal)

    def _refuse(self, status: int, code: str, words: str) -> None:
        """Refuse what never became a request, in the words and with the headers of every other
        refusal.

        Where an earlier request is being answered the connection is closed without words: they
        would be its answer.
        """
        if not self._answering:
            self.transport.write(
                _raw_answer(status, encode(ErrorBody(code, words)), self._request_id())
            )
        self.transport.close()

    def _request_id(self) -> str:
        """The id that the request brought, as far as its head was read, or a new one."""
        name = REQUEST_ID.encode()
        brought = next((value for key, value in self.headers or () if key == name), b"")
        return logs.request_id(brought.decode("latin-1"))


_TOO_MUCH = (429, "rate", "That was too much at once. Wait a moment.")


def _raw_answer(status: int, body: bytes, request: str) -> bytes:
    """Return a whole answer in JSON, after which the connection is closed."""
    headers = (
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        (REQUEST_ID.encode(), request.encode()),
        *SAFE_HEADERS,
    )
    lines = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(),
        *(b": ".join(header) for header in headers),
    )
    return b"\r\n".join((*lines, b"", body))


def guarded(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol for uvicorn, with limits of its own."""
    return type(
        "LimitedHttpProtocol",
        (LimitedHttpProtocol,),
        {"limits": ConnectionLimits(settings), "settings": settings},
    )
