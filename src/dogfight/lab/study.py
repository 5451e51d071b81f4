"""A study: match-ups played with several bots, adaptively, each deal from every seating and with
every data set.

What is played next hangs only on what came of whole rounds before, so the same seed gives the same
games whatever plays them. Games go where intervals are widest.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

import dogfight
from dogfight.bots.registry import LEVELS
from dogfight.bulk.data_sets import DataSet
from dogfight.bulk.executors import Executor, ExecutorConfig
from dogfight.bulk.games import RANDOM, Chunk, ChunkResult, Setup, check_bots
from dogfight.bulk.journal import Journal
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionValue
from dogfight.core.registry import AnyGame
from dogfight.lab.contests import Contest
from dogfight.lab.figures import NOTHING, share

FORMAT = 1
HARD = "search:sims=200"
"""What `hard` is in the lab: it counts its tries instead of watching the clock, so that a study
can be repeated.
"""
LAB_LEVELS = {"hard": HARD, "hard*5": "search:sims=1000", "hard*25": "search:sims=5000"}
"""The levels by what plays in the lab, and `hard` with five and 25 times the simulations."""
FINEST = 0.01
"""With a time limit alone a study also ends when every interval is this narrow."""
MOST_GAMES = 1_000_000
"""Games of one strength that a time limit alone can lead to."""
PART_OF_CHANGES = 1 / 3
"""The part of the minutes that goes to trying changes, where a game has some."""
CHANGES = "why.jsonl"
"""The journal of the changes, beside that of the study."""
GROWTH = 4
"""A later round has at least the fourth part of the deals there are."""

Progress = Callable[[float, str], None]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a study's games hang on; finished ones may be kept together only if these are
    equal.
    """

    lab: int = FORMAT
    dogfight: str
    question: str
    game: str
    rules: str
    data: dict[str, str]
    options: dict[str, list[OptionValue]]
    bots: tuple[str, ...]
    contests: int
    seed: int


@dataclass(frozen=True)
class Budget:
    """When a study ends: at the first of these for each strength that is reached."""

    games: tuple[int, ...] = ()
    precision: float | None = None
    minutes: float | None = None
    why: int | None = None
    """Games for each change that is tried alone; None gives the changes their part of the
    minutes.
    """

    @property
    def tries_changes(self) -> bool:
        """Whether anything is spent on changes."""
        return self.minutes is not None if self.why is None else self.why > 0

    def without_changes(self) -> Budget:
        """What is left for the study itself."""
        if self.why is None and self.minutes is not None:
            return replace(self, minutes=self.minutes * (1 - PART_OF_CHANGES), why=0)
        return replace(self, why=0)

    def of_changes(self, points: int) -> Budget:
        """What the study of so many points has that tries the changes."""
        if self.why is None and self.minutes is not None:
            return Budget(minutes=self.minutes * PART_OF_CHANGES, why=0)
        return Budget(games=((self.why or 0) * points,), why=0)


@dataclass(frozen=True)
class StudyPoint:
    """One thing to be measured: a data set and its match-ups, under a name."""

    name: str
    data: int
    contests: tuple[Contest, ...]


@dataclass(frozen=True)
class DealBatch:
    """Some deals of one match-up, with every data set."""

    contest: int
    first: int
    deals: int


def lab_bots(names: Sequence[str], game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The strengths by what they are called and what plays; `hard` thinks by tries here."""
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadOption(
            "expected two bots or more, each once, the weakest first; got"
            f" {', '.join(names) or 'none'}"
        )
    made = tuple((name, LAB_LEVELS.get(name, LEVELS.get(name, name))) for name in names)
    check_bots([bot for _, bot in made], game)
    return made


@dataclass
class Study:
    """The points and bots of a question, and the games that were played for it."""

    game: AnyGame
    question: str
    points: tuple[StudyPoint, ...]
    bots: tuple[tuple[str, str], ...]
    sets: tuple[DataSet, ...]
    digests: tuple[str, ...]
    options: dict[str, list[OptionValue]]
    seed: int
    played: dict[int, dict[int, ChunkResult]] = field(default_factory=lambda: defaultdict(dict))
    """Chunks by cell and first deal."""
    follow_up: Callable[[], Study | None] | None = None
    """Makes the study that tries changes one at a time, where there are some."""
    why: Study | None = None
    """That study, once it was played."""

    def __post_init__(self) -> None:
        common = set.intersection(*({item.key for item in point.contests} for point in self.points))
        if not common:
            raise BadOption("expected match-ups that all of the data sets have, got none")
        self.points = tuple(
            StudyPoint(
                item.name,
                item.data,
                tuple(contest for contest in item.contests if contest.key in common),
            )
            for item in self.points
        )
        self._tallies: dict[int, Counter[tuple[float, ...]]] = defaultdict(Counter)

    @property
    def contests(self) -> tuple[Contest, ...]:
        """The match-ups, as the first point has them."""
        return self.points[0].contests

    def terms(self) -> Terms:
        """What the games hang on."""
        return Terms(
            dogfight=dogfight.__version__,
            question=self.question,
            game=self.game.name,
            rules=self.game.rules_version,
            data={point.name: self.digests[point.data] for point in self.points},
            options=self.options,
            bots=tuple(bot for _, bot in self.bots),
            contests=len(self.contests),
            seed=self.seed,
        )

    def setup(self) -> Setup:
        """Return every cell, for the executor."""
        cells = [
            contest.cell(bot, self.seed, point.data)
            for _, bot in self.bots
            for point in self.points
            for contest in point.contests
        ]
        return Setup(self.game.name, self.sets, tuple(cells))

    def cell(self, bot: int, point: int, contest: int) -> int:
        """The number of a cell."""
        return (bot * len(self.points) + point) * len(self.contests) + contest

    # --- what was played
    # -----------------------------------------------------------------------------

    def take(self, played: ChunkResult) -> None:
        """Count a chunk; a chunk that is there already is not counted again."""
        there = self.played[played.cell]
        if played.first in there:
            return
        there[played.first] = played
        contest = self.contests[played.cell % len(self.contests)]
        self._tallies[played.cell].update(deal_shares(contest, played))

    def tally(self, bot: int, point: int, contest: int) -> Counter[tuple[float, ...]]:
        """How often a deal gave each entrant these shares."""
        return self._tallies[self.cell(bot, point, contest)]

    def deals(self, bot: int, contest: int) -> int:
        """How many deals of a match-up there are."""
        return self.tally(bot, 0, contest).total()

    def games(self, bot: int) -> int:
        """How many games were played with a bot, all points together."""
        return len(self.points) * sum(
            self.deals(bot, at) * len(contest.orders) for at, contest in enumerate(self.contests)
        )

    def width(self, bot: int, contest: int) -> float:
        """Half the widest interval of a match-up over all points and entrants."""
        return max(
            share(entrant).half if entrant else NOTHING.half
            for point in range(len(self.points))
            for entrant in by_entrant(self.tally(bot, point, contest))
        )

    # --- playing
    # -------------------------------------------------------------------------------------

    def run(
        self,
        budget: Budget,
        hands: ExecutorConfig,
        journal: Path | None,
        progress: Progress = lambda *_: None,
    ) -> None:
        """Play until the budget is spent for every bot; then the changes, if there are some."""
        self.why = self.follow_up() if self.follow_up and budget.tries_changes else None
        if self.why is None:
            self._run(replace(budget, why=0), hands, journal, progress)
            return
        part = 1 - PART_OF_CHANGES
        self._run(
            budget.without_changes(), hands, journal, lambda at, text: progress(part * at, text)
        )
        self.why._run(
            budget.of_changes(len(self.why.points)),
            hands,
            journal and journal.with_name(CHANGES),
            lambda at, text: progress(part + PART_OF_CHANGES * at, f"{text}, why"),
        )

    def _run(
        self, budget: Budget, hands: ExecutorConfig, journal: Path | None, progress: Progress
    ) -> None:
        began = time.monotonic()
        executor: Executor | None = None
        with Journal(journal, self.terms(), ChunkResult, "a study") as kept:
            try:
                for bot in range(len(self.bots)):
                    executor = executor or hands.executor(self.setup().worker_spec())
                    seconds = None
                    if budget.minutes is not None:
                        left = 60 * budget.minutes - (time.monotonic() - began)
                        seconds = max(0.0, left) / (len(self.bots) - bot)
                    if not _Strength(self, bot, budget, seconds, progress).run(executor, kept):
                        executor.close()
                        executor = None
            finally:
                if executor is not None:
                    executor.close()


class _Strength:
    """The part of a study that one bot plays."""

    def __init__(
        self, study: Study, bot: int, budget: Budget, seconds: float | None, progress: Progress
    ) -> None:
        self.study = study
        self.bot = bot
        self.budget = budget
        self.progress = progress
        self.began = time.monotonic()
        self.seconds = seconds
        self.limit = _limit(budget, bot)
        self.quick = study.bots[bot][1] == RANDOM
        self.broken_off = False

    def run(self, executor: Executor, journal: Journal[ChunkResult]) -> bool:
        """Play round by round; whether the executor can go on (it cannot where a round was
        broken off).
        """
        while not self._done():
            batches = list(self._within_limit(self._round()))
            whole = self._play(batches, executor, journal)
            for batch in batches[:whole]:
                for point in range(len(self.study.points)):
                    self.study.take(journal.done[self._chunk(batch, point).number])
            if self.broken_off or whole < len(batches):
                return False
        return True

    def _done(self) -> bool:
        study = self.study
        deals = [study.deals(self.bot, at) for at in range(len(study.contests))]
        if self.limit is not None and study.games(self.bot) >= self.limit:
            return True
        if self.seconds is not None and any(deals) and self._spent() >= 1:
            return True
        precision = self.budget.precision
        if precision is None and not self.budget.games:
            precision = FINEST
        if precision is None or min(deals) < sum(self._steps()):
            return False
        return all(study.width(self.bot, at) <= precision for at in range(len(deals)))

    def _spent(self) -> float:
        return (time.monotonic() - self.began) / self.seconds if self.seconds else 1.0

    def _steps(self) -> tuple[int, ...]:
        """The deals of the first round, in steps that every match-up takes in turn."""
        return (8, 24, 64, 104) if self.quick else (1, 1, 2, 4)

    def _round(self) -> Iterator[DealBatch]:
        """What to play next: everything once, then the half with the widest intervals."""
        study, count = self.study, len(self.study.contests)
        deals = [study.deals(self.bot, at) for at in range(count)]
        if not any(deals):
            first = 0
            for step in self._steps():
                yield from (DealBatch(at, first, step) for at in range(count))
                first += step
            return
        widest = sorted(range(count), key=lambda at: (-study.width(self.bot, at), at))[
            : (count + 1) // 2
        ]
        each = max(sum(self._steps()), sum(deals) // GROWTH // len(widest))
        size = 400 if self.quick else 4
        for step in range(0, each, size):
            yield from (
                DealBatch(at, deals[at] + step, min(size, each - step)) for at in sorted(widest)
            )

    def _within_limit(self, batches: Iterator[DealBatch]) -> Iterator[DealBatch]:
        """As many as the number of games allows, the last one perhaps cut short."""
        left = None if self.limit is None else self.limit - self.study.games(self.bot)
        for batch in batches:
            if left is None:
                yield batch
                continue
            each = len(self.study.contests[batch.contest].orders) * len(self.study.points)
            deals = min(batch.deals, -(-left // each))
            if deals <= 0:
                return
            left -= deals * each
            yield DealBatch(batch.contest, batch.first, deals)

    def _chunk(self, batch: DealBatch, point: int) -> Chunk:
        return Chunk(self.study.cell(self.bot, point, batch.contest), batch.first, batch.deals)

    def _play(
        self, batches: list[DealBatch], executor: Executor, journal: Journal[ChunkResult]
    ) -> int:
        """Play a round; how many of its batches are whole.

        Where time runs out the rest is broken off.
        """
        points = range(len(self.study.points))
        missing = [
            chunk
            for batch in batches
            for point in points
            if not _kept(journal, chunk := self._chunk(batch, point))
        ]
        if missing:
            with closing(executor.map_unordered(map(msgspec.json.encode, missing))) as results:
                for count, result in enumerate(results, 1):
                    journal.add(msgspec.json.decode(result, type=ChunkResult))
                    self._tell(count / len(missing))
                    if (
                        self.seconds is not None
                        and self._spent() >= 1
                        and self._whole(batches[:1], journal)
                    ):
                        self.broken_off = True
                        break
        return self._whole(batches, journal)

    def _whole(self, batches: list[DealBatch], journal: Journal[ChunkResult]) -> int:
        """How many batches from the first one on are whole."""
        for at, batch in enumerate(batches):
            if not all(
                _kept(journal, self._chunk(batch, point)) for point in range(len(self.study.points))
            ):
                return at
        return len(batches)

    def _tell(self, part_of_round: float) -> None:
        name, _ = self.study.bots[self.bot]
        if self.seconds is not None:
            part = min(1.0, self._spent())
        elif self.limit is not None:
            done = self.study.games(self.bot) / self.limit
            part = done + part_of_round * (1 - done) / 2
        else:
            part = part_of_round
        self.progress((self.bot + part) / len(self.study.bots), f"{self.study.game.title}, {name}")


def _limit(budget: Budget, bot: int) -> int | None:
    if budget.games:
        return budget.games[min(bot, len(budget.games) - 1)]
    return MOST_GAMES if budget.minutes is not None else None


def _kept(journal: Journal[ChunkResult], chunk: Chunk) -> bool:
    """Whether the journal has this very chunk; one that was cut to another length is played
    again.
    """
    there = journal.done.get(chunk.number)
    return there is not None and there.deals == chunk.deals


def deal_shares(contest: Contest, played: ChunkResult) -> Counter[tuple[float, ...]]:
    """How many deals of a chunk gave each entrant these shares, on the average of their
    seatings.
    """
    seatings = len(contest.orders)
    tables = [[contest.shares(at, end.payoffs) for end in played.ends] for at in range(seatings)]
    ends = iter(played.end)
    counter: Counter[tuple[float, ...]] = Counter()
    for combination, number in Counter(zip(*[ends] * seatings, strict=True)).items():
        games = [table[end] for table, end in zip(tables, combination, strict=True)]
        counter[tuple(sum(column) / seatings for column in zip(*games, strict=True))] += number
    return counter


def by_entrant(tally: Counter[tuple[float, ...]]) -> list[Counter[float]]:
    """The shares of each entrant by themselves; one empty count where nothing was played."""
    if not tally:
        return [Counter()]
    counters: list[Counter[float]] = [Counter() for _ in next(iter(tally))]
    for shares, count in tally.items():
        for at, value in enumerate(shares):
            counters[at][value] += count
    return counters
