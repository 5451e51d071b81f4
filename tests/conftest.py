"""Shared by all tests: bounded hypothesis runs that repeat from one seed, what runs first, games
that come and go, and bots that hurry.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from dogfight import rulebook
from dogfight.bots import greedy
from dogfight.core import position, registry
from dogfight.core.manifest import manifests

settings.register_profile(
    "quick",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "soak", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("soak" if os.environ.get("DOGFIGHT_SOAK") else "quick")

LONGEST = {
    "test_install.py",
    "test_site.py",
    "test_a_whole_game_against_bots",
    "test_the_end_and_the_review_fit_at_every_size",
    "test_a_lesson_is_played_through_by_clicks",
}
"""Files and tests that take long or wait long."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first: at the end one core would wait for them with nothing else to
    do.
    """
    items.sort(key=lambda item: LONGEST.isdisjoint((item.path.name, item.name.partition("[")[0])))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Tests that follow in this process would load it in theirs, wherever it is then."""
    assert not registry.plugins(), (
        f"{item.nodeid} leaves a plug-in behind: it has to use own_registry"
    )


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test registers, no other test meets."""
    for kept in ("_loaded", "_plugins"):
        monkeypatch.setattr(registry, kept, getattr(registry, kept).copy())
    for pages in (rulebook.rules, rulebook.chapters):
        pages.cache_clear()
    registered = manifests.copy()
    yield
    manifests.clear()
    manifests.update(registered)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, a look takes some sixty times as long: greedy has four instead of sixteen
    then.
    """
    if (position.__file__ or "").endswith(".py"):
        monkeypatch.setattr(greedy, "IMAGINED", 2)
