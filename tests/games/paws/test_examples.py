"""Every worked example of the specification, and how strictly the format is read."""

from pathlib import Path
from typing import Any

import pytest

from dogfight.games.paws.game import Paws
from dogfight.testing.examples import run, run_example

pytestmark = pytest.mark.no_rule("the runner of examples")

PAGE = Path(__file__).parents[3] / "src/dogfight/games/paws/rulebook.md"


def test_all_examples_of_the_page_come_out(game: Paws) -> None:
    outcomes = list(run(game, PAGE.read_text(encoding="utf-8")))
    assert len(outcomes) == 48
    assert [outcome for outcome in outcomes if outcome.differences != []] == []


SHOT = {"slot": 1, "seat": "jaws.pilot", "card": "shoot_pc"}


@pytest.mark.parametrize(
    ("example", "words"),
    [
        ({"kind": "dance"}, "kind: expected one of round"),
        ({"kind": "round", "colour": 1}, "colour: not a key here"),
        ({"kind": "round", "start": {"wind": 1}}, "start.wind"),
        ({"kind": "round", "play": [{**SHOT, "loud": True}]}, "play.loud"),
        (
            {"kind": "round", "peek": [{"by": "jaws.pilot", "victim": "paws.pilot", "x": 1}]},
            "peek.x",
        ),
        ({"kind": "round", "choice": {"x": 1}}, "choice.x"),
        ({"kind": "round", "expect": {"weather": 1}}, "expect.weather"),
        ({"kind": "round", "play": [{**SHOT, "slot": 5}]}, "section from 1 to 4"),
        ({"kind": "round", "play": [{**SHOT, "card": "plane_left"}]}, "expected side own or enemy"),
        ({"kind": "round", "play": [{**SHOT, "face_up": True}]}, "JP-19.7"),
        (
            {"kind": "round", "play": [SHOT], "start": {"hand": {"jaws.pilot": 0}}},
            "start.hand jaws.pilot",
        ),
        (
            {
                "kind": "round",
                "start": {
                    "deck": {"jaws.pilot": 1},
                    "deck_cards": {"jaws.pilot": ["sun_view"] * 2},
                },
            },
            "deck",
        ),
        (
            {"kind": "round", "expect": {"deck": {"jaws.pilot": 19}}},
            "deck jaws.pilot: expected 19, got 20",
        ),
        ({"kind": "round", "expect": {"hits": ["1 jaws.pilot > paws.pilot 6"]}}, "hits: expected"),
        ({"kind": "view", "expect": {"x": []}}, "expect.x"),
        (
            {
                "kind": "timing",
                "message": [{"at_ms": 1, "player": "jaws.pilot", "seq": 1, "plan": [], "x": 1}],
            },
            "x",
        ),
        (
            {
                "kind": "move",
                "case": [
                    {"by": "jaws.pilot", "card": "shoot_pc", "from": "jaws.PC", "to": "jaws.PC"}
                ],
            },
            "moves",
        ),
        (
            {
                "kind": "move",
                "case": [
                    {"by": "jaws.pilot", "card": "sun_left", "from": "jaws.PC", "to": "jaws.PR"}
                ],
            },
            "PL",
        ),
        (
            {"kind": "sun_placement", "case": [{"by": "jaws", "zone": "paws.PC", "legal": True}]},
            "legal: expected True",
        ),
    ],
)
def test_a_wrong_example_is_reported_not_ignored(
    game: Paws, example: dict[str, Any], words: str
) -> None:
    differences = run_example(game, {"id": "T", **example})
    assert differences
    assert any(words in line for line in differences), differences


def test_a_decision_that_is_not_offered_is_ignored(game: Paws) -> None:
    """The format says so: extra cards by day, a look by day, a target with two teams."""
    example = {
        "kind": "round",
        "play": [SHOT, {"slot": 2, "seat": "jaws.gunner", "card": "sun_team", "to": "jaws"}],
        "choice": {"extra": {"jaws.pilot": 2}},
        "peek": [{"by": "jaws.pilot", "victim": "paws.pilot", "take": ["sun_view"]}],
        "start": {"sun": "paws.GC"},
        "expect": {"hand": {"jaws.pilot": 4}, "sun": "jaws.GC"},
    }
    assert run_example(game, example) == []


def test_cards_change_only_the_fields_they_name(game: Paws) -> None:
    """JP-15.2 Half of an odd number is rounded up."""
    example = {
        "kind": "round",
        "cards": {"shoot_pc": {"damage": 5}, "plane_left": {"enemy": "view"}},
        "play": [SHOT, {"slot": 2, "seat": "jaws.pilot", "card": "plane_left", "side": "enemy"}],
        "start": {"sun": "jaws.PC"},
        "expect": {
            "hits": ["1 jaws.pilot > paws.pilot 3", "1 jaws.pilot > paws.gunner 3"],
            "planes": {"paws@jaws": "GC"},
        },
    }
    assert run_example(game, example) == []


def test_teams_sit_in_the_order_the_example_gives(game: Paws) -> None:
    """JP-20.10 The default target is the next team clockwise from the one that has the Sun."""
    example = {
        "kind": "round",
        "teams": ["claws", "jaws", "paws"],
        "play": [{"slot": 1, "seat": "jaws.gunner", "card": "sun_team"}],
        "start": {"sun": "paws.PR"},
        "expect": {"sun": "claws.PR"},
    }
    assert run_example(game, example) == []
