"""The game's page: its positions are read, its words are actions, its options are the game's."""

import re
from pathlib import Path

import pytest

from dogfight.games.paws.game import Paws
from dogfight.games.paws.notation import PHASES

pytestmark = pytest.mark.no_rule("the page of the game")

PAGE = (Path(__file__).parents[3] / "docs" / "paws.md").read_text(encoding="utf-8")
POSITIONS = [
    line
    for block in re.findall(r"^```position\n(.*?)^```", PAGE, re.M | re.S)
    for line in block.splitlines()
]


@pytest.mark.parametrize("text", POSITIONS)
def test_the_positions_of_the_page_are_read(game: Paws, text: str) -> None:
    position = game.notation.read(text)
    assert game.notation.write(position) == text
    assert game.view(position, 0).prompt.text


def test_page_has_three_positions() -> None:
    assert len(POSITIONS) == 3


def test_the_page_names_every_phase_and_option(game: Paws) -> None:
    for name in PHASES.values():
        assert f"`{name}`" in PAGE or name == "over"
    fields = game.option_fields(game.options({"players": 3}))
    assert all(f"| `{field.name}` |" in PAGE for field in fields)
