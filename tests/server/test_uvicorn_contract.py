"""The members of uvicorn and websockets that `connections` and `shutdown` override or read.

A release that renames one of them would leave an override that is never called: limits would stop
to hold without an error.
"""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from dogfight.server.app import config
from dogfight.server.connections import DirectWebSocket, LimitedHttpProtocol, _Handshake
from dogfight.server.settings import Settings
from dogfight.server.shutdown import DrainingServer

OVERRIDDEN: dict[tuple[type, type], set[str]] = {
    (LimitedHttpProtocol, HttpToolsProtocol): {
        "_start_asgi_task",
        "connection_lost",
        "connection_made",
        "data_received",
        "handle_websocket_upgrade",
        "on_body",
        "on_header",
        "on_headers_complete",
        "on_message_begin",
        "on_message_complete",
        "on_response_complete",
        "on_url",
        "send_400_response",
    },
    (DirectWebSocket, WebSocketsSansIOProtocol): {
        "connection_lost",
        "data_received",
        "handle_connect",
        "handle_cont",
        "pause_writing",
        "resume_writing",
        "run_asgi",
        "send",
        "send_receive_event_to_app",
    },
    (_Handshake, ServerProtocol): {"reject"},
    (DrainingServer, uvicorn.Server): {"handle_exit", "startup"},
}
PAIRS = pytest.mark.parametrize(("ours", "theirs"), OVERRIDDEN, ids=lambda kind: kind.__name__)
STANDARD = {"__doc__", "__init__", "__module__", "__annotations__", "__firstlineno__"}


def app(*_: Any) -> None:
    """An application that is never called."""


def made(kind: type) -> Any:
    """An instance of a protocol of uvicorn, without a connection."""
    loaded = config(app, Settings())
    loaded.load()
    return kind(loaded, uvicorn.server.ServerState(), {})


@PAIRS
def test_overridden_members_are_those_of_the_base(ours: type, theirs: type) -> None:
    shared = {name for name in vars(ours) if hasattr(theirs, name)} - STANDARD
    shared -= {name for name in shared if name.startswith("__")}
    assert shared == OVERRIDDEN[ours, theirs]


@PAIRS
def test_overrides_take_the_parameters_of_the_base(ours: type, theirs: type) -> None:
    for name in OVERRIDDEN[ours, theirs]:
        own, base = (
            list(inspect.signature(getattr(kind, name)).parameters) for kind in (ours, theirs)
        )
        assert own == base, name


async def test_http_protocol_has_the_members_that_are_read() -> None:
    protocol = made(HttpToolsProtocol)
    for name in ("client", "cycle", "headers", "parser", "pipeline", "transport"):
        assert hasattr(protocol, name), name
    assert callable(protocol._should_upgrade) and callable(protocol.parser.should_upgrade)
    assert "response_complete" in inspect.getsource(RequestResponseCycle.__init__)


async def test_websocket_protocol_has_the_members_that_are_read() -> None:
    protocol = made(WebSocketsSansIOProtocol)
    for name in ("close_sent", "conn", "frames", "handshake_complete", "handshake_initiated"):
        assert hasattr(protocol, name), name
    for name in ("curr_msg_data_type", "initial_response", "loop", "read_paused", "transport"):
        assert hasattr(protocol, name), name
    assert hasattr(protocol.conn, "current_size") and callable(protocol.conn.data_to_send)
