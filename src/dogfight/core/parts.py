"""The parts that a game holds: its notation, its words and its views.

Each is made once, in the constructor of the game, with the data that it needs. `Game` passes on to
them, so that a caller that has a game asks the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, acting, owing
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, DogfightError, IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.position import Position, Trace
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, WATCHER, Seat, SeatInfo
from dogfight.core.view import Prompt, View

P = TypeVar("P", bound=Position)
T = TypeVar("T", bound=msgspec.Struct)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class HasNotation(Protocol[P_contra]):
    """What the parts ask of the game they belong to."""

    def seats(self, options: Options) -> tuple[SeatInfo, ...]: ...
    def options_of(self, position: P_contra) -> Options: ...
    def decision(self, position: P_contra) -> Decision: ...
    def legal(self, position: P_contra, seat: Seat) -> list[int]: ...
    def write_action(self, position: P_contra, seat: Seat, action: int) -> str: ...
    def read_action(self, position: P_contra, seat: Seat, word: str) -> int: ...


class Notation(ABC, Generic[P]):
    """Positions on one line and actions in a word, both ways."""

    def __init__(self, game: HasNotation[P]) -> None:
        self.game = game

    @abstractmethod
    def write(self, position: P) -> str:
        """The whole position, secrets included, on one line."""

    @abstractmethod
    def read(self, text: str) -> P:
        """The position with this notation; `BadNotation` if it cannot be read or cannot be."""

    @abstractmethod
    def write_action(self, position: P, seat: Seat, action: int) -> str:
        """An action, or a chance outcome, in a word without spaces."""

    def read_action(self, position: P, seat: Seat, word: str) -> int:
        """The action with this word; `BadNotation` if it cannot be read, `IllegalAction` if not
        by this seat.
        """
        known = self._writable(position, seat)
        words = [self.game.write_action(position, seat, number) for number in known]
        if word not in words:
            expected = f"one of {', '.join(words[:20])}" if words else "no action now"
            raise BadNotation(
                f"expected {expected}; got {word!r}", rule=self.game.decision(position).rule
            )
        return known[words.index(word)]

    def _writable(self, position: P, seat: Seat) -> list[int]:
        """What a seat, chance or the clock may do now."""
        if seat == CLOCK:
            return [TIME_UP]
        decision = self.game.decision(position)
        if isinstance(decision, Chance):
            return [outcome for outcome, _ in decision.odds] if seat == CHANCE else []
        return self.game.legal(position, seat)


class Text(ABC, Generic[P]):
    """What people read: prompts, actions, refusals and events in plain words."""

    def __init__(self, game: HasNotation[P]) -> None:
        self.game = game

    def prompt(self, position: P, seat: Seat) -> Prompt:
        """What this seat should do now, or whom it waits for."""
        decision = self.game.decision(position)
        match decision:
            case Over(words=words):
                pass
            case Chance():
                words = "Chance decides."
            case Choose() | Commit() if seat in acting(decision):
                words = "Choose."
            case _:
                seats = self.game.seats(self.game.options_of(position))
                names = " and ".join(seats[number].title for number in owing(decision))
                words = f"Waiting for {names or 'the clock'}."
        return Prompt(words, decision.rule)

    def meaning(self, position: P) -> str:  # noqa: ARG002
        """Return what the present choice is about, in one sentence for a newcomer; it may reveal
        no secret.
        """
        return ""

    def describe(self, position: P, seat: Seat, action: int) -> str:
        """An action in plain words; its notation where no better words are known."""
        return self.game.write_action(position, seat, action)

    @abstractmethod
    def tell(self, before: P, seat: Seat, action: int, news: Trace, after: P) -> list[Event]:
        """The news of one action as events in plain words, each with who may see it."""

    def why_not(self, position: P, seat: Seat, action: int) -> IllegalAction:
        """The reason an action is refused; may use only what the seat knows."""
        rule = self.game.decision(position).rule
        legal = self.game.legal(position, seat)[:20]
        words = ", ".join(self.game.write_action(position, seat, entry) for entry in legal)
        return IllegalAction(
            f"expected one of {words}; got {self.called(position, seat, action)}", rule=rule
        )

    def called(self, position: P, seat: Seat, action: int) -> str:
        """An action that need not be possible, by its word; by its number where no word stands
        for it.
        """
        try:
            word = self.game.write_action(position, seat, action)
            known = self.game.read_action(position, seat, word) == action
        except (DogfightError, LookupError, ArithmeticError):
            known = False
        return word if known else f"action {action}"


class Views(ABC, Generic[P, T]):
    """What seats may know, and whole positions imagined from that."""

    @abstractmethod
    def picture(self, position: P, seat: Seat) -> T:
        """What lies on the table as this seat may see it, built from an allow-list."""

    def pictures(self, position: P, seats: Sequence[Seat]) -> tuple[T, ...]:
        """The pictures of several seats.

        A game may make once what all of them see; each gets what it would alone.
        """
        return tuple(self.picture(position, seat) for seat in seats)

    @abstractmethod
    def imagine(self, view: View[T], dice: Dice) -> P:
        """A whole position that looks the same to the view's seat, its secrets drawn with these
        dice.
        """


class OpenViews(Views[P, T]):
    """Views of a game that hides nothing: everybody sees the same table, and there is one
    position that fits it.
    """

    def __init__(self) -> None:
        self._last: tuple[T, P] | None = None

    @abstractmethod
    def position_on(self, table: T) -> P:
        """The position that lies on a table."""

    def forget(self) -> None:
        """Drop the last position, since the data it was made with have changed."""
        self._last = None

    def pictures(self, position: P, seats: Sequence[Seat]) -> tuple[T, ...]:
        return (self.picture(position, WATCHER),) * len(seats)

    def imagine(self, view: View[T], dice: Dice) -> P:  # noqa: ARG002
        """The very position; searches ask for the same view again and again, so the last
        position is kept.
        """
        last = self._last
        if last is None or last[0] is not view.table:
            last = self._last = view.table, self.position_on(view.table)
        position = last[1].copy()
        assert isinstance(position, type(last[1]))
        return position
