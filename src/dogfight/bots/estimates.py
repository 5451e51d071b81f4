"""What a bot thinks of the legal actions of a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any

import dogfight
from dogfight.bots.trails import PieceTrail
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

RESOLUTION = 1 << 30


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """One legal action as the bot sees it: how often to play it, and what share of the stake it
    is worth.
    """

    action: int
    notation: str
    chance: float
    value: float


def drawn(opinions: list[ActionEstimate], dice: Dice) -> int:
    """An action drawn by the chances."""
    whole = sum([opinion.chance for opinion in opinions])
    left = whole * (dice.below(RESOLUTION) / RESOLUTION)
    for opinion in opinions:
        left -= opinion.chance
        if left < 0:
            return opinion.action
    return max(opinions, key=lambda action_estimate: action_estimate.chance).action


class EstimatingBot(ABC):
    """A bot that has an opinion of the legal actions, and draws one by it."""

    def __init__(self, seed: int, game: AnyGame | None) -> None:
        self.dice = Dice(seed)
        self.game = game
        self._trail = PieceTrail()

    def game_of(self, view: View[Any]) -> AnyGame:
        """The game it was given, which may have other data than the built-in one of that name."""
        return self.game or dogfight.load(view.game)

    def choose(self, view: View[Any]) -> int:
        """An action drawn by the chances; a seat that may act but need not takes the rules'
        default.
        """
        if len(view.legal) == 1:
            self._trail.follow(view, view.legal[0].action)
            return view.legal[0].action
        if view.seat not in view.waiting:
            game = self.game_of(view)
            return game.default_action(game.views.imagine(view, self.dice), view.seat)
        action = drawn(self._direct(view, self.opinions(view)), self.dice)
        self.remember(view, action)
        self._trail.follow(view, action)
        return action

    def _direct(self, view: View[Any], opinions: list[ActionEstimate]) -> list[ActionEstimate]:
        """The opinions without detours, unless there is nothing else."""
        detours = self._trail.detours(view)
        direct = [opinion for opinion in opinions if opinion.action not in detours]
        if not detours or not direct:
            return opinions
        if any(opinion.chance > 0 for opinion in direct):
            return direct
        best = max(direct, key=lambda opinion: opinion.value)
        return [replace(best, chance=1.0)]

    def remember(self, view: View[Any], action: int) -> None:  # noqa: B027
        """Take note of what it has done; most bots go by the view at hand alone."""

    @abstractmethod
    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What it thinks of the legal actions."""
