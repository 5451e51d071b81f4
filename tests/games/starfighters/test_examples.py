"""Every worked example of the specification runs against the rules, and a wrong one is reported."""

import copy
from pathlib import Path

import pytest

from dogfight.testing.examples import examples_in, run, run_example

pytestmark = pytest.mark.no_rule("the runner of examples")

PAGE = (Path(__file__).parents[3] / "src/dogfight/games/starfighters/rulebook.md").read_text(
    encoding="utf-8"
)
EXAMPLES = {example["id"]: example for _, example in examples_in(PAGE) if "id" in example}


def test_every_example_of_the_specification_agrees(game):
    outcomes = list(run(game, PAGE))
    assert {
        outcome.id: outcome.differences for outcome in outcomes if outcome.differences != []
    } == {}
    assert [outcome.id for outcome in outcomes] == [f"SF-X{number:02}" for number in range(1, 40)]


def spoiled(value):
    """Some other value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, list):
        return [*value[:-1], spoiled(value[-1])] if value else ["x"]
    return {key: spoiled(item) for key, item in value.items()} or {"0": "short"}


@pytest.mark.parametrize(
    ("name", "key"),
    [(name, key) for name, example in EXAMPLES.items() for key in example["expect"]],
)
def test_every_listed_result_is_compared(game, name, key):
    example = copy.deepcopy(EXAMPLES[name])
    example["expect"][key] = spoiled(example["expect"][key])
    assert [item.differences != [] for item in run(game, as_page(example))] == [True]


def as_page(example):
    """An example as the TOML block of a page."""
    head = "\n".join(f"{key} = {toml(value)}" for key, value in example.items() if key != "expect")
    results = "\n".join(f"{key} = {toml(value)}" for key, value in example["expect"].items())
    return f"```toml\n[example]\n{head}\n[example.expect]\n{results}\n```\n"


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else '"' + value + '"'


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("SF-X01", {"kind": "maps"}, "unknown kind"),
        ("SF-X01", {"colour": "red"}, "unknown key 'colour'"),
        ("SF-X13", {"expect": {"hexs": 46}}, "unknown result 'hexs'"),
        ("SF-X13", {"expect": {}}, "nothing is expected"),
        ("SF-X04", {"ships": ["0 0,0 N"]}, "got 'N'"),
        ("SF-X04", {"ships": ["0 0,9 E"]}, "0,9"),
        ("SF-X04", {"ships": ["0 0,0 E", "0 1,0 E"]}, "at most once"),
        ("SF-X04", {"seat": 4}, "a ship of seat 4"),
        ("SF-X04", {"steps": ["F", "X"]}, "'X'"),
        ("SF-X31", {"seat": 0}, "expected debris"),
        ("SF-X14", {"card": "drain"}, "expected an attack"),
        ("SF-X21", {"choices": ["0 hits 1"]}, "1 wreck"),
        (
            "SF-X21",
            {"choices": ["0 hits 2", "1 wreck 3,0"]},
            "not an enemy ship in your front zone",
        ),
        ("SF-X21", {"choices": ["0 hits 1", "1 wreck 3,0", "2 hits 1"]}, "did not come up"),
        (
            "SF-X21",
            {"declare": {"0": "anchor", "1": "long", "2": "short"}},
            "no anchor in your hand",
        ),
        ("SF-X21", {"declare": {"0": "medium", "1": "long"}}, "expected a declaration of seat 2"),
        ("SF-X35", {"moves": {"0": ["F", "F", "F", "L", "L"]}}, "could not make the steps"),
        ("SF-X21", {"start": 7}, "starting player"),
        ("SF-X23", {"choices": ["1 wreck 7,-5", "1 beam F", "0 wreck 7,-5"]}, "1 wreck none"),
        ("SF-X24", {"drift": {"1": ["SW", "SW", "E", "E"]}}, "could not drift"),
        (
            "SF-X29",
            {"declare": {"0": "long", "1": "medium", "2": "anchor"}},
            "has to declare the captured short",
        ),
        ("SF-X38", {"reshuffled": ["medium", "short"]}, "reshuffled"),
    ],
)
def test_faulty_example_is_explained(game, name, change, says):
    [outcome] = run(game, as_page({**EXAMPLES[name], **change}))
    assert says in " ".join(outcome.differences or [])


def test_captured_cards_may_be_declared_and_decks_left_out(game):
    example = {**EXAMPLES["SF-X29"], "declare": {"0": "long", "1": "short", "2": "anchor"}}
    example.pop("deck")
    assert run_example(game, example) == []


def test_a_seat_without_a_piece_takes_no_part(game):
    example = {**EXAMPLES["SF-X21"], "n": 5}
    example["expect"] = {**example["expect"], "debris": []}
    assert run_example(game, example) == []
