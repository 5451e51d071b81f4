"""A game in one file: its author writes the rules on a plain struct, and all that tables and bots
ask is derived here.

`docs/adding-a-game.md` builds one step by step. What is written for people and what is hidden can
be said as well, and every method of `Game` can be replaced where a game knows better.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from dogfight.core.advice import Advice
from dogfight.core.capabilities import ReplacesSealed
from dogfight.core.decision import Chance, Commit, Decision, Over, share
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption
from dogfight.core.event import Event
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options
from dogfight.core.parts import Notation, Text, Views
from dogfight.core.plain_board import PlainBoard
from dogfight.core.position import Position, Trace
from dogfight.core.seat import CLOCK, OPEN, Seat, SeatInfo, seat_called
from dogfight.core.view import Prompt, View
from dogfight.encoding.action_space import ActionSpace, check_id
from dogfight.encoding.features import FeatureSpace
from dogfight.plain.copies import copier
from dogfight.plain.encoder import PlainEncoder
from dogfight.plain.position import Parts, PlainPosition

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")
PerSeat = Annotated[list[T], msgspec.Meta(extra={"per_seat": True})]
"""A list in a state with an entry for every seat, which boards show beside the seats' names."""
HIDDEN: Final[Any] = "hidden"
"""Stands in a visible state for a value that the seat may not know; boards show the word."""
if TYPE_CHECKING:
    Hideable = Annotated[T, "HIDDEN in visible states alone, so that rules see the value's type"]
else:
    Hideable = T | Literal["hidden"]


def uniform(outcomes: Iterable[int], rule: str) -> Chance:
    """A draw in which every outcome is equally likely."""
    return _uniform(tuple(outcomes), rule)


@lru_cache(4096)
def _uniform(outcomes: tuple[int, ...], rule: str) -> Chance:
    """The draw, which is made once: games ask for the same ones again and again."""
    weight = share(1, len(outcomes))
    return Chance(tuple((number, weight) for number in outcomes), rule)


class Written(msgspec.Struct, Generic[S], forbid_unknown_fields=True):
    """A position as JSON."""

    options: Options
    state: S
    sealed: dict[Seat, Parts]


class PlainAdvice(Advice):
    """The advice of a plain game: its own `evaluate`, where it writes one."""

    def evaluate(self, position: Position, seat: int) -> float:
        assert isinstance(position, PlainPosition)
        if not position.game.judges:
            return 1.0 / len(position.game.seats(position.options))
        return position.worth(seat)

    def is_quiet(self, position: Position) -> bool:
        """Whether the game evaluates its positions at all; otherwise they are played out."""
        assert isinstance(position, PlainPosition)
        return bool(position.game.judges)


class PlainGame(Game[PlainPosition, PlainBoard[S]], ReplacesSealed, Generic[S]):
    """A game whose positions are a struct of lists and numbers: `class
    Goofspiel(PlainGame[State])`.

    To be written: `start`, `decide`, `legal_actions`, and `act` or `reveal` or both;
    `visible_state` and `imagine_state` where something is hidden.
    """

    rules_version = "1"
    advice = PlainAdvice()
    players: ClassVar[int] = 2
    """How many seats there are, where no option called `players` says it."""
    fields: ClassVar[tuple[OptionField, ...]] = ()
    """The options, where none hangs on another."""
    labels: ClassVar[Mapping[str, str]] = {}
    """What boards call a field of the state; by default its name, with spaces."""
    most_steps: ClassVar[int] = 1000
    """No random game has more decisions and chance outcomes than this."""
    action_count: ClassVar[int]
    """Every action's number is smaller than this; for learners."""
    for_newcomers: ClassVar[str] = ""
    """What every choice is about, for a game whose questions are all alike."""
    state_type: ClassVar[type[Any]]
    per_seat: ClassVar[tuple[str, ...]]
    whole_at_once: ClassVar[bool]
    """Whether no secret choice is asked for in parts."""
    hides: ClassVar[bool]
    """Whether it says what a seat may see."""
    guesses: ClassVar[bool]
    """Whether it fills in what a seat does not see."""
    judges: ClassVar[bool]
    """Whether it evaluates its positions."""
    _copier: ClassVar[staticmethod[[Any], Any]]
    _reader: ClassVar[msgspec.json.Decoder[Written[Any]]]

    def __init__(self, folder: Path | None = None) -> None:
        """A folder of data files may be given to every game; this one has no use for it."""
        self.notation = PlainNotation(self)
        self.text = PlainText(self)
        self.views = PlainViews(self)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.whole_at_once = cls.parts is PlainGame.parts
        cls.hides = cls.visible_state is not PlainGame.visible_state
        cls.guesses = cls.imagine_state is not PlainGame.imagine_state
        cls.judges = cls.evaluate is not PlainGame.evaluate
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is PlainGame and not isinstance(
                state := get_args(base)[0], TypeVar
            ):
                cls.state_type = state
                cls.per_seat = _per_seat(state)
                _check_labels(cls, state)
                cls._copier = staticmethod(copier(state))
                cls._reader = msgspec.json.Decoder(Written[state])  # type: ignore[valid-type]

    # --- the rules ---------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: Options) -> S:
        """The state before the first decision or draw."""

    @abstractmethod
    def decide(self, state: S) -> Decision:
        """What the game waits for.

        A Commit names every seat that chooses; those that are done are left out here.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> list[int]:
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
        return [] if sealed else self.legal_actions(state, seat)

    def reveal_parts(self, state: S, choices: dict[Seat, Parts]) -> Iterable[Event]:
        """Like `reveal`, with every part of every choice."""
        return self.reveal(state, {seat: parts[-1] for seat, parts in choices.items()})

    def visible_state(self, state: S, seat: Seat) -> S:
        """The state as a seat, or a WATCHER, may see it; `state` is a copy, in which secrets can
        be blotted out.
        """
        return state

    def imagine_state(self, state: S, seat: Seat, dice: Dice) -> S:
        """A whole state that looks the same to the seat; `state` is a copy of what it sees, to
        be filled in.
        """
        return state

    def action_notation(self, seat: Seat, action: int) -> str:
        """An action, or a chance outcome, in a word without spaces."""
        return str(action)

    def describe(self, position: PlainPosition, seat: Seat, action: int) -> str:
        """An action in plain words; its notation, if the game has no better ones."""
        return self.notation.write_action(position, seat, action)

    def question(self, state: S, seat: Seat) -> str:
        """What a seat that is asked is asked for."""
        return "Choose."

    def meaning(self, state: S) -> str:
        """Return what the present choice is about, in one sentence for a newcomer."""
        return self.for_newcomers

    def evaluate(self, state: S, seat: Seat) -> float:
        """The static evaluation: the share of the stake that a seat may expect; all shares
        together are at most 1.

        Bots play a game without it out to its end.
        """
        return 1.0 / self.players

    # --- the contract ------------------------------------------------------------------------

    def copied(self, state: S) -> S:
        """An independent copy of a state."""
        twin: S = self._copier(state)
        return twin

    def shown_state(self, position: PlainPosition, seat: Seat) -> S:
        """The state in the view of a seat, for reading alone: it is no copy where nothing is
        hidden.
        """
        if type(self.views) is PlainViews:
            state: S = position.seen(seat)
            return state
        return self.views.board_view(position, seat).state

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        return self.fields

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        count = int(options.get("players", self.players))
        return tuple(
            SeatInfo(f"p{n + 1}", f"Player {n + 1}", f"side {n + 1}", n) for n in range(count)
        )

    def max_steps(self, options: Options) -> int:
        return self.most_steps

    def new(self, options: Options) -> PlainPosition:
        return PlainPosition(self, options, self.start(options), {})

    def options_of(self, position: PlainPosition) -> Options:
        return position.options

    def owns(self, position: object) -> bool:
        return isinstance(position, PlainPosition) and position.game is self

    def decision(self, position: PlainPosition) -> Decision:
        return position.decision()

    def legal(self, position: PlainPosition, seat: Seat) -> list[int]:
        return position.legal(seat) if type(seat) is int else []

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
        return int(getattr(position._state, "turn", 0))

    def timeout_action(self, position: PlainPosition, seat: Seat) -> int:
        """What is done for a seat when the clock of the rules runs out: its default, if no rule
        says more.
        """
        return self.default_action(position, seat)

    def run_example(self, example: Mapping[str, Any]) -> list[str]:
        """Play an example's moves, such as `p1 3`, from the start or from `given`, and compare
        fields of the state.
        """
        options = self.options(example.get("options"))
        position = self.notation.read(example["given"]) if "given" in example else self.new(options)
        seats = self.seats(position.options)
        for name, word in (move.split() for move in example["play"]):
            seat = seat_called(seats, name)
            self.play(position, seat, self.notation.read_action(position, seat, word))
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
        self._words = [game.action_notation(0, action) for action in range(self.count)]

    def id_of(self, position: PlainPosition, seat: Seat, action: int) -> int:
        return check_id(action, self.count)

    def action_of(self, position: PlainPosition, seat: Seat, id: int) -> int:
        return check_id(id, self.count)

    def notation(self, id: int) -> str:
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

    def _write_action(self, position: PlainPosition, seat: Seat, action: int) -> str:
        return "time_up" if seat == CLOCK else self.plain.action_notation(seat, action)

    def write(self, position: PlainPosition) -> str:
        return position.encoded(Written(position.options, position._state, position.parts)).decode()

    def _read(self, text: str) -> PlainPosition:
        game = self.plain
        try:
            read = game._reader.decode(text)
        except msgspec.MsgspecError as error:
            raise BadNotation(f"expected a position of {game.name} as JSON; {error}") from None
        try:
            position = self._playable(
                PlainPosition(game, game.options(read.options), read.state, {}), read.sealed
            )
            canonical = self.write(position)
        except BadOption as error:
            raise BadNotation(error.message, rule=error.rule) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            words = (
                f"expected a position of {game.name} that can be; {type(error).__name__}: {error}"
            )
            raise BadNotation(words) from None
        if canonical != text:
            raise BadNotation(
                f"expected a position of {game.name} as it is written, {canonical!r}; got {text!r}"
            )
        return position

    def _playable(self, position: PlainPosition, sealed: dict[Seat, Parts]) -> PlainPosition:
        """The position with these choices sealed; an error of any kind if its rules cannot cope
        with it.
        """
        asked = position.asked()
        waiting = asked.waiting if isinstance(asked, Commit) else ()
        for seat, parts in sealed.items():
            for action in parts if seat in waiting else (None,):
                if action is None or action not in position.next_part(seat):
                    raise ValueError(f"seat {seat} cannot have sealed {parts}")
                position.parts[seat] = (*position.parts.get(seat, ()), action)
        if sealed and position.actor() == CLOCK:
            raise ValueError("every choice is sealed and none revealed")
        for seat in range(len(self.plain.seats(position.options))):
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
                prompt, text=self.plain.question(position._state, seat), more=""
            )
            if position.legal(seat)
            else prompt
        )

    def meaning(self, position: PlainPosition) -> str:
        return self.plain.meaning(position._state)

    def _describe(self, position: PlainPosition, seat: Seat, action: int) -> str:
        return self.plain.describe(position, seat, action)

    def tell(
        self, before: PlainPosition, seat: Seat, action: int, trace: Trace, after: PlainPosition
    ) -> list[Event]:
        return after.events


class PlainViews(Views[PlainPosition, PlainBoard[Any]]):
    """The state as the game lets a seat see it."""

    def __init__(self, game: PlainGame[Any]) -> None:
        self.plain = game
        self._last: tuple[PlainBoard[Any], PlainPosition] | None = None

    def board_view(self, position: PlainPosition, seat: Seat) -> PlainBoard[Any]:
        game = self.plain
        known = {
            number: parts
            for number, parts in sorted(position.parts.items())
            if seat in (number, OPEN)
        }
        sealed = {
            key: tuple(game.action_notation(key, action) for action in parts)
            for key, parts in known.items()
        }
        state = game.copied(position._state)
        return PlainBoard(
            state if seat == OPEN else game.visible_state(state, seat),
            sealed,
            game.per_seat,
            game.labels,
        )

    def imagine(self, view: View[PlainBoard[Any]], dice: Dice) -> PlainPosition:
        position = self._filled_in(view, dice)
        asked = position.asked()
        for seat in asked.waiting if isinstance(asked, Commit) else ():
            if seat == view.seat:
                self._recall(position, seat, view.board.sealed.get(seat, ()))
            elif seat not in view.waiting:
                while menu := position.next_part(seat):
                    position.parts[seat] = (
                        *position.parts.get(seat, ()),
                        menu[dice.below(len(menu))],
                    )
        return position

    def view_type(self) -> Any:
        return View[PlainBoard[self.plain.state_type]]  # type: ignore[name-defined]

    def _filled_in(self, view: View[PlainBoard[Any]], dice: Dice) -> PlainPosition:
        """A position with nothing sealed; a game that guesses nothing has one for every table,
        which is kept.
        """
        game, table = self.plain, view.board
        if game.guesses:
            state = game.imagine_state(game.copied(table.state), view.seat, dice)
            return PlainPosition(game, dict(view.options), state, {})
        last = self._last
        if last is None or last[0] is not table:
            position = PlainPosition(game, dict(view.options), table.state, {}, shared=True)
            last = self._last = table, position
        return last[1].copy()

    def _recall(self, position: PlainPosition, seat: Seat, words: tuple[str, ...]) -> None:
        """Seal again what a seat knows to have sealed."""
        for word in words:
            action = next(
                number
                for number in position.next_part(seat)
                if self.plain.action_notation(seat, number) == word
            )
            position.parts[seat] = (*position.parts.get(seat, ()), action)


def _per_seat(kind: type) -> tuple[str, ...]:
    """The fields of a state that hold an entry for every seat."""
    hints = get_type_hints(kind, include_extras=True)
    (mark,) = get_args(PerSeat[Any])[1:]
    return tuple(name for name, hint in hints.items() if mark in get_args(hint)[1:])


def _check_labels(game: type[PlainGame[Any]], state: type[msgspec.Struct]) -> None:
    """Raise `TypeError` where a label belongs to no field."""
    fields = state.__struct_fields__
    if unknown := [name for name in game.labels if name not in fields]:
        raise TypeError(
            f"expected {game.__name__}.labels to name fields of {state.__name__}"
            f" ({', '.join(fields)}), got {', '.join(unknown)}"
        )
