"""The advice that search uses for a battle of Combat Boots beside the rules."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position as AnyPosition
from dogfight.games.boots.evaluation import share
from dogfight.games.boots.position import Position
from dogfight.games.boots.rollout import rollout_choice
from dogfight.games.boots.rules.asking import fill_menu
from dogfight.games.boots.state import ACTING, FLYING, PLACING


class BootsAdvice(Advice):
    """Judged between two units' turns."""

    def evaluate(self, position: AnyPosition, seat: i64) -> float:
        return share(cast(Position, position), seat)

    def is_quiet(self, position: AnyPosition) -> bool:
        """Between two units' turns, or before the next aircraft."""
        p = cast(Position, position)
        return p.stage == ACTING or p.stage == FLYING or p.stage == PLACING

    def rollout_choice(self, position: AnyPosition, dice: Dice) -> i64:
        p = cast(Position, position)
        if not p.menu_made:
            fill_menu(p)
        return rollout_choice(p, dice)

    def rollout_depth(self) -> i64:
        return 0
