"""What best play gets in the match-ups of a study, where it can be worked out, and how far the
figures of a search move with its budget where it cannot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from statistics import fmean

from dogfight.arena.statistics import Z_95
from dogfight.bots.solutions import Solution, keep, kept, solve_game
from dogfight.core.decision import Choose, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE
from dogfight.lab.contests import Contest
from dogfight.lab.figures import Figure
from dogfight.lab.tallies import FIRST, entrant

_SIMS = re.compile(r"\bsims=\d+")
_STEPS = 2000
"""Steps of the random game that shows what is hidden when seats choose."""


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


def hides_in_sequence(game: AnyGame, options: Options) -> bool:
    """Whether seats mostly choose in the open, one after the other, while something is hidden.

    What they choose then tells what they know, which a search takes into account only so far.
    """
    position, dice = game.new(options), Dice(0)
    choices = hidden = 0
    for _ in range(_STEPS):
        decision = game.decision(position)
        if isinstance(decision, Over):
            break
        seat = position.actor()
        if seat == CHANCE:
            position.roll(dice)
            continue
        choices += isinstance(decision, Choose | Commit)
        hidden += isinstance(decision, Choose) and game.has_secrets(position)
        position.apply(seat, position.choice(dice.below(position.choice_count())))
    return 2 * hidden > choices


def drift(shares: Sequence[Figure]) -> float:
    """How far apart the shares of one search are with its several budgets, where that is more
    than chance; else 0.
    """
    gaps = [
        abs(a.mean - b.mean)
        for at, a in enumerate(shares)
        for b in shares[at + 1 :]
        if abs(a.mean - b.mean) > Z_95 * math.hypot(a.error, b.error)
    ]
    return max(gaps, default=0.0)
