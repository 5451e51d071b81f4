"""Bots think in processes of their own: they are sent a view and answer with a number, in time
or not at all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from dogfight.bots.opinion import ActionEstimate
from dogfight.core.registry import plugins
from dogfight.core.view import View
from dogfight.server import logs, metrics
from dogfight.server.settings import Settings
from dogfight.server.worker_process import Caller, Crew, Worker

T = TypeVar("T")
_PATIENCE = 4
"""How many time limits a person waits for a free worker; tables without people wait as long as
it takes.
"""


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
        self._players = self._some(settings.bot_workers)
        self._advisers = self._some(settings.hint_workers)
        self._ready = False
        """Whether workers are started before they are needed."""

    def _some(self, count: int) -> Crew:
        settings = self._settings
        engines = msgspec.json.encode(settings.engines).decode()
        words = (
            "dogfight.server.tables.bot_worker",
            str(settings.bot_memory_mb),
            engines,
            *plugins(),
        )
        return Crew([Worker(*words) for _ in range(count)])

    async def be_ready(self) -> None:
        """From now on start all workers for players before they are needed."""
        self._ready = True
        await self._players.start()

    async def choose(self, bot: str, key: str, view: View[Any], asker: Caller) -> int | None:
        """A bot's action, or None if it hung, crashed or answered nonsense."""
        answer = await self._asked(self._players, bot, key, view, asker, _action)
        if answer is None:
            return None
        action, faults = answer
        for fault in faults:
            self._failed(bot, fault, "its engine failed")
        return action

    async def advise(self, bot: str, view: View[Any], asker: Caller) -> list[ActionEstimate] | None:
        """What a bot thinks of the legal actions, or None if it failed."""
        return await self._asked(self._advisers, bot, "", view, asker, _opinions)

    async def _asked(
        self,
        crew: Crew,
        bot: str,
        key: str,
        view: View[Any],
        asker: Caller,
        read: Callable[[bytes], T],
    ) -> T | None:
        patience = self._settings.bot_seconds * _PATIENCE if asker.waits else None
        try:
            worker = await crew.take(asker, patience)
        except TimeoutError:
            self._failed(bot, "queue")
            return None
        began = time.monotonic()
        try:
            return read(await worker.ask((bot, key, view), self._settings.bot_seconds))
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
            if self._ready:
                worker.start()
            crew.give_back(worker, asker)

    def _failed(self, bot: str, how: str, why: str = "") -> None:
        metrics.BOT_FAILURES.labels(how).inc()
        logs.warning("bot_failed", bot=bot, how=how, why=why)

    async def close(self) -> None:
        self._ready = False
        await self._players.close()
        await self._advisers.close()
