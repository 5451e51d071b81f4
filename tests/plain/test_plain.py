"""What `PlainGame` makes of a game in one file: hidden cards, plans in parts, clocks, copies,
taking back.
"""

import copy
import enum
import pickle
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from dogfight.boards import board_svg
from dogfight.boards.text import plain
from dogfight.boards.text.theme import BoardTheme
from dogfight.bots.protocol import read_view
from dogfight.bots.registry import make_bot
from dogfight.core.decision import Choose, Clock, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.position import step
from dogfight.core.seat import CHANCE, CLOCK, OPEN, OVER, TIME_UP, WATCHER
from dogfight.encoding.encoder import MOST_VALUE, VALUE_BITS
from dogfight.match.match import Match
from dogfight.plain import (
    HIDDEN,
    Hideable,
    Parts,
    PerSeat,
    PlainBoard,
    PlainGame,
    PlainPosition,
    uniform,
)
from dogfight.plain.copies import copier
from dogfight.plain.encoder import PlainEncoder, shown
from dogfight.plain.game import PlainNotation
from dogfight.testing.checks import CHECKS, Check, sealed_moves_commute, sealed_moves_stand, walk

PASS, BET = 0, 1


class Deal(msgspec.Struct):
    cards: PerSeat[Hideable[int]]
    moves: list[int]


class Kuhn(PlainGame[Deal]):
    """Kuhn's poker: a hidden card each out of three, open bets."""

    name, title, about, prefix = "kuhn", "Kuhn's poker", "Three cards, two bets.", "KP"
    most_steps, action_count = 6, 3
    labels = {"moves": "Bets so far"}

    def start(self, options: Options) -> Deal:
        return Deal([], [])

    def decide(self, state: Deal) -> Decision:
        if len(state.cards) < 2:
            return uniform([card for card in range(3) if card not in state.cards], "KP-1")
        match state.moves:
            case [] | [0] | [1] | [0, 1]:
                return Choose(len(state.moves) % 2, "KP-2")
            case [1, 0]:
                winner = 0
            case [0, 1, 0]:
                winner = 1
            case _:
                winner = int(state.cards[1] > state.cards[0])
        return Over(
            (float(winner == 0), float(winner == 1)),
            "card",
            "KP-3",
            f"Player {winner + 1} wins.",
            (winner,),
        )

    def legal_actions(self, state: Deal, seat: int) -> list[int]:
        return [BET, PASS]

    def act(self, state: Deal, seat: int, action: int) -> list[Event]:
        if seat == CHANCE:
            state.cards.append(action)
            return [
                Event(
                    "dealt",
                    f"Player {len(state.cards)} holds {action}.",
                    "KP-1",
                    seen_by=(len(state.cards) - 1,),
                )
            ]
        state.moves.append(action)
        return [Event("move", "A bet." if action else "A pass.", "KP-2")]

    def visible_state(self, state: Deal, seat: int) -> Deal:
        if not isinstance(self.decide(state), Over):
            state.cards = [
                card if owner == seat else HIDDEN for owner, card in enumerate(state.cards)
            ]
        return state

    def imagine_state(self, state: Deal, seat: int, dice: Dice) -> Deal:
        deck = [card for card in range(3) if card not in state.cards]
        state.cards = [
            deck.pop(dice.below(len(deck))) if card == HIDDEN else card for card in state.cards
        ]
        return state


class Plan(msgspec.Struct):
    done: list[tuple[int, ...]]
    kept: dict[int, set[str]]


class Plans(PlainGame[Plan]):
    """Each seat plans a pair of numbers in two parts, against a clock."""

    name, title, about, prefix, players = "plans", "Plans", "Two parts each.", "PL", 3
    action_count = 4

    def start(self, options: Options) -> Plan:
        return Plan([], {})

    def decide(self, state: Plan) -> Decision:
        if not state.done:
            return Commit((0, 1, 2), "PL-1", changeable=(0, 1), clock=Clock("plan", 5.0))
        return Over((1 / 3,) * 3, "done", "PL-2", "All is done.", (0, 1, 2))

    def legal_actions(self, state: Plan, seat: int) -> list[int]:
        return [3, 1, 2]

    def parts(self, state: Plan, seat: int, sealed: Parts) -> list[int]:
        return (
            [
                legal_action
                for legal_action in self.legal_actions(state, seat)
                if legal_action not in sealed
            ]
            if len(sealed) < 2
            else []
        )

    def reveal_parts(self, state: Plan, choices: dict[int, Parts]) -> list[Event]:
        state.done = list(choices.values())
        state.kept = {9: {"b", "a"}, 10: set()}
        return [Event("plans", f"The plans are {state.done}.", "PL-1")]


GAMES: list[PlainGame[Any]] = [Kuhn(), Plans()]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hidden_cards_and_plans_in_parts_keep_the_contract(
    game: PlainGame[Any], check: Check
) -> None:
    for seed in range(12):
        check(game, game.options(), seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_positions_are_pickled_compared_and_copied(game: PlainGame[Any]) -> None:
    positions = [position.copy() for position, _ in walk(game, game.options(), 3)]
    for position in positions:
        for twin in (
            pickle.loads(pickle.dumps(position)),
            copy.deepcopy(position),
            position.copy(),
        ):
            assert twin == position and twin.state is not position.state
    assert positions[0] != positions[1] and positions[0] != "a position"


class Square(enum.Enum):
    LAND = "land"
    SEA = "sea"


class Unit(msgspec.Struct, frozen=True):
    name: str
    cargo: list[int]


class Ship(msgspec.Struct, tag=True):
    hull: int


class Plane(msgspec.Struct, tag=True):
    height: int


class Everything(msgspec.Struct):
    """A state with every kind of field."""

    number: int
    share: float
    square: Square
    word: str | None
    pair: tuple[int, str]
    rows: list[list[int]]
    units: list[Unit]
    stores: dict[str, list[int]]
    counts: dict[int, int]
    marks: set[str]
    piece: Ship | Plane
    pairs: list[tuple[int, list[int]]]
    wide: int = msgspec.field(default=0, name="renamed")


def everything() -> Everything:
    return Everything(
        7,
        2.6,
        Square.SEA,
        None,
        (1, "x"),
        [[1, 300], []],
        [Unit("a", [1]), Unit("b", [])],
        {"oil": [3]},
        {2: 5},
        {"z", "y"},
        Plane(4),
        [(1, [2])],
        -3,
    )


def test_copies_of_states_are_equal_and_independent() -> None:
    state, before = everything(), everything()
    twin = copier(Everything)(state)
    assert twin == state and twin is not state
    twin.rows[0].append(1)
    twin.units[0].cargo.append(2)
    twin.stores["oil"].append(4)
    twin.counts[2] = 0
    twin.marks.add("w")
    twin.piece.height = 9
    twin.pairs[0][1].append(3)
    twin.number = 0
    assert state == before


class Shows(PlainGame[Everything]):
    """One choice, with every kind of field in its state."""

    name, title, about, prefix = "shows", "Shows", "Shows every kind of field.", "SH"
    most_steps, action_count = 2, 3

    def start(self, options: Options) -> Everything:
        return everything()

    def decide(self, state: Everything) -> Decision:
        if state.number == 7:
            return Commit((0, 1), "SH-1")
        return Over((0.5, 0.5), "done", "SH-1", "Done.", (0, 1))

    def legal_actions(self, state: Everything, seat: int) -> list[int]:
        return [2, 0, 1]

    def reveal(self, state: Everything, choices: dict[int, int]) -> list[Event]:
        state.number = choices[0]
        state.rows[1].append(choices[1])
        return []


@pytest.mark.parametrize("game", [*GAMES, Shows()], ids=lambda game: game.name)
def test_compiled_features_list_what_is_shown(game: PlainGame[Any]) -> None:
    space = game.features(game.options())
    encoder = space.encoder
    assert isinstance(encoder, PlainEncoder)
    for seed in range(5):
        for position, _ in walk(game, game.options(), seed):
            for seat in range(len(game.seats(game.options()))):
                expected: dict[int, int] = {}
                for name, leaf in shown(game, position, seat):
                    for entry in encoder.fields[name].entries(leaf):
                        expected[entry >> VALUE_BITS] = entry & MOST_VALUE
                assert space.active(position, seat) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_copies_share_a_state_until_one_is_changed(game: PlainGame[Any]) -> None:
    for seed in range(5):
        position, dice = game.new(game.options()), Dice(seed)
        while position.actor() != OVER:
            before, twin = game.notation.write(position), position.copy()
            legal = [game.legal(twin, seat) for seat in range(len(game.seats(twin.options)))]
            for menu in legal:
                menu.clear()
            step(twin, dice)
            assert game.notation.write(position) == before
            step(position, dice)
            assert position.state is not twin.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_bot_plays_and_views_read_back(game: PlainGame[Any]) -> None:
    for bot in ("random", "greedy", "search:sims=16"):
        table = Match(game, seed=2)
        end = table.run([make_bot(bot, seat, game) for seat in range(len(table.seats))])
        assert sum(end.payoffs) == pytest.approx(1)
        assert read_view(game, table.view(0).as_json()) == table.view(0)


def planned(*moves: tuple[int, int]) -> PlainPosition:
    position = GAMES[1].new({})
    for seat, action in moves:
        GAMES[1].play(position, seat, action)
    return position


def plan_table(*moves: tuple[int, int]) -> Match:
    table = Match(GAMES[1])
    for seat, action in moves:
        table.play(seat, action)
    return table


def test_a_choice_in_parts_is_taken_back_part_by_part() -> None:
    table = plan_table((0, 1), (1, 3), (1, 2), (0, 2))
    table.take_back(0)
    assert table.position == planned((1, 3), (0, 1), (1, 2)) and table.position.legal(0) == [2, 3]
    table.take_back(0)
    table.take_back(1)
    assert table.position == planned((1, 3))
    assert table.decision() == Commit((0, 1, 2), "PL-1", clock=Clock("plan", 5.0))


def test_another_part_after_taking_back_is_as_if_chosen_first() -> None:
    table = plan_table((0, 1), (0, 2), (1, 1))
    table.take_back(0)
    table.play(0, 3)
    assert table.position == planned((1, 1), (0, 1), (0, 3))


def test_a_replaced_choice_leaves_no_move_behind() -> None:
    table = plan_table((0, 1), (0, 2), (1, 1))
    for first, second in ((3, 1), (2, 3), (1, 2)) * 10:
        table.play(0, first)
        table.play(0, second)
    assert [(item.seat, item.action) for item in table.played] == [(1, 1), (0, 1), (0, 2)]
    assert table.position == planned((1, 1), (0, 1), (0, 2))


def test_a_game_that_names_wrong_standing_moves_is_found() -> None:
    class Forgetful(Plans):
        def sealed_moves(
            self, opening: PlainPosition, position: PlainPosition, seats: Sequence[int]
        ) -> list[tuple[int, int]]:
            return []

    with pytest.raises(AssertionError, match="sealed_moves names"):
        sealed_moves_stand(Forgetful(), {}, 1)


class InOrder(PlainNotation):
    """Positions written by the order in which choices were sealed."""

    def write(self, position: PlainPosition) -> str:
        return str(list(position.parts))


def test_a_game_in_which_the_order_of_seals_shows_is_found() -> None:
    class Orderly(Plans):
        def __init__(self) -> None:
            super().__init__()
            self.notation = InOrder(self)

    with pytest.raises(AssertionError, match="choose in this order"):
        sealed_moves_commute(Orderly(), {}, 1)


def test_only_seats_that_may_change_can_choose_again() -> None:
    position = planned((0, 1), (0, 2), (2, 1), (2, 2))
    assert position.decision() == Commit((1,), "PL-1", (0,), Clock("plan", 5.0))
    assert position.legal(0) == [1, 2, 3] and position.legal(2) == []
    with pytest.raises(IllegalAction, match="it is for p1, p2 to act, not for p3"):
        GAMES[1].play(position, 2, 3)
    GAMES[1].play(position, 0, 3)
    assert position.parts == {0: (3,), 2: (1, 2)}


def test_timeout_fills_in_missing_choices() -> None:
    position = planned((1, 3), (0, 2), (0, 1))
    reported = GAMES[1].play(position, CLOCK, TIME_UP)
    assert position.state.done == [(2, 1), (3, 1), (1, 2)]
    assert [item.kind for item in reported] == ["clock", "plans"]


def test_views_show_ones_own_seals_and_the_review_all() -> None:
    position = planned((0, 1), (2, 3), (2, 2))
    shown = {
        seat: GAMES[1].views.board_view(position, seat).sealed for seat in (0, 1, 2, WATCHER, OPEN)
    }
    own, his = {0: ("1",)}, {2: ("3", "2")}
    assert shown == {0: own, 1: {}, 2: his, WATCHER: {}, OPEN: own | his}


def test_entries_for_every_seat_are_marked_for_boards() -> None:
    assert GAMES[0].views.board_view(GAMES[0].new({}), 0) == PlainBoard(
        Deal([], []), {}, ("cards",), {"moves": "Bets so far"}
    )


def test_boards_show_labels_and_the_word_for_what_is_hidden() -> None:
    table = Match(GAMES[0], seed=1)
    table.advance()
    own = table.position.state.cards[0]
    view = table.view(0)
    drawn = board_svg(GAMES[0], view)
    written = plain.draw(view, BoardTheme()).text.plain
    for board in (drawn, written):
        assert "Bets so far" in board and "moves" not in board
    assert f"Player 1: {own}" in written and f"Player 2: {HIDDEN}" in written
    assert b'"labels":{"moves":"Bets so far"}' in view.as_json()
    assert b"labels" not in Match(GAMES[1], seed=1).view(0).as_json()


def test_a_hidden_value_is_a_feature_of_its_own() -> None:
    game = GAMES[0]
    names = game.features(game.options()).names
    assert "cards 2" in names and f"cards 2 {HIDDEN}" in names


def test_a_label_for_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match=r"fields of Deal \(cards, moves\), got bets"):
        type("Wrong", (Kuhn,), {"labels": {"bets": "Bets"}, "__orig_bases__": (PlainGame[Deal],)})


def test_view_shows_only_what_the_game_reveals() -> None:
    table = Match(GAMES[0], seed=1)
    table.advance()
    own = table.position.state.cards
    assert table.view(0).board.state.cards == [own[0], HIDDEN]
    assert table.view(WATCHER).board.state.cards == [HIDDEN, HIDDEN]
    assert table.view(OPEN).board.state.cards == own == table.position.state.cards


def test_every_action_is_smaller_than_the_action_count() -> None:
    for position, decision in walk(GAMES[0], {}, 1):
        if isinstance(decision, Choose):
            assert max(position.legal(decision.seat)) < Kuhn.action_count


def test_game_without_act_or_reveal_is_refused() -> None:
    class Half(Kuhn):
        act = PlainGame.act

    with pytest.raises(
        NotImplementedError, match="kuhn asks for a choice or a draw and has no `act`"
    ):
        Half().new({}).apply(CHANCE, 1)
