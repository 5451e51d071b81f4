"""Timed phases: the countdown is seen, runs out, and can be given up; each person has time of
their own.
"""

from typing import Any

import pytest
from textual.pilot import Pilot

import dogfight
from dogfight.core.seat import WATCHER
from dogfight.tui.app import DogfightApp
from dogfight.tui.countdown import Countdown, clock_words
from dogfight.tui.screens.passing import PassScreen
from dogfight.tui.session import Session
from dogfight.tui.setup import HUMAN, GameSetup
from dogfight.tui.widgets import NotationInput
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


async def test_countdown_runs_only_for_the_current_viewer() -> None:
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


@pytest.mark.parametrize(
    ("left", "words"), [(75.0, "1:15"), (10.0, "0:10"), (9.96, "10.0 s"), (0.0, "0.0 s")]
)
async def test_clock_words_format_the_time_left(left: float, words: str) -> None:
    assert clock_words(left) == words


async def test_countdown_is_visible_and_plays_timeout_action() -> None:
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
    app, hands = paws_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        session = table_of(pilot).session
        while session.table.view(0).board.phase != "action":
            await pilot.press("enter")
            await settled(pilot)
        await pilot.press("slash", *"ready", "enter")
        await settled(pilot)
        assert session.table.view(0).board.phase == "action"
        hands.seconds += 60
        await pilot.pause(0.25)
        await settled(pilot)
        assert any(move.seat == "clock" for move in session.table.record.moves)
        assert "Time is up." in [event.text for event in session.log(0)]


def paws_app(early: bool = True) -> tuple[DogfightApp, Hands]:
    """Jaws vs Paws with one person, and the hands of its clock."""
    hands, game = Hands(), dogfight.load("paws")
    setup = GameSetup(game, game.options(), (HUMAN, "random", "random", "random"), 3, early=early)
    return DogfightApp(setup, countdown=Countdown(hands)), hands


async def paws_table(pilot: Pilot[Any]) -> Session:
    """A game of Jaws vs Paws in its first Action Phase."""
    await settled(pilot)
    session = table_of(pilot).session
    while session.table.view(0).board.phase != "action":
        await pilot.press("enter")
        await settled(pilot)
    return session


async def typed(pilot: Pilot[Any], line: str) -> None:
    entry = table_of(pilot).query_one(NotationInput)
    entry.focus()
    entry.value = line
    await pilot.press("enter")
    await settled(pilot)


def track(session: Session) -> list[tuple[str, int]]:
    team = session.table.view(WATCHER).board.teams[0]
    return [(card.role, card.section) for card in team.track]


@pytest.mark.parametrize("early", [True, False])
async def test_jp_6_18_a_phase_ends_early_after_a_count(early: bool) -> None:
    # JP-6.18 JP-5.14
    app, hands = paws_app(early=early)
    async with app.run_test(size=SIZE) as pilot:
        session = await paws_table(pilot)
        await typed(pilot, "ready")
        assert ("all ready: 3.0 s" in screen_text(pilot)) == early
        assert ("ends in 3 seconds" in screen_text(pilot)) == early
        hands.seconds += 2
        await typed(pilot, "not_ready")
        assert "all ready" not in screen_text(pilot)
        hands.seconds += 2
        await pilot.pause(0.25)
        assert session.table.view(0).board.phase == "action", "whoever stops it has time again"
        await typed(pilot, "ready")
        hands.seconds += 3.1
        await pilot.pause(0.25)
        await settled(pilot)
        assert any(move.seat == "clock" for move in session.table.record.moves) == early


async def test_jp_6_5_a_line_of_several_cards_is_a_whole_plan() -> None:
    game = dogfight.load("paws")
    setup = GameSetup(game, game.options(), (HUMAN, "random", "random", "random"), 3)
    app = DogfightApp(setup, countdown=Countdown(Hands()))
    async with app.run_test(size=SIZE) as pilot:
        session = await paws_table(pilot)
        cards = [
            entry.notation for entry in session.view().legal if entry.notation.startswith("1:")
        ]
        first, last = cards[0], cards[-1].replace("1:", "3:", 1)
        await typed(pilot, f"{first} {last}")
        own = [item for item in track(session) if item[0] == "pilot"]
        assert own == [("pilot", 1), ("pilot", 3)]
        await typed(pilot, f"{last} 4:{first.partition(':')[2]} 9:hug")
        assert [item for item in track(session) if item[0] == "pilot"] == own, (
            "one bad card, and nothing changes"
        )
        assert "JP-" in screen_text(pilot)
        await typed(pilot, "-")
        assert not [item for item in track(session) if item[0] == "pilot"]
        assert session.desk is not None and session.desk.kept(0, 1) == 2


async def test_jp_11_4_the_clock_starts_after_a_look_at_the_table() -> None:
    app, hands = paws_app()
    async with app.run_test(size=SIZE) as pilot:
        session = await paws_table(pilot)
        while session.table.game.turn(session.table.position) < 2:
            hands.seconds += 60
            await pilot.pause(0.25)
            await settled(pilot)
        assert "look: 5.0 s" in screen_text(pilot)
        hands.seconds += 6
        await pilot.pause(0.25)
        assert "0:19" in screen_text(pilot)
