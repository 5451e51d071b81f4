"""The contract: what every game offers to tables, bots, searches, servers and learners."""

from __future__ import annotations

import copyreg
import pickle
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import wraps
from typing import Any, ClassVar, Generic, TypeVar, final

import msgspec

from dogfight.core.advice import Advice
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, acting
from dogfight.core.errors import (
    BadData,
    BadOption,
    IllegalAction,
    shown,
)
from dogfight.core.event import Event
from dogfight.core.identity import find_game, track_game
from dogfight.core.manifest import Manifest, manifests
from dogfight.core.options import OptionField, Options
from dogfight.core.parts import Notation, Text, Views
from dogfight.core.position import Position, Trace
from dogfight.core.seat import (
    CHANCE,
    CLOCK,
    OPEN,
    TIME_UP,
    WATCHER,
    Seat,
    SeatInfo,
    check_seat,
    seat_name,
)
from dogfight.core.view import ActionData, View, make_views

_NO_DATA = "none"
"""The digest of a game without data files."""

_P = TypeVar("_P", bound=Position)
_T = TypeVar("_T", bound=msgspec.Struct)
_NAMES = ("name", "title", "about", "prefix", "rules_version")


class Game(ABC, Generic[_P, _T]):
    """One game with one set of data. It holds no play of its own: positions are passed in.

    Its parameters are its compiled position and the board inside its views.
    """

    manifest: ClassVar[Manifest]
    """Says where its other parts are; a class without one has that of a game in one file, from
    the five below.
    """
    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    prefix: ClassVar[str]
    """The letters its rule ids begin with."""
    rules_version: ClassVar[str]
    """Raised whenever a position could play differently."""
    notation: Notation[_P]
    text: Text[_P]
    views: Views[_P, _T]
    """Its parts, made in the constructor of the game."""
    advice: ClassVar[Advice] = Advice()
    """What searches are told about its positions."""

    def __init_subclass__(cls, **named: Any) -> None:
        """A game is known once it is whole: one whose data files were refused is never asked
        about a position.
        """
        super().__init_subclass__(**named)
        _take_manifest(cls)
        copyreg.pickle(cls, _reduced)
        make: Any = cls.__init__

        @wraps(make)
        def make_and_remember(self: Any, *args: Any, **supplied: Any) -> None:
            make(self, *args, **supplied)
            if type(self).__init__ is make_and_remember:
                track_game(self)

        cls.__init__ = make_and_remember  # type: ignore[method-assign]

    # --- options and seats -------------------------------------------------------------------

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:  # noqa: ARG002
        """The options in the order to ask them, given those already chosen."""
        return ()

    def options(self, values: Mapping[str, object] | None = None) -> Options:
        """Checked and completed options; `BadOption` names what was expected."""
        if values is not None and not isinstance(values, Mapping):
            raise BadOption(
                f"expected options as a dict of their names and values, got {shown(values)}"
            )
        supplied = dict(values or {})
        chosen: Options = {}
        while True:
            fields = {field.name: field for field in self.option_fields(chosen)}
            missing = next((field for field in fields.values() if field.name not in chosen), None)
            if missing is None:
                break
            value = supplied.pop(missing.name, missing.default)
            chosen[missing.name] = missing.read(value)
        if supplied:
            name = next(iter(supplied))
            raise BadOption(
                f"{self.name} has no option {name!r} here; expected {', '.join(chosen)}"
            )
        return chosen

    def samples(self) -> tuple[Options, ...]:
        """Option sets that together reach every mode and special rule, for the contract checks."""
        return (self.options(),)

    @abstractmethod
    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        """The chairs of a game with these options."""

    @abstractmethod
    def max_steps(self, options: Options) -> int:
        """No random game has more decisions and chance outcomes than this."""

    # --- play --------------------------------------------------------------------------------

    @abstractmethod
    def new(self, options: Options) -> _P:
        """The position before the first decision or draw."""

    @abstractmethod
    def options_of(self, position: _P) -> Options:
        """The options the position was made with."""

    @abstractmethod
    def decision(self, position: _P) -> Decision:
        """What the game waits for."""

    def legal(self, position: _P, seat: Seat) -> list[int]:
        """The seat's legal actions in ascending order; empty if it may not act now, or if there is
        no such seat.

        By default these are the choices of the position once all seats before this one have sealed
        something. A game in which sealed choices can be changed has to say itself what may replace
        them.
        """
        match self.decision(position):
            case Choose(seat=actor) if seat == actor:
                asked: Position = position
            case Commit(waiting=waiting) if seat in waiting:
                asked = position.copy()
                while asked.actor() != seat:
                    asked.apply_choice(0)
            case _:
                return []
        return [asked.choice(index) for index in range(asked.choice_count())]

    def legal_changes(self, position: _P, seat: Seat) -> list[int]:  # noqa: ARG002
        """What a seat may do besides its legal actions to change what it has laid already.

        These are not listed among the legal actions, for random play and searches would go in
        circles.
        """
        return []

    def turn(self, position: _P) -> int:  # noqa: ARG002
        """How many turns (or rounds, where the game counts those) have begun; 0 in a game that
        counts none.
        """
        return 0

    def default_action(self, position: _P, seat: Seat) -> int:
        """The legal action that stands in for a seat that did not answer in time: the first, if
        no rule says more.
        """
        return self.legal(position, seat)[0]

    def choices_are_public(self, position: _P) -> bool:
        """Whether everybody can see what the seat that has to choose may do.

        That is so where nobody has a secret. A game with secrets may know questions that do not
        rest on them.
        """
        return not self.has_secrets(position)

    @final
    def play(self, position: _P, seat: Seat, action: int) -> tuple[Event, ...]:
        """Check and carry out an action, and tell what happened; a refused one changes nothing."""
        self.check(position, seat, action)
        return _carry_out(self, _copy(position), position, seat, action)

    @final
    def check(
        self, position: _P, seat: Seat, action: int, decision: Decision | None = None
    ) -> None:
        """Raise `IllegalAction` unless this seat may take this action now; the decision may be
        passed on.
        """
        decision = decision or self.decision(position)
        _check_numbers(self, position, decision, seat, action)
        match decision:
            case Over(rule=rule):
                raise IllegalAction("the game is over; nothing can be played any more", rule=rule)
            case Chance(odds=odds, rule=rule):
                if seat != CHANCE:
                    raise IllegalAction(
                        "a draw or roll comes first; no seat can act now", rule=rule
                    )
                if all(outcome != action for outcome, _ in odds):
                    raise IllegalAction(
                        f"outcome {action} is not among the {len(odds)} possible ones", rule=rule
                    )
                return
            case Choose(clock=clock, rule=rule) | Commit(clock=clock, rule=rule):
                if seat == CLOCK:
                    if clock is None or action != TIME_UP:
                        raise IllegalAction("no clock is running here", rule=rule)
                    return
                _check_turn(self, position, decision, seat, rule)
                if action not in self.legal(position, seat) and action not in self.legal_changes(
                    position, seat
                ):
                    raise self.text.why_not(position, seat, action)

    def owns(self, position: object) -> bool:
        """Whether a position is of this game with this very data; two games with data of their
        own share none.
        """
        return isinstance(position, self.views.position_type())

    # --- knowledge ---------------------------------------------------------------------------

    def has_secrets(self, position: _P) -> bool:
        """Whether anybody knows something of this position that is not public."""
        views = self.views
        whole, public = views.board_view(position, OPEN), views.board_view(position, WATCHER)
        return _hides(whole, public)

    def view(self, position: _P, seat: Seat, decision: Decision | None = None) -> View[_T]:
        """Everything this seat may know; a caller who has just asked for the decision may pass
        it on.
        """
        return make_views(self, position, (seat,), decision)[0]

    # --- words -------------------------------------------------------------------------------

    def action_data(self, position: _P, seat: Seat, action: int) -> ActionData:  # noqa: ARG002
        """What an action is about, as data for boards, by what its seat knows."""
        return ActionData()

    # --- data --------------------------------------------------------------------------------

    @property
    def data_digest(self) -> str:
        """Stands for the data files this game was loaded with."""
        return _NO_DATA

    def check_data(self) -> list[BadData]:
        """The faults in data that are read only when they are played; what is read at the start
        raises there.
        """
        return []


def _reduced(game: Game[Any, Any]) -> Any:
    """A registered game pickled by its name and data; another one as any object is."""
    if manifests.get(game.name) is type(game).manifest:
        return find_game, (game.name, game.data_digest)
    return game.__reduce_ex__(pickle.HIGHEST_PROTOCOL)


def _take_manifest(cls: type[Game[Any, Any]]) -> None:
    """Give a class the names in its manifest, or a manifest made from its names."""
    if "manifest" in vars(cls):
        for name in _NAMES:
            setattr(cls, name, getattr(cls.manifest, name))
    elif any(name in vars(cls) for name in _NAMES) and all(
        hasattr(cls, name) for name in ("name", "title", "prefix")
    ):
        values = {name: getattr(cls, name) for name in _NAMES if hasattr(cls, name)}
        cls.manifest = Manifest(package=cls.__module__, game=cls.__qualname__, **values)


def apply_checked(
    game: Game[_P, Any], position: _P, seat: Seat, action: int, decision: Decision | None = None
) -> tuple[_P, tuple[Event, ...]]:
    """The position after a checked action, and what happened; the given one stays as it is."""
    game.check(position, seat, action, decision)
    after = _copy(position)
    return after, _carry_out(game, position, after, seat, action)


def _copy(position: _P) -> _P:
    twin = position.copy()
    assert isinstance(twin, type(position))
    return twin


def _carry_out(
    game: Game[_P, Any], before: _P, position: _P, seat: Seat, action: int
) -> tuple[Event, ...]:
    trace = Trace()
    position.trace = trace
    try:
        position.apply(seat, action)
    finally:
        position.trace = None
    return tuple(game.text.tell(before, seat, action, trace, position))


def _check_numbers(
    game: Game[_P, Any], position: _P, decision: Decision, seat: object, action: object
) -> None:
    """Check that the actor and the action are plain numbers: of a seat, chance or the clock, and
    of an action.
    """
    if type(seat) is not int or seat not in (CHANCE, CLOCK, *acting(decision)):
        check_seat(game.seats(game.options_of(position)), seat, decision.rule)
    game.notation.check_number(position, action)


def _check_turn(
    game: Game[_P, Any], position: _P, decision: Decision, seat: Seat, rule: str
) -> None:
    able = acting(decision)
    if seat in able:
        return
    seats = game.seats(game.options_of(position))
    check_seat(seats, seat, rule)
    expected = ", ".join(seat_name(seats, number) for number in able)
    raise IllegalAction(f"it is for {expected} to act, not for {seats[seat].name}", rule=rule)


def _hides(whole: object, seen: object) -> bool:
    """Whether a picture shows less than the whole; an empty hand that is not shown hides
    nothing.
    """
    if whole == seen:
        return False
    if isinstance(whole, msgspec.Struct) and type(whole) is type(seen):
        return any(
            _hides(getattr(whole, name), getattr(seen, name)) for name in whole.__struct_fields__
        )
    if isinstance(whole, dict) and isinstance(seen, dict):
        return any(_hides(whole.get(key), seen.get(key)) for key in {*whole, *seen})
    if (
        isinstance(whole, list | tuple)
        and isinstance(seen, list | tuple)
        and len(whole) == len(seen)
    ):
        return any(_hides(item, entry) for item, entry in zip(whole, seen, strict=True))
    return not (_is_nothing(whole) and _is_nothing(seen))


def _is_nothing(part: object) -> bool:
    return part is None or (
        isinstance(part, str | bytes | list | tuple | dict | set | frozenset) and not part
    )
