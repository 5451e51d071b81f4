"""One choice judged by what its seat could know: the best is found in some imagined positions,
and judged in others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dogfight.bots.search import SearchBot
from dogfight.core.capabilities import Solver
from dogfight.core.dice import Dice
from dogfight.core.view import View
from dogfight.review.judges import Estimate, Evaluator, Shares, averaged, seed_of
from dogfight.review.report import ERRORS_SURE, FEW, Assessment, Choice, verdict_on
from dogfight.review.steps import SeatAction

FINALISTS: Final = 6
"""Of many options so many are looked at more closely."""
MIX_SIMULATIONS: Final = 400
IN_MIX: Final = 0.05
"""An option this likely in an estimated mix belongs to it."""
LOOK, CHOOSE, TEST, MIX = range(4)
"""What a sample is for: no two share their luck."""


@dataclass(frozen=True, slots=True)
class Samples:
    """How many imagined positions are looked at: for a first look, for the finalists, and for
    the judgement.
    """

    look: int
    choose: int
    test: int


def judged(judge: Evaluator, deed: SeatAction, samples: Samples, seed: int) -> Choice | None:
    """What a deed fell short of best play by; None where it was a change of mind, not one of the
    legal actions.
    """
    view: View[Any] = judge.game.view(deed.before, deed.seat)
    actions = [entry.action for entry in view.legal]
    if deed.action not in actions:
        return None
    at = actions.index(deed.action)
    if len(actions) == 1:
        return _as_choice(judge, deed, view, at, at, None)
    solution = judge.game.solved(view) if isinstance(judge.game, Solver) else None
    if solution is not None and len(judge.parties.of) == 2:
        return _solved(judge, deed, view, at, solution)
    return _Trial(judge, deed, view, seed).judged(at, samples)


def _solved(
    judge: Evaluator,
    deed: SeatAction,
    view: View[Any],
    at: int,
    solution: list[tuple[float, float]],
) -> Choice:
    """Against best play, worked out."""
    values = [value for _, value in solution]
    best = values.index(max(values))
    if values[best] - values[at] <= FEW:
        best = at
    own = judge.parties.of[deed.seat]
    loss = values[at] - values[best]
    effect = tuple(loss if party == own else -loss for party in range(2))
    weights = [
        Assessment(item.word, item.words, chance, value, 0.0)
        for item, (chance, value) in _pairs(view, solution)
    ]
    return _as_choice(
        judge, deed, view, at, best, _Found(effect, 0.0, True, 0, weights, solution[at][0] > FEW)
    )


def _pairs(view: View[Any], rows: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip(view.legal, rows, strict=True))


@dataclass(frozen=True, slots=True)
class _Found:
    effect: Shares
    error: float
    exact: bool
    imagined: int
    options: list[Assessment]
    in_mix: bool


class _Trial:
    """The legal actions of a view, each tried in the same imagined positions with the same luck."""

    def __init__(self, judge: Evaluator, deed: SeatAction, view: View[Any], seed: int) -> None:
        self.judge, self.deed, self.view, self.seed = judge, deed, view, seed
        self.own = judge.parties.of[deed.seat]
        self.turn = judge.game.turn(deed.before)
        self.hides = judge.game.has_secrets(deed.before) or view.doing == "commit"

    def judged(self, at: int, samples: Samples) -> Choice:
        every = list(range(len(self.view.legal)))
        means = {
            index: averaged(rows) for index, rows in self._tried(every, samples.look, LOOK).items()
        }
        finalists = sorted(every, key=lambda index: (index != at, -means[index].shares[self.own]))[
            : 1 + FINALISTS
        ]
        closer = self._tried(finalists, samples.choose, CHOOSE)
        best = self._best(at, closer)
        mix = self._mix(best)
        worths = [averaged(closer[index]) if index in closer else means[index] for index in every]
        if best == at:
            effect, error = (0.0,) * len(self.judge.parties.names), 0.0
        else:
            test = self._tried([at, best], samples.test, TEST)
            difference = _difference(test[at], test[best])
            effect, error = difference.shares, difference.errors[self.own]
        options = [
            Assessment(
                pair.word, pair.words, mix[index], worth.shares[self.own], worth.errors[self.own]
            )
            for (pair, worth), index in zip(_pairs(self.view, worths), every, strict=True)
        ]
        imagined = samples.test if self.hides else 0
        result = _Found(effect, error, False, imagined, options, mix[at] >= IN_MIX)
        return _as_choice(self.judge, self.deed, self.view, at, best, result)

    def _best(self, at: int, result: dict[int, list[Shares]]) -> int:
        """The option worth most; the one that was chosen where it is as good, as far as can be
        told.
        """
        best = max(result, key=lambda index: sum(row[self.own] for row in result[index]))
        difference = _difference(result[at], result[best])
        return (
            at
            if -difference.shares[self.own] <= ERRORS_SURE * difference.errors[self.own]
            else best
        )

    def _tried(self, which: Sequence[int], number: int, purpose: int) -> dict[int, list[Shares]]:
        """What comes of some options in so many imagined positions."""
        game, seat = self.judge.game, self.deed.seat
        luck = [seed_of(self.seed, purpose, world) for world in range(number)]
        worlds = []
        for item in luck:
            world = (
                game.imagine(self.view, Dice(seed_of(item, 1)))
                if self.hides
                else self.deed.before.copy()
            )
            world.reopen(seat)
            worlds.append(world)
        self.judge.brought_to(seat, worlds, [seed_of(entry, 2) for entry in luck])
        copies = [world.copy() for _ in which for world in worlds]
        for place, index in enumerate(which):
            for copy in copies[place * number : (place + 1) * number]:
                copy.take(index)
        ends = self.judge.outcomes(copies, luck * len(which), self.turn)
        return {
            index: ends[place * number : (place + 1) * number] for place, index in enumerate(which)
        }

    def _mix(self, best: int) -> list[float]:
        """How best play mixes the options: by a search where the game mixes here, else the best
        one alone.
        """
        game, view = self.judge.game, self.view
        known = self.judge.mix(view)
        if known is not None:
            return known
        if view.doing != "commit" or not game.advice.mixes(self.deed.before):
            return [float(index == best) for index in range(len(view.legal))]
        bot = SearchBot(seed_of(self.seed, MIX), sims=MIX_SIMULATIONS, game=game)
        chances = {opinion.action: opinion.chance for opinion in bot.opinions(view)}
        return [chances.get(entry.action, 0.0) for entry in view.legal]


def _difference(own: Sequence[Shares], best: Sequence[Shares]) -> Estimate:
    """What was chosen less the best, world by world: they have their luck in common."""
    rows = [
        tuple(a - b for a, b in zip(values, item, strict=True))
        for values, item in zip(own, best, strict=True)
    ]
    return averaged(rows)


def _as_choice(
    judge: Evaluator, deed: SeatAction, view: View[Any], at: int, best: int, result: _Found | None
) -> Choice:
    own, chosen, better = judge.parties.of[deed.seat], view.legal[at], view.legal[best]
    nothing = (0.0,) * len(judge.parties.names)
    cost = 0.0 if result is None else -result.effect[own]
    return Choice(
        move=deed.move,
        seat=deed.seat,
        word=chosen.word,
        words=chosen.words,
        verdict=(
            "forced"
            if result is None
            else verdict_on(cost, result.error, result.in_mix or at == best)
        ),
        cost=cost,
        error=result.error if result else 0.0,
        exact=result.exact if result else True,
        better=better.word if best != at else "",
        better_words=better.words if best != at else "",
        imagined=result.imagined if result else 0,
        effect=result.effect if result else nothing,
        options=tuple(result.options) if result else (),
    )
