"""What a bot thinks of the legal actions of a view."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.core.dice import Dice

RESOLUTION = 1 << 30


@dataclass(frozen=True, slots=True)
class Opinion:
    """One legal action as the bot sees it: how often to play it, and what share of the stake it is worth."""

    action: int
    word: str
    chance: float
    value: float


def drawn(opinions: list[Opinion], dice: Dice) -> int:
    """An action drawn by the chances."""
    left = dice.below(RESOLUTION) / RESOLUTION
    for one in opinions:
        left -= one.chance
        if left < 0:
            return one.action
    return max(opinions, key=lambda one: one.chance).action
