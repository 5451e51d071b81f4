"""The advice that search uses for a position of Squadrons beside the rules."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position as AnyPosition
from dogfight.games.squadrons.evaluation import rollout_choice, share
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.state import NAME_PLANE


class SquadronsAdvice(Advice):
    """Judged between turns, after the other side has answered."""

    def evaluate(self, position: AnyPosition, seat: i64) -> float:
        return share(cast(Position, position), seat)

    def is_quiet(self, position: AnyPosition) -> bool:
        """Shots have been drawn for, and no plane has moved since."""
        p = cast(Position, position)
        return p.phase == NAME_PLANE and p.to_move == p.flying(p.active)

    def rollout_choice(self, position: AnyPosition, dice: Dice) -> i64:
        return rollout_choice(cast(Position, position), dice)

    def rollout_depth(self) -> i64:
        """To the end of the other side's next turn, or thereabouts."""
        return 14
