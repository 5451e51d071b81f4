"""What a game can tell a search beside its rules: how to judge a position, what to try, what to
leave out.

Nothing here changes what is legal or what a seat may know, and every answer has a default that is
right for any game. A game overrides one where measured games have shown a gain.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dogfight.core.dice import Dice
from dogfight.core.position import Position

NO_REPLY: Final = -1
"""What `Advice.assumed_reply` answers when a search should let the seat choose."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """Advice on the positions of one game, handed to a search beside the position."""

    __slots__ = ()

    def evaluate(self, position: Position, seat: i64) -> float:  # noqa: ARG002
        """The share of the stake a seat may expect, judged without looking ahead.

        The shares of all seats sum to at most 1. A game that writes no evaluation is never `calm`,
        so this value counts only where a playout is cut off.
        """
        return 0.0

    def is_quiet(self, position: Position) -> bool:  # noqa: ARG002
        """Whether `worth` tells enough here: nothing is sealed, half planned or still in the
        air.

        A game that judges nothing is played out instead.
        """
        return False

    def rollout_choice(self, position: Position, dice: Dice) -> i64:
        """The rollout policy: the number of the choice that it takes."""
        return dice.below(position.choice_count())

    def rollout_depth(self) -> i64:
        """How many rollout decisions a search makes before it evaluates; measured for each game."""
        return 2000

    def prior_weight(self) -> i64:
        """How many tries a greedy look at the choices counts for when a search begins; measured
        for each game.
        """
        return 16

    def can_prune(self, position: Position, index: i64) -> bool:  # noqa: ARG002
        """Whether a search may leave a choice out: it is plainly bad, or another order leads to the
        same.

        The first choice is never left out.
        """
        return False

    def rules_out(self, position: Position, seat: i64, index: i64) -> bool:
        """The same for a seat that is asked, where others that are asked beside it come first."""
        return position.actor() == seat and self.can_prune(position, index)

    def uses_mixed_strategy(self, position: Position) -> bool:  # noqa: ARG002
        """Whether a search should mix secret choices here.

        Where a plan is one of thousands and made in parts, it looks for the best one against others
        that follow the rollout policy instead.
        """
        return True

    def depends_on_secret(self, position: Position) -> bool:  # noqa: ARG002
        """Return whether the actor's open choice depends on its secrets: searches of other seats
        then roll it out.
        """
        return False

    def assumed_reply(self, position: Position, dice: Dice) -> i64:  # noqa: ARG002
        """The secret choice, by number, that a search takes for granted in an opponent this time;
        NO_REPLY if none.

        An opponent who now and then follows a habit can be exploited; how often is measured for
        each game.
        """
        return NO_REPLY
