"""What a game may offer beyond the contract. A caller asks whether the game has a capability with
`isinstance`.

A game offers a capability by having its methods; naming the protocol among its bases says so to the
reader, and gives it the defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from dogfight.core.action_space import ActionSpace
from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event
from dogfight.core.features import FeatureSpace
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.plans import PlanRules
from dogfight.core.seat import Seat
from dogfight.core.view import Aim, View


@runtime_checkable
class Reactions(Protocol):
    """Reactions that seats may leave to a standing order."""

    def automatic(self, position: Any, seat: Seat, setting: str) -> int | None:
        """What a seat's standing order on reactions plays now: `never`, `always`, or the chance in
        % worth asking for.

        None means that the seat has to be asked.
        """


@runtime_checkable
class BoardAids(Protocol):
    """What boards show of an action before it is taken."""

    def bears(self, position: Any, seat: Seat, action: int) -> tuple[str, ...]:  # noqa: ARG002
        """The places or pieces that an action's weapons would bear on, by what its seat knows."""
        return ()

    def aims(self, position: Any, seat: Seat, action: int) -> tuple[Aim, ...]:  # noqa: ARG002
        """Return the lines of fire from and at the acting piece after the action, by what its
        seat knows.
        """
        return ()


@runtime_checkable
class RecommendsSetup(Protocol):
    """A recommended set-up for those who do not want to place every piece themselves."""

    def is_setting_up(self, position: Any, seat: Seat) -> bool:
        """Whether a seat is asked to set something up."""

    def set_up(self, position: Any, seat: Seat) -> tuple[int, ...]:
        """The actions that set up all that the seat has to set up now, in order, by what it
        knows.
        """


@runtime_checkable
class ExplainsPlaces(Protocol):
    """Reasons for what a board does not offer."""

    def why_not_at(self, position: Any, seat: Seat, place: str) -> IllegalAction | None:
        """Why a seat that is asked can do nothing at a place of the board; None where no better
        reason is known.
        """

    def steps_between(self, position: Any, text: str, other: str) -> int | None:
        """How far apart two places of the board are, by its own measure; None where one is no
        place, or has no way.
        """


@runtime_checkable
class SummarisesLog(Protocol):
    """A log that sums up what has ended, out of what everybody was told of it."""

    def summed_up(
        self, before: Sequence[Event], reported: tuple[Event, ...], position: Any
    ) -> tuple[Event, ...]:
        """What was told of an action that led to a position, with what it sums up; `before` is
        the log up to it.
        """


@runtime_checkable
class Solver(Protocol):
    """Best play worked out, where a position is small enough."""

    def solved(self, view: View[Any]) -> list[tuple[float, float]] | None:
        """For each legal action of the view's seat its chance in best play and its value, where
        both can be worked out.

        None means that the position is too large, or too much of it is hidden; searches estimate it
        then.
        """


@runtime_checkable
class HasActionIds(Protocol):
    """Actions with ids for learners."""

    def action_space(self, options: Options) -> ActionSpace[Any]:
        """The ids of all actions of a game with these options."""


@runtime_checkable
class HasFeatures(HasActionIds, Protocol):
    """What a seat knows as numbers, beside actions with ids: all that an environment for
    learners needs.
    """

    def features(self, options: Options) -> FeatureSpace:
        """The numbers that describe what a seat knows in a game with these options.

        Its encoder also lists the ids of `action_space`, quickly.
        """


@runtime_checkable
class HasPlans(Protocol):
    """Whole plans made of parts and laid by all at the same time."""

    planning: PlanRules
    """How they are laid."""


@runtime_checkable
class BalanceStudied(Protocol):
    """Which of its options a study of its balance goes through, and what its sides bring along."""

    brings: tuple[str, ...]
    """The options that say what each side brings, side by side; empty where sides bring nothing
    of their own.
    """

    def study_values(self, field: OptionField) -> tuple[OptionValue, ...]:
        """The values of an option that a study compares; a single one keeps it fixed."""

    def sides_alike(self, options: Options) -> bool:
        """Whether sides differ in nothing but what they bring, so that this can be swapped
        between them.
        """
