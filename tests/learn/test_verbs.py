"""`dogfight learn` and `dogfight exploit --minutes`: trainings from the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dogfight.cli.app import app
from dogfight.games.biplanes.ai.training import runs
from dogfight.games.biplanes.commands import learn

TINY = ("--games", "32", "--width", "8", "--device", "cpu")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module", autouse=True)
def short_trainings() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "MATCH", 64)
        patch.setattr(runs, "LAST_MATCHES", 2)
        patch.setattr(learn, "ON_CPU", {"games": 32, "at_once": 2, "width": 8})
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("training") / "new"
    done = run("biplanes", "learn", "--out", out, "--rounds", 4, *TINY)
    assert done.exit_code == 0, done.output
    assert "round 4 of 4" in done.stdout and "against random" in done.stdout
    return out


def test_a_training_leaves_weights_and_one_page_with_curves(folder: Path) -> None:
    page = (folder / learn.PAGE).read_text()
    assert (folder / runs.WEIGHTS).exists()
    assert (
        page.count("<svg") == 3
        and "mean against random" in page
        and "src=" not in page
        and "http" not in page
    )


def test_learn_command_resumes_and_prints_json(folder: Path) -> None:
    done = run("biplanes", "learn", "--out", folder, "--resume", "--json", "--device", "cpu")
    assert done.exit_code == 0, done.output
    end = json.loads(done.stdout)
    assert (end["round"], end["total"], end["seed"]) == (4, 4, 0) and Path(end["page"]).exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--out", "OTHER"), "expected --minutes or --rounds"),
        (("--out", "OUT", "--rounds", 2), "or --resume"),
        (("--out", "OTHER", "--resume"), "expected a checkpoint"),
        (("--out", "OTHER", "--rounds", 2, "--device", "abacus"), "expected cpu or gpu"),
        (("--out", "OTHER", "--rounds", 2, "--games", 3, "--device", "cpu"), "by twos"),
    ],
)
def test_bad_calls_are_refused_in_words(
    words: tuple[object, ...], expected: str, folder: Path, tmp_path: Path
) -> None:
    places = {"OUT": folder, "OTHER": tmp_path / "other"}
    done = run("biplanes", "learn", *(places.get(str(word), word) for word in words))
    assert done.exit_code == 2 and expected in done.stderr


@pytest.mark.parametrize("more", [(), ("--rounds", 4)])
def test_a_time_in_which_nothing_is_learned_is_refused(
    more: tuple[object, ...], tmp_path: Path
) -> None:
    out = tmp_path / "short"
    done = run("biplanes", "learn", "--out", out, "--minutes", 0.01, *more, *TINY)
    assert done.exit_code == 2 and not done.stdout
    assert "expected at least" in done.stderr and "got 0.01 minutes" in done.stderr
    assert "the start took" in done.stderr and "nothing was written" in done.stderr
    assert not out.exists()


def test_a_time_in_which_rounds_fit_is_filled_with_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "LAST_WORDS_S", 1.0)
    out = tmp_path / "fits"
    begun = run("biplanes", "learn", "--out", out, "--minutes", 0.01, *TINY)
    least = float(begun.stderr.split("expected at least ")[1].split()[0])
    done = run("biplanes", "learn", "--out", out, "--minutes", 3 * least, "--json", *TINY)
    assert done.exit_code == 0, done.output
    end = json.loads(done.stdout)
    assert end["round"] >= runs.LEAST_ROUNDS and end["games"] > 0


def test_a_response_is_trained_against_weights(folder: Path, tmp_path: Path) -> None:
    bot = f"learned:time=1s,weights={folder / runs.WEIGHTS}"
    done = run(
        "biplanes",
        "exploit",
        bot,
        "--rounds",
        2,
        "--out",
        tmp_path,
        "--device",
        "cpu",
        "--json",
    )
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["by"] == "training" and result["low"] <= result["score"] <= result["high"]
    assert result["seconds"] > 0
    assert (tmp_path / runs.WEIGHTS).exists()
    for words, expected in (
        (("medium", "--minutes", 1), "expected ace, learned:"),
        (("ace", "--minutes", 1, "-o", "board=alt"), "expected no options"),
        (("ace", "--minutes", 1, "--out", tmp_path), "expected a folder without a training"),
    ):
        refused = run("biplanes", "exploit", *words)
        assert refused.exit_code == 2 and expected in refused.stderr
