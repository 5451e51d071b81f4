"""CB-21 to CB-23: positions, maneuvers, fire, damage and exits in a dog fight."""

from __future__ import annotations

from typing import Any

import pytest

from dogfight.core.decision import Over
from dogfight.core.errors import BadData, BadNotation


def does(scene: Any, label: str) -> set[str]:
    """What one aircraft may do, without its name."""
    return {
        word.replace(f":{label}", "").replace("/", ":")
        for word in scene.can()
        if f":{label}" in word
    }


# CB-21.1
def test_cb_21_1_there_is_no_board(boots: Any) -> None:
    t = boots.battle("convoy").tables
    assert t.board.size == 0 and t.units == 0
    assert boots.new({"battle": "convoy"}).phase == 5  # no set-up and no phases, CB-21.13


# CB-21.2
def test_cb_21_2_each_aircraft_of_the_active_player_acts_once(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 SPITFIRE-2 bf109-1")
    s.play("wait:SPITFIRE-2")
    assert does(s, "SPITFIRE-2") == set() and does(s, "SPITFIRE-1")
    s.play("wait:SPITFIRE-1")
    assert s.actor == 1 and s.p.turn == 4


# CB-21.3
def test_cb_21_3_an_aircraft_maneuvers_or_fires(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 SPITFIRE-2 bf109-1")
    s.play("run:SPITFIRE-1/bf109-1 111 666")
    assert does(s, "SPITFIRE-1") == set()


# CB-21.4
def test_cb_21_4_positions_are_told_in_the_view(desk: Any) -> None:
    s = desk.sky(
        "SPITFIRE-1>bf109-1 SPITFIRE-2&bf109-2 bf109-1>SPITFIRE-3 bf109-2&SPITFIRE-2 SPITFIRE-3"
    )
    assert s.plane("SPITFIRE-1").pursues == "bf109-1"
    assert s.plane("SPITFIRE-2").turns_with == "bf109-2"
    assert s.plane("bf109-1").pursues == "SPITFIRE-3"  # CB-21.5: pursues one and flees another


# CB-21.6
def test_cb_21_6_at_most_one_pursuer(desk: Any) -> None:
    with pytest.raises(BadNotation, match="one pursuer"):
        desk.sky("SPITFIRE-1>bf109-1 SPITFIRE-2>bf109-1 bf109-1")
    s = desk.sky("SPITFIRE-1>bf109-1 SPITFIRE-2 bf109-1 bf109-2")
    assert "onto:bf109-1" not in does(s, "SPITFIRE-2") and "onto:bf109-2" in does(s, "SPITFIRE-2")


# CB-21.7
def test_cb_21_7_one_target_and_turning_excludes_the_rest(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1 bf109-2")
    assert does(s, "SPITFIRE-1") == {"shoot:bf109-1", "break:bf109-1"}  # no second target
    turning = desk.sky("SPITFIRE-1&bf109-1 bf109-1&SPITFIRE-1 bf109-2")
    assert does(turning, "SPITFIRE-1") == {"circle:bf109-1"}  # CB-21.8


# CB-21.9
def test_cb_21_9_an_aircraft_without_positions_is_disengaged(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1")
    assert does(s, "SPITFIRE-1") == {"onto:bf109-1", "run:bf109-1", "wait", "leave"}  # CB-22.11


# CB-21.10
def test_cb_21_10_all_begin_disengaged(boots: Any) -> None:
    p = boots.new({"battle": "convoy"})
    assert all(item == -1 for row in (p.tail, p.prey, p.circle) for item in row)


# CB-21.11
def test_cb_21_11_only_the_disengaged_leave_and_for_good(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 SPITFIRE-2>bf109-1 bf109-1")  # E36
    assert "leave" not in does(s, "SPITFIRE-2")
    s.play("leave:SPITFIRE-1")
    assert s.plane("SPITFIRE-1").state == "withdrawn"  # CB-23.12
    s.play("break:SPITFIRE-2/bf109-1 wait:bf109-1")
    assert does(s, "SPITFIRE-1") == set()


# CB-21.12
def test_cb_21_12_positions_towards_the_gone_vanish(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1 bf109-2>SPITFIRE-1")
    s.play("shoot:SPITFIRE-1/bf109-1 665 11")
    assert s.plane("bf109-1").state == "shot down" and s.plane("SPITFIRE-1").pursues == ""
    assert s.plane("bf109-2").pursues == "SPITFIRE-1"


# CB-21.13
def test_cb_21_13_only_a_dog_fight_battle_has_no_map(desk: Any, boots: Any) -> None:
    text = boots.catalogue.battles["convoy"].text
    with pytest.raises(BadData, match="no map in a dog fight"):
        desk.battle(text + '[map]\nterrain = "..."\n')
    assert all(
        boots.battle(key).tables.dogfight == (key == "convoy") for key in boots.catalogue.battles
    )


# CB-22.1
def test_cb_22_1_maneuver_ratings_are_dice(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 HURRICANE-1 ju87-1 bf109-1")
    assert s.after("onto:SPITFIRE-1/ju87-1").dice == "3-1"
    assert s.after("onto:HURRICANE-1/bf109-1").dice == "2-3"


# CB-22.2
def test_cb_22_2_the_fleeing_maneuver_or_make_a_run(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1 bf109-2")
    assert does(s, "SPITFIRE-1") == {
        "dodge:bf109-1",
        "run:bf109-2",
    }  # CB-23.7: not at its own pursuer


# CB-22.3
def test_cb_22_3_a_fleeing_winner_disengages_or_turns(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1")  # E30
    s.play("dodge:SPITFIRE-1/bf109-1 522 411")
    assert s.can() == ["turn", "apart"] and s.actor == 0
    assert s.after("turn").plane("SPITFIRE-1").turns_with == "bf109-1"
    assert s.after("apart").plane("bf109-1").pursues == ""


# CB-22.4
def test_cb_22_4_otherwise_it_goes_on_fleeing(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1")
    for answer in ("511", "611"):
        assert (
            s.after(f"dodge:SPITFIRE-1/bf109-1 522 {answer}").plane("bf109-1").pursues
            == "SPITFIRE-1"
        )


# CB-22.5
def test_cb_22_5_the_turning_must_maneuver(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1&bf109-1 bf109-1&SPITFIRE-1")
    s.play("circle:SPITFIRE-1/bf109-1")
    won = s.after("521 411")  # E31
    assert won.can() == ["pursue", "apart"]  # CB-22.6
    assert won.after("pursue").plane("SPITFIRE-1").pursues == "bf109-1"
    assert won.after("apart").plane("SPITFIRE-1").turns_with == ""
    lost = s.after("421 511")  # E32, CB-22.7: at once, though it is not his turn
    assert lost.plane("bf109-1").pursues == "SPITFIRE-1"
    assert s.after("521 511").plane("SPITFIRE-1").turns_with == "bf109-1"  # CB-22.8


# CB-22.9
def test_cb_22_9_a_pursuer_fires_or_disengages(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1")
    assert does(s, "SPITFIRE-1") == {"shoot:bf109-1", "break:bf109-1"}
    assert s.after("break:SPITFIRE-1/bf109-1").plane("SPITFIRE-1").pursues == ""


# CB-22.10
def test_cb_22_10_a_pursued_pursuer_fires_or_drops_its_target(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1 bf109-2>SPITFIRE-1")  # E66
    assert does(s, "SPITFIRE-1") == {"shoot:bf109-1", "dodge:bf109-2"}
    s.play("dodge:SPITFIRE-1/bf109-2 431 421")
    assert s.plane("SPITFIRE-1").pursues == "" and s.plane("bf109-2").pursues == "SPITFIRE-1"


# CB-22.12
def test_cb_22_12_maneuvering_on_the_disengaged_is_opposed(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1")
    s.play("onto:SPITFIRE-1/bf109-1")
    assert s.after("511 431").plane("SPITFIRE-1").pursues == "bf109-1"  # E33
    lost = s.after("311 431")  # E34, CB-22.13
    assert lost.actor == 1 and lost.can() == ["pursue", "apart"]
    assert lost.after("pursue").plane("bf109-1").pursues == "SPITFIRE-1"
    assert lost.after("apart").plane("bf109-1").pursues == ""
    assert s.after("411 431").plane("SPITFIRE-1").turns_with == "bf109-1"  # E35, CB-22.14


# CB-22.15
def test_cb_22_15_taking_an_engaged_tail_needs_no_roll(desk: Any) -> None:
    s = desk.sky(  # E67: P turns with E, F pursues R, H is pursued by K, G is free
        "SPITFIRE-1&bf109-1 SPITFIRE-2 SPITFIRE-3>bf109-3 SPITFIRE-4 bf109-1&SPITFIRE-1"
        " bf109-2>SPITFIRE-2 bf109-3"
    )
    assert {doe for doe in does(s, "SPITFIRE-4") if "onto" in doe} == {
        "onto:bf109-1",
        "onto:bf109-2",
    }  # CB-22.16
    e = s.after("onto:SPITFIRE-4/bf109-1")
    assert (
        e.plane("SPITFIRE-4").pursues == "bf109-1" and e.plane("SPITFIRE-1").turns_with == ""
    )  # CB-22.17
    f = s.after("onto:SPITFIRE-4/bf109-2")
    assert f.plane("SPITFIRE-4").pursues == "bf109-2" and f.plane("bf109-2").pursues == "SPITFIRE-2"


# CB-22.18
def test_cb_22_18_no_circle_with_a_pursuer_who_is_pursued(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 SPITFIRE-2>bf109-1 bf109-1>SPITFIRE-1")
    s.play("dodge:SPITFIRE-1/bf109-1 622 411")
    assert s.stage == "flying" and s.plane("bf109-1").pursues == ""
    assert s.plane("SPITFIRE-2").pursues == "bf109-1"  # CB-22.19


# CB-23.1
def test_cb_23_1_air_fire_is_firepower_against_survivability(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>ju87-1 ju87-1 ju87-2")
    s.play("shoot:SPITFIRE-1/ju87-1")
    assert s.dice == "3-2"
    assert s.after("531 43").plane("ju87-1").damaged  # CB-23.2
    assert s.after("542 31").plane("ju87-1").state == "shot down"  # CB-23.3
    assert not s.after("431 43").plane("ju87-1").damaged


# CB-23.2
def test_cb_23_2_the_damaged_leave_after_their_next_turn(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1* bf109-2", turn=4)  # E68
    s.play("dodge:bf109-1/SPITFIRE-1 211 411")
    assert s.plane("bf109-1").state == "driven off" and s.plane("SPITFIRE-1").pursues == ""


# CB-23.2
def test_cb_23_2_damage_in_the_own_action_does_not_yet_drive_off(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1 bf109-2")
    s.play("shoot:SPITFIRE-1/bf109-1 531 43")
    assert (
        s.p.turn == 4 and s.plane("bf109-1").state == "in the fight" and s.plane("bf109-1").damaged
    )


# CB-23.4
def test_cb_23_4_a_second_damage_destroys(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 bf109-1* bf109-2")
    s.play("shoot:SPITFIRE-1/bf109-1 531 43")
    assert s.plane("bf109-1").state == "shot down"


# CB-23.5
def test_cb_23_5_a_firing_run_gives_the_target_one_die_more(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1 bf109-2")  # E37
    s.play("run:SPITFIRE-1/bf109-2")
    assert s.dice == "3-3"
    s.play("542 431")
    assert s.plane("bf109-2").damaged
    assert s.plane("bf109-1").pursues == "SPITFIRE-1"  # CB-23.8: it goes on fleeing
    assert s.plane("SPITFIRE-1").pursues == ""  # CB-23.6: a run gains no position


# CB-23.7
def test_cb_23_7_no_run_with_a_target_or_while_turning(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1 SPITFIRE-2&bf109-2 bf109-1 bf109-2&SPITFIRE-2 bf109-3")
    assert not any("run" in word for word in s.can())


# CB-23.9
def test_cb_23_9_head_on_only_in_first_turn_when_disengaged(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 GLADIATOR-1 bf109-1 bf109-2", turn=1)
    assert "head-on:bf109-1" in does(s, "SPITFIRE-1")
    assert "head-on:bf109-1" not in does(desk.sky("SPITFIRE-1 bf109-1", turn=3), "SPITFIRE-1")
    s.play("head-on:GLADIATOR-1/bf109-1")
    assert s.dice == "3-5"  # E38: 2 + 1 against 3 + 2
    assert (
        s.after("521 64321").plane("GLADIATOR-1").state == "shot down"
    )  # CB-23.10: whichever it is
    assert s.after("621 54321").plane("bf109-1").state == "shot down"
    tie = s.after("621 64321")  # CB-23.11
    assert tie.plane("bf109-1").state == tie.plane("GLADIATOR-1").state == "in the fight"


# CB-23.13
def test_cb_23_13_fight_ends_with_one_side_and_points_decide(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>ju87-1 ju87-1")
    s.play("shoot:SPITFIRE-1/ju87-1 665 11")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (0,) and "2 points to 0" in end.text
    away = desk.sky("SPITFIRE-1 ju87-1")
    away.play("leave:SPITFIRE-1")
    assert away.game.decision(away.p).payoffs == (0.5, 0.5)  # withdrawals score nothing


# CB-23.13
def test_cb_23_13_bombers_that_come_through_score(desk: Any) -> None:
    bonus = (
        " Seat 1 also scores 2 for each bomber that is in the fight and undamaged at the end of"
        " turn 5, or when the fight ends if that is earlier."
    )
    s = desk.sky("SPITFIRE-1 ju87-1 ju87-2*", turn=10, turns=5, bonus=bonus)
    s.play("wait:ju87-1 wait:ju87-2")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (
        1,
    )  # one sound bomber, 2 points; the other was driven off: 1
    assert "1 points to 2" in end.text


def test_cb_23_13_the_convoy_is_played_to_its_end(boots: Any) -> None:
    s = boots.battle("convoy").tables
    assert (s.bonus_seat, s.bonus_each, s.bonus_turn, s.tie_seat) == (1, 2, 5, 1)
