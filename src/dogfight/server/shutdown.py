"""How a server begins and ends: it says where it is once it can be reached, and hands its
sockets over at the end.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from dogfight.server import app
from dogfight.server.app import ServerContext


class DrainingServer(uvicorn.Server):
    """The server of one house.

    With `drain_seconds` a first SIGTERM drains it; a second one, or Ctrl-C, ends it.
    """

    def __init__(self, server: ServerContext, opened: Callable[[], None]) -> None:
        super().__init__(app.config(app.make_app(server), server.settings))
        self._server = server
        self._opened = opened
        """Called when the server accepts connections."""
        self._loop = asyncio.get_running_loop()
        self._drained: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self._server.open()
        except BaseException:
            await self._server.store.close()
            raise
        await super().startup(sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if (
            sig == signal.SIGTERM
            and self._server.settings.drain_seconds
            and not self._server.draining
        ):
            self._server.draining = True
            self._loop.call_soon_threadsafe(self._drain)
        else:
            super().handle_exit(sig, frame)

    def _drain(self) -> None:
        self._drained = self._loop.create_task(self._server.drain())
        self._drained.add_done_callback(self._end)

    def _end(self, _: asyncio.Task[None]) -> None:
        self.should_exit = True
