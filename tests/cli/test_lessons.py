"""`dogfight lesson` and `dogfight lessons` as they are called."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dogfight.cli.app import app
from dogfight.core.registry import manifest_of
from dogfight.lessons.courses import course, games_with_lessons

run = CliRunner()


@pytest.mark.parametrize("game", games_with_lessons())
def test_lesson_in_lines_ends_with_a_first_game(game: str, tmp_path: Path) -> None:
    lines = [
        word for step in course(game).lesson(1).step for word in (" ".join(step.series()[0]), "")
    ]
    call = ["lesson", game, "--ascii", "--progress", str(tmp_path / "p.json")]
    result = run.invoke(app, call, input="\n".join(lines[:-1]) + "\n")
    assert result.exit_code == 0, result.output
    assert "The lesson is finished." in result.output and f"dogfight play {game}" in result.output
    assert result.output.isascii()
    assert all(step.outcome.split()[0] in result.output for step in course(game).lesson(1).step)
    assert json.loads((tmp_path / "p.json").read_text())[f"{game}/1"]["done"]


def test_a_lesson_is_left_and_gone_on_with(tmp_path: Path) -> None:
    call = ["lesson", "biplanes", "--progress", str(tmp_path / "p.json")]
    first = run.invoke(app, call, input="1/0\n\nq\n")
    assert first.exit_code == 0 and "Progress is kept" in first.output
    second = run.invoke(app, call, input="q\n")
    assert "[2/10]" in second.output and "[1/10]" not in second.output
    third = run.invoke(app, [*call, "--again"], input="q\n")
    assert "[1/10]" in third.output


def test_nudges_refusals_rules_and_taking_back_in_lines(tmp_path: Path) -> None:
    call = ["lesson", "biplanes", "--progress", str(tmp_path / "p.json")]
    typed = ["2/2", "5/2", "?", "l", "", "2", "what", "u", "1/0"]
    result = run.invoke(app, call, input="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    assert "Start small." in result.output  # the nudge
    assert "5/2 is not in your hand [BD-4.1]" in result.output
    assert "BD-4.6  " in result.output
    assert "Press Enter to go on" in result.output
    hinted = run.invoke(app, [*call, "--again"], input="h\nq\n").output
    assert (
        "Any of these will do: play 1 with no hits, to m5; or play 1 with 1 hit, to m5." in hinted
    )
    nudged = run.invoke(app, [*call, "--again"], input="2/2\n2/2\nq\n").output
    assert nudged.count("Start small.") == 2 and nudged.count("Any of these will do") == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (["lesson", "goofspiel"], "expected a game with lessons"),
        (["lesson", "biplanes", "9"], "expected a lesson of biplanes from 1 to 1, got 9"),
        (["lessons", "check", "chess"], "expected a game with lessons"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(call: list[str], words: str, tmp_path: Path) -> None:
    result = run.invoke(app, call)
    assert (
        result.exit_code == 2
        and words in result.stderr
        and len(result.stderr.strip().splitlines()) == 1
    )


def test_lessons_are_listed_and_checked() -> None:
    listed = json.loads(run.invoke(app, ["lessons", "show", "--json"]).stdout)
    assert [item["game"] for item in listed] == [
        "biplanes",
        "boots",
        "boots",
        "paws",
        "squadrons",
        "starfighters",
    ]
    result = run.invoke(app, ["lessons", "check", "squadrons"])
    assert result.exit_code == 0 and result.stdout == "squadrons/lessons.toml: 12 steps, 0 faults\n"


def test_a_broken_file_gives_status_1_and_says_where(tmp_path: Path) -> None:

    text = manifest_of("biplanes").file("lessons.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text.replace('accept = ["4/1"]', 'accept = ["5/2"]', 1))
    result = run.invoke(app, ["lessons", "check", str(own)])
    assert result.exit_code == 1 and "mine.toml step 2: accept: expected" in result.stdout
    own.write_text("game = 7")
    result = run.invoke(app, ["lessons", "check", str(own), "--json"])
    assert result.exit_code == 1 and json.loads(result.stdout)[0]["faults"]
