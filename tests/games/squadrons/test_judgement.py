"""How bots judge Squadrons: planes first, then who is behind whom."""

import pytest

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import make_bot
from dogfight.core.dice import Dice
from dogfight.core.seat import OVER
from dogfight.games.squadrons import evaluation, solver
from dogfight.games.squadrons.advice import SquadronsAdvice
from dogfight.match.match import Match

pytestmark = pytest.mark.no_rule("judgement")

ADVICE = SquadronsAdvice()

GAME = dogfight.load("squadrons")
RED, GREEN = 0, 1


def standing():
    """The first position in which somebody is to name a plane."""
    position = GAME.new(GAME.options())
    dice = Dice(1)
    while position.actor() < 0:
        position.roll(dice)
    return position


def test_the_first_position_is_even_but_for_the_first_move() -> None:
    position = standing()
    assert ADVICE.evaluate(position, RED) + ADVICE.evaluate(position, GREEN) == pytest.approx(1)
    assert ADVICE.evaluate(position, RED) == pytest.approx(0.5, abs=0.05)


def test_worth_of_a_kill_grows_near_the_end() -> None:
    position = standing()
    even = ADVICE.evaluate(position, RED)
    position.red_score += 1
    early = ADVICE.evaluate(position, RED)
    position.red_deck &= 0xFF
    assert even < early < ADVICE.evaluate(position, RED)


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
    behind = ADVICE.evaluate(duel("e5", NORTH, "e6", NORTH), RED)
    beside = ADVICE.evaluate(duel("e5", NORTH, "e6", EAST), RED)
    head_on = ADVICE.evaluate(duel("e5", NORTH, "e6", SOUTH), RED)
    ahead = ADVICE.evaluate(duel("e6", NORTH, "e5", NORTH), RED)
    assert behind > beside > head_on > ahead
    assert head_on == pytest.approx(0.5, abs=0.01)
    assert behind == pytest.approx(1 - ahead, abs=0.02)


def test_nearer_is_a_greater_threat_and_far_is_none() -> None:
    near, further, far = (
        ADVICE.evaluate(duel("e2", NORTH, there, NORTH), RED) for there in ("e4", "e6", "e12")
    )
    assert near > further > far == pytest.approx(0.5)


def test_worth_of_duel_is_equal_in_every_direction() -> None:
    north = ADVICE.evaluate(duel("e5", NORTH, "f7", EAST), RED)
    east = ADVICE.evaluate(duel("e5", EAST, "g4", SOUTH), RED)
    assert north == pytest.approx(east)


def test_worth_two_behind_exceeds_one_behind_when_card_decides() -> None:
    # SQ-5.3 SQ-5.4
    pair, item = (duel("e5", NORTH, there, NORTH) for there in ("e7", "e6"))
    pair.to_move = item.to_move = 1
    assert ADVICE.evaluate(pair, RED) > 0.54 > 0.5 > ADVICE.evaluate(item, RED)


def hunter(red: str, nose: int, *greens: tuple[str, int]):
    """One red plane that is to move, and some green ones."""
    position = duel(red, nose, *greens[0])
    for number, (there, other_nose) in enumerate(greens[1:], start=7):
        position.place(number, square(there), other_nose)
    position.to_move = 1
    return position


def test_balance_falls_when_enemy_nearby_limits_a_hunter() -> None:
    # SQ-5.1 SQ-5.4: two behind e7, but next to d4 only clubs lead straight on
    behind, beside = ("e7", NORTH), ("d4", SOUTH)
    apart = evaluation.balance(hunter("e5", NORTH, behind)) + evaluation.balance(
        hunter("e5", NORTH, beside)
    )
    assert evaluation.balance(hunter("e5", NORTH, behind, beside)) < apart - 0.05


def test_balance_follows_colours_left_in_the_deck() -> None:
    # SQ-5.3: two behind, black leads to the tail
    even, black, red = (hunter("e5", NORTH, ("e7", NORTH)) for _ in range(3))
    even.red_deck = (1 << 52) - 1
    black.red_deck = (1 << 26) - 1
    red.red_deck = black.red_deck << 26
    assert evaluation.balance(black) > evaluation.balance(even) > evaluation.balance(red)
    assert evaluation.balance(even) == pytest.approx(
        (evaluation.balance(black) + evaluation.balance(red)) / 2
    )


def test_balance_of_hunted_plane_is_higher_at_the_edge() -> None:
    # SQ-6.5: from e12 no card leads north
    inland = evaluation.balance(hunter("e9", NORTH, ("e7", NORTH)))
    edge = evaluation.balance(hunter("e12", NORTH, ("e10", NORTH)))
    assert edge > inland + 0.01


def test_worth_is_equal_with_sides_exchanged() -> None:
    # the board turned by half a circle and the colours changed
    red = hunter("e5", NORTH, ("h8", NORTH), ("d7", EAST))
    green = standing()
    green.red_at = green.green_at = (1 << 60) - 1
    green.place(6, square("h8"), SOUTH)
    green.place(0, square("e5"), SOUTH)
    green.place(1, square("i6"), 6)
    green.active, green.to_move = GREEN, 1
    red.red_deck, red.green_deck = green.green_deck, green.red_deck
    assert ADVICE.evaluate(green, GREEN) == pytest.approx(ADVICE.evaluate(red, RED))


def test_a_plane_with_its_last_card_in_hand_can_be_judged() -> None:
    # SQ-8.2
    last = hunter("e5", NORTH, ("e6", NORTH))
    last.red_deck = 0
    assert 0 < ADVICE.evaluate(last, RED) < 1


def test_a_shot_alone_is_worth_what_the_cards_say() -> None:
    # SQ-7.8 SQ-7.9
    assert solver.shot(NORTH, NORTH, 0, 1) == 0.5
    assert solver.shot(NORTH, EAST, 0, 1) == 0.25
    assert solver.shot(NORTH, NORTH, 0, 2) == solver.shot(NORTH, NORTH, 1, 1) == 0.0


def test_rollout_takes_an_offered_tail_position() -> None:
    position = duel("e4", NORTH, "e8", NORTH)
    position.to_move = 1
    position.phase, position.menu = 1, 1
    position.apply_choice(0)
    ahead = [position.choice(index) for index in range(position.choice_count())].index(6)
    chosen = [ADVICE.rollout_choice(position, Dice(seed)) for seed in range(40)]
    assert chosen.count(ahead) > 25


@pytest.mark.compiled_only("how well it plays")
@pytest.mark.usefixtures("hurried")
def test_greedy_beats_random() -> None:
    score = 0.0
    for number in range(12):
        bots = [make_bot("greedy", number), RandomBot(number + 50)]
        me = number % 2
        score += Match(GAME, seed=number // 2).run(bots[::-1] if me else bots).payoffs[me]
    assert score >= 7


def test_advice_is_calm_once_a_turn() -> None:
    position, dice = GAME.new(GAME.options()), Dice(3)
    calm = 0
    while position.actor() != OVER:
        if position.actor() >= 0:
            calm += ADVICE.is_quiet(position)
            position.apply_choice(ADVICE.rollout_choice(position, dice))
        else:
            position.roll(dice)
    assert calm == position.turns
