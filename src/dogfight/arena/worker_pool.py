"""A worker process with one game at a time, replaced when it dies or hangs; here by the crew, or
on a node of Ray.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import threading
import time

import msgspec

from dogfight.arena.plan import Fixture
from dogfight.arena.play import Finished, SideLine, drawn, forfeited
from dogfight.arena.worker import MARK, READY, Job
from dogfight.bulk.crew import Cancelled, Crew
from dogfight.bulk.data_sets import DataSet
from dogfight.bulk.executors import LOOK_SECONDS, end
from dogfight.bulk.work import Work, Worker
from dogfight.core.errors import BadOption


class _Gone(Exception):
    """The worker process died."""


class _Hung(Exception):
    """A bot has thought for longer than it may."""


class _Worker:
    """One worker process; a request blocks its caller."""

    def __init__(self, job: Job, closing: threading.Event) -> None:
        self._mark = tempfile.NamedTemporaryFile(prefix="dogfight-arena-")  # noqa: SIM115
        self._job = msgspec.structs.replace(job, mark=self._mark.name)
        self._closing = closing
        self._process: subprocess.Popen[bytes] | None = None

    def do(self, fixture: Fixture) -> Finished:
        """The finished game.

        If the process dies it is played once more; the second time is a forfeit.
        """
        for _ in range(2):
            try:
                return self._asked(fixture)
            except _Hung:
                blamed = self._thinking()[0]
                self._end()
                return self._failed(
                    fixture, blamed, f"thought longer than {self._job.terms.move_seconds:g} s"
                )
            except (_Gone, OSError):
                blamed = self._thinking()[0]
                self._end()
        return self._failed(fixture, blamed, "brought the process down twice")

    def _asked(self, fixture: Fixture) -> Finished:
        self._note_idle()
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(fixture) + b"\n")
        process.stdin.flush()
        while not select.select([process.stdout], [], [], LOOK_SECONDS)[0]:
            if self._closing.is_set():
                raise Cancelled
            side, since = self._thinking()
            if side >= 0 and time.monotonic() - since > self._job.terms.move_seconds:
                raise _Hung
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Gone
        return msgspec.json.decode(line, type=Finished)

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "dogfight.arena.worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )  # an interrupt is ours alone, also while it is still being started
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(self._job) + b"\n")
        self._process.stdin.flush()
        if self._process.stdout.readline() != READY:
            self._end()
            raise BadOption(
                f"expected a worker process to start with {self._job.memory_mb} MB; it ended"
            )

    def _note_idle(self) -> None:
        os.pwrite(self._mark.fileno(), MARK.pack(-1, 0.0), 0)

    def _thinking(self) -> tuple[int, float]:
        return MARK.unpack(os.pread(self._mark.fileno(), MARK.size, 0))

    def _failed(self, fixture: Fixture, blamed: int, how: str) -> Finished:
        names = [self._job.terms.bots[entry] for entry in fixture.entries]
        if blamed < 0:
            scores, reason = drawn(len(names)), "the process died twice while no bot was thinking"
        else:
            scores, reason = forfeited(len(names), blamed), f"{names[blamed]} {how}"
        return Finished(
            number=fixture.number,
            deal=fixture.deal,
            sides=tuple(
                SideLine(bot=name, score=score) for name, score in zip(names, scores, strict=True)
            ),
            ending="unfinished" if blamed < 0 else "forfeit",
            why="lost" if blamed < 0 else "forfeit",
            reason=reason,
            loser=blamed,
        )

    def _end(self) -> None:
        end(self._process)
        self._process = None

    def close(self) -> None:
        self._end()
        self._mark.close()


def crew(job: Job, jobs: int) -> Crew[Fixture, Finished]:
    """Plays fixtures in processes of this machine."""
    return Crew(lambda closing: _Worker(job, closing), jobs)


class Sent(msgspec.Struct, frozen=True):
    """The input of a cluster node: the job, and the data files it needs."""

    job: Job
    data: DataSet

    def work(self) -> Work:
        """The job as work for an executor."""
        return Work("dogfight.arena.worker_pool:on_node", msgspec.json.encode(self).decode())


def on_node(reported: str) -> Worker:
    """Plays fixtures in a process of the node it runs on, which is replaced like one of our own."""
    sent = msgspec.json.decode(reported, type=Sent)
    folder = sent.data.folder()
    worker = _Worker(
        msgspec.structs.replace(sent.job, data=str(folder) if folder else None), threading.Event()
    )
    return lambda chunk: msgspec.json.encode(worker.do(msgspec.json.decode(chunk, type=Fixture)))
