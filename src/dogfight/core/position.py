"""What every compiled position offers to search: fast methods that make no objects.

Each of them is held equal to the checked methods of `Game` by the contract checks.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dogfight.core.dice import Dice
from dogfight.core.identity import identity_of, position_of
from dogfight.core.seat import CHANCE, OVER

NO_KEY: Final = -1


class Trace:
    """What happened while an action was carried out, in small numbers; put into words elsewhere."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[tuple[int, int, int, int, int]] = []

    def add(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Remember one thing that happened; what the numbers mean is the game's affair."""
        self.items.append((int(kind), int(a), int(b), int(c), int(d)))


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game at one moment.

    Subclasses are the games' own, compiled or not; all state is in their typed fields.
    """

    __slots__ = ("trace",)

    def __init__(self) -> None:
        self.trace: Trace | None = None

    def __eq__(self, other: object) -> bool:
        """Whether both are the same moment of the same game with the same data."""
        if self is other:
            return True
        return type(self) is type(other) and identity_of(self) == identity_of(other)

    def __hash__(self) -> int:
        raise TypeError("a position changes as it is played on; hash its notation instead")

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return position_of, identity_of(self)

    def copy(self) -> Position:
        """An independent copy, without the news; as cheap as a turn of play."""
        raise NotImplementedError

    def actor(self) -> i64:
        """The seat that acts next (at a Commit the first waiting one, else CLOCK), or CHANCE, or
        OVER.
        """
        raise NotImplementedError

    def choice_count(self) -> i64:
        """How many legal actions the actor has."""
        raise NotImplementedError

    def choice(self, index: i64) -> i64:
        """The actor's legal action with this number, in the order of `Game.legal`."""
        raise NotImplementedError

    def is_secret_choice(self) -> bool:
        """Whether the actor's choice is secret: the game is at a Commit."""
        return False

    def information_key(self, seat: i64) -> i64:  # noqa: ARG002
        """A number that stands for what this seat may know now: equal views give equal numbers.

        A game that cannot tell answers UNSEEN, and search then looks one decision ahead only.
        """
        return NO_KEY

    def unseal_others(self, thinker: i64) -> None:
        """Undo what the seats but this one have sealed in the decision at hand, so that they choose
        anew.

        The thinker cannot know what the others have sealed; a search lets them choose together with
        it.
        """

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, or a chance outcome; trusts its caller."""
        raise NotImplementedError

    def roll(self, dice: Dice) -> None:
        """Draw one chance outcome by its odds and carry it out."""
        raise NotImplementedError

    def payoff(self, seat: i64) -> float:
        """What the seat gets of the stake of 1; 0 while the game goes on."""
        raise NotImplementedError

    def apply_choice(self, index: i64) -> None:
        """Carry out the actor's legal action with this number."""
        self.apply(self.actor(), self.choice(index))


def hash_combine(key: i64, part: i64) -> i64:
    """One more part of what a seat sees, stirred into the number that stands for it (63 bits, no
    overflow).
    """
    stirred: i64 = (key ^ part) & 0x7FFFFFFF
    stirred = (stirred * 0x9E3779B1 + (key >> 31) + (part >> 31)) & 0x7FFFFFFFFFFFFFFF
    return stirred ^ (stirred >> 29)


def step(position: Position, dice: Dice) -> i64:
    """One uniformly random decision, or one chance outcome; returns who acted."""
    actor = position.actor()
    if actor == CHANCE:
        position.roll(dice)
    elif actor != OVER:
        position.apply_choice(dice.below(position.choice_count()))
    return actor


def playout(position: Position, dice: Dice) -> i64:
    """Play at random to the end; returns how many decisions seats have taken."""
    decisions: i64 = 0
    while True:
        actor = position.actor()
        if actor == OVER:
            return decisions
        if actor == CHANCE:
            position.roll(dice)
        else:
            position.apply_choice(dice.below(position.choice_count()))
            decisions += 1


def playouts(start: Position, count: i64, dice: Dice) -> i64:
    """Decisions taken in this many random games from copies of one position."""
    decisions: i64 = 0
    while count > 0:
        decisions += playout(start.copy(), dice)
        count -= 1
    return decisions
