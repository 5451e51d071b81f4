"""A game from outside at the terminal, with the board that it brings."""

from pathlib import Path

import pytest

import dogfight
from dogfight.core import registry
from dogfight.tui.app import DogfightApp
from tui.table import screen_text, set_up, settled, table_of

FILE = Path(__file__).parents[2] / "examples" / "flak_alley" / "flak_alley.py"


@pytest.mark.asyncio
@pytest.mark.usefixtures("own_registry")
async def test_terminal_plays_a_game_from_outside() -> None:
    registry.load_plugin(str(FILE))
    app = DogfightApp(set_up(dogfight.load("flak_alley"), "human,random", seed=3))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "Where do you fly?" in screen_text(pilot) and "a2 ✈" in screen_text(pilot)
        await pilot.press("enter")
        await settled(pilot)
        moves = table_of(pilot).session.table.record.moves
        assert [move.notation for move in moves if move.seat == "raider"] == ["b1"]
