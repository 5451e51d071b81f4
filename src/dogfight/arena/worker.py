"""The handler of worker processes that play games: takes a fixture, returns the finished game.

While a side thinks the heartbeat holds its number, so that the parent process can tell which side
hangs or has crashed the process.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

import dogfight
from dogfight.arena.plan import ArenaTerms, Fixture
from dogfight.arena.play import ArenaGame
from dogfight.processes.child import Handler, WorkerSpec
from dogfight.processes.worker import Heartbeat

NICENESS = 5


class ArenaJob(msgspec.Struct, frozen=True):
    """What the workers of an arena need to know."""

    terms: ArenaTerms
    memory_mb: int
    plugins: tuple[str, ...] = ()
    data: str | None = None
    heartbeat: str = ""

    def worker_spec(self, heartbeat: Heartbeat) -> WorkerSpec:
        """Return the worker that writes this heartbeat."""
        config = msgspec.structs.replace(self, heartbeat=heartbeat.path)
        return WorkerSpec(
            "dogfight.arena.worker:fixture_player",
            msgspec.json.encode(config),
            self.memory_mb,
            self.plugins,
            NICENESS,
        )


def fixture_player(config: bytes) -> Handler:
    """Return the handler that plays the fixtures of a job."""
    job = msgspec.json.decode(config, type=ArenaJob)
    game = dogfight.load(job.terms.game, Path(job.data) if job.data else None)
    heartbeat = Heartbeat(job.heartbeat)

    def play(request: bytes) -> bytes:
        fixture = msgspec.json.decode(request, type=Fixture)
        return msgspec.json.encode(ArenaGame(game, job.terms, fixture, heartbeat.beat).play())

    return play
