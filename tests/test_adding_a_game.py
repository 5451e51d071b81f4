"""The guide to adding a game: its code, put together, is a whole game that plays like Goofspiel."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.cli.app import app
from dogfight.core import registry
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.match.match import Match
from dogfight.testing.checks import CHECKS, random_step

PAGE = (Path(__file__).parents[1] / "docs" / "adding-a-game.md").read_text()
NAME = "my_goofspiel"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: None) -> Path:
    """The file that a reader has written at the end, in the folder where the commands are given."""
    sources = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv(
        "PYTHONPATH",
        os.pathsep.join(str(Path(part).resolve()) for part in sources.split(os.pathsep) if part),
    )
    monkeypatch.chdir(tmp_path)
    file = tmp_path / f"{NAME}.py"
    file.write_text("\n".join(blocks("python")))
    return file


def test_the_code_of_the_guide_is_goofspiel(file: Path) -> None:
    registry.load_plugin(file.name)
    theirs, ours = dogfight.load(NAME), dogfight.load("goofspiel")
    assert theirs.option_fields({}) == ours.option_fields({})
    for seed in range(5):
        tables = [Match(game, {"cards": 2 + seed}, seed=seed) for game in (theirs, ours)]
        dice = Dice(seed)
        while not isinstance(tables[0].advance(), Over):
            tables[1].advance()
            assert tables[0].decision() == tables[1].decision()
            seat, action = random_step(ours, tables[1].position, tables[1].decision(), dice)
            for number in range(2):
                words = [
                    [(legal.action, legal.text) for legal in table.view(number).legal]
                    for table in tables
                ]
                assert (
                    words[0] == words[1]
                    and tables[0].view(number).prompt == tables[1].view(number).prompt
                )
            for table in tables:
                table.play(seat, action)
        tables[1].advance()
        assert tables[0].decision() == tables[1].decision() and tables[0].events == tables[1].events


def test_the_commands_of_the_guide_work(file: Path) -> None:
    for line in "".join(blocks("sh")).splitlines():
        command, *words = shlex.split(line)
        done = CliRunner().invoke(app, words)
        assert command == "dogfight" and done.exit_code == 0, f"{line}: {done.output}"
        assert NAME in done.stdout, line


def test_the_checks_of_the_guide_hold(file: Path) -> None:
    done = subprocess.run([sys.executable, file.name], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"{check.__name__} holds" for check in CHECKS]
