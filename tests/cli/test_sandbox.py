"""`dogfight sandbox` and `dogfight play --position`: positions of any game in the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.cli.app import app
from dogfight.core.errors import BadOption
from dogfight.tui.play import begun
from dogfight.tui.session import Session

run = CliRunner()
OVER = (
    '{"options":{"cards":7},"state":{"turn":7,"prize":0,"prizes_left":[],'
    '"hands":[[],[]],"points":[20,8]},"sealed":{}}'
)
"""A finished game."""


def shown(*words: str) -> Any:
    result = run.invoke(app, ["sandbox", *words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", dogfight.names())
def test_every_game_is_shown_from_start_and_notation(name: str) -> None:
    first = shown(name)
    again = shown(name, first["position"])
    assert again["position"] == first["position"]
    assert again["legal"] or again["outcomes"]
    drawn = run.invoke(app, ["sandbox", name, first["position"], "--ascii"])
    assert drawn.exit_code == 0 and first["position"] in drawn.output


def test_moves_are_played_and_a_bot_says_what_it_thinks() -> None:
    after = shown("squadrons", "--move", "chance=9H")
    assert "9H" in after["position"] and after["told"]
    assert shown("squadrons", "--move", "chance=")["position"] != shown("squadrons")["position"]
    opinion = shown("goofspiel", "--move", "chance=3", "--bot", "medium")["opinions"]
    assert sum(item["plays"] for item in opinion) == pytest.approx(1)


def test_a_fault_in_notation_is_told_with_its_place() -> None:
    text = shown("squadrons")["position"].replace("k12S", "k12Q")
    result = run.invoke(app, ["sandbox", "squadrons", text])
    assert result.exit_code == 2 and f"(character {text.index('k12Q') + 1})" in result.stderr


def test_a_terminal_game_begins_from_a_position() -> None:
    position = shown("squadrons", "--move", "chance=9H")["position"]
    setup = begun("squadrons", [], "random", 1, None, position=position)
    assert setup is not None
    session = Session(setup)
    assert session.table.record.header.position == position
    with pytest.raises(BadOption, match="left to play"):
        begun("goofspiel", [], "", 1, None, position=OVER)
