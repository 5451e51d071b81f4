"""Packs on the command line: made, checked, and used wherever `--data` is."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dogfight.bots.random import RandomBot
from dogfight.cli.app import app
from dogfight.match.match import Match

sys.path.insert(0, str(Path(__file__).parents[1] / "packs"))
from making import orchard, orchard_bytes

from dogfight.packs.files import read_pack, write_folder

CHANGED = Path(__file__).parents[1] / "changed"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "orchard.zip"
    path.write_bytes(orchard_bytes())
    return path


def test_a_folder_of_data_becomes_a_pack(tmp_path: Path) -> None:
    out = tmp_path / "vineyard.zip"
    exported = tmp_path / "data"
    assert run("data", "export", exported, "--game", "boots").exit_code == 0
    (exported / "boots" / "battle_vineyard.toml").write_bytes(
        (CHANGED / "boots" / "battle_vineyard.toml").read_bytes()
    )
    for name in ("pieces.toml", "terrain.toml"):
        (exported / "boots" / name).write_bytes((CHANGED / "boots" / name).read_bytes())
    words = ("pack", "make", "boots", exported, "--name", "Vineyard", "--author", "Ann")
    assert run(*words, "--out", out).exit_code == 0
    assert set(read_pack(out).data) == {
        "boots/battle_vineyard.toml",
        "boots/pieces.toml",
        "boots/terrain.toml",
    }
    body = out.read_bytes()
    assert run(*words, "--out", out).exit_code == 2
    assert run(*words, "--out", out, "--force").exit_code == 0
    assert out.read_bytes() == body


def test_check_and_show_tell_what_a_pack_is(pack: Path) -> None:
    line = json.loads(run("pack", "check", pack, "--json").stdout)
    assert line["ok"] and line["name"] == "The Long Orchard"
    assert line["digest"] in run("pack", "show", pack).stdout
    assert run("pack", "check", pack).stdout.startswith("ok: The Long Orchard 2, 1 data files")


def test_a_pack_that_is_refused_ends_with_status_1_and_one_line(tmp_path: Path) -> None:
    write_folder(orchard(), tmp_path)
    (tmp_path / "pack.toml").write_text("name = 3\n")
    result = run("pack", "check", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1
    assert "pack.toml, line 1: name: expected a text, got 3" in result.stdout


def test_commands_play_with_a_pack(pack: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    table = Match(orchard().data_set.load("boots"), {"battle": "long"}, seed=1)
    table.run([RandomBot(1), RandomBot(2)])
    record.write_text(table.record.to_text())
    sim = run("sim", "boots", "-o", "battle=long", "--pack", pack, "--games", 1)
    assert sim.exit_code == 0, sim.stderr
    assert run("verify", record, "--pack", pack).exit_code == 0
    without = run("verify", record)
    assert without.exit_code == 1
    assert "long" in without.stderr or "data" in without.stderr
    out = tmp_path / "orchard.pdf"
    assert run("print", "boots", "--pack", pack, "--out", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_the_lab_repeats_what_it_was_asked_about_a_pack(pack: Path) -> None:
    words = ("--bots", "random,greedy", "--games", 2, "--jobs", 1, "--json")
    result = run("lab", "balance", "boots", "-o", "battle=long", "--pack", pack, *words)
    assert result.exit_code == 0, result.stderr
    command = json.loads(result.stdout)["command"].split()
    assert command[command.index("--data") + 1] == str(pack)
    again = run(*command[1:], "--jobs", 1, "--json")
    assert json.loads(again.stdout)["sheets"] == json.loads(result.stdout)["sheets"]


@pytest.mark.parametrize(
    "words", [("options", "boots"), ("play",), ("print", "boots", "--out", "x.pdf")]
)
def test_a_bad_pack_is_refused_by_every_command(words: tuple[str, ...], tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"PK")
    result = run(*words, "--pack", bad)
    assert result.exit_code == 2
    assert f"{bad}: expected a .zip file with a pack" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_pack_of_another_game_is_named_as_it_was_given(pack: Path) -> None:
    result = run("options", "biplanes", "--pack", pack)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"dogfight: {pack}: expected boards.toml")


def test_the_worked_example_goes_from_an_idea_to_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "packs.md").read_text()
    _, _, example = page.partition("## From an idea to paper")
    [battle] = re.findall(r"```toml\n(.*?)```", example, re.S)
    calls = re.findall(r"```sh\n(.*?)```", example, re.S)[0].splitlines()
    monkeypatch.chdir(tmp_path)
    Path("idea").mkdir()
    Path("idea/battle_crossing.toml").write_text(battle)
    for call in calls:
        words = shlex.split(call.replace("--games 200", "--games 2 --jobs 1"))
        result = run(*words[1:])
        assert result.exit_code == 0, f"{call}: {result.stdout} {result.stderr}"
    assert Path("crossing.pdf").read_bytes().startswith(b"%PDF")
