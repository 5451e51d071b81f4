"""A battle on paper: everything that is needed to play it, in one booklet, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.boards.palette import NAMED, SHEET
from dogfight.cli.app import app
from dogfight.games.biplanes.ui.style import plane_style
from dogfight.games.boots.ui.booklet import GROUND_RULES, SetUpSheet

DOCS = Path(__file__).parents[2] / "docs"
LARGE = """
[battle]
name = "Everything"
setup = [1, 0]
first = 1
turns = 5
objectives = ["C2", "D2"]
control = { C2 = 1 }
victory = "Seat 0 wins at the end of turn 5 if it has exited at least one British units."
else = "Seat 1 wins."

[map]
terrain = \"\"\"
..F...
.b..bB
\"\"\"

[[side]]
seat = 0
name = "British"
morale = 4
units = { bri_rifle = 2, bri_carrier = 1 }
zones = { any = ["A1:B2"], reinforcements = ["A1"], bri_carrier = ["A2"] }
aboard = ["bri_carrier: bri_rifle"]
reinforcements = { bri_bren = [1, 3] }
exits = ["F1"]
batteries = { bri_25pdr = 3 }
aircraft = { bri_hurricane = [1, 2] }

[[side]]
seat = 1
name = "German"
morale = 4
units = { ger_rifle = 1 }
zones = { any = ["E1:F2"] }
"""


def words_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return re.sub(r"\s+", " ", text)


def printed(tmp_path: Path, *words: str) -> str:
    out = tmp_path / "battle.pdf"
    result = CliRunner().invoke(app, ["print", "boots", "--out", str(out), *words])
    assert result.exit_code == 0, result.output
    return words_of(out)


def test_booklet_has_counters_of_its_battle_alone(tmp_path: Path) -> None:
    text = printed(tmp_path, "--battle", "orchard")
    assert "The Orchard: set-up" in text and "map of The Orchard" in text
    assert "Rules in brief" in text and "The Orchard: pieces" in text
    assert "Terrain: movement points" in text
    for other in ("The Ford", "The Crossroads", "Hurricane", "Matilda"):
        assert other not in text


def test_set_up_sheet_tells_everything_of_a_battle(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    game: Any = dogfight.load("boots")
    battery = next(key for key in game.catalogue.batteries if key.startswith("bri"))
    plane = next(
        key
        for key, piece in game.catalogue.pieces.items()
        if piece.is_aircraft and key.startswith("bri")
    )
    text = LARGE.replace("bri_25pdr", battery).replace("bri_hurricane", plane)
    (folder / "battle_everything.toml").write_text(text)
    game = dogfight.load("boots", folder)
    sheet = "\n".join(SetUpSheet(game.battle("everything"), game.catalogue).rows())
    for expected in (
        "German begin each turn. Turns: 1  2  3  4  5",
        "Set up: German first, then British",
        "C2 (German), D2 (nobody)",
        "BRITISH, morale 4",
        "All set up in: A1:B2.",
        "Universal carrier set up in: A2.",
        "Reinforcements set up in: A1.",
        "aboard Universal carrier",
        "3 fire missions",
        "from turn 2 on",
        "Bren team in turn 3",
        "Units may leave by F1",
        "Else: German wins.",
    ):
        assert expected in sheet, (expected, sheet)
    whole = printed(tmp_path, "--data", str(folder))
    assert "Everything: set-up" in whole, "a folder with battles of its own prints those alone"
    assert "The Orchard" not in whole


def test_booklet_of_a_dog_fight_has_no_terrain(tmp_path: Path) -> None:
    text = printed(tmp_path, "--battle", "convoy")
    assert "head-on" in text and "pinned" not in text and "Terrain" not in text


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["boots", "--battle", "nowhere"], "expected one of"),
        (["squadrons", "--battle", "orchard"], "no option 'battle'"),
        (["squadrons", "-o", "limit=3"], "no option 'limit'"),
    ],
)
def test_booklet_of_nothing_is_refused(tmp_path: Path, words: list[str], error: str) -> None:
    out = tmp_path / "x.pdf"
    result = CliRunner().invoke(app, ["print", *words, "--out", str(out)])
    assert result.exit_code == 2 and error in result.output and not out.exists()


def test_rules_in_brief_are_those_of_the_docs() -> None:
    text = re.sub(r"[*\s]+", " ", (DOCS / "boots.md").read_text(encoding="utf-8"))
    for rule in GROUND_RULES:
        assert rule in text


def test_named_colours_are_printed_and_can_be_read() -> None:
    assert plane_style("orange", 0).colour == NAMED["orange"]
    assert plane_style("nameless", 0).colour == NAMED["teal"]
    assert min(contrast(ink, SHEET) for ink in NAMED.values()) > 4.5


def contrast(ink: str, paper: str) -> float:
    light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
