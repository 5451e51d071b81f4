"""The bot that looks one decision ahead: each action is tried, and what comes of it is judged at a
glance.

What a glance sees is each game's own `judgement`.
"""

from __future__ import annotations

from typing import Any

from dogfight.bots.lookahead import compared
from dogfight.bots.opinion import ActionEstimate, EstimatingBot
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

IMAGINED = 8
"""Positions that fit the view, in which every action is tried."""
LOOKS = 2
"""Times every action is tried in each of them, since luck and the others' secret choices differ."""


class GreedyBot(EstimatingBot):
    """Takes the action that looks best at once; equally good ones are equally likely.

    `slip` is how many decisions in a hundred are made without looking, for players who want to win
    now and then.
    """

    def __init__(self, seed: int, *, slip: int = 0, game: AnyGame | None = None) -> None:
        super().__init__(seed, game)
        self.slip = slip

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What every legal action looks worth; slips are shared out evenly among those that
        nobody would rule out.
        """
        game = self.game_of(view)
        sums = [0.0] * len(view.legal)
        careless = [True] * len(view.legal)
        for _ in range(IMAGINED):
            imagined = game.imagine(view, self.dice)
            imagined.reopen(view.seat)
            for at, value in enumerate(
                compared(imagined, game.advice, view.seat, LOOKS, self.dice)
            ):
                sums[at] += value
            careless = [not game.advice.prunable(imagined, at) for at in range(len(sums))]
        if not any(careless):
            careless = [True] * len(sums)
        best = max(sums)
        favourites = sum(value == best for value in sums)
        looks = IMAGINED * LOOKS
        slips = self.slip / 100 / sum(careless)
        return [
            ActionEstimate(
                entry.action,
                entry.word,
                (1 - self.slip / 100) * (value == best) / favourites + slips * slipped,
                value / looks,
            )
            for entry, value, slipped in zip(view.legal, sums, careless, strict=True)
        ]
