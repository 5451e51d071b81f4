"""What a game may offer beyond the contract. A caller asks whether the game has a capability with
`isinstance`.

A game offers a capability by having its methods; naming the protocol among its bases says so to the
reader, and gives it the defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.seat import Seat
from dogfight.core.view import Aim, View


@runtime_checkable
class Reactions(Protocol):
    """Reactions that seats may leave to a standing order."""

    def standing_action(self, position: Any, seat: Seat, setting: str) -> int | None:
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
class ReplacesSealed(Protocol):
    """Sealed choices that seats can replace: what a change of mind undoes leaves no trace."""

    def sealed_moves(
        self, opening: Any, position: Any, seats: Sequence[Seat]
    ) -> Sequence[tuple[Seat, int]] | None:
        """The moves that lead the seats of one player from an earlier moment of a Commit to what
        they have sealed now; None says that all that was played stands.
        """


@runtime_checkable
class LimitsTakeBack(Protocol):
    """Sealed choices that a rule makes final."""

    def check_take_back(self, left: Any, seat: Seat) -> None:
        """Raise `IllegalAction` if a rule makes what a seat has sealed final; `left` is the
        position without it.
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
class BalanceStudied(Protocol):
    """Which of its options a study of its balance goes through, and what its sides bring along."""

    loadout_options: tuple[str, ...]
    """The options that say what each side brings, side by side; empty where sides bring nothing
    of their own.
    """

    def study_values(self, field: OptionField) -> tuple[OptionValue, ...]:
        """The values of an option that a study compares; a single one keeps it fixed."""

    def sides_are_symmetric(self, options: Options) -> bool:
        """Whether sides differ in nothing but what they bring, so that this can be swapped
        between them.
        """
