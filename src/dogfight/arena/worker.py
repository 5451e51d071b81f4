"""The process games are played in: reads one fixture a line, writes one finished game a line.

The first line holds the terms. While a side thinks, its number and the time it began are kept in a
small file, so that the parent process can tell which side hangs or has crashed the process.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from pathlib import Path

import msgspec

import dogfight
from dogfight.arena.plan import Fixture, Terms
from dogfight.arena.play import ArenaGame
from dogfight.bots.process_limits import leave_with_parent, limit_memory
from dogfight.core.registry import load_plugin

MARK = struct.Struct("<qd")
READY = b"ready\n"


class Job(msgspec.Struct, frozen=True):
    """The first message to a worker."""

    terms: Terms
    mark: str
    memory_mb: int
    plugins: tuple[str, ...] = ()
    data: str | None = None


def main() -> None:
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what bots print goes where their errors go
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    limit_memory(job.memory_mb)
    os.nice(5)
    leave_with_parent()
    for plugin in job.plugins:
        load_plugin(plugin)
    game = dogfight.load(job.terms.game, Path(job.data) if job.data else None)
    target.write(READY)
    target.flush()
    with open(job.mark, "r+b", buffering=0) as mark:

        def thinking(side: int) -> None:
            os.pwrite(mark.fileno(), MARK.pack(side, time.monotonic()), 0)

        for line in sys.stdin.buffer:
            fixture = msgspec.json.decode(line, type=Fixture)
            finished = ArenaGame(game, job.terms, fixture, thinking).play()
            target.write(msgspec.json.encode(finished) + b"\n")
            target.flush()


if __name__ == "__main__":
    main()
