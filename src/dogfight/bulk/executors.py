"""Where chunks are worked on: in this process, in several, or on a Ray cluster.

What comes of them is the same.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Protocol

from dogfight.core.errors import BadOption, DogfightError, one_line
from dogfight.processes.child import WorkerSpec
from dogfight.processes.pool import WorkerPool
from dogfight.processes.worker import Worker, WorkerFailed, WorkerGone

TRIES = 3
"""How often a chunk is started whose process dies."""


def chunk_failed(reason: str) -> BadOption:
    """Return the error for a chunk that a worker could not carry out."""
    return BadOption(f"games could not be played: {reason}")


class Executor(Protocol):
    """Works on chunks; results come in the order in which they end."""

    def map_unordered(self, chunks: Iterable[bytes]) -> Generator[bytes, None, None]: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class ExecutorConfig:
    """How many processes of this machine work, or which Ray cluster (`here` starts one on this
    machine).
    """

    jobs: int = 1
    ray: str | None = None

    def executor(self, spec: WorkerSpec) -> Executor:
        """Return the executor of these workers, which the caller has to close."""
        if self.ray is not None:
            from dogfight.bulk.ray_cluster import RayCluster  # an extra, and slow to load

            return RayCluster(spec, self.ray, self.jobs)
        jobs = self.jobs or os.cpu_count() or 1
        return InProcess(spec) if jobs == 1 else WorkerPool(lambda: _RetryingWorker(spec), jobs)


class InProcess:
    """Works here, one chunk after another."""

    def __init__(self, spec: WorkerSpec) -> None:
        self._handler = spec.make_handler()

    def map_unordered(self, chunks: Iterable[bytes]) -> Generator[bytes, None, None]:
        for chunk in chunks:
            try:
                result = self._handler(chunk)
            except DogfightError:
                raise
            except Exception as error:
                raise chunk_failed(one_line(error)) from error
            yield result

    def close(self) -> None:
        pass


class _RetryingWorker:
    """A worker process; if it dies its chunk is started again in a new one."""

    def __init__(self, spec: WorkerSpec) -> None:
        self._worker = Worker(spec)

    def handle(self, chunk: bytes, cancelled: threading.Event) -> bytes:
        for _ in range(TRIES):
            try:
                return self._worker.ask(chunk, cancelled=cancelled)
            except WorkerFailed as error:
                raise chunk_failed(str(error)) from None
            except WorkerGone:
                continue
        raise chunk_failed(f"the process of a chunk ended {TRIES} times")

    def close(self) -> None:
        self._worker.stop()
