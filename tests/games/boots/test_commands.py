"""The commands at the table, the drawings, views and the memory of a position."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as Tree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dogfight.cli.app import app
from dogfight.core.dice import Dice
from dogfight.datafiles.files import built_in
from dogfight.games.boots.draw import svg_map, text_map

pytestmark = pytest.mark.no_rule("commands")

run = CliRunner()


def test_odds_of_the_issue() -> None:
    result = run.invoke(app, ["boots", "odds", "4-2", "--cover", "1", "--point-blank"])
    assert (
        result.exit_code == 0 and "pin 19.7 %, kill 20.7 %" in result.output
    )  # 5-2, cover +1, of the table


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["2-2"], "exactly: pin 5/18, kill 155/1296"),
        (["2-2", "--stacking", "1"], "pin 313/648"),
        (["2-2", "--same-hex"], "destroyed 49.2 %"),
        (["3-2", "--contest"], "win 319/648"),
    ],
)
def test_odds_are_exact(args: list[str], words: str) -> None:
    assert words in run.invoke(app, ["boots", "odds", *args]).output


@pytest.mark.parametrize("roll", ["4", "0-2", "4-0", "x", "99-2", "4-2-1"])
def test_bad_odds_are_refused(roll: str) -> None:
    result = run.invoke(app, ["boots", "odds", roll])
    assert result.exit_code == 2


def test_sight_is_explained(tmp_path: Path) -> None:
    result = run.invoke(app, ["boots", "los", "orchard", "A1", "F4"])
    assert result.exit_code == 0 and "[CB-" in result.output
    path = tmp_path / "battle_mine.toml"
    path.write_text(
        built_in("boots").joinpath("battle_orchard.toml").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    assert run.invoke(app, ["boots", "los", str(path), "A1", "F4"]).output == result.output
    assert run.invoke(app, ["boots", "los", "orchard", "A1", "Z4"]).exit_code == 2
    assert run.invoke(app, ["boots", "los", "nowhere", "A1", "A2"]).exit_code == 2
    assert run.invoke(app, ["boots", "los", "convoy", "A1", "A2"]).exit_code == 2


def test_battles_are_checked(tmp_path: Path) -> None:
    assert run.invoke(app, ["boots", "check", "orchard", "ford", "convoy"]).exit_code == 0
    path = tmp_path / "bad.toml"
    text = built_in("boots").joinpath("battle_orchard.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("bri_bren", "bri_brenn"), encoding="utf-8")
    result = run.invoke(app, ["boots", "check", str(path)])
    assert result.exit_code == 1


def test_battles_are_shown(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    result = run.invoke(app, ["boots", "show", "crossroads", "--out", str(target)])
    assert result.exit_code == 0 and "B*" in result.output.replace("=", "").replace("0", "")
    assert Tree.parse(target).getroot().tag.endswith("svg")


def test_every_battle_can_be_drawn(boots: Any) -> None:
    for key in boots.catalogue.battles:
        battle = boots.battle(key)
        assert Tree.fromstring(svg_map(battle)) is not None
        shown = text_map(battle)
        if battle.map is not None:
            assert len(shown.splitlines()) >= 2 * battle.map.rows + 1


def test_a_battle_of_forty_units_takes_less_than_ten_kilobytes(boots: Any) -> None:
    position = boots.new({"battle": "crossroads"})
    rows = (
        "place",
        "link",
        "pin",
        "slots",
        "attacks",
        "there",
        "matched",
        "missions",
        "aimed",
        "began",
        "hit",
        "laps",
    )
    rows += ("tail", "prey", "circle", "fate", "fought", "control")
    numbers = sum(len(getattr(position, row)) for row in rows)
    scale = 40 / len(boots.battle("crossroads").units)
    assert 8 * numbers * scale + 8 * 90 + 32 * len(rows) + sys.getsizeof(position) < 10_000


def played_to(boots: Any, battle: str, *, turn: int) -> Any:
    """A battle played at random up to a turn."""
    position, dice = boots.new({"battle": battle}), Dice(2)
    while position.turn < turn:
        if position.actor() == -1:
            position.roll(dice)
        else:
            position.apply_choice(dice.below(position.choice_count()))
    return position


def test_the_view_names_everything(boots: Any) -> None:
    position = played_to(boots, "hill", turn=3)
    table = boots.view(position, 1).board
    assert len(table.pieces) == 29 and len(table.planes) == 3 and len(table.batteries) == 2
    assert table.notation == boots.notation.write(position) and table.objectives.keys() == {
        "H5",
        "H6",
        "G6",
        "I6",
    }


def test_a_position_of_forty_units_stays_readable_on_one_line(boots: Any) -> None:
    position = played_to(boots, "crossroads", turn=4)
    text = boots.notation.write(position)
    assert "\n" not in text and len(text) < 40 * 25
