"""The command: data on stdout, talk on stderr, exit codes that mean something."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dogfight.bots.random import RandomBot
from dogfight.cli.app import app
from dogfight.core.registry import load, manifest_of, names
from dogfight.match.match import Match

DOCS = Path(__file__).parents[2] / "docs"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_version_says_how_the_rules_run() -> None:
    assert "dogfight " in run("--version").stdout
    assert (
        "(rules compiled, " in run("--version").stdout
        or "(rules interpreted, " in run("--version").stdout
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("dogfight ver", {"verify"}),
        ("dogfight sim bi", {"biplanes"}),
        ("dogfight sim biplanes --ga", {"--games"}),
    ],
)
def test_the_shell_completes_verbs_options_and_games(typed: str, offered: set[str]) -> None:
    asked = {
        "_DOGFIGHT_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    command = [sys.executable, "-P", "-m", "dogfight"]
    done = subprocess.run(
        command, env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == offered


def test_games_lists_every_game() -> None:
    assert [line.split()[0] for line in run("games").stdout.splitlines()] == list(names())
    assert [item["name"] for item in json.loads(run("games", "--json").stdout)] == list(names())


@pytest.mark.parametrize("game", names())
def test_options_are_a_json_schema(game: str) -> None:
    schema = json.loads(run("options", game, "--json").stdout)
    assert schema["type"] == "object"
    assert run("options", game).exit_code == 0


@pytest.mark.parametrize("game", names())
def test_sim_repeats_from_its_seed(game: str) -> None:
    words = ("sim", game, "--games", 3, "--seed", 5, "--json")
    item, pair = json.loads(run(*words).stdout), json.loads(run(*words).stdout)
    assert item == pair and item["games"] == 3
    assert sum(item["reasons"].values()) == 3


def test_sim_in_words() -> None:
    result = run("sim", "squadrons", "--games", 2)
    assert result.exit_code == 0 and "decisions: median" in result.stdout


@pytest.mark.parametrize("game", names())
def test_all_examples_of_the_specification_pass(game: str) -> None:
    result = run("examples", game, manifest_of(game).file(manifest_of(game).rulebook))
    assert result.exit_code == 0, result.stdout
    assert " passed, 0 failed, " in result.stdout.splitlines()[-1]


def test_failing_example_shows_expected_and_actual(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        'Some words.\n\n```toml\n[example]\nid = "X1"\nkind = "setup"\nfirst_card = "9H"\n'
        '[example.expect]\nfirst = "G"\n```\n'
        "```toml\n[example\n```\n"
    )
    result = run("examples", "squadrons", page)
    assert result.exit_code == 1
    first, second, last = result.stdout.splitlines()
    assert "X1" in first and "expected 'G', got 'R'" in first
    assert "expected TOML" in second
    assert last == "0 passed, 2 failed, 0 not executable"


def test_rules_by_id_chapter_and_whole() -> None:
    assert run("rules", "squadrons", "SQ-1.1").stdout.startswith("SQ-1.1  There are two players")
    assert len(run("rules", "squadrons", "SQ-8").stdout.splitlines()) == 9
    assert len(json.loads(run("rules", "squadrons", "--json").stdout)) == 79


def test_doctor_says_what_is_active() -> None:
    findings = {item["what"]: item for item in json.loads(run("doctor", "--json").stdout)}
    assert findings["rules engine"]["found"].startswith(("compiled", "interpreted"))
    assert all(findings[f"{name} data"]["ok"] for name in names())


def record_file(folder: Path) -> Path:
    table = Match(load("squadrons"), seed=2)
    table.run([RandomBot(1), RandomBot(2)])
    file = folder / "game.txt"
    file.write_text(table.record.to_text())
    return file


def test_verify_and_replay(tmp_path: Path) -> None:
    file = record_file(tmp_path)
    assert run("verify", file).exit_code == 0
    assert json.loads(run("verify", file, "--json").stdout)["ok"] is True
    reported = json.loads(run("replay", file, "--to", 10, "--seat", "R", "--json").stdout)
    assert reported["view"]["seat"] == 0 and all(item["move"] <= 10 for item in reported["events"])
    assert run("replay", file).exit_code == 0


def test_a_damaged_record_exits_with_one_and_the_reason(tmp_path: Path) -> None:
    file = record_file(tmp_path)
    file.write_text(file.read_text().replace("end after", "the end after"))
    result = run("verify", file)
    assert result.exit_code == 1 and "line" in result.stderr


def test_a_record_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = record_file(tmp_path)
    file.write_text(
        re.sub(r"^2\. (\S+) \S+ ", "2. \\1 \x1b[2J\u202e ", file.read_text(), flags=re.M)
    )
    for result in (run("verify", file), run("replay", file), run("verify", file, "--json")):
        shown = result.stdout + result.stderr
        assert (
            result.exit_code
            and r"\u001b[2J\u202e" in shown
            and all(line.isprintable() for line in shown.split("\n"))
        )


def test_data_export_check_and_use(tmp_path: Path) -> None:
    assert run("data", "export", tmp_path).exit_code == 0
    assert run("data", "check", tmp_path).exit_code == 0
    assert run("data", "export", tmp_path).exit_code == 2
    board = tmp_path / "squadrons" / "board.toml"
    board.write_text(board.read_text().replace("stall_turns = 40", "stall_turns = 2"))
    result = run("sim", "squadrons", "--games", 3, "--data", tmp_path, "--json")
    assert json.loads(result.stdout)["reasons"] == {"stall SQ-8.7": 3}


def test_broken_data_exit_with_one_and_name_file_key_and_reason(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("[board]\ncolumns = 'many'\n")
    result = run("data", "check", tmp_path, "--game", "squadrons")
    assert result.exit_code == 1
    assert "board.toml" in result.stdout and "expected" in result.stdout.lower()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sim", "chess"), "expected a game out of"),
        (("sim", "squadrons", "-o", "colour=red"), "has no option 'colour'"),
        (("sim", "squadrons", "-o", "colour"), "name=value"),
        (("sim", "squadrons", "--seats", "random,random,random"), "expected 2 players"),
        (("sim", "squadrons", "--seats", "genius,random"), "expected a bot out of"),
        (("examples", "squadrons", "no-such-file.md"), "expected a page with examples"),
        (("rules", "squadrons", "ZZ-1"), "expected a rule id"),
        (("replay", "no-such-file"), "expected a record file"),
        (("sim", "squadrons", "--data", "no-such-folder"), "expected a folder"),
    ],
)
def test_bad_calls_exit_with_two_and_say_what_was_expected(
    words: tuple[str, ...], says: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in result.stderr and not result.stdout


def test_errors_are_json_where_json_was_asked_for() -> None:
    result = run("sim", "chess", "--json")
    assert result.exit_code == 2 and json.loads(result.stdout)["ok"] is False


def test_bench_measures() -> None:
    figures = json.loads(run("bench", "squadrons", "--seconds", 0.05, "--json").stdout)
    assert {figure["what"] for figure in figures} == {
        "playout decisions",
        "driven decisions",
        "copies",
        "views",
    }
    assert all(figure["per_second"] > 0 for figure in figures)
