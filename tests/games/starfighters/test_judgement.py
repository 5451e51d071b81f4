"""What the bots see at a glance: situations whose order is plain to any pilot."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from dogfight.bots.greedy import GreedyBot
from dogfight.bots.random import RandomBot
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.games.starfighters.advice import StarfightersAdvice
from dogfight.games.starfighters.evaluation import aimed_at, beam_to, gain_at, guesses, risk_at
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.movement import ROTATE
from dogfight.games.starfighters.state import MOVE, TARGET, UNKNOWN
from dogfight.games.starfighters.tables import FORWARD, LONG, MEDIUM, RIGHT, SHORT
from dogfight.match.match import Match

pytestmark = pytest.mark.no_rule("judgement")

ADVICE = StarfightersAdvice()

Battle = Callable[..., Position]
HAND = "s1m1l1d1"


def begins(battle: Battle, *seats: str, **keys: Any) -> Position:
    """A turn begins, everybody still to declare."""
    due = "".join(str(seat) for seat, text in enumerate(seats) if "/x" not in text)
    return battle(*seats, phase="declare", due=due, **keys)


def hex_at(position: Position, q: int, r: int) -> int:
    tables = position.tables
    return next(
        number for number in range(tables.cells) if (tables.q[number], tables.r[number]) == (q, r)
    )


def test_ships_in_the_same_situation_are_worth_the_same(battle: Battle) -> None:
    position = begins(battle, f"4,0/W/2/{HAND}", f"-4,4/E/2/{HAND}", f"0,-4/SE/2/{HAND}")
    assert ADVICE.is_quiet(position)
    shares = [ADVICE.evaluate(position, seat) for seat in range(3)]
    assert shares == pytest.approx([shares[0]] * 3) and 0.9 < sum(shares) <= 1


def test_sf_7_8_worth_falls_with_hull_and_rises_for_others(battle: Battle) -> None:
    whole = begins(battle, f"4,0/W/2/{HAND}", f"-4,4/E/2/{HAND}", f"0,-4/SE/2/{HAND}")
    holed = begins(battle, f"4,0/W/1/{HAND}", f"-4,4/E/2/{HAND}", f"0,-4/SE/2/{HAND}")
    assert ADVICE.evaluate(holed, 0) < ADVICE.evaluate(whole, 0)
    assert ADVICE.evaluate(holed, 1) > ADVICE.evaluate(whole, 1)


def test_sf_8_11_anchor_and_sf_8_6_smaller_hand_lower_worth(battle: Battle) -> None:
    ships = (f"4,0/W/2/{HAND}", f"-4,4/E/2/{HAND}")
    free = begins(battle, *ships, f"0,-4/SE/2/{HAND}")
    assert ADVICE.evaluate(
        begins(battle, *ships, f"0,-4/SE/2/{HAND}", anchored="2"), 2
    ) < ADVICE.evaluate(free, 2)
    assert ADVICE.evaluate(begins(battle, *ships, "0,-4/SE/2/s1m1d1"), 2) < ADVICE.evaluate(free, 2)


def test_sf_9_8_debris_next_to_a_ship_is_a_danger(battle: Battle) -> None:
    ships = (f"4,0/W/2/{HAND}", f"-4,0/E/2/{HAND}")
    near, far = begins(battle, *ships, "5,-1/x"), begins(battle, *ships, "-7,7/x")
    assert ADVICE.evaluate(near, 0) < ADVICE.evaluate(far, 0)
    assert ADVICE.evaluate(near, 2) < 0.02


def test_worth_avoids_foes_in_a_crowd_and_seeks_centre_in_duel(battle: Battle) -> None:
    """A ship that stays away from a crowd lets the others shoot at each other at first; later, and
    in a duel, it only draws.
    """
    other, third = f"-4,0/E/2/{HAND}", f"0,7/NE/2/{HAND}"

    def in_crowd(there: str, turn: int) -> float:
        position = begins(battle, f"{there}/W/2/{HAND}", other, third)
        position.turn = turn
        return ADVICE.evaluate(position, 0)

    crowd = [in_crowd(there, 0) for there in ("0,0", "2,-1", "7,0")]
    duel = [
        ADVICE.evaluate(begins(battle, f"{there}/W/2/{HAND}", other, "0,7/x"), 0)
        for there in ("0,0", "7,0")
    ]
    assert crowd[0] < crowd[2]
    assert in_crowd("0,0", 20) > in_crowd("7,0", 20)  # by then ships seek a fight
    assert crowd[1] == crowd[0]  # the one foe in reach is as near as he need be
    assert duel[0] > duel[1]


def test_sf_11_4_a_destroyed_player_prefers_damaged_foes(battle: Battle) -> None:
    whole = begins(battle, f"4,0/W/2/{HAND}", f"-4,0/E/2/{HAND}", "0,7/x")
    holed = begins(battle, f"4,0/W/1/{HAND}", f"-4,0/E/2/{HAND}", "0,7/x")
    assert ADVICE.evaluate(whole, 2) < ADVICE.evaluate(holed, 2) < 0.02


def test_sf_6_5_wreckage_between_keeps_a_beam_away(battle: Battle) -> None:
    ships = ("0,0/E/2/-/l!", "5,0/W/2/s3/s", "0,7/W/2/s3/s")
    clear, blocked = battle(*ships), battle(*ships, wreckage=("3,0",))
    there = hex_at(clear, 5, 0)
    assert beam_to(clear, clear.at[0], clear.facing[0], there) == 1
    assert aimed_at(clear, 0, there, guesses(clear)) == 1.0
    assert aimed_at(blocked, 0, there, guesses(blocked)) == 0.0
    assert risk_at(blocked, 1, there, guesses(blocked)) < risk_at(clear, 1, there, guesses(clear))


def test_gain_depends_on_range_and_facing_of_the_attack(battle: Battle) -> None:
    position = battle("3,0/W/2/s3/s", "-1,0/E/2/s3/s", "0,0/E/2/s3/m")
    here, east, west, odds = hex_at(position, 0, 0), 0, 3, guesses(position)
    assert gain_at(position, 2, MEDIUM, here, east, odds) > 0
    assert (
        gain_at(position, 2, SHORT, here, east, odds)
        == gain_at(position, 2, SHORT, here, west, odds)
        > 0
    )
    assert gain_at(position, 2, LONG, hex_at(position, 1, 1), east, odds) == 0.0


def test_rollout_moves_to_where_the_card_hits(battle: Battle) -> None:
    """The last to move, with nobody in sight but one ship at its back that cannot hit."""
    position = battle("-5,0/W/1/-/-", "7,-7/NE/2/-/-", "0,0/E/2/s3/m")
    dice = Dice(1)
    while position.phase in (MOVE, TARGET):
        position.apply_choice(ADVICE.rollout_choice(position, dice))
    assert position.hull[0] == 0


def test_rollout_keeps_its_chosen_course(battle: Battle) -> None:
    """One look at the map is enough for a whole flight, so he never turns twice in a row."""
    for seed in range(20):
        position = battle("-5,0/W/1/-/-", "7,-7/NE/2/-/-", "0,0/E/2/s3/m")
        dice, steps = Dice(seed), []
        while position.phase == MOVE:
            steps.append(position.choice(ADVICE.rollout_choice(position, dice)))
            assert position.choice(ADVICE.rollout_choice(position, Dice(99))) == steps[-1], (
                "he does not change his mind"
            )
            position.apply(2, steps[-1])
        assert not any(item >= ROTATE and pair >= ROTATE for item, pair in pairwise(steps))


def test_rollout_course_is_dropped_by_another_step(battle: Battle) -> None:
    position = battle("-5,0/W/1/-/-", "7,-7/NE/2/-/-", "0,0/E/2/s3/m")
    planned = position.choice(ADVICE.rollout_choice(position, Dice(1)))
    assert position.course != UNKNOWN
    assert position.copy().course == UNKNOWN
    position.apply(2, FORWARD if planned != FORWARD else RIGHT)
    assert position.course == UNKNOWN


def test_rollout_targets_weakest_unshielded_ship(battle: Battle) -> None:
    position = battle(
        "0,0/E/2/s3/m!",
        "2,0/W/1/s3/d!",
        "3,0/W/2/s3/s!",
        "4,0/W/1/s3/s!",
        phase="target",
        active=0,
        up="1",
    )
    assert {position.choice(ADVICE.rollout_choice(position, Dice(seed))) for seed in range(8)} == {
        3
    }


def test_rollout_of_debris_rams(battle: Battle) -> None:
    position = battle("2,0/W/2/s3/s!", "-7,0/E/2/s3/s!", "0,0/x", phase="drift", active=2, left=3)
    dice = Dice(2)
    while position.actor() == 2:
        position.apply_choice(ADVICE.rollout_choice(position, dice))
    assert position.hull[0] == 1


def test_sf_3_3_the_others_declare_anew_and_captured_cards_stay(battle: Battle) -> None:
    position = battle(
        f"4,0/W/2/{HAND}", "-4,4/E/2/m1l1d1/s", "0,-4/SE/2/s3/m!", phase="declare", due="0"
    )
    assert not ADVICE.is_quiet(position)
    look = position.information_key(0)
    position.unseal_others(0)
    assert ADVICE.is_quiet(position)
    assert list(position.declared) == [-1, -1, 1]
    assert position.due == 0b011
    assert position.information_key(0) == look


@pytest.mark.compiled_only("how well it plays")
@pytest.mark.usefixtures("hurried")
def test_greedy_beats_random(game: AnyGame) -> None:
    wins = 0.0
    for seed in range(3):
        bots = [
            GreedyBot(seed) if seat == seed else RandomBot(seed * 10 + seat) for seat in range(3)
        ]
        wins += Match(game, game.options({"players": 3}), seed=seed).run(bots).payoffs[seed]
    assert wins >= 2
