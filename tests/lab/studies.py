"""Studies and reports in a line, for the lab's tests."""

from __future__ import annotations

import re
from pathlib import Path

from dogfight.bulk.data_sets import DataSet
from dogfight.bulk.executors import ExecutorConfig
from dogfight.datafiles.files import built_in
from dogfight.lab.questions import Question
from dogfight.lab.report import Report
from dogfight.lab.study import Budget, Study

DUEL = ("mode=dogfight", "board=main")


def tiles_doubled(name: str) -> DataSet:
    """The built-in biplanes with every hit on one biplane's tiles doubled, to three at most
    [BD-1.4].
    """
    lines = built_in("biplanes").joinpath("sets.toml").read_text(encoding="utf-8").splitlines()
    at = lines.index(f"[sets.{name}]")
    tiles = next(n for n in range(at, len(lines)) if lines[n].startswith("tiles = "))
    lists = re.sub(
        r"\[[^\]]*\]",
        lambda hits: re.sub(r"\d", lambda digit: str(min(3, 2 * int(digit[0]))), hits[0]),
        lines[tiles],
    )
    lines[tiles] = lists
    return DataSet({"biplanes/sets.toml": "\n".join(lines) + "\n"})


def answered(question: Question, budget: Budget, journal: Path | None = None) -> Report:
    """The report of a question."""
    study = question.study()
    study.run(budget, ExecutorConfig(), journal)
    return question.report(study)


def twice_random(question: Question) -> Study:
    """A study with random players under two names: quick, and still of several strengths."""
    study = question.study()
    study.bots = (("one", "random"), ("two", "random"))
    return study
