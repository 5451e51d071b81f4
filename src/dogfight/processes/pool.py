"""Run requests on several workers and yield the results as they complete."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from dogfight.processes.worker import Cancelled

Q = TypeVar("Q")
R = TypeVar("R")
Q_in = TypeVar("Q_in", contravariant=True)
R_out = TypeVar("R_out", covariant=True)


class PoolMember(Protocol[Q_in, R_out]):
    """A worker of a pool, with one request at a time."""

    def handle(self, request: Q_in, cancelled: threading.Event) -> R_out: ...

    def close(self) -> None: ...


class WorkerPool(Generic[Q, R]):
    """Workers that share a list of requests; each is made when it is first needed."""

    def __init__(self, make: Callable[[], PoolMember[Q, R]], jobs: int) -> None:
        self._make = make
        self._closing = threading.Event()
        self._next = threading.Lock()
        self._members: list[PoolMember[Q, R] | None] = [None] * jobs

    def map_unordered(self, requests: Iterable[Q]) -> Generator[R, None, None]:
        """Yield the results as they complete; closing the generator early closes the pool."""
        pending = iter(requests)
        results: queue.SimpleQueue[R | BaseException | None] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._run, args=(index, pending, results))
            for index in range(len(self._members))
        ]
        for thread in threads:
            thread.start()
        running = len(threads)
        try:
            while running:
                answer = results.get()
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    running -= 1
                else:
                    yield answer
        finally:
            if running:
                self._closing.set()
            for thread in threads:
                thread.join()

    def close(self) -> None:
        """Close every worker."""
        self._closing.set()
        members, self._members = self._members, [None] * len(self._members)
        for member in members:
            if member is not None:
                member.close()

    def _run(
        self, index: int, pending: Iterator[Q], results: queue.SimpleQueue[R | BaseException | None]
    ) -> None:
        try:
            while not self._closing.is_set():
                with self._next:
                    request = next(pending, None)
                if request is None:
                    break
                member = self._members[index] or self._make()
                self._members[index] = member
                results.put(member.handle(request, self._closing))
        except Cancelled:
            pass
        except BaseException as error:
            results.put(error)
        finally:
            results.put(None)
