"""What the lab's tests share: the coin games, known while a test runs, and data sets with something planted in them."""

import sys
from pathlib import Path

import pytest

from dogfight.core import registry

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coin games; other tests count the games there are, so they are forgotten again."""
    import coins

    monkeypatch.setattr(registry, "_loaders", dict(registry._loaders))
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    coins.join()
