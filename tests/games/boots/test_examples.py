"""Every executable example of the specification, and the runner's strictness."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dogfight.core.errors import BadData
from dogfight.testing import examples
from dogfight.testing.examples import run_example

pytestmark = pytest.mark.no_rule("the runner of examples")

PAGE = Path(__file__).parents[3] / "src/dogfight/games/boots/rulebook.md"


def test_all_examples_of_the_page_pass(boots: Any) -> None:
    outcomes = list(examples.run(boots, PAGE.read_text(encoding="utf-8")))
    assert [(outcome.id, outcome.differences) for outcome in outcomes if outcome.differences] == []
    assert len(outcomes) == 77
    assert sum(outcome.differences is not None for outcome in outcomes) == 57


@pytest.mark.parametrize(
    ("example", "words"),
    [
        ({"rolls": [{"att": [6], "def": [1], "outcome": "kill"}]}, "expected 'kill', got 'pin'"),
        ({"rolls": [{"att": [6], "def": [1], "outcome": "pin", "why": 1}]}, "unknown key 'why'"),
        ({"rolls": []}, "expected a list with entries"),
        ({"contests": [{"a": [6], "b": [6], "winner": "a"}]}, "expected 'a', got 'tie'"),
        ({"kind": "x"}, "unknown key 'kind'"),
        ({"map": {"terrain": "..."}}, "expected los, or path"),
        ({"map": {"terrain": ".\n."}, "los": [["A1", "A2", False]]}, "expected False, got True"),
        ({"map": {"terrain": ".\n."}, "los": [["A1", "A9", True]]}, "expected two hexes"),
        (
            {"map": {"terrain": ".\n."}, "path": ["A1", "A2"], "class": "foot", "costs": [2]},
            "expected 2, got 1",
        ),
        (
            {"map": {"terrain": ".\n."}, "path": ["A1", "A2"], "class": "hoof", "costs": [1]},
            "class: expected one of",
        ),
        (
            {"map": {"terrain": ".\n."}, "path": ["A1", "A2"], "class": "foot", "costs": []},
            "one number for each step",
        ),
        (
            {"map": {"terrain": ".\n.\n."}, "path": ["A1", "A3"], "class": "foot", "costs": [1]},
            "adjacent hexes",
        ),
        (
            {"map": {"terrain": ".\nW"}, "path": ["A1", "A2"], "class": "foot", "costs": [1]},
            "expected 1, got -1",
        ),
        ({"los": [["A1", "A2", True]]}, "map: expected a table"),
    ],
)
def test_the_runner_reports_what_differs(boots: Any, example: dict[str, Any], words: str) -> None:
    differences = run_example(boots, {"id": "X1", "rules": [], **example})
    assert differences and words in "; ".join(differences)


def test_the_runner_refuses_dice_and_maps_that_cannot_be(boots: Any) -> None:
    for example in (
        {"rolls": [{"att": [7], "def": [1], "outcome": "pin"}]},
        {"contests": [{"a": [], "b": [1], "winner": "b"}]},
        {"map": {"terrain": "..\n."}, "los": []},
        {"map": {"terrain": "?."}, "los": [["A1", "B1", True]]},
    ):
        with pytest.raises(BadData):
            run_example(boots, {"id": "X2", **example})


def test_example_of_words_only_cannot_be_executed(boots: Any) -> None:
    assert (
        run_example(
            boots, {"id": "E1", "source": "ours", "rules": ["CB-3.8"], "given": "…", "expect": "…"}
        )
        is None
    )


@pytest.mark.parametrize(
    ("example", "fits"),
    [
        ({"rolls": [{"att": [6, 6], "def": [6, 1], "outcome": "pin"}]}, True),
        (
            {
                "rolls": [
                    {"att": [6, 6], "def": [5, 1], "att_mod": 0, "def_mod": 2, "outcome": "none"}
                ]
            },
            True,
        ),
        ({"map": {"terrain": "..\n..", "bands": "south"}, "los": [["A1", "band 2", True]]}, True),
        (
            {
                "map": {"terrain": ". .\n\n. .", "roads": ["A1 B1"]},
                "path": ["A1", "B1"],
                "class": "wheeled",
                "costs": [0.5],
            },
            True,
        ),
    ],
)
def test_every_documented_key_is_understood(
    boots: Any, example: dict[str, Any], fits: bool
) -> None:
    assert (run_example(boots, {"id": "X3", **example}) == []) == fits
