"""CB-6 and CB-7: movement, exact half points, bands, and transport."""

from __future__ import annotations

from typing import Any

import pytest

from dogfight.core.errors import IllegalAction

COLUMN = ".\n.\n.\n.\n.\n."
FIELD = "......\n......\n......\n......\n......\n......"


def refused(scene: Any, word: str) -> IllegalAction:
    before = scene.line()
    with pytest.raises(IllegalAction) as caught:
        scene.play(word)
    assert scene.line() == before
    return caught.value


# CB-6.1
def test_cb_6_1_points_are_spent_step_by_step(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1")
    s.play("move:RIFLE-1")
    assert s.p.mp == 8
    s.play("step:S")
    assert s.p.mp == 6  # CB-6.2: an open hex costs 1


@pytest.mark.parametrize(
    ("label", "letter", "halves"),
    [
        ("RIFLE", "F", 4),
        ("RIFLE", "M", 6),
        ("TRUCK", "b", 4),
        ("CRUSADER", "B", 6),
        ("6PDR", ".", 2),
        ("CRUSADER", "R", 4),
    ],
)
# CB-6.2
def test_cb_6_2_the_cost_is_that_of_the_hex_entered_by_class(
    desk: Any, label: str, letter: str, halves: int
) -> None:
    s = desk.scene(f".\n{letter}\n.", f"A1:{label}-1")
    start = 2 * s.p.t.move[0]
    s.play(f"move:{label}-1 step:S")
    assert s.p.mover == -1 or start - s.p.mp == halves
    assert s.where(f"{label}-1") == "A2"


# CB-6.3
def test_cb_6_3_the_dearest_terrain_of_a_hex_counts(desk: Any) -> None:
    s = desk.scene(".\nF\n.", "A1:RIFLE-1", trenches=["A2"])
    s.play("move:RIFLE-1 step:S")
    assert s.p.mp == 8 - 4


# CB-6.4
def test_cb_6_4_uphill_costs_one_per_line_and_downhill_nothing(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A2:RIFLE-1", elev="0\n1\n3")
    assert s.after("move:RIFLE-1 step:S").p.mp == 8 - 6
    assert s.after("move:RIFLE-1 step:N").p.mp == 8 - 2  # CB-6.6


# CB-6.5
def test_cb_6_5_a_ridge_costs_one_more(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A1:RIFLE-1", ridges=["A1-A2"])
    assert s.after("move:RIFLE-1 step:S").p.mp == 8 - 4


# CB-6.7
def test_cb_6_7_a_road_makes_the_hex_open_and_halves_everything(desk: Any) -> None:
    s = desk.scene(".\nF\nB\n.", "A1:RIFLE-1", elev="0\n0\n1\n1", roads=["A1 A2 A3"])
    s.play("move:RIFLE-1 step:S")
    assert s.p.mp == 8 - 1
    s.play("step:S")
    assert s.p.mp == 8 - 1 - 2
    assert s.game.views.board_view(s.p, 0).points_left == 2.5  # CB-6.8: halves are kept


# CB-6.9
def test_cb_6_9_a_step_needs_its_whole_cost(desk: Any) -> None:
    s = desk.scene(".\nM\n.\n.", "A1:VICKERS-1,RIFLE-1")
    assert "move:VICKERS-1" not in s.can()  # marsh costs 3, movement is 2: no guaranteed step
    s.play("move:RIFLE-1 step:S")
    s.play("step:S")
    assert s.where("RIFLE-1") == "A3"


# CB-6.9
def test_cb_6_9_the_example_of_the_fifth_step(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2")  # E2
    s.play("move:RIFLE-1 step:S step:S step:S step:S")
    assert s.where("RIFLE-1") == "A5" and s.p.mover == -1


# CB-6.9
def test_cb_6_9_the_village_example_ends_there(desk: Any) -> None:
    s = desk.scene(
        ".\n.\n.\n.\nB\n.", "A1:RIFLE-1,RIFLE-2", elev="0\n1\n2\n2\n2\n2", roads=["A2 A3 A4 A5 A6"]
    )  # E3
    s.play("move:RIFLE-1 step:S step:S step:S step:S")
    assert s.where("RIFLE-1") == "A5" and s.p.mover == -1


# CB-6.10
def test_cb_6_10_impassable_terrain_is_entered_only_along_a_road(desk: Any) -> None:
    s = desk.scene("..\nWW\n..", "A1:RIFLE-1,TRUCK-1", roads=["A1 A2 A3"])
    assert s.after("move:RIFLE-1").can() == ["step:SE", "step:S"]
    assert refused(s.after("move:TRUCK-1 step:S"), "step:SE").rule == "CB-6.10"
    assert s.after("move:TRUCK-1 step:S").can() == ["stop", "step:N", "step:NE", "step:S"]


# CB-6.11
def test_cb_6_11_points_left_over_are_lost(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2")
    s.play("move:RIFLE-1 step:S stop")
    assert "move:RIFLE-1" not in s.can() and s.p.mp == 0


# CB-6.12
def test_cb_6_12_friends_do_not_hinder(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A2:RIFLE-2")
    s.play("move:RIFLE-1 step:S")
    assert s.p.mp == 6 and "step:S" in s.can()


# CB-6.13
def test_cb_6_13_guns_and_soft_vehicles_enter_no_enemy_hex(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,6PDR-1,TRUCK-1,CRUSADER-1 A2:truck-1")
    for label, allowed in (("RIFLE-1", True), ("CRUSADER-1", True)):
        assert ("step:S" in s.after(f"move:{label}").can()) == allowed
    assert "move:6PDR-1" not in s.can()
    assert refused(s.after("move:TRUCK-1"), "step:S").rule == "CB-6.13"


# CB-6.14
def test_cb_6_14_infantry_stops_among_enemies_armor_drives_on(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2,CRUSADER-1 A2:truck-1 A4:rifle-1~1", turn=3)
    stopped = s.after("move:RIFLE-1 step:S")
    assert stopped.where("RIFLE-1") == "A2" and stopped.p.mover == -1
    driving = s.after("move:CRUSADER-1 step:S none")
    assert "step:S" in driving.can()


# CB-6.14
def test_cb_6_14_enemy_armor_stops_armor(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CRUSADER-1,RIFLE-1 A2:pz3-1~1", turn=3)
    s.play("move:CRUSADER-1 step:S")
    assert s.p.mover == -1 and s.where("CRUSADER-1") == "A2"
    assert refused(s, "move:CRUSADER-1").rule == "CB-5.5"


# CB-6.14
def test_cb_6_14_a_stopped_vehicle_may_still_unload(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CARRIER-1(BREN-1) A2:pz3-1~1", turn=3)
    s.play("move:CARRIER-1 step:S")
    assert s.can() == ["stop", "unload"]


# CB-6.15
def test_cb_6_15_a_unit_among_enemies_may_move_out(desk: Any) -> None:
    s = desk.scene(COLUMN, "A2:RIFLE-1 A2:rifle-1~1".replace(" A2:", ","), turn=3)
    assert "step:S" in s.after("move:RIFLE-1").can()


# CB-6.16
def test_cb_6_16_a_pinned_mover_is_done(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A6:rifle-1")
    s.play("move:RIFLE-1 step:S fire:rifle-1 65 51")
    assert s.pinned("RIFLE-1") and s.p.mover == -1 and s.piece("RIFLE-1").acted  # CB-13.11


# CB-6.17
def test_cb_6_17_barrage_then_following_fire_then_overrun(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:CRUSADER-1,RIFLE-1 A2:2pdr-1".replace("2pdr", "pak36"),
        turn=3,
        batteries0="{ bri_55in = 1 }",
        fields="battery0=0/A3/2/",
    )
    s.play("move:CRUSADER-1 step:S")
    assert (s.stage, s.dice) == ("rolling", "4-2")  # the barrage
    s.play("1111 65")
    assert s.stage == "following"
    s.play("fire:pak36-1 111 65")
    assert s.stage == "overrunning"
    s.play("none")
    assert s.stage == "stepping"


# CB-6.18
def test_cb_6_18_units_leave_only_by_an_exit_of_their_side(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:RIFLE-1 B1:RIFLE-2", exits0='["A1"]', exits1='["B1"]')
    assert "exit" in s.after("move:RIFLE-1").can()
    assert "exit" not in s.after("move:RIFLE-2").can()
    s.play("move:RIFLE-1 exit")
    assert s.where("RIFLE-1") == "left"


# CB-6.19
def test_cb_6_19_band_costs_ten_points_and_rest_may_be_spent(desk: Any) -> None:
    s = desk.scene("..\n..", "band2:CRUSADER-1,MATILDA-1", bands="south")  # E69
    fast = s.after("move:CRUSADER-1")
    assert fast.can() == ["to:A2", "to:B2", "to:band3"]
    fast.play("to:A2")
    assert fast.p.mp == 4 and "step:N" in fast.can()  # CB-6.22
    slow = s.after("move:MATILDA-1")
    assert slow.can() == ["to:line1|2", "to:line2|3"]
    slow.play("to:line1|2")
    assert slow.where("MATILDA-1") == "line1|2" and slow.p.mover == -1  # CB-6.20


# CB-6.20
def test_cb_6_20_move_from_line_into_band_ends_the_movement(desk: Any) -> None:
    s = desk.scene("..\nW.", "line1|2:MATILDA-1,MATILDA-2", bands="south")
    s.play("move:MATILDA-1")
    assert s.can() == ["to:B2", "to:band2"]  # CB-6.22: only a hex it could enter
    s.play("to:B2")
    assert s.where("MATILDA-1") == "B2" and s.p.mover == -1


# CB-6.21
def test_cb_6_21_a_fast_unit_never_uses_a_line(desk: Any) -> None:
    s = desk.scene(
        "..\n..", "band3:CRUSADER-1", bands="south", zones0="{ any = ['band 3', 'line 2|3'] }"
    )
    assert s.after("move:CRUSADER-1").can() == ["to:band2", "to:band4"]
    new = s.game.new({"battle": s.battle.key})
    while new.t.side[new.lead] == 1:
        new.apply_choice(0)
    words = [s.game.notation.write_action(new, 0, entry) for entry in s.game.legal(new, 0)]
    assert words == ["to:band3"]


# CB-6.21
def test_cb_6_21_each_band_needs_ten_unspent_points(desk: Any) -> None:
    s = desk.scene("..\n..", "band3:CRUSADER-1,CRUSADER-2", bands="south")
    s.play("move:CRUSADER-1 to:band2")
    assert s.p.mover == -1 and s.where("CRUSADER-1") == "band2"
    edge = desk.scene("..\n..", "A1:CRUSADER-1,CRUSADER-2", bands="south")
    edge.play("move:CRUSADER-1 step:S step:N step:S")
    assert "to:band2" not in edge.can()


# CB-6.23
def test_cb_6_23_leaving_band_1_begins_on_the_named_edge(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:MATILDA-1 A2:MATILDA-2 B2:CRUSADER-1", bands="south")
    assert not any("line" in word for word in s.after("move:MATILDA-1").can())
    assert "to:line1|2" in s.after("move:MATILDA-2").can()
    assert (
        "to:line1|2" not in s.after("move:MATILDA-1 step:S").can()
    )  # it did not begin its turn there
    assert "to:band2" in s.after("move:CRUSADER-1").can()


# CB-6.24
def test_cb_6_24_every_arrival_is_a_step_for_following_fire(desk: Any) -> None:
    s = desk.scene("..\n..", "band3:CRUSADER-1 A2:flak88-1", bands="south")
    s.play("move:CRUSADER-1 to:band2")
    assert s.stage == "following" and s.can() == ["pass", "fire:flak88-1"]


# CB-6.25
def test_cb_6_25_movement_zero_never_moves(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:25PDR-1,RIFLE-1")
    assert "move:25PDR-1" not in s.can()
    assert refused(s, "move:25PDR-1").rule == "CB-6.25"


# CB-7.1
def test_cb_7_1_a_vehicle_carries_one_unit(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1,RIFLE-2,6PDR-1")
    s.play("move:TRUCK-1")
    assert [word for word in s.can() if word.startswith("load")] == [
        "load:RIFLE-1",
        "load:RIFLE-2",
        "load:6PDR-1",
    ]
    s.play("load:6PDR-1")
    assert not any(word.startswith("load") for word in s.can())


# CB-7.2
def test_cb_7_2_a_tank_carries_infantry_only(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:MATILDA-1,RIFLE-1,6PDR-1")
    assert [word for word in s.after("move:MATILDA-1").can() if word.startswith("load")] == [
        "load:RIFLE-1"
    ]


# CB-7.3
def test_cb_7_3_load_then_move_or_move_then_load(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1 A3:RIFLE-2")
    first = s.after("move:TRUCK-1 load:RIFLE-1")
    assert "step:S" in first.can()
    last = s.after("move:TRUCK-1 step:S step:S load:RIFLE-2")
    assert last.p.mover == -1  # CB-7.4: it may not move on


# CB-7.4
def test_cb_7_4_no_load_move_and_unload_in_one_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1 A6:RIFLE-2")  # E58
    s.play("move:TRUCK-1 load:RIFLE-1 step:S")
    assert "unload" not in s.can()
    s.play("stop")
    assert s.piece("RIFLE-1").aboard == "TRUCK-1" and s.where("RIFLE-1") == "A2"


# CB-7.5
def test_cb_7_5_loading_costs_no_points_but_is_the_move(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1,RIFLE-2")
    s.play("move:TRUCK-1 load:RIFLE-1")
    assert s.p.mp == 24
    s.play("stop")
    assert "move:TRUCK-1" not in s.can()  # CB-5.7


# CB-7.6
def test_cb_7_6_unloading_is_refused_where_cargo_cannot_be(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1(6PDR-1) A2:TRUCK-2(RIFLE-1),truck-1")
    assert "unload" in s.after("move:TRUCK-1").can()
    assert "unload" in s.after("move:TRUCK-2").can()
    among = desk.scene(COLUMN, "A2:TRUCK-2(6PDR-1),truck-1")
    assert "unload" not in among.after("move:TRUCK-2").can()
    bridge = desk.scene(".\nW\n.", "A2:TRUCK-1(RIFLE-1)", roads=["A1 A2 A3"])
    assert "unload" not in bridge.after("move:TRUCK-1").can()
    outside = desk.scene("..\n..", "band2:CRUSADER-1(RIFLE-1)", bands="south")
    assert "unload" not in outside.after("move:CRUSADER-1").can()


# CB-7.7
def test_cb_7_7_cargo_cannot_fire_in_turn_of_loading(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1(RIFLE-1),RIFLE-2 A5:rifle-1~1", turn=3)
    s.play("move:TRUCK-1 unload stop")
    assert "fire:RIFLE-1" not in s.can() and "move:RIFLE-1" not in s.can()  # CB-7.8
    assert "fire:RIFLE-2" in s.can()


# CB-7.8
def test_cb_7_8_a_unit_that_has_acted_cannot_be_loaded(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1 A2:RIFLE-1")
    s.play("move:RIFLE-1 step:N stop move:TRUCK-1")
    assert "load:RIFLE-1" not in s.can()


# CB-7.8
def test_cb_7_8_unloaded_cargo_has_its_slot_in_the_enemy_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1(RIFLE-1) A5:rifle-1,rifle-2")
    s.play("move:TRUCK-1 unload pass stop move:rifle-1 step:N")
    assert "fire:RIFLE-1" in s.can()


# CB-7.9
def test_cb_7_9_cargo_does_nothing_by_itself(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1(RIFLE-1),MATILDA-1(RIFLE-2) A4:rifle-1~1", turn=3)
    assert not any("RIFLE" in word for word in s.can())
    assert refused(s, "fire:RIFLE-1").rule == "CB-7.9"


# CB-7.10
def test_cb_7_10_pinned_units_neither_load_nor_unload(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1~2,MATILDA-1(RIFLE-2~2)", turn=3)
    assert not any(word.startswith("load") for word in s.after("move:TRUCK-1").can())
    assert "unload" not in s.after("move:MATILDA-1").can()
    assert "step:S" in s.after("move:MATILDA-1").can()  # CB-7.16: the tank drives on with them


# CB-7.11
def test_cb_7_11_vehicle_and_cargo_are_one_piece_in_a_stack(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A4:tiger-1(rifle-1),rifle-2,rifle-3,rifle-4")
    assert s.after("fire:RIFLE-1 at:rifle-2 fire").dice == "2-2"
    five = desk.scene(COLUMN, "A1:RIFLE-1 A4:tiger-1(rifle-1),rifle-2,rifle-3,rifle-4,rifle-5")
    assert five.after("fire:RIFLE-1 at:rifle-2 fire").dice == "2-2+1/0"


# CB-7.12
def test_cb_7_12_cargo_is_lost_with_its_vehicle(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BREN-1 A4:truck-1(rifle-1)")
    s.play("fire:BREN-1 65 1")
    assert s.where("rifle-1") == s.where("truck-1") == "destroyed"


# CB-7.13
def test_cb_7_13_cargo_inside_is_no_target(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,3IN-1 A4:truck-1(rifle-1)")
    s.play("fire:RIFLE-1")
    assert s.dice == "2-1"  # the truck is the only target
    shelled = desk.scene(COLUMN, "A1:3IN-1,RIFLE-2 A4:truck-1(rifle-1)")
    shelled.play(
        "fire:3IN-1 to:A4" if shelled.after("fire:3IN-1").stage == "aiming" else "fire:3IN-1"
    )
    shelled.play("111 6")
    assert shelled.stage != "rolling"


# CB-7.14
def test_cb_7_14_riders_are_targets_with_survivability_one(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,6PDR-1 A5:pz3-1(rifle-1)")  # E59
    s.play("fire:RIFLE-1")
    assert s.dice == "2-1"  # CB-7.15, CB-3.13
    s.play("42 3")
    assert s.pinned("rifle-1") and s.piece("rifle-1").aboard == "pz3-1"
    s.play("fire:6PDR-1 at:pz3-1 665 42")
    assert s.where("rifle-1") == "destroyed"  # CB-7.17


# CB-7.15
def test_cb_7_15_high_explosive_attacks_tank_and_riders_apart(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:3IN-1 A5:rifle-2,pz3-1(rifle-1)")
    s.play("fire:3IN-1")
    seen = []
    for dice in ("111", "11", "111"):
        seen.append((s.dice, int(s.p.aim)))
        s.play(dice)
        s.play("65"[: s.p.dice_d])
    labels = [unit.label for unit in s.battle.units]
    assert [(dice, labels[u]) for dice, u in seen] == [
        ("3-2", "rifle-2"),
        ("2-2", "pz3-1"),
        ("3-1", "rifle-1"),
    ]


# CB-7.18
def test_cb_7_18_the_vehicle_declares_loading_in_its_own_turn(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:TRUCK-1,RIFLE-1")
    assert not any("load" in word for word in s.after("move:RIFLE-1").can())
    assert "load:RIFLE-1" in s.after("move:TRUCK-1").can()


# CB-7.19
def test_cb_7_19_cargo_inside_is_not_in_the_hex(desk: Any) -> None:
    s = desk.scene(
        "F..\n...", "A1:RIFLE-1,RIFLE-2,251-1~1(rifle-1)", turn=3, at="close/fighting"
    )  # E76
    assert s.can() == ["done", "assault:RIFLE-1", "assault:RIFLE-2"]
    s.play("assault:RIFLE-1 with:RIFLE-2")
    assert s.dice == "4-1"  # CB-16.10
    s.play("4321 3")
    assert s.where("251-1") == s.where("rifle-1") == "destroyed"
