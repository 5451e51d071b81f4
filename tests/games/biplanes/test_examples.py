"""The worked examples of the specification, and more of the same kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from dogfight.games.biplanes.game import Biplanes
from dogfight.testing.examples import examples_in, run, run_example

pytestmark = pytest.mark.no_rule("the runner of examples")

PAGE = Path(__file__).parents[3] / "src/dogfight/games/biplanes/rulebook.md"
MORE = sorted((Path(__file__).parent / "examples").glob("*.toml"))


def failures(game: Biplanes, text: str) -> tuple[int, list[str]]:
    outcomes = list(run(game, text))
    wrong = [
        f"{outcome.id}: {outcome.differences}" for outcome in outcomes if outcome.differences != []
    ]
    return len(outcomes), wrong


def test_every_example_of_the_specification_holds(game: Biplanes) -> None:
    assert failures(game, PAGE.read_text(encoding="utf-8")) == (89, [])


@pytest.mark.parametrize("path", MORE, ids=lambda path: path.stem)
def test_our_own_examples_hold(game: Biplanes, path: Path) -> None:
    number, wrong = failures(game, path.read_text(encoding="utf-8"))
    assert wrong == []
    assert number == path.read_text(encoding="utf-8").count("[[example]]")


SPOILED = {
    "at": "m0",
    "damage": 9,
    "legal": ["0/0"],
    "by": 7,
    "to": "m9",
    "first": "p3",
    "shots": ["m9"],
    "selects": "both",
    "route": "none",
    "start_of_round": [[1, 1]],
    "hand_after": ["0/1"],
    "tiles": 99,
    "over": "nobody",
}


def test_a_spoiled_example_is_reported(game: Biplanes) -> None:
    """Whatever expectation is changed, the change is found."""
    seen = set()
    pages = [PAGE, *MORE]
    for page in pages:
        for _, example in examples_in(page.read_text(encoding="utf-8")):
            assert not isinstance(example, str)
            for key, value in SPOILED.items():
                spoiled = spoil(dict(example), key, value)
                if spoiled is not None:
                    seen.add(key)
                    assert run_example(game, spoiled) != [], (example["id"], key)
    assert seen == set(SPOILED)


def spoil(example: dict[str, object], key: str, value: object) -> dict[str, object] | None:
    """The example with one expectation changed, in its first case or turn, or None if it has
    none.
    """
    if "cases" in example:
        cases = [dict(item) for item in example["cases"]]  # type: ignore[attr-defined]
        first = spoil(
            {**{k: v for k, v in example.items() if k != "cases"}, **cases[0]}, key, value
        )
        return None if first is None else first
    if "turns" in example and key in ("at", "damage", "over"):
        turn = dict(example["turns"][0])  # type: ignore[index]
        if key == "over":
            return {**example, "turns": [{**turn, "over": value}]}
        if key in turn:
            side = next(iter(turn[key]))
            return {
                **example,
                "turns": [{**turn, key: {side: value if turn[key][side] != value else "m1"}}],
            }
        return None
    if key in ("at", "damage", "tiles") and example["kind"] not in ("data", "bot_bag"):
        return None
    return {**example, key: value} if key in example else None


@pytest.mark.parametrize(
    "example",
    [
        {"id": "x", "kind": "behind", "a": "m0", "b": "m1", "by": 1, "colour": "white"},
        {
            "id": "x",
            "kind": "turns",
            "turns": [{"play": {"p1": "1/0", "p2": "1/1"}, "mood": "good"}],
        },
        {"id": "x", "kind": "turns", "p1": {"plane": "red", "wings": 2}, "turns": []},
        {"id": "x", "kind": "turns", "turns": [{"play": {"p1": "1/3", "p2": "1/1"}}]},
        {
            "id": "x",
            "kind": "turns",
            "turns": [{"play": {"p1": "1/0", "p2": "1/1"}, "choice": "mal"}],
        },
        {
            "id": "x",
            "kind": "turns",
            "turns": [{"play": {"p1": "1/0", "p2": "1/1"}, "toss": "loop"}],
        },
        {"id": "x", "kind": "turns", "mode": "racing", "turns": []},
        {"id": "x", "kind": "move", "from": "z1", "move": "1", "to": "m1"},
        {"id": "x", "kind": "setup", "mode": "rescue", "p1": {"plane": "red"}, "expect": {}},
        {
            "id": "x",
            "kind": "legal",
            "p1": {"plane": "red", "at": "m0", "hand": ["9/9"]},
            "legal": [],
        },
        {"id": "x", "kind": "shots", "at": "m0", "shots": ["m1", "m2", "m3"]},
        {"id": "x", "kind": "shots", "a": "m0", "targets": ["m1", "m2", "m3"]},
        {"id": "x", "kind": "data", "set": "red", "tiles": 15},
        {"id": "x", "kind": "data", "plane": "red", "hit_total": 16},
        {"id": "x", "kind": "data", "plane": "red", "shooting_tiles": 11},
        {"id": "x", "kind": "data", "sets": 9},
    ],
)
def test_invalid_example_is_reported(game: Biplanes, example: dict[str, object]) -> None:
    assert run_example(game, example)


def test_an_unknown_kind_is_not_executed(game: Biplanes) -> None:
    assert run_example(game, {"id": "x", "kind": "weather"}) is None
