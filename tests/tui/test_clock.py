"""Timed phases: the countdown is seen, runs out, and can be given up; each person has time of their own."""

import pytest

import dogfight
from dogfight.tui.app import DogfightApp
from dogfight.tui.countdown import Countdown, clock_words
from dogfight.tui.screens.passing import PassScreen
from dogfight.tui.setup import HUMAN, Setup
from tui.table import screen_text, set_up, settled, table_of
from tui.toy import Toy

pytestmark = pytest.mark.asyncio
SIZE = (100, 30)


class Hands:
    """The hands of a clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


async def test_the_countdown_runs_only_for_whoever_looks() -> None:
    hands = Hands()
    countdown = Countdown(hands)
    assert countdown.left() is None
    countdown.run("anna", 20)
    hands.seconds += 5
    assert countdown.left() == 15
    countdown.run("bob", 20)
    hands.seconds += 1
    countdown.run("anna", 20)
    hands.seconds += 16
    assert countdown.left() == 0
    countdown.stop()
    assert countdown.left() is None


@pytest.mark.parametrize(("left", "words"), [(75.0, "1:15"), (10.0, "0:10"), (9.96, "10.0 s"), (0.0, "0.0 s")])
async def test_clock_words(left: float, words: str) -> None:
    assert clock_words(left) == words


async def test_the_countdown_is_visible_and_plays_time_up_when_it_runs_out() -> None:
    hands = Hands()
    app = DogfightApp(set_up(Toy(), "human,random", clock=True), countdown=Countdown(hands))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "0:20" in screen_text(pilot)
        hands.seconds += 15.5
        await pilot.pause(0.25)
        assert "4.5 s" in screen_text(pilot)
        hands.seconds += 5
        await pilot.pause(0.25)
        await settled(pilot)
        position = table_of(pilot).session.table.position
        assert position.state.bids[0] == "low"
        assert "Time is up." in screen_text(pilot)
        assert "The clock has run out." in screen_text(pilot)
        assert "4.5 s" not in screen_text(pilot)


async def test_the_time_goes_on_behind_a_page_that_is_read() -> None:
    hands = Hands()
    app = DogfightApp(set_up(Toy(), "human,random", clock=True), countdown=Countdown(hands))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        hands.seconds += 21
        await pilot.pause(0.25)
        assert table_of(pilot).session.table.position.state.bids[0] == "low"


async def test_several_people_have_their_time_one_after_the_other() -> None:
    hands = Hands()
    app = DogfightApp(set_up(Toy(), "human,human", clock=True), countdown=Countdown(hands))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        hands.seconds += 60
        await pilot.press("enter")
        await settled(pilot)
        assert "0:20" in screen_text(pilot)
        hands.seconds += 21
        await pilot.pause(0.25)
        await settled(pilot)
        assert isinstance(app.screen, PassScreen)
        assert table_of(pilot).session.table.position.parts == {}
        hands.seconds += 60
        await pilot.press("enter")
        await settled(pilot)
        assert "0:20" in screen_text(pilot)
        await pilot.press("2", "enter")
        await settled(pilot)
        assert table_of(pilot).session.table.position.parts == {1: (1,)}
        assert "done, no change" in screen_text(pilot)
        await pilot.press("1", "enter")
        await settled(pilot)
        assert table_of(pilot).session.table.position.parts == {1: (0,)}
        await pilot.press("d")
        await settled(pilot)
        assert table_of(pilot).session.table.position.state.bids == ["low", "low"]


async def test_a_round_of_jaws_vs_paws_locks_when_the_time_is_over() -> None:
    hands = Hands()
    game = dogfight.load("paws")
    setup = Setup(game, game.options(), (HUMAN, "random", "random", "random"), 3)
    app = DogfightApp(setup, countdown=Countdown(hands))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        session = table_of(pilot).session
        while session.table.view(0).table.phase != "action":
            await pilot.press("enter")
            await settled(pilot)
        await pilot.press("slash", *"ready", "enter")
        await settled(pilot)
        assert session.table.view(0).table.phase == "action"
        hands.seconds += 60
        await pilot.pause(0.25)
        await settled(pilot)
        assert any(move.seat == "clock" for move in session.table.record.moves)
