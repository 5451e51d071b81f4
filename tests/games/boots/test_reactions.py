"""CB-13 and CB-14: return fire, following fire with its slots, and enemies in one hex."""

from __future__ import annotations

from typing import Any

COLUMN = ".\n.\n.\n.\n.\n.\n."


# CB-13.1
def test_cb_13_1_each_unit_has_a_slot_machine_guns_two_or_three(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A7:rifle-1,mg34-1,mg08-1,tiger-1,truck-1")
    assert [int(s.p.slots[u] & 3) for u in range(1, 6)] == [1, 2, 3, 1, 0]


# CB-13.1
def test_cb_13_1_slots_come_back_every_player_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A5:rifle-1")
    s.play("move:RIFLE-1 step:S fire:rifle-1 11 66 stop done")
    assert (
        s.p.turn == 2 and s.piece("rifle-1").slots == 1
    )  # CB-13.18: what it did does not limit its own turn
    assert "fire:rifle-1" in s.can()


# CB-13.2
def test_cb_13_2_reactions_obey_all_conditions_of_fire(desk: Any) -> None:
    s = desk.scene(".\n.\nB\n.\n.", "A1:RIFLE-1,RIFLE-2 A5:rifle-1")
    s.play("move:RIFLE-1 step:S")
    assert s.stage == "stepping"  # no sight, so no window


# CB-13.4
def test_cb_13_4_the_unit_attacked_may_shoot_back_for_a_slot(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A5:rifle-1 A6:rifle-2")  # E18
    s.play("fire:RIFLE-1 at:rifle-1 fire 42 41")
    assert s.can() == ["pass", "fire:rifle-1"]  # CB-13.3; rifle-2 was not attacked
    s.play("fire:rifle-1")
    assert s.dice == "2-2" and s.piece("rifle-1").slots == 0
    s.play("11 66")
    s.play("fire:RIFLE-2 at:rifle-1 42 41")
    assert s.stage == "acting" or s.phase != "action"  # the slot is spent, nobody may answer


# CB-13.4
def test_cb_13_4_machine_gun_returns_fire_per_slot_without_lock(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A5:mg34-1")
    s.play("fire:RIFLE-1 fire 11 6 fire:mg34-1 11 66 fire:mg34-1 11 66")
    assert s.stage == "acting" and s.piece("mg34-1").slots == 0
    s.play("move:RIFLE-2 step:S")
    assert s.stage == "stepping"  # CB-13.17


# CB-13.5
def test_cb_13_5_return_fire_chooses_attackers_and_may_combine(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,RIFLE-3 A5:rifle-1,rifle-2")
    s.play("fire:RIFLE-1 at:rifle-1 with:RIFLE-2 also:rifle-2 1111 6666")
    s.play("fire:rifle-1")
    assert s.can() == ["at:RIFLE-1", "at:RIFLE-2"]
    s.play("at:RIFLE-1")
    assert s.can() == ["fire", "with:rifle-2", "also:RIFLE-2"]
    assert s.after("with:rifle-2 also:RIFLE-2").dice == "4-4"


# CB-13.6
def test_cb_13_6_nobody_answers_reactions_barrages_or_aircraft(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:RIFLE-1,RIFLE-2 A5:rifle-1",
        batteries0="{ bri_55in = 1 }",
        aircraft0="{ bri_blenheim = [1, 1] }",
    )
    assert s.after("fire:RIFLE-1 fire 11 66 fire:rifle-1 11 66").stage == "acting"
    assert s.after("move:RIFLE-1 step:S fire:rifle-1 11 66").stage == "stepping"
    assert s.after("call:bri_55in/0 to:A5 1 11111 66").stage == "acting"
    assert s.after("air:BLENHEIM-1 pass 111111 66").stage == "acting"  # CB-20.20


# CB-13.7
def test_cb_13_7_following_fire_comes_after_every_step(desk: Any) -> None:
    s = desk.scene(".\n.\nb\n.\n.", "A1:RIFLE-1,RIFLE-2 A5:rifle-1")  # E19 along a column
    s.play("move:RIFLE-1 step:S")
    assert s.actor == 1 and s.can() == ["pass", "fire:rifle-1"]
    s.play("fire:rifle-1")
    assert s.dice == "2-2"
    s.play("54 54 step:S fire:rifle-1")
    assert s.dice == "2-2+0/1"
    s.play("54 42 step:S fire:rifle-1")
    assert s.dice == "3-2"  # point blank
    s.play("531 52 step:S fire:rifle-1")
    assert (
        s.dice == "3-2" and s.where("RIFLE-1") == "A5"
    )  # same hex, CB-13.12: the last hex is a step too
    s.play("442 61")
    assert s.p.mover == -1 and s.piece("rifle-1").slots == 0
    s.play("done")
    assert "melee:A5" in s.can()


# CB-13.8
def test_cb_13_8_a_locked_slot_follows_one_unit_and_no_other(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:mg34-1")  # E56
    s.play("move:RIFLE-1 step:S fire:mg34-1 33 41 pass step:S fire:mg34-1 42 55")
    assert s.stage == "following"  # the other slot is still free for this step
    s.play("pass stop move:RIFLE-2 step:S fire:mg34-1 61 52")
    assert s.pinned("RIFLE-2")


# CB-13.9
def test_cb_13_9_two_locked_slots_fire_twice_per_step_at_target(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:mg34-1")
    s.play("move:RIFLE-1 step:S fire:mg34-1 33 41 fire:mg34-1 33 41")
    assert s.stage == "stepping"  # one attack for each slot at one step
    s.play("step:S fire:mg34-1 33 41 fire:mg34-1 33 41 stop move:RIFLE-2 step:S")
    assert s.stage == "stepping" and s.p.mover == 1  # CB-13.17


# CB-13.10
def test_cb_13_10_it_ends_with_the_move(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:rifle-1")
    s.play("move:RIFLE-1 step:S fire:rifle-1 11 66 stop")
    assert s.stage == "acting" and s.piece("rifle-1").slots == 0


# CB-13.11
def test_cb_13_11_a_pinned_mover_is_left_alone(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:rifle-1,rifle-2,rifle-3")  # E57
    s.play("move:RIFLE-1 step:S fire:rifle-1 fire 62 43")
    assert s.pinned("RIFLE-1") and s.stage == "acting"
    assert s.piece("rifle-2").slots == 1


# CB-13.13
def test_cb_13_13_nobody_fires_before_the_first_step(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:RIFLE-1,RIFLE-2 A6:rifle-1")
    assert s.after("move:RIFLE-1").stage == "stepping"


# CB-13.14
def test_cb_13_14_a_tank_and_its_riders_are_two_targets(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:MATILDA-1(RIFLE-1),RIFLE-2 A6:flak88-1,rifle-1")
    s.play("move:MATILDA-1 step:S fire:flak88-1")
    assert s.can() == ["at:MATILDA-1", "at:RIFLE-1"]
    locked = s.after("at:RIFLE-1 1111 6 pass step:S fire:flak88-1")
    assert locked.stage == "rolling" and locked.dice == "4-1"  # the slot does not change over
    s.play("at:MATILDA-1 65432 5432")
    assert s.pinned("MATILDA-1") and s.stage == "acting"  # its riders have stopped too
    riders = desk.scene(COLUMN, "A1:MATILDA-1(RIFLE-1),RIFLE-2 A6:rifle-1,rifle-2")
    riders.play("move:MATILDA-1 step:S fire:rifle-1 fire 21 1")
    assert riders.pinned("RIFLE-1") and riders.stage == "stepping"  # carried on, no target any more


# CB-13.14
def test_cb_13_14_unloading_makes_vehicle_and_unit_two_targets(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1(RIFLE-1),RIFLE-2 A5:mg34-1,rifle-1,rifle-2")
    s.play("move:TRUCK-1 unload fire:mg34-1")
    assert s.can() == ["at:TRUCK-1", "at:RIFLE-1"]
    s.play("at:TRUCK-1 fire 65 1")
    assert (
        s.where("TRUCK-1") == "destroyed" and s.stage == "following"
    )  # the unit set down stays a target
    assert s.after("fire:rifle-1").can() == ["fire", "with:rifle-2"] and s.p.aim == -1


# CB-13.8
def test_cb_13_8_slot_locked_on_dead_riders_serves_no_other_unit(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:MATILDA-1(RIFLE-1),RIFLE-3 A3:RIFLE-2 A7:rifle-1")
    s.play("move:MATILDA-1 step:S fire:rifle-1 65 1")
    assert s.where("RIFLE-1") == "destroyed"
    s.play("step:S load:RIFLE-2")
    assert (
        s.stage == "acting" and s.piece("rifle-1").slots == 0
    )  # CB-13.17: its only slot was locked on RIFLE-1


# CB-13.14
def test_cb_13_14_lock_does_not_transfer_to_later_riders(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:MATILDA-1(RIFLE-1),RIFLE-3 A3:RIFLE-2 A7:mg34-1")
    s.play("move:MATILDA-1 step:S fire:mg34-1 65 1 step:S load:RIFLE-2 fire:mg34-1 11 6")
    assert (
        s.stage == "acting"
    )  # CB-13.17: one slot was free and is used, the other was locked on RIFLE-1


# CB-13.17
def test_cb_13_17_lock_on_riders_killed_by_barrage_is_spent(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:MATILDA-1(RIFLE-1),RIFLE-3 A4:RIFLE-2 A7:rifle-1",
        turn=3,
        fields="battery0=0/A4/2/RIFLE-2",
        batteries1="{ ger_105 = 1 }",
    )
    s.play("move:MATILDA-1 step:S fire:rifle-1 11 6 step:S 111 6666 6543 1")
    assert s.where("RIFLE-1") == "destroyed"
    s.play("step:S load:RIFLE-2")
    assert s.stage == "acting" and s.piece("rifle-1").slots == 0


# CB-13.15
def test_cb_13_15_inactive_units_of_a_hex_may_combine(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:rifle-1,mg34-1")
    s.play("move:RIFLE-1 step:S fire:rifle-1 with:mg34-1")
    assert s.dice == "4-2" and s.piece("rifle-1").slots == 0 and s.piece("mg34-1").slots == 1


# CB-13.16
def test_cb_13_16_only_units_of_the_hex_entered_can_fire_there(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A2:rifle-1 A4:rifle-2")
    s.play("move:RIFLE-1 step:S")
    assert s.can() == ["pass", "fire:rifle-1"]


# CB-13.17
def test_cb_13_17_a_spent_slot_is_gone_for_the_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,RIFLE-3 A2:rifle-1")  # E21
    s.play("move:RIFLE-1 step:S fire:rifle-1 631 55")
    assert s.where("RIFLE-1") == "destroyed"
    s.play("move:RIFLE-2 step:S")
    assert s.stage == "acting"
    s.play("done done" if s.after("done").stage == "fighting" else "done")
    assert s.p.turn == 2
    s.play("fire:rifle-1")
    assert s.dice == "3-2"
    s.play("531 32")
    assert s.where("RIFLE-2") == "destroyed"


# CB-14.1
def test_cb_14_1_friends_outside_may_not_fire_into_a_shared_hex(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:RIFLE-2~1,rifle-1", turn=3)
    assert "fire:RIFLE-1" not in s.can()


# CB-14.2
def test_cb_14_2_same_hex_fire_ignores_cover_and_pin_destroys(desk: Any) -> None:
    s = desk.scene("B\n.", "A1:RIFLE-1,rifle-1")  # E20
    s.play("fire:RIFLE-1")
    assert s.dice == "3-2"  # CB-14.3
    s.play("652 54")
    assert s.where("rifle-1") == "destroyed"  # CB-14.4


# CB-14.5
def test_cb_14_5_the_same_holds_for_return_fire(desk: Any) -> None:
    s = desk.scene("B\n.", "A1:RIFLE-1,rifle-1")
    s.play("fire:RIFLE-1 111 66 fire:rifle-1")
    assert s.dice == "3-2"
    s.play("652 54")
    assert s.where("RIFLE-1") == "destroyed"


# CB-14.6
def test_cb_14_6_a_barrage_is_not_same_hex_fire(desk: Any) -> None:
    s = desk.scene("B\n.", "A1:RIFLE-1,rifle-1", batteries0="{ bri_55in = 1 }")
    s.play("call:bri_55in/0 to:A1 1")
    assert s.dice == "5-2+0/1"
    s.play("66432 54")
    assert s.pinned("RIFLE-1")


# CB-14.7
def test_cb_14_7_armor_may_choose_its_weapon_in_its_own_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A2:RIFLE-1,tiger-1", turn=2)  # E74
    assert [word for word in s.can() if "tiger" in word and "move" not in word] == [
        "fire:tiger-1",
        "gun:tiger-1",
    ]
    assert s.after("fire:tiger-1").dice == "5-2" and s.after("gun:tiger-1").dice == "3-2"


# CB-14.7
def test_cb_14_7_following_fire_at_entry_uses_the_machine_gun(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A2:tiger-1")
    s.play("move:RIFLE-1 step:S")
    assert s.can() == ["pass", "gun:tiger-1"]
    assert s.after("gun:tiger-1").dice == "3-2"
    light = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A2:pz2-1")
    light.play("move:RIFLE-1 step:S")
    assert light.can() == [
        "pass",
        "fire:pz2-1",
        "gun:pz2-1",
    ]  # its main weapon is a machine gun, CB-16.6
    bare = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A2:stug-1")
    assert bare.after("move:RIFLE-1 step:S").can() == ["pass", "fire:stug-1"]


# CB-14.7
def test_cb_14_7_return_fire_in_the_hex_leaves_the_choice(desk: Any) -> None:
    s = desk.scene(COLUMN, "A2:PIAT-1,tiger-1")
    s.play("fire:PIAT-1 1111 6543")
    assert s.can() == ["pass", "fire:tiger-1", "gun:tiger-1"]


# CB-14.8
def test_cb_14_8_lone_pinned_units_beside_enemy_are_destroyed(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:RIFLE-1~2,BREN-1~2,rifle-1 A3:RIFLE-2~2,RIFLE-3,rifle-2 A5:RIFLE-4~2,truck-1"
        " A7:RIFLE-5",
        turn=3,
    )
    s.play("done done" if s.after("done").stage == "fighting" else "done")
    assert s.p.turn == 4
    assert s.where("RIFLE-1") == s.where("BREN-1") == "destroyed"
    assert s.where("RIFLE-2") == "A3"  # a fresh comrade guards it
    assert s.where("RIFLE-4") == "A5"  # a truck captures nobody
    assert s.where("rifle-2") == "A3"  # CB-14.9


# CB-14.8
def test_cb_14_8_a_rally_in_time_saves_it(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1~2,rifle-1 A7:RIFLE-2", turn=5, morale=3)  # E60
    s.play("done")
    assert s.stage == "recovering"
    assert s.after("4").where("RIFLE-1") == "destroyed"
    assert s.after("3").where("RIFLE-1") == "A1"
