"""Where chunks are worked on: in this process, in several, or on a Ray cluster.

What comes of them is the same.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import msgspec

from dogfight.bulk.crew import Cancelled, Crew
from dogfight.bulk.work import Work, refused
from dogfight.bulk.worker import DONE
from dogfight.core.errors import DogfightError, one_line

LOOK_SECONDS = 0.2
TRIES = 3
"""How often a chunk is begun whose process dies."""


class Executor(Protocol):
    """Works on chunks; results come in the order in which they end."""

    def play(self, chunks: Iterable[bytes]) -> Generator[bytes, None, None]: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class ExecutorConfig:
    """How many processes of this machine work, or which Ray cluster (`here` starts one on this
    machine).
    """

    jobs: int = 1
    ray: str | None = None

    def executor(self, work: Work) -> Executor:
        """Return the executor of this work, which the caller has to close."""
        if self.ray is not None:
            from dogfight.bulk.ray_cluster import RayCluster  # an extra, and slow to load

            return RayCluster(work, self.ray, self.jobs)
        jobs = self.jobs or os.cpu_count() or 1
        return InProcess(work) if jobs == 1 else Crew(lambda closing: _Process(work, closing), jobs)


class InProcess:
    """Works here, one chunk after another."""

    def __init__(self, work: Work) -> None:
        self._worker = work.worker()

    def play(self, chunks: Iterable[bytes]) -> Generator[bytes, None, None]:
        for chunk in chunks:
            try:
                done = self._worker(chunk)
            except DogfightError:
                raise
            except Exception as error:
                raise refused(one_line(error)) from error
            yield done

    def close(self) -> None:
        pass


class _Process:
    """One worker process; if it dies its chunk is begun again in a new one."""

    def __init__(self, work: Work, closing: threading.Event) -> None:
        self._work = work
        self._closing = closing
        self._process: subprocess.Popen[bytes] | None = None

    def do(self, piece: bytes) -> bytes:
        for _ in range(TRIES):
            try:
                line = self._asked(piece)
            except OSError:
                line = b""
            if line.endswith(b"\n"):
                break
            self.close()
        else:
            raise refused(f"the process of a chunk ended {TRIES} times")
        if line[:1] != DONE:
            raise refused(line[1:].decode().strip())
        return line[1:]

    def _asked(self, piece: bytes) -> bytes:
        if self._process is None:
            command = [sys.executable, "-P", "-m", "dogfight.bulk.worker"]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )  # an interrupt is ours alone, also while it is still being started
            self._send(msgspec.json.encode(self._work))
        self._send(piece)
        assert self._process.stdout is not None
        while not select.select([self._process.stdout], [], [], LOOK_SECONDS)[0]:
            if self._closing.is_set():
                raise Cancelled
        return self._process.stdout.readline()

    def _send(self, line: bytes) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def close(self) -> None:
        end(self._process)
        self._process = None


def end(process: subprocess.Popen[bytes] | None) -> None:
    """End a process of ours, and close its pipes."""
    if process is None:
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
