"""Shared by all tests: bounded hypothesis runs that repeat from one seed, what runs first, and bots that hurry."""

import os

import pytest
from hypothesis import HealthCheck, settings

from dogfight.bots import greedy
from dogfight.core import position

settings.register_profile(
    "quick", max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.register_profile("soak", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if os.environ.get("DOGFIGHT_SOAK") else "quick")

LONGEST = ("test_install.py", "test_site.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first: at the end one core would wait for them with nothing else to do."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, a look takes some sixty times as long: greedy has four instead of sixteen then."""
    if (position.__file__ or "").endswith(".py"):
        monkeypatch.setattr(greedy, "IMAGINED", 2)
