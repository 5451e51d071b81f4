"""Night Mode: section 16."""

from typing import Any

import pytest

from dogfight.core.decision import Choose, Commit
from dogfight.core.seat import CHANCE, WATCHER
from dogfight.games.paws.game import Paws
from dogfight.games.paws.meanings import MEANINGS
from dogfight.games.paws.state import DISCARDS, SUN_TARGET

ALL = "1 jaws.pilot shoot_gl; 2 jaws.gunner shoot_gl; 3 paws.pilot shoot_gl; 4 paws.gunner shoot_gl"
DECK = [
    "plane_left",
    "shoot_pl",
    "plane_view",
    "shoot_pc",
    "plane_left",
    "plane_view",
    "plane_corner",
    "plane_right",
]
HIT = "1 jaws.gunner shoot_pc; 2 jaws.pilot shoot_gl; 4 paws.pilot shoot_gl; 3 paws.gunner shoot_gl"


def test_jp_16_2_the_sun_does_nothing_at_night(played: Any) -> None:
    # JP-16.2
    busy = "; 4 paws.pilot shoot_gl; 3 paws.gunner shoot_gl"
    full = {"hits": ["1 jaws.pilot > paws.pilot 6"]}
    assert played("1 jaws.pilot shoot_pc" + busy, full, {"sun": "jaws.PC"}, mode="night") == []
    start = {"sun": "paws.PC", "planes": {"paws@jaws": "PR"}}
    assert played("1 jaws.pilot shoot_pl" + busy, {"hits": []}, start, mode="night") == []


@pytest.mark.parametrize(
    ("moon", "plane", "cards"),
    [
        ("paws.GC", "PC", 6),
        ("paws.GL", "PR", 6),
        ("paws.PC", "GL", 6),
        ("paws.PL", "PC", 4),
        ("jaws.GC", "PC", 4),
    ],
)
def test_jp_16_3_and_16_4_only_the_board_matters(
    played: Any, moon: str, plane: str, cards: int
) -> None:
    # JP-16.3 JP-16.4
    start = {"sun": moon, "planes": {"jaws@paws": plane, "paws@jaws": "GC"}}
    choice = {"extra": {"jaws.pilot": 2, "jaws.gunner": 2, "paws.pilot": 2}}
    expect = {"hand": {"jaws.pilot": cards, "jaws.gunner": cards, "paws.pilot": 4}}  # JP-16.7
    assert played(ALL, expect, start, mode="night", choice=choice) == []


def test_jp_16_5_each_seat_decides_for_itself_one_card_at_a_time(game: Paws, desk: Any) -> None:
    hands = dict.fromkeys(
        ("jaws.pilot", "jaws.gunner"), "plane_left,plane_view,plane_corner,plane_right"
    )
    hands |= dict.fromkeys(
        ("paws.pilot", "paws.gunner"), "plane_left,plane_view,plane_corner,plane_right"
    )
    position = desk.at(mode="night/20", sun="paws.GC", phase="discards", hands=hands)
    desk.time_up(position)
    decision = game.decision(position)
    assert (
        isinstance(decision, Commit) and decision.waiting == (0, 1) and decision.rule == "JP-16.5"
    )
    desk.do(position, "jaws.pilot draw", "jaws.gunner stop", "chance sun_view")
    assert desk.waiting(position) == ("jaws.pilot",)
    desk.time_up(position)  # no answer in time means no further card
    assert position.count(0, 0) == 5 and position.count(0, 1) == 4


def test_jp_16_6_an_empty_deck_gives_no_extra_card_and_no_loss(played: Any) -> None:
    # JP-16.6
    start = {"sun": "paws.GC", "deck": {"jaws.pilot": 1, "jaws.gunner": 2}}
    choice = {"extra": {"jaws.pilot": 2, "jaws.gunner": 2}}
    expect = {"hand": {"jaws.pilot": 4, "jaws.gunner": 5}, "result": "none"}
    assert played(ALL, expect, start, mode="night", choice=choice) == []


def test_jp_16_3_a_team_that_failed_a_draw_gets_none(played: Any) -> None:
    # JP-16.3
    """D-8 says so; the check follows after the extra draws."""
    start = {"sun": "paws.GC", "deck": {"jaws.pilot": 0}}
    expect = {"hand": {"jaws.gunner": 4}, "result": "win paws"}
    assert played(ALL, expect, start, mode="night", choice={"extra": {"jaws.gunner": 2}}) == []


def test_jp_16_8_to_16_10_the_shooter_chooses_among_the_top_nine(played: Any) -> None:
    # JP-16.8
    """JP-16.9 exactly the damage, JP-16.10 the others stay in the deck."""
    deck = [*DECK, "shoot_pr", "plane_right", "sun_team", "sun_view"]
    take = ["shoot_pl", "plane_view", "shoot_pc", "plane_view", "shoot_pr", "plane_right"]
    peek = [{"by": "jaws.gunner", "victim": "paws.pilot", "sees": deck[1:10], "take": take}]
    start = {"sun": "jaws.PL", "deck_cards": {"paws.pilot": deck}}
    left = ["plane_left", "plane_corner", "plane_right", "sun_team", "sun_view"]
    expect = {"scrap_cards": {"paws.pilot": take}, "deck_cards": {"paws.pilot": left}}
    assert played(HIT, expect, start, mode="night", peek=peek) == []
    assert (
        played(
            HIT,
            {"scrap_cards": {"paws.pilot": deck[1:7]}},
            {**start, "sun": "jaws.GL"},
            mode="night",
            peek=peek,
        )
        == []
    )


def test_jp_16_11_a_smaller_deck_is_seen_whole(played: Any) -> None:
    # JP-16.11
    peek = [{"by": "jaws.gunner", "victim": "paws.pilot", "sees": DECK[1:], "take": DECK[2:]}]
    start = {"sun": "jaws.PL", "deck_cards": {"paws.pilot": DECK}}
    assert (
        played(HIT, {"deck_cards": {"paws.pilot": ["shoot_pl"]}}, start, mode="night", peek=peek)
        == []
    )


def test_jp_16_12_too_small_a_deck_is_not_looked_at(played: Any) -> None:
    # JP-16.12
    peek = [{"by": "jaws.gunner", "victim": "paws.pilot", "sees": [], "take": []}]
    expect = {"result": "win jaws", "scrap": {"paws.pilot": 5}}
    assert (
        played(HIT, expect, {"sun": "jaws.PL", "deck": {"paws.pilot": 6}}, mode="night", peek=peek)
        == []
    )


def test_jp_16_13_declining_scraps_the_top_cards(played: Any) -> None:
    # JP-16.13
    start = {"sun": "jaws.PL", "deck_cards": {"paws.pilot": DECK}}
    expect = {"scrap_cards": {"paws.pilot": DECK[1:7]}, "deck_cards": {"paws.pilot": DECK[7:]}}
    assert played(HIT, expect, start, mode="night") == []


def test_jp_16_14_only_shooter_sees_both_decks_pilot_first(game: Paws, desk: Any) -> None:
    # JP-16.14
    hands = {"jaws.gunner": "shoot_pc,sun_left,sun_team,shoot_gl"}
    planes = "plane_left,plane_view,plane_corner,plane_right"
    hands |= dict.fromkeys(("jaws.pilot", "paws.pilot", "paws.gunner"), planes)
    position = desk.at(mode="night/20", sun="jaws.PL", hands=hands)
    desk.do(position, "jaws.gunner 1:shoot_pc")
    desk.time_up(position)
    desk.time_up(position)
    desk.draw(position)
    decision = game.decision(position)
    assert isinstance(decision, Choose) and decision.seat == 1
    assert game.views.board_view(position, 1).progress.seat == "paws.pilot"
    events = desk.do(position, "jaws.gunner look") + desk.draw(position)
    seen = game.views.board_view(position, 1).looked_at
    assert seen is not None and len(seen) == 9
    for eye in (WATCHER, 0, 2, 3):  # JP-21.8
        assert game.views.board_view(position, eye).looked_at is None
        assert not any("sees" in event.text for event in events if event.visible_to(eye))
    desk.time_up(position)  # JP-16.16: whoever has looked has to choose; the topmost go
    secrets = game.views.board_view(position, 2).seats[2].secrets
    assert secrets is not None and sorted(secrets.scrap) == sorted(seen[:6])
    assert game.views.board_view(position, 1).progress.seat == "paws.gunner"
    desk.time_up(position)
    desk.draw(position)
    assert position.count(3, 3) == 6


def test_jp_16_15_extra_draw_request_is_none_or_two(played: Any) -> None:
    # JP-16.15
    choice = {"extra": {"jaws.pilot": 9, "paws.pilot": 2}}
    expect = {"hand": {"jaws.pilot": 6, "paws.pilot": 4}}
    assert played(ALL, expect, {"sun": "paws.GC"}, mode="night", choice=choice) == []


def test_jp_16_16_look_without_choice_scraps_top_cards(played: Any) -> None:
    # JP-16.16
    peek = [{"by": "jaws.gunner", "victim": "paws.pilot"}]
    start = {"sun": "jaws.PL", "deck_cards": {"paws.pilot": DECK}}
    assert (
        played(HIT, {"scrap_cards": {"paws.pilot": DECK[1:7]}}, start, mode="night", peek=peek)
        == []
    )


@pytest.mark.parametrize("mode", ["day", "night"])
def test_jp_16_4_what_the_token_does_is_told_by_mode(game: Paws, mode: str) -> None:
    # JP-16.2 JP-16.4 JP-15.1
    position = game.new(game.options({"mode": mode, "timer": 0}))
    game.play(position, CHANCE, 0)
    meaning = game.view(position, 0).prompt.meaning
    assert ("whole View Board" in meaning) == (mode == "night")
    assert ("in its zone" in meaning) == (mode == "day")
    teams = game.new(game.options({"players": 6, "mode": mode, "timer": 0}))
    teams.phase = SUN_TARGET
    assert ("whatever its zone" in game.text.meaning(teams)) == (mode == "night")


def test_jp_17_3_an_empty_deck_alone_is_no_loss_in_words_either() -> None:
    # JP-17.3
    assert "must take a card" in MEANINGS[DISCARDS] and "empty" not in MEANINGS[DISCARDS]
