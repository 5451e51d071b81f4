"""One server for all tests that do not need their own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from harness import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as one:
        yield one


@pytest.fixture
def same_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients of two servers that are compared add the same to their seeds."""
    monkeypatch.setattr("dogfight.client.client.new_nonce", lambda: "0a" * 16)
