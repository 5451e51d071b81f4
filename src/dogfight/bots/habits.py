"""A look one turn ahead at an enemy with habits, in dogfights of Biplanes.

A strategy near equilibrium is content with what nobody can take from it; it does not take what others give away. Here
such a strategy is inclined towards what does well, by the network's judgement, against an enemy who plays as the greedy
bot does and knows no more than it may. How far is measured (`bench/strength.md`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
import numpy as np

from dogfight.bots.greedy import GreedyBot
from dogfight.bots.many_dogfights import Network
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.core.view import View
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import ANSWER, PLAN, SHOW

NOTHING: Final = -1
COMMITS: Final = (PLAN, SHOW, ANSWER)
"""The phases in which a look is taken."""
INCLINATION: Final = 30.0
"""An action that is worth 0.01 of the stake more is taken so many hundredths more often, beside others like it."""
OPEN: Final = 0.001
"""Added to every chance before it is inclined, since best play may rule out what does best against habits."""


def inclined(
    game: AnyGame, view: View[Any], chances: Sequence[float], network: Network, looks: int
) -> list[tuple[float, float]]:
    """The strategy of a commitment, inclined: the chance of each legal action, and what it is worth against habits."""
    dice = Dice(int.from_bytes(sha256(msgspec.json.encode(view.table)).digest()[:6], "big"))
    worth = tried(game, view, network, looks, dice).mean(axis=1)
    weights = (np.array(chances) + OPEN) * np.exp(INCLINATION * (worth - worth.max()))
    return [(float(chance), float(value)) for chance, value in zip(weights / weights.sum(), worth, strict=True)]


def tried(game: AnyGame, view: View[Any], network: Network, looks: int, dice: Dice) -> Any:
    """What the seat may expect after each legal action (by row) in each of some deals (by column)."""
    found = np.zeros((len(view.legal), looks))
    later: list[Position] = []
    cells: list[tuple[int, int]] = []
    for look in range(looks):
        imagined: Any = game.imagine(view, dice)
        imagined.reopen(view.seat)
        luck = dice.below(1 << 30)
        for row, after in enumerate(turns(game, view, imagined, dice)):
            draws = Dice(luck)
            while after.actor() == CHANCE:
                after.roll(draws)
            if after.actor() == OVER:
                found[row, look] = after.payoff(view.seat)
            else:
                later.append(after)
                cells.append((row, look))
    if later:
        for cell, value in zip(cells, network.expected(later, np.full(len(later), view.seat)), strict=True):
            found[cell] = value
    return found


def turns(game: AnyGame, view: View[Any], imagined: Position, dice: Dice) -> Iterator[Position]:
    """The turn flown with each legal action: at a planning both commit, [BD-18.4] white's enemy before white does."""
    seat, enemy = view.seat, 1 - view.seat
    together = imagined.phase == PLAN
    reply = favourite(game, imagined, enemy, dice) if together else NOTHING
    for one in view.legal:
        after = imagined.copy()
        for who, action in sorted(((seat, one.action), (enemy, reply))) if together else ((seat, one.action),):
            after.apply(who, action)
        if after.phase == ANSWER:
            after.apply(enemy, favourite(game, after, enemy, dice))
        yield after


def favourite(game: AnyGame, position: Position, seat: Seat, dice: Dice) -> int:
    """The action that looks best to a seat one decision ahead."""
    return GreedyBot(dice.below(1 << 30), game=game).choose(game.view(position, seat))
