"""CB-18 to CB-20: fire missions, rally, air strikes."""

from __future__ import annotations

from typing import Any

FIELD = "......\n......\n......\n......\n......\n......"
GUNS = {"batteries0": "{ bri_25pdr_bty = 2 }"}


def roll_out(scene: Any) -> list[str]:
    """Roll harmless dice to the end of a strike; who was attacked."""
    seen = []
    while scene.stage == "rolling":
        seen.append(scene.battle.units[scene.p.aim].label)
        scene.play("1" * int(scene.p.dice_a))
        scene.play("6" * int(scene.p.dice_d))
    return seen


# CB-18.1
def test_cb_18_1_a_call_uses_up_one_mission(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 F6:rifle-1", **GUNS)
    s.play("call:bri_25pdr_bty/0 to:D4 1")  # CB-18.2
    assert s.game.views.board_view(s.p, 0).batteries[0].missions == 1
    assert s.game.views.board_view(s.p, 0).batteries[0].state == "falling since 1"


# CB-18.3
def test_cb_18_3_any_hex_between_two_units_turns(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 F6:rifle-1", **GUNS)
    assert len(s.after("call:bri_25pdr_bty/0").can()) == 36
    assert "call:bri_25pdr_bty/0" not in s.after("move:RIFLE-1").can()


# CB-18.4
def test_cb_18_4_a_battery_that_is_busy_cannot_be_called(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 F6:rifle-1", **GUNS)
    for die in "12":
        assert "call:bri_25pdr_bty/0" not in s.after(f"call:bri_25pdr_bty/0 to:C3 {die}").can()


# CB-18.5
def test_cb_18_5_odd_falls_at_once_even_is_delayed(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 F6:rifle-1", **GUNS)
    s.play("call:bri_25pdr_bty/0 to:E6")
    assert s.stage == "spotting"
    now = s.after("3")  # CB-18.6
    assert now.dice == "4-2" and now.p.how == 5
    late = s.after("4")  # CB-18.7, E25
    assert (
        late.stage == "acting"
        and late.game.views.board_view(late.p, 0).batteries[0].state == "delayed"
    )
    late.play("done done")
    assert (
        late.p.turn == 3 and late.stage == "rolling" and late.dice == "4-2"
    )  # CB-18.8: at the caller's next Start


# CB-18.9
def test_cb_18_9_everybody_in_the_area_is_attacked_once(desk: Any) -> None:
    s = desk.scene(
        FIELD, "A1:RIFLE-1 C1:rifle-4 C2:pz3-1 C3:rifle-1 D3:rifle-2 F6:rifle-3", **GUNS
    )  # E26
    s.play("call:bri_25pdr_bty/0 to:C3 1")
    assert s.dice == "3-2"  # CB-18.14: one less against armor, which comes first by hex name
    assert roll_out(s) == ["pz3-1", "rifle-1", "rifle-2"]


# CB-18.10
def test_cb_18_10_units_that_enter_the_area_are_attacked_there(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1 C2:TRUCK-1(RIFLE-2) F6:truck-1",
        turn=3,
        fields="battery0=0/C3/2/TRUCK-1",
        batteries1="{ ger_105 = 1 }",
    )
    s.play("move:RIFLE-1 step:SE")
    assert s.stage == "stepping"
    s.play("step:SE")
    assert s.where("RIFLE-1") == "C2" and s.dice == "4-2"  # C2 is next to C3
    roll_out(s)
    s.play("stop move:TRUCK-1 unload")
    assert s.stage == "rolling" and roll_out(s) == ["RIFLE-2"]


# CB-18.10
def test_cb_18_10_riders_of_tank_arriving_in_area_are_attacked(desk: Any) -> None:
    text = desk.text(
        [{"bri_bren": 1}, {"ger_rifle": 1}],
        "....\n....\n....",
        {
            "zone": "D3",
            "zones0": "{ any = ['D1'], reinforcements = ['A1'] }",
            "reinforcements0": "{ bri_matilda = [1, 2], bri_rifle = [2, 2], bri_carrier = [1, 2] }",
            "aboard0": "['bri_matilda: bri_rifle', 'bri_carrier: bri_rifle']",
            "batteries1": "{ ger_105 = 1 }",
        },
    )
    s = desk.begin(text)
    s.play("to:D3 to:D1 done call:ger_105/0 to:A1 1 done to:A1")
    assert roll_out(s) == ["MATILDA-1", "RIFLE-1"]
    s.play("to:A1")
    assert roll_out(s) == ["CARRIER-1"]  # CB-7.13: nobody inside


# CB-18.11
def test_cb_18_11_units_in_area_are_attacked_at_opponents_turn(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:TRUCK-1 C3:rifle-1 A4:rifle-2 F6:rifle-3", **GUNS)  # E64
    s.play("call:bri_25pdr_bty/0 to:C3 1")
    assert roll_out(s) == ["rifle-1"]
    s.play("done")
    assert s.p.turn == 2 and roll_out(s) == ["rifle-1"]
    s.play("move:rifle-2 step:NE")
    assert roll_out(s) == ["rifle-2"]
    s.play("step:SE")
    assert s.stage == "stepping"  # once on entering, not again
    s.play("stop move:rifle-1 step:N stop")
    assert s.stage == "acting"  # CB-18.13: struck at the Start already, not for its move inside
    s.play("done")
    assert (
        s.p.turn == 3 and s.game.views.board_view(s.p, 0).batteries[0].state == "idle"
    )  # CB-18.12


# CB-18.15
def test_cb_18_15_off_board_hexes_and_outside_units_are_excluded(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:RIFLE-1 A2:rifle-1 band2:rifle-2", bands="south", **GUNS)
    s.play("call:bri_25pdr_bty/0 to:A2 1")
    assert roll_out(s) == ["RIFLE-1", "rifle-1"]


# CB-18.16
def test_cb_18_16_two_barrages_attack_separately(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 C3:rifle-1", batteries0="{ bri_25pdr_bty = 1, bri_55in = 1 }")
    s.play("call:bri_25pdr_bty/0 to:C3 1")
    assert roll_out(s) == ["rifle-1"]
    s.play("call:bri_55in/1 to:C3 1")
    assert roll_out(s) == ["rifle-1"]


# CB-18.17
def test_cb_18_17_a_barrage_does_not_block_sight(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 A5:rifle-1", fields="battery0=1/A3/1/", **GUNS)
    assert "fire:RIFLE-1" in s.can()


# CB-18.18
def test_cb_18_18_a_mover_pinned_by_a_barrage_stops(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1,RIFLE-2 F6:rifle-1", fields="battery0=1/A3/1/", **GUNS)
    s.play("move:RIFLE-1 step:S 6311 54")
    assert s.pinned("RIFLE-1") and s.p.mover == -1


# CB-19.1
def test_cb_19_1_only_old_pins_of_the_active_side_try(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1~4 A2:RIFLE-2~3 A3:RIFLE-3 F6:rifle-1~2", turn=5)  # E27
    s.play("done")
    assert (
        s.stage == "recovering" and s.p.cursor == 1
    )  # CB-19.2: pinned before the enemy's last turn
    s.play("3")
    assert not s.pinned("RIFLE-2") and s.pinned("RIFLE-1")
    assert s.p.turn == 6  # CB-19.5: once a turn


# CB-19.3
def test_cb_19_3_morale_or_less_rallies(desk: Any) -> None:
    for morale, die, fresh in ((4, "4", True), (4, "5", False), (2, "3", False)):
        s = desk.scene(
            FIELD, "A2:RIFLE-2~1 A3:RIFLE-3 F6:rifle-1", turn=5, morale=morale
        )  # CB-19.4
        s.play(f"done {die}")
        assert s.pinned("RIFLE-2") != fresh
        if fresh:
            assert s.piece("RIFLE-2").slots == 1  # CB-19.6: it has its slot in the enemy turn


# CB-20.1
def test_cb_20_1_an_aircraft_comes_from_its_game_turn_on(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 C3:rifle-1", aircraft0="{ bri_blenheim = [1, 2] }")
    assert "air:BLENHEIM-1" not in s.can()
    later = desk.scene(
        FIELD, "A1:RIFLE-1 C3:rifle-1", turn=3, aircraft0="{ bri_blenheim = [1, 2] }"
    )
    assert "air:BLENHEIM-1" in later.can()
    assert (
        "air:BLENHEIM-1" not in later.after("move:RIFLE-1").can()
    )  # CB-20.2: between two units' turns


# CB-20.1
def test_cb_20_1_an_aircraft_that_waits_goes_on_waiting(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 C3:rifle-1", aircraft0="{ bri_blenheim = [1, 1] }")
    s.play("done done")
    assert s.plane("BLENHEIM-1").state == "waiting" and "air:BLENHEIM-1" in s.can()


# CB-20.3
def test_cb_20_3_aircraft_appears_only_with_a_target_and_bombs(desk: Any) -> None:
    s = desk.scene(
        FIELD, "A1:RIFLE-1,rifle-1", aircraft0="{ bri_blenheim = [1, 1], bri_spitfire = [1, 1] }"
    )
    assert not any(
        word.startswith("air") for word in s.can()
    )  # friends are in the only hex, CB-20.5
    tanks = desk.scene(
        FIELD, "A1:RIFLE-1 C3:tiger-1", aircraft0="{ bri_blenheim = [1, 1], bri_spitfire = [1, 1] }"
    )
    assert [word for word in tanks.can() if word.startswith("air")] == [
        "air:BLENHEIM-1"
    ]  # nobody strafes armor
    assert tanks.after("air:BLENHEIM-1").dice == "5-4"  # CB-20.6


# CB-20.6
def test_cb_20_6_bombs_hit_every_unit_of_the_hex(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 C3:mg34-1,tiger-1", aircraft0="{ bri_blenheim = [1, 1] }")
    s.play("air:BLENHEIM-1")
    assert s.dice == "6-1"  # CB-20.4: it lies over its target
    s.play("111111 6")
    assert s.dice == "5-4"
    s.play("11111 6666")
    assert s.plane("BLENHEIM-1").state == "circling 6"


# CB-20.7
def test_cb_20_7_aircraft_strafes_once_in_five_turns_then_leaves(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1 C3:mg34-1 F6:mg34-2~1",
        turn=3,
        turns=20,
        aircraft0="{ bri_blenheim = [1, 1] }",
    )
    s.play("air:BLENHEIM-1 to:C3 111111 6")
    assert not any(word.startswith("air") for word in s.can())
    for _ in range(5):
        s.play("done")
        while s.p.active == 1 or s.stage == "recovering":
            s.play("6" if s.stage == "recovering" else "done")
        s.play("air:BLENHEIM-1 to:C3 at:mg34-1 11 6 stop")
    assert s.plane("BLENHEIM-1").state == "circling 1"
    s.play("done")
    assert s.plane("BLENHEIM-1").state == "gone"  # CB-20.8


# CB-20.9
def test_cb_20_9_a_strafing_run_has_two_attacks_in_one_hex(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1 C3:mg34-1,mg34-2,tiger-1 F6:mg34-3",
        aircraft0="{ bri_spitfire = [1, 1] }",
    )
    s.play("air:SPITFIRE-1 to:C3")
    assert s.can() == ["at:mg34-1", "at:mg34-2"]  # the tank is immune
    s.play("at:mg34-1")
    assert s.can() == ["fire", "also:mg34-2"]
    s.play("also:mg34-2")
    assert s.dice == "2-2"
    s.play("11 66")
    assert s.can() == ["stop", "at:mg34-1", "at:mg34-2"]
    s.play("at:mg34-2 65 1")
    assert s.where("mg34-2") == "destroyed" and s.stage == "acting"


# CB-20.10
def test_cb_20_10_squads_in_range_fire_first_for_a_slot(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1,rifle-4 C3:rifle-1,mg34-1 C4:rifle-2~1 F6:rifle-3,assault-1",
        turn=3,
        aircraft0="{ bri_blenheim = [1, 1] }",
    )
    s.play("air:BLENHEIM-1 to:C3")
    # CB-20.11: only squads; not the pinned, not beside an enemy, not the assault squad with range 3
    assert s.can() == ["pass", "fire:rifle-1", "fire:rifle-3"]
    s.play("fire:rifle-1")
    assert s.dice == "2-3+0/1"  # CB-20.12, CB-20.13
    s.play("11 666")
    assert s.can() == ["pass", "fire:rifle-3"]


# CB-20.14
def test_cb_20_14_squads_of_a_hex_combine(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 C3:rifle-1,rifle-2", aircraft0="{ bri_blenheim = [1, 1] }")
    s.play("air:BLENHEIM-1 fire:rifle-1")
    assert s.can() == ["fire", "with:rifle-2"]
    assert s.after("with:rifle-2").dice == "4-3+0/1"


# CB-20.15
def test_cb_20_15_damaged_aircraft_ends_its_attack_and_leaves(desk: Any) -> None:
    s = desk.scene(
        "..\n.B", "A1:RIFLE-1 B2:rifle-1,rifle-2", aircraft0="{ bri_blenheim = [1, 1] }"
    )  # E28
    s.play("air:BLENHEIM-1 fire:rifle-1 fire 62 432")
    assert s.plane("BLENHEIM-1").damaged
    assert (
        s.after("fire:rifle-2 62 432").plane("BLENHEIM-1").state == "gone"
    )  # CB-20.17: a second damage destroys
    s.play("pass 665322 33")
    assert s.where("rifle-1") == "destroyed"
    s.play("111111 66")
    assert s.plane("BLENHEIM-1").state == "gone"


# CB-20.16
def test_cb_20_16_a_kill_prevents_the_attack(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:RIFLE-1 B2:rifle-1", aircraft0="{ bri_blenheim = [1, 1] }")
    s.play("air:BLENHEIM-1 fire:rifle-1 65 321")
    assert s.plane("BLENHEIM-1").state == "gone" and s.stage == "acting"


# CB-20.18
def test_cb_20_18_each_run_faces_ground_fire_anew(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1 C3:rifle-1",
        turn=3,
        aircraft0="{ bri_blenheim = [1, 1] }",
        fields="laps=5",
    )
    s.play("air:BLENHEIM-1")
    assert s.stage == "ground-fire"
    s.play("fire:rifle-1 51 433 at:rifle-1 63 42 at:rifle-1 54 21")  # E65
    assert s.where("rifle-1") == "destroyed" and s.piece("rifle-1").slots == 0


# CB-20.19
def test_cb_20_19_aircraft_take_no_place_and_control_nothing(desk: Any) -> None:
    s = desk.scene(
        FIELD,
        "A1:RIFLE-1 C3:mg34-1",
        aircraft0="{ bri_blenheim = [1, 1] }",
        objectives=["C3"],
        control="{ C3 = 1 }",
    )
    s.play("air:BLENHEIM-1 665432 1 done")
    assert s.where("mg34-1") == "destroyed" and s.game.views.board_view(s.p, 0).objectives == {
        "C3": 1
    }  # CB-24.4
