"""The menu: from the list of games through options and players to a table; and the call that
skips it.
"""

from pathlib import Path

import pytest

import dogfight
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.tui.app import DogfightApp
from dogfight.tui.play import begun
from dogfight.tui.screens.menu import Form, SetupScreen
from dogfight.tui.screens.table import TableScreen
from dogfight.tui.setup import fitting, player_names, seat_players
from tui.table import screen_text, settled, table_of
from tui.toy import Toy

SIZE = (100, 30)


def value_of(form: Form, name: str) -> object:
    return next(row.value for row in form.rows if row.field.name == name)


@pytest.mark.asyncio
async def test_from_the_menu_to_a_started_game() -> None:
    app = DogfightApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shown = screen_text(pilot)
        for name in dogfight.names():
            assert dogfight.load(name).title in shown
        for _ in range(dogfight.names().index("squadrons")):
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        assert "Red" in screen_text(pilot) and "human" in screen_text(pilot)
        await pilot.press("end", "enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.session.setup.players == ("human", "medium")


@pytest.mark.asyncio
async def test_leaving_the_menu() -> None:
    app = DogfightApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert "Which game?" in screen_text(pilot)
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


@pytest.mark.asyncio
async def test_fields_follow_the_values() -> None:
    app = DogfightApp()
    async with app.run_test(size=SIZE) as pilot:
        screen = SetupScreen(Toy(), 7)
        app.push_screen(screen, app._set_up)
        await pilot.pause()
        form = screen.query_one(Form)
        assert [row.field.name for row in form.rows] == [
            "people",
            "clock",
            "seat 0",
            "seat 1",
            "forced",
            "seed",
        ]
        await pilot.press("home", "right", "right", "right", "left")
        assert value_of(form, "people") == 3
        await pilot.press("down", "right", "down", "enter")
        assert value_of(form, "clock") is True
        assert value_of(form, "seconds") == "10"
        assert "How long." in screen_text(pilot)
        to_human = ["left"] * player_names().index("medium")
        to_random = to_human[1:]
        await pilot.press(
            "down", "down", *to_human, "down", *to_random, "down", "right", "down", "4", "2"
        )
        assert value_of(form, "forced") is False
        assert value_of(form, "seat 1") == "human"
        assert value_of(form, "seed") == 742
        await pilot.press("end", "enter")
        await pilot.pause()
        setup = table_of(pilot).session.setup
        assert setup.options == {"people": 3, "clock": True, "seconds": "10"}
        assert setup.players == ("human", "human", "random")
        assert setup.seed == 742
        assert not setup.play_forced and not table_of(pilot).session.play_forced


@pytest.mark.asyncio
async def test_options_that_do_not_go_together_are_explained() -> None:
    class Strict(Toy):
        def options(self, values: object = None) -> Options:
            raise BadOption("two of them do not go together", rule="SQ-1.1")

    app = DogfightApp()
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(SetupScreen(Strict(), 7), app._set_up)
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        assert "two of them do not go together [SQ-1.1]" in screen_text(pilot)


def test_values_that_no_longer_fit_fall_back() -> None:
    fields, options = fitting(Toy(), {"people": 9, "clock": False, "seconds": "10"})
    assert [field.name for field in fields] == ["people", "clock"]
    assert options == {"people": 2, "clock": False}


def test_seat_players_reads_the_command_line() -> None:
    seats = Toy().seats({"people": 3})
    assert seat_players(seats, "") == ("human", "medium", "medium")
    assert seat_players(seats, "human") == ("human", "human", "human")
    assert seat_players(seats, "random,human,random") == ("random", "human", "random")
    with pytest.raises(BadOption, match="expected 3 players"):
        seat_players(seats, "human,human")
    with pytest.raises(BadOption, match="expected a player out of human"):
        seat_players(seats, "human,human,nobody")


def test_a_call_with_a_game_begins_at_once() -> None:
    setup = begun("squadrons", [], "random,human", 4, None)
    assert setup is not None
    assert (setup.game.name, setup.players, setup.seed) == ("squadrons", ("random", "human"), 4)
    assert begun("", [], "", None, None) is None
    with pytest.raises(BadOption, match="expected a game before"):
        begun("", ["a=b"], "", None, None)
    with pytest.raises(BadOption, match="no option"):
        begun("squadrons", ["nothing=1"], "", None, None)
    with pytest.raises(BadOption):
        begun("nothing", [], "", None, Path())
