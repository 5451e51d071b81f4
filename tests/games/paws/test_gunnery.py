"""Shots, damage and the Sun by day: sections 14 and 15."""

from typing import Any

import pytest

from dogfight.games.paws.game import Paws

QUIET = {"sun": "jaws.GC"}
BUSY = "; 4 paws.pilot sun_left; 3 paws.gunner sun_left"


@pytest.mark.parametrize("zone", ["PL", "PC", "PR", "GL", "GC", "GR"])
@pytest.mark.parametrize("seat", ["jaws.pilot", "jaws.gunner"])
def test_jp_14_1_to_14_4_a_shot_hits_its_zone_only(played: Any, zone: str, seat: str) -> None:
    """JP-14.1 JP-14.2 JP-14.3 JP-14.4: either board, whichever seat fires."""
    for plane in ("PL", "PC", "PR", "GL", "GC", "GR"):
        hits = [f"1 {seat} > paws.pilot 6"] if plane == zone else []
        start = {"sun": "paws.GC", "planes": {"paws@jaws": plane}}
        assert played(f"1 {seat} shoot_{zone.lower()}" + BUSY, {"hits": hits}, start) == []


def test_jp_14_5_the_damage_is_on_the_card(played: Any) -> None:
    # JP-14.5
    more = {"cards": {"shoot_pc": {"damage": 4}}}
    expect = {"hits": ["1 jaws.pilot > paws.pilot 4"], "scrap": {"paws.pilot": 4}}
    assert played("1 jaws.pilot shoot_pc" + BUSY, expect, QUIET, **more) == []
    none = {"cards": {"shoot_pc": {"damage": 0}}}
    expect = {"hits": ["1 jaws.pilot > paws.pilot 0"], "scrap": {"paws.pilot": 0}, "result": "none"}
    assert played("1 jaws.pilot shoot_pc" + BUSY, expect, QUIET, **none) == []


@pytest.mark.parametrize(("board", "hit"), [("PL", "pilot"), ("GR", "gunner")])
def test_jp_14_6_the_shooters_plane_decides_who_is_hit(played: Any, board: str, hit: str) -> None:
    # JP-14.6
    start = {"sun": "jaws.GC", "planes": {"jaws@paws": board}}
    assert (
        played("1 jaws.pilot shoot_pc" + BUSY, {"hits": [f"1 jaws.pilot > paws.{hit} 6"]}, start)
        == []
    )


def test_jp_14_7_a_repairing_seat_is_hit_instead(played: Any) -> None:
    # JP-14.7
    assert (
        played(
            "1 jaws.pilot shoot_pc; 4 paws.pilot sun_left",
            {"hits": ["1 jaws.pilot > paws.gunner 6"]},
            QUIET,
        )
        == []
    )


def test_jp_14_8_both_repairing_are_hit_in_full(played: Any) -> None:
    # JP-14.8
    hits = ["1 jaws.pilot > paws.pilot 6", "1 jaws.pilot > paws.gunner 6"]
    assert (
        played(
            "1 jaws.pilot shoot_pc",
            {"hits": hits, "scrap": {"paws.pilot": 6, "paws.gunner": 6}},
            QUIET,
        )
        == []
    )


def test_jp_14_9_and_14_10_hits_scrap_top_cards_permanently(played: Any) -> None:
    # JP-14.9 JP-14.10
    deck = [
        "plane_left",
        "sun_view",
        "sun_team",
        "shoot_pl",
        "shoot_pc",
        "shoot_pr",
        "plane_view",
        "plane_corner",
    ]
    start = {**QUIET, "deck_cards": {"paws.pilot": deck}, "discard": {"paws.pilot": 3}}
    expect = {
        "scrap_cards": {"paws.pilot": deck[1:7]},
        "deck_cards": {"paws.pilot": deck[7:]},
        "hand": {"paws.pilot": 4},
        "discard": {"paws.pilot": 4},
    }
    assert played("1 jaws.pilot shoot_pc" + BUSY, expect, start) == []


def test_jp_14_11_and_14_12_one_card_short_or_just_enough(played: Any) -> None:
    # JP-14.11 JP-14.12
    for deck, result, scrap in ((7, "none", 6), (6, "win jaws", 5), (1, "win jaws", 0)):
        expect = {"result": result, "scrap": {"paws.pilot": scrap}, "deck": {"paws.pilot": 0}}
        start = {**QUIET, "deck": {"paws.pilot": deck}}
        assert played("1 jaws.pilot shoot_pc" + BUSY, expect, start) == []  # JP-17.3


def test_jp_15_1_cover_halves_and_15_3_once_for_every_seat(played: Any) -> None:
    # JP-15.1 JP-15.3
    hits = ["1 jaws.pilot > paws.pilot 3", "1 jaws.pilot > paws.gunner 3"]
    assert played("1 jaws.pilot shoot_pc", {"hits": hits}, {"sun": "jaws.PC"}) == []
    away = ["1 jaws.pilot > paws.pilot 6", "1 jaws.pilot > paws.gunner 6"]
    assert played("1 jaws.pilot shoot_pc", {"hits": away}, {"sun": "jaws.PL"}) == []


def test_jp_15_2_half_of_an_odd_number_is_rounded_up(played: Any) -> None:
    # JP-15.2
    cards = {"shoot_pc": {"damage": 7}}
    expect = {"hits": ["1 jaws.pilot > paws.pilot 4"]}
    assert played("1 jaws.pilot shoot_pc" + BUSY, expect, {"sun": "jaws.PC"}, cards=cards) == []


def test_jp_15_4_and_15_5_out_of_sun_shot_sweeps_board_once(played: Any) -> None:
    # JP-15.4 JP-15.5
    for card, zone, hit in (
        ("pl", "PR", True),
        ("gl", "GR", True),
        ("pl", "GR", False),
        ("gl", "PL", False),
    ):
        start = {"sun": "paws.PC", "planes": {"paws@jaws": zone}}
        hits = ["1 jaws.pilot > paws.pilot 6"] if hit else []
        assert (
            played(
                f"1 jaws.pilot shoot_{card}" + BUSY.replace("sun_left", "shoot_pl"),
                {"hits": hits},
                start,
            )
            == []
        )


def test_jp_15_6_sun_effects_are_judged_after_section_moves(played: Any) -> None:
    # JP-15.6
    play = "1 jaws.pilot shoot_pl; 1 paws.gunner sun_left; 4 paws.pilot shoot_gl"
    assert played(play, {"hits": []}, {"sun": "paws.PC"}) == []
    play = "1 jaws.pilot shoot_pc; 1 paws.gunner sun_team; 4 paws.pilot shoot_gl"
    assert played(play, {"hits": ["1 jaws.pilot > paws.pilot 3"]}, {"sun": "paws.PC"}) == []


def test_jp_15_7_a_shot_out_of_the_sun_is_never_halved(played: Any) -> None:
    # JP-15.7
    start = {"sun": "paws.PC", "planes": {"paws@jaws": "PC"}}
    assert (
        played(
            "1 jaws.pilot shoot_pc; 2 paws.pilot shoot_gl; 3 paws.gunner shoot_gl",
            {"hits": ["1 jaws.pilot > paws.pilot 6"]},
            start,
        )
        == []
    )


def test_jp_14_5_the_printed_cards_all_deal_six(game: Paws) -> None:
    # JP-14.5
    assert {card.damage for card in game.data.cards.values() if card.family == "shoot"} == {6}
