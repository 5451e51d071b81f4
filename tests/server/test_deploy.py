"""The files of `deploy/` and the hosting page speak of settings and metrics that exist."""

import re
from pathlib import Path

import pytest
from prometheus_client import REGISTRY, generate_latest

from dogfight.server import metrics
from dogfight.server.settings import Settings, read_settings

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\b(?:dogfight|process)_[a-z_]+[a-z]")


def served() -> set[str]:
    """The names that /metrics offers, those of counters and histograms in all their forms."""
    assert metrics.COMMANDS is not None
    page = generate_latest(REGISTRY).decode()
    families = set(re.findall(r"^# TYPE (\S+)", page, re.M))
    return families | {
        f"{family}_{part}" for family in families for part in ("bucket", "count", "sum")
    }


@pytest.mark.parametrize("path", ["docs/hosting.md", "deploy/alerts.yml"])
def test_metrics_that_are_named_are_served(path: str) -> None:
    named = set(NAME.findall((ROOT / path).read_text())) - set(Settings.__struct_fields__)
    assert len(named) > 8 and named <= served(), named - served()


def test_every_metric_of_ours_is_on_the_hosting_page() -> None:
    page = (ROOT / "docs/hosting.md").read_text()
    ours = {
        f"dogfight_{item}"
        for item in re.findall(r'"dogfight_([a-z_]+)"', Path(metrics.__file__).read_text())
    }
    assert ours and {our for our in ours if our not in page} == set()


@pytest.mark.parametrize("name", ["table.toml", "nodes.toml", "compose-nodes.toml"])
def test_the_settings_are_settings(name: str) -> None:
    assert read_settings(ROOT / "deploy" / name).origins == ("https://table.example",)


def test_the_units_and_containers_call_the_command_as_it_is() -> None:
    unit = (ROOT / "deploy/dogfight@.service").read_text()
    image = (ROOT / "deploy/Dockerfile").read_text()
    for option in ("--no-browser", "--config"):
        assert option in unit and option in image
    assert ".[app,postgres,redis]" in image, "a node needs all three"
    waits = re.search(r"TimeoutStopSec=(\d+)", unit)
    assert (
        waits is not None
        and int(waits[1]) > 2 * read_settings(ROOT / "deploy/nodes.toml").drain_seconds
    )
