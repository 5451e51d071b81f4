"""A look one turn ahead at an enemy with habits, in dogfights of Biplanes.

A strategy near equilibrium is content with what nobody can take from it; it does not take what others give away. Here
the network's strategy is inclined towards what does well, by the network's own judgement, if the enemy flies in haste.
How far is measured (`bench/strength.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
import numpy as np

from dogfight.bots.many_dogfights import Network
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER
from dogfight.core.view import View
from dogfight.games.biplanes.judgement import hasty
from dogfight.games.biplanes.position import Position

INCLINATION: Final = 30.0
"""An action that is worth 0.01 of the stake more is taken so many hundredths more often, beside others like it."""


def inclined(
    game: AnyGame, view: View[Any], chances: Sequence[float], network: Network, looks: int
) -> list[tuple[float, float]]:
    """The strategy at a planning, inclined: the chance of each legal action, and what it is worth against habits."""
    dice = Dice(int.from_bytes(sha256(msgspec.json.encode(view.table)).digest()[:6], "big"))
    worth = tried(game, view, network, looks, dice).mean(axis=1)
    weights = np.array(chances) * np.exp(INCLINATION * (worth - worth.max()))
    return [(float(chance), float(value)) for chance, value in zip(weights / weights.sum(), worth, strict=True)]


def tried(game: AnyGame, view: View[Any], network: Network, looks: int, dice: Dice) -> Any:
    """What the seat may expect after each legal action (by row) in each of some deals (by column)."""
    seat, enemy = view.seat, 1 - view.seat
    found = np.zeros((len(view.legal), looks))
    later: list[Position] = []
    cells: list[tuple[int, int]] = []
    for look in range(looks):
        imagined: Any = game.imagine(view, dice)
        imagined.reopen(seat)
        reply = (enemy, int(imagined.choice_for(enemy, hasty(imagined, enemy, dice))))
        luck = dice.below(1 << 30)
        for row, one in enumerate(view.legal):
            after = imagined.copy()
            for who, action in sorted(((seat, one.action), reply)):
                after.apply(who, action)
            draws = Dice(luck)
            while after.actor() == CHANCE:
                after.roll(draws)
            if after.actor() == OVER:
                found[row, look] = after.payoff(seat)
            else:
                later.append(after)
                cells.append((row, look))
    if later:
        for cell, value in zip(cells, network.expected(later, np.full(len(later), seat)), strict=True):
            found[cell] = value
    return found
