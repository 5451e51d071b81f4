"""What a game may offer to those who plan."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from dogfight.core.seat import Seat
from dogfight.planning.parts import MovePlans, PlanRules


@runtime_checkable
class PlansMoves(Protocol):
    """Whole moves planned ahead, where the rules ask step by step."""

    def move_plans(self, position: Any, seat: Seat, piece: str) -> MovePlans:
        """Return the whole moves that a seat may begin with a piece now, by what it knows; with
        any of its pieces where none is named.

        The number of steps is bounded, for hosts answer this while a person looks at the board.
        """


@runtime_checkable
class HasPlans(Protocol):
    """Whole plans made of parts and laid by all at the same time."""

    plan_rules: PlanRules
    """How they are laid."""
