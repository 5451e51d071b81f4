"""Whole moves planned ahead: what people think of as one move, where the rules ask step by step.

A plan is a path of legal actions with what each of them costs and risks. It is worked out in a
position imagined from the seat's view, always with the same dice. So it is a function of the view,
and cannot tell anything that the view does not. Hosts send its actions one by one, and each is
checked as any other; a plan promises nothing.
"""

from __future__ import annotations

from typing import Any

from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.planning.capabilities import PlansMoves
from dogfight.planning.parts import MovePlan, MovePlans, PlanStep

_DICE = 1
_NOTHING = MovePlans()


def move_plans(game: AnyGame, view: View[Any], piece: str = "") -> MovePlans:
    """Return the whole moves that a view's seat may begin with a piece now, or with any; none
    where the game plans none.
    """
    if not view.legal or not isinstance(game, PlansMoves):
        return _NOTHING
    return game.move_plans(game.views.imagine(view, Dice(_DICE)), view.seat, piece)


def steps_of(plans: MovePlans, plan: MovePlan) -> tuple[PlanStep, ...]:
    """Return the steps of a plan from the first to the last."""
    steps: list[PlanStep] = []
    at = plan.last
    while at >= 0:
        steps.append(plans.steps[at])
        at = plans.steps[at].after
    return tuple(reversed(steps))


def plan_named(plans: MovePlans, word: str) -> MovePlan | None:
    """Return the plan with this word, whatever its case; a bare destination names the only plan
    that leads there.
    """
    text = word.casefold()
    whole = [plan for plan in plans.plans if plan.word.casefold() == text]
    ends = [plan for plan in plans.plans if plan.word.rpartition(">")[2].casefold() == text]
    matches = whole or ends
    return matches[0] if whole or len(matches) == 1 else None
