"""The same games whatever plays them, every chunk once, on after a crash, and where intervals
are widest.
"""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from studies import DUEL, answered
from typer.testing import CliRunner

from dogfight.bulk.executors import ExecutorConfig
from dogfight.cli.app import app
from dogfight.lab.files import COLUMNS, JOURNAL, write_folder
from dogfight.lab.questions import Question
from dogfight.lab.study import Budget

OPTIONS = (*DUEL, "p1=red,white", "p2=blue,grey")
QUESTION = Question(
    kind="balance", game="biplanes", options=OPTIONS, bots=("random", "easy"), seed=3
)
BUDGET = Budget(games=(3000, 60))
CALL = (
    *(
        "lab",
        "balance",
        "biplanes",
        "-o",
        "mode=dogfight",
        "-o",
        "board=main",
        "-o",
        "p1=red,white",
        "-o",
        "p2=blue,grey",
    ),
    *("--bots", "random,easy", "--games", "3000,60", "--seed", "3"),
)
FILES = ("report.html", "report.json", "games.csv")


def folder(path: Path, hands: ExecutorConfig) -> dict[str, bytes]:
    study = QUESTION.study()
    study.run(BUDGET, hands, path / JOURNAL)
    write_folder(path, study, QUESTION.report(study))
    return {name: (path / name).read_bytes() for name in FILES}


def test_study_report_is_identical_for_any_worker_count(tmp_path: Path) -> None:
    item = folder(tmp_path / "one", ExecutorConfig(1))
    assert item == folder(tmp_path / "three", ExecutorConfig(3))
    lines = list(csv.reader(item["games.csv"].decode().splitlines()))
    assert lines[0] == list(COLUMNS) and len(lines) == 1 + 3060
    assert len({tuple(line[:5]) for line in lines}) == len(lines), "every game once"


def test_a_study_goes_on_after_a_crash(tmp_path: Path) -> None:
    """Killed in the middle, called again: the files of a run that was never interrupted, every
    chunk counted once.
    """
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    call = [sys.executable, "-P", "-m", "dogfight", *CALL, "--jobs", "2", "--out"]
    subprocess.run([*call, str(whole)], check=True, capture_output=True)
    process = subprocess.Popen(
        [*call, str(broken)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    kept = broken / JOURNAL
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 20):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (broken / "report.json").exists(), "it was killed before it was done"
    with kept.open("ab") as file:
        file.write(b'{"cell":0,"first"')  # a line that the crash has cut off
    before = kept.read_bytes().count(b"\n")
    done = subprocess.run([*call, str(broken)], check=True, capture_output=True)
    assert kept.read_bytes().startswith((whole / JOURNAL).read_bytes().splitlines()[0])
    assert kept.read_bytes().count(b"\n") >= before
    for name in FILES:
        assert (broken / name).read_bytes() == (whole / name).read_bytes(), name
    numbers = [
        (line["cell"], line["first"])
        for line in map(json.loads, kept.read_bytes().splitlines()[1:])
    ]
    assert len(numbers) == len(set(numbers)), "no chunk was played twice"
    assert b"wrote" in done.stderr


def test_a_journal_of_another_study_is_refused(tmp_path: Path) -> None:
    command = ["lab", "balance", "goofspiel", "--bots", "random,easy", "--games", "4"]
    command += ["--jobs", "1", "--out", str(tmp_path)]
    first = CliRunner().invoke(app, [*command, "-o", "cards=3"])
    assert first.exit_code == 0, first.output
    other = CliRunner().invoke(app, [*command, "-o", "cards=4"])
    assert other.exit_code == 2 and "holds games with options" in other.stderr


def test_study_samples_widest_interval_first() -> None:
    question = msgspec.structs.replace(QUESTION, options=(*DUEL, "p1=white,green", "p2=red,green"))
    study = question.study()
    study.run(Budget(games=(20_000, 8)), ExecutorConfig(), None)
    widths = [study.width(0, at) for at in range(len(study.contests))]
    deals = [study.deals(0, at) for at in range(len(study.contests))]
    assert max(widths) < 1.2 * min(widths), (widths, deals)
    assert max(deals) > 1.2 * min(deals), "an even pair needs more games than a lopsided one"


def test_precision_ends_a_study() -> None:
    study = QUESTION.study()
    study.bots = study.bots[:1] * 2
    study.run(Budget(precision=0.03), ExecutorConfig(), None)
    assert all(study.width(0, at) <= 0.03 for at in range(len(study.contests)))


def test_timed_study_report_says_how_to_repeat_it() -> None:
    timed = answered(QUESTION, Budget(minutes=0.02))
    words = timed.command.split()
    games = tuple(int(part) for part in words[words.index("--games") + 1].split(","))
    assert all(games) and answered(QUESTION, Budget(games=games)) == timed


def test_every_verdict_needs_two_strengths(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["lab", "balance", "squadrons", "--bots", "random"])
    assert done.exit_code == 2 and "expected two bots or more" in done.stderr


@pytest.mark.parametrize("game", ["boots", "goofspiel", "paws", "squadrons", "starfighters"])
def test_every_game_has_a_report(game: str) -> None:
    question = Question(kind="balance", game=game, bots=("random", "easy"))
    study = question.study()
    study.bots = (("random", "random"), ("again", "random"))
    study.run(Budget(games=(240,)), ExecutorConfig(), None)
    report = question.report(study)
    assert all(
        0 <= finding.strengths["random"].figure.low <= finding.strengths["random"].figure.high <= 1
        for finding in report.findings
    )
    assert all(sheet.games for sheet in report.sheets) and report.terms.data == {
        "built-in": study.digests[0]
    }
    assert {finding.group for finding in report.findings} == set(report.groups)
