"""The contract: what every game offers to tables, bots, searches, servers and learners."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec

from dogfight.core.advice import Advice
from dogfight.core.capabilities import BoardAids
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import (
    BadData,
    BadNotation,
    BadOption,
    DogfightError,
    IllegalAction,
    shown,
)
from dogfight.core.event import Event
from dogfight.core.identity import track_game
from dogfight.core.manifest import Manifest
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
from dogfight.core.view import ActionData, Legal, Prompt, Result, View

NO_DATA = "none"
"""The digest of a game without data files."""

P = TypeVar("P", bound=Position)
T = TypeVar("T", bound=msgspec.Struct)
_FARTHEST_ACTION = 2**62
_NAMELESS = (LookupError, ArithmeticError, TypeError, ValueError)
"""What looking for the words of a number may end with that is no action."""
_NAMES = ("name", "title", "about", "prefix", "rules_version")
_MOST_KNOWN = 200
"""Sets of options whose chairs are kept at hand."""


class Game(ABC, Generic[P, T]):
    """One game with one set of data. It holds no play of its own: positions are passed in.

    P is the game's compiled position, T the picture of the table inside its views.
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
    notation: Notation[P]
    words: Text[P]
    views: Views[P, T]
    """Its parts, made in the constructor of the game."""
    advice: ClassVar[Advice] = Advice()
    """What searches are told about its positions."""

    def __init_subclass__(cls, **named: Any) -> None:
        """A game is known once it is whole: one whose data files were refused is never asked
        about a position.
        """
        super().__init_subclass__(**named)
        _take_manifest(cls)
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
    def longest(self, options: Options) -> int:
        """No random game has more decisions and chance outcomes than this."""

    # --- play --------------------------------------------------------------------------------

    @abstractmethod
    def new(self, options: Options) -> P:
        """The position before the first decision or draw."""

    @abstractmethod
    def options_of(self, position: P) -> Options:
        """The options the position was made with."""

    @abstractmethod
    def decision(self, position: P) -> Decision:
        """What the game waits for."""

    def legal(self, position: P, seat: Seat) -> list[int]:
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
                    asked.take(0)
            case _:
                return []
        return [asked.choice(index) for index in range(asked.choices())]

    def changes(self, position: P, seat: Seat) -> list[int]:  # noqa: ARG002
        """What a seat may do besides its legal actions to change what it has laid already.

        These are not listed among the legal actions, for random play and searches would go in
        circles.
        """
        return []

    def sealed_moves(
        self,
        opening: P,  # noqa: ARG002
        position: P,  # noqa: ARG002
        seats: Sequence[Seat],  # noqa: ARG002
    ) -> Sequence[tuple[Seat, int]] | None:
        """The moves that lead the seats of one player from an earlier moment of a Commit to what
        they have sealed now.

        A game has to name them where seats can change what they have sealed: what a change of mind
        undoes leaves no trace then. None says that all that was played stands.
        """
        return None

    def check_take_back(self, left: P, seat: Seat) -> None:
        """Raise `IllegalAction` if a rule makes what a seat has sealed final; `left` is the
        position without it.
        """

    def turn(self, position: P) -> int:  # noqa: ARG002
        """How many turns (or rounds, where the game counts those) have begun; 0 in a game that
        counts none.
        """
        return 0

    def default(self, position: P, seat: Seat) -> int:
        """The legal action that stands in for a seat that did not answer in time: the first, if
        no rule says more.
        """
        return self.legal(position, seat)[0]

    def only_move(self, position: P, seat: Seat) -> int | None:
        """The one thing that a seat which has to choose in the open can do, if everybody can see
        that it is.
        """
        legal = self.legal(position, seat)
        if len(legal) != 1 or self.changes(position, seat) or not self.shows_choices(position):
            return None
        return legal[0]

    def shows_choices(self, position: P) -> bool:
        """Whether everybody can see what the seat that has to choose may do.

        That is so where nobody has a secret. A game with secrets may know questions that do not
        rest on them.
        """
        return not self.has_secrets(position)

    def tell(self, before: P, seat: Seat, action: int, news: Trace, after: P) -> list[Event]:
        """The news of one action as events in plain words, each with who may see it."""
        return self.words.tell(before, seat, action, news, after)

    def why_not(self, position: P, seat: Seat, action: int) -> IllegalAction:
        """The reason an action is refused; uses only what the seat knows."""
        if not _is_number(action):
            return self._no_action(position, action)
        return self.words.why_not(position, seat, action)

    def apply(self, position: P, seat: Seat, action: int) -> None:
        """Carry out a legal action; trusts its caller."""
        position.apply(seat, action)

    def play(self, position: P, seat: Seat, action: int) -> tuple[Event, ...]:
        """Check and carry out an action, and tell what happened; a refused one changes nothing."""
        self.check(position, seat, action)
        return self._carry_out(self.copy(position), position, seat, action)

    def after(
        self, position: P, seat: Seat, action: int, decision: Decision | None = None
    ) -> tuple[P, tuple[Event, ...]]:
        """The position after a checked action, and what happened; the given one stays as it is."""
        self.check(position, seat, action, decision)
        after = self.copy(position)
        return after, self._carry_out(position, after, seat, action)

    def _carry_out(self, before: P, position: P, seat: Seat, action: int) -> tuple[Event, ...]:
        news = Trace()
        position.news = news
        try:
            position.apply(seat, action)
        finally:
            position.news = None
        return tuple(self.tell(before, seat, action, news, position))

    def check(self, position: P, seat: Seat, action: int, decision: Decision | None = None) -> None:
        """Raise `IllegalAction` unless this seat may take this action now; the decision may be
        passed on.
        """
        decision = decision or self.decision(position)
        self._check_numbers(position, decision, seat, action)
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
                self._check_turn(position, decision, seat, rule)
                if action not in self.legal(position, seat) and action not in self.changes(
                    position, seat
                ):
                    raise self.why_not(position, seat, action)

    def _check_numbers(self, position: P, decision: Decision, seat: object, action: object) -> None:
        """Check that the actor and the action are plain numbers: of a seat, chance or the clock,
        and of an action.
        """
        if type(seat) is not int or seat not in (CHANCE, CLOCK, *acting(decision)):
            check_seat(self.seats(self.options_of(position)), seat, decision.rule)
        if not _is_number(action):
            raise self._no_action(position, action)

    def _check_turn(self, position: P, decision: Decision, seat: Seat, rule: str) -> None:
        able = acting(decision)
        if seat in able:
            return
        seats = self.seats(self.options_of(position))
        check_seat(seats, seat, rule)
        expected = ", ".join(seat_name(seats, number) for number in able)
        raise IllegalAction(f"it is for {expected} to act, not for {seats[seat].name}", rule=rule)

    def owns(self, position: object) -> bool:
        """Whether a position is of this game with this very data; two games with data of their
        own share none.
        """
        return isinstance(position, _types_of(type(self))[0])

    def copy(self, position: P) -> P:
        """An independent copy."""
        twin = position.copy()
        assert isinstance(twin, type(position))
        return twin

    # --- knowledge ---------------------------------------------------------------------------

    def picture(self, position: P, seat: Seat) -> T:
        """What lies on the table as this seat may see it."""
        return self.views.picture(position, seat)

    def has_secrets(self, position: P) -> bool:
        """Whether anybody knows something of this position that is not public."""
        whole, public = self.picture(position, OPEN), self.picture(position, WATCHER)
        return _hides(whole, public)

    def prompt(self, position: P, seat: Seat) -> Prompt:
        """What this seat should do now, or whom it waits for."""
        return self.words.prompt(position, seat)

    def _asked(self, position: P, seat: Seat, legal: list[int]) -> Prompt:
        """The prompt of a seat; one that may act is also told what the choice is about."""
        prompt = self.prompt(position, seat)
        meaning = prompt.meaning or self.words.meaning(position)
        return msgspec.structs.replace(prompt, meaning=meaning) if legal else prompt

    def imagine(self, view: View[T], dice: Dice) -> P:
        """A whole position that looks the same to the view's seat, its secrets drawn with these
        dice.
        """
        return self.views.imagine(view, dice)

    def view(self, position: P, seat: Seat, decision: Decision | None = None) -> View[T]:
        """Everything this seat may know; a caller who has just asked for the decision may pass
        it on.
        """
        return self.views_of(position, (seat,), decision)[0]

    def views_of(
        self, position: P, seats: Sequence[Seat], decision: Decision | None = None
    ) -> tuple[View[T], ...]:
        """Everything that each of several seats may know; what they see alike is made once."""
        decision = decision or self.decision(position)
        options = self.options_of(position)
        chairs = self._seats_with(options)
        for seat in seats:
            if type(seat) is not int or seat not in (WATCHER, OPEN):
                check_seat(chairs, seat, decision.rule)
        doing, waiting, seconds, result = _situation(decision)
        views = []
        for seat, picture in zip(seats, self.views.pictures(position, seats), strict=True):
            legal = self.legal(position, seat) if seat >= 0 else []
            views.append(
                View(
                    game=self.name,
                    rules=self.rules_version,
                    options=options,
                    seats=chairs,
                    seat=seat,
                    doing=doing,
                    waiting=waiting,
                    prompt=self._asked(position, seat, legal),
                    legal=tuple([self.offer(position, seat, entry) for entry in legal]),
                    table=picture,
                    seconds=seconds,
                    result=result,
                )
            )
        return tuple(views)

    def _seats_with(self, options: Options) -> tuple[SeatInfo, ...]:
        """The chairs of a game with these options, worked out once for all its views."""
        pairs = tuple(options.items())
        seat_infos = self._known_seats.get(pairs)
        if seat_infos is None:
            seat_infos = self.seats(options)
            if len(self._known_seats) < _MOST_KNOWN:
                self._known_seats[pairs] = seat_infos
        return seat_infos

    @cached_property
    def _known_seats(self) -> dict[tuple[tuple[str, object], ...], tuple[SeatInfo, ...]]:
        return {}

    @cached_property
    def _aids(self) -> BoardAids | None:
        """The game itself where it aids boards; found out once, for that takes longer than most
        aids do.
        """
        return self if isinstance(self, BoardAids) else None

    def offer(self, position: P, seat: Seat, action: int) -> Legal:
        """One legal action as its seat is shown it: words for people, marks for boards."""
        aids, marks = self._aids, self.marks(position, seat, action)
        return Legal(
            action,
            self.write_action(position, seat, action),
            self.describe(position, seat, action),
            aids.bears(position, seat, action) if aids else (),
            aids.aims(position, seat, action) if aids else (),
            kind=marks.kind,
            by=marks.by,
            piece=marks.piece,
            places=marks.places,
            facing=marks.facing,
            promise=marks.promise,
            brief=marks.brief,
            declines=marks.declines,
        )

    @classmethod
    def view_type(cls) -> Any:
        """The type that views of this game are read back as: `View` of the picture its class
        names.
        """
        return View[_types_of(cls)[1]]  # type: ignore[misc]

    # --- words -------------------------------------------------------------------------------

    def describe(self, position: P, seat: Seat, action: int) -> str:
        """An action in plain words; `IllegalAction` where there are none."""
        return self._said(self.words.describe, position, seat, action)

    def marks(self, position: P, seat: Seat, action: int) -> ActionData:  # noqa: ARG002
        """What an action is about, as data for boards, by what its seat knows."""
        return ActionData()

    def write_action(self, position: P, seat: Seat, action: int) -> str:
        """An action, or an outcome of chance, in a word without spaces; `IllegalAction` where
        there is none.
        """
        return self._said(self.notation.write_action, position, seat, action)

    def _said(
        self, say: Callable[[P, Seat, int], str], position: P, seat: Seat, action: int
    ) -> str:
        """What is said for an action; a number that is none is refused, a fault with one that is
        stays what it is.
        """
        try:
            return say(position, seat, action)
        except DogfightError:
            raise
        except _NAMELESS as error:
            if _is_number(action) and action in self.legal(position, seat):
                raise
            raise self._no_action(position, action) from error

    def _no_action(self, position: P, action: object) -> IllegalAction:
        rule = self.decision(position).rule
        return IllegalAction(f"expected the number of an action, got {shown(action)}", rule=rule)

    def read_action(self, position: P, seat: Seat, word: str) -> int:
        """The action with this word; `BadNotation` if it cannot be read, `IllegalAction` if not
        by this seat.
        """
        if type(seat) is not int:
            check_seat(self.seats(self.options_of(position)), seat)
        return self.notation.read_action(position, seat, _text(word))

    def write(self, position: P) -> str:
        """The whole position, secrets included, on one line."""
        return self.notation.write(position)

    def read(self, text: str) -> P:
        """The position with this notation; `BadNotation` if it cannot be read or cannot be."""
        return self.notation.read(_text(text))

    def hash(self, position: P) -> str:
        """Sixteen hexadecimal digits that stand for this very position."""
        return hashlib.sha256(self.write(position).encode()).hexdigest()[:16]

    # --- data --------------------------------------------------------------------------------

    @property
    def data_digest(self) -> str:
        """Stands for the data files this game was loaded with."""
        return NO_DATA

    def check_data(self) -> list[BadData]:
        """The faults in data that are read only when they are played; what is read at the start
        raises there.
        """
        return []


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


def _is_number(action: object) -> bool:
    """Whether something can be the number of an action at all."""
    return type(action) is int and abs(action) <= _FARTHEST_ACTION


def _text(words: object) -> str:
    """Check that notation is text, whatever its source."""
    if not isinstance(words, str):
        raise BadNotation(f"expected text, got {shown(words)}")
    return words


def _types_of(game: type[Game[Any, Any]]) -> tuple[Any, ...]:
    """The types of position and picture that a game's class names."""
    base = next(item for item in game.__orig_bases__ if get_args(item))  # type: ignore[attr-defined]
    return get_args(base)


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


def _situation(decision: Decision) -> tuple[Any, tuple[Seat, ...], float | None, Result | None]:
    match decision:
        case Choose(seat=seat, clock=clock):
            return "choose", (seat,), clock.seconds if clock else None, None
        case Commit(waiting=waiting, clock=clock):
            return "commit", waiting, clock.seconds if clock else None, None
        case Chance():
            return "chance", (), None, None
        case Over() as end:
            return "over", (), None, Result.of(end)
