"""Taking back: whatever is allowed succeeds and leaves no trace; everything else changes nothing."""

from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Choose, Commit, Over, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction
from dogfight.core.options import Options, as_words
from dogfight.core.record import parse, play_move, verify
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat
from dogfight.core.table import Table
from dogfight.testing.checks import pick, random_step

CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
]
TAKE_BACKS = 20_000


def standing(table: Table) -> tuple[object, ...]:
    """Where a table stands, as values that nothing changes any more."""
    mark = table.mark()
    lists = (mark.events, mark.played, mark.told, mark.notes)
    moves = tuple(table.record.moves)
    return moves, mark.position, mark.decision, mark.question, mark.steps, *(tuple(one.items) for one in lists)


class Shadow:
    """A table beside a record of its own of how the present question came about, to tell what taking back must give."""

    def __init__(self, game: AnyGame, options: Options, seed: int) -> None:
        self.game = game
        self.table = Table(game, options, seed=seed)
        self.dice = Dice(seed)
        self.opening = game.copy(self.table.position)
        self.moves: list[tuple[Seat, int]] = []
        """What was played since the opening."""
        self.allowed = self.refused = 0

    def step(self) -> bool:
        """Play one random move; whoever may still change something does so now and then. False at the end."""
        decision = self.table.decision()
        if isinstance(decision, Over):
            return False
        seat, action = random_step(self.game, self.table.position, decision, self.dice)
        able = acting(decision)
        if isinstance(decision, Commit) and able and self.dice.below(2):
            seat = able[self.dice.below(len(able))]
            legal = self.game.legal(self.table.position, seat)
            action = legal[self.dice.below(len(legal))]
        question = self.table.question
        self.table.play(seat, action)
        self.moves.append((seat, action))
        closed = isinstance(decision, Commit) and self.table.question != question
        opened = isinstance(decision, Choose) and isinstance(self.table.decision(), Commit)
        if closed or opened or seat < 0:
            self.open_anew()
        return True

    def open_anew(self) -> None:
        self.opening, self.moves = self.game.copy(self.table.position), []

    def without(self, seat: Seat) -> Any:
        """The position as if the seat's last move had never been made: the others' moves played from the opening."""
        last = max(n for n, (who, _) in enumerate(self.moves) if who == seat)
        del self.moves[last]
        twin = self.game.copy(self.opening)
        for who, action in self.moves:
            self.game.play(twin, who, action)
        return twin

    def try_to_take_back(self, seat: Seat) -> None:
        table, game = self.table, self.game
        before, moves = standing(table), len(table.record.moves)
        if not table.can_take_back(seat):
            self.refused += 1
            with pytest.raises(IllegalAction) as refusal:
                table.take_back(seat)
            assert refusal.value.words and refusal.value.rule
            assert standing(table) == before
            return
        self.allowed += 1
        assert standing(table) == before, "to ask changes nothing"
        table.take_back(seat)
        expected = self.without(seat)
        assert game.write(table.position) == game.write(expected)
        assert table.decision() == game.decision(expected)
        assert table.record.last_hash() == game.hash(expected)
        assert len(table.record.moves) == len(table.played) == moves - 1
        self.check_tail()

    def check_tail(self) -> None:
        """The record since the opening can be played, hash by hash, and the log says the same as the record."""
        tail = self.table.record.moves[len(self.table.record.moves) - len(self.moves) :]
        twin = self.game.copy(self.opening)
        told = [event for n, move in enumerate(tail) for event in play_move(self.game, twin, move, n)]
        assert self.table.events[len(self.table.events) - len(told) :] == told


@pytest.mark.parametrize(("name", "options"), CASES)
def test_whatever_is_allowed_succeeds_and_everything_else_changes_nothing(name: str, options: Options) -> None:
    game = dogfight.load(name)
    wanted = TAKE_BACKS // len(CASES) + 1
    tried = seed = 0
    while tried < wanted:
        seed += 1
        shadow = Shadow(game, options, seed)
        seats = len(game.seats(options))
        while shadow.allowed + shadow.refused < wanted - tried and shadow.step():
            for _ in range(shadow.dice.below(4)):
                recent = [seat for seat, _ in shadow.moves[-4:]] if shadow.dice.below(4) else []
                shadow.try_to_take_back(recent[shadow.dice.below(len(recent))] if recent else shadow.dice.below(seats))
        tried += shadow.allowed + shadow.refused
        verify(game, parse(shadow.table.record.to_text()))


# --- what was found ------------------------------------------------------------------------------


def refused(table: Table, seat: Seat) -> IllegalAction:
    """The refusal of a take-back that must leave everything as it was."""
    before = standing(table)
    assert not table.can_take_back(seat)
    with pytest.raises(IllegalAction) as refusal:
        table.take_back(seat)
    assert standing(table) == before
    return refusal.value


@pytest.mark.parametrize(("players", "teams"), [(6, 3), (8, 4), (3, 3), (4, 4)])
def test_jp_5_7_plans_of_three_and_four_teams_are_withdrawn_in_any_order(players: int, teams: int) -> None:
    # JP-5.7
    game = dogfight.load("paws")
    table = Table(game, {"players": players, "teams": teams, "timer": 0}, seed=players)
    table.settle()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.settle()
    start, seats = game.write(table.position), range(2 * teams)
    for _ in range(2):
        for seat in seats:
            table.play(seat, table.view(seat).legal[1].action)
    for seat in seats[:-1]:
        table.play(seat, "ready")
    for seat in (*seats[:-1], *reversed(seats), *seats):
        table.take_back(seat)
    assert game.write(table.position) == start and not any(table.can_take_back(seat) for seat in seats)
    verify(game, parse(table.record.to_text()))


def test_a_record_is_that_of_the_moment_however_the_game_went_back() -> None:
    game = dogfight.load("paws")
    table = Table(game, {"players": 4, "timer": 0}, seed=2)
    table.settle()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.settle()
    table.play(0, table.view(0).legal[1].action)
    table.play(1, table.view(1).legal[2].action)
    mark, before = table.mark(), standing(table)
    table.take_back(0)
    table.play(2, table.view(2).legal[1].action)
    verify(game, parse(table.record.to_text()))
    table.restore(mark)
    assert standing(table) == before
    verify(game, parse(table.record.to_text()))


def test_a_ready_is_not_played_again_as_done_in_another_phase() -> None:
    game = dogfight.load("paws")
    table = Table(game, {"players": 4, "timer": 0}, seed=2)
    table.settle()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.settle()
    for seat in range(4):
        table.play(seat, "ready")
    assert table.decision().rule == "JP-8.1"
    for seat in range(4):
        refused(table, seat)
    table.play(2, table.view(2).legal[1].action)
    table.play(0, "done")
    refused(table, 1)
    table.take_back(0)
    table.take_back(2)
    refused(table, 2)


def test_bd_24_18_a_target_stands_once_the_next_turn_is_sealed() -> None:
    # BD-24.18
    game = dogfight.load("biplanes")
    for seed in range(400):
        table, dice = Table(game, {"mode": "escort", "p1": "red", "p2": "blue"}, seed=seed), Dice(seed)
        while not isinstance(decision := table.settle(), Over):
            asked = decision.rule
            seat, action = random_step(game, table.position, decision, dice)
            table.play(seat, action)
            if asked == "BD-24.18" and table.decision().rule == "BD-4.1":
                refused(table, 1)
                table.play(0, table.view(0).legal[0].action)
                refused(table, 1)
                table.take_back(0)
                verify(game, parse(table.record.to_text()))
                return
    raise AssertionError("no target was chosen before a next turn")


@pytest.mark.parametrize(
    ("options", "seed", "asked"),
    [
        ({"players": 6, "teams": 3, "timer": 0}, 0, {"JP-20.9"}),
        ({"players": 2, "mode": "night", "timer": 0}, 4, {"JP-16.8", "JP-16.9"}),
    ],
)
def test_jp_10_2_what_was_chosen_stands_where_cards_are_hidden(options: Options, seed: int, asked: set[str]) -> None:
    # JP-10.2
    game = dogfight.load("paws")
    table, dice = Table(game, options, seed=seed), Dice(seed)
    found: set[str] = set()
    while not isinstance(decision := table.settle(), Over) and not asked <= found:
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if isinstance(decision, Choose):
            found.add(decision.rule)
            refused(table, seat)
            table.settle()
            refused(table, seat)
    assert asked <= found
    verify(game, parse(table.record.to_text()))


def test_bd_18_4_what_was_shown_stays_shown() -> None:
    # BD-18.4
    game = dogfight.load("biplanes")
    table, dice = Table(game, {"p1": "white", "p2": "blue"}, seed=1), Dice(1)
    shown = 0
    while not isinstance(decision := table.settle(), Over):
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if decision.rule == "BD-18.4":
            shown += 1
            refused(table, seat)
    assert shown


def test_a_clock_that_ran_out_closes_the_door() -> None:
    game = dogfight.load("paws")
    table = Table(game, {"players": 4, "timer": 20}, seed=2)
    table.settle()
    table.play(CLOCK, TIME_UP)
    table.settle()
    table.play(1, table.view(1).legal[1].action)
    assert table.can_take_back(1)
    table.play(CLOCK, TIME_UP)
    refused(table, 1)


@pytest.mark.parametrize("name", ["squadrons", "boots", "starfighters"])
def test_what_the_clock_played_for_a_seat_stands(name: str) -> None:
    table, late = Table(dogfight.load(name), seed=1), 0
    while late < 20 and not isinstance(table.settle(), Over):
        seats = table.waiting()
        table.time_up()
        late += 1
        for seat in seats:
            refused(table, seat)
    assert late


def test_a_draw_closes_the_door_and_one_that_is_due_does_not() -> None:
    game = dogfight.load("squadrons")
    table, dice = Table(game, seed=1), Dice(1)
    drawn = 0
    while drawn < 5 and not isinstance(decision := table.settle(), Over):
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if table.position.actor() == CHANCE:
            drawn += 1
            assert table.can_take_back(seat)
            table.play(CHANCE, pick(table.decision().odds, dice))
            refused(table, seat)
    assert drawn


def test_jp_19_7_an_open_card_is_not_laid_again_beside_another() -> None:
    # JP-19.7
    game = dogfight.load("paws")
    table = Table(game, {"players": 3, "solo": "jaws", "timer": 0}, seed=4)
    table.settle()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.settle()

    def lay_open(seat: Seat) -> str:
        word = next(one.word for one in table.view(seat).legal if one.word.endswith(":open"))
        table.play(seat, word)
        return word

    word = lay_open(0)
    table.play(0, "ready")
    table.play(0, f"back:{word}")
    lay_open(1)
    assert refused(table, 0).rule == "JP-19.7"
    table.take_back(1)
    table.take_back(0)
    assert table.view(0).legal[0].word == "ready"


def test_a_mark_brings_everything_back_whatever_came_after() -> None:
    game = dogfight.load("squadrons")
    table, dice = Table(game, seed=3), Dice(3)
    for n in range(60):
        decision = table.settle()
        seat, action = random_step(game, table.position, decision, dice)
        before, mark = standing(table), table.mark()
        table.play(seat, action)
        if table.can_take_back(seat):
            table.take_back(seat)
            table.play(seat, action)
        if n % 7 == 0:
            table.rewind(table.played[: len(table.played) // 2])
        table.restore(mark)
        assert standing(table) == before
        table.play(seat, action)
