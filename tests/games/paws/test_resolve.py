"""Sections, planes and the Sun: sections 10, 12 and 13, and the drawing of the table."""

from typing import Any

import pytest

from dogfight.core.seat import WATCHER
from dogfight.games.paws.game import Paws
from dogfight.testing.examples import run_example

QUIET = {"start": {"sun": "jaws.GC"}}
ZONES = ("PL", "PC", "PR", "GL", "GC", "GR")


def test_jp_10_1_sections_are_resolved_one_after_the_other(played: Any) -> None:
    # JP-10.1
    play = (
        "1 jaws.pilot plane_left enemy; 2 jaws.gunner shoot_pl; 3 jaws.pilot plane_right enemy; 4"
        " jaws.gunner shoot_pc"
    )
    hits = ["2 jaws.gunner > paws.pilot 6", "4 jaws.gunner > paws.pilot 6"]
    assert (
        played(play + "; 4 paws.pilot sun_left; 3 paws.gunner sun_left", {"hits": hits}, **QUIET)
        == []
    )


def test_jp_10_2_the_cards_of_all_teams_are_turned_over_together(game: Paws, desk: Any) -> None:
    # JP-10.2
    hands = {
        "jaws.pilot": "shoot_pl,shoot_pl,plane_left,plane_left",
        "paws.pilot": "shoot_pl,shoot_pl,plane_left,plane_left",
    }
    position = desk.at(hands=hands)
    desk.do(position, "jaws.pilot 2:shoot_pl", "paws.pilot 2:shoot_pl")
    desk.time_up(position)
    desk.time_up(position)
    events = desk.draw(position)
    kinds = [event.kind for event in events]
    assert kinds[kinds.index("reveal") + 1] == "reveal"
    assert [event.visible_to(WATCHER) for event in events if event.kind == "reveal"] == [
        True,
        True,
    ]  # JP-21.4


def test_jp_10_3_a_team_without_a_card_does_nothing(played: Any) -> None:
    # JP-10.3
    expect = {"planes": {"jaws@paws": "PC", "paws@jaws": "PC"}, "sun": "jaws.GC", "hits": []}
    assert played("", expect, **QUIET) == []


def test_jp_10_4_sun_before_own_before_enemy_before_shots(played: Any) -> None:
    # JP-10.4
    """The Sun comes to paws.GC, Jaws fly there and fire out of the sun at where they push Paws."""
    play = "1 paws.gunner sun_team; 1 jaws.pilot plane_view own"
    assert played(play, {"sun": "paws.GC", "planes": {"jaws@paws": "GC"}}, **QUIET) == []
    play = "1 jaws.pilot plane_left enemy; 1 paws.pilot plane_view own"
    assert (
        played(play, {"planes": {"paws@jaws": "GL"}}, **QUIET) == []
    )  # JP-10.8: own View first, then Left
    play = "1 jaws.pilot shoot_pl; 1 paws.pilot plane_right own; 2 paws.gunner sun_left"
    assert played(play, {"hits": ["1 jaws.pilot > paws.pilot 6"]}, **QUIET) == []


def test_jp_10_5_the_holder_of_the_round_start_stays_first(played: Any) -> None:
    # JP-10.5
    play = "1 paws.gunner sun_team; 2 jaws.gunner sun_left; 2 paws.gunner sun_view"
    # Paws held it: on section 2 Paws go first, although Jaws have the Sun by then.
    assert played(play, {"sun": "jaws.GL"}, {"sun": "paws.PC"}) == []


def test_jp_10_6_and_10_7_both_teams_move_in_the_same_step(played: Any) -> None:
    # JP-10.6 JP-10.7
    play = "1 jaws.pilot plane_left own; 1 paws.pilot plane_left own"
    assert played(play, {"planes": {"jaws@paws": "PR", "paws@jaws": "PR"}}, **QUIET) == []
    play = "1 jaws.pilot plane_left enemy; 1 paws.pilot plane_left enemy"
    assert played(play, {"planes": {"jaws@paws": "PL", "paws@jaws": "PL"}}, **QUIET) == []


def test_jp_10_9_all_shots_of_a_section_are_simultaneous(played: Any) -> None:
    # JP-10.9
    play = (
        "1 jaws.pilot shoot_pc; 1 paws.pilot shoot_pc; 2 jaws.gunner sun_left; 2 paws.gunner"
        " sun_left"
    )
    start = {"sun": "jaws.GC", "deck": {"jaws.pilot": 2, "paws.pilot": 2}}
    assert played(play, {"result": "draw"}, start) == []  # JP-0.8


def test_jp_10_10_nothing_follows_the_end(played: Any) -> None:
    # JP-10.10
    play = (
        "1 jaws.pilot shoot_pc; 2 jaws.gunner sun_left; 3 paws.pilot plane_left own; 4 paws.gunner"
        " sun_left"
    )
    expect = {
        "result": "win jaws",
        "sun": "jaws.GC",
        "discard": {"jaws.pilot": 0, "jaws.gunner": 0},
        "smoke": [],
    }
    assert played(play, expect, {"sun": "jaws.GC", "deck": {"paws.pilot": 1}}) == []


LEFT = {"PL": "PL", "PC": "PL", "PR": "PC", "GL": "GL", "GC": "GL", "GR": "GC"}
RIGHT = {"PL": "PC", "PC": "PR", "PR": "PR", "GL": "GC", "GC": "GR", "GR": "GR"}
CORNER = {"PL": "PR", "PC": "PC", "PR": "PL", "GL": "GR", "GC": "GC", "GR": "GL"}
VIEW = {"PL": "GR", "PC": "GC", "PR": "GL", "GL": "PR", "GC": "PC", "GR": "PL"}


@pytest.mark.parametrize("seat", ["jaws.pilot", "jaws.gunner"])  # JP-12.10
@pytest.mark.parametrize(
    ("card", "near", "far"),
    [
        ("plane_left", LEFT, RIGHT),  # JP-12.3 JP-12.4 JP-12.5 JP-12.6
        ("plane_right", RIGHT, LEFT),
        ("plane_corner", CORNER, CORNER),  # JP-12.7 JP-12.8
        ("plane_view", VIEW, VIEW),  # JP-12.9
        ("sun_left", LEFT, RIGHT),  # JP-13.2
        ("sun_right", RIGHT, LEFT),
        ("sun_view", VIEW, VIEW),  # JP-13.3
    ],
)
def test_jp_12_and_13_every_step_from_every_zone(
    game: Paws, seat: str, card: str, near: dict[str, str], far: dict[str, str]
) -> None:
    cases = [
        {"by": seat, "card": card, "from": f"{team}.{zone}", "to": f"{team}.{steps[zone]}"}
        for team, steps in (("jaws", near), ("paws", far))
        for zone in ZONES
    ]
    assert run_example(game, {"id": "T", "kind": "move", "case": cases, "expect": {}}) == []


def test_jp_12_1_only_the_half_on_top_counts(played: Any) -> None:
    # JP-12.1
    assert (
        played(
            "1 jaws.pilot plane_left own",
            {"planes": {"jaws@paws": "PR", "paws@jaws": "PC"}},
            **QUIET,
        )
        == []
    )
    assert (
        played(
            "1 jaws.pilot plane_left enemy",
            {"planes": {"jaws@paws": "PC", "paws@jaws": "PL"}},
            **QUIET,
        )
        == []
    )


def test_jp_12_2_and_0_5_own_and_enemy_plane(played: Any) -> None:
    # JP-12.2 JP-0.5
    cards = {"plane_left": {"own": "view", "enemy": "corner"}}
    start = {"sun": "jaws.GC", "planes": {"paws@jaws": "PL"}}
    play = "1 jaws.pilot plane_left own; 2 jaws.pilot plane_left enemy"
    assert (
        played(play, {"planes": {"jaws@paws": "GC", "paws@jaws": "PR"}}, start, cards=cards) == []
    )


def test_jp_12_11_tokens_are_independent(played: Any) -> None:
    # JP-12.11
    assert (
        played(
            "1 paws.pilot plane_view own",
            {"planes": {"paws@jaws": "GC", "jaws@paws": "PC"}},
            **QUIET,
        )
        == []
    )


def test_jp_12_12_a_plane_may_share_a_zone_with_the_sun(played: Any) -> None:
    # JP-12.12
    start = {"sun": "paws.PR"}
    assert (
        played(
            "1 jaws.pilot plane_left own", {"planes": {"jaws@paws": "PR"}, "sun": "paws.PR"}, start
        )
        == []
    )


def test_jp_13_1_and_13_4_the_sun_passes_between_the_teams(played: Any) -> None:
    # JP-13.1 JP-13.4
    assert played("1 jaws.gunner sun_team", {"sun": "paws.GL"}, {"sun": "jaws.GL"}) == []
    assert played("1 jaws.gunner sun_team", {"sun": "jaws.GL"}, {"sun": "paws.GL"}) == []
    assert played("1 jaws.gunner sun_view", {"sun": "paws.PR"}, {"sun": "paws.GL"}) == []


def test_jp_13_5_the_moon_moves_like_the_sun(played: Any) -> None:
    # JP-13.5
    assert (
        played("1 jaws.gunner sun_left", {"sun": "paws.PR"}, {"sun": "paws.PC"}, mode="night") == []
    )


def test_jp_13_6_sun_cards_follow_each_other(played: Any) -> None:
    # JP-13.6
    play = "1 jaws.gunner sun_right; 1 paws.gunner sun_right"
    assert played(play, {"sun": "jaws.PC"}, {"sun": "jaws.PC"}) == []
    assert played(play, {"sun": "jaws.PL"}, {"sun": "jaws.PR"}) == [
        "sun: expected 'jaws.PL', got 'jaws.PC'"
    ]  # Jaws' Right does nothing at the end; Paws' Right is Jaws' left


@pytest.mark.parametrize("near", [True, False])
def test_jp_12_3_on_the_players_screen_left_goes_left(game: Paws, near: bool) -> None:
    # JP-12.3
    layout = game.data.layout
    for steps, sign in ((LEFT if near else RIGHT, -1), (RIGHT if near else LEFT, 1)):
        for zone, to in steps.items():
            (x, y), (new_x, new_y) = layout.zone(zone, near), layout.zone(to, near)
            assert y == new_y
            assert new_x - x == (0 if zone == to else sign * layout.table.zone_pitch)
    for zone, to in VIEW.items():  # JP-12.9: a mirror in the middle of the table
        assert layout.zone(to, near)[0] == layout.table.width - layout.zone(zone, near)[0]
