"""The main function of every worker process, and the framing of its pipes.

Requests and replies are frames: four bytes of length, then the content. The first frame to a child
is its `WorkerSpec`; each reply starts with `DONE` or `FAILED`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import IO

import msgspec

from dogfight.core.errors import one_line
from dogfight.core.registry import load_plugin
from dogfight.processes.limits import leave_with_parent, limit_memory

LENGTH_BYTES = 4
MAX_REPLY_BYTES = 64 << 20
DONE, FAILED = b"+", b"-"

Handler = Callable[[bytes], bytes]
"""Turns a request into its reply."""


class WorkerSpec(msgspec.Struct, frozen=True):
    """What a worker process runs: `handler` names the function (`module:function`) that makes a
    `Handler` out of `config`.
    """

    handler: str
    config: bytes = b""
    memory_mb: int = 0
    """Zero sets no limit."""
    plugins: tuple[str, ...] = ()
    niceness: int = 0

    def make_handler(self) -> Handler:
        """Make the handler in this process."""
        for plugin in self.plugins:
            load_plugin(plugin)
        module, _, name = self.handler.partition(":")
        handler: Handler = getattr(import_module(module), name)(self.config)
        return handler

    def command(self) -> list[str]:
        """Return the command of the child; the handler is there for people who list processes."""
        return [sys.executable, "-P", "-m", "dogfight.processes.child", self.handler]


def frame(content: bytes) -> bytes:
    """Return the content as it is written to a pipe."""
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def read_frame(source: IO[bytes]) -> bytes | None:
    """Read the next frame; None at the end of the pipe, whole frame or not."""
    prefix = source.read(LENGTH_BYTES)
    if len(prefix) < LENGTH_BYTES:
        return None
    length = int.from_bytes(prefix, "big")
    content = source.read(length)
    return content if len(content) == length else None


def serve_requests(source: IO[bytes], target: IO[bytes]) -> None:
    """Make the handler that the first frame describes, then answer requests until none come."""

    def send(content: bytes) -> None:
        target.write(frame(content))
        target.flush()

    first = read_frame(source)
    if first is None:
        return
    spec = msgspec.json.decode(first, type=WorkerSpec)
    if spec.memory_mb:
        limit_memory(spec.memory_mb)
    os.nice(spec.niceness)
    try:
        handler = spec.make_handler()
        send(DONE)
    except Exception as error:
        send(FAILED + one_line(error).encode())
        return
    while (request := read_frame(source)) is not None:
        try:
            reply = DONE + handler(request)
        except Exception as error:
            reply = FAILED + one_line(error).encode()
        send(reply)


def main() -> None:
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # games and bots print to standard error
    leave_with_parent()
    serve_requests(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
