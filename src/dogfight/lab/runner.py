"""A study in a worker process, which answers the question in a folder.

What it needs and leaves lies there too: `request.json`, the journal, `progress`, and in the end the
report or `failed`.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import msgspec

from dogfight.bulk.executors import ExecutorConfig
from dogfight.core.errors import DogfightError
from dogfight.core.registry import load_plugin
from dogfight.lab.files import JOURNAL, write_folder
from dogfight.lab.questions import Question
from dogfight.lab.study import Budget
from dogfight.processes.child import Handler, WorkerSpec

REQUEST, PROGRESS, FAILED, REPORT, HEADLINE = (
    "request.json",
    "progress",
    "failed",
    "report.html",
    "headline",
)
TELL_SECONDS = 0.3
NICENESS = 10
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
        last_report = 0.0

        def tell(part: float, _: str) -> None:
            nonlocal last_report
            if time.monotonic() - last_report > TELL_SECONDS:
                last_report = time.monotonic()
                put(folder / PROGRESS, f"{part:.4f}")

        study.run(Budget(minutes=request.minutes), ExecutorConfig(1), folder / JOURNAL, tell)
        report = request.question.report(study)
        put(folder / HEADLINE, report.headline)
        write_folder(folder / "files", study, report)
        (folder / "files").rename(folder / "report")
    except (DogfightError, OSError, msgspec.MsgspecError) as error:
        put(folder / FAILED, without_places(str(error)))


def without_places(text: str) -> str:
    """What went wrong, without where this machine keeps its files."""
    return _PLACE.sub("", " ".join(text.split()))


def put(path: Path, text: str) -> None:
    """Write a small file whole, or not at all."""
    beside = path.with_name(f".{path.name}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def worker_spec(memory_mb: int) -> WorkerSpec:
    """Return the worker that answers a question; its requests are folders."""
    return WorkerSpec("dogfight.lab.runner:study_runner", memory_mb=memory_mb, niceness=NICENESS)


def study_runner(_: bytes) -> Handler:
    """Return the handler that answers the question in a folder."""

    def run(folder: bytes) -> bytes:
        answer(Path(os.fsdecode(folder)))
        return b""

    return run
