"""The bot that looks one decision ahead: each action is tried, and what comes of it is evaluated
statically.

The static evaluation is each game's own `evaluation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dogfight.bots.estimates import ActionEstimate, EstimatingBot
from dogfight.bots.lookahead import compared
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

IMAGINED = 8
"""Positions that fit the view, in which every action is tried."""
LOOKS = 2
"""Times every action is tried in each of them, since luck and the others' secret choices differ."""


class GreedyBot(EstimatingBot):
    """Takes the action that looks best at once; equally good ones are equally likely.

    `slip` is how often in a hundred it overlooks an action, for players who want to win now and
    then: it takes the best of those it sees.
    """

    def __init__(self, seed: int, *, slip: int = 0, game: AnyGame | None = None) -> None:
        super().__init__(seed, game)
        self.slip = slip

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What every legal action looks worth; what everybody would rule out is never done."""
        game = self.game_of(view)
        sums = [0.0] * len(view.legal)
        asked = game.views.imagine(view, self.dice)
        for _ in range(IMAGINED):
            imagined = game.views.imagine(view, self.dice)
            imagined.unseal_others(view.seat)
            for at, value in enumerate(
                compared(imagined, game.advice, view.seat, LOOKS, self.dice)
            ):
                sums[at] += value
        sensible = [
            at for at in range(len(sums)) if not game.advice.rules_out(asked, view.seat, at)
        ] or list(range(len(sums)))
        chances = overlooking([sums[at] for at in sensible], self.slip / 100)
        chance_of = dict(zip(sensible, chances, strict=True))
        looks = IMAGINED * LOOKS
        return [
            ActionEstimate(entry.action, entry.notation, chance_of.get(at, 0.0), value / looks)
            for at, (entry, value) in enumerate(zip(view.legal, sums, strict=True))
        ]


def overlooking(values: Sequence[float], missed: float) -> list[float]:
    """How often each of these is taken by a player who overlooks each of them so often, and takes
    the best of the rest; any of them where all are overlooked.

    Equally good ones are equally likely.
    """
    chances = [0.0] * len(values)
    left = 1.0
    for level in sorted(set(values), reverse=True):
        equal = [at for at, value in enumerate(values) if value == level]
        taken = left * (1 - missed ** len(equal))
        left -= taken
        for at in equal:
            chances[at] += taken / len(equal)
    return [chance + left / len(chances) for chance in chances]
