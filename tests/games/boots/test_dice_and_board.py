"""CB-1 to CB-3: dice, the board, pieces and their ratings."""

from __future__ import annotations

from typing import Any

import pytest

from dogfight.games.boots import notation
from dogfight.games.boots.maps import hex_name, hex_number
from dogfight.games.boots.rules.dice import NOTHING, PIN, contest, highest, read_attack, second

FIELD = "......\n......\n......\n......\n......\n......"


def pool(text: str) -> int:
    return notation.pool(text)


# CB-1.1
def test_cb_1_1_each_of_two_players_commands_one_side(boots: Any) -> None:
    assert [seat.title for seat in boots.seats({"battle": "orchard"})] == ["British", "German"]


# CB-1.2
def test_cb_1_2_every_view_shows_everything(boots: Any) -> None:
    position = boots.new({"battle": "hill"})
    assert (
        boots.views.board_view(position, 0)
        == boots.views.board_view(position, 1)
        == boots.views.board_view(position, -4)
    )


# CB-1.3
def test_cb_1_3_a_single_die_has_six_faces(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 F6:rifle-1", batteries0="{ bri_55in = 1 }")
    s.play("call:bri_55in/0 to:D4")
    assert [outcome for outcome, _ in s.game.decision(s.p).odds] == [1, 2, 3, 4, 5, 6]


# CB-1.4
def test_cb_1_4_a_die_beats_only_a_lower_one() -> None:
    assert read_attack(pool("5"), 0, pool("5"), 0) == NOTHING
    assert read_attack(pool("5"), 0, pool("4"), 0) == PIN


@pytest.mark.parametrize(
    ("dice", "high", "low"), [("66", 7, 6), ("666", 8, 6), ("665", 7, 6), ("55", 5, 5), ("6", 6, 0)]
)
# CB-1.5
def test_cb_1_5_every_further_six_raises_only_the_highest_die(
    dice: str, high: int, low: int
) -> None:
    assert (highest(pool(dice)), second(pool(dice))) == (high, low)  # CB-1.6


# CB-1.7
def test_cb_1_7_extra_sixes_count_for_both_sides_and_in_contests() -> None:
    assert read_attack(pool("6"), 0, pool("66"), 0) == NOTHING
    assert read_attack(pool("665"), 0, pool("66"), 0) == NOTHING
    assert contest(pool("66"), pool("6")) == 1


# CB-1.8
def test_cb_1_8_highest_die_bonuses_are_added_together() -> None:
    assert read_attack(pool("66"), 1, pool("66"), 1) == NOTHING
    assert read_attack(pool("661"), 2, pool("66"), 1) == PIN


# CB-1.9
def test_cb_1_9_an_attack_is_told_as_n_m(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 A4:mg34-1")
    words = [event.text for event in s.play("fire:RIFLE-1 65 4")]
    rolled = "6 5 against 4, needed over 4, got 6 and 5"
    assert words[2] == f"Rifle section fires at MG34 team in A4, 2-1: {rolled}: destroyed"


# CB-2.1
def test_cb_2_1_the_board_is_a_field_of_hexes(boots: Any) -> None:
    board = boots.battle("orchard").tables.board
    assert (board.columns, board.rows, board.size) == (8, 7, 56)


# CB-2.2
def test_cb_2_2_hex_names_are_column_letter_and_row_number(boots: Any) -> None:
    board = boots.battle("orchard").tables.board
    assert hex_number(board, "C4") == 2 * 7 + 3
    assert hex_name(board, 2 * 7 + 3) == "C4"
    assert (
        board.height[hex_number(board, "B1")] == 1 and board.height[hex_number(board, "A1")] == 0
    )  # CB-2.4


# CB-2.3
def test_cb_2_3_six_directions_lead_to_the_six_neighbours(boots: Any) -> None:
    board = boots.battle("orchard").tables.board
    start = hex_number(board, "C3")
    assert [hex_name(board, board.near[start * 6 + d]) for d in range(6)] == [
        "C2",
        "D2",
        "D3",
        "C4",
        "B3",
        "B2",
    ]


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("A1", "A1", 0), ("A1", "B1", 1), ("A1", "C1", 2), ("A1", "C4", 4), ("B3", "E1", 4)],
)
# CB-2.5
def test_cb_2_5_distance_is_the_fewest_steps(boots: Any, a: str, b: str, steps: int) -> None:
    board = boots.battle("orchard").tables.board
    assert board.distance(hex_number(board, a), hex_number(board, b)) == steps


# CB-2.5
def test_cb_2_5_distance_agrees_with_a_search_over_neighbours(boots: Any) -> None:
    board = boots.battle("orchard").tables.board
    for start in range(board.size):
        result, ring = {start: 0}, [start]
        while ring:
            at = ring.pop(0)
            for d in range(6):
                to = int(board.near[at * 6 + d])
                if to >= 0 and to not in result:
                    result[to] = result[at] + 1
                    ring.append(to)
        assert all(board.distance(start, end) == steps for end, steps in result.items())


# CB-2.6
def test_cb_2_6_a_hex_has_all_its_kinds_of_terrain(desk: Any) -> None:
    s = desk.scene("F.", "B1:RIFLE-1", trenches=["A1"])
    board = s.p.t.board
    assert (board.cover[0], board.obstacle[0], board.closed[0]) == (2, 1, 1)


# CB-2.8
def test_cb_2_8_elevation_lines_lie_where_neighbours_differ(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A1:RIFLE-1", elev="0\n2\n0")
    # CB-2.7 uphill costs, CB-2.6 one number for each hex, CB-2.9 the unit stands at it, CB-2.10 two
    # lines on one side
    assert s.after("move:RIFLE-1 step:S").p.mp == 2 * (4 - 3)


# CB-2.13
def test_cb_2_13_closed_terrain_is_building_forest_entrenchment(boots: Any) -> None:
    closed = {key for key, item in boots.catalogue.terrain.items() if item.closed}
    assert closed == {"building", "forest", "entrenchment"}


# CB-2.14
def test_cb_2_14_buildings_and_forest_are_the_obstacles(boots: Any) -> None:
    assert {key for key, item in boots.catalogue.terrain.items() if item.obstacle} == {
        "building",
        "forest",
    }  # CB-2.15


# CB-2.16
def test_cb_2_16_a_road_link_joins_two_hexes_across_their_side(desk: Any) -> None:
    s = desk.scene("FFF\nFF.", "A1:TRUCK-1", roads=["A1 B1"])
    assert s.after("move:TRUCK-1").can() == ["step:SE"]


# CB-2.18
def test_cb_2_18_bands_lie_beyond_the_named_edge(desk: Any) -> None:
    s = desk.scene("..\n..\n..", "A1:CRUSADER-1 B3:CRUSADER-2", bands="south")
    assert "to:band2" not in s.after("move:CRUSADER-1").can()
    assert "to:band2" in s.after("move:CRUSADER-2").can()  # CB-2.17
    north = desk.scene("..\n..\n..", "A1:CRUSADER-1 B3:CRUSADER-2", bands="north")
    assert "to:band2" in north.after("move:CRUSADER-1").can()


# CB-2.19
def test_cb_2_19_a_unit_can_stand_on_the_line_between_two_bands(desk: Any) -> None:
    s = desk.scene("..\n..", "band3:MATILDA-1", bands="south")
    assert s.after("move:MATILDA-1").can() == ["to:line2|3", "to:line3|4"]


# CB-2.20
def test_cb_2_20_units_in_one_band_are_not_together(desk: Any) -> None:
    s = desk.scene("..\n..", "band2:CRUSADER-1 band2:pz3-1".replace(" band2:", ","), bands="south")
    s.play("fire:CRUSADER-1")
    assert s.dice == "2-2"  # no point blank in the same band
    s.play("65 54")
    assert s.pinned("pz3-1")  # and a pin is a pin


# CB-3.1
def test_cb_3_1_pieces_have_their_ratings(boots: Any) -> None:
    pieces = boots.catalogue.pieces
    assert pieces["bri_rifle"].summary() == "r2/2"  # CB-3.2, CB-3.8
    assert pieces["ger_bf109"].summary() == "3/2 M=3"  # CB-3.9
    classes = {piece.kind_class for piece in pieces.values()}
    assert classes == {"infantry", "gun", "soft", "armor", "aircraft"}  # CB-3.10


# CB-3.3
def test_cb_3_3_an_unlimited_range_reaches_everything(desk: Any) -> None:
    s = desk.scene("." * 20, "A1:3IN-1 T1:rifle-1")
    assert "fire:3IN-1" in s.can()
    assert "fire:RIFLE-1" not in desk.scene("." * 20, "A1:RIFLE-1 T1:rifle-1").can()


# CB-3.4
def test_cb_3_4_an_underlined_range_counts_bands(desk: Any) -> None:
    s = desk.scene("." * 20, "A1:CRUSADER-1 T1:pz3-1", bands="south")
    assert "fire:CRUSADER-1" in s.can()
    away = desk.scene("..", "A1:CRUSADER-1 band2:pz3-1", bands="south")
    assert "fire:CRUSADER-1" not in away.can()


# CB-3.5
def test_cb_3_5_movement_is_counted_in_open_hexes(desk: Any) -> None:
    s = desk.scene(".\n" * 7, "A1:RIFLE-1")
    s.play("move:RIFLE-1 step:S step:S step:S")
    assert s.can() == ["stop", "step:N", "step:S"]
    s.play("step:S")
    assert s.where("RIFLE-1") == "A5" and s.p.mover == -1


# CB-3.6
def test_cb_3_6_firepower_and_survivability_are_dice(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 A4:mg34-1")
    assert s.after("fire:RIFLE-1").dice == "2-1"  # CB-3.7


# CB-3.11
def test_cb_3_11_only_tanks_and_halftracks_are_armor(boots: Any) -> None:
    t = boots.battle("hill").tables
    names = {item.key for n, item in enumerate(boots.battle("hill").units) if t.armor >> n & 1}
    assert names == {"ger_pz4", "ger_pz3", "ger_251"}  # CB-3.12


# CB-3.13
def test_cb_3_13_rifles_and_machine_guns_may_not_fire_at_armor(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1,BREN-1,VICKERS-1,BOYS-1 A4:tiger-1")
    assert [word for word in s.can() if word.startswith("fire")] == ["fire:BOYS-1"]  # CB-4.4


# CB-3.14
def test_cb_3_14_rifle_squads_and_weapon_pieces(boots: Any) -> None:
    battle = boots.battle("crossroads")
    squads = {item.key for n, item in enumerate(battle.units) if battle.tables.squads >> n & 1}
    assert squads == {
        "bri_rifle",
        "ger_rifle",
        "ger_assault",
    }  # CB-3.15: machine guns, mortars, guns are not


# CB-3.16
def test_cb_3_16_pinned_unit_is_marked_destroyed_unit_removed(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 A4:rifle-1")
    assert s.after("fire:RIFLE-1 65 54").pinned("rifle-1")
    assert s.after("fire:RIFLE-1 65 43").where("rifle-1") == "destroyed"


# CB-3.17
def test_cb_3_17_the_integrated_machine_gun_is_in_the_data(boots: Any) -> None:
    pieces = boots.catalogue.pieces
    assert pieces["ger_tiger"].mg == 2 and pieces["ger_stug"].mg == 0
    assert all(piece.mg == 2 for piece in pieces.values() if piece.kind == "tank")


# CB-3.18
def test_cb_3_18_any_number_of_pieces_may_share_a_hex(desk: Any) -> None:
    s = desk.scene("..", "A1:" + ",".join(f"RIFLE-{n}" for n in range(1, 13)) + " B1:RIFLE-13")
    s.play("move:RIFLE-13 step:NW")
    assert sum(piece.place == "A1" for piece in s.game.views.board_view(s.p, 0).pieces) == 13


# CB-3.19
def test_cb_3_19_friendly_means_of_the_same_side_pinned_or_not(desk: Any) -> None:
    s = desk.scene(FIELD, "A1:RIFLE-1 A2:RIFLE-2~1 A4:rifle-1", turn=3)
    assert "fire:RIFLE-1" not in s.can()
