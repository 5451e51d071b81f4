"""The clocks of all tables.

A deadline is stored with its table, so a restart only has to set it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from dogfight.server import logs
from dogfight.server.settings import SystemSources
from dogfight.server.storage.store import StorageFailed

_RETRY_SECONDS = 1.0
Ring = Callable[[str, int], Awaitable[None]]


class Timers:
    """Rings once for every table whose deadline and grace are over."""

    def __init__(self, sources: SystemSources, grace: float) -> None:
        self._world = sources
        self._grace = grace
        self._handles: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ring: Ring | None = None

    def on_ring(self, ring: Ring) -> None:
        """Set the callback, which gets the table's code and the deadline that has passed."""
        self._ring = ring

    def set(self, code: str, deadline: int | None) -> None:
        """Set, move or stop a table's clock."""
        old = self._handles.pop(code, None)
        if old is not None:
            old.cancel()
        if deadline is not None:
            wait = max(0.0, deadline / 1000 - self._world.now()) + self._grace
            loop = asyncio.get_running_loop()
            self._handles[code] = loop.call_later(wait, self._fire, code, deadline)

    def _fire(self, code: str, deadline: int) -> None:
        self._handles.pop(code, None)
        task = asyncio.ensure_future(self._run(code, deadline))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, code: str, deadline: int) -> None:
        assert self._ring is not None
        try:
            await self._ring(code, deadline)
        except StorageFailed as error:
            logs.warning("clock_waits", table=code, why=error.message)
            self._again(code, deadline)
        except Exception as error:
            logs.error("clock_failed", table=code, why=type(error).__name__)
            self._again(code, deadline)

    def _again(self, code: str, deadline: int) -> None:
        """Ring a little later, unless the clock has been set anew meanwhile."""
        if code not in self._handles:
            loop = asyncio.get_running_loop()
            self._handles[code] = loop.call_later(_RETRY_SECONDS, self._fire, code, deadline)

    def close(self) -> None:
        for handle in self._handles.values():
            handle.cancel()
        self._handles.clear()
