"""A worker process with one game at a time, replaced when it dies or hangs; here in a pool, or on
a node of Ray.
"""

from __future__ import annotations

import threading

import msgspec

from dogfight.arena.plan import Fixture
from dogfight.arena.play import Finished, SideLine, drawn, forfeited
from dogfight.arena.worker import ArenaJob
from dogfight.bulk.data_sets import DataSet
from dogfight.core.errors import BadOption
from dogfight.processes.child import Handler, WorkerSpec
from dogfight.processes.pool import WorkerPool
from dogfight.processes.worker import NEVER, Heartbeat, Worker, WorkerFailed, WorkerGone


class _ArenaWorker:
    """A worker process and the results of the games that it does not finish."""

    def __init__(self, job: ArenaJob) -> None:
        self._job = job
        self._heartbeat = Heartbeat()
        self._worker = Worker(job.worker_spec(self._heartbeat), self._heartbeat)

    def handle(self, fixture: Fixture, cancelled: threading.Event) -> Finished:
        """Return the finished game.

        If the process dies it is played once more; the second time is a forfeit.
        """
        move_seconds = self._job.terms.move_seconds
        for _ in range(2):
            self._start(cancelled)
            try:
                reply = self._worker.ask(msgspec.json.encode(fixture), move_seconds, cancelled)
            except TimeoutError:
                return self._failed(fixture, f"thought longer than {move_seconds:g} s")
            except WorkerFailed:
                self._worker.stop()
            except WorkerGone:
                continue
            else:
                return msgspec.json.decode(reply, type=Finished)
        return self._failed(fixture, "brought the process down twice")

    def _start(self, cancelled: threading.Event) -> None:
        try:
            self._worker.start(cancelled)
        except (WorkerFailed, WorkerGone) as error:
            raise BadOption(
                f"expected a worker process to start with {self._job.memory_mb} MB; {error}"
            ) from None

    def _failed(self, fixture: Fixture, how: str) -> Finished:
        blamed = self._heartbeat.activity()
        names = [self._job.terms.bots[entry] for entry in fixture.entries]
        if blamed < 0:
            scores, reason = drawn(len(names)), "the process died twice while no bot was thinking"
        else:
            scores, reason = forfeited(len(names), blamed), f"{names[blamed]} {how}"
        return Finished(
            number=fixture.number,
            deal=fixture.deal,
            sides=tuple(
                SideLine(bot=name, score=score) for name, score in zip(names, scores, strict=True)
            ),
            ending="unfinished" if blamed < 0 else "forfeit",
            why="lost" if blamed < 0 else "forfeit",
            reason=reason,
            loser=blamed,
        )

    def close(self) -> None:
        self._worker.stop()
        self._heartbeat.close()


def arena_pool(job: ArenaJob, jobs: int) -> WorkerPool[Fixture, Finished]:
    """Return workers of this machine that play fixtures."""
    return WorkerPool(lambda: _ArenaWorker(job), jobs)


class NodeJob(msgspec.Struct, frozen=True):
    """The input of a cluster node: the job, and the data files it needs."""

    job: ArenaJob
    data: DataSet

    def worker_spec(self) -> WorkerSpec:
        """Return the worker of a node."""
        return WorkerSpec("dogfight.arena.worker_pool:play_on_node", msgspec.json.encode(self))


def play_on_node(config: bytes) -> Handler:
    """Play fixtures in a process of the node, which is replaced like one of our own."""
    node_job = msgspec.json.decode(config, type=NodeJob)
    folder = node_job.data.folder()
    worker = _ArenaWorker(
        msgspec.structs.replace(node_job.job, data=str(folder) if folder else None)
    )

    def play(request: bytes) -> bytes:
        fixture = msgspec.json.decode(request, type=Fixture)
        return msgspec.json.encode(worker.handle(fixture, NEVER))

    return play
