"""The parts that a game holds: its notation, its texts and its views.

Each is made once, in the constructor of the game, with the data that it needs.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, final, get_args

import msgspec

from dogfight.core.capabilities import BoardAids
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, acting, owing
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, DogfightError, IllegalAction, shown
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.position import Position, Trace
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, WATCHER, Seat, SeatInfo, check_seat
from dogfight.core.view import ActionData, Legal, Prompt, View

_P = TypeVar("_P", bound=Position)
_T = TypeVar("_T", bound=msgspec.Struct)
_P_contra = TypeVar("_P_contra", bound=Position, contravariant=True)
_FARTHEST_ACTION = 2**62
_NAMELESS = (LookupError, ArithmeticError, TypeError, ValueError)
"""What looking for the text of a number that is no action may raise."""


class HasNotation(Protocol[_P_contra]):
    """What the parts ask of the game they belong to."""

    @property
    def notation(self) -> Notation[Any]: ...
    def seats(self, options: Options) -> tuple[SeatInfo, ...]: ...
    def options_of(self, position: _P_contra) -> Options: ...
    def decision(self, position: _P_contra) -> Decision: ...
    def legal(self, position: _P_contra, seat: Seat) -> list[int]: ...
    def action_data(self, position: _P_contra, seat: Seat, action: int) -> ActionData: ...


def _is_action_number(action: object) -> bool:
    """Return whether something can be the number of an action at all."""
    return type(action) is int and abs(action) <= _FARTHEST_ACTION


def _no_action(game: HasNotation[_P], position: _P, action: object) -> IllegalAction:
    """Return the refusal of something that is not the number of an action."""
    rule = game.decision(position).rule
    return IllegalAction(f"expected the number of an action, got {shown(action)}", rule=rule)


def _guarded(
    write: Callable[[_P, Seat, int], str],
    game: HasNotation[_P],
    position: _P,
    seat: Seat,
    action: int,
) -> str:
    """What is written for an action; a number that is none is refused, a fault with one that is
    stays what it is.
    """
    try:
        return write(position, seat, action)
    except DogfightError:
        raise
    except _NAMELESS as error:
        if _is_action_number(action) and action in game.legal(position, seat):
            raise
        raise _no_action(game, position, action) from error


class Notation(ABC, Generic[_P]):
    """Positions on one line and actions in a word, both ways.

    A game writes `write`, `_read` and `_write_action`; hosts call the methods without a dash, which
    refuse what cannot be read or written.
    """

    def __init__(self, game: HasNotation[_P]) -> None:
        self.game = game

    @abstractmethod
    def write(self, position: _P) -> str:
        """The whole position, secrets included, on one line."""

    @final
    def read(self, text: str) -> _P:
        """The position with this notation; `BadNotation` if it cannot be read or cannot be."""
        return self._read(_text(text))

    @final
    def hash(self, position: _P) -> str:
        """Sixteen hexadecimal digits that stand for this very position."""
        return hashlib.sha256(self.write(position).encode()).hexdigest()[:16]

    @final
    def write_action(self, position: _P, seat: Seat, action: int) -> str:
        """An action, or an outcome of chance, in a word without spaces; `IllegalAction` where
        there is none.
        """
        return _guarded(self._write_action, self.game, position, seat, action)

    @final
    def read_action(self, position: _P, seat: Seat, word: str) -> int:
        """The action with this word; `BadNotation` if it cannot be read, `IllegalAction` if not
        by this seat.
        """
        if type(seat) is not int:
            check_seat(self.game.seats(self.game.options_of(position)), seat)
        return self._read_action(position, seat, _text(word))

    @final
    def check_number(self, position: _P, action: object) -> None:
        """Raise `IllegalAction` unless something can be the number of an action at all."""
        if not _is_action_number(action):
            raise _no_action(self.game, position, action)

    @abstractmethod
    def _read(self, text: str) -> _P:
        """Read what `write` wrote."""

    @abstractmethod
    def _write_action(self, position: _P, seat: Seat, action: int) -> str:
        """Write an action, or a chance outcome, as a word without spaces."""

    def _read_action(self, position: _P, seat: Seat, word: str) -> int:
        """Read a word; by default it is looked for among those of what the seat may do."""
        known = self._writable(position, seat)
        words = [self.write_action(position, seat, number) for number in known]
        if word not in words:
            expected = f"one of {', '.join(words[:20])}" if words else "no action now"
            raise BadNotation(
                f"expected {expected}; got {word!r}", rule=self.game.decision(position).rule
            )
        return known[words.index(word)]

    def _writable(self, position: _P, seat: Seat) -> list[int]:
        """What a seat, chance or the clock may do now."""
        if seat == CLOCK:
            return [TIME_UP]
        decision = self.game.decision(position)
        if isinstance(decision, Chance):
            return [outcome for outcome, _ in decision.odds] if seat == CHANCE else []
        return self.game.legal(position, seat)


class Text(ABC, Generic[_P]):
    """What people read: prompts, actions, refusals and events in plain words."""

    def __init__(self, game: HasNotation[_P]) -> None:
        self.game = game

    def prompt(self, position: _P, seat: Seat) -> Prompt:
        """What this seat should do now, or whom it waits for."""
        decision = self.game.decision(position)
        match decision:
            case Over(text=text):
                pass
            case Chance():
                text = "Chance decides."
            case Choose() | Commit() if seat in acting(decision):
                text = "Choose."
            case _:
                seats = self.game.seats(self.game.options_of(position))
                names = " and ".join(seats[number].title for number in owing(decision))
                text = f"Waiting for {names or 'the clock'}."
        return Prompt(text, decision.rule)

    def meaning(self, position: _P) -> str:  # noqa: ARG002
        """Return what the present choice is about, in one sentence for a newcomer; it may reveal
        no secret.
        """
        return ""

    @final
    def describe(self, position: _P, seat: Seat, action: int) -> str:
        """An action in plain words; `IllegalAction` where there are none."""
        return _guarded(self._describe, self.game, position, seat, action)

    def _describe(self, position: _P, seat: Seat, action: int) -> str:
        """Put an action into words; its notation where no better words are known."""
        return self.game.notation.write_action(position, seat, action)

    @abstractmethod
    def tell(self, before: _P, seat: Seat, action: int, trace: Trace, after: _P) -> list[Event]:
        """The news of one action as events in plain words, each with who may see it."""

    @final
    def why_not(self, position: _P, seat: Seat, action: int) -> IllegalAction:
        """The reason an action is refused; uses only what the seat knows."""
        if not _is_action_number(action):
            return _no_action(self.game, position, action)
        return self._why_not(position, seat, action)

    def _why_not(self, position: _P, seat: Seat, action: int) -> IllegalAction:
        """Find the reason an action is refused; may use only what the seat knows."""
        rule = self.game.decision(position).rule
        legal = self.game.legal(position, seat)[:20]
        text = ", ".join(self.game.notation.write_action(position, seat, entry) for entry in legal)
        return IllegalAction(
            f"expected one of {text}; got {self.called(position, seat, action)}", rule=rule
        )

    def called(self, position: _P, seat: Seat, action: int) -> str:
        """An action that need not be possible, by its word; by its number where no word stands
        for it.
        """
        try:
            word = self.game.notation.write_action(position, seat, action)
            known = self.game.notation.read_action(position, seat, word) == action
        except (DogfightError, LookupError, ArithmeticError):
            known = False
        return word if known else f"action {action}"

    def legal_entry(self, position: _P, seat: Seat, action: int) -> Legal:
        """One legal action as its seat is shown it: text for people, data for boards."""
        aids, data = self._aids, self.game.action_data(position, seat, action)
        return Legal(
            action,
            self.game.notation.write_action(position, seat, action),
            self.describe(position, seat, action),
            aids.bears(position, seat, action) if aids else (),
            aids.aims(position, seat, action) if aids else (),
            kind=data.kind,
            acting_piece=data.acting_piece,
            piece=data.piece,
            places=data.places,
            facing=data.facing,
            odds_text=data.odds_text,
            short_text=data.short_text,
            declines=data.declines,
        )

    @cached_property
    def _aids(self) -> BoardAids | None:
        """The game where it aids boards; finding that out takes longer than most aids do."""
        return self.game if isinstance(self.game, BoardAids) else None


class Views(ABC, Generic[_P, _T]):
    """What seats may know, and whole positions imagined from that."""

    @abstractmethod
    def board_view(self, position: _P, seat: Seat) -> _T:
        """What lies on the table as this seat may see it, built from an allow-list."""

    def board_views(self, position: _P, seats: Sequence[Seat]) -> tuple[_T, ...]:
        """The pictures of several seats.

        A game may make once what all of them see; each gets what it would alone.
        """
        return tuple(self.board_view(position, seat) for seat in seats)

    @abstractmethod
    def imagine(self, view: View[_T], dice: Dice) -> _P:
        """A whole position that looks the same to the view's seat, its secrets drawn with these
        dice.
        """

    def position_type(self) -> Any:
        """The type of the game's positions, as the class names it."""
        return _type_arguments(type(self))[0]

    def view_type(self) -> Any:
        """The type that views are read back as: `View` of the board that the class names."""
        return View[_type_arguments(type(self))[1]]  # type: ignore[misc]


class OpenViews(Views[_P, _T]):
    """Views of a game that hides nothing: everybody sees the same table, and there is one
    position that fits it.
    """

    def __init__(self) -> None:
        self._last: tuple[_T, _P] | None = None

    @abstractmethod
    def position_on(self, table: _T) -> _P:
        """The position that lies on a table."""

    def forget(self) -> None:
        """Drop the last position, since the data it was made with have changed."""
        self._last = None

    def board_views(self, position: _P, seats: Sequence[Seat]) -> tuple[_T, ...]:
        return (self.board_view(position, WATCHER),) * len(seats)

    def imagine(self, view: View[_T], dice: Dice) -> _P:  # noqa: ARG002
        """The very position; searches ask for the same view again and again, so the last
        position is kept.
        """
        last = self._last
        if last is None or last[0] is not view.board:
            last = self._last = view.board, self.position_on(view.board)
        position = last[1].copy()
        assert isinstance(position, type(last[1]))
        return position


def _type_arguments(kind: type) -> tuple[Any, ...]:
    """Return the types that a class gives to its generic base."""
    base = next(item for item in kind.__orig_bases__ if get_args(item))  # type: ignore[attr-defined]
    return get_args(base)


def _text(notation: object) -> str:
    """Check that notation is text, whatever its source."""
    if not isinstance(notation, str):
        raise BadNotation(f"expected text, got {shown(notation)}")
    return notation
