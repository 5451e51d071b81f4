"""The application: routes and sockets around one hall, and the server that runs it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
import uvicorn
from prometheus_client import Counter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match, WebSocketRoute
from starlette.routing import Route as Path_
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from dogfight.core.errors import BadNotation, BadRecord, DogfightError
from dogfight.core.registry import load, load_plugin, names
from dogfight.packs.pack import MOST_ARCHIVE_BYTES
from dogfight.server import auth, logs, messages, metrics, previews, static
from dogfight.server.answer_headers import REQUEST_ID, SAFE_HEADERS
from dogfight.server.connections import DirectWebSocket, guarded
from dogfight.server.engines import register_engines
from dogfight.server.lab_service import LabService
from dogfight.server.lessons import Lessons
from dogfight.server.limits import ConcurrencyLimit, RateLimits, address_block, read_body
from dogfight.server.messages import (
    Ack,
    Answer,
    Busy,
    Command,
    ErrorBody,
    NotationFault,
    Reject,
    encode,
)
from dogfight.server.nodes.bus import Bus
from dogfight.server.nodes.leases import Leases
from dogfight.server.nodes.nodes import Nodes, one_server
from dogfight.server.pack_service import PackService
from dogfight.server.packs import PackGames, ServerPacks
from dogfight.server.people.accounts import Accounts
from dogfight.server.people.devices import Visits
from dogfight.server.people.feed_routes import logged_path
from dogfight.server.people.notices import Notices
from dogfight.server.people.pairing import Pairing
from dogfight.server.people.ratings import Ratings
from dogfight.server.queries import check_query
from dogfight.server.refusals import STATUS, Refused
from dogfight.server.route import JSON, ZIP, RequestContext, Route
from dogfight.server.routes import ROUTES
from dogfight.server.services import Services
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.sockets import Socket
from dogfight.server.storage.ledger import Ledger, Person
from dogfight.server.storage.notice_rows import NoticeRows
from dogfight.server.storage.pairing_rows import PairingRows
from dogfight.server.storage.people_rows import PeopleRows
from dogfight.server.storage.puzzle_rows import PuzzleRows
from dogfight.server.storage.rating_rows import RatingRows
from dogfight.server.storage.store import StorageFailed, Store
from dogfight.server.tables.bots import BotPool
from dogfight.server.tables.clocks import Timers
from dogfight.server.tables.live import LiveTable
from dogfight.server.tables.table_manager import TableManager
from dogfight.server.workshop_service import WorkshopService

_CLOSES = {
    "no_session": 4401,
    "no_watchers": 4403,
    "unknown": 4404,
    "table_outdated": 4404,
    "table_damaged": 4404,
    "rate": 1008,
}
_OUTCOMES: dict[type, Counter] = {
    Ack: metrics.COMMANDS.labels("ack"),
    Reject: metrics.COMMANDS.labels("reject"),
    Busy: metrics.COMMANDS.labels("busy"),
}
_ROWS = {f"{route.method} {route.path}": route for route in ROUTES}
_DIGITS = 12
_TRUSTED_SECONDS = 10.0
"""A write that old is no proof any more that another would be stored."""
_HEALTH_SECONDS = 0.8
"""A database that takes longer to answer is not well: health says so within a second."""
_LONGEST_ADDRESS = 8192
Together = tuple[Bus, Leases]
"""What a server has in common with others on its database."""
_HEADS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
"""The messages that begin an answer."""
_COME_BACK = 1012
"""The code of a close after which a client comes back, to this server when it is there again or
to another.
"""
_DENIED = ("bad_origin", "rate")
"""Refused with status 403 before the handshake; with any other code the browser should learn the
reason.
"""


class ServerContext:
    """Everything one running server consists of."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        sources: SystemSources | None = None,
        together: Together | None = None,
    ) -> None:
        self.settings = settings
        self.sources = sources or SystemSources()
        for plugin in settings.plugins:
            load_plugin(plugin)
        register_engines(settings.engines)
        for name in names():
            load(name)
        self._server_packs = ServerPacks(settings)
        self.store = store
        self.ledger = Ledger(store)
        self.lessons = Lessons(self.ledger)
        self.lab = LabService(settings, self.sources)
        share = settings.address_share
        self.connects = RateLimits(
            "connects", settings.connects_per_minute / 60, settings.connects_per_minute
        )
        self.guests = RateLimits(
            "guests", settings.guests_per_minute / 60, settings.guests_per_minute
        )
        phrases = settings.phrases_per_minute
        self.guesses = RateLimits("phrases", phrases / 60, max(1.0, phrases))
        self.people = PeopleRows(store)
        self.puzzles = PuzzleRows(store)
        self.accounts = Accounts(self.people, self.sources, self.guesses)
        self.visits = Visits(self.people)
        notices = settings.notices_per_hour
        self.notices_entered = RateLimits("notices", notices / 3600, max(1.0, notices), share)
        self.commands = RateLimits(
            "commands", settings.commands_per_second, settings.commands_burst, share
        )
        self.talk = RateLimits("talk", settings.talk_per_minute / 60, settings.talk_burst, share)
        """One budget for chat and calls."""
        signals = settings.signals_per_minute
        self.signals = RateLimits("signals", signals / 60, settings.signals_burst, share)
        self.hints = RateLimits("hints", settings.hints_per_minute / 60, 3, share)
        uploads = settings.uploads_per_minute
        self.uploads = RateLimits("uploads", uploads / 60, max(1.0, uploads / 2), share)
        self.requests = RateLimits(
            "requests", settings.requests_per_second, 4 * settings.requests_per_second, share
        )
        self.at_once = ConcurrencyLimit("requests_at_once", settings.requests_at_once)
        self.crowd = ConcurrencyLimit("connections_per_address", settings.connections_per_address)
        self._sockets: defaultdict[bytes, set[Socket]] = defaultdict(set)
        self.nodes = (
            Nodes(*together, self.ledger, self.sources)
            if together
            else one_server(self.ledger, self.sources)
        )
        budgets = (
            self.connects,
            self.guests,
            self.guesses,
            self.notices_entered,
            self.commands,
            self.talk,
            self.signals,
            self.hints,
            self.uploads,
            self.requests,
        )
        self.nodes.share(budgets, lambda: list(self._sockets), self._close_session_here)
        self.draining = False
        """Whether the server is about to end, and sends its sockets to others."""
        self.table_manager: TableManager
        self.packs: PackService
        self.pairing: Pairing
        self.ratings: Ratings
        self.notices: Notices

    async def open(self) -> None:
        if self.store.durability_warning:
            logs.warning("database_not_durable", reason=self.store.durability_warning)
        timers = Timers(self.sources, self.settings.clock_grace)
        packs = PackGames(self.store, self._server_packs)
        services = Services(
            *(self.ledger, self.sources, self.settings, BotPool(self.settings), timers),
            *(self.nodes, packs),
        )
        self.table_manager = TableManager(services)
        self.packs = PackService(packs, self.table_manager.jobs, self.settings, self.sources)
        self.pairing = Pairing(PairingRows(self.store), self.table_manager, self.sources)
        self.ratings = Ratings(RatingRows(self.store), self.table_manager, self.sources)
        self.notices = Notices(
            *(NoticeRows(self.store), self.people, self.table_manager),
            *(self.settings, self.sources, self.notices_entered),
        )
        self.workshop = WorkshopService(self.settings, self.table_manager.jobs)
        await self.table_manager.start()
        self.ratings.open()
        await self.notices.open()
        await self.lab.open()

    async def close(self) -> None:
        try:
            self.ratings.close()
            await self.notices.close()
            await self.lab.close()
            await self.table_manager.stop()
            await self.nodes.close()
        finally:
            await self.store.close()

    @property
    def sockets(self) -> int:
        return sum(len(socket) for socket in self._sockets.values())

    async def health_problem(self) -> str:
        """What keeps the server from taking people in, reading or storing, in words; nothing if
        it is well.
        """
        if self.draining:
            return "this server is about to end; come back in a moment, or to another one"
        try:
            async with asyncio.timeout(_HEALTH_SECONDS):
                return await self._storage_problem()
        except TimeoutError:
            logs.warning("storage_slow", seconds=_HEALTH_SECONDS)
            return "the database cannot be read or written in time"

    async def _storage_problem(self) -> str:
        """What keeps the server from reading or storing."""
        try:
            await self.store.read("SELECT 1")
        except Exception as error:
            logs.error("storage_unreadable", why=str(error))
            return "the database cannot be read"
        free = self.store.free_mb()
        if free is not None and free < self.settings.free_mb:
            return f"less than {self.settings.free_mb} MB are free on the disk"
        try:
            if self.store.failing or time.monotonic() - self.store.written > _TRUSTED_SECONDS:
                await self.store.probe()
        except StorageFailed as error:
            logs.warning("storage_unwritable", why=error.message)
            return f"not stored: {self.store.failing}"
        return ""

    @staticmethod
    def address(request: HTTPConnection) -> str:
        return address_block(request.client.host) if request.client else ""

    def close_session(self, session: bytes) -> None:
        """Cut every socket of a session that has ended, at whichever node."""
        self._close_session_here(session, False)
        self.nodes.ended(session)

    def move_session(self, session: bytes) -> None:
        """Have every socket of a session come back as the person it belongs to now."""
        self._close_session_here(session, True)
        self.nodes.ended(session, moved=True)

    def _close_session_here(self, session: bytes, moved: bool) -> None:
        for socket in tuple(self._sockets.pop(session, ())):
            if moved:
                socket.close(_COME_BACK, "You are another person now. Come back.")
            else:
                socket.close(4401, "the session has ended")

    async def drain(self) -> None:
        """Before the end: be unwell, so that proxies send nobody here, and tell the sockets to come
        back, one after the other within `drain_seconds`, so that they do not all come to the same
        door at once.
        """
        self.draining = True
        metrics.DRAINING.set(1)
        logs.info("draining", sockets=self.sockets, seconds=self.settings.drain_seconds)
        leaving = [item for sockets in self._sockets.values() for item in sockets]
        loop = asyncio.get_running_loop()
        end = loop.time() + self.settings.drain_seconds
        for left, socket in zip(range(len(leaving), 0, -1), leaving, strict=True):
            await asyncio.sleep(max(0.0, end - loop.time()) / (left + 1))
            socket.close(_COME_BACK, "This server restarts. Come back.")
        await asyncio.sleep(max(0.0, end - loop.time()))

    async def command(self, table: LiveTable, person: Person, message: Command) -> Answer:
        """A command with the clock running on it."""
        began = time.perf_counter()
        answer = await table.command(person, message)
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
        _OUTCOMES[type(answer)].inc()
        return answer

    # --- sockets -----------------------------------------------------------------------------

    async def socket(self, websocket: WebSocket) -> None:
        """Let a WebSocket in, or say why not."""
        if self.draining:
            await websocket.send_denial_response(
                _fault(Refused("busy", "This server is about to end. Try again."))
            )
            return
        try:
            session, person, table = await self._admit_socket(websocket)
        except Refused as refused:
            if refused.code not in _DENIED:
                await websocket.accept()
            await websocket.close(_CLOSES.get(refused.code, 1013), refused.message[:100])
            return
        except StorageFailed:
            await websocket.accept()
            await websocket.close(1013, "The database is out of reach. Try again.")
            return
        socket = Socket(self, websocket, person, table)
        await websocket.accept()
        self._sockets[session].add(socket)
        metrics.SOCKETS.inc()
        try:
            await socket.run()
        except Refused as refused:
            await websocket.close(_CLOSES.get(refused.code, 1013), refused.message[:100])
        except StorageFailed:
            await websocket.close(1013, "The database is out of reach. Try again.")
        finally:
            metrics.SOCKETS.dec()
            self._sockets[session].discard(socket)
            if not self._sockets[session]:
                del self._sockets[session]

    async def _admit_socket(self, websocket: WebSocket) -> tuple[bytes, Person, LiveTable]:
        self.connects.spend(self.address(websocket))
        auth.check_origin(websocket, self.settings)
        session = auth.token_hash(websocket)
        person = await auth.person_asking(websocket, self.ledger)
        if person is None or session is None:
            raise Refused("no_session", "Give yourself a name first.")
        if len(self._sockets.get(session, ())) >= self.settings.sockets_per_person:
            raise Refused("rate", "Too many tabs are open.")
        table = await self.table_manager.table(websocket.path_params["code"])
        table.views.perspectives_of(person)
        return session, person, table

    # --- requests ----------------------------------------------------------------------------

    async def answer(self, route: Route, request: Request) -> Response:
        """Answer one request by its row of the table; every error has the same shape."""
        try:
            person = await self._asking(route, request)
            with self.at_once.one(f"p{person.id}" if person else self.address(request)):
                ask = await self._admit(route, request, person)
                result = await route.handler(ask)
        except DogfightError as error:
            return _fault(error)
        except Exception:
            logs.error("request_failed", route=route.path)
            return _json(
                ErrorBody("internal", "Something went wrong here; nothing has changed."), 500
            )
        answer = result if isinstance(result, Response) else _json(result, 200)
        answer.headers.setdefault("cache-control", "no-store")
        return answer

    async def _asking(self, route: Route, request: Request) -> Person | None:
        """Whose request it is.

        What anyone may read can be read by strangers while the database is away.
        """
        if route.stranger:
            return None
        try:
            person = await auth.person_asking(request, self.ledger)
            session = auth.token_hash(request)
            if person is not None and session is not None:
                await self.visits.note(session, self.sources.ms())
            return person
        except StorageFailed:
            if route.access == "anyone" and route.method == "GET":
                return None
            raise

    async def _admit(self, route: Route, request: Request, person: Person | None) -> RequestContext:
        unsafe = route.method != "GET"
        address = self.address(request)
        self.requests.spend(f"p{person.id}" if person else address, address)
        if unsafe and not route.foreign:
            auth.check_origin(request, self.settings)
        if route.access != "anyone" and person is None:
            raise Refused("no_session", "Give yourself a name first.")
        check_query(tuple(name for name, _ in route.query), request.query_params)
        table = (
            await self.table_manager.table(request.path_params["code"])
            if "code" in request.path_params
            else None
        )
        if person is not None and table is not None:
            table.presence.heard_of(person)
            _check_role(route, person, table)
        body = await self._body(route, request) if unsafe else None
        return RequestContext(self, request, person, table, body)

    async def _body(self, route: Route, request: Request) -> Any:
        expected = route.takes
        most = {
            JSON: self.settings.record_bytes if route.large else self.settings.body_bytes,
            ZIP: MOST_ARCHIVE_BYTES,
        }.get(expected, self.settings.record_bytes)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if route.body is not None and kind != expected:
            raise Refused("not_json", f"expected a body of type {expected}")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _DIGITS or int(length) > most:
            raise Refused("too_large", f"expected at most {most} bytes")
        raw = await read_body(request.receive, most, self.settings.body_seconds)
        if route.body is None:
            return None
        try:
            if expected == JSON:
                return messages.read(raw, route.body)
            return raw if expected == ZIP else raw.decode()
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused("bad_request", f"cannot be read: {error}"[:300]) from None


def _check_role(route: Route, person: Person, table: LiveTable) -> None:
    """Refuse a route that a person with this part at the table may not call."""
    holder = bool(table.seating.held_by(person.id))
    host = table.row.host == person.id
    allowed = {"holder": holder, "host": host, "holder_or_host": holder or host}
    if not allowed.get(route.access, True):
        raise Refused("not_yours", "That is for those who sit at the table.")


def _fault(error: DogfightError) -> Response:
    match error:
        case Refused(code=code, status=status, at=at):
            if at is not None:
                return _json(NotationFault(code, error.message, error.rule, at=at), status)
            return _json(ErrorBody(code, error.message, error.rule), status)
        case StorageFailed():
            return _json(
                ErrorBody("storage", "Not stored, so nothing has happened. Try again."), 503
            )
        case BadRecord() | BadNotation():
            return _json(ErrorBody("bad_record", error.message, error.rule), STATUS["bad_record"])
        case _:
            return _json(ErrorBody("bad_option", error.message, error.rule), STATUS["bad_option"])


def _json(body: msgspec.Struct, status: int) -> Response:
    return Response(
        encode(body), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if not request.url.path.startswith(("/api", "/ws", "/healthz")):
        return Response("not here", error.status_code)
    code = {404: "unknown", 405: "bad_request"}.get(error.status_code, "bad_request")
    answer = _json(ErrorBody(code, error.detail), error.status_code)
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(_methods_at(request))
    return answer


def _methods_at(request: Request) -> list[str]:
    """What may be asked at an address of the API, by all the rows of the table that it has."""
    rows = [route for route in request.app.routes if getattr(route, "name", "") in _ROWS]
    at = [row for row in rows if row.matches({**request.scope, "method": ""})[0] != Match.NONE]
    return sorted({method for item in at for method in item.methods})


class _Gate:
    """Turns away what cannot be an address of ours, what asks for another house, and callers who
    have too much open.
    """

    def __init__(self, app: ASGIApp, server: ServerContext) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        try:
            _check_address(request)
            auth.check_host(request, self._server.settings)
            with self._server.crowd.one(self._server.address(request)):
                await self._app(scope, receive, send)
        except Refused as refused:
            if scope["type"] == "websocket":
                await send(
                    {"type": "websocket.close", "code": 1008, "reason": refused.message[:100]}
                )
            else:
                await _fault(refused)(scope, receive, send)


def _check_address(request: HTTPConnection) -> None:
    """Refuse addresses that nothing of ours could have."""
    path = str(request.scope["path"])
    if len(path) + len(request.scope["query_string"]) > _LONGEST_ADDRESS:
        raise Refused("too_long", f"expected an address of at most {_LONGEST_ADDRESS} letters")
    if any(ord(text) < 32 or ord(text) == 127 for text in path):
        raise Refused("bad_request", "expected an address without control characters")


class _Headers:
    """Gives every request its id, counts it, and adds to every answer the id and what tells
    browsers to be careful.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = logs.begin_request(HTTPConnection(scope).headers.get(REQUEST_ID, ""))
        began = time.perf_counter()

        async def careful(message: Message) -> None:
            if message["type"] in _HEADS:
                message["headers"] = [
                    *message.get("headers", ()),
                    (REQUEST_ID.encode(), name.encode()),
                ]
            if message["type"] == "http.response.start":
                message["headers"] += SAFE_HEADERS
                self._count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, careful)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        metrics.REQUESTS.labels(f"{status // 100}xx").inc()
        metrics.REQUEST_SECONDS.observe(seconds)
        logs.debug(
            "request",
            method=scope["method"],
            path=logged_path(scope["path"]),
            status=status,
            seconds=round(seconds, 4),
        )


def make_app(server: ServerContext) -> Starlette:
    """The routes, the socket and the browser's files of an open house as one application, which
    closes it.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await server.close()

    routes: list[Any] = [
        Path_(value.path, partial(server.answer, value), methods=[value.method], name=name)
        for name, value in _ROWS.items()
    ]
    routes.append(WebSocketRoute("/ws/tables/{code}", server.socket))
    routes.append(Path_("/api/{path:path}", _nothing_here))
    routes += [Path_(path, partial(previews.page, server)) for path in previews.PAGES]
    routes.append(Path_("/{path:path}", static.serve))
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(_Headers), Middleware(_Gate, server=server)],
        exception_handlers={HTTPException: _http_error},
    )


async def _nothing_here(request: Request) -> Response:
    if _methods_at(request):
        raise HTTPException(405)
    raise HTTPException(404, "There is nothing at this address; see /api/openapi.json.")


def config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application: guarded, with small frames, its own logging off."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=guarded(settings),
        ws=DirectWebSocket,
        ws_max_size=settings.frame_bytes,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        ws_per_message_deflate=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies) or None,
        server_header=False,
        access_log=False,
        log_config=None,
    )
