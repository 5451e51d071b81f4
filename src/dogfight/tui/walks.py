"""Whole moves in the terminal: a destination is a word, and its actions are played one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import Legal, View
from dogfight.match.match import ONLY_MOVE
from dogfight.match.move_plans import move_plans, plan_named, steps_of
from dogfight.planning.parts import PlanStep
from dogfight.tui.session import FORCED

BY_ITSELF = (ONLY_MOVE, FORCED)
"""The kinds of event that tell that a table has played the only move there was."""


@dataclass
class Walk:
    """A move on its way: the steps that are left, and how many events were known when the last
    was played.
    """

    seat: Seat
    steps: list[PlanStep]
    calm: tuple[str, ...]
    known: int
    begun: bool = False

    def waits(self, view: View[Any], events: Sequence[Event]) -> bool:
        """Whether the last step has not been answered yet, or another seat is asked first."""
        answered = len(events) > self.known or not self.begun
        return view.seat != self.seat or not view.legal or not answered

    def disturbance(self, events: Sequence[Event]) -> Event | None:
        """Return what has happened on the way that stops the move."""
        calm = (*self.calm, *BY_ITSELF)
        news = events[self.known :] if self.begun else ()
        return next((event for event in news if event.kind not in calm), None)

    def next(self, view: View[Any], events: Sequence[Event]) -> Legal | None:
        """Take the next step out of the walk and return it as it is offered; None where it is
        not. What the table has played by itself is passed over.
        """
        forced = any(event.kind in BY_ITSELF for event in events[self.known :])
        for skipped in range(min(1 + forced, len(self.steps))):
            step = self.steps[skipped]
            for entry in view.legal:
                if (entry.action, entry.notation) == (step.action, step.word):
                    del self.steps[: skipped + 1]
                    self.known, self.begun = len(events), True
                    return entry
        return None


def walk_of(game: AnyGame, view: View[Any], line: str, known: int) -> Walk | None:
    """Return the move that a line names: one destination, or several one after the other; None
    where it is anything else.
    """
    words = line.split()
    if not words or any(entry.notation in words for entry in view.legal):
        return None
    plans = move_plans(game, view)
    named = [plan_named(plans, word) for word in words]
    steps = [step for plan in named if plan is not None for step in steps_of(plans, plan)]
    return Walk(view.seat, steps, plans.calm, known) if None not in named else None
