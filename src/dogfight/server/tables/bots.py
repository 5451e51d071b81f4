"""Bots think in processes of their own: they are sent a view and answer with a number, in time
or not at all.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple, TypeVar

import msgspec

from dogfight.bots.estimates import ActionEstimate
from dogfight.bulk.data_sets import BUILT_IN_DATA, DataSet
from dogfight.core.registry import plugins
from dogfight.core.view import View
from dogfight.processes.child import WorkerSpec
from dogfight.processes.queue import Caller, FairPool
from dogfight.server import logs, metrics
from dogfight.server.settings import Settings

T = TypeVar("T")
_NICENESS = 5
_PATIENCE = 4
"""How many time limits a person waits for a free worker; tables without people wait as long as
it takes.
"""


class BotQuestion(NamedTuple):
    """What a worker is asked: a bot, which of its kind it is, what it may see, and the data that
    are played with.
    """

    bot: str
    key: str
    view: View[Any]
    data: DataSet


class _Raised(Exception):
    """The bot raised an error; the process is well."""


def _action(answer: bytes) -> tuple[int, list[str]]:
    """The action's number, and the faults of an engine."""
    action, *faults = answer.decode("ascii", "replace").split() or [""]
    if not action.removeprefix("-").isdecimal():
        raise _Raised(action[:40])
    return int(action), faults


def _opinions(answer: bytes) -> list[ActionEstimate]:
    try:
        return msgspec.json.decode(answer, type=list[ActionEstimate])
    except msgspec.MsgspecError:
        raise _Raised(answer.decode("ascii", "replace")[:40]) from None


class BotPool:
    """A few workers, started when first needed and replaced when they fail; the hosts of tables
    take turns.

    Those that give hints are apart, so that nobody who plays has to wait for them. A node has its
    workers ready at all times: the bots of one that dies are its own from one moment to the next.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._players = self._pool(settings.bot_workers)
        self._advisers = self._pool(settings.hint_workers)
        self._ready = False
        """Whether workers are started before they are needed."""

    def _pool(self, count: int) -> FairPool:
        spec = WorkerSpec(
            "dogfight.server.tables.bot_worker:bot_handler",
            msgspec.json.encode(self._settings.engines),
            self._settings.bot_memory_mb,
            plugins(),
            _NICENESS,
        )
        return FairPool(spec, count)

    async def be_ready(self) -> None:
        """From now on start all workers for players before they are needed."""
        self._ready = True
        await self._players.start()

    async def choose(
        self, bot: str, key: str, view: View[Any], caller: Caller, data: DataSet = BUILT_IN_DATA
    ) -> int | None:
        """A bot's action, or None if it hung, crashed or answered nonsense."""
        question = BotQuestion(bot, key, view, data)
        answer = await self._asked(self._players, question, caller, _action)
        if answer is None:
            return None
        action, faults = answer
        for fault in faults:
            self._failed(bot, fault, "its engine failed")
        return action

    async def advise(
        self, bot: str, view: View[Any], caller: Caller, data: DataSet = BUILT_IN_DATA
    ) -> list[ActionEstimate] | None:
        """What a bot thinks of the legal actions, or None if it failed."""
        question = BotQuestion(bot, "", view, data)
        return await self._asked(self._advisers, question, caller, _opinions)

    async def _asked(
        self,
        pool: FairPool,
        question: BotQuestion,
        caller: Caller,
        read: Callable[[bytes], T],
    ) -> T | None:
        bot = question.bot
        patience = self._settings.bot_seconds * _PATIENCE if caller.is_interactive else None
        async with AsyncExitStack() as stack:
            try:
                worker = await stack.enter_async_context(pool.worker(caller, patience))
            except TimeoutError:
                self._failed(bot, "queue")
                return None
            began = time.monotonic()
            try:
                request = pickle.dumps(question)
                return read(await worker.ask(request, self._settings.bot_seconds))
            except TimeoutError:
                self._failed(bot, "hung")
            except _Raised as error:
                self._failed(bot, "raised", str(error))
            except Exception:
                self._failed(bot, "crashed")
            finally:
                metrics.BOT_SECONDS.observe(time.monotonic() - began)
                if self._ready:
                    worker.start()
        return None

    def _failed(self, bot: str, how: str, why: str = "") -> None:
        metrics.BOT_FAILURES.labels(how).inc()
        logs.warning("bot_failed", bot=bot, how=how, why=why)

    async def close(self) -> None:
        self._ready = False
        await self._players.close()
        await self._advisers.close()
