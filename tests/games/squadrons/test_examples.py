"""Every worked example of the specification, and how the runner treats examples that are wrong."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from dogfight.testing.examples import examples_in, run, run_example

pytestmark = pytest.mark.no_rule("the runner of examples")

PAGE = (Path(__file__).parents[3] / "src/dogfight/games/squadrons/rulebook.md").read_text(
    encoding="utf-8"
)
EXAMPLES = {str(item["id"]): item for _, item in examples_in(PAGE) if not isinstance(item, str)}


def test_all_examples_of_the_page_hold(desk: Any) -> None:
    outcomes = list(run(desk.game, PAGE))
    assert [outcome for outcome in outcomes if outcome.differences != []] == []
    assert len(outcomes) == 42


def changed(name: str, **changes: object) -> dict[str, Any]:
    """An example with other keys; those beginning with `then_` belong to what is expected, None
    removes a key.
    """
    example = copy.deepcopy(dict(EXAMPLES[name]))
    for key, value in changes.items():
        table = example["expect"] if key.startswith("then_") else example
        key = key.removeprefix("then_")
        if value is None:
            del table[key]
        else:
            table[key] = value
    return example


WRONG = [
    ("SQ-X01", {"first_card": "9C"}, "first: expected 'R', got 'G'"),
    ("SQ-X01", {"first_card": "1H"}, "expected a card like '10H'"),
    ("SQ-X01", {"kind": "deal"}, "kind: expected one of setup"),
    ("SQ-X01", {"first_card": None}, "first_card: missing"),
    ("SQ-X01", {"speed": 3}, "speed: unknown key"),
    ("SQ-X01", {"then_speed": 3}, "expect.speed: unknown key"),
    ("SQ-X01", {"expect": None}, "expect: expected a table"),
    ("SQ-X01", {"then_left_green": 51}, "left_green: expected 51, got 52"),
    ("SQ-X04", {"heading": "X"}, "expected a heading"),
    ("SQ-X04", {"heading": "NE"}, "results: expected"),
    (
        "SQ-X04",
        {"then_results": EXAMPLES["SQ-X04"]["expect"]["results"][::-1]},
        "results: expected",
    ),
    ("SQ-X09", {"card": None}, "a card is drawn at distance 2"),
    ("SQ-X09", {"then_between": 2}, "between: expected 2, got 1"),
    ("SQ-X09", {"then_how": "forced"}, "how: expected 'forced', got 'normal'"),
    ("SQ-X09", {"then_collide_with": ["R1"]}, "collide_with: expected ['R1'], got []"),
    ("SQ-X09", {"plane": "G2"}, "G2 is not on the board"),
    ("SQ-X09", {"planes": ["G1 e5"]}, "expected a plane like"),
    ("SQ-X09", {"planes": ["G1 e5 N", "G1 e6 N"]}, "G1 stands on the board twice"),
    ("SQ-X09", {"planes": ["G1 e5 N", "R1 e5 N"]}, "both stand on e5"),
    ("SQ-X09", {"planes": ["G1 m5 N"]}, "expected a square of the board"),
    ("SQ-X30", {"then_shots": ["G1>R1 tail"]}, "shots: expected"),
    ("SQ-X31", {"moves": ["G1 A"]}, "moves: G still has a plane to move"),
    ("SQ-X31", {"moves": ["G1 A", "G2 A", "G2 A"]}, "moves: G2 A is left over"),
    ("SQ-X31", {"moves": ["G1 TL", "G2 A"]}, "does not permit TL"),
    ("SQ-X31", {"moves": ["R1 A"]}, "R1 is not a plane of G"),
    ("SQ-X31", {"moves": ["G1"]}, "expected a move like"),
    ("SQ-X31", {"moves": ["G1 X R1", "G2 A"]}, "nobody may collide"),
    ("SQ-X31", {"deck_green": ["10C"]}, "deck_green: a card is drawn for G1, but none is listed"),
    ("SQ-X31", {"deck_red": ["JS", "2C"]}, "deck_red: 2C is not drawn"),
    ("SQ-X31", {"left_red": 53}, "expected 0 to 52 cards"),
    ("SQ-X31", {"then_drawn_green": ["9H", "10C"]}, "drawn_green: expected"),
    ("SQ-X31", {"then_score": [0, 1]}, "score: expected [0, 1], got [1, 0]"),
    ("SQ-X31", {"then_idle": 1}, "idle: expected 1, got 0"),
    ("SQ-X31", {"then_winner": "R"}, "winner: expected 'R', got ''"),
    ("SQ-X31", {"side": "B"}, "expected a side"),
]


@pytest.mark.parametrize(("name", "changes", "says"), WRONG)
def test_failing_example_is_reported(
    desk: Any, name: str, changes: dict[str, Any], says: str
) -> None:
    differences = run_example(desk.game, changed(name, **changes))
    assert differences and says in differences[0]


def test_lists_are_compared_without_order(desk: Any) -> None:
    shots = EXAMPLES["SQ-X27"]["expect"]["shots"]
    assert run_example(desk.game, changed("SQ-X27", then_shots=shots[::-1])) == []


def test_a_deck_may_list_any_cards_even_one_twice(desk: Any) -> None:
    again = changed("SQ-X34", deck_green=["2C", "2C", "5H", "5H"], then_shots=None)
    assert run_example(desk.game, again) == []


def test_every_documented_result_of_a_turn_can_be_expected(desk: Any) -> None:
    full = changed(
        "SQ-X37",
        left_red=20,
        score_red=2,
        score_green=1,
        idle_before=7,
        then_score=[2, 2],
        then_winner="draw",
        then_left_red=18,
        then_left_green=0,
        then_drawn_red=["2C", "3C"],
        then_drawn_green=["8D"],
        then_idle=0,
    )
    assert run_example(desk.game, full) == []
