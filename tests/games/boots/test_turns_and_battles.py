"""CB-5, CB-24 and CB-D: the flow of turns, windows, battles, control and victory."""

from __future__ import annotations

from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Choose, Over, pick
from dogfight.core.dice import Dice
from dogfight.core.position import playout

COLUMN = ".\n.\n.\n.\n.\n.\n."


# CB-5.1
def test_cb_5_1_the_players_alternate(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A7:rifle-1")
    s.play("done")
    assert (s.p.turn, s.p.active, s.game.turn(s.p)) == (2, 1, 1)
    s.play("done")
    assert (s.p.turn, s.p.active, s.game.turn(s.p)) == (3, 0, 2)  # CB-5.2


# CB-5.3
def test_cb_5_3_the_phases_come_in_order(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,rifle-1 A3:RIFLE-2~1 A7:rifle-2", turn=3)
    seen = [s.phase]
    s.play("done")
    seen.append(s.phase)  # CB-5.12
    s.play("done")
    seen.append(s.phase)  # CB-5.13: after close combat
    s.play("6")
    seen.append(s.phase)
    assert seen == ["action", "close", "rally", "action"] and s.p.turn == 4


# CB-5.4
def test_cb_5_4_everybody_gets_back_attacks_and_slots(desk: Any) -> None:
    s = desk.scene(
        COLUMN, "A1:RIFLE-1 A7:rifle-1,mg34-1", fields="attacks=RIFLE-1:0 slots=rifle-1:0,mg34-1:0"
    )
    s.play("done")
    assert [int(attack) for attack in s.p.attacks] == [1, 1, 2] and [
        int(slot) for slot in s.p.slots
    ] == [
        1,
        1,
        2,
    ]


# CB-5.4
def test_cb_5_4_reinforcements_are_placed_at_the_start(desk: Any) -> None:
    text = desk.text(
        [{"bri_rifle": 1}, {"ger_rifle": 1}],
        "....\n....",
        {
            "zone": "A1:D2",
            "reinforcements0": "{ bri_bren = [1, 2] }",
            "zones0": "{ any = ['A1'], reinforcements = ['A2', 'B2'] }",
        },
    )
    game = desk.battle(text)
    p = game.new({"battle": "scene"})
    for word in ("to:B2", "to:A1", "done", "done"):
        seat = p.actor()
        game.play(p, seat, game.notation.read_action(p, seat, word))
    assert p.turn == 3 and [
        game.notation.write_action(p, 0, entry) for entry in game.legal(p, 0)
    ] == ["to:A2"]  # B2 holds an enemy
    game.play(p, 0, game.notation.read_action(p, 0, "to:A2"))
    assert [piece.place for piece in game.views.board_view(p, 0).pieces] == ["A1", "A2", "B2"]


# CB-5.5
def test_cb_5_5_units_act_once_and_one_after_the_other(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A7:truck-1")
    s.play("move:RIFLE-2 step:S")
    assert all("RIFLE" not in word for word in s.can())
    s.play("stop")
    assert "move:RIFLE-2" not in s.can() and "move:RIFLE-1" in s.can()


# CB-5.6
def test_cb_5_6_a_unit_moves_or_fires(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1,RIFLE-2 A5:truck-1")
    fired = s.after("fire:RIFLE-1 fire 11 6")
    assert "move:RIFLE-1" not in fired.can()
    moved = s.after("move:RIFLE-1 step:S stop")
    assert "fire:RIFLE-1" not in moved.can()  # CB-5.8


# CB-5.7
def test_cb_5_7_loading_is_moving(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:CARRIER-1,RIFLE-1,RIFLE-2 A5:truck-1")
    s.play("move:CARRIER-1 load:RIFLE-1 stop")
    assert "fire:CARRIER-1" not in s.can()


# CB-5.9
def test_cb_5_9_a_pinned_unit_does_nothing(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1~2,RIFLE-2 A5:rifle-1~2,rifle-2", turn=3)
    assert not any("RIFLE-1" in word for word in s.can())
    s.play("move:RIFLE-2 step:S")
    assert s.can() == ["pass", "fire:rifle-2"]


# CB-5.10
def test_cb_5_10_nobody_is_forced_to_act(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:RIFLE-1 A5:rifle-1")
    assert "done" in s.can()


# CB-5.11
def test_cb_5_11_missions_and_aircraft_come_between_units(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:RIFLE-1,RIFLE-2 A7:truck-1",
        batteries0="{ bri_55in = 1 }",
        aircraft0="{ bri_spitfire = [1, 1] }",
    )
    s.play("move:RIFLE-1 step:S stop")
    assert {"call:bri_55in/0", "air:SPITFIRE-1"} <= set(s.can())


# CB-5.14
def test_cb_5_14_the_end_phase_in_its_order(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A1:RIFLE-1,rifle-1~2 A7:rifle-2",
        turn=4,
        batteries0="{ bri_55in = 1 }",
        fields="battery0=0/A5/3/",
        aircraft1="{ ger_ju87 = [1, 1] }",
        objectives=["A1"],
        control="{ A1 = 1 }",
    )
    s.p.laps[0] = 1
    s.play("done 6")
    table = s.game.views.board_view(s.p, 0)
    assert s.where("rifle-1") == "destroyed"  # (a)
    assert table.batteries[0].state == "idle" and table.planes[0].state == "gone"  # (b), (c)
    assert table.objectives == {"A1": 0}  # (d): only after (a) is the hex free of fresh enemies
    assert s.p.active == 0  # (e)


# CB-5.15
def test_cb_5_15_the_battle_ends_with_its_conditions(desk: Any) -> None:
    s = desk.scene(
        COLUMN,
        "A3:RIFLE-1 A7:rifle-1",
        objectives=["A3"],
        control="{ A3 = 1 }",
        victory="Seat 0 wins in any End phase, if it controls all objectives.",
    )
    s.play("done")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (0,) and end.rule == "CB-24.3"


# CB-5.16
def test_cb_5_16_a_side_without_ground_units_has_lost(desk: Any) -> None:
    s = desk.scene(COLUMN, "A1:BREN-1 A2:rifle-1", annihilation=True)
    s.play("fire:BREN-1 665 11")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (0,) and end.rule == "CB-5.16"
    both = desk.scene(
        COLUMN,
        "A2:RIFLE-1,rifle-1",
        at="close/fighting",
        annihilation=True,
        otherwise="It is a draw.",
    )
    both.play("melee:A2 pair:RIFLE-1/rifle-1 53 521")
    assert both.game.decision(both.p).payoffs == (0.5, 0.5)


# CB-5.16
def test_cb_5_16_who_wins_by_exiting_with_the_last_unit_has_won(desk: Any) -> None:
    out = "Seat 0 wins in any End phase, if it has exited at least one British units."
    s = desk.scene(COLUMN, "A1:RIFLE-1 A7:rifle-1", annihilation=True, victory=out, exits0='["A1"]')
    s.play("move:RIFLE-1 exit")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (0,) and end.rule == "CB-24.3"


# CB-5.16
def test_cb_5_16_an_exit_that_wins_nothing_loses_the_last_unit(desk: Any) -> None:
    out = "Seat 0 wins in any End phase, if it has exited at least two British units."
    s = desk.scene(COLUMN, "A1:RIFLE-2 A7:rifle-1", annihilation=True, victory=out, exits0='["A1"]')
    s.play("move:RIFLE-2 exit")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (1,) and end.rule == "CB-5.16"


# CB-24.1
def test_cb_24_1_each_side_sets_up_in_the_order_of_its_list(boots: Any) -> None:
    p = boots.new({"battle": "orchard"})
    seats, labels = [], []
    dice = Dice(3)
    while p.stage == 0:
        seats.append(int(p.actor()))
        labels.append(boots.battle("orchard").units[p.lead].label)
        p.apply_choice(dice.below(p.choice_count()))
    assert seats == [1] * 4 + [0] * 7
    assert labels[:4] == ["rifle-1", "rifle-2", "rifle-3", "mg34-1"]
    assert p.turn == 1 and p.active == 0


# CB-24.1
def test_cb_24_1_places_of_the_zone_that_are_not_impassable(desk: Any) -> None:
    text = desk.text([{"bri_truck": 1}, {"ger_rifle": 1}], ".F.\nb..", {"zone": "A1:C2"})
    game = desk.battle(text)
    p = game.new({"battle": "scene"})
    p.apply_choice(0)
    assert [game.notation.write_action(p, 0, entry) for entry in game.legal(p, 0)] == [
        "to:A1",
        "to:A2",
        "to:B2",
        "to:C1",
        "to:C2",
    ]


# CB-24.1
def test_cb_24_1_bands_and_lines_are_places_to_set_up(desk: Any) -> None:
    zones = "{ any = ['line 1|2', 'band 3', 'line 3|4'] }"
    text = desk.text(
        [{"bri_matilda": 1}, {"ger_rifle": 1}],
        "..",
        {"zone": "A1:B1", "zones0": zones, "bands": "south"},
    )
    game = desk.battle(text)
    p = game.new({"battle": "scene"})
    p.apply_choice(0)
    assert [game.notation.write_action(p, 0, entry) for entry in game.legal(p, 0)] == [
        "to:line1|2",
        "to:band3",
        "to:line3|4",
    ]


# CB-24.2
def test_cb_24_2_control_needs_fresh_armed_unit_and_no_enemy(desk: Any) -> None:
    for pieces, holder in (
        ("A3:RIFLE-1 A7:rifle-1", 0),
        ("A3:TRUCK-1 A7:rifle-1 A1:RIFLE-1", 1),
        ("A3:RIFLE-1~1 A7:rifle-1 A1:RIFLE-2", 1),
        ("A3:MATILDA-1,rifle-1 A1:RIFLE-1", 1),
        ("A1:RIFLE-1 A7:rifle-1", 1),
    ):
        s = desk.scene(COLUMN, pieces, objectives=["A3"], control="{ A3 = 1 }")
        s.play("done")
        assert s.game.views.board_view(s.p, 0).objectives == {"A3": holder}, pieces


# CB-24.2
def test_cb_24_2_control_stays_with_nobody_there(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:RIFLE-1 A7:rifle-1", objectives=["A3"], control="{ A3 = 0 }")
    s.play("move:RIFLE-1 step:N pass stop")
    assert s.game.views.board_view(s.p, 0).objectives == {"A3": 0}


# CB-24.3
def test_cb_24_3_end_of_turn_condition_is_checked_only_then(desk: Any) -> None:
    words = "Seat 0 wins at the end of turn 2 if it controls at least one objective."
    s = desk.scene(
        COLUMN,
        "A3:RIFLE-1 A7:rifle-1",
        objectives=["A3"],
        control="{ A3 = 0 }",
        victory=words,
        turns=3,
    )
    for turn in (2, 3, 4):
        s.play("done")
        assert s.p.turn == turn
    s.play("done")
    assert isinstance(s.game.decision(s.p), Over)


# CB-24.3
def test_cb_24_3_if_both_conditions_hold_the_else_line_decides(desk: Any) -> None:
    words = (
        "Seat 0 wins in any End phase in which fewer than two German units are left. "
        "Seat 1 wins in any End phase in which fewer than two British units are left."
    )
    s = desk.scene(COLUMN, "A3:RIFLE-2 A7:rifle-2", victory=words, otherwise="Seat 1 wins.")
    s.play("done")
    end = s.game.decision(s.p)
    assert isinstance(end, Over) and end.winners == (1,) and end.reason == "else"


# CB-24.5
def test_cb_24_5_at_the_turn_limit_the_else_line_decides(desk: Any) -> None:
    s = desk.scene(COLUMN, "A3:RIFLE-1 A7:rifle-1", turn=18, otherwise="It is a draw.")
    s.play("done")
    assert s.game.decision(s.p).rule == "CB-24.5" and s.game.decision(s.p).winners == ()


# CB-24.6
def test_cb_24_6_cargo_named_in_aboard_starts_loaded(boots: Any) -> None:
    battle = boots.battle("crossroads")  # E77
    p = boots.new({"battle": "crossroads"})
    placed = []
    while p.stage == 0:
        placed.append(battle.units[p.lead].label)
        p.apply_choice(0)
    british = [label for label in placed if label.isupper()]
    assert len(british) == 16 and british[:8] == [*(f"RIFLE-{n}" for n in range(2, 9)), "BREN-2"]
    pieces = {piece.label: piece for piece in boots.views.board_view(p, 0).pieces}
    assert pieces["BREN-1"].aboard == "CARRIER-1" and pieces["RIFLE-1"].aboard == "CARRIER-2"


# CB-24.7
def test_cb_24_7_piece_order_is_list_order(boots: Any) -> None:
    labels = [unit.label for unit in boots.battle("orchard").units]
    assert labels == [
        *(f"RIFLE-{n}" for n in range(1, 7)),
        "BREN-1",
        "rifle-1",
        "rifle-2",
        "rifle-3",
        "mg34-1",
    ]


@pytest.mark.no_rule("whole games")
@pytest.mark.parametrize(
    "key", ["orchard", "crossroads", "eighty_eights", "hill", "convoy", "raiders", "tiger_road"]
)
def test_every_battle_is_playable_to_its_end_by_either_side(boots: Any, key: str) -> None:
    for seed in range(6):
        p = boots.new({"battle": key})
        playout(p, Dice(seed))
        assert isinstance(boots.decision(p), Over)


# CB-D2
def test_cb_d2_windows_with_only_pass_are_skipped(boots: Any) -> None:
    dice = Dice(7)
    for key in ("crossroads", "hill", "eighty_eights"):
        p = boots.new({"battle": key})
        while not isinstance(decision := boots.decision(p), Over):
            if isinstance(decision, Choose):
                legal = boots.legal(p, decision.seat)
                assert legal != [0], boots.notation.write(
                    p
                )  # CB-D4, CB-D5, CB-D6, CB-D7, CB-D8, CB-D9, CB-D11, CB-D13, CB-D14
                assert len(legal) < 2000
                p.apply(decision.seat, legal[dice.below(len(legal))])
            else:
                p.apply(-1, pick(decision.odds, dice))


def test_every_decision_point_cites_its_id(desk: Any, boots: Any) -> None:
    def rule(scene: Any) -> str:
        return str(scene.game.decision(scene.p).rule)

    s = desk.scene(
        "F\n.\n.\n.\n.",
        "A2:BREN-1,RIFLE-1,CRUSADER-1 A4:rifle-1",
        aircraft0="{ bri_spitfire = [1, 1] }",
    )
    assert boots.decision(boots.new({"battle": "orchard"})).rule == "CB-D1"
    assert rule(s) == "CB-D2" and rule(s.after("move:RIFLE-1")) == "CB-D3"
    assert rule(s.after("move:RIFLE-1 step:S")) == "CB-D4"
    assert rule(s.after("move:CRUSADER-1 step:S step:S")) == "CB-D5"
    assert rule(s.after("fire:BREN-1 fire 11 66")) == "CB-D6"
    assert rule(s.after("fire:BREN-1 fire 11 66 pass")) == "CB-D7"
    assert (
        rule(s.after("air:SPITFIRE-1")) == "CB-D14"
        and rule(s.after("air:SPITFIRE-1 pass")) == "CB-D15"
    )
    close = desk.scene(
        "F\n.\n.",
        "A1:RIFLE-1,RIFLE-2,pz3-1 A2:RIFLE-3,RIFLE-4,RIFLE-5,rifle-1,rifle-2",
        at="close/fighting",
    )
    assert rule(close) == "CB-D8" and rule(close.after("assault:RIFLE-1 go")) == "CB-D9"
    close.play("melee:A2")
    assert rule(close) == "CB-D10"
    close.play("pair:RIFLE-3/rifle-1 pair:RIFLE-4/rifle-2")
    assert rule(close) == "CB-D11"
    assert rule(close.after("join:1 1111 611")) == "CB-D12"
    assert rule(close.after("join:1 6611 111 11 611")) == "CB-D13"
    sky = desk.sky("SPITFIRE-1&bf109-1 bf109-1&SPITFIRE-1")
    assert (
        rule(sky) == "CB-D16" and rule(sky.after("circle:SPITFIRE-1/bf109-1 611 111")) == "CB-D17"
    )


@pytest.mark.no_rule("whole games")
def test_the_same_seed_gives_the_same_battle(boots: Any) -> None:
    for key in ("orchard", "convoy"):
        p = boots.new({"battle": key})
        decisions = playout(p, Dice(11))
        again = boots.new({"battle": key})
        assert playout(again, Dice(11)) == decisions and boots.notation.write(
            again
        ) == boots.notation.write(p)


def test_victory_is_told_with_the_names_of_sides_and_pieces() -> None:
    """CB-24.3: a battle file speaks of seats and ids; what people read does not."""
    game = dogfight.load("boots")
    for options in game.samples():
        table = game.view(game.new(options), 0).board
        words = f"{table.victory} {table.otherwise}"
        assert "seat" not in words.lower() and "_" not in words, words
