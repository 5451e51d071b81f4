"""SQ-4 to SQ-6: manoeuvres, which one it is, and what is in the way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dogfight.core.errors import IllegalAction
from dogfight.games.squadrons.names import CARD_NAMES, CODES, HEADING_NAMES
from dogfight.lessons.courses import course

PAGE = (Path(__file__).parents[3] / "src/dogfight/games/squadrons/rulebook.md").read_text(
    encoding="utf-8"
)
ROW = re.compile(r"^\| ([NESW]+) \| (\(.*) \|$", re.M)
CELL = re.compile(r"\(([-+]?\d),([-+]?\d)\) ([NESW]+)")


def table_of_the_page() -> dict[tuple[str, str], tuple[int, int, str]]:
    """SQ-4.7 as printed."""
    return {
        (heading, code): (int(east), int(north), new)
        for heading, cells in ROW.findall(PAGE)
        for code, (east, north, new) in zip(CODES, CELL.findall(cells), strict=True)
    }


def results(desk: Any, heading: str) -> list[str]:
    """The seven manoeuvres from f6 on an empty board, each carried out."""
    cards = {"A": "2C", "TL": "2H", "TR": "2H", "BL": "2S", "BR": "2S", "IL": "2D", "IR": "2D"}
    result = []
    for code, card in cards.items():
        enemy = next(
            square
            for square in ("e5", "f5", "g5", "e6", "g6", "e7", "f7", "g7")
            if f"{code} {square}" not in _entries(heading)
        )
        position = desk.at("G1 f6 " + heading, f"R1 {enemy} N", "G2 l1 N")
        desk.play(position, f"G1 {card} {code}")
        result.append(f"{code} {desk.planes(position)['G1']}")
    return result


def _entries(heading: str) -> set[str]:
    return {
        f"{code} {'efg'[1 + east]}{6 + north}"
        for (item, code), (east, north, _) in table_of_the_page().items()
        if item == heading
    }


@pytest.mark.parametrize("heading", HEADING_NAMES)
def test_sq_4_7_every_manoeuvre_leads_where_the_table_says(desk: Any, heading: str) -> None:
    table = table_of_the_page()
    assert len(table) == 56  # SQ-4.7
    printed = [
        f"{code} {'efg'[1 + table[heading, code][0]]}{6 + table[heading, code][1]}"
        f" {table[heading, code][2]}"
        for code in CODES
    ]
    assert results(desk, heading) == printed


def test_sq_4_1_to_4_5_plane_heading_north_has_seven_manoeuvres(desk: Any) -> None:
    assert results(desk, "N") == [
        "A f7 N",  # SQ-4.1, SQ-4.2
        "TL e7 NW",  # SQ-4.3
        "TR g7 NE",
        "BL e6 N",  # SQ-4.4
        "BR g6 N",
        "IL e5 S",  # SQ-4.5
        "IR g5 S",
    ]


def test_sq_4_6_the_sides_of_a_diagonal_heading_are_diagonals(desk: Any) -> None:
    assert results(desk, "NE")[3:] == ["BL e7 NE", "BR g5 NE", "IL e6 SW", "IR f5 SW"]  # SQ-4.6


PERMITTED = [
    ("h8", "", ["A", "TL", "TR"]),  # SQ-5.2
    ("e7", "2C", ["A"]),  # SQ-5.3
    ("e7", "2S", ["A"]),
    ("e7", "2H", ["TL", "TR"]),
    ("e7", "2D", ["TL", "TR"]),
    ("f4", "KC", ["A"]),  # SQ-5.4
    ("f4", "KS", ["BL", "BR"]),
    ("f4", "KH", ["TL", "TR"]),
    ("f4", "KD", ["IL", "IR"]),
]


@pytest.mark.parametrize(("enemy", "card", "codes"), PERMITTED)
def test_sq_5_1_distance_and_card_decide_the_manoeuvre(
    desk: Any, enemy: str, card: str, codes: list[str]
) -> None:
    position = desk.at("G1 e5 N", f"R1 {enemy} N", "R2 l12 S")  # SQ-5.1: the far R2 does not matter
    desk.play(position, f"G1 {card}")
    assert desk.can(position) == codes  # SQ-5.1


def test_sq_5_1_a_friend_next_door_does_not_count(desk: Any) -> None:
    position = desk.at("G1 e5 N", "G2 e6 N", "R1 l12 S")
    desk.play(position, "G1")
    assert desk.can(position) == ["A", "TL", "TR"]  # SQ-5.1


def test_sq_5_5_the_side_is_chosen_after_the_card_is_seen(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 f4 N", "G2 a12 S")
    desk.play(position, "G1 7S")
    assert desk.game.views.board_view(position, 1).card == "7S"  # SQ-5.5
    desk.play(position, "BR")
    assert desk.planes(position)["G1"] == "f5 N"


@pytest.mark.parametrize(("enemy", "between"), [("e8", 2), ("h5", 2), ("l12", 6)])
def test_sq_5_2_refusal_counts_the_spaces_between(desk: Any, enemy: str, between: int) -> None:
    position = desk.at("G1 e5 N", f"R1 {enemy} N")
    desk.play(position, "G1")
    with pytest.raises(
        IllegalAction, match=f"^{between} spaces lie between G1 and the nearest enemy"
    ) as refused:
        desk.play(position, "IL")
    assert refused.value.rule == "SQ-5.2"


def test_sq_5_2_lesson_counts_the_spaces_between() -> None:
    for rule in course("squadrons").brief.rule:
        if {"SQ-5.2", "SQ-5.3"} & set(rule.rules):
            assert "between" in rule.say, rule.say


@pytest.mark.parametrize(("card", "code"), [("2C", "TL"), ("2S", "A"), ("2H", "IL"), ("2D", "TR")])
def test_sq_5_6_no_other_manoeuvre_can_be_taken(desk: Any, card: str, code: str) -> None:
    position = desk.at("G1 e5 N", "R1 f4 N")
    desk.play(position, f"G1 {card}")
    with pytest.raises(IllegalAction, match="does not permit") as refused:  # SQ-5.6
        desk.play(position, code)
    assert refused.value.rule == "SQ-5.6"


def test_sq_5_7_the_card_is_discarded_when_the_move_is_done(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 f4 N", "G2 a12 S")
    desk.play(position, "G1 7S")
    assert desk.game.views.board_view(position, 0).green.discards == ()  # SQ-5.7
    desk.play(position, "BR")
    assert desk.game.views.board_view(position, 0).green.discards == ("7S",)
    assert desk.game.views.board_view(position, 0).card == ""


@pytest.mark.parametrize("code", ["BL", "BR", "IL", "IR"])
def test_sq_5_8_no_barrel_roll_or_immelmann_of_ones_own_will(desk: Any, code: str) -> None:
    position = desk.at("G1 e5 N", "R1 l12 S")
    desk.play(position, "G1")
    with pytest.raises(IllegalAction, match="expected A, TL or TR"):  # SQ-5.8
        desk.play(position, code)


def test_sq_6_1_plane_is_placed_on_empty_entry_square(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 l12 S")
    events = desk.play(position, "G1 A")
    assert desk.planes(position)["G1"] == "e6 N"  # SQ-6.1
    assert events[1].rule == "SQ-6.1"


@pytest.mark.parametrize(
    ("others", "card", "code", "stand"),
    [
        (["R1 e6 S"], "2C", "A", "e7 N"),
        (["R1 d6 S"], "2H", "TL", "c7 NW"),
        (["G2 f5 N", "R1 f4 N"], "2S", "BR", "f6 N"),
        (["G2 d4 N", "R1 d5 N"], "2D", "IL", "d3 S"),
    ],
)
def test_sq_6_2_over_an_occupied_square_along_the_new_heading(
    desk: Any, others: list[str], card: str, code: str, stand: str
) -> None:
    position = desk.at("G1 e5 N", "G3 l1 N", *others)
    desk.play(position, f"G1 {card} {code}")
    assert desk.planes(position)["G1"] == stand  # SQ-6.2


def test_sq_6_3_any_number_of_planes_is_flown_over_unharmed(desk: Any) -> None:
    others = ["R1 e6 S", "G2 e7 N", "R2 e8 S", "G3 e9 N", "R3 e10 S"]
    position = desk.at("G1 e5 N", *others)
    events = desk.play(position, "G1 2C A")
    assert desk.planes(position)["G1"] == "e11 N"  # SQ-6.3
    assert len(desk.planes(position)) == 6
    assert "flying over 5 planes" in events[-1].text


def test_sq_6_4_open_manoeuvre_is_mandatory_even_over_a_plane(desk: Any) -> None:
    position = desk.at("G1 e12 NE", "R1 a1 N", "G2 f12 N")
    desk.play(position, "G1")
    assert desk.can(position) == ["TR"]  # SQ-6.4: over G2, and no forced Immelmann
    with pytest.raises(IllegalAction, match="off the board") as refused:
        desk.play(position, "A")
    assert refused.value.rule == "SQ-6.4"
    both = desk.at("G1 e5 N", "R1 d6 E")
    desk.play(both, "G1 6H")
    assert desk.can(both) == ["TL", "TR"]


def test_sq_6_5_no_open_manoeuvre_forces_immelmann(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "R1 l1 N")
    desk.play(position, "G1")
    assert desk.can(position) == ["IL", "IR"]  # SQ-6.5
    with pytest.raises(IllegalAction, match="off the board"):
        desk.play(position, "TL")
    with pytest.raises(IllegalAction, match="not what is left"):
        desk.play(position, "BL")
    desk.play(position, "IR")
    assert desk.planes(position)["G1"] == "f11 S"


def test_sq_6_6_a_forced_immelmann_does_not_fly_on(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 d11 N", "R1 e1 N")
    desk.play(position, "G1")
    assert desk.can(position) == ["IR"]  # SQ-6.6: though d10 is empty


def test_sq_6_7_a_forced_immelmann_costs_no_further_card(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "R1 e10 N")
    desk.play(position, "G1 2C")
    assert desk.can(position) == ["IL", "IR"]  # SQ-6.7
    desk.play(position, "IL")
    assert desk.game.views.board_view(position, 0).green.left == 51


def test_sq_6_8_the_owner_chooses_whom_to_collide_with(desk: Any) -> None:
    position = desk.at("G1 e12 N", "R1 d11 N", "R2 f11 N")
    desk.play(position, "G1 3C")
    assert desk.can(position) == ["X:R1", "X:R2"]  # SQ-6.8
    assert desk.game.decision(position).rule == "SQ-6.8"
    with pytest.raises(IllegalAction, match="R3 is not in the way") as refused:
        desk.play(position, "X:R3")
    assert refused.value.rule == "SQ-6.9"


def test_sq_6_9_planes_on_lines_and_side_rear_squares_block(desk: Any) -> None:
    others = ["R1 e11 S", "G2 e12 N", "R2 d9 N", "G3 f9 N", "R3 d11 N"]
    position = desk.at("G1 e10 N", *others)
    desk.play(
        position, "G1 3C"
    )  # ahead: R1 and G2 up to the edge; R2 and G3 behind; R3 is not on the way
    assert desk.can(position) == ["X:R1", "X:R2", "X:G2", "X:G3"]  # SQ-6.9


def test_sq_6_9_only_the_permitted_manoeuvres_are_examined(desk: Any) -> None:
    others = ["R1 d12 S", "R2 f12 S", "R3 d10 N", "G2 f10 N", "G3 e12 N"]
    position = desk.at("G1 e11 N", *others)
    desk.play(
        position, "G1 3H"
    )  # turns: R1 and R2 in the corners; R3 and G2 behind; G3 would be ahead
    assert desk.can(position) == ["X:R1", "X:R2", "X:R3", "X:G2"]  # SQ-6.9


def test_sq_6_10_both_planes_of_a_collision_are_lost(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "R1 d11 N", "R2 f11 N")
    before = position.score(0), position.score(1)
    desk.play(position, "G1 3C X:R2")
    assert desk.planes(position) == {"G2": "a1 N", "R1": "d11 N"}  # SQ-6.10
    assert (position.score(0), position.score(1)) == (before[0] + 1, before[1] + 1)


def test_sq_6_11_ramming_a_friend_scores_both_for_opponent(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 d11 N", "G3 f11 N", "R1 e1 N")
    before = position.score(0), position.score(1)
    desk.play(position, "G1 X:G3")
    assert (position.score(0), position.score(1)) == (before[0] + 2, before[1])  # SQ-6.11


def test_sq_6_12_no_collision_while_a_square_is_left(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 e6 N")
    desk.play(position, "G1 2C")
    with pytest.raises(IllegalAction, match="nobody may collide") as refused:  # SQ-6.12
        desk.play(position, "X:R1")
    assert refused.value.rule == "SQ-6.12"


def test_sq_6_13_the_last_resort_is_ahead(desk: Any) -> None:
    position = desk.at("R1 g12 S", "G1 g11 N", "R2 a1 N", turn="R")
    desk.play(position, "R1 4D")
    assert desk.can(position) == ["A"]  # SQ-6.13
    assert desk.game.decision(position).rule == "SQ-6.13"
    desk.play(position, "A")
    assert desk.planes(position)["R1"] == "g10 S"


def test_sq_6_13_full_line_ahead_forces_collision_on_it(desk: Any) -> None:
    names = ["G1", "R2", "R3", "R4", "R5", "R6", "G2", "G3", "G4", "G5", "G6"]  # on e2 to e12
    position = desk.at(
        "R1 e1 N", *(f"{name} e{row} S" for row, name in enumerate(names, 2)), turn="R"
    )
    desk.play(position, "R1 4D")
    assert desk.can(position) == [  # SQ-6.13
        f"X:{side}{number}" for side in "RG" for number in range(1, 7) if side + str(number) != "R1"
    ]


def test_sq_6_13_a_plane_with_nowhere_to_go_stays(board: Any) -> None:
    desk = board(9, 9, "d2", "e2", "f2", "d1", "f1")
    position = desk.at("G1 e1 N", "G2 a9 S", "R1 i9 S")
    desk.play(position, "G1")
    assert desk.can(position) == ["stay"]  # SQ-6.13
    events = desk.play(position, "stay G2 A")
    assert desk.planes(position)["G1"] == "e1 N"
    assert events[0].rule == "SQ-6.13"
    assert position.active == 0


def test_sq_5_6_every_card_permits_something_at_both_distances(desk: Any) -> None:
    for enemy in ("e7", "f6"):
        for card in CARD_NAMES:
            position = desk.at("G1 e5 N", f"R1 {enemy} N", red="AC")
            desk.play(position, f"G1 {card}")
            assert desk.can(position)
