"""One server for all tests that do not need their own."""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from databases import Postgres
from harness import Line, Server, serving

from dogfight.client import Client
from dogfight.server.storage.ledger import Ledger
from dogfight.server.storage.opening import holding
from dogfight.server.storage.store import Store


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as item:
        yield item


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that do not kill it."""
    item = Postgres()
    yield item
    item.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> str:
    """A folder or a database that nobody has used yet."""
    return str(tmp_path / "data") if request.param == "sqlite" else await postgres.new()


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    async with holding(place) as item:
        yield item


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store)


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A socket at a table of the toy game, both of whose seats are one person's."""
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with Line(ana, code) as item:
            item.until("view", seat=1)
            yield item


@pytest.fixture
def same_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients of two servers that are compared add the same to their seeds."""
    monkeypatch.setattr("dogfight.client.client.new_nonce", lambda: "0a" * 16)
