"""Several async workers and the queue before them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from dogfight.processes.child import WorkerSpec
from dogfight.processes.worker import AsyncWorker

_Turns = OrderedDict[int, deque["asyncio.Future[AsyncWorker]"]]


@dataclass(frozen=True, slots=True)
class Caller:
    """The person a worker is asked for, and whether this person waits for the reply."""

    person: int
    is_interactive: bool = True


class FairPool:
    """Workers for interactive callers first, then for the others, round-robin by person.

    With several workers one is always left to interactive callers.
    """

    def __init__(self, spec: WorkerSpec, count: int) -> None:
        self._workers = [AsyncWorker(spec) for _ in range(count)]
        self._idle = list(self._workers)
        self._interactive: _Turns = OrderedDict()
        self._background: _Turns = OrderedDict()
        self._background_running = 0
        self._max_background = max(1, count - 1)

    @asynccontextmanager
    async def worker(self, caller: Caller, timeout: float | None) -> AsyncIterator[AsyncWorker]:
        """Lend a worker when it is the caller's turn; `TimeoutError` if that takes too long."""
        worker = await self._take(caller, timeout)
        try:
            yield worker
        finally:
            self._give_back(worker, caller)

    async def _take(self, caller: Caller, timeout: float | None) -> AsyncWorker:
        turn: asyncio.Future[AsyncWorker] = asyncio.get_running_loop().create_future()
        turns = self._interactive if caller.is_interactive else self._background
        turns.setdefault(caller.person, deque()).append(turn)
        self._assign()
        try:
            async with asyncio.timeout(timeout):
                return await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result(), caller)
            turn.cancel()
            raise

    def _give_back(self, worker: AsyncWorker, caller: Caller) -> None:
        if not caller.is_interactive:
            self._background_running -= 1
        self._idle.append(worker)
        self._assign()

    def _assign(self) -> None:
        while self._idle and (turn := self._next_turn()) is not None:
            turn.set_result(self._idle.pop())

    def _next_turn(self) -> asyncio.Future[AsyncWorker] | None:
        turn = _pop_turn(self._interactive)
        if turn is None and self._background_running < self._max_background:
            turn = _pop_turn(self._background)
            self._background_running += turn is not None
        return turn

    async def start(self) -> None:
        """Start all processes before they are needed; the next request retries one that fails."""
        if self._workers:
            await asyncio.wait([worker.start() for worker in self._workers])

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


def _pop_turn(turns: _Turns) -> asyncio.Future[AsyncWorker] | None:
    while turns:
        person, waiting = turns.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            turns[person] = waiting
        if not turn.done():
            return turn
    return None
