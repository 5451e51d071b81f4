"""Several people at one screen: whoever does not sit there learns nothing."""

import pytest
from textual.pilot import Pilot

import dogfight
from dogfight.tui.app import DogfightApp
from dogfight.tui.screens.passing import PassScreen
from dogfight.tui.screens.table import TableScreen
from dogfight.tui.setup import HUMAN, GameSetup
from tui.table import all_text, pressed, screen_text, set_up, settled, table_of
from tui.toy import Toy

pytestmark = pytest.mark.asyncio
SIZE = (100, 30)


def secret(pilot: Pilot[None], seat: int) -> str:
    return str(table_of(pilot).session.table.position.state.cards[seat])


def seed_with_different_cards(people: int) -> int:
    """A seed that deals every seat a card of its own, so that a leak cannot hide."""
    for seed in range(500):
        table = dogfight.Match(Toy(), {"people": people}, seed=seed)
        table.advance()
        if len(set(table.position.state.cards)) == people:
            return seed
    raise AssertionError("no such seed")


@pytest.mark.parametrize("people", [2, 3, 4])
async def test_hands_are_hidden_from_other_players(people: int) -> None:
    seed = seed_with_different_cards(people)
    app = DogfightApp(set_up(Toy(), ",".join(["human"] * people), seed, people=people))
    async with app.run_test(size=SIZE) as pilot:
        for seat in range(people):
            await settled(pilot)
            assert isinstance(app.screen, PassScreen)
            assert f"Pass the screen to Pilot {seat}." in screen_text(pilot)
            for other in range(people):
                assert secret(pilot, other) not in all_text(pilot)
            await pilot.press("enter")
            await settled(pilot)
            await pilot.pause()
            assert secret(pilot, seat) in screen_text(pilot)
            for other in range(people):
                assert other == seat or secret(pilot, other) not in all_text(pilot)
            await pilot.press("l")
            await pilot.pause()
            for other in range(people):
                assert other == seat or secret(pilot, other) not in all_text(pilot)
            await pilot.press("escape", "enter")


async def test_open_page_is_closed_before_the_screen_is_passed() -> None:
    seed = seed_with_different_cards(2)
    app = DogfightApp(set_up(Toy(), "human,human", seed))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pressed(pilot, "enter")
        page = table_of(pilot)
        await pilot.press("l")
        await pilot.pause()
        page.session.play(0)
        page.go_on()
        for _ in range(50):
            await pilot.pause()
            if isinstance(app.screen, PassScreen):
                break
        assert secret(pilot, 0) not in all_text(pilot)


async def test_take_back_after_passing_returns_the_screen() -> None:
    app = DogfightApp(set_up(Toy(), "human,human"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pressed(pilot, "enter", "enter")
        assert "Pass the screen to Pilot 1." in screen_text(pilot)
        await pressed(pilot, "u")
        assert "Pass the screen to Pilot 0." in screen_text(pilot)
        assert table_of(pilot).session.table.position.parts == {}
        await pressed(pilot, "u")
        assert "nothing to take back" in screen_text(pilot)


async def test_sealed_player_may_regain_screen_to_change() -> None:
    app = DogfightApp(set_up(Toy(), "human,human"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pressed(pilot, "enter", "enter", "enter")
        assert "pass the screen" in screen_text(pilot)
        await pressed(pilot, "p")
        assert "Pass the screen to Pilot 0." in screen_text(pilot)
        await pressed(pilot, "enter")
        await pilot.press("2", "enter")
        await settled(pilot)
        assert table_of(pilot).session.table.position.parts == {0: (1,)}


async def test_an_open_game_needs_no_passing() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,human", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(14):
            await settled(pilot)
            assert isinstance(app.screen, TableScreen)
            await pilot.press("enter")


async def hands_of(pilot: Pilot[None], person: int) -> set[str]:
    """Words that only a view of this person's hand has in it: tiles of Biplanes, cards of Jaws
    vs Paws.
    """
    session = table_of(pilot).session
    seat = next(seat for seat in session.humans if session.seats[seat].player == person)
    table = session.table.view(seat).board
    if session.setup.game.name == "biplanes":
        return {" ".join(table.sides[seat].hand)}
    return {f"{item.seat} hand" for item in table.seats if item.secrets is not None}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("biplanes", {"p1": "red", "p2": "blue"}),
        ("paws", {"players": 8}),
        ("paws", {"players": 3, "timer": 0}),
    ],
)
async def test_hands_of_real_games_are_hidden(name: str, options: dict[str, object]) -> None:
    game = dogfight.load(name)
    chosen = game.options(options)
    app = DogfightApp(GameSetup(game, chosen, (HUMAN,) * len(game.seats(chosen)), 3))
    async with app.run_test(size=(120, 40)) as pilot:
        passed = 0
        for _ in range(14):
            await settled(pilot)
            if isinstance(app.screen, PassScreen):
                passed += 1
                await pilot.press("enter")
                continue
            await pilot.pause()
            session = table_of(pilot).session
            for person in session.people:
                if person != session.person:
                    for words in await hands_of(pilot, person):
                        assert not words or words not in all_text(pilot)
            await pilot.press("enter")
        assert passed >= 2


async def test_two_seats_of_one_person_need_no_passing() -> None:
    game = dogfight.load("paws")
    chosen = game.options({"players": 2, "timer": 0})
    app = DogfightApp(GameSetup(game, chosen, (HUMAN, HUMAN, "random", "random"), 3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        session = table_of(pilot).session
        while session.phase() is not None or len(session.able_seats()) < 2:
            await pilot.press("enter")
            await settled(pilot)
        first = session.seat()
        await pilot.press("n")
        assert session.seat() != first
        assert session.seats[session.seat()].player == session.seats[first].player
        assert table_of(pilot).shown.seat == session.seat()  # type: ignore[union-attr]
        await pilot.press("n")
        assert session.seat() == first
        assert isinstance(app.screen, TableScreen)


async def test_screen_is_passed_after_a_reveal_before_hands_show() -> None:
    """Both have sealed and everybody looks: the board and what was turned over are there, and
    nobody's hand.
    """
    app = DogfightApp(set_up(dogfight.load("biplanes"), "human,human", seed=3))
    async with app.run_test(size=(120, 50)) as pilot:
        for _ in range(2):
            await settled(pilot)
            assert isinstance(app.screen, PassScreen)
            await pilot.press("enter")
            await settled(pilot)
            await pressed(pilot, "enter")
        session = table_of(pilot).session
        assert any(event.kind == "moved" or "flies" in event.text for event in session.log(-4)), (
            "it was turned over"
        )
        assert isinstance(app.screen, PassScreen) and session.person is None
        hands = await hands_of(pilot, 0) | await hands_of(pilot, 1)
        assert not any(hand in all_text(pilot) for hand in hands)
