"""CB-4 and CB-10 to CB-12: weapons, fire, cover, combined fire, groups and stacks."""

from __future__ import annotations

from typing import Any

import pytest

COLUMN = ".\n.\n.\n.\n.\n.\n."
FIVE = "rifle-1,rifle-2,rifle-3,rifle-4,rifle-5"


def fires(scene: Any) -> list[str]:
    return [word for word in scene.can() if word.startswith("fire:")]


# CB-4.1
def test_cb_4_1_rifles_fire_at_the_unarmored_once(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:rifle-1,truck-1,pak36-1,tiger-1")
    assert s.after("fire:RIFLE-1").can() == ["at:rifle-1", "at:truck-1", "at:pak36-1"]


# CB-4.2
def test_cb_4_2_machine_gun_attacks_twice_at_one_or_two_targets(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BREN-1,RIFLE-1 A6:rifle-1,rifle-2")  # E51
    s.play("fire:BREN-1 at:rifle-1 fire 52 44")
    assert s.pinned("rifle-1") and s.stage == "firing-on"
    assert s.after("fire:BREN-1").can() == ["at:rifle-1", "at:rifle-2"]
    s.play("fire:BREN-1 at:rifle-1 fire 64 53")
    assert s.where("rifle-1") == "destroyed"  # CB-10.9
    assert "fire:BREN-1" not in s.can() and s.stage == "acting"


# CB-4.3
def test_cb_4_3_a_liquid_cooled_machine_gun_attacks_three_times(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:VICKERS-1,RIFLE-1 A6:rifle-1~1,rifle-2", turn=3)
    for _ in range(3):
        s.play("fire:VICKERS-1 at:rifle-1 fire 11 66")
    assert s.stage == "acting" and "fire:VICKERS-1" not in s.can()


# CB-4.5
def test_cb_4_5_anti_tank_loses_a_die_against_the_unarmored(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:6PDR-1 A4:rifle-1,tiger-1")
    assert s.after("fire:6PDR-1 at:tiger-1").dice == "3-4"
    assert s.after("fire:6PDR-1 at:rifle-1").dice == "2-2"


# CB-4.6
def test_cb_4_6_high_explosive_attacks_every_unit_of_the_hex(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:2IN-1,RIFLE-1 A4:rifle-1,rifle-2,pz3-1")  # E54
    s.play("fire:2IN-1")
    seen = [s.dice]
    s.play("111 65")
    seen.append(s.dice)
    s.play("552 44")
    seen.append(s.dice)
    assert seen == ["3-2", "3-2", "2-2"]  # CB-4.7, CB-4.18: 2 + 1, and 2 - 1 + 1 against armor
    s.play("64 51")
    assert s.where("rifle-2") == "destroyed" and s.pinned("pz3-1")
    assert s.can() == ["pass", "fire:rifle-1"]  # the unhurt one may return fire


# CB-4.6
def test_cb_4_6_only_hexes_in_sight_and_range_are_offered(desk: Any) -> None:
    s = desk.scene("...\nB..\n...\n...", "A1:3IN-1,2IN-1 A4:rifle-1 C1:rifle-2 C3:rifle-3")
    assert s.after("fire:3IN-1").can() == ["to:C1", "to:C3"]


# CB-4.8
def test_cb_4_8_a_barrage_attacks_friend_and_foe_in_seven_hexes(desk: Any) -> None:
    s = desk.scene(
        "...\n...\n...\n...",
        "A2:RIFLE-1 B1:rifle-1 B2:RIFLE-2,pz3-1 B4:rifle-2",
        batteries0="{ bri_55in = 1 }",
    )
    s.play("call:bri_55in/0 to:B2 3")
    seen = []
    while s.stage == "rolling":
        seen.append((s.battle.units[s.p.aim].label, s.dice))
        s.play("1" * int(s.p.dice_a))
        s.play("6" + "1" * (int(s.p.dice_d) - 1))
    assert seen == [
        ("RIFLE-1", "5-2"),
        ("rifle-1", "5-2"),
        ("RIFLE-2", "5-2"),
        ("pz3-1", "4-2"),
    ]  # CB-4.9
    assert all(battery.weapon == "H" for battery in s.game.catalogue.batteries.values())  # CB-4.10


# CB-4.11
def test_cb_4_11_mortars_are_h_weapons(boots: Any) -> None:
    assert {
        piece.weapon for piece in boots.catalogue.pieces.values() if "mortar" in piece.kind
    } == {"h"}


# CB-4.12
def test_cb_4_12_only_light_mortars_attack_adjacent_hexes(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:2IN-1,3IN-1 A4:rifle-1")
    assert fires(s) == ["fire:2IN-1"]
    assert fires(desk.scene(COLUMN, "A2:3IN-1 A4:rifle-1")) == ["fire:3IN-1"]


# CB-4.13
def test_cb_4_13_no_h_weapon_attacks_its_own_hex(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:2IN-1,25PDR-1,rifle-1")
    assert fires(s) == []


# CB-4.14
def test_cb_4_14_integrated_machine_gun_fires_once_in_own_hex(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:MATILDA-1,rifle-1,rifle-2 A5:rifle-3")
    s.play("gun:MATILDA-1")
    assert s.can() == ["at:rifle-1", "at:rifle-2"]
    s.play("at:rifle-1 111 65")
    assert s.p.turn == 2  # nothing is left to do
    far = desk.scene(COLUMN, "A3:MATILDA-1 A5:rifle-3")
    assert "gun:MATILDA-1" not in far.can()


# CB-4.15
def test_cb_4_15_any_other_weapon_attacks_once(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A4:rifle-1")
    s.play("fire:RIFLE-1 fire 11 66 pass")
    assert fires(s) == ["fire:RIFLE-2"]


# CB-4.16
def test_cb_4_16_a_unit_without_a_weapon_never_attacks(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1 A2:rifle-1")
    assert fires(s) == [] and s.p.volleys(0) == 0


# CB-4.17
def test_cb_4_17_an_attack_without_dice_cannot_be_made(desk: Any) -> None:
    assert fires(desk.scene(COLUMN, "A1:BOYS-1 A4:rifle-1")) == []  # E53: 1 - 1
    near = desk.scene(COLUMN, "A1:BOYS-1 A2:rifle-1")
    assert near.after("fire:BOYS-1").dice == "1-2"  # 1 - 1 + 1


# CB-10.1
def test_cb_10_1_fire_needs_range_and_sight(desk: Any) -> None:
    assert fires(desk.scene(".\nB\n.", "A1:RIFLE-1 A3:rifle-1")) == []
    assert fires(desk.scene(".\n.\n.", "A1:RIFLE-1 A3:rifle-1")) == ["fire:RIFLE-1"]


# CB-10.2
def test_cb_10_2_nobody_fires_into_a_hex_with_friends(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:RIFLE-2~1,rifle-1", turn=3)
    assert fires(s) == []


# CB-10.3
def test_cb_10_3_nobody_fires_out_of_a_hex_with_enemies(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,rifle-1~1 A4:rifle-2", turn=3)
    s.play("fire:RIFLE-1")
    assert s.p.aim_place == 0  # CB-14.1


@pytest.mark.parametrize(
    ("att", "answer", "state"),
    [
        ("65", "53", "pinned"),
        ("65", "43", "destroyed"),
        ("51", "53", "fresh"),
        ("43", "61", "fresh"),
    ],
)
# CB-10.5
def test_cb_10_5_pin_kill_or_nothing(desk: Any, att: str, answer: str, state: str) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:rifle-1")
    s.play(f"fire:RIFLE-1 {att} {answer}")  # CB-10.4, CB-10.6, CB-10.7, CB-10.8
    piece = s.piece("rifle-1")
    assert (
        "destroyed" if piece.place == "destroyed" else "pinned" if piece.pinned else "fresh"
    ) == state


# CB-10.9
def test_cb_10_9_a_second_pin_destroys(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:rifle-1~1", turn=3)
    s.play("fire:RIFLE-1 65 53")
    assert s.where("rifle-1") == "destroyed"


# CB-10.10
def test_cb_10_10_a_pinned_unit_rolls_in_full_with_cover(desk: Any) -> None:
    s = desk.scene(".\n.\n.\nB", "A1:RIFLE-1 A4:rifle-1~1", turn=3)
    assert s.after("fire:RIFLE-1").dice == "2-2+0/1"


# CB-10.11
def test_cb_10_11_point_blank_adds_one_die(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,BREN-1 A2:rifle-1")
    assert s.after("fire:RIFLE-1 fire").dice == "3-2"  # E11
    assert (
        s.after("fire:RIFLE-1 with:BREN-1").dice == "5-2"
    )  # CB-10.14: one die, however many combine


# CB-10.12
def test_cb_10_12_any_number_may_attack_one_target(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,RIFLE-3 A4:rifle-1~1", turn=3)
    for n in (1, 2, 3):
        s.play(f"fire:RIFLE-{n}" + (" fire" if n < 3 else "") + " 11 66")
    assert s.where("rifle-1") == "A4"


# CB-10.13
def test_cb_10_13_machine_gun_decides_after_each_attack(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BREN-1,RIFLE-1 A5:rifle-1")  # E52
    s.play("fire:BREN-1 fire 32 51")
    assert s.stage == "returning"  # CB-10.17
    s.play("fire:rifle-1")
    assert s.dice == "2-1"
    s.play("41 3")
    assert s.pinned("BREN-1") and s.stage == "acting" and s.piece("rifle-1").slots == 0


# CB-10.15
def test_cb_10_15_no_point_blank_for_aircraft_and_barrages(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A2:rifle-1", aircraft0="{ bri_blenheim = [1, 1] }")
    s.play("air:BLENHEIM-1")
    assert s.after("pass").dice == "6-2"
    assert s.after("fire:rifle-1").dice == "2-3+0/1"  # nor against them, CB-20.13


# CB-10.16
def test_cb_10_16_one_die_never_kills(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BOYS-1 A4:pz2-1")
    s.play("fire:BOYS-1 6 1")
    assert s.pinned("pz2-1")


@pytest.mark.parametrize(
    ("letter", "cover"), [(".", ""), ("B", "+0/1"), ("F", "+0/1"), ("b", "+0/1")]
)
# CB-11.1
def test_cb_11_1_cover_is_added_to_the_targets_highest_die(
    desk: Any, letter: str, cover: str
) -> None:
    s = desk.scene(f".\n.\n.\n{letter}", "A1:RIFLE-1 A4:rifle-1")  # CB-11.2, CB-11.3
    assert s.after("fire:RIFLE-1").dice == "2-2" + cover
    s.play("fire:RIFLE-1 65 43")  # E12
    assert s.pinned("rifle-1") == bool(cover)


# CB-11.4
def test_cb_11_4_cover_is_not_cumulative(desk: Any) -> None:
    s = desk.scene(".\n.\n.\nB", "A1:RIFLE-1 A4:rifle-1", trenches=["A4"])
    assert s.after("fire:RIFLE-1").dice == "2-2+0/2"


# CB-11.5
def test_cb_11_5_there_is_no_cover_in_the_same_hex(desk: Any) -> None:
    s = desk.scene("B\n.", "A1:RIFLE-1,rifle-1")
    assert s.after("fire:RIFLE-1").dice == "3-2"  # CB-14.2, CB-14.3


# CB-11.6
def test_cb_11_6_cover_counts_against_bombs_strafing_barrages(desk: Any) -> None:
    s = desk.scene(
        ".\n.\n.\nB",
        "A1:RIFLE-1 A4:mg34-1",
        batteries0="{ bri_55in = 1 }",
        aircraft0="{ bri_blenheim = [1, 1], bri_spitfire = [1, 1] }",
    )
    assert s.after("air:BLENHEIM-1").dice == "6-1+0/1"
    assert s.after("air:SPITFIRE-1 at:mg34-1").dice == "2-1+0/1"
    assert s.after("call:bri_55in/0 to:A4 1").dice == "5-1+0/1"


# CB-11.7
def test_cb_11_7_entrenchment_covers_no_vehicles_or_riders(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:6PDR-1,RIFLE-1 A4:pz3-1(rifle-1),rifle-2", trenches=["A4"])
    assert s.after("fire:6PDR-1 at:pz3-1").dice == "3-2"
    assert s.after("fire:RIFLE-1 at:rifle-1 fire").dice == "2-1"
    assert s.after("fire:RIFLE-1 at:rifle-2").dice == "2-2+0/2"


# CB-11.8
def test_cb_11_8_a_group_adds_its_best_cover_once(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:pz3-1(rifle-1),rifle-2", trenches=["A4"])
    assert s.after("fire:RIFLE-1 at:rifle-1 also:rifle-2").dice == "2-3+0/2"


# CB-12.1
def test_cb_12_1_squads_and_machine_guns_of_a_hex_combine(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,BREN-1 A4:rifle-1,rifle-2")
    assert s.after("fire:RIFLE-1 at:rifle-1 with:BREN-1 fire").dice == "4-2"  # E13, E15, CB-12.3
    assert s.after("fire:RIFLE-1 at:rifle-1 with:BREN-1 also:rifle-2").dice == "4-4"  # E16


# CB-12.2
def test_cb_12_2_nobody_else_combines(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,6PDR-1,2IN-1,MKVI-1,PIAT-1 A3:rifle-1")
    for label in ("RIFLE-1", "6PDR-1", "MKVI-1", "PIAT-1"):
        assert s.after(f"fire:{label}").stage == "rolling"


# CB-12.4
def test_cb_12_4_every_partner_must_be_able_to_fire_alone(desk: Any) -> None:
    s = desk.scene("." * 9, "A1:BREN-1,RIFLE-1,RIFLE-2~1 I1:rifle-1", turn=3)
    assert s.after("fire:BREN-1").dice == "2-2"  # the rifles do not reach, or are pinned


# CB-12.5
def test_cb_12_5_machine_gun_goes_on_with_new_partners(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BREN-1,RIFLE-1,RIFLE-2,RIFLE-3 A5:rifle-1~1", turn=3)
    s.play("fire:BREN-1 with:RIFLE-1 fire 1111 66 fire:BREN-1")
    assert s.can() == ["fire", "with:RIFLE-2", "with:RIFLE-3"]
    s.play("with:RIFLE-2 fire 1111 66")
    assert [s.piece(text).acted for text in ("BREN-1", "RIFLE-1", "RIFLE-2", "RIFLE-3")] == [
        True,
        True,
        True,
        False,
    ]


# CB-12.5
def test_each_combination_is_offered_once_in_piece_order(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,BREN-1 A5:rifle-1~1", turn=3)  # CB-R56
    assert s.after("fire:BREN-1").stage == "rolling"
    assert s.after("fire:RIFLE-1 with:BREN-1").stage == "rolling"
    assert s.after("fire:RIFLE-1").can() == ["fire", "with:RIFLE-2", "with:BREN-1"]


# CB-12.6
def test_cb_12_6_infantry_may_be_grouped_guns_and_vehicles_not(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:rifle-1,mg34-1,pak36-1,truck-1,pz3-1(rifle-2)")
    assert s.after("fire:RIFLE-1 at:rifle-1").can() == [
        "fire",
        "also:rifle-2",
        "also:mg34-1",
    ]  # CB-12.7, riders too
    assert s.after("fire:RIFLE-1 at:pak36-1").stage == "rolling"


# CB-12.8
def test_cb_12_8_a_group_rolls_its_sum_and_shares_the_result(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A4:rifle-1,mg34-1~1", turn=3)  # E14, E55
    s.play("fire:RIFLE-1 at:rifle-1 with:RIFLE-2 also:mg34-1")
    assert s.dice == "4-3"
    s.play("5421 422")
    assert s.pinned("rifle-1") and s.where("mg34-1") == "destroyed"  # CB-12.9


# CB-12.10
def test_cb_12_10_h_attacks_never_group(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:3IN-1 A4:rifle-1,rifle-2")
    assert s.after("fire:3IN-1").dice == "3-2"


# CB-12.11
def test_cb_12_11_the_firing_player_chooses_whom_to_group(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:rifle-1,rifle-2,rifle-3")
    assert s.after("fire:RIFLE-1 at:rifle-1 also:rifle-3").dice == "2-4"
    assert s.after("fire:RIFLE-1 at:rifle-1 fire").dice == "2-2"


# CB-12.12
def test_cb_12_12_following_fire_has_one_target_unless_it_is_h(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A2:RIFLE-2 A5:rifle-1,5cm-1")
    s.play("move:RIFLE-1 step:S")
    assert s.after("fire:rifle-1").dice == "2-2"
    s.play("fire:5cm-1")
    both = []
    while s.stage == "rolling":
        both.append(s.battle.units[s.p.aim].label)
        s.play("11 65")
    assert both == ["RIFLE-1", "RIFLE-2"]


# CB-12.13
def test_cb_12_13_each_piece_above_four_raises_the_attackers_die(desk: Any) -> None:
    s = desk.scene(COLUMN, f"A1:BREN-1 A4:{FIVE}")  # E17
    s.play("fire:BREN-1 at:rifle-1 fire")
    assert s.dice == "2-2+1/0"
    s.play("43 42")
    assert s.pinned("rifle-1")


# CB-12.14
def test_cb_12_14_stacks_are_counted_before_the_first_roll(desk: Any) -> None:
    s = desk.scene(COLUMN, f"A1:3IN-1,RIFLE-1 A6:{FIVE}")  # E75
    s.play("fire:3IN-1 652 41")
    assert s.where("rifle-1") == "destroyed" and s.dice == "3-2+1/0"
    own = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,RIFLE-3,RIFLE-4,RIFLE-5,rifle-1")
    assert own.after("fire:RIFLE-1 fire").dice == "3-2"  # only the target's own side is counted


# CB-12.15
def test_cb_12_15_stack_penalty_holds_for_same_hex_not_assaults(desk: Any) -> None:
    s = desk.scene("F\n.", f"A1:RIFLE-1,{FIVE}")
    assert s.after("fire:RIFLE-1 at:rifle-1 fire").dice == "3-2+1/0"
    tanks = desk.scene(
        "F\n.", "A1:RIFLE-1,pz3-1~1,pz3-2~1,pz3-3~1,pz3-4~1,pz3-5~1", turn=3, at="close/fighting"
    )
    assert tanks.after("assault:RIFLE-1 at:pz3-1").dice == "2-2"
