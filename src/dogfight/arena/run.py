"""An arena from its arguments to its report."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from dogfight.arena.plan import ArenaTerms, Fixture, fixtures, one_deal, sides
from dogfight.arena.play import Finished
from dogfight.arena.report import ArenaReport, reported, tested, whole_deals
from dogfight.arena.statistics import Bounds
from dogfight.arena.worker import ArenaJob
from dogfight.arena.worker_pool import NodeJob, arena_pool
from dogfight.bulk.data_sets import read_set
from dogfight.bulk.executors import ExecutorConfig
from dogfight.bulk.journal import Journal
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame, plugins

MEMORY_MB = 2048


def journal_at(path: Path | None, terms: ArenaTerms) -> Journal[Finished]:
    """The finished games of an arena, in a file or only in memory."""
    return Journal(path, terms, Finished, "an arena")


@dataclass(frozen=True)
class Arena:
    """What is to be played, and with how many hands."""

    game: AnyGame
    terms: ArenaTerms
    games: int
    jobs: int = 1
    bounds: Bounds | None = None
    memory_mb: int = MEMORY_MB
    data: Path | None = None
    ray: str | None = None
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        seats = self.game.seats(self.terms.options)
        object.__setattr__(self, "names", tuple(dict.fromkeys(info.side for info in seats)))
        if self.bounds is not None and (len(self.terms.bots) != 2 or len(self.names) != 2):
            raise BadOption(
                f"the test is for two bots at a game of two sides; got {len(self.terms.bots)} and"
                f" {len(self.names)}"
            )

    def fixtures(self) -> list[Fixture]:
        """Every game to be played."""
        count = len(sides(self.game.seats(self.terms.options)))
        return list(fixtures(self.terms.bots, count, self.games))

    def run(
        self, journal: Journal[Finished], progress: Callable[[], None] = lambda: None
    ) -> list[list[Finished]]:
        """Play what the journal does not hold yet; the whole deals of this arena.

        A decided test ends it early.
        """
        expected = self.fixtures()
        missing = [fixture for fixture in expected if fixture.number not in journal.done]
        if missing and not self._decided(expected, journal):
            with closing(self._finished(missing)) as finished:
                for game in finished:
                    journal.add(game)
                    progress()
                    if self._decided(expected, journal):
                        break
        return self._deals(expected, journal)

    def _finished(self, missing: list[Fixture]) -> Generator[Finished, None, None]:
        """The games as they end, here or on a cluster."""
        job = ArenaJob(self.terms, self.memory_mb, plugins(), str(self.data) if self.data else None)
        if self.ray is None:
            with closing(arena_pool(job, min(self.jobs, len(missing)))) as pool:
                yield from pool.map_unordered(missing)
            return
        spec = NodeJob(job, read_set(self.data)).worker_spec()
        with closing(ExecutorConfig(self.jobs, self.ray).executor(spec)) as cluster:
            for game in cluster.map_unordered(map(msgspec.json.encode, missing)):
                yield msgspec.json.decode(game, type=Finished)

    def _deals(self, expected: list[Fixture], journal: Journal[Finished]) -> list[list[Finished]]:
        games = (
            journal.done[fixture.number] for fixture in expected if fixture.number in journal.done
        )
        return whole_deals(games, len(one_deal(self.terms.bots, len(self.names))))

    def _decided(self, expected: list[Fixture], journal: Journal[Finished]) -> bool:
        if self.bounds is None:
            return False
        return (
            tested(self._deals(expected, journal), self.terms, self.bounds).verdict != "undecided"
        )

    def report(self, deals: list[list[Finished]]) -> ArenaReport:
        return reported(deals, self.terms, self.names, self.bounds)
