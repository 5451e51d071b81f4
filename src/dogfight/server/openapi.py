"""The route table and the messages in OpenAPI 3.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

import dogfight
from dogfight.server import messages
from dogfight.server.queries import IN_QUERY

if TYPE_CHECKING:
    from dogfight.server.route import Route

_SOCKET_IN = messages.Incoming
_SOCKET_OUT = messages.Outgoing


def document(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The API as one document; the WebSocket's messages are among the schemas."""
    types = [item for route in routes for item in (route.body, route.answer) if item is not None]
    types += [messages.ErrorBody, _SOCKET_IN, _SOCKET_OUT]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    mappings = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        body = next(mappings) if route.body is not None else None
        answer = next(mappings) if route.answer is not None else {}
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, body, answer)
    next(mappings)
    components["SocketIncoming"], components["SocketOutgoing"] = next(mappings), next(mappings)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dogfight",
            "version": dogfight.__version__,
            "description": "See docs/api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "dogfight"}},
        },
        "x-websocket": {
            "/ws/tables/{code}": {
                "receives": {"$ref": "#/components/schemas/SocketIncoming"},
                "sends": {"$ref": "#/components/schemas/SocketOutgoing"},
            }
        },
    }


def _operation(route: Route, body: Any, answer: Any) -> dict[str, Any]:
    kind = route.media if route.answer is str else "application/json"
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}
    operation: dict[str, Any] = {
        "summary": route.about,
        "operationId": route.handler.__name__,
        "x-who": route.access,
        "parameters": _parameters(route),
        "responses": {
            "200": {"description": route.about, "content": {kind: {"schema": answer}}},
            "default": {"description": "Refused; nothing has changed", "content": fault},
        },
    }
    if route.access != "anyone":
        operation["security"] = [{"session": []}]
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {route.takes: {"schema": body}}}
    return operation


_IN_PATH: dict[str, dict[str, Any]] = {
    "game": {"pattern": "^[A-Za-z0-9_-]{1,40}$"},
    "code": {"pattern": "^[A-Za-z0-9-]{1,40}$"},
    "table": {"pattern": "^[A-Za-z0-9-]{1,40}$"},
    "pack": {"pattern": "^[0-9a-f]{10}(\\.[0-9a-f]{20})?$"},
    "study": {"pattern": "^[0-9a-f]{12}$"},
    "lesson": {"pattern": "^[0-9]{1,3}$"},
    "puzzle": {"pattern": "^(today|[0-9a-f]{8})$"},
    "rule": {"pattern": "^[A-Za-z0-9.-]{1,40}$"},
    "feed": {"pattern": "^[A-Za-z0-9_-]{43}$"},
    "device": {"pattern": "^[0-9a-f]{16}$"},
    "passkey": {"pattern": "^[0-9a-f]{16}$"},
    "browser": {"pattern": "^[0-9a-f]{16}$"},
    "mail": {"pattern": "^[A-Za-z0-9_-]{43}$"},
}
_ORIGIN = {
    "name": "Origin",
    "in": "header",
    "required": True,
    "description": (
        "Names this server, as browsers do; whatever changes something is refused without it"
    ),
    "schema": {"type": "string", "format": "uri"},
}


def _parameters(route: Route) -> list[dict[str, Any]]:
    path = [
        {
            "name": item,
            "in": "path",
            "required": True,
            "schema": {"type": "string", **_IN_PATH[item]},
        }
        for item in re.findall(r"{(\w+)}", route.path)
    ]
    query = [
        {
            "name": name,
            "in": "query",
            "description": about,
            "schema": {"type": "string", **IN_QUERY[name]},
        }
        for name, about in route.query
    ]
    return path + query + ([] if route.method == "GET" or route.foreign else [_ORIGIN])


def as_json(routes: tuple[Route, ...]) -> bytes:
    """The document as it is served and kept in docs/openapi.json."""
    return (
        msgspec.json.format(msgspec.json.encode(document(routes), order="deterministic"), indent=2)
        + b"\n"
    )
