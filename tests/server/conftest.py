"""One server for all tests that do not need their own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from databases import Postgres
from harness import Line, Server, serving

from dogfight.client import Client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as one:
        yield one


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that do not kill it."""
    one = Postgres()
    yield one
    one.close()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A socket at a table of the toy game, both of whose seats are one person's."""
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        with Line(ana, code) as one:
            one.until("view", seat=1)
            yield one


@pytest.fixture
def same_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients of two servers that are compared add the same to their seeds."""
    monkeypatch.setattr("dogfight.client.client.new_nonce", lambda: "0a" * 16)
