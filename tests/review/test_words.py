"""A review in words, as JSON and as a page; errors in one line with status 2."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dogfight.cli.app import app
from dogfight.core.decision import Over
from dogfight.core.event import Event, EventKind
from dogfight.match.record import Record
from dogfight.review.steps import PlayedStep
from dogfight.review.text import rounded

Finished = Callable[..., Record]


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def file(tmp_path: Path, finished: Finished) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(finished("biplanes").to_text(), encoding="utf-8")
    return path


def test_rounded_parts_add_up_with_rest_in_the_largest() -> None:
    assert rounded([0.104, -0.354, -0.254], -0.504) == [10, -35, -25]
    assert rounded([0.004, 0.004, 0.014], 0.022) == [0, 0, 2]
    assert sum(rounded([0.333, 0.333, -0.17], 0.5)) == 50


def test_text_names_people_and_parts(file: Path) -> None:
    done = run("review", file, "--samples", 8)
    assert done.exit_code == 0
    assert "Ana (Player 1)" in done.stdout and "luck" in done.stdout and "% a turn" in done.stdout
    assert "What decided it" in done.stdout


def test_json_holds_the_whole_review(file: Path) -> None:
    result = json.loads(run("review", file, "--samples", 8, "--json").stdout)
    assert result["game"] == "biplanes" and result["judged"] and len(result["splits"]) == 2
    split = result["splits"][0]
    parts = sum(split[name] for name in ("luck", "guesses", "choices", "gifts", "unexplained"))
    assert split["start"] + parts == pytest.approx(split["result"])


def test_the_page_needs_nothing_else(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "out" / "review.html"
    assert run("review", file, "--samples", 8, "--out", page).exit_code == 0
    words = page.read_text(encoding="utf-8")
    assert "<svg" in words and "Ana" in words
    assert (
        "http" not in words.replace("http-equiv", "")
        and "<script" not in words
        and "<link" not in words
    )


def test_names_cannot_bring_markup_into_the_page(tmp_path: Path, finished: Finished) -> None:
    record = tmp_path / "game.txt"
    text = finished("goofspiel").to_text().replace("Ana", "<b>x</b>")
    record.write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    assert run("review", record, "--samples", 4, "--out", page).exit_code == 0
    assert "<b>x" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{file}", "--out", "page.txt"], "expected a file that ends in .html"),
        (["{file}.missing"], "expected a record file"),
        (["{file}", "--samples", "-1"], "samples"),
        (["{file}", "--seconds", "0"], "seconds"),
        (["{broken}"], "line 1"),
        (["{short}"], "finished game"),
    ],
)
def test_bad_review_calls_are_refused_in_one_line(
    words: list[str], said: str, file: Path, tmp_path: Path
) -> None:
    broken, short = tmp_path / "broken.txt", tmp_path / "short.txt"
    broken.write_text("nonsense\n", encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if not line)
    first = next(line for line in lines if line.startswith('[Start "')).split('"')[1]
    header = [
        line if not line.startswith("[Result") else '[Result "unfinished"]'
        for line in lines[:start]
    ]
    short.write_text("\n".join([*header, "", f"end after 0 {{{first}}}"]) + "\n", encoding="utf-8")
    done = run("review", *(word.format(file=file, broken=broken, short=short) for word in words))
    assert done.exit_code == 2
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_story_tells_outcomes_and_omits_sealed_decisions() -> None:
    step = PlayedStep("sealed", 1, 1, None, Over((0.0,), "", "", ""))
    kinds = {"turn": EventKind(heading=True)}
    step.tell(
        [
            Event("sealed", "Red has decided."),
            Event("turn", "Turn 2."),
            Event("moved", "Red flies on"),
        ],
        kinds,
    )
    assert step.story == ["Red flies on."] and step.harm == []
    step.tell(
        [
            Event("shot", "Red hits Blue.", facts={"hits": 2}),
            Event("shot", "Blue misses.", facts={"hits": 0}),
        ],
        {},
    )
    step.tell(
        [Event("attack", "Pinned", facts={"harm": True}), Event("look", "A card.", seen_by=(0,))],
        {},
    )
    assert step.story[1:] == ["Red hits Blue.", "Blue misses.", "Pinned."]
    assert step.harm == ["Red hits Blue.", "Pinned."]
