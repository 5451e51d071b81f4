"""A game in one file: its author writes the rules on a plain struct, and all that tables and bots
ask is derived here.

`docs/adding-a-game.md` builds one step by step. What is written for people and what is hidden can
be said as well, and every method of `Game` can be replaced where a game knows better.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from dogfight.core.action_space import ActionSpace, check_id
from dogfight.core.advice import Advice
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, share
from dogfight.core.dice import Dice
from dogfight.core.driver import pick
from dogfight.core.errors import BadNotation, BadOption
from dogfight.core.event import SEALED, Event
from dogfight.core.features import FeatureSpace
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options
from dogfight.core.parts import Notation, Text, Views
from dogfight.core.plain_features import PlainEncoder
from dogfight.core.position import Position, Trace
from dogfight.core.seat import CHANCE, CLOCK, OPEN, OVER, TIME_UP, Seat, SeatInfo, seat_called
from dogfight.core.view import Prompt, View

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")
Parts = tuple[int, ...]
"""What one seat has sealed in the decision at hand; a single action unless the game asks for its
choice in parts.
"""
PerSeat = Annotated[list[T], msgspec.Meta(extra={"per_seat": True})]
"""A list in a state with an entry for every seat, which boards show beside the seats' names."""


def uniform(outcomes: Iterable[int], rule: str) -> Chance:
    """A draw in which every outcome is equally likely."""
    all_of_them = tuple(outcomes)
    return Chance(tuple((number, share(1, len(all_of_them))) for number in all_of_them), rule)


class PlainBoard(msgspec.Struct, Generic[S], frozen=True):
    """The picture in a view: the state as the seat may see it, the words of the choices it knows to
    be sealed, and the names of the state's fields that hold an entry for every seat.
    """

    state: S
    sealed: dict[Seat, tuple[str, ...]]
    per_seat: tuple[str, ...]


class Written(msgspec.Struct, Generic[S], forbid_unknown_fields=True):
    """A position as JSON."""

    options: Options
    state: S
    sealed: dict[Seat, Parts]


class PlainPosition(Position):
    """A state with the choices that are sealed; its doors go by the game's rules."""

    def __init__(
        self, game: PlainGame[Any], supplied: Options, state: Any, sealed: Mapping[Seat, Parts]
    ) -> None:
        super().__init__()
        self.game = game
        self.given = supplied
        self.state = state
        self.parts: dict[Seat, Parts] = dict(sealed)
        self.events: list[Event] = []
        """What the last action has led to."""
        self._decision: Decision | None = None

    def copy(self) -> PlainPosition:
        twin = PlainPosition(self.game, self.given, self.game.copied(self.state), self.parts)
        twin._decision = self._decision
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return PlainPosition, (self.game, self.given, self.state, self.parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlainPosition) or type(self.game) is not type(other.game):
            return NotImplemented
        return (self.given, self.state, self.parts) == (other.given, other.state, other.parts)

    # --- what is asked -----------------------------------------------------------------------

    def decision(self) -> Decision:
        """What the game waits for, less what is sealed; worked out once for every position."""
        if self._decision is None:
            self._decision = self._asked()
        return self._decision

    def _asked(self) -> Decision:
        asked = self.game.ask(self.state)
        if not isinstance(asked, Commit):
            return asked
        waiting = tuple(seat for seat in asked.waiting if self.next_part(seat))
        changeable = tuple(
            seat for seat in asked.changeable if seat in self.parts and seat not in waiting
        )
        return Commit(waiting, asked.rule, changeable, asked.clock)

    def next_part(self, seat: Seat) -> list[int]:
        """What a seat may seal next; nothing once its choice is whole."""
        return self.game.parts(self.state, seat, self.parts.get(seat, ()))

    def legal(self, seat: Seat) -> list[int]:
        match self.decision():
            case Choose(seat=actor) if seat == actor:
                return sorted(self.game.menu(self.state, seat))
            case Commit(waiting=waiting) if seat in waiting:
                return sorted(self.next_part(seat))
            case Commit(changeable=changeable) if seat in changeable:
                return sorted(self.game.parts(self.state, seat, ()))
        return []

    def actor(self) -> int:
        match self.decision():
            case Over():
                return OVER
            case Chance():
                return CHANCE
            case Choose(seat=seat) | Commit(waiting=(seat, *_)):
                return seat
        return CLOCK

    def choices(self) -> int:
        actor = self.actor()
        return 1 if actor == CLOCK else len(self.legal(actor))

    def choice(self, index: int) -> int:
        actor = self.actor()
        return TIME_UP if actor == CLOCK else self.legal(actor)[index]

    def sealed(self) -> bool:
        return isinstance(self.decision(), Commit)

    def look(self, seat: int) -> int:
        decision = self.decision()
        waiting = decision.waiting if isinstance(decision, Commit) else ()
        seen = _as_json((self.game.picture(self, seat), waiting))
        return int.from_bytes(blake2b(seen, digest_size=8).digest(), "big") >> 1

    def payoff(self, seat: int) -> float:
        end = self.decision()
        return end.payoffs[seat] if isinstance(end, Over) else 0.0

    # --- what is done ------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        decision = self.decision()
        self._decision = None
        if seat == CLOCK:
            self.events = self._time_up(decision)
        elif isinstance(decision, Commit):
            self.events = self._seal(decision, seat, action)
        else:
            self.events = list(self.game.act(self.state, seat, action))

    def _seal(self, decision: Commit, seat: Seat, action: int) -> list[Event]:
        before = () if seat in decision.changeable else self.parts.get(seat, ())
        self.parts[seat] = (*before, action)
        title = self.game.seats(self.given)[seat].title
        if self.next_part(seat):
            words = f"{title} chose {self.game.write_action(self, seat, action)}."
            return [Event("chosen", words, decision.rule, seen_by=(seat,))]
        event = Event(SEALED, f"{title} has sealed a choice.", decision.rule)
        return [event] if self.actor() != CLOCK else [event, *self._reveal()]

    def _reveal(self) -> list[Event]:
        sealed, self.parts, self._decision = self.parts, {}, None
        return list(self.game.reveal_parts(self.state, dict(sorted(sealed.items()))))

    def _time_up(self, decision: Decision) -> list[Event]:
        event = Event("clock", "The clock has run out.", decision.rule)
        if isinstance(decision, Choose):
            return [
                event,
                *self.game.act(self.state, decision.seat, self.game.late(self, decision.seat)),
            ]
        while (seat := self.actor()) != CLOCK:
            self.parts[seat] = (*self.parts.get(seat, ()), self.game.late(self, seat))
            self._decision = None
        return [event, *self._reveal()]

    def roll(self, dice: Dice) -> None:
        draw = self.decision()
        assert isinstance(draw, Chance)
        self.apply(CHANCE, pick(draw.odds, dice))

    def reopen(self, thinker: int) -> None:
        self.parts = {seat: parts for seat, parts in self.parts.items() if seat == thinker}
        self._decision = None


class PlainAdvice(Advice):
    """The advice of a plain game: its own `worth`."""

    def worth(self, position: Position, seat: int) -> float:
        assert isinstance(position, PlainPosition)
        return position.game.worth(position.state, seat)


class PlainGame(Game[PlainPosition, PlainBoard[S]], Generic[S]):
    """A game whose positions are a struct of lists and numbers: `class
    Goofspiel(PlainGame[State])`.

    To be written: `start`, `ask`, `menu`, and `act` or `reveal` or both; `seen` and `guess` where
    something is hidden.
    """

    rules_version = "1"
    advice = PlainAdvice()
    players: ClassVar[int] = 2
    """How many seats there are, where no option called `players` says it."""
    fields: ClassVar[tuple[OptionField, ...]] = ()
    """The options, where none hangs on another."""
    most_steps: ClassVar[int] = 1000
    """No random game has more decisions and chance outcomes than this."""
    action_count: ClassVar[int]
    """Every action's number is smaller than this; for learners."""
    for_newcomers: ClassVar[str] = ""
    """What every choice is about, for a game whose questions are all alike."""
    state_type: ClassVar[type[Any]]
    per_seat: ClassVar[tuple[str, ...]]
    _copier: ClassVar[msgspec.msgpack.Decoder[Any]]
    _reader: ClassVar[msgspec.json.Decoder[Written[Any]]]

    def __init__(self, folder: Path | None = None) -> None:
        """A folder of data files may be given to every game; this one has no use for it."""
        self.notation = PlainNotation(self)
        self.words = PlainText(self)
        self.views = PlainViews(self)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is PlainGame and not isinstance(
                state := get_args(base)[0], TypeVar
            ):
                cls.state_type = state
                cls.per_seat = _per_seat(state)
                cls._copier = msgspec.msgpack.Decoder(state)
                cls._reader = msgspec.json.Decoder(Written[state])  # type: ignore[valid-type]

    # --- the rules ---------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: Options) -> S:
        """The state before the first decision or draw."""

    @abstractmethod
    def ask(self, state: S) -> Decision:
        """What the game waits for.

        A Commit names every seat that chooses; those that are done are left out here.
        """

    @abstractmethod
    def menu(self, state: S, seat: Seat) -> list[int]:
        """What a seat that is asked may do, in any order."""

    def act(self, state: S, seat: Seat, action: int) -> Iterable[Event]:
        """Carry out an open action, or a draw for the seat CHANCE, and tell what happened."""
        raise NotImplementedError(f"{self.name} asks for a choice or a draw and has no `act`")

    def reveal(self, state: S, choices: dict[Seat, int]) -> Iterable[Event]:
        """Carry out the secret choices, now that all are in, and tell what happened."""
        raise NotImplementedError(f"{self.name} asks for secret choices and has no `reveal`")

    def parts(self, state: S, seat: Seat, sealed: Parts) -> list[int]:
        """What a seat may seal after what it has sealed already; nothing once its choice is whole.

        A choice that is too large for one menu is asked for in parts; `reveal_parts` gets all of
        them.
        """
        return [] if sealed else self.menu(state, seat)

    def reveal_parts(self, state: S, choices: dict[Seat, Parts]) -> Iterable[Event]:
        """Like `reveal`, with every part of every choice."""
        return self.reveal(state, {seat: parts[-1] for seat, parts in choices.items()})

    def seen(self, state: S, seat: Seat) -> S:
        """The state as a seat, or a WATCHER, may see it; `state` is a copy, in which secrets can
        be blotted out.
        """
        return state

    def guess(self, state: S, seat: Seat, dice: Dice) -> S:
        """A whole state that looks the same to the seat; `state` is a copy of what it sees, to
        be filled in.
        """
        return state

    def word(self, seat: Seat, action: int) -> str:
        """An action, or a chance outcome, in a word without spaces."""
        return str(action)

    def question(self, state: S, seat: Seat) -> str:
        """What a seat that is asked is asked for."""
        return "Choose."

    def meaning(self, state: S) -> str:
        """Return what the present choice is about, in one sentence for a newcomer."""
        return self.for_newcomers

    def worth(self, state: S, seat: Seat) -> float:
        """The share of the stake that a seat may expect, judged at a glance; all shares together
        are at most 1.
        """
        return 0.0

    # --- the contract ------------------------------------------------------------------------

    def copied(self, state: S) -> S:
        """An independent copy of a state."""
        twin: S = self._copier.decode(msgspec.msgpack.encode(state))
        return twin

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        return self.fields

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        count = int(options.get("players", self.players))
        return tuple(
            SeatInfo(f"p{n + 1}", f"Player {n + 1}", f"side {n + 1}", n) for n in range(count)
        )

    def longest(self, options: Options) -> int:
        return self.most_steps

    def new(self, options: Options) -> PlainPosition:
        return PlainPosition(self, options, self.start(options), {})

    def options_of(self, position: PlainPosition) -> Options:
        return position.given

    def owns(self, position: object) -> bool:
        return isinstance(position, PlainPosition) and position.game is self

    def decision(self, position: PlainPosition) -> Decision:
        return position.decision()

    def legal(self, position: PlainPosition, seat: Seat) -> list[int]:
        return position.legal(seat)

    def action_space(self, options: Options) -> ActionSpace[PlainPosition]:
        return NumberedActions(self)

    def features(self, options: Options) -> FeatureSpace:
        return FeatureSpace(PlainEncoder(self, options))

    def sealed_moves(
        self, opening: PlainPosition, position: PlainPosition, seats: Sequence[Seat]
    ) -> Sequence[tuple[Seat, int]] | None:
        moves: list[tuple[Seat, int]] = []
        for seat in seats:
            before, now = opening.parts.get(seat, ()), position.parts.get(seat, ())
            goes_on = now[: len(before)] == before
            if not goes_on and opening.next_part(seat):
                return None  # a choice is replaced when it is whole
            moves += [(seat, part) for part in (now[len(before) :] if goes_on else now)]
        return moves

    def turn(self, position: PlainPosition) -> int:
        """The state's field `turn`, where it has one."""
        return int(getattr(position.state, "turn", 0))

    def late(self, position: PlainPosition, seat: Seat) -> int:
        """What is done for a seat when the clock of the rules runs out: its default, if no rule
        says more.
        """
        return self.default(position, seat)

    @classmethod
    def view_type(cls) -> Any:
        return View[PlainBoard[cls.state_type]]  # type: ignore[name-defined]

    def run_example(self, example: Mapping[str, Any]) -> list[str]:
        """Play an example's moves, such as `p1 3`, from the start or from `given`, and compare
        fields of the state.
        """
        options = self.options(example.get("options"))
        position = self.read(example["given"]) if "given" in example else self.new(options)
        seats = self.seats(position.given)
        for name, word in (move.split() for move in example["play"]):
            seat = seat_called(seats, name)
            self.play(position, seat, self.read_action(position, seat, word))
        end = position.decision()
        result = msgspec.to_builtins(position.state) | {
            "winners": list(end.winners) if isinstance(end, Over) else None
        }
        expected: Mapping[str, Any] = example["expect"]
        return [
            f"{name}: expected {value!r}, got {result[name]!r}"
            for name, value in expected.items()
            if result[name] != value
        ]


class NumberedActions(ActionSpace[PlainPosition]):
    """The numbers of a plain game's actions, which mean one thing already."""

    def __init__(self, game: PlainGame[Any]) -> None:
        if not hasattr(game, "action_count"):
            raise BadOption(
                f"{game.name} does not name its action_count, so that its actions have no ids for"
                " learners"
            )
        self.count = game.action_count
        self._words = [game.word(0, action) for action in range(self.count)]

    def id_of(self, position: PlainPosition, seat: Seat, action: int) -> int:
        return check_id(action, self.count)

    def action_of(self, position: PlainPosition, seat: Seat, id: int) -> int:
        return check_id(id, self.count)

    def word(self, id: int) -> str:
        return self._words[check_id(id, self.count)]

    def id(self, word: str) -> int:
        if word not in self._words:
            raise BadNotation(f"expected one of {', '.join(self._words[:20])}; got {word!r}")
        return self._words.index(word)


class PlainNotation(Notation[PlainPosition]):
    """Positions as JSON, actions by the game's own words."""

    def __init__(self, game: PlainGame[Any]) -> None:
        super().__init__(game)
        self.plain = game

    def write_action(self, position: PlainPosition, seat: Seat, action: int) -> str:
        return "time_up" if seat == CLOCK else self.plain.word(seat, action)

    def write(self, position: PlainPosition) -> str:
        return _as_json(Written(position.given, position.state, position.parts)).decode()

    def read(self, text: str) -> PlainPosition:
        game = self.plain
        try:
            read = game._reader.decode(text)
        except msgspec.MsgspecError as error:
            raise BadNotation(f"expected a position of {game.name} as JSON; {error}") from None
        try:
            return self._playable(
                PlainPosition(game, game.options(read.options), read.state, {}), read.sealed
            )
        except BadOption as error:
            raise BadNotation(error.words, rule=error.rule) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            words = (
                f"expected a position of {game.name} that can be; {type(error).__name__}: {error}"
            )
            raise BadNotation(words) from None

    def _playable(self, position: PlainPosition, sealed: dict[Seat, Parts]) -> PlainPosition:
        """The position with these choices sealed; an error of any kind if its rules cannot cope
        with it.
        """
        asked = self.plain.ask(position.state)
        waiting = asked.waiting if isinstance(asked, Commit) else ()
        for seat, parts in sealed.items():
            for action in parts if seat in waiting else (None,):
                if action is None or action not in position.next_part(seat):
                    raise ValueError(f"seat {seat} cannot have sealed {parts}")
                position.parts[seat] = (*position.parts.get(seat, ()), action)
        if sealed and position.actor() == CLOCK:
            raise ValueError("every choice is sealed and none revealed")
        for seat in range(len(self.plain.seats(position.given))):
            self.plain.view(position, seat)
        return position


class PlainText(Text[PlainPosition]):
    """The game's own question and the events that its rules told."""

    def __init__(self, game: PlainGame[Any]) -> None:
        super().__init__(game)
        self.plain = game

    def prompt(self, position: PlainPosition, seat: Seat) -> Prompt:
        prompt = super().prompt(position, seat)
        return (
            msgspec.structs.replace(
                prompt, words=self.plain.question(position.state, seat), more=""
            )
            if position.legal(seat)
            else prompt
        )

    def meaning(self, position: PlainPosition) -> str:
        return self.plain.meaning(position.state)

    def tell(
        self, before: PlainPosition, seat: Seat, action: int, news: Trace, after: PlainPosition
    ) -> list[Event]:
        return after.events


class PlainViews(Views[PlainPosition, PlainBoard[Any]]):
    """The state as the game lets a seat see it."""

    def __init__(self, game: PlainGame[Any]) -> None:
        self.plain = game

    def picture(self, position: PlainPosition, seat: Seat) -> PlainBoard[Any]:
        game = self.plain
        known = {
            number: parts
            for number, parts in sorted(position.parts.items())
            if seat in (number, OPEN)
        }
        sealed = {
            key: tuple(game.word(key, action) for action in parts) for key, parts in known.items()
        }
        state = game.copied(position.state)
        return PlainBoard(state if seat == OPEN else game.seen(state, seat), sealed, game.per_seat)

    def imagine(self, view: View[PlainBoard[Any]], dice: Dice) -> PlainPosition:
        game = self.plain
        state = game.guess(game.copied(view.table.state), view.seat, dice)
        position = PlainPosition(game, dict(view.options), state, {})
        asked = game.ask(state)
        for seat in asked.waiting if isinstance(asked, Commit) else ():
            if seat == view.seat:
                self._recall(position, seat, view.table.sealed.get(seat, ()))
            elif seat not in view.waiting:
                while menu := position.next_part(seat):
                    position.parts[seat] = (
                        *position.parts.get(seat, ()),
                        menu[dice.below(len(menu))],
                    )
        return position

    def _recall(self, position: PlainPosition, seat: Seat, words: tuple[str, ...]) -> None:
        """Seal again what a seat knows to have sealed."""
        for word in words:
            action = next(
                number
                for number in position.next_part(seat)
                if self.plain.word(seat, number) == word
            )
            position.parts[seat] = (*position.parts.get(seat, ()), action)


def _as_json(value: object) -> bytes:
    """The same bytes for equal values, whatever the order in which sets and dictionaries were
    filled.
    """
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="deterministic"))


def _per_seat(kind: type) -> tuple[str, ...]:
    """The fields of a state that hold an entry for every seat."""
    hints = get_type_hints(kind, include_extras=True)
    (mark,) = get_args(PerSeat[Any])[1:]
    return tuple(name for name, hint in hints.items() if mark in get_args(hint)[1:])
