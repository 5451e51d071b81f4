"""Processes that answer questions, one at a time each, in time or not at all; and the line of
those who ask them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dogfight.bots.process_limits import leave_with_parent, limit_memory
from dogfight.core.registry import load_plugin

_START_SECONDS = 30.0


class Worker:
    """One process of ours, started when it is first asked, or before.

    It holds one question at a time.
    """

    def __init__(self, module: str, *words: str, longest: int = 4 << 20) -> None:
        self._command = (sys.executable, "-P", "-m", module, *words)
        self._longest = longest
        """Bytes of one answer."""
        self._running: asyncio.Task[Process] | None = None
        """The process, as soon as it is ready."""

    def start(self) -> asyncio.Task[Process]:
        """Start the process, if it does not run; it need not be waited for."""
        if self._running is None:
            self._running = asyncio.ensure_future(self._started())
        return self._running

    async def ask(self, question: object, seconds: float) -> bytes:
        """Return the answer as a line; raise when the process dies or is silent.

        After an error the caller stops it.
        """
        process = await asyncio.shield(self.start())
        words = pickle.dumps(question)
        assert process.stdin is not None
        process.stdin.write(len(words).to_bytes(4, "big") + words)
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            return (await self._line(process)).rstrip(b"\n")

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=self._longest
        )
        try:
            async with asyncio.timeout(_START_SECONDS):
                if await self._line(process) != b"ready\n":
                    raise ValueError("the process did not start")
        except BaseException:
            await _end(process)
            raise
        return process

    @staticmethod
    async def _line(process: Process) -> bytes:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the process is gone")
        return line

    async def stop(self) -> None:
        """End the process; the next question starts another."""
        running, self._running = self._running, None
        if running is None:
            return
        running.cancel()
        await asyncio.wait((running,))
        if not running.cancelled() and running.exception() is None:
            await _end(running.result())


async def _end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def answer_all(memory_mb: int, prepare: Callable[[], None], answer: Callable[[Any], bytes]) -> None:
    """The other end: be a worker until nobody asks any more.

    What is printed meanwhile goes where errors go.
    """
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_memory(memory_mb)
    os.nice(5)
    leave_with_parent()
    prepare()
    target.write(b"ready\n")
    target.flush()
    while len(size := source.read(4)) == 4:
        target.write(answer(pickle.loads(source.read(int.from_bytes(size, "big")))) + b"\n")
        target.flush()


def work(answer: Callable[[Any], bytes]) -> None:
    """A whole worker: its arguments are the memory it may have and the plug-ins to load."""

    def prepare() -> None:
        for plugin in sys.argv[2:]:
            load_plugin(plugin)

    answer_all(int(sys.argv[1]), prepare, answer)


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose account a worker is asked, and whether a person waits for the answer."""

    who: int
    waits: bool = True


class Crew:
    """Some workers and the line before them.

    Those for whom a person waits come first, and one worker, if there are several, is always left
    to them. Among equals everybody has one turn before anybody has a second, however many questions
    each has.
    """

    def __init__(self, workers: list[Worker]) -> None:
        self._workers = workers
        self._idle = list(workers)
        self._lines: dict[bool, OrderedDict[int, deque[asyncio.Future[Worker]]]]
        self._lines = {True: OrderedDict(), False: OrderedDict()}
        self._unhurried = 0
        self._most_unhurried = max(1, len(workers) - 1)

    async def take(self, asker: Caller, seconds: float | None) -> Worker:
        """A worker when it is the asker's turn; `TimeoutError` if that takes too long."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._lines[asker.waits].setdefault(asker.who, deque()).append(turn)
        self._hand_out()
        try:
            async with asyncio.timeout(seconds):
                return await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self.give_back(turn.result(), asker)
            turn.cancel()
            raise

    def give_back(self, worker: Worker, asker: Caller) -> None:
        """The asker is done with a worker."""
        if not asker.waits:
            self._unhurried -= 1
        self._idle.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._idle and (turn := self._next()) is not None:
            turn.set_result(self._idle.pop())

    def _next(self) -> asyncio.Future[Worker] | None:
        """Whose turn it is, taken out of the line."""
        future = self._first(self._lines[True])
        if future is None and self._unhurried < self._most_unhurried:
            future = self._first(self._lines[False])
            self._unhurried += future is not None
        return future

    @staticmethod
    def _first(
        line: OrderedDict[int, deque[asyncio.Future[Worker]]],
    ) -> asyncio.Future[Worker] | None:
        while line:
            who, turns = line.popitem(last=False)
            turn = turns.popleft()
            if turns:
                line[who] = turns
            if not turn.done():
                return turn
        return None

    async def start(self) -> None:
        """Start all processes ahead of the first request; the next request retries one that does
        not start.
        """
        if self._workers:
            await asyncio.wait([worker.start() for worker in self._workers])

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
