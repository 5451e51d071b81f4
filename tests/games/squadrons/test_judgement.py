"""How bots judge Squadrons: planes first, then who is behind whom."""

import pytest

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.bots.uniform import RandomBot
from dogfight.core.dice import Dice
from dogfight.core.seat import OVER
from dogfight.core.table import Table
from dogfight.games.squadrons import solver

GAME = dogfight.load("squadrons")
RED, GREEN = 0, 1
COMPILED = not (dogfight.core.position.__file__ or "").endswith(".py")


def standing():
    """The first position in which somebody is to name a plane."""
    position = GAME.new(GAME.options())
    dice = Dice(1)
    while position.actor() < 0:
        position.roll(dice)
    return position


def test_the_first_position_is_even_but_for_the_first_move() -> None:
    position = standing()
    assert position.worth(RED) + position.worth(GREEN) == pytest.approx(1)
    assert position.worth(RED) == pytest.approx(0.5, abs=0.05)


def test_a_plane_shot_down_counts_for_the_other_side_and_more_so_near_the_end() -> None:
    position = standing()
    even = position.worth(RED)
    position.red_score += 1
    early = position.worth(RED)
    position.red_deck &= 0xFF
    assert even < early < position.worth(RED)


def square(name: str) -> int:
    return (int(name[1:]) - 1) * 32 + ord(name[0]) - ord("a")


def duel(red: str, red_nose: int, green: str, green_nose: int):
    """One plane of each side, all others gone; Red has moved, and the shots come next."""
    position = standing()
    position.red_at = position.green_at = (1 << 60) - 1
    position.place(0, square(red), red_nose)
    position.place(6, square(green), green_nose)
    position.active, position.to_move = RED, 0
    return position


NORTH, EAST, SOUTH = 0, 2, 4


def test_behind_is_better_than_beside_is_better_than_ahead() -> None:
    behind = duel("e5", NORTH, "e6", NORTH).worth(RED)
    beside = duel("e5", NORTH, "e6", EAST).worth(RED)
    head_on = duel("e5", NORTH, "e6", SOUTH).worth(RED)
    ahead = duel("e6", NORTH, "e5", NORTH).worth(RED)
    assert behind > beside > head_on > ahead
    assert head_on == pytest.approx(0.5, abs=0.01)
    assert behind == pytest.approx(1 - ahead, abs=0.02)


def test_nearer_is_a_greater_threat_and_far_is_none() -> None:
    near, further, far = (duel("e2", NORTH, there, NORTH).worth(RED) for there in ("e4", "e6", "e12"))
    assert near > further > far == pytest.approx(0.5)


def test_the_duel_is_worth_the_same_in_whatever_direction_it_is_flown() -> None:
    north = duel("e5", NORTH, "f7", EAST).worth(RED)
    east = duel("e5", EAST, "g4", SOUTH).worth(RED)
    assert north == pytest.approx(east)


def test_to_move_two_behind_is_worth_more_than_one_behind_where_the_card_decides() -> None:
    # SQ-5.3 SQ-5.4
    two, one = (duel("e5", NORTH, there, NORTH) for there in ("e7", "e6"))
    two.to_move = one.to_move = 1
    assert two.worth(RED) > 0.54 > 0.5 > one.worth(RED)


def test_a_shot_alone_is_worth_what_the_cards_say() -> None:
    # SQ-7.8 SQ-7.9
    assert solver.shot(NORTH, NORTH, 0, 1) == 0.5
    assert solver.shot(NORTH, EAST, 0, 1) == 0.25
    assert solver.shot(NORTH, NORTH, 0, 2) == solver.shot(NORTH, NORTH, 1, 1) == 0.0


def test_a_hasty_pilot_takes_the_tail_when_it_is_offered() -> None:
    position = duel("e4", NORTH, "e8", NORTH)
    position.to_move = 1
    position.phase, position.choices = 1, 1
    position.take(0)
    ahead = [position.option(index) for index in range(position.options())].index(6)
    chosen = [position.instinct(Dice(seed)) for seed in range(40)]
    assert chosen.count(ahead) > 25


def test_greedy_beats_random() -> None:
    score = 0.0
    games = 12 if COMPILED else 1  # interpreted, a game takes some sixty times as long
    for number in range(games):
        bots = [make_bot("greedy", number), RandomBot(number + 50)]
        me = number % 2
        score += Table(GAME, seed=number // 2).run(bots[::-1] if me else bots).payoffs[me]
    assert score >= 7 / 12 * games


def test_a_calm_moment_comes_once_a_turn() -> None:
    position, dice = GAME.new(GAME.options()), Dice(3)
    calm = 0
    while position.actor() != OVER:
        if position.actor() >= 0:
            calm += position.calm()
            position.take(position.instinct(dice))
        else:
            position.roll(dice)
    assert calm == position.turns
