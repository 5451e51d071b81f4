"""Plans: whole moves as games make them and boards show them, and plans in parts that all lay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

import msgspec

from dogfight.core.seat import Seat

Status = Literal["ok", "wrong_round", "late", "stale", "invalid"]
Part = tuple[Seat, int | str]
"""Something a seat lays, by the number of the action that lays it or by its word."""
Moves = tuple[tuple[Seat, int], ...]


class Threat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece that could react to a step, where it stands, and with which odds."""

    by: str
    place: str = ""
    words: str = ""


class PlanStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action of a plan, and where it leaves the piece.

    `after` is the number of the step before it, -1 for the first. `cost` is what the move has cost
    up to here, in the game's own words, and `note` what is there. A step that `asks` lets others
    react, or chance decide, before the next.
    """

    action: int
    word: str
    after: int = -1
    place: str = ""
    facing: str = ""
    cost: str = ""
    note: str = ""
    threats: tuple[Threat, ...] = ()
    asks: bool = False


class MovePlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole move: who makes it, where it ends, and its last step.

    `word` is how it is typed: piece, `>`, destination. `target` is the piece that it is aimed at,
    `kind` what is done in the game's own terms, `brief` what sets it apart from other plans to the
    same end.
    """

    word: str
    kind: str
    piece: str
    last: int
    words: str
    place: str = ""
    facing: str = ""
    target: str = ""
    promise: str = ""
    brief: str = ""


class MovePlans(msgspec.Struct, frozen=True, omit_defaults=True):
    """All whole moves of a seat, and the steps that they share.

    `calm` lists the kinds of event after which a plan goes on by itself; any other stops it. `rule`
    says why a move is made step by step.
    """

    plans: tuple[MovePlan, ...] = ()
    steps: tuple[PlanStep, ...] = ()
    calm: tuple[str, ...] = ()
    rule: str = ""


class PlanBuilder:
    """Collects the steps and plans of a position."""

    def __init__(self) -> None:
        self._steps: list[PlanStep] = []
        self._plans: list[MovePlan] = []

    def step(self, step: PlanStep) -> int:
        """Add a step and return its number."""
        self._steps.append(step)
        return len(self._steps) - 1

    def plan(self, plan: MovePlan) -> None:
        """Add a plan."""
        self._plans.append(plan)

    def built(self, *, calm: tuple[str, ...] = (), rule: str = "") -> MovePlans:
        """Return everything added; `calm` are the kinds of event that do not stop a plan."""
        return MovePlans(tuple(self._plans), tuple(self._steps), calm, rule)


class PlanRules(Protocol):
    """What a game offers in which plans are laid in parts, all at the same time, until a lock."""

    @property
    def rules(self) -> Mapping[Status, str]:
        """The rule by which a message is dropped."""

    def round(self, position: Any) -> int:
        """The round that plans are made for."""

    def accepts_plans(self, position: Any) -> bool:
        """Whether plans are laid now."""

    def moves(self, position: Any, seats: tuple[Seat, ...], parts: tuple[Part, ...]) -> Moves:
        """What leaves exactly these parts of these seats on the table, not ready; raises where
        they are not valid.
        """

    def seal(self, position: Any, seats: tuple[Seat, ...]) -> Moves:
        """What declares these seats ready."""
