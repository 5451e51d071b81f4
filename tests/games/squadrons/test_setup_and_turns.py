"""SQ-1 to SQ-3: pieces, set-up, turns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dogfight.core.decision import Chance, Choose
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import CHANCE
from dogfight.games.squadrons import tables
from dogfight.games.squadrons.names import CARD_NAMES, square_called
from dogfight.games.squadrons.rules.movement import nearest_enemy
from dogfight.testing.checks import walk

START = "R:l12S,k12S,j12S,c12S,b12S,a12S G:a1N,b1N,c1N,j1N,k1N,l1N r=- g=- first 0:0 idle:0 t0"


def test_sq_1_1_there_are_two_seats_red_and_green(desk: Any) -> None:
    assert [seat.title for seat in desk.game.seats({})] == ["Red", "Green"]  # SQ-1.1


def test_sq_1_2_each_side_has_six_planes(desk: Any) -> None:
    names = [plane.name for plane in desk.game.views.board_view(desk.game.new({}), 0).planes]
    assert names == [
        "R1",
        "R2",
        "R3",
        "R4",
        "R5",
        "R6",
        "G1",
        "G2",
        "G3",
        "G4",
        "G5",
        "G6",
    ]  # SQ-1.2


def test_sq_1_3_a_deck_is_four_suits_of_thirteen(desk: Any) -> None:
    decision = desk.game.decision(desk.game.new({}))
    assert isinstance(decision, Chance)  # SQ-1.3
    assert len(set(CARD_NAMES)) == 52
    assert decision.odds == tuple((card, Fraction(1, 52)) for card in range(52))


def test_sq_1_4_clubs_and_spades_are_black() -> None:
    red = {name for card, name in enumerate(CARD_NAMES) if tables.is_red(card)}
    assert red == {name for name in CARD_NAMES if name[-1] in "HD"}  # SQ-1.4


def test_sq_1_5_heights_run_from_the_ace_1_to_the_king_13() -> None:
    heights = {name: tables.height(card) for card, name in enumerate(CARD_NAMES)}
    # SQ-1.5
    assert [heights[name] for name in ("AS", "2C", "9H", "10D", "JS", "QH", "KC")] == [
        1,
        2,
        9,
        10,
        11,
        12,
        13,
    ]


def test_sq_1_7_a_blocked_square_is_off_the_board(board: Any) -> None:
    desk = board(9, 9, "e6")
    assert desk.can(_flying(desk, "G1 e5 N", "R1 a9 S")) == ["TL", "TR"]  # SQ-1.7


def test_sq_1_7_the_board_is_as_large_as_the_data_say(board: Any) -> None:
    desk = board(26, 31)
    assert desk.can(_flying(desk, "G1 z30 N", "R1 a1 S")) == ["A", "TL"]  # SQ-1.7
    assert desk.can(_flying(desk, "G1 z31 NE", "R1 a1 S")) == ["IL", "IR"]


def _flying(desk: Any, *planes: str) -> Any:
    position = desk.at(*planes)
    desk.play(position, planes[0].split()[0])
    return position


def test_sq_1_8_every_plane_has_one_square_and_one_heading(desk: Any) -> None:
    position = desk.at("G1 e5 NW", "R1 l12 SE")
    assert desk.planes(position) == {"G1": "e5 NW", "R1": "l12 SE"}  # SQ-1.8


def test_sq_1_9_no_two_planes_share_a_square_in_random_play(desk: Any) -> None:
    for position, _ in walk(desk.game, {}, 3):
        stands = [square.split()[0] for square in desk.planes(position).values()]
        assert len(set(stands)) == len(stands)  # SQ-1.9


def test_sq_1_10_airfields_are_squares_like_any_other(desk: Any) -> None:
    position = desk.at("R1 b2 S", "G1 l12 N", turn="R")
    desk.play(position, "R1 A")  # onto Green's airfield
    assert desk.planes(position)["R1"] == "b1 S"  # SQ-1.10


@pytest.mark.parametrize(
    ("enemy", "away"), [("e6", 1), ("f6", 1), ("f7", 2), ("h8", 3), ("e12", 7), ("a4", 4)]
)
def test_sq_1_11_distance_is_the_larger_difference(desk: Any, enemy: str, away: int) -> None:
    assert tables.distance(square_called("e5"), square_called(enemy)) == away  # SQ-1.11
    assert nearest_enemy(desk.at("G1 e5 N", f"R1 {enemy} S"), 6) == away


@pytest.mark.parametrize("enemy", ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"])
def test_sq_1_12_diagonal_neighbours_are_adjacent(desk: Any, enemy: str) -> None:
    position = desk.at("G1 e5 N", f"R1 {enemy} N")
    desk.play(position, "G1")
    assert desk.game.decision(position).rule == "SQ-5.4"  # SQ-1.12


def test_sq_1_13_the_front_square_may_lie_off_the_board(desk: Any) -> None:
    position = desk.at("G1 e5 NE", "R1 a1 W")
    assert position.front_square(6) == square_called("f6")  # SQ-1.13
    assert position.front_square(0) == tables.OFF


def test_sq_1_14_right_is_clockwise(desk: Any) -> None:
    position = desk.at("G1 e5 S", "R1 l12 S")
    desk.play(position, "G1 TR")
    assert desk.planes(position)["G1"] == "d4 SW"  # SQ-1.14


def test_sq_2_1_planes_start_where_the_data_say(desk: Any, board: Any) -> None:
    assert desk.game.notation.write(desk.game.new({})) == START  # SQ-2.1
    other = board(6, 5)
    assert other.planes(other.game.new({}))["R6"] == "a5 S"


def test_sq_2_2_decks_are_separate_and_discards_are_open(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 e7 S", "G2 a1 N", red="9H", green="9H,2C")
    desk.play(position, "G1 KC A")
    table = desk.game.views.board_view(position, 0)
    assert (table.red.left, table.red.discards) == (51, ("9H",))  # SQ-2.2
    assert (table.green.left, table.green.discards) == (49, ("2C", "KC", "9H"))


@pytest.mark.parametrize(("card", "first"), [("2H", 0), ("KD", 0), ("AC", 1), ("10S", 1)])
def test_sq_2_3_the_colour_of_reds_first_card_decides_who_begins(
    desk: Any, card: str, first: int
) -> None:
    position = desk.game.new({})
    desk.play(position, card)
    assert desk.game.decision(position) == Choose(first, "SQ-3.5")  # SQ-2.3


def test_sq_2_4_the_first_card_is_not_returned(desk: Any) -> None:
    position = desk.game.new({})
    desk.play(position, "AC")
    table = desk.game.views.board_view(position, 1)
    assert (table.red.left, table.green.left, table.red.discards) == (51, 52, ("AC",))  # SQ-2.4


def test_sq_2_5_planes_that_have_not_moved_count_for_everything(board: Any) -> None:
    start = {f"G{n}": f"{'abcdef'[n - 1]}1 N" for n in range(1, 7)} | {
        f"R{n}": f"{'abcdef'[n - 1]}3 S" for n in range(1, 7)
    }
    desk = board(6, 6, start=start)
    position = desk.game.new({})
    desk.play(position, "2H R1")
    assert desk.draws(position)  # SQ-2.5: one space between, before anybody has launched


def test_sq_3_1_turns_alternate_and_sq_3_2_end_with_shots(desk: Any) -> None:
    position = desk.at("G1 e4 N", "G2 a1 N", "R1 e6 S", "R2 l1 N")
    events = desk.play(position, "G1 2C A G2 A 9H 9C R1")
    shots = [event.facts["shooter"] for event in events if event.kind == "shot"]
    assert shots == ["G1", "R1"]  # SQ-3.1, SQ-3.2
    assert desk.game.turn(position) == 51 and position.active == 0


def test_sq_3_3_every_plane_moves_once_and_none_twice(desk: Any) -> None:
    position = desk.at("G1 a1 N", "G2 e1 N", "G4 h1 N", "R1 a12 S")
    assert desk.can(position) == ["G1", "G2", "G4"]  # SQ-3.3
    desk.play(position, "G2 A")
    assert desk.can(position) == ["G1", "G4"]
    with pytest.raises(IllegalAction, match="no plane moves twice") as refused:
        desk.play(position, "G2")
    assert refused.value.rule == "SQ-3.3"
    with pytest.raises(IllegalAction, match="stand still"):
        desk.play(position, "G1 stay")


def test_sq_3_4_all_six_planes_launch_in_the_first_turn(desk: Any) -> None:
    position = desk.game.new({})
    desk.play(position, "AC G1 A G2 A G3 A G4 A G5 A G6 A")
    assert position.active == 0  # SQ-3.4
    assert {name: stand for name, stand in desk.planes(position).items() if name[0] == "G"} == {
        f"G{n}": f"{'abcjkl'[n - 1]}2 N" for n in range(1, 7)
    }
    assert desk.can(position) == ["R1", "R2", "R3", "R4", "R5", "R6"]


def test_sq_3_5_the_owner_chooses_the_order_one_plane_at_a_time(desk: Any) -> None:
    position = desk.at("G1 e4 N", "G2 e5 N", "R1 e12 S")
    desk.play(position, "G2")
    with pytest.raises(IllegalAction, match="finish its move first"):  # SQ-3.5
        desk.play(position, "G1")
    desk.play(position, "A G1 A")
    assert desk.planes(position)["G1"] == "e5 N"


def test_sq_3_6_a_plane_is_named_before_its_card_is_drawn(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 e6 N")
    assert not desk.draws(position)  # SQ-3.6
    with pytest.raises(IllegalAction, match="named before") as refused:
        desk.play(position, "A")
    assert refused.value.rule == "SQ-3.6"
    desk.play(position, "G1")
    assert desk.draws(position)


def test_sq_3_7_planes_of_the_other_side_do_not_move(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 a12 S")
    with pytest.raises(IllegalAction, match="only one's own planes move"):  # SQ-3.7
        desk.play(position, "R1")
    with pytest.raises(IllegalAction, match="it is for G to act"):
        desk.game.play(position, 0, 0)


def test_sq_3_8_a_plane_lost_before_its_move_does_not_move(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 d11 N", "G3 f11 N", "R1 e1 N")
    desk.play(position, "G1 X:G2")
    assert desk.can(position) == ["G3"]  # SQ-3.8


def test_sq_3_9_distances_are_measured_when_the_plane_is_named(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 c10 S", "R1 d11 N", "R2 f11 N")
    desk.play(position, "G1 2C X:R1")  # R1, next to G2, is gone
    desk.play(position, "G2")
    assert desk.can(position) == ["A", "TL", "TR"]  # SQ-3.9


@pytest.mark.no_rule("bad input")
def test_play_refuses_seat_for_chance_and_chance_for_seat(desk: Any) -> None:
    position = desk.game.new({})
    with pytest.raises(IllegalAction, match="a draw or roll comes first"):
        desk.game.play(position, 0, 0)
    desk.game.play(position, CHANCE, 0)
    with pytest.raises(IllegalAction):
        desk.game.play(position, CHANCE, 0)
