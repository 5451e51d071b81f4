"""A study in a process of its own: `python -m dogfight.lab.runner FOLDER MB` answers the question
in the folder.

MB is the memory it may take. What it needs and leaves lies there too: `request.json`, the journal,
`progress`, and in the end the report or `failed`.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import msgspec

from dogfight.bots.process_limits import leave_with_parent, limit_memory
from dogfight.bulk.executors import ExecutorConfig
from dogfight.core.errors import DogfightError
from dogfight.core.registry import load_plugin
from dogfight.lab.files import JOURNAL, write_folder
from dogfight.lab.questions import Question
from dogfight.lab.study import Budget

REQUEST, PROGRESS, FAILED, REPORT, HEADLINE = (
    "request.json",
    "progress",
    "failed",
    "report.html",
    "headline",
)
TELL_SECONDS = 0.3
_PLACE = re.compile(r"[^\s'\"]*/(?:dogfight-data-[^/\s]+|lab/[0-9a-f]{12})/")


class Request(msgspec.Struct, frozen=True):
    """A question, how long it may take, when it was asked and by whom."""

    question: Question
    minutes: float
    asked: int = 0
    plugins: tuple[str, ...] = ()
    owner: int | None = None
    """The person whose study it is, where a server asked for it."""


def answer(folder: Path) -> None:
    """Play and write the report; write an error file if the study cannot be carried out."""
    try:
        request = msgspec.json.decode((folder / REQUEST).read_bytes(), type=Request)
        for plugin in request.plugins:
            load_plugin(plugin)
        study = request.question.study()
        told = 0.0

        def tell(part: float, _: str) -> None:
            nonlocal told
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                put(folder / PROGRESS, f"{part:.4f}")

        study.run(Budget(minutes=request.minutes), ExecutorConfig(1), folder / JOURNAL, tell)
        report = request.question.report(study)
        put(folder / HEADLINE, report.headline)
        write_folder(folder / "files", study, report)
        (folder / "files").rename(folder / "report")
    except (DogfightError, OSError, msgspec.MsgspecError) as error:
        put(folder / FAILED, without_places(str(error)))


def without_places(words: str) -> str:
    """What went wrong, without where this machine keeps its files."""
    return _PLACE.sub("", " ".join(words.split()))


def put(path: Path, words: str) -> None:
    """Write a small file whole, or not at all."""
    beside = path.with_name(f".{path.name}")
    beside.write_text(words, encoding="utf-8")
    beside.replace(path)


def main() -> None:
    leave_with_parent()
    os.nice(10)
    folder, memory_mb = sys.argv[1:]
    limit_memory(int(memory_mb))
    answer(Path(folder))


if __name__ == "__main__":
    main()
