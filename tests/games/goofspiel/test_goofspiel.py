"""Goofspiel by its rules, and as the example of what `PlainGame` makes of a game in one file."""

from fractions import Fraction
from pathlib import Path

import pytest

import dogfight
from dogfight.core.decision import Chance, Commit, Over
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import CHANCE
from dogfight.games import goofspiel
from dogfight.games.goofspiel import Goofspiel, State
from dogfight.match.match import Match

GAME = Goofspiel()


def played(*moves: tuple[int, int], cards: int = 3) -> Match:
    """A game after these moves of chance (-1) and the seats."""
    table = Match(GAME, {"cards": cards})
    for seat, action in moves:
        table.play(seat, action)
    return table


@pytest.mark.no_rule("the shape of the game")
def test_it_is_a_whole_game_in_at_most_a_hundred_lines() -> None:
    assert goofspiel.__file__ is not None
    assert len(Path(goofspiel.__file__).read_text().splitlines()) <= 100


@pytest.mark.no_rule("the shape of the game")
def test_it_is_listed_after_the_larger_games() -> None:
    assert dogfight.names()[:6] == (
        "biplanes",
        "boots",
        "paws",
        "squadrons",
        "starfighters",
        "goofspiel",
    )


def test_go_1_1_both_hands_and_the_prizes_have_the_same_numbers() -> None:
    assert GAME.start({"cards": 3}) == State(
        0, 0, [1, 2, 3], [[1, 2, 3], [1, 2, 3]], [0, 0]
    )  # GO-1.1
    for wrong in (1, 14):
        with pytest.raises(BadOption, match="from 2 to 13"):
            GAME.options({"cards": wrong})


def test_go_2_1_every_prize_that_is_left_is_equally_likely() -> None:
    table = played((CHANCE, 2), (0, 1), (1, 2))
    assert table.decision() == Chance(((1, Fraction(1, 2)), (3, Fraction(1, 2))), "GO-2.1")


def test_go_2_2_bids_are_cards_of_the_hand_and_secret() -> None:
    table = played((CHANCE, 2), (0, 3))
    assert table.decision() == Commit((1,), "GO-2.2")
    assert table.view(0).board.sealed == {0: ("3",)} and table.view(1).board.sealed == {}
    with pytest.raises(IllegalAction, match="expected one of 1, 2, 3") as refused:
        table.play(1, 4)
    assert refused.value.rule == "GO-2.2"


def test_go_2_2_bid_can_be_taken_back_before_the_other_is_in() -> None:
    table = played((CHANCE, 2), (0, 3))
    table.take_back(0)
    assert table.decision() == Commit((0, 1), "GO-2.2")


def test_go_2_3_higher_bid_takes_prize_and_both_are_spent() -> None:
    table = played((CHANCE, 2), (1, 3), (0, 1))
    assert table.position.state == State(1, 0, [1, 3], [[2, 3], [1, 2]], [0, 2])  # GO-2.3
    assert table.events[-1].text == "The bids are 1 and 3. Player 2 takes the 2."


def test_go_2_4_equal_bids_discard_the_prize() -> None:
    table = played((CHANCE, 3), (0, 2), (1, 2))
    assert table.position.state == State(1, 0, [1, 2], [[1, 3], [1, 3]], [0, 0])  # GO-2.4
    assert table.events[-1].text.endswith("The 3 is discarded.")


def test_go_3_1_more_points_win() -> None:
    table = played((CHANCE, 2), (0, 2), (1, 1), (CHANCE, 1), (0, 1), (1, 2), cards=2)
    assert table.decision() == Over((1.0, 0.0), "points", "GO-3.1", "2 to 1 points.", (0,))


def test_go_3_2_equal_points_are_a_draw() -> None:
    table = played((CHANCE, 2), (0, 1), (1, 1), (CHANCE, 1), (0, 2), (1, 2), cards=2)
    assert table.decision() == Over((0.5, 0.5), "points", "GO-3.2", "0 to 0 points.")


def text(state: str = '"hands":[[1],[1]]', sealed: str = "", cards: int = 2) -> str:
    """A position on its last turn, with something wrong in it."""
    state = f'"turn":1,"prize":1,"prizes_left":[],{state},"points":[0,0]'
    return f'{{"options":{{"cards":{cards}}},"state":{{{state}}},"sealed":{{{sealed}}}}}'


@pytest.mark.no_rule("notation")
def test_a_position_is_read_from_its_text() -> None:
    assert GAME.legal(GAME.notation.read(text(sealed='"1":[1]')), 0) == [1]


@pytest.mark.no_rule("notation")
@pytest.mark.parametrize(
    "wrong",
    [
        text(cards=99),
        text('"hands":[[1]]'),
        text('"hands":"none"'),
        text(sealed='"0":[2]'),
        text(sealed='"0":[1,1]'),
        text(sealed='"0":[1],"1":[1]'),
        text(sealed='"7":[]'),
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: str) -> None:
    with pytest.raises(BadNotation, match="expected"):
        GAME.notation.read(wrong)
