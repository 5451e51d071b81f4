"""What best play gets in the match-ups of a study, where it can be worked out, and how far the
figures of a search move with its budget where it cannot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import fmean

from dogfight.bots.solutions import Solution, keep, kept, solve_game
from dogfight.core.errors import Unsolved
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.lab.contests import Contest
from dogfight.lab.tallies import FIRST, entrant

_SIMS = re.compile(r"\bsims=\d+")


def exact_shares(game: AnyGame, contests: Sequence[Contest]) -> tuple[Mapping[str, float], ...]:
    """For every match-up the exact shares of best play by figure; none at all unless the game can
    be solved with all options.
    """
    result: list[Mapping[str, float]] = []
    for contest in contests:
        try:
            solutions = [_solution(game, options) for options in contest.options]
        except Unsolved:
            return ()
        rows = [contest.shares(at, item.shares) for at, item in enumerate(solutions)]
        shares = {entrant(n): fmean(row[n] for row in rows) for n in range(len(contest.entrants))}
        first = fmean(row[order[0]] for row, order in zip(rows, contest.orders, strict=True))
        result.append({**shares, FIRST: first})
    return tuple(result)


def _solution(game: AnyGame, options: Options) -> Solution:
    solution = kept(game, options)
    if solution is None:
        solution = solve_game(game, options)
        keep(solution)
    return solution


def same_search(bots: Sequence[str]) -> list[int]:
    """The places of bots that are the last one with other numbers of simulations."""
    kinds = [_SIMS.sub("sims", bot) for bot in bots]
    if not _SIMS.search(bots[-1]):
        return []
    return [at for at, kind in enumerate(kinds) if kind == kinds[-1]]


def drift(means: Sequence[float]) -> float:
    """How far apart the figures of one search are with its several budgets."""
    return max(means) - min(means) if means else 0.0
