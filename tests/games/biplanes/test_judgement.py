"""A glance at positions whose order is obvious to a player."""

import pytest

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.random import RandomBot
from dogfight.games.biplanes.advice import BiplanesAdvice
from dogfight.match.match import Match

pytestmark = pytest.mark.no_rule("judgement")

ADVICE = BiplanesAdvice()

GAME = dogfight.load("biplanes")
DUEL = "mode=dogfight,board=main,p1={0},p2={1},starts=default plan:0:0 2.3 "
RED = "red;at={};damage={};hand=1/1,2/1,4/2,5/2;bag=1/0,2/0,3/1,3/2"
BLUE = "blue;at={};damage={};hand=1/1,3/1,4/0,5/0;bag=2/1,3/0,4/1,5/2"
SPY = "mode=espionage,solo=no,board=main,p1=red,p2=blue,safety_round_limit=0 plan:0:0 1.3 "


def duel(red_at: str = "m0", blue_at: str = "m4", red: int = 1, blue: int = 1) -> float:
    """What a dogfight looks worth to red."""
    first, second = RED.format(red_at, red), BLUE.format(blue_at, blue)
    position = GAME.notation.read(f"{DUEL.format('red', 'blue')}{first} {second}")
    swapped = GAME.notation.read(f"{DUEL.format('blue', 'red')}{second} {first}")
    assert ADVICE.evaluate(position, 0) == pytest.approx(1 - ADVICE.evaluate(position, 1))
    assert ADVICE.evaluate(position, 0) == pytest.approx(ADVICE.evaluate(swapped, 1)), (
        "it is the same whoever sits where"
    )
    return ADVICE.evaluate(position, 0)


def spy(damage: int = 2, removed: int = 1, at: str = "m0") -> float:
    """What an espionage looks worth to the spy."""
    sites = ",".join(f"{text}:2" for text in ("m1", "m3", "m5", "m6", "m7")[removed:])
    red = (
        f"red;at={at};damage={damage};hand=1/1,2/1,4/2,5/2;bag=1/0,1/0,1/1,1/2,2/0,2/1,2/2,3/0,3/1"
    )
    blue = "blue;at=m6;damage=0;hand=1/1,3/1,4/0,5/0;bag=2/1,2/2,3/0,3/2,4/1,4/1,4/2,5/1,5/2"
    done = f";removed={removed}" if removed else ""
    return ADVICE.evaluate(GAME.notation.read(f"{SPY}{red} {blue} mission;sites={sites}{done}"), 0)


def test_worth_falls_with_hits_taken_and_rises_with_dealt() -> None:
    assert duel(red=4) < duel(red=1) < duel(blue=4)


def test_lead_is_worth_more_when_planes_are_near_destruction() -> None:
    assert duel(red=6, blue=6) == pytest.approx(duel(red=1, blue=1), abs=0.2)
    assert duel(red=6, blue=5) < duel(red=2, blue=1)


def test_worth_prefers_tailing_to_being_tailed() -> None:
    assert duel(red_at="m5", blue_at="m3") < duel(red_at="m3", blue_at="m5")


def test_worth_rewards_photographs_and_armour_of_a_spy() -> None:
    assert spy(removed=0) < spy(removed=2) < spy(removed=4, at="m2")
    assert spy(damage=5) < spy(damage=1)


def test_bd_22_7_a_finished_game_is_worth_what_it_pays() -> None:
    """Also where a shot has filled the last space of a track, so that nothing is left to weigh."""
    text = (
        "mode=bombing,solo=no,board=main,p1=black,p2=red,safety_round_limit=0 plan:0:0 2.2 "
        "black;at=m3;damage=0;hand=1/1;bag=3/1 red;at=m4;damage=7;hand=1/0;bag=3/1 "
        "mission;sites=m1:1,m3:2,m5:3,m6:4,m7:5"
    )
    position = GAME.notation.read(text)
    for seat, word in enumerate(("1/1", "1/0")):
        GAME.play(position, seat, GAME.notation.read_action(position, seat, word))
    assert GAME.decision(position).winners == (0,)
    assert (ADVICE.evaluate(position, 0), ADVICE.evaluate(position, 1)) == (1.0, 0.0)


@pytest.mark.compiled_only("how well it plays")
def test_greedy_beats_random() -> None:
    score = 0.0
    for number in range(16):
        bots = [GreedyBot(number), RandomBot(number + 50)]
        me = number % 2
        score += Match(GAME, seed=number // 2).run(bots[::-1] if me else bots).payoffs[me]
    assert score >= 12
