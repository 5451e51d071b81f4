"""Match-ups come from the options of a game: all of them, each once, swapped where sides are
alike.
"""

from collections import Counter

import pytest

from dogfight import load
from dogfight.core.errors import BadOption
from dogfight.lab.contests import contests, read_fixed


def test_biplanes_contests_cover_pairs_boards_and_scenarios() -> None:
    result = contests(load("biplanes"), {})
    groups = Counter(item.group for item in result)
    assert groups["mode dogfight, board main"] == groups["mode dogfight, board alt"] == 36
    missions = load("biplanes").data.scenarios  # type: ignore[attr-defined]
    for mode in ("espionage", "bombing", "rescue", "escort"):
        for board in ("main", "alt"):
            assert groups[f"mode {mode}, board {board}"] == 8 * len(missions[mode].mission)
    assert len(groups) == 10 and len({item.key for item in result}) == len(result)


def test_duels_are_swapped_and_scenarios_are_not() -> None:
    duel, mission = (
        contests(load("biplanes"), read_fixed(words))[0]
        for words in (["mode=dogfight", "p1=blue", "p2=red"], ["mode=escort", "p1=blue", "p2=red"])
    )
    assert duel.entrants == ("red", "blue") and duel.orders == ((0, 1), (1, 0))
    assert [(option["p1"], option["p2"]) for option in duel.options] == [
        ("red", "blue"),
        ("blue", "red"),
    ]
    assert duel.shares(0, (1.0, 0.0)) == [1.0, 0.0] and duel.shares(1, (1.0, 0.0)) == [0.0, 1.0]
    assert (
        mission.entrants == ("blue", "red")
        and mission.titles == ("Escort", "Attacker")
        and not mission.swapped
    )


def test_contest_swaps_chairs_and_shares_deals() -> None:
    duel = contests(load("biplanes"), read_fixed(["mode=dogfight", "board=main"]))[0]
    cell = duel.cell("greedy", 7)
    assert [seating.chairs for seating in cell.seatings] == [(0, 1), (1, 0)]
    assert duel.cell("random", 7).base == cell.base, "the same deals at every strength"
    assert duel.cell("greedy", 8).base != cell.base


@pytest.mark.parametrize(
    ("game", "count", "sides"),
    [
        ("boots", 8, 2),
        ("squadrons", 1, 2),
        ("starfighters", 4, 3),
        ("goofspiel", 12, 2),
        ("paws", 24, 2),
    ],
)
def test_other_games_meet_by_their_options(game: str, count: int, sides: int) -> None:
    result = contests(load(game), {})
    assert len(result) == count and len(result[0].entrants) == sides
    assert all(sum(item.shares(0, [1 / len(item.chairs)] * 16)) > 0 for item in result)


def test_teams_are_one_side_and_day_and_night_two_match_ups() -> None:
    result = contests(load("paws"), read_fixed(["players=4", "teams=2"]))
    assert [item.group for item in result] == [
        "players 4, teams 2, mode day",
        "players 4, teams 2, mode night",
    ]
    assert result[0].entrants == ("Jaws", "Paws") and result[0].shares(0, (0.5, 0.5, 0.0, 0.0)) == [
        1.0,
        0.0,
    ]


def test_options_may_be_lists_and_an_impossible_pair_is_left_out() -> None:
    words = ["mode=dogfight", "board=main", "p1=red,green", "p2=green,blue"]
    result = contests(load("biplanes"), read_fixed(words))
    assert [item.entrants for item in result] == [
        ("red", "green"),
        ("red", "blue"),
        ("blue", "green"),
    ]


@pytest.mark.parametrize(
    "words", [["colour=red"], ["mode=moon"], ["mode=escort", "solo=yes"], ["p1=red", "p2=red"]]
)
def test_impossible_question_is_refused(words: list[str]) -> None:
    with pytest.raises(BadOption):
        contests(load("biplanes"), read_fixed(words))
