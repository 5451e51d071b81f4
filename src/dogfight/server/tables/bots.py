"""Bots think in processes of their own: they are sent a view and answer with a number, in time or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from dogfight.bots.opinion import Opinion
from dogfight.core.registry import plugins
from dogfight.core.view import View
from dogfight.server import logs, metrics
from dogfight.server.settings import Settings

T = TypeVar("T")
_START_SECONDS = 30.0
_LONGEST = 4 << 20
"""Bytes of one answer."""
_PATIENCE = 4
"""How many time limits a view waits for a free worker."""


class _Raised(Exception):
    """The bot raised an error; the process is well."""


class _Worker:
    """One process. It holds one question at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: Process | None = None

    async def ask(self, bot: str, key: str, view: View[Any]) -> bytes:
        """A bot's answer as a line; raises when the process dies or is silent."""
        if self._process is None:
            self._process = await self._started()
        question = pickle.dumps((bot, key, view))
        assert self._process.stdin is not None
        self._process.stdin.write(len(question).to_bytes(4, "big") + question)
        await self._process.stdin.drain()
        return (await asyncio.wait_for(self._line(self._process), self._settings.bot_seconds)).strip()

    async def _started(self) -> Process:
        settings = self._settings
        engines = msgspec.json.encode(settings.engines).decode()
        worker = [sys.executable, "-P", "-m", "dogfight.server.tables.bot_worker", str(settings.bot_memory_mb), engines]
        process = await asyncio.create_subprocess_exec(
            *worker, *plugins(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST
        )
        self._process = process
        if await asyncio.wait_for(self._line(process), _START_SECONDS) != b"ready\n":
            raise ValueError("the bot process did not start")
        return process

    @staticmethod
    async def _line(process: Process) -> bytes:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the bot process is gone")
        return line

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _action(answer: bytes) -> tuple[int, list[str]]:
    """The action's number, and the faults of an engine."""
    action, *faults = answer.decode("ascii", "replace").split() or [""]
    if not action.removeprefix("-").isdecimal():
        raise _Raised(action[:40])
    return int(action), faults


def _opinions(answer: bytes) -> list[Opinion]:
    try:
        return msgspec.json.decode(answer, type=list[Opinion])
    except msgspec.MsgspecError:
        raise _Raised(answer.decode("ascii", "replace")[:40]) from None


class BotPool:
    """A few workers, started when first needed and replaced when they fail.

    Those that give hints are apart, so that nobody who plays has to wait for them.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers: list[_Worker] = []
        self._players = self._some(settings.bot_workers)
        self._advisers = self._some(settings.hint_workers)

    def _some(self, count: int) -> asyncio.Queue[_Worker]:
        """So many more workers, all idle."""
        idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for _ in range(count):
            self._workers.append(_Worker(self._settings))
            idle.put_nowait(self._workers[-1])
        return idle

    async def choose(self, bot: str, key: str, view: View[Any]) -> int | None:
        """A bot's action, or None if it hung, crashed or answered nonsense."""
        answer = await self._asked(self._players, bot, key, view, _action)
        if answer is None:
            return None
        action, faults = answer
        for fault in faults:
            self._failed(bot, fault, "its engine failed")
        return action

    async def advise(self, bot: str, view: View[Any]) -> list[Opinion] | None:
        """What a bot thinks of the legal actions, or None if it failed."""
        return await self._asked(self._advisers, bot, "", view, _opinions)

    async def _asked(
        self, idle: asyncio.Queue[_Worker], bot: str, key: str, view: View[Any], read: Callable[[bytes], T]
    ) -> T | None:
        patience = self._settings.bot_seconds * _PATIENCE
        try:
            worker = await asyncio.wait_for(idle.get(), patience)
        except TimeoutError:
            self._failed(bot, "queue")
            return None
        began = time.monotonic()
        try:
            return read(await worker.ask(bot, key, view))
        except TimeoutError:
            await worker.stop()
            self._failed(bot, "hung")
            return None
        except _Raised as error:
            self._failed(bot, "raised", str(error))
            return None
        except asyncio.CancelledError:
            await worker.stop()  # its answer must not be taken for that of the next question
            raise
        except Exception:
            await worker.stop()
            self._failed(bot, "crashed")
            return None
        finally:
            metrics.BOT_SECONDS.observe(time.monotonic() - began)
            idle.put_nowait(worker)

    def _failed(self, bot: str, how: str, why: str = "") -> None:
        metrics.BOT_FAILURES.labels(how).inc()
        logs.warning("bot_failed", bot=bot, how=how, why=why)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
