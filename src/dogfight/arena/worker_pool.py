"""Several worker processes, one game each at a time; those that die or hang are replaced."""

from __future__ import annotations

import os
import queue
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress

import msgspec

from dogfight.arena.plan import Fixture
from dogfight.arena.play import Finished, SideLine, drawn, forfeited
from dogfight.arena.worker import MARK, READY, Job
from dogfight.core.errors import BadOption

_LOOK_SECONDS = 0.2


class _Gone(Exception):
    """The worker process died."""


class _Hung(Exception):
    """A bot has thought for longer than it may."""


class _Closing(Exception):
    """Nobody waits for this game any more."""


class _Worker:
    """One process and the thread that waits for it."""

    def __init__(self, job: Job, closing: threading.Event) -> None:
        self._mark = tempfile.NamedTemporaryFile(prefix="dogfight-arena-")  # noqa: SIM115
        self._job = msgspec.structs.replace(job, mark=self._mark.name)
        self._closing = closing
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, fixture: Fixture) -> Finished:
        """The finished game. If the process dies it is played once more; the second time is a forfeit."""
        for _ in range(2):
            try:
                return self._asked(fixture)
            except _Hung:
                blamed = self._thinking()[0]
                self._end()
                return self._failed(fixture, blamed, f"thought longer than {self._job.terms.move_seconds:g} s")
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
        while not select.select([process.stdout], [], [], _LOOK_SECONDS)[0]:
            if self._closing.is_set():
                raise _Closing
            side, since = self._thinking()
            if side >= 0 and time.monotonic() - since > self._job.terms.move_seconds:
                raise _Hung
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Gone
        return msgspec.json.decode(line, type=Finished)

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "dogfight.arena.worker"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(self._job) + b"\n")
        self._process.stdin.flush()
        if self._process.stdout.readline() != READY:
            self._end()
            raise BadOption(f"expected a worker process to start with {self._job.memory_mb} MB; it ended")

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
            sides=tuple(SideLine(bot=name, score=score) for name, score in zip(names, scores, strict=True)),
            ending="unfinished" if blamed < 0 else "forfeit",
            why="lost" if blamed < 0 else "forfeit",
            reason=reason,
            loser=blamed,
        )

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def close(self) -> None:
        self._end()
        self._mark.close()


class Crew:
    """Plays fixtures in parallel. The games come back in the order in which they end."""

    def __init__(self, job: Job, jobs: int) -> None:
        self._job = job
        self._jobs = jobs
        self._closing = threading.Event()
        self._next = threading.Lock()

    def play(self, wanted: Iterable[Fixture]) -> Generator[Finished, None, None]:
        """Finished games; leaving early ends the processes."""
        waiting = iter(wanted)
        done: queue.SimpleQueue[Finished | BaseException | None] = queue.SimpleQueue()
        threads = [threading.Thread(target=self._work, args=(waiting, done)) for _ in range(self._jobs)]
        for thread in threads:
            thread.start()
        try:
            working = len(threads)
            while working:
                one = done.get()
                if isinstance(one, BaseException):
                    raise one
                if one is None:
                    working -= 1
                else:
                    yield one
        finally:
            self._closing.set()
            for thread in threads:
                thread.join()

    def _work(self, waiting: Iterator[Fixture], done: queue.SimpleQueue[Finished | BaseException | None]) -> None:
        worker = _Worker(self._job, self._closing)
        try:
            while not self._closing.is_set():
                with self._next:
                    fixture = next(waiting, None)
                if fixture is None:
                    break
                done.put(worker.play(fixture))
        except _Closing:
            pass
        except BaseException as error:
            done.put(error)
        finally:
            worker.close()
            done.put(None)
