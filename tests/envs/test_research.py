"""The page for researchers tells what there is."""

import re
from pathlib import Path

import pytest

import dogfight
from dogfight import envs
from dogfight.encoding.capabilities import HasFeatures
from dogfight.envs.ids import gymnasium_id

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text()


def row(name: str) -> str:
    """The spaces of a game as it is usually played, as the page has them."""
    game = dogfight.load(name)
    assert isinstance(game, HasFeatures)
    options = game.options()
    features, actions = game.features(options).size, game.action_space(options).count
    return (
        f"| {game.title} | `{gymnasium_id(name)}` | {len(game.seats(options))} | {features} |"
        f" {actions} |"
    )


@pytest.mark.parametrize("name", dogfight.names())
def test_the_table_of_spaces_is_that_of_the_games(name: str) -> None:
    assert row(name) in PAGE.splitlines()


def test_research_page_examples_are_short() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert [len(block.strip().splitlines()) for block in blocks] == pytest.approx(
        [10, 10, 13, 17, 14, 5], abs=1
    )


def test_the_policy_of_the_page_gets_better(capsys: pytest.CaptureFixture[str]) -> None:
    code = next(
        item for item in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "REINFORCE" in item
    )
    exec(code, {})
    first, last = map(float, capsys.readouterr().out.split())
    assert last > first + 0.05


def figures_row(name: str, variant: str) -> str:
    """What is measured of an environment, as the page has it."""
    stated = envs.figures(name, variant)
    id = gymnasium_id(name, "" if variant == "usual" else variant)
    return (
        f"| `{id}` | {stated.decisions:.0f} / {stated.decisions_95:.0f} | {stated.legal:.1f} |"
        f" {stated.draws:.0f} | {stated.chance_bits:.0f} | {stated.spread:.2f} |"
    )


@pytest.mark.parametrize("name", dogfight.names())
def test_the_table_of_lengths_is_that_of_the_files(name: str) -> None:
    for variant in envs.variants(name):
        assert figures_row(name, variant) in PAGE.splitlines()


def test_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {dogfight.__version__}\n" in text and "\nlicense: MIT\n" in text
    assert f"version = {{{dogfight.__version__}}}" in PAGE
