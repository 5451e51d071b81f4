"""The static evaluation of a battle, where the order is plain to any player, and what the rollout
policy plays.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dogfight.core.dice import Dice
from dogfight.games.boots.advice import BootsAdvice
from dogfight.games.boots.rules.odds_tables import HITS, KILLS, odds_place

pytestmark = pytest.mark.no_rule("judgement")

ADVICE = BootsAdvice()

COLUMN = ".\n.\n.\n.\n.\n.\n."
BLIND = "...F...\n...F...\n...F...\n...F...\n...F..."
"""A wood across the middle: east and west do not see each other."""
BOTH = (
    "Seat 0 wins at the end of turn 9 if it controls at least one objective. "
    "Seat 1 wins at the end of turn 9 if it controls at least one objective."
)
SOURCE = Path(__file__).parents[3] / "src"
GLANCES = """
import dogfight
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.seat import OVER
game = dogfight.load("boots")
advice = game.advice
for seed, options in enumerate(game.samples()):
    position, dice = game.new(options), Dice(seed)
    for _ in range(400):
        if position.actor() >= 0:
            chosen = advice.rollout_choice(position, Dice(seed))
            value, key = round(advice.evaluate(position, 0), 9), position.information_key(0)
            print(value, key, advice.is_quiet(position), chosen)
        if step(position, dice) == OVER:
            break
"""


def worth(scene: Any, seat: int = 0) -> float:
    return float(ADVICE.evaluate(scene.p, seat))


def rollout_choice(scene: Any, seed: int = 1) -> str:
    word: str = scene.can()[ADVICE.rollout_choice(scene.p, Dice(seed))]
    return word


@pytest.mark.parametrize("cover", [0, 1, 2])
def test_the_quick_odds_are_the_exact_ones(pin_and_kill: Any, cover: int) -> None:
    for dice in range(1, 11):
        for against in range(1, 9):
            pin, kill = pin_and_kill(dice, against, 0, cover)
            at = odds_place(dice, against, cover)
            assert HITS[at] == pytest.approx(float(pin + kill)), (dice, against)
            assert KILLS[at] == pytest.approx(float(kill)), (dice, against)


def test_worth_orders_fresh_above_pinned_above_destroyed(desk: Any) -> None:
    fresh = desk.scene(BLIND, "A3:RIFLE-1,RIFLE-2 G3:rifle-1,rifle-2")
    pinned = desk.scene(BLIND, "A3:RIFLE-1,RIFLE-2~1 G3:rifle-1,rifle-2")
    gone = desk.scene(BLIND, "A3:RIFLE-1 G3:rifle-1,rifle-2 destroyed:RIFLE-2")
    assert worth(fresh) > worth(pinned) > worth(gone)
    assert worth(fresh, 1) < worth(pinned, 1) < worth(gone, 1)


def test_a_pinned_unit_among_enemies_is_nearly_lost(desk: Any) -> None:  # CB-14.8
    alone = desk.scene(BLIND, "A3:RIFLE-1~1 A1:rifle-1", turn=2)
    caught = desk.scene(BLIND, "A3:RIFLE-1~1,rifle-1", turn=2)
    assert worth(caught) < worth(alone)


def test_mirror_images_are_worth_the_same_to_both(desk: Any) -> None:
    s = desk.scene(
        BLIND,
        "B2:RIFLE-1,BREN-1 F2:rifle-1,mg34-1",
        objectives=["A3", "G3"],
        control="{ A3 = 0, G3 = 1 }",
        victory=BOTH,
        otherwise="It is a draw.",
    )
    assert worth(s, 0) == pytest.approx(0.5) and worth(s, 1) == pytest.approx(0.5)


def test_worth_orders_hidden_above_covered_above_exposed(desk: Any) -> None:
    row = ".......\n...F..."
    seen = desk.scene(row, "A1:RIFLE-1~1 F1:mg34-1", at="close/fighting")
    covered = desk.scene("b......\n...F...", "A1:RIFLE-1~1 F1:mg34-1", at="close/fighting")
    hidden = desk.scene(BLIND, "A3:RIFLE-1~1 F3:mg34-1", at="close/fighting")
    assert worth(seen) < worth(covered) < worth(hidden)


def test_nearer_to_the_objective_is_better_and_on_it_best(desk: Any) -> None:  # CB-24.2
    more = {
        "objectives": ["C3"],
        "victory": "Seat 0 wins at the end of turn 9 if it controls at least one objective.",
    }
    far, near, there = (
        desk.scene(BLIND, f"{at}:RIFLE-1 G3:rifle-1", **more) for at in ("A1", "B3", "C3")
    )
    assert worth(far) < worth(near) < worth(there)


def test_an_objective_in_hand_counts_more_the_later_it_is(desk: Any) -> None:  # CB-24.5
    more = {
        "objectives": ["C3"],
        "victory": "Seat 0 wins at the end of turn 9 if it controls at least one objective.",
    }
    held = [
        worth(desk.scene(BLIND, "C3:RIFLE-1 G3:rifle-1", turn=turn, **more)) for turn in (1, 9, 17)
    ]
    lost = [
        worth(desk.scene(BLIND, "A1:RIFLE-1 G3:rifle-1", turn=turn, **more)) for turn in (1, 9, 17)
    ]
    assert held == sorted(held) and lost == sorted(lost, reverse=True)


def test_worth_rewards_approach_to_a_unit_to_be_destroyed(desk: Any) -> None:  # CB-24.3
    more = {"victory": "Seat 0 wins in any End phase in which no ger_pak36 is left."}
    far = desk.scene(BLIND, "A1:VALENTINE-1 G3:pak36-1,rifle-1", **more)
    near = desk.scene(BLIND, "C3:VALENTINE-1 G3:pak36-1,rifle-1", **more)
    late = desk.scene(BLIND, "C3:VALENTINE-1 G3:pak36-1,rifle-1", turn=17, **more)
    squad_gone = desk.scene(BLIND, "C3:VALENTINE-1 G3:pak36-1 destroyed:rifle-1", **more)
    assert worth(far) < worth(near) and worth(late) < worth(near)
    assert worth(near) < worth(squad_gone)


def test_worth_rewards_destroying_nearest_of_two_targets(desk: Any) -> None:  # CB-24.3
    more = {"victory": "Seat 0 wins in any End phase in which no ger_pak36 is left."}
    before = desk.scene(BLIND, "C3:VALENTINE-1 E3:pak36-1 G1:pak36-2", turn=9, **more)
    among = desk.scene(BLIND, "E3:VALENTINE-1,pak36-1 G1:pak36-2", turn=9, **more)
    after = desk.scene(BLIND, "E3:VALENTINE-1 G1:pak36-2 destroyed:pak36-1", turn=9, **more)
    assert worth(before) < worth(among) < worth(after)


def test_worth_of_ending_turn_equals_having_no_action_left(desk: Any) -> None:  # CB-5.4
    even: dict[str, Any] = {
        "objectives": ["A1", "A7"],
        "control": "{ A1 = 0, A7 = 1 }",
        "victory": BOTH,
        "otherwise": "It is a draw.",
    }
    half, whole = (
        desk.scene(COLUMN, f"A1:RIFLE-1!,RIFLE-2{acted} A7:rifle-1,rifle-2", turn=3, **even)
        for acted in ("", "!")
    )
    over = half.after("done")
    assert half.actor == 0 and over.actor == 1
    assert worth(over) == pytest.approx(worth(whole))
    assert worth(over) < worth(half)


def test_nearer_to_the_exit_is_better_and_out_is_best(desk: Any) -> None:  # CB-6.18
    more = {
        "victory": (
            "Seat 0 wins at once, in any End phase, if it has exited at least 1 British units."
        ),
        "exits0": ["C1"],
    }
    far = desk.scene(BLIND, "A5:RIFLE-1,RIFLE-2 G3:rifle-1", **more)
    near = desk.scene(BLIND, "C2:RIFLE-1 A5:RIFLE-2 G3:rifle-1", **more)
    out = desk.scene(BLIND, "A5:RIFLE-2 G3:rifle-1 left:RIFLE-1", **more)
    assert worth(far) < worth(near) < worth(out)


def test_worth_counts_a_recurring_barrage_against_its_targets(desk: Any) -> None:  # CB-18.11
    guns = {"batteries0": "{ bri_25pdr_bty = 2 }"}
    quiet = desk.scene(BLIND, "A3:RIFLE-1 G3:rifle-1", **guns)
    calm = ADVICE.evaluate(quiet.p, 0)
    quiet.p.aimed[0], quiet.p.began[0] = quiet.p.place[1], quiet.p.turn
    assert ADVICE.evaluate(quiet.p, 0) > calm


def test_in_the_air_the_tail_of_an_enemy_is_worth_having(desk: Any) -> None:  # CB-22.9
    apart = desk.sky("SPITFIRE-1 bf109-1")
    behind = desk.sky("SPITFIRE-1>bf109-1 bf109-1")
    fleeing = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1")
    hit = desk.sky("SPITFIRE-1 bf109-1*")
    assert worth(fleeing) < worth(apart) < worth(behind)
    assert worth(apart) < worth(hit)
    assert worth(desk.sky("SPITFIRE-1 bf109-1"), 1) == pytest.approx(0.5)


def test_rollout_shoots_and_stays_in_a_dog_fight(desk: Any) -> None:
    behind = desk.sky("SPITFIRE-1>bf109-1 bf109-1 bf109-2")
    assert {rollout_choice(behind, seed) for seed in range(30)} == {"shoot:SPITFIRE-1/bf109-1"}
    apart = desk.sky("SPITFIRE-1 bf109-1", turn=3)
    assert {rollout_choice(apart, seed) for seed in range(30)} == {
        "run:SPITFIRE-1/bf109-1"
    }  # CB-23.5: without any risk


def test_rollout_goes_head_on_only_against_the_weaker(desk: Any) -> None:  # CB-23.9
    bomber = desk.sky("SPITFIRE-1 ju87-1", turn=1)
    assert "head-on:SPITFIRE-1/ju87-1" in {rollout_choice(bomber, seed) for seed in range(30)}
    fighter = desk.sky("SPITFIRE-1 bf109-1", turn=1)
    assert "head-on:SPITFIRE-1/bf109-1" not in {rollout_choice(fighter, seed) for seed in range(30)}


def test_worth_of_sound_aircraft_is_higher_early_in_the_fight(desk: Any) -> None:
    early, late = (worth(desk.sky("SPITFIRE-1 SPITFIRE-2 bf109-1", turn=turn)) for turn in (1, 15))
    assert early > late > 0.5


def test_rollout_fires_before_moving(desk: Any) -> None:
    more = {
        "objectives": ["G3"],
        "victory": "Seat 0 wins at the end of turn 9 if it controls at least one objective.",
    }
    s = desk.scene(".......\n.......\n.......", "A1:RIFLE-1 A3:RIFLE-2 D1:rifle-1", **more)
    assert all(rollout_choice(s, seed).startswith("fire:") for seed in range(20))
    blind = desk.scene(BLIND, "A1:RIFLE-1 A3:RIFLE-2 G3:rifle-1", **more)
    assert {rollout_choice(blind, seed) for seed in range(20)} == {"move:RIFLE-1", "move:RIFLE-2"}


def test_rollout_sets_up_in_cover_near_its_objectives(desk: Any) -> None:
    p = desk.game.new(desk.game.options({"battle": "orchard"}))
    board = p.t.board
    posts = [int(p.choice(ADVICE.rollout_choice(p, Dice(seed)))) % 4096 for seed in range(40)]
    near = [min(int(board.distance(place, goal)) for goal in p.t.objectives) for place in posts]
    assert (
        sum(board.cover[place] > 0 for place in posts) >= 36 and sum(gap <= 2 for gap in near) >= 36
    )


def test_rollout_aims_at_the_highest_expected_gain(desk: Any) -> None:
    s = desk.scene("..\n..\n.b\n..", "A1:RIFLE-1 A3:mg34-1 B3:rifle-1").after("fire:RIFLE-1")
    assert s.can() == ["at:mg34-1", "at:rifle-1"] and rollout_choice(s) == "at:mg34-1"
    dug_in = desk.scene(
        "..\n..\n..\n..", "A1:RIFLE-1 A3:mg34-1 B3:rifle-1~1", turn=3, trenches=["A3"]
    )
    assert rollout_choice(dug_in.after("fire:RIFLE-1")) == "at:rifle-1"


def test_rollout_returns_paying_fire_and_moves_to_objective(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A3:rifle-1").after("fire:RIFLE-1 11 66")
    assert s.stage == "returning" and rollout_choice(s) == "fire:rifle-1"
    more = {
        "objectives": ["A7"],
        "victory": "Seat 0 wins at the end of turn 9 if it controls at least one objective.",
    }
    walk = desk.scene(COLUMN, "A1:RIFLE-1 A7:truck-1", **more).after("move:RIFLE-1")
    assert rollout_choice(walk) == "step:S"


def test_advice_is_calm_only_between_actions(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A3:rifle-1,mg34-1")
    assert ADVICE.is_quiet(s.p)
    assert not any(ADVICE.is_quiet(s.after(f"{verb}:RIFLE-1").p) for verb in ("fire", "move"))


def test_look_differs_exactly_where_positions_differ(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A5:rifle-1")
    looks = [
        s.after(words).p.information_key(0)
        for words in ("move:RIFLE-1", "move:RIFLE-2", "move:RIFLE-1 step:S pass")
    ]
    assert len({int(s.p.information_key(0)), *map(int, looks)}) == 4
    assert (
        s.p.information_key(0)
        == s.p.information_key(1)
        == s.game.notation.read(s.line()).information_key(0)
    )


def test_worth_is_equal_installed_and_from_source() -> None:
    here = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    reported = [
        subprocess.run(
            [sys.executable, "-P", "-c", GLANCES],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for env in (here, {**here, "PYTHONPATH": str(SOURCE)})
    ]
    assert reported[0] == reported[1] and reported[0].count("\n") > 500
