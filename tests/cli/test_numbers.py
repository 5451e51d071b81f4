"""Every number on the command line has a least and a greatest value, and others are refused at
once.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from dogfight.bots.engine_host import engine_bot
from dogfight.bots.registry import make_bot
from dogfight.cli.app import app
from dogfight.core.errors import BadOption

FIRST = {
    ("odds",): ["4-2"],
    ("arena",): ["goofspiel", "--bots", "random,random"],
    ("exploit",): ["random"],
    ("lab", "battle"): ["none"],
    ("learn",): ["biplanes"],
    ("lesson",): ["biplanes"],
    ("replay",): ["none"],
    ("review",): ["none"],
    ("solve",): ["none"],
    ("serve",): [],
    ("bench",): [],
    ("play",): [],
}
"""What a verb is called with besides; goofspiel where nothing is said."""


def verbs(group: Any, *before: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from verbs(command, *before, name)
        else:
            yield (*before, name), command


NUMBERS = [
    (words, param)
    for words, command in verbs(get_command(app))
    for param in command.params
    if param.bare_type() in ("int", "float")
]


def test_there_are_numbers_on_the_command_line() -> None:
    assert {
        ("sim",),
        ("arena",),
        ("bench",),
        ("serve",),
        ("biplanes", "exploit"),
        ("biplanes", "learn"),
    } <= {words for words, _ in NUMBERS}


@pytest.mark.parametrize(
    ("words", "param"), NUMBERS, ids=[f"{' '.join(w)} {p.opts[0]}" for w, p in NUMBERS]
)
def test_number_has_bounds_and_refuses_others(words: tuple[str, ...], param: Any) -> None:
    assert param.min is not None and param.max is not None, (
        "a number on the command line needs min and max"
    )
    bad = [
        str(10**20),
        str(param.max + 1),
        str(param.min - 1),
        "nan",
        "inf",
        "1e400",
        "x",
        "9" * 5000,
    ]
    for value in bad:
        supplied = [f"{param.opts[0]}={value}"] if param.opts[0].startswith("-") else ["--", value]
        done = CliRunner().invoke(app, [*words, *FIRST.get(words, ["goofspiel"]), *supplied])
        assert done.exit_code == 2, (value, done.output)
        assert not done.stdout and len(done.stderr.splitlines()) == 1, (value, done.output)


def test_games_of_a_study_have_bounds() -> None:
    for games in ("100000000000000000000", "10000001", "0", "5,-1", "nan"):
        done = CliRunner().invoke(
            app, ["lab", "balance", "goofspiel", "--bots", "random,easy", f"--games={games}"]
        )
        assert (
            done.exit_code == 2 and "--games: expected a number from 1 to 10000000" in done.stderr
        ), done.output


@pytest.mark.parametrize(
    "number", ["1000000001", "9" * 20, "9" * 5000, "-1", "-0", "1e3", "nan", "٣"]
)
@pytest.mark.parametrize("name", ["search:sims=", "search:sims=5,horizon=", "greedy:slip="])
def test_number_in_the_name_of_a_bot_has_bounds(name: str, number: str) -> None:
    with pytest.raises(BadOption):
        make_bot(name + number, 1)
    assert engine_bot(1, {"path": "x", "sims": number}) is None
    assert engine_bot(1, {"path": "x", "memory": number}) is None
