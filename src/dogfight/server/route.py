"""A row of the HTTP API, and a request that was let in by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dogfight.core.registry import AnyGame, load, names
from dogfight.server.limits import RateLimits
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.live import LiveTable

if TYPE_CHECKING:
    from dogfight.server.app import ServerContext

JSON, ZIP = "application/json", "application/zip"
Access = Literal["anyone", "guest", "holder", "host", "holder_or_host"]
Json = dict[str, Any]


@dataclass(slots=True)
class RequestContext:
    """A request that was let in: who asks, about which table, with what."""

    server: ServerContext
    request: Request
    person: Person | None
    table: LiveTable | None
    body: Any

    @property
    def me(self) -> Person:
        assert self.person is not None
        return self.person

    @property
    def at(self) -> LiveTable:
        assert self.table is not None
        return self.table

    def spend(self, budgets: RateLimits) -> None:
        """Count one for the person who asks and for the address; `Refused` when it is too many."""
        budgets.spend(str(self.me.id), self.server.address(self.request))

    def query(self, name: str, default: str) -> str:
        return self.request.query_params.get(name, default)

    def named_game(self) -> AnyGame:
        """The game that the address names."""
        name = self.request.path_params["game"]
        if name not in names():
            raise Refused(
                "unknown", f"expected a game out of {', '.join(names())}; got {name[:40]!r}"
            )
        return load(name)

    def number(self, name: str, default: int) -> int:
        """A whole number from the query."""
        return int(self.query(name, str(default)))


Handler = Callable[[RequestContext], Awaitable[msgspec.Struct | Response]]


@dataclass(frozen=True, slots=True)
class Route:
    """A row of the API."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    access: Access
    about: str
    handler: Handler
    body: Any = None
    answer: Any = None
    query: tuple[tuple[str, str], ...] = ()
    takes: str = JSON
    """What its body is."""
    large: bool = False
    """A JSON body may be as long as a record."""
    media: str = "text/plain"
    """What an answer in words is."""
    foreign: bool = False
    """It may be asked for from anywhere, as by a mail program that knows its secret address."""
    stranger: bool = False
    """Nobody is looked up in the database before it is answered."""
