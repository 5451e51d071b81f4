"""Playing on for a moment and judging what comes of it: what greedy bots see, and where searches
stop.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position
from dogfight.core.seat import CHANCE, OVER

PATIENCE: Final = 400
"""Rollout decisions after which a position is judged even though it is not quiet."""


def played_on(position: Position, advice: Advice, decisions: i64, dice: Dice) -> None:
    """Play this many decisions by the rollout policy, then on until the position is quiet."""
    left: i64 = decisions
    end: i64 = -PATIENCE
    while left > end:
        actor = position.actor()
        if actor == OVER:
            return
        if actor == CHANCE:
            position.roll(dice)
            continue
        if left <= 0 and advice.is_quiet(position):
            return
        position.apply_choice(advice.rollout_choice(position, dice))
        left -= 1


def judged(position: Position, advice: Advice, seat: i64, dice: Dice) -> float:
    """What a seat may expect as soon as the position is quiet."""
    played_on(position, advice, 0, dice)
    return position.payoff(seat) if position.actor() == OVER else advice.evaluate(position, seat)


def compared(imagined: Position, advice: Advice, seat: i64, looks: i64, dice: Dice) -> vec[float]:
    """The static evaluation of each option of a seat, summed over so many samples.

    Seats that seal their choices before it use the rollout policy; every option of one look meets
    the same choices.
    """
    sums = vec[float]()
    while looks > 0:
        position = imagined.copy()
        while position.actor() != seat:
            if position.actor() == CHANCE:
                position.roll(dice)
            else:
                position.apply_choice(advice.rollout_choice(position, dice))
        count: i64 = position.choice_count()
        luck: i64 = dice.below(1 << 30)
        index: i64 = 0
        while index < count:
            twin = position.copy()
            twin.apply_choice(index)
            value = judged(twin, advice, seat, Dice(luck))
            if index < len(sums):
                sums[index] = sums[index] + value
            else:
                sums = append(sums, value)
            index += 1
        looks -= 1
    return sums
