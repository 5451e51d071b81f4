"""The bot that plays any of its legal actions, all equally likely."""

from __future__ import annotations

from typing import Any

from dogfight.core.dice import Dice
from dogfight.core.view import View


class RandomBot:
    """Plays at random from the legal actions in its view, with dice of its own."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: View[Any]) -> int:
        return view.legal[self.dice.below(len(view.legal))].action
