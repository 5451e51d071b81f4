"""The bot that plays any of its legal actions, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dogfight.core.dice import Dice
from dogfight.core.view import View


class RandomBot:
    """Plays at random from the legal actions in its view, with dice of its own."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: View[Any]) -> int:
        return self.choose_from([entry.action for entry in view.legal])

    def choose_from(self, actions: Sequence[int]) -> int:
        """One of some legal actions, for a host that need not make a view."""
        return actions[self.dice.below(len(actions))]
