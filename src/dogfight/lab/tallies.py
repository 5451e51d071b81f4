"""What was played, counted deal by deal: how often each value of each figure came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dogfight.bulk.games import ChunkResult, End
from dogfight.lab.contests import Contest

FIRST, DRAWS, TURNS, DECISIONS = "first", "draws", "turns", "decisions"
WHY = "why "
"""A reason in the names of figures."""
Tallies = dict[str, Counter[float]]


def entrant(at: int) -> str:
    """The name of an entrant's share among the figures."""
    return f"share {at}"


def drawn(contest: Contest, at: int, end: End) -> bool:
    """Whether a game had no winner: every side got the same."""
    shares = contest.shares(at, end.payoffs)
    return max(shares) == min(shares)


def deals(contest: Contest, played: ChunkResult) -> Iterator[dict[str, float]]:
    """Every figure of every deal, on the average of its seatings."""
    ends = _Ends(contest, played)
    lengths = zip(by_deal(contest, played.turns), by_deal(contest, played.decisions), strict=True)
    for combination, (turns, decisions) in zip(by_deal(contest, played.end), lengths, strict=True):
        result = dict(ends.figures(combination))
        result[TURNS], result[DECISIONS] = sum(turns) / len(turns), sum(decisions) / len(decisions)
        yield result


def by_deal(contest: Contest, values: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Values of games, those of one deal together."""
    one_by_one = iter(values)
    return zip(*[one_by_one] * len(contest.orders), strict=True)


class _Ends:
    """The figures of a deal by how its games ended; deals that ended alike share them."""

    def __init__(self, contest: Contest, played: ChunkResult) -> None:
        self._tables = [
            [_figures(contest, at, end) for end in played.ends] for at in range(len(contest.orders))
        ]
        self._known: dict[tuple[int, ...], dict[str, float]] = {}

    def figures(self, combination: tuple[int, ...]) -> dict[str, float]:
        """The figures of a deal whose games ended like this."""
        if combination not in self._known:
            result: dict[str, float] = {}
            for table, end in zip(self._tables, combination, strict=True):
                for name, value in table[end].items():
                    result[name] = result.get(name, 0.0) + value / len(combination)
            self._known[combination] = result
        return self._known[combination]


def _figures(contest: Contest, at: int, end: End) -> dict[str, float]:
    shares = contest.shares(at, end.payoffs)
    result = {entrant(n): share for n, share in enumerate(shares)}
    result[FIRST] = shares[contest.orders[at][0]]
    result[DRAWS] = float(drawn(contest, at, end))
    result[WHY + end.reason] = 1.0
    return result


def tallied(contest: Contest, chunks: Mapping[int, ChunkResult]) -> Tallies:
    """All deals of a match-up; a figure that a deal lacks was 0 there."""
    tallies: Tallies = {}
    count = 0
    for played in chunks.values():
        ends = _Ends(contest, played)
        for combination, number in Counter(by_deal(contest, played.end)).items():
            for name, value in ends.figures(combination).items():
                tallies.setdefault(name, Counter())[value] += number
        for name, values in ((TURNS, played.turns), (DECISIONS, played.decisions)):
            for combination, number in Counter(by_deal(contest, values)).items():
                tallies.setdefault(name, Counter())[sum(combination) / len(combination)] += number
        count += played.deals
    return _filled(tallies, count)


def differences(
    contest: Contest, a: Mapping[int, ChunkResult], b: Mapping[int, ChunkResult]
) -> Tallies:
    """How much more every figure was with the second data set than with the first, deal by deal."""
    return _counted(
        {name: values.get(name, 0.0) - deal.get(name, 0.0) for name in deal | values}
        for first in sorted(a.keys() & b.keys())
        for deal, values in zip(deals(contest, a[first]), deals(contest, b[first]), strict=True)
    )


def _counted(result: Iterable[Mapping[str, float]]) -> Tallies:
    tallies: Tallies = {}
    count = 0
    for deal in result:
        count += 1
        for name, value in deal.items():
            tallies.setdefault(name, Counter())[value] += 1
    return _filled(tallies, count)


def _filled(tallies: Tallies, count: int) -> Tallies:
    for tally in tallies.values():
        if missing := count - tally.total():
            tally[0.0] += missing
    return tallies
