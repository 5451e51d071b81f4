"""CB-15 to CB-17: hand to hand, assaults on armor, overruns."""

from __future__ import annotations

from typing import Any

COLUMN = ".\n.\n.\n.\n."
FOREST = ".\nF\n.\n.\n."


def melee(desk: Any, pieces: str, terrain: str = COLUMN, **more: Any) -> Any:
    more.setdefault("turn", 3)
    return desk.scene(terrain, pieces, at="close/fighting", **more)


# CB-15.1
def test_cb_15_1_close_combat_needs_fresh_armed_unarmored_unit(desk: Any) -> None:
    assert melee(desk, "A2:RIFLE-1,rifle-1").can() == ["done", "melee:A2"]
    for pieces in (
        "A2:RIFLE-1~2,rifle-1 A4:RIFLE-2,rifle-2",
        "A2:TRUCK-1,rifle-1 A4:RIFLE-2,rifle-2",
    ):
        assert melee(desk, pieces).can() == ["done", "melee:A4"]


# CB-15.2
def test_cb_15_2_each_hex_is_fought_over_once_a_turn(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,rifle-1,rifle-2 A4:RIFLE-3,rifle-3")
    s.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 61 111 61 111")
    assert s.can() == ["done", "melee:A4"]


# CB-15.3
def test_cb_15_3_all_fresh_unarmored_units_take_part(desk: Any) -> None:
    s = melee(
        desk, "A2:RIFLE-1,CRUSADER-1,rifle-1,pak36-1,truck-1(rifle-2),tiger-1(rifle-3),mg34-1~2"
    )
    s.play("melee:A2")
    assert s.can() == [
        f"pair:RIFLE-1/{text}" for text in ("rifle-1", "rifle-3", "pak36-1", "truck-1")
    ]  # CB-15.21
    assert (
        s.after("pair:RIFLE-1/rifle-3 out out out").dice == "2-2"
    )  # riders have SV 1, and one die more in round 1


# CB-15.4
def test_cb_15_4_units_that_moved_or_fired_take_part(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A2:rifle-1")
    s.play("move:RIFLE-1 step:S pass")
    assert s.can() == ["done", "melee:A2"]


# CB-15.5
def test_cb_15_5_the_players_lead_the_rounds_in_turn(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,rifle-1,rifle-2")
    s.play("melee:A2")
    assert s.actor == 0
    s.play("pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 65 111 11 611")
    assert s.stage == "retreating" and s.actor == 1  # CB-15.14: one each is left, the other leads
    s.play("fight")
    assert s.stage == "pairing" and s.actor == 1 and s.p.active == 0


# CB-15.6
def test_cb_15_6_units_pair_off_before_others_gang_up(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,RIFLE-3,rifle-1,mg34-1")  # E22
    s.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/mg34-1")
    assert s.stage == "ganging-up" and s.can() == ["out", "join:1", "join:2"]  # CB-15.7
    assert s.after("out").dice == "2-3"
    s.play("join:1")
    assert s.dice == "4-3"  # CB-15.8, CB-15.9
    s.play("5421 611")
    assert (
        s.stage == "losing" and s.actor == 0 and s.can() == ["lose:RIFLE-1", "lose:RIFLE-3"]
    )  # CB-15.10
    s.play("lose:RIFLE-1")
    assert s.dice == "2-2"  # CB-15.13: the second match
    s.play("41 33")
    assert s.where("mg34-1") == "destroyed"
    assert s.stage == "retreating" and s.actor == 1  # CB-15.14
    assert s.can() == ["fight", "to:A1", "to:A3"]  # CB-15.15
    s.play("fight pair:rifle-1/RIFLE-2 join:1")
    assert s.dice == "4-2"  # no extra die after the first round


# CB-15.11
def test_cb_15_11_on_a_tie_both_lose_a_unit(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,rifle-1 A5:RIFLE-2")  # E62
    s.play("melee:A2 pair:RIFLE-1/rifle-1 53 521")
    assert s.where("RIFLE-1") == s.where("rifle-1") == "destroyed"  # CB-15.20


# CB-15.11
def test_cb_15_11_the_leader_removes_first(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,rifle-1,rifle-2")
    s.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 65 111 65 111")
    three = melee(desk, "A2:RIFLE-1,RIFLE-2,RIFLE-3,rifle-1")
    three.play("melee:A2 pair:RIFLE-1/rifle-1 join:1 join:1")
    three.play("654321 611")
    assert three.stage == "losing" and three.actor == 0


# CB-15.12
def test_cb_15_12_extra_sixes_count_but_not_cover_or_stacks(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,rifle-1,rifle-2,rifle-3,rifle-4,rifle-5", terrain=FOREST)
    s.play("melee:A2 pair:RIFLE-1/rifle-1 out out out out")
    assert s.dice == "2-3"
    s.play("66 654")
    assert s.where("rifle-1") == "destroyed"


# CB-15.15
def test_cb_15_15_only_hexes_without_enemies_that_can_be_entered(desk: Any) -> None:
    s = melee(desk, "B2:RIFLE-1,RIFLE-2,rifle-1,rifle-2 B1:RIFLE-3", terrain="...\n...\nW.M\n...")
    s.play("melee:B2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 65 111 11 611")
    assert s.can() == [
        "fight",
        "to:A2",
        "to:B3",
        "to:C2",
        "to:C3",
    ]  # not B1 (enemy), not A3 (water)


# CB-15.16
def test_cb_15_16_weapon_pieces_stay_and_are_destroyed(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,RIFLE-3,rifle-1,5cm-1,mg34-1")  # E61
    s.play(
        "melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/5cm-1 pair:RIFLE-3/mg34-1 11 611 11 61 65 11"
    )
    s.play("to:A3")
    assert s.where("rifle-1") == "A3" and s.where("5cm-1") == "destroyed"  # CB-15.17


# CB-15.16
def test_cb_15_16_riders_dismount_when_they_retreat(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,tiger-1(rifle-1),rifle-2")
    s.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 11 61 11 611 ")
    # both of ours are gone: the fight is over without a retreat
    assert s.where("RIFLE-1") == s.where("RIFLE-2") == "destroyed"
    again = melee(desk, "A2:RIFLE-1,RIFLE-2,tiger-1(rifle-1),rifle-2")
    again.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 11 61 65 111 to:A3")
    assert again.where("rifle-1") == "A3" and again.piece("rifle-1").aboard == ""
    assert again.where("tiger-1") == "A2"


# CB-15.18
def test_cb_15_18_who_cannot_retreat_must_fight(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,mg34-1,mg34-2")
    s.play("melee:A2 pair:RIFLE-1/mg34-1 pair:RIFLE-2/mg34-2 65 11 11 61")
    assert s.stage == "pairing" and s.actor == 1


# CB-15.19
def test_cb_15_19_a_barrage_strikes_those_who_retreat_into_it(desk: Any) -> None:
    s = melee(
        desk,
        "A2:RIFLE-1,RIFLE-2,rifle-1,rifle-2 A4:RIFLE-3",
        batteries0="{ bri_55in = 1 }",
        fields="battery0=0/A4/3/RIFLE-3",
    )
    s.play("melee:A2 pair:RIFLE-1/rifle-1 pair:RIFLE-2/rifle-2 65 111 11 611 to:A3")
    assert s.stage == "rolling" and s.dice == "5-2"
    s.play("11111 66")
    assert s.p.turn == 4 and s.where("rifle-2") == "A3"


# CB-15.20
def test_cb_15_20_combat_ends_when_a_side_has_no_fresh_unit(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,rifle-1,rifle-2~2 A4:RIFLE-2,rifle-3")
    s.play("melee:A2 pair:RIFLE-1/rifle-1 65 111")
    assert s.where("rifle-2") == "destroyed"  # CB-15.22: pinned, with no fresh unarmored friend
    assert s.can() == ["done", "melee:A4"]


# CB-15.23
def test_cb_15_23_pinned_enemies_are_destroyed_without_a_roll(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,rifle-1~2,mg34-1~2 A4:RIFLE-2,rifle-2")
    s.play("melee:A2")
    assert s.where("rifle-1") == s.where("mg34-1") == "destroyed" and s.stage == "fighting"


# CB-16.1
def test_cb_16_1_rifle_squads_assault_armor_in_closed_terrain(desk: Any) -> None:
    assert (
        "assault:RIFLE-1"
        in melee(
            desk, "A2:RIFLE-1,pz3-1 A5:RIFLE-2,rifle-9".replace("rifle-9", "rifle-1"), FOREST
        ).can()
    )
    open_ground = melee(desk, "A3:RIFLE-1,pz3-1 A5:RIFLE-2,rifle-1", FOREST)
    assert open_ground.can() == ["done", "melee:A5"]  # CB-16.2
    trench = melee(desk, "A3:RIFLE-1,pz3-1", FOREST, trenches=["A3"])
    assert "assault:RIFLE-1" in trench.can()


# CB-16.2
def test_cb_16_2_no_machine_guns_and_no_riders(desk: Any) -> None:
    s = melee(desk, "A2:BREN-1,CRUSADER-1(RIFLE-1),RIFLE-2,pz3-1", FOREST)
    assert s.can() == ["done", "assault:RIFLE-2"]


# CB-16.3
def test_cb_16_3_not_after_firing_and_only_once(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,pz3-1~2", FOREST, fields="fired=RIFLE-1")
    assert s.can() == ["done", "assault:RIFLE-2"]
    s.play("assault:RIFLE-2 11 66")
    assert s.phase != "close" and s.p.turn > 3


# CB-16.4
def test_cb_16_4_enemy_infantry_shields_the_armor(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,pz3-1,rifle-1~2", FOREST, fields="slots=pz3-1:0")  # E63
    assert s.can() == ["done", "melee:A2"]
    s.play("melee:A2 assault:RIFLE-1 with:RIFLE-2")
    assert s.dice == "4-2"  # CB-16.10
    s.play("5321 44")
    assert s.where("pz3-1") == "destroyed"  # CB-16.9
    riders = melee(desk, "A2:RIFLE-1,pz3-1(rifle-1)", FOREST)
    assert riders.can() == ["done", "melee:A2"]


# CB-16.5
def test_cb_16_5_the_armor_defends_itself_for_its_slot(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,RIFLE-2,pz3-1", FOREST)
    s.play("assault:RIFLE-1 with:RIFLE-2")
    assert s.actor == 1 and s.can() == ["pass", "gun-at:RIFLE-1", "gun-at:RIFLE-2"]
    s.play("gun-at:RIFLE-1")
    assert s.dice == "3-2"  # CB-16.6: m2 and point blank, no cover in the forest
    s.play("631 52")
    assert (
        s.where("RIFLE-1") == "destroyed" and s.dice == "2-2"
    )  # CB-16.7, CB-16.8: no extra die, no cover
    s.play("41 32")
    assert s.where("pz3-1") == "destroyed"


# CB-16.5
def test_cb_16_5_on_entering_the_slot_is_spent_for_the_assault(desk: Any) -> None:
    s = desk.scene(FOREST, "A1:RIFLE-1,RIFLE-2 A2:pz3-1")  # E23
    s.play("move:RIFLE-1 step:S gun:pz3-1 631 52")
    assert s.where("RIFLE-1") == "destroyed"
    s.play("move:RIFLE-2 step:S")
    assert s.stage == "fighting"
    s.play("assault:RIFLE-2")
    assert s.dice == "2-2"
    s.play("41 32")
    assert s.where("pz3-1") == "destroyed"


# CB-16.6
def test_cb_16_6_armor_without_machine_gun_uses_main_weapon(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,stug-1", FOREST)
    s.play("assault:RIFLE-1")
    assert s.can() == ["pass", "at:RIFLE-1"] and s.after("at:RIFLE-1").dice == "4-2"


# CB-16.11
def test_cb_16_11_no_return_fire_after_an_assault(desk: Any) -> None:
    s = melee(desk, "A2:RIFLE-1,pz3-1", FOREST)
    s.play("assault:RIFLE-1 pass 11 66")
    assert s.p.turn == 4 and s.stage == "acting"


# CB-17.1
def test_cb_17_1_a_tank_overruns_with_three_dice_and_drives_on(desk: Any) -> None:
    s = desk.scene(FOREST, "A1:CRUSADER-1,RIFLE-1 A2:rifle-1,rifle-2")  # E24
    s.play("move:CRUSADER-1 step:S")
    assert s.stage == "overrunning" and s.can() == [
        "none",
        "at:rifle-1",
        "at:rifle-2",
    ]  # rifles cannot fire at it
    s.play("at:rifle-1")
    assert s.dice == "3-2"  # CB-17.2
    s.play("622 54")
    assert s.where("rifle-1") == "destroyed"
    assert s.stage == "stepping" and "step:S" in s.can()


# CB-17.3
def test_cb_17_3_following_fire_precedes_overrun_without_reply(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CRUSADER-1,RIFLE-1 A2:pak36-1,rifle-1")  # E70
    s.play("move:CRUSADER-1 step:S")
    assert s.can() == ["pass", "fire:pak36-1"]
    assert s.after("fire:pak36-1 655 52").p.mover == -1  # pinned or destroyed: no overrun
    s.play("fire:pak36-1")
    assert s.dice == "3-2"
    s.play("431 52 at:pak36-1 532 51")
    assert s.stage == "stepping"  # its slot is locked on the tank, CB-17.5 gives it nothing
    s.play("step:S")
    assert s.can() == ["pass", "fire:pak36-1"]
    assert s.after("fire:pak36-1").dice == "3-2"


# CB-17.4
def test_cb_17_4_once_a_turn_and_only_tanks(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CRUSADER-1,CARRIER-1 A2:rifle-1 A3:rifle-2")
    s.play("move:CRUSADER-1 step:S at:rifle-1 111 66 step:S")
    assert s.stage == "stepping"
    carrier = desk.scene(COLUMN, "A1:CARRIER-1 A2:rifle-1")
    assert carrier.after("move:CARRIER-1 step:S").stage == "stepping"


# CB-17.5
def test_cb_17_5_a_survivor_that_can_hurt_the_tank_may_answer(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CRUSADER-1,RIFLE-1 A2:schreck-1")
    s.play("move:CRUSADER-1 step:S pass at:schreck-1 111 6")
    assert s.stage == "returning" and s.can() == ["pass", "fire:schreck-1"]
    s.play("fire:schreck-1 66511 11")
    assert s.where("CRUSADER-1") == "destroyed" and s.p.mover == -1


# CB-17.6
def test_cb_17_6_survivors_may_assault_in_their_own_turn(desk: Any) -> None:
    s = desk.scene(FOREST, "A1:CRUSADER-1 A2:rifle-1 A5:rifle-2")
    s.play("move:CRUSADER-1 step:S none stop")
    assert s.p.turn == 2
    s.play("done")
    assert s.can() == ["done", "assault:rifle-1"]
