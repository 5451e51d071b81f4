"""CB-8 and CB-9: line of sight in exact numbers, friends in the way, range and range bands."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import pytest

from dogfight.games.boots.maps import hex_name, hex_number, place_number
from dogfight.games.boots.sight_text import explain, intervening
from dogfight.testing.examples import checkout_runner

assert checkout_runner("boots") is not None
sees = sys.modules["dogfight_worked_examples_boots.run"].sees
FIELD = "......\n......\n......\n......\n......\n......"


def board_of(desk: Any, terrain: str, **more: Any) -> Any:
    return desk.scene(terrain, "A1:RIFLE-1", **more).p.t.board


def seen(board: Any, a: str, b: str) -> bool:
    item, pair = place_number(board, a), place_number(board, b)
    assert item is not None and pair is not None
    assert sees(board, item, pair) == sees(board, pair, item)  # CB-8.1: mutual
    return sees(board, item, pair)


# CB-8.1
def test_cb_8_1_sight_runs_from_centre_to_centre_and_is_mutual(desk: Any) -> None:
    board = board_of(desk, FIELD.replace("......\n", ".....F\n", 2))
    for a in range(board.size):
        for b in range(board.size):
            assert board.sees[a * board.size + b] == board.sees[b * board.size + a]


# CB-8.2
def test_cb_8_2_adjacent_hexes_always_see_each_other(desk: Any) -> None:
    board = board_of(desk, "B\nB", elev="0\n9")
    assert seen(board, "A1", "A2")
    ridge = board_of(desk, ".\n.", ridges=["A1-A2"])
    assert seen(ridge, "A1", "A2")


# CB-8.3
def test_cb_8_3_intervening_hexes_are_crossed_or_followed(desk: Any) -> None:
    board = board_of(desk, FIELD)
    names = [
        hex_name(board, place)
        for place, _, _ in intervening(board, hex_number(board, "A1"), hex_number(board, "E4"))
    ]
    assert names == ["B1", "C2", "C3", "D3"]
    names = [
        hex_name(board, place)
        for place, _, _ in intervening(board, hex_number(board, "A2"), hex_number(board, "C2"))
    ]
    assert names == ["B1", "B2"]
    names = [
        hex_name(board, place)
        for place, _, _ in intervening(board, hex_number(board, "A1"), hex_number(board, "C1"))
    ]
    assert names == ["B1"]  # the other side of the line is off the board


def walked(board: Any, a: int, b: int) -> set[int]:
    """The same hexes found by a walk along the line: points inside a hex, or more than one point
    on a side of it.
    """
    steps = 840
    ax, ay = 3 * int(board.column[a]), int(board.height[a])
    bx, by = 3 * int(board.column[b]), int(board.height[b])
    inside, beside = set(), dict.fromkeys(range(int(board.size)), 0)
    for n in range(1, steps):
        x, y = ax * (steps - n) + bx * n, ay * (steps - n) + by * n
        for place in beside:
            dx = abs(x - 3 * steps * int(board.column[place]))
            dy = abs(y - steps * int(board.height[place]))
            if dy < steps and dx + dy < 2 * steps:
                inside.add(place)
            elif (dy == steps and dx < steps) or (dx + dy == 2 * steps and dy < steps):
                beside[place] += 1
    return (inside | {place for place, points in beside.items() if points > 1}) - {a, b}


# CB-8.3
def test_cb_8_3_agrees_with_a_walk_along_the_line(desk: Any) -> None:
    board = board_of(desk, "...\n...\n...\n...")
    for a in range(int(board.size)):
        for b in range(a + 1, int(board.size)):
            assert {place for place, _, _ in intervening(board, a, b)} == walked(board, a, b), (
                a,
                b,
            )


# CB-8.4
def test_cb_8_4_a_line_along_the_side_of_an_obstacle_is_blocked(desk: Any) -> None:
    assert not seen(board_of(desk, ".B.\n...\n..."), "A2", "C2")
    assert seen(board_of(desk, "...\n...\n..B"), "A2", "C2")


# CB-8.5
def test_cb_8_5_an_obstacle_blocks_unless_both_stand_higher(desk: Any) -> None:
    assert seen(board_of(desk, ".\nB\n.", elev="1\n0\n1"), "A1", "A3")
    assert not seen(board_of(desk, ".\nB\n.", elev="1\n0\n0"), "A1", "A3")


# CB-8.6
def test_cb_8_6_the_end_hexes_never_block(desk: Any) -> None:
    board = board_of(desk, ".\n.\nB\nB")
    assert seen(board, "A1", "A3") and not seen(board, "A1", "A4")
    assert seen(board_of(desk, "B\n.\n.\nB"), "A1", "A4")


# CB-8.7
def test_cb_8_7_inside_a_series_one_sees_the_next_hex_only(desk: Any) -> None:
    board = board_of(desk, "F\nF\nF\n.\nF")
    assert seen(board, "A1", "A2") and not seen(board, "A1", "A3") and seen(board, "A3", "A5")


# CB-8.8
def test_cb_8_8_higher_ground_between_blocks(desk: Any) -> None:
    assert not seen(board_of(desk, ".\n.\n.", elev="0\n1\n0"), "A1", "A3")
    assert seen(board_of(desk, ".\n.\n.", elev="1\n1\n1"), "A1", "A3")  # CB-8.9
    assert not seen(board_of(desk, ".\n.\n.\n.", elev="0\n2\n0\n1"), "A1", "A4")


# CB-8.10
def test_cb_8_10_lower_ground_never_matters(desk: Any) -> None:
    assert seen(board_of(desk, ".\n.\n.\n.", elev="2\n0\n1\n2"), "A1", "A4")


@pytest.mark.parametrize(
    ("elev", "far", "clear"),
    [("0001", "A4", True), ("0011", "A4", False), ("00011", "A5", True), ("00111", "A5", False)],
)
# CB-8.12
def test_cb_8_12_one_line_must_be_nearer_to_the_higher_unit(
    desk: Any, elev: str, far: str, clear: bool
) -> None:
    rows = "\n".join(elev)
    assert seen(board_of(desk, "\n".join("." * len(elev)), elev=rows), "A1", far) == clear


# CB-8.13
def test_cb_8_13_several_lines_have_each_their_limit(desk: Any) -> None:
    column = "\n".join("......")
    assert seen(board_of(desk, column, elev="\n".join("000123")), "A1", "A6")
    assert not seen(
        board_of(desk, column, elev="\n".join("011123")), "A1", "A6"
    )  # line 1 is met at 9/10
    assert seen(board_of(desk, column, elev="\n".join("001223")), "A1", "A6")
    # CB-8.11: the first place where the ground reaches the level counts, seen from the lower unit
    assert not seen(board_of(desk, column, elev="\n".join("020002")), "A1", "A6")


# CB-8.14
def test_cb_8_14_the_ground_changes_on_the_common_side(desk: Any) -> None:
    board = board_of(desk, ".\n.\n.")
    middle = intervening(board, 0, 2)[0]
    assert middle[1:] == (Fraction(1, 4), Fraction(3, 4))


# CB-8.15
def test_cb_8_15_along_a_side_the_higher_hex_counts(desk: Any) -> None:
    for elev, clear in (
        ("000\n000\n000", True),
        ("010\n000\n000", False),
        ("000\n010\n000", False),
    ):
        assert seen(board_of(desk, "...\n...\n...", elev=elev), "A2", "C2") == clear


# CB-2.11
def test_cb_2_11_a_ridge_hides_level_units_but_not_adjacent_ones(desk: Any) -> None:
    board = board_of(desk, ".\n.\n.\n.\n.", elev="0\n0\n0\n0\n1", ridges=["A3-A4"])
    assert not seen(board, "A2", "A4")  # CB-2.12
    assert seen(board, "A3", "A4") and seen(board, "A1", "A5") and not seen(board, "A3", "A5")


# CB-8.16
def test_cb_8_16_units_never_block_sight(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:3IN-1,RIFLE-1 A2:RIFLE-2 A4:rifle-1")
    assert seen(s.p.t.board, "A1", "A4")
    assert "fire:3IN-1" in s.can()  # E49: the mortar fires over friends, CB-8.18
    assert "fire:RIFLE-1" not in s.can()  # CB-8.17


# CB-8.17
def test_cb_8_17_friends_at_another_elevation_do_not_hinder(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1 A2:RIFLE-2 A4:rifle-1", elev="1\n0\n0\n1")
    assert "fire:RIFLE-1" in s.can()


# CB-8.17
def test_cb_8_17_friends_along_a_side_hinder_too(desk: Any) -> None:
    s = desk.scene("...\n...\n...", "A2:RIFLE-1 B1:RIFLE-2 C2:rifle-1")
    assert "fire:RIFLE-1" not in s.can()


# CB-8.19
def test_cb_8_19_mortars_need_sight(desk: Any) -> None:
    s = desk.scene(".\nB\n.\n.", "A1:3IN-1,2IN-1 A4:rifle-1")
    assert not any(word.startswith("fire") for word in s.can())


# CB-8.20
def test_cb_8_20_barrages_and_aircraft_need_no_sight(desk: Any) -> None:
    s = desk.scene(
        ".\nB\n.\n.",
        "A1:RIFLE-1 A4:rifle-1",
        batteries0="{ bri_55in = 1 }",
        aircraft0="{ bri_blenheim = [1, 1] }",
    )
    assert "air:BLENHEIM-1" in s.can() and "to:A4" in s.after("call:bri_55in/0").can()


# CB-8.21
def test_cb_8_21_enemies_on_the_way_do_not_hinder(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1 A2:rifle-2 A4:rifle-1")
    assert s.after("fire:RIFLE-1").can() == ["at:rifle-1", "at:rifle-2"]


# CB-9.1
def test_cb_9_1_range_is_the_greatest_distance(desk: Any) -> None:
    s = desk.scene("." * 10, "A1:RIFLE-1 G1:rifle-1 H1:rifle-2")
    assert s.after("fire:RIFLE-1").dice == "2-2"  # only rifle-1, at distance 6
    assert s.after("fire:RIFLE-1").p.aim == 1


# CB-9.2
def test_cb_9_2_an_unlimited_range_reaches_into_the_bands(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:3IN-1 band4:pz3-1", bands="south")
    assert "fire:3IN-1" in s.can()
    s.play("fire:3IN-1")
    assert s.dice == "2-2"


# CB-9.3
def test_cb_9_3_underlined_ranges_count_bands(desk: Any) -> None:
    s = desk.scene(
        "....\n....",
        "B2:pak36-1 C1:flak88-1 A1:MKVI-1 band2:CRUSADER-1 band3:MATILDA-1 band4:CRUSADER-2",
        turn=2,
        bands="south",
    )  # E6
    assert s.after("fire:pak36-1").p.aim == 0  # CB-9.4: the Mk VI only
    assert s.after("fire:flak88-1").can() == [
        "at:MKVI-1",
        "at:CRUSADER-1",
        "at:CRUSADER-2",
        "at:MATILDA-1",
    ]
    ours = desk.scene(
        "....\n....",
        "B2:pak36-1 C1:flak88-1 A1:MKVI-1 band2:CRUSADER-1 band3:MATILDA-1",
        bands="south",
    )
    assert [word for word in ours.can() if word.startswith("fire")] == ["fire:MKVI-1"]
    pair = desk.scene(
        "..\n..", "band2:pak36-1,pak40-1 A1:CRUSADER-1 band3:CRUSADER-2", turn=2, bands="south"
    )  # E7
    assert "fire:pak36-1" not in pair.can()
    assert pair.after("fire:pak40-1").can() == ["at:CRUSADER-1", "at:CRUSADER-2"]


# CB-9.5
def test_cb_9_5_line_is_half_a_band_and_rounds_against_shooter(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:pak36-1,pak40-1 line1|2:MATILDA-1", turn=2, bands="south")  # E69
    assert "fire:pak36-1" not in s.can() and "fire:pak40-1" in s.can()
    same = desk.scene("..\n..", "line1|2:MATILDA-1,pak36-1", bands="south")
    assert "fire:MATILDA-1" in same.can()


# CB-9.6
def test_cb_9_6_a_range_in_hexes_works_only_inside_the_field(desk: Any) -> None:
    s = desk.scene("..\n..", "A2:RIFLE-1 line1|2:truck-1".replace("truck", "pak36"), bands="south")
    assert "fire:RIFLE-1" not in s.can()


# CB-9.7
def test_cb_9_7_outside_sight_is_always_clear(desk: Any) -> None:
    board = board_of(desk, "B.\nB.", bands="south")
    assert seen(board, "band 2", "band 4") and seen(board, "line 1|2", "band 4")


# CB-9.8
def test_cb_9_8_column_to_edge_decides_sight_of_bands(desk: Any) -> None:
    board = board_of(
        desk, "....\n.B..\n....", elev="0001\n0010\n0000", ridges=["D2-D3"], bands="south"
    )
    assert [seen(board, f"{column}1", "band 2") for column in "ABCD"] == [True, False, False, True]
    assert not seen(board, "D2", "band 2") and seen(board, "D3", "band 2")  # the ridge


# CB-9.9
def test_cb_9_9_friends_in_the_column_hinder(desk: Any) -> None:
    s = desk.scene("..\n..\n..", "A1:flak88-1 A2:rifle-1 band2:CRUSADER-1", turn=2, bands="south")
    assert "fire:flak88-1" not in s.can()
    clear = desk.scene(
        "..\n..\n..", "A1:flak88-1 B2:rifle-1 band2:CRUSADER-1", turn=2, bands="south"
    )
    assert "fire:flak88-1" in clear.can()


# CB-9.10
def test_cb_9_10_outside_there_are_no_stacks_and_h_hits_one_unit(desk: Any) -> None:
    s = desk.scene(
        "..\n..",
        "A2:leig18-1 band2:CRUSADER-1(RIFLE-1),CRUSADER-2,MKVI-1,MKVI-2,MATILDA-1",
        turn=2,
        bands="south",
    )
    s.play("fire:leig18-1 at:CRUSADER-2")
    assert s.dice == "2-2"
    s.play("11 65")
    assert s.stage != "rolling"


# CB-9.10
def test_cb_9_10_there_is_no_point_blank_across_the_edge(desk: Any) -> None:
    s = desk.scene(".\n.", "A2:flak88-1 line1|2:MATILDA-1", turn=2, bands="south")
    assert s.after("fire:flak88-1").dice == "5-4"


# CB-9.11
def test_cb_9_11_a_mission_is_aimed_at_a_hex_of_the_field(desk: Any) -> None:
    s = desk.scene("..\n..", "A1:RIFLE-1 band2:pz3-1", bands="south", batteries0="{ bri_55in = 1 }")
    assert s.after("call:bri_55in/0").can() == ["to:A1", "to:A2", "to:B1", "to:B2"]


# CB-9.12
def test_cb_9_12_an_aircraft_may_attack_one_unit_outside(desk: Any) -> None:
    s = desk.scene(
        "..\n..",
        "A1:RIFLE-1 A2:rifle-3 band2:rifle-1,rifle-2",
        bands="south",
        aircraft0="{ bri_blenheim = [1, 1] }",
    )
    s.play("air:BLENHEIM-1 at:rifle-1")
    assert s.can() == ["pass", "fire:rifle-1"]  # only it may answer
    s.play("pass 111111 65")
    assert s.stage != "rolling"


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("A1", "B1", "CB-8.2"),
        ("A1", "A4", "CB-8.5"),
        ("C1", "C4", "CB-8.9"),
        ("D1", "D3", "CB-8.8"),
        ("C1", "D3", "CB-8.12"),
    ],
)
def test_sight_is_explained_with_its_rule(desk: Any, a: str, b: str, words: str) -> None:
    board = board_of(desk, "....\nB...\n....\n....", elev="0000\n0001\n0000\n0000")
    board = (
        board_of(desk, "....\nB...\n....\n....", elev="0000\n0001\n0001\n0000")
        if words == "CB-8.12"
        else board
    )
    lines = explain(board, hex_number(board, a), hex_number(board, b))
    assert words in lines[-1]


def test_sight_into_the_bands_is_explained(desk: Any) -> None:
    board = board_of(desk, "..\nB.", bands="south")
    assert (
        "CB-9.8" in explain(board, 0, int(board.size))[0]
        and "obstacle" in explain(board, 0, int(board.size))[0]
    )
    assert "CB-9.7" in explain(board, int(board.size), int(board.size) + 1)[0]
