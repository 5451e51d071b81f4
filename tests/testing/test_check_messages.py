"""Every check of the contract finds a planted fault and says in a sentence what is wrong."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from dogfight.core.decision import Chance, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.seat import OPEN, Seat
from dogfight.core.view import ActionData, Prompt
from dogfight.encoding.action_space import ActionSpace
from dogfight.games.goofspiel import Goofspiel, State
from dogfight.plain import PlainBoard, PlainGame, PlainPosition
from dogfight.plain.game import NumberedActions, PlainAdvice, PlainNotation, PlainText, PlainViews
from dogfight.testing import checks
from dogfight.testing.checks import CHECKS, Check

Position = PlainPosition
Make = Callable[[], Goofspiel]
FAULTS: dict[str, tuple[Make, Check, str]] = {}


def fault(check: Check, message: str) -> Callable[[Make], Make]:
    """Register a game with a fault, the check that must find it, and a part of its sentence."""

    def register(make: Make) -> Make:
        FAULTS[make.__name__] = make, check, message
        return make

    return register


class Base(Goofspiel):
    """Goofspiel with four cards, which each fault changes in one place."""

    def options(self, values: Mapping[str, object] | None = None) -> Options:
        return super().options({"cards": 4} | dict(values or {}))


@fault(checks.ends_in_time, "max_steps is 3, but a random game is at step 4")
class TooLong(Base):
    most_steps = 3


@fault(checks.ends_in_time, r"the payoffs of Over are \(2.0, 0.0\)")
class TooMuch(Base):
    def end(self, points: list[int]) -> Over:
        return Over((2.0, 0.0), "points", "GO-3.1", "Over.", (0,))


@fault(checks.ends_in_time, "Over has 1 payoffs for 2 seats")
class OnePayoff(Base):
    def end(self, points: list[int]) -> Over:
        return Over((1.0,), "points", "GO-3.1", "Over.", (0,))


@fault(checks.ends_in_time, "Over needs a reason, a rule and a text, got '', 'GO-3.1', 'Over.'")
class NoReason(Base):
    def end(self, points: list[int]) -> Over:
        return Over((1.0, 0.0), "", "GO-3.1", "Over.", (0,))


@fault(checks.ends_in_time, r"Over names the winners \(2,\) of 2 seats")
class WrongWinner(Base):
    def end(self, points: list[int]) -> Over:
        return Over((1.0, 0.0), "points", "GO-3.1", "Over.", (2,))


@fault(checks.legal_plays_and_the_rest_is_refused, "not in ascending order without repeats")
class Unsorted(Base):
    def legal(self, position: Position, seat: Seat) -> list[int]:
        return super().legal(position, seat)[::-1]


@fault(checks.legal_plays_and_the_rest_is_refused, "seat 0 is not asked but has the legal actions")
class AlwaysLegal(Base):
    def legal(self, position: Position, seat: Seat) -> list[int]:
        return super().legal(position, seat) or [1]


@fault(checks.legal_plays_and_the_rest_is_refused, "could play the illegal action")
class Permissive(Base):
    def play(self, position: Position, seat: Seat, action: int) -> list[Event]:
        try:
            return super().play(position, seat, action)
        except IllegalAction:
            return []


@fault(checks.legal_plays_and_the_rest_is_refused, "has no rule or no message")
class NoRule(Base):
    def check(self, position: Position, seat: Seat, action: int) -> None:
        try:
            super().check(position, seat, action)
        except IllegalAction as error:
            raise IllegalAction(error.message, rule="") from None


class Secret(msgspec.Struct):
    turn: int


class Trio(PlainGame[Secret]):
    """Three seats choose in secret once; positions show the order in which choices arrived."""

    name, title, about, prefix, players = "trio", "Trio", "One choice.", "TR", 3
    action_count, most_steps = 3, 3

    def __init__(self) -> None:
        super().__init__()
        self.notation = InOrder(self)

    def start(self, options: Options) -> Secret:
        return Secret(0)

    def decide(self, state: Secret) -> Decision:
        if state.turn:
            return Over((1 / 3,) * 3, "done", "TR-2", "All have chosen.")
        return Commit((0, 1, 2), "TR-1")

    def legal_actions(self, state: Secret, seat: Seat) -> list[int]:
        return [1, 2]

    def reveal(self, state: Secret, choices: dict[Seat, int]) -> list[Event]:
        state.turn = 1
        return []


class InOrder(PlainNotation):
    def write(self, position: Position) -> str:
        return str(list(position.parts))


@fault(checks.commitments_commute, r"the secret choices .* lead to .* if seat 2 chooses first")
class OrderIsWritten(Trio):
    pass


@fault(checks.sealed_moves_commute, r"the sealed moves .* choose in this order")
class OrderOfMovesIsWritten(Trio):
    pass


def changeable(decision: Decision) -> Decision:
    if isinstance(decision, Commit):
        return Commit(decision.waiting, decision.rule, changeable=(0, 1))
    return decision


class Changeable(Base):
    def decide(self, state: State) -> Decision:
        return changeable(super().decide(state))


@fault(checks.sealed_moves_stand, "can change what they sealed, but sealed_moves names no moves")
class NamesNoMoves(Changeable):
    def legal_changes(self, position: Position, seat: Seat) -> list[int]:
        return [0] if seat in position.parts else []

    def sealed_moves(self, *_: Any) -> None:
        return None


@fault(checks.sealed_moves_stand, r"sealed_moves names \[\], which lead to")
class NamesWrongMoves(Changeable):
    def sealed_moves(self, *_: Any) -> list[tuple[Seat, int]]:
        return []


@fault(checks.sealed_choices_can_be_withdrawn, "a take-back to seat . has no rule or no message")
class RefusesInSilence(Trio):
    def check_take_back(self, left: Position, seat: Seat) -> None:
        raise IllegalAction("", rule="TR-1")


@fault(checks.copies_are_independent, "on a copy changed the original from")
class SharedCopies(Base):
    def copied(self, state: State) -> State:
        return state


@fault(checks.positions_are_values, "`owns` of goofspiel denies its own position")
class Disowns(Base):
    def owns(self, position: object) -> bool:
        return False


class Short(PlainNotation):
    def _write_action(self, position: Position, seat: Seat, action: int) -> str:
        return "card"


class Spaced(PlainNotation):
    def _write_action(self, position: Position, seat: Seat, action: int) -> str:
        return f"card {action}"


class TwoLines(PlainNotation):
    def write(self, position: Position) -> str:
        return super().write(position) + "\n"


class ReadsAnything(PlainNotation):
    def _read(self, text: str) -> Position:
        try:
            return super()._read(text)
        except BadNotation:
            return self.plain.new(self.plain.options())


def with_notation(kind: type[PlainNotation]) -> Goofspiel:
    game = Base()
    game.notation = kind(game)
    return game


@fault(checks.notation_round_trips, "two actions of seat 0 have the same notation")
def same_notation() -> Goofspiel:
    return with_notation(Short)


@fault(checks.notation_round_trips, "is empty or has a space: 'card 1'")
def spaced_notation() -> Goofspiel:
    return with_notation(Spaced)


@fault(checks.notation_round_trips, "the notation of a position has more than one line")
def two_lines() -> Goofspiel:
    return with_notation(TwoLines)


@fault(checks.notation_round_trips, "expected BadNotation, but '' was read as a position")
def reads_anything() -> Goofspiel:
    return with_notation(ReadsAnything)


class ShiftedIds(NumberedActions):
    def id_of(self, position: Position, seat: Seat, action: int) -> int:
        return action - 1


class RepeatedIds(NumberedActions):
    def notation(self, id: int) -> str:
        return "card"


@fault(checks.ids_mean_one_thing, r"action \d has the id \d .*, which leads back to action \d")
class WrongIds(Base):
    def action_space(self, options: Options) -> ActionSpace[Position]:
        return ShiftedIds(self)


@fault(checks.ids_mean_one_thing, "two ids of the action space have the same notation")
class SameIds(Base):
    def action_space(self, options: Options) -> ActionSpace[Position]:
        return RepeatedIds(self)


@fault(checks.odds_sum_to_one, "the odds of Chance sum to 2/3, not to 1")
class UnfairDraw(Base):
    def decide(self, state: State) -> Decision:
        decision = super().decide(state)
        if isinstance(decision, Chance) and len(decision.odds) == 3:
            return Chance(tuple((card, Fraction(2, 9)) for card, _ in decision.odds), decision.rule)
        return decision


@fault(checks.odds_sum_to_one, "Chance lists an outcome twice")
class TwiceDrawn(Base):
    def decide(self, state: State) -> Decision:
        decision = super().decide(state)
        if isinstance(decision, Chance):
            card = decision.odds[0][0]
            return Chance(((card, Fraction(1, 2)), (card, Fraction(1, 2))), decision.rule)
        return decision


@fault(checks.fast_methods_agree, r"`choice` lists \[1, 2, 3, 4\], the legal actions are")
class ListsLess(Base):
    def legal(self, position: Position, seat: Seat) -> list[int]:
        return super().legal(position, seat)[1:]


class Peeking(PlainViews):
    """Everybody sees what is sealed."""

    def board_view(self, position: Position, seat: Seat) -> PlainBoard[Any]:
        return super().board_view(position, OPEN)


class Forgetting(PlainViews):
    def imagine(self, view: Any, dice: Dice) -> Position:
        position = super().imagine(view, dice)
        position.state.turn += 1
        return position


@fault(checks.secrets_stay_secret, r"betrays what its events do not tell: it depends on '\d'")
def open_seals() -> Goofspiel:
    game = Base()
    game.views = Peeking(game)
    return game


@fault(checks.imagined_positions_look_the_same, "which looks different to it at")
def forgets() -> Goofspiel:
    game = Base()
    game.views = Forgetting(game)
    return game


@fault(checks.joint_views_equal_single_views, "`has_secrets` is False, but the views say otherwise")
class NoSecrets(Base):
    def has_secrets(self, position: Position) -> bool:
        return False


class TellsAll(PlainText):
    def tell(self, before: Position, seat: Seat, action: int, trace: Any, after: Position) -> Any:
        return [Event("sealed", f"Player {seat + 1} bids {action}.", "GO-2.2")]


@fault(checks.sealed_choices_are_not_told, "the events tell seat -?\\d what seat 0 has sealed")
def tells_all() -> Goofspiel:
    game = Base()
    game.text = TellsAll(game)
    return game


class TooSure(PlainAdvice):
    def evaluate(self, position: Any, seat: int) -> float:
        return 0.9


class OutOfRange(PlainAdvice):
    def rollout_choice(self, position: Any, dice: Dice) -> int:
        return 99


@fault(checks.evaluations_are_sound, r"`evaluate` gives the seats \[0.9, 0.9\]")
class SureGame(Base):
    advice = TooSure()


@fault(checks.evaluations_are_sound, r"`rollout_choice` gives 99 of \d choices")
class RangeGame(Base):
    advice = OutOfRange()


@fault(checks.defaults_are_legal, "the default action 99 of seat 0 is not legal")
class BadDefault(Base):
    def default_action(self, position: Position, seat: Seat) -> int:
        return 99


class NoQuestion(PlainText):
    def prompt(self, position: Position, seat: Seat) -> Prompt:
        return Prompt("", "GO-2.2")


@fault(checks.views_are_described, "the prompt has no text or no rule in the view of seat")
def no_question() -> Goofspiel:
    game = Base()
    game.text = NoQuestion(game)
    return game


@fault(checks.views_are_described, "has an odds_text and no short_text")
class OddsAlone(Base):
    def action_data(self, position: Position, seat: Seat, action: int) -> ActionData:
        return ActionData(odds_text="1 in 2")


@fault(checks.texts_use_names, "expected the title of a seat or side, got 'seat 1' in 'bid 1 for")
class RawNames(Base):
    def describe(self, position: Position, seat: Seat, action: int) -> str:
        return f"bid {action} for seat 1"


@fault(checks.texts_use_names, "in an event, got 'p1' in 'p1 bids.'")
class RawEvents(Base):
    def reveal(self, state: State, choices: dict[int, int]) -> list[Event]:
        super().reveal(state, choices)
        return [Event("bids", "p1 bids.", "GO-2.3")]


@pytest.mark.parametrize("name", FAULTS)
def test_check_says_in_words_what_is_wrong(name: str) -> None:
    make, check, message = FAULTS[name]
    game = make()
    with pytest.raises(AssertionError, match=message):
        _ = [check(game, game.options(), seed) for seed in range(4)]


@pytest.mark.parametrize("kind", [Base, Changeable])
def test_games_that_faults_are_planted_in_have_none(kind: type[Base]) -> None:
    for check in CHECKS:
        if check is not checks.positions_are_values:  # pickled by name: it comes back as Goofspiel
            check(kind(), kind().options(), 1)


def test_every_assertion_of_the_checks_has_a_sentence() -> None:
    tree = ast.parse(inspect.getsource(checks))
    bare = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
        and (node.msg is None or not isinstance(node.msg, ast.JoinedStr | ast.Constant))
        and "isinstance" not in ast.unparse(node.test)
    ]
    assert bare == []
