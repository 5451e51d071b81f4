"""The advice that search uses for a position of Squadrons beside the rules."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position as AnyPosition
from dogfight.games.squadrons.judgement import hasty, share
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.state import NAME_PLANE


class SquadronsAdvice(Advice):
    """Judged between turns, after the other side has answered."""

    def worth(self, position: AnyPosition, seat: i64) -> float:
        return share(cast(Position, position), seat)

    def calm(self, position: AnyPosition) -> bool:
        """Shots have been drawn for, and no plane has moved since."""
        p = cast(Position, position)
        return p.phase == NAME_PLANE and p.to_move == p.flying(p.active)

    def hasty(self, position: AnyPosition, dice: Dice) -> i64:
        return hasty(cast(Position, position), dice)

    def horizon(self) -> i64:
        """To the end of the other side's next turn, or thereabouts."""
        return 14
