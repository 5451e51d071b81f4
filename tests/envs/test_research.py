"""The page for researchers tells what there is."""

import re
from pathlib import Path

import pytest

import dogfight
from dogfight.core.capabilities import HasFeatures
from dogfight.envs.ids import gymnasium_id

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text()


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
    assert [len(one.strip().splitlines()) for one in blocks] == pytest.approx(
        [10, 10, 13, 17], abs=1
    )


def test_the_policy_of_the_page_gets_better(capsys: pytest.CaptureFixture[str]) -> None:
    code = next(one for one in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "REINFORCE" in one)
    exec(code, {})
    first, last = map(float, capsys.readouterr().out.split())
    assert last > first + 0.05
