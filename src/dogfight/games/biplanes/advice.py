"""The advice that search uses for a position of Biplanes beside the rules."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from dogfight.core.advice import NO_REPLY, Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position as AnyPosition
from dogfight.games.biplanes.evaluation import evaluate, rollout_choice
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import ENDED, MULLIGAN, PLAN, SHOW, TARGET
from dogfight.games.biplanes.tables import ESCORT

HABITUAL: Final = 60
"""In a hundred commitments of an opponent those that follow the rollout policy; measured."""


class BiplanesAdvice(Advice):
    """Judged at the beginning of a turn; opponents often commit to what looks best at once."""

    def evaluate(self, position: AnyPosition, seat: i64) -> float:
        p = cast(Position, position)
        return p.payoff(seat) if p.phase == ENDED else evaluate(p, seat)

    def is_quiet(self, position: AnyPosition) -> bool:
        p = cast(Position, position)
        return (p.phase == PLAN or p.phase == SHOW) and p.p1.sealed < 0 and p.p2.sealed < 0

    def rollout_choice(self, position: AnyPosition, dice: Dice) -> i64:
        """Anything in flight; in a mulligan keep the rest, and hit the malfunctioning biplane."""
        p = cast(Position, position)
        number: i64 = p.choice_count()
        if p.phase == MULLIGAN and p.plane(p.acting).aside:
            return number - 2
        return number - 1 if p.phase in (MULLIGAN, TARGET) else dice.below(number)

    def assumed_reply(self, position: AnyPosition, dice: Dice) -> i64:
        p = cast(Position, position)
        escort = p.acting == 0 and p.setup.mode == ESCORT
        if p.phase != PLAN or escort or dice.below(100) >= HABITUAL:
            return NO_REPLY
        return rollout_choice(p, p.acting, dice)

    def rollout_depth(self) -> i64:
        return 0

    def prior_weight(self) -> i64:
        return 64
