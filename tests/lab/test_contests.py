"""Match-ups come from the options of a game: all of them, each once, swapped where sides are
alike.
"""

from collections import Counter

import pytest

from dogfight import load
from dogfight.core.errors import BadOption
from dogfight.lab.contests import contests, read_fixed


def test_biplanes_contests_cover_pairs_boards_and_scenarios() -> None:
    found = contests(load("biplanes"), {})
    groups = Counter(one.group for one in found)
    assert groups["mode dogfight, board main"] == groups["mode dogfight, board alt"] == 36
    missions = load("biplanes").data.scenarios  # type: ignore[attr-defined]
    for mode in ("espionage", "bombing", "rescue", "escort"):
        for board in ("main", "alt"):
            assert groups[f"mode {mode}, board {board}"] == 8 * len(missions[mode].mission)
    assert len(groups) == 10 and len({one.key for one in found}) == len(found)


def test_duels_are_swapped_and_scenarios_are_not() -> None:
    duel, mission = (
        contests(load("biplanes"), read_fixed(words))[0]
        for words in (["mode=dogfight", "p1=blue", "p2=red"], ["mode=escort", "p1=blue", "p2=red"])
    )
    assert duel.entrants == ("red", "blue") and duel.orders == ((0, 1), (1, 0))
    assert [(one["p1"], one["p2"]) for one in duel.options] == [("red", "blue"), ("blue", "red")]
    assert duel.shares(0, (1.0, 0.0)) == [1.0, 0.0] and duel.shares(1, (1.0, 0.0)) == [0.0, 1.0]
    assert (
        mission.entrants == ("blue", "red")
        and mission.titles == ("Escort", "Attacker")
        and not mission.swapped
    )


def test_contest_swaps_chairs_and_shares_deals() -> None:
    duel = contests(load("biplanes"), read_fixed(["mode=dogfight", "board=main"]))[0]
    cell = duel.cell("greedy", 7)
    assert [one.chairs for one in cell.seatings] == [(0, 1), (1, 0)]
    assert duel.cell("random", 7).base == cell.base, "the same deals at every strength"
    assert duel.cell("greedy", 8).base != cell.base


@pytest.mark.parametrize(
    ("game", "count", "sides"),
    [
        ("boots", 6, 2),
        ("squadrons", 1, 2),
        ("starfighters", 4, 3),
        ("goofspiel", 12, 2),
        ("paws", 24, 2),
    ],
)
def test_other_games_meet_by_their_options(game: str, count: int, sides: int) -> None:
    found = contests(load(game), {})
    assert len(found) == count and len(found[0].entrants) == sides
    assert all(sum(one.shares(0, [1 / len(one.chairs)] * 16)) > 0 for one in found)


def test_teams_are_one_side_and_day_and_night_two_match_ups() -> None:
    found = contests(load("paws"), read_fixed(["players=4", "teams=2"]))
    assert [one.group for one in found] == [
        "players 4, teams 2, mode day",
        "players 4, teams 2, mode night",
    ]
    assert found[0].entrants == ("Jaws", "Paws") and found[0].shares(0, (0.5, 0.5, 0.0, 0.0)) == [
        1.0,
        0.0,
    ]


def test_options_may_be_lists_and_an_impossible_pair_is_left_out() -> None:
    words = ["mode=dogfight", "board=main", "p1=red,green", "p2=green,blue"]
    found = contests(load("biplanes"), read_fixed(words))
    assert [one.entrants for one in found] == [("red", "green"), ("red", "blue"), ("blue", "green")]


@pytest.mark.parametrize(
    "words", [["colour=red"], ["mode=moon"], ["mode=escort", "solo=yes"], ["p1=red", "p2=red"]]
)
def test_impossible_question_is_refused(words: list[str]) -> None:
    with pytest.raises(BadOption):
        contests(load("biplanes"), read_fixed(words))
