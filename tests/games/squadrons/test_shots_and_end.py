"""SQ-7 and SQ-8: shots, the end, the score."""

from __future__ import annotations

from typing import Any

import pytest

from dogfight.core.decision import Chance, Over
from dogfight.games.squadrons.names import CARD_NAMES
from dogfight.games.squadrons.view import shots_of
from dogfight.testing.checks import walk


def out(*left: str) -> str:
    """All cards but these, as discards."""
    return ",".join(name for name in CARD_NAMES if name not in left)


def shooting(desk: Any, *planes: str) -> list[str]:
    """Who shoots at whom, and how, in a shot phase of this position."""
    return sorted(
        f"{item.shooter}>{item.target} {item.kind}" for item in shots_of(desk.at(*planes))
    )


def end(desk: Any, position: Any) -> Over:
    decision = desk.game.decision(position)
    assert isinstance(decision, Over)
    return decision


def test_sq_7_1_shots_come_after_all_moves_only(desk: Any) -> None:
    position = desk.at("G1 e4 N", "G2 a1 N", "R1 e6 N")
    desk.play(position, "G1 2C A")  # G1 now points at R1's tail
    assert desk.can(position) == ["G2"]  # SQ-7.1
    desk.play(position, "G2 A")
    assert desk.draws(position) and desk.game.decision(position).rule == "SQ-7.4"


def test_sq_7_2_planes_of_both_sides_shoot_at_the_enemy_in_front(desk: Any) -> None:
    assert shooting(desk, "G1 e5 N", "R1 e6 E", "R2 a1 E", "G2 b1 N") == [
        "G1>R1 other",
        "R2>G2 other",
    ]  # SQ-7.2


def test_sq_7_3_no_shot_at_friends_sideways_or_out_of_range(desk: Any) -> None:
    assert (
        shooting(desk, "G1 e5 N", "G2 e6 N", "R1 f6 S", "R2 e8 S", "R3 a12 N", "G3 l1 E") == []
    )  # SQ-7.3


def test_sq_7_4_every_shooter_draws_from_its_own_deck(desk: Any) -> None:
    position = desk.at("G1 e4 N", "R1 e6 S", green="9C")
    desk.play(position, "G1 2C A")
    assert desk.draws(position)  # SQ-7.4
    desk.play(position, "9H")  # Green's; the deck has no 9C any more
    desk.play(position, "9C")  # Red's
    table = desk.game.views.board_view(position, 0)
    assert (table.red.left, table.green.left) == (50, 49)


@pytest.mark.parametrize(
    ("stand", "kind"),
    [
        ("f5 N", "tail"),
        ("e5 NE", "tail"),
        ("g5 NW", "tail"),
        ("e6 E", "other"),
        ("g6 W", "other"),
        ("e7 SE", "other"),
        ("g7 SW", "other"),
        ("f7 S", "head"),
    ],
)
def test_sq_7_5_the_angle_of_the_headings_gives_the_kind(desk: Any, stand: str, kind: str) -> None:
    assert f"G1>R1 {kind}" in shooting(desk, "R1 f6 N", f"G1 {stand}")  # SQ-7.5


def after_shots(desk: Any, red: str, green: str, cards: str) -> set[str]:
    """Which of R1 and G1 are left after a shot phase that begins with these stands; others stand
    far away.
    """
    shots = shooting(desk, f"R1 {red}", f"G1 {green}")
    names = ",".join(f"{shot[:2]}=?" for shot in sorted(shots, reverse=True))
    stands = [f"R1 {red}", f"G1 {green}", "R6 a12 E", "G6 l1 W"]
    position = desk.at(*stands, turn="R", doing=f"shots:{names}")
    desk.play(position, cards)
    return set(desk.planes(position)) & {"R1", "G1"}


def test_sq_7_6_head_to_head_the_higher_card_wins(desk: Any) -> None:
    assert after_shots(desk, "e6 S", "e5 N", "JS 10H") == {"R1"}  # SQ-7.6
    assert after_shots(desk, "e6 S", "e5 N", "AD 2C") == {"G1"}
    assert after_shots(desk, "e6 S", "e5 N", "QD KC") == {"G1"}


def test_sq_7_7_equal_ranks_hit_nobody(desk: Any) -> None:
    assert after_shots(desk, "e6 S", "e5 N", "9S 9D") == {"R1", "G1"}  # SQ-7.7


@pytest.mark.parametrize(("card", "left"), [("2C", 2), ("KS", 2), ("2H", 1), ("AD", 1)])
def test_sq_7_8_a_tail_shot_hits_with_red(desk: Any, card: str, left: int) -> None:
    assert len(after_shots(desk, "e6 N", "e5 N", card)) == left  # SQ-7.8


@pytest.mark.parametrize(("card", "left"), [("2C", 2), ("KS", 2), ("KH", 2), ("AD", 1)])
def test_sq_7_9_any_other_shot_hits_with_a_diamond(desk: Any, card: str, left: int) -> None:
    assert len(after_shots(desk, "e6 E", "e5 N", card)) == left  # SQ-7.9


def test_sq_7_10_shots_are_simultaneous(desk: Any) -> None:
    position = desk.at(
        "G1 e7 N", "R1 e8 N", "R2 e6 N", "G6 l1 W", "R6 a12 E", doing="shots:G1=?,R2=?"
    )
    desk.play(position, "2H")
    assert "R1" in desk.planes(position)  # SQ-7.10: hit, but not yet removed
    desk.play(position, "2H")
    assert set(desk.planes(position)) == {"R2", "G6", "R6"}


def test_sq_7_11_active_players_shooters_draw_first_by_number(desk: Any) -> None:
    planes = ["G1 e5 N", "R1 e6 S", "G2 h5 N", "R2 h6 S"]
    green_first = desk.at(*planes, turn="G", doing="shots:G1=?,G2=?,R1=?,R2=?")
    events = desk.play(green_first, "2C 2S 3C 3S")
    assert [event.facts["shooter"] for event in events if event.kind == "shot"] == [
        "G1",
        "G2",
        "R1",
        "R2",
    ]  # SQ-7.11
    red_first = desk.at(*planes, turn="R", doing="shots:R1=?,R2=?,G1=?,G2=?")
    events = desk.play(red_first, "2C 2S 3C 3S")
    assert [event.facts["shooter"] for event in events if event.kind == "shot"] == [
        "R1",
        "R2",
        "G1",
        "G2",
    ]


def test_sq_7_12_a_plane_hit_twice_is_one_plane(desk: Any) -> None:
    position = desk.at("G1 f5 N", "G2 e6 E", "R1 f6 N", "R2 l12 S", doing="shots:G1=?,G2=?")
    before = position.score(1)
    desk.play(position, "5H 9D")
    assert position.score(1) == before + 1  # SQ-7.12


def test_sq_7_13_planes_shot_down_do_not_come_back(desk: Any) -> None:
    position = desk.at("G1 f5 N", "R1 f6 N", "R2 l12 S", doing="shots:G1=?")
    desk.play(position, "5H")
    assert desk.can(position) == ["R2"]  # SQ-7.13
    assert desk.game.text.why_not(position, 0, 0).rule == "SQ-7.13"


def test_sq_7_14_shot_cards_are_discarded(desk: Any) -> None:
    position = desk.at("G1 f5 N", "R1 f6 N", "R2 l12 S", doing="shots:G1=?")
    desk.play(position, "5C")
    assert desk.game.views.board_view(position, 0).green.discards == ("5C",)  # SQ-7.14


def test_sq_8_1_a_used_up_deck_ends_the_game(desk: Any) -> None:
    position = desk.at("G1 f5 N", "R1 f6 N", "R2 l12 S", doing="shots:G1=?", green=out("5C"))
    desk.play(position, "5C")
    assert (end(desk, position).reason, end(desk, position).rule) == ("deck", "SQ-8.1")


def test_sq_8_2_last_movement_card_is_used_before_the_end(desk: Any) -> None:
    position = desk.at("G1 e4 N", "G2 a1 N", "R1 e6 S", green=out("7C"))
    events = desk.play(position, "G1 7C A")
    assert desk.planes(position) == {"G1": "e5 N", "G2": "a1 N", "R1": "e6 S"}  # SQ-8.2
    assert end(desk, position).reason == "deck"
    assert [event.kind for event in events if event.kind == "shot"] == []


def test_sq_8_2_a_last_movement_card_can_end_in_a_collision(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "R1 d11 N", "R2 f11 N", green=out("7C"))
    desk.play(position, "G1 7C X:R1")
    assert end(desk, position).reason == "deck"  # SQ-8.2
    assert set(desk.planes(position)) == {"G2", "R2"}


def test_sq_8_3_shot_phase_is_completed_after_last_card(desk: Any) -> None:
    planes = ["G1 e5 N", "R1 e6 N", "G2 h5 N", "R2 h6 S", "R3 l12 S"]
    position = desk.at(*planes, doing="shots:G1=?,G2=?,R2=?", green=out("2H"))
    events = desk.play(position, "2H 3C")  # G2 gets none, R2 still draws
    assert [event.facts["card"] for event in events if event.kind == "shot"] == [
        "2H",
        "-",
        "3C",
    ]  # SQ-8.3
    assert set(desk.planes(position)) == {"G1", "R2", "R3"}
    assert end(desk, position).reason == "deck"


def test_sq_8_4_without_a_card_there_is_no_shot_and_rank_0(desk: Any) -> None:
    planes = ["G1 e5 N", "R1 e6 N", "G2 h5 N", "R2 h6 S"]
    position = desk.at(*planes, doing="shots:G1=?,G2=?,R2=?", green=out("2C"))
    events = desk.play(position, "2C 2C")
    assert "G2 has no card left to shoot at R2." in [event.text for event in events]  # SQ-8.4
    assert set(desk.planes(position)) == {"G1", "R1", "R2"}  # any card beats rank 0


def test_sq_8_5_no_card_is_drawn_twice(desk: Any) -> None:
    drawable: list[set[int]] = [set(range(52)), set(range(52))]
    for position, decision in walk(desk.game, {}, 5):
        if isinstance(decision, Chance):
            side = 0 if position.plane < 6 else 1
            now = {card for card, _ in decision.odds}
            assert now <= drawable[side]  # SQ-8.5
            drawable[side] = now
    assert min(map(len, drawable)) == 1


@pytest.mark.parametrize(("shooter", "target"), [("G1", "R1"), ("R1", "G1")])
def test_sq_8_6_a_side_without_planes_ends_the_game_after_shots(
    desk: Any, shooter: str, target: str
) -> None:
    position = desk.at(f"{shooter} f5 N", f"{target} f6 N", doing=f"shots:{shooter}=?")
    desk.play(position, "5H")
    assert (end(desk, position).reason, end(desk, position).rule) == ("wipeout", "SQ-8.6")


def test_sq_8_6_a_side_without_planes_ends_the_game_after_a_move(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "G3 f11 N", "R1 d11 N")
    desk.play(position, "G1 7C X:R1")
    assert end(desk, position).reason == "wipeout"  # SQ-8.6
    assert desk.planes(position) == {"G2": "a1 N", "G3": "f11 N"}


def test_sq_8_7_forty_turns_without_a_card_end_the_game(desk: Any) -> None:
    position = desk.at("G1 a1 N", "R1 l12 S", idle="38")
    desk.play(position, "G1 A R1")
    assert position.idle == 39  # SQ-8.7
    desk.play(position, "A")
    assert (end(desk, position).reason, end(desk, position).rule, position.idle) == (
        "stall",
        "SQ-8.7",
        40,
    )


def test_sq_8_7_a_card_starts_the_count_anew(desk: Any) -> None:
    position = desk.at("G1 e4 N", "R1 f6 S", idle="39")
    desk.play(position, "G1 2C A")
    assert position.idle == 0  # SQ-8.7


def test_sq_8_7_the_limit_comes_from_the_data(board: Any) -> None:
    desk = board(9, 9, stall=3)
    position = desk.at("G1 a1 N", "R1 i9 S", idle="2")
    desk.play(position, "G1 A")
    assert end(desk, position).reason == "stall"  # SQ-8.7


def test_sq_8_8_every_lost_plane_is_a_point_for_the_other_side(desk: Any) -> None:
    for position, _ in walk(desk.game, {}, 11):
        names = desk.planes(position)
        assert position.score(0) == 6 - sum(name[0] == "G" for name in names)  # SQ-8.8
        assert position.score(1) == 6 - sum(name[0] == "R" for name in names)


@pytest.mark.parametrize(
    ("planes", "payoffs", "winners"),
    [
        (["G1 a1 N", "R1 l12 S"], (0.5, 0.5), ()),
        (["G1 a1 N", "R1 l12 S", "R2 k12 S"], (1.0, 0.0), (0,)),
        (["G1 a1 N", "G2 b1 N", "R1 l12 S"], (0.0, 1.0), (1,)),
    ],
)
def test_sq_8_9_the_higher_score_wins_and_nothing_else_matters(
    desk: Any, planes: list[str], payoffs: tuple[float, float], winners: tuple[int, ...]
) -> None:
    for more in ({"doing": "over:stall", "idle": "40"}, {"doing": "over:deck", "red": out()}):
        position = desk.at(*planes, **more)
        assert (
            end(desk, position).payoffs == payoffs == (position.payoff(0), position.payoff(1))
        )  # SQ-8.9
        assert end(desk, position).winners == winners
