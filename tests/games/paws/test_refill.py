"""Discards, draws, repairing and cleanup: sections 8, 9 and 11."""

from typing import Any

import pytest

from dogfight.core.decision import Chance
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import WATCHER
from dogfight.games.paws.game import Paws

HANDS = {
    "jaws.pilot": "plane_left,shoot_pc,plane_view,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
    "paws.pilot": "plane_left,shoot_pc,plane_view,plane_corner",
    "paws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
}
BOTH = "1 jaws.pilot shoot_gl; 2 jaws.gunner shoot_gl"
ALL = "1 jaws.pilot shoot_gl; 2 jaws.gunner shoot_gl; 1 paws.pilot shoot_gl; 2 paws.gunner shoot_gl"
PAWS = "1 paws.pilot shoot_gl; 2 paws.gunner shoot_gl"


def test_jp_8_1_any_number_of_hand_cards_may_be_discarded(game: Paws, desk: Any) -> None:
    position = desk.at(phase="discards", hands=HANDS)
    assert desk.words(position, "jaws.pilot") == [
        "done",
        "drop:plane_left",
        "drop:plane_view",
        "drop:shoot_pc",
    ]
    desk.do(
        position,
        "jaws.pilot drop:plane_view",
        "jaws.pilot drop:plane_view",
        "jaws.pilot drop:shoot_pc",
    )
    with pytest.raises(IllegalAction, match="no plane_view") as refused:
        desk.do(position, "jaws.pilot drop:plane_view")
    assert refused.value.rule == "JP-8.1"
    desk.do(position, "jaws.pilot drop:plane_left")
    assert desk.words(position, "jaws.pilot") == ["done"]


def test_jp_8_2_all_discards_come_before_any_draw(game: Paws, desk: Any) -> None:
    # JP-8.2
    position = desk.at(phase="discards", hands=HANDS)
    desk.do(
        position,
        "jaws.pilot drop:shoot_pc",
        "jaws.pilot done",
        "jaws.gunner done",
        "paws.pilot done",
    )
    assert position.count(2, 0) == 0
    desk.do(position, "paws.gunner drop:shoot_gc", "paws.gunner done")
    assert isinstance(game.decision(position), Chance)
    assert [position.count(2, seat) for seat in range(4)] == [1, 0, 0, 1]


def test_jp_8_3_and_8_4_refill_excludes_cards_on_the_track(played: Any) -> None:
    # JP-8.3 JP-8.4
    expect = {"hand": {"paws.pilot": 4}, "deck": {"paws.pilot": 18}, "discard": {"paws.pilot": 2}}
    assert played("1 paws.pilot shoot_gl; 3 paws.pilot shoot_gr", expect) == []
    three = {"hand": {"paws.pilot": 3}, "deck": {"paws.pilot": 18}}
    assert (
        played("1 paws.pilot shoot_gl; 3 paws.pilot shoot_gr", three, solo=["jaws", "paws"]) == []
    )  # JP-18.3


def test_jp_8_5_a_full_hand_draws_nothing(played: Any) -> None:
    # JP-8.5
    assert (
        played(
            "1 jaws.pilot shoot_gl",
            {"hand": {"jaws.pilot": 5}, "deck": {"jaws.pilot": 20}},
            {"hand": {"jaws.pilot": 6}},
        )
        == []
    )


def test_jp_8_6_the_discard_pile_does_not_help(played: Any) -> None:
    # JP-8.6
    start = {"deck": {"jaws.pilot": 0}, "discard": {"jaws.pilot": 20}}
    assert played(ALL, {"result": "win paws", "down": ["jaws"], "hits": []}, start) == []


def test_jp_8_7_losses_are_checked_after_all_have_drawn(played: Any) -> None:
    # JP-8.7
    start = {"deck": {"jaws.pilot": 0, "paws.gunner": 0}}
    assert played(ALL, {"result": "draw", "deck": {"jaws.gunner": 19}}, start) == []


def test_jp_8_8_discard_is_secret_and_timeout_discards_nothing(game: Paws, desk: Any) -> None:
    # JP-8.8
    position = desk.at(phase="discards", hands=HANDS)
    before = game.view(position, 1).as_json()
    events = desk.do(position, "jaws.pilot drop:shoot_pc")
    assert game.view(position, 1).as_json() == before
    assert not any(event.visible_to(1) for event in events)
    desk.time_up(position)
    assert position.count(2, 0) == 0 and position.count(0, 0) == 4


def test_jp_9_1_seat_that_played_nothing_repairs(played: Any) -> None:
    # JP-9.1
    assert (
        played(
            "1 jaws.pilot shoot_gl; 1 paws.gunner shoot_gl",
            {"repairing": ["jaws.gunner", "paws.pilot"]},
        )
        == []
    )


def test_jp_9_2_and_9_3_discards_come_back_and_scrap_does_not(played: Any) -> None:
    # JP-9.2 JP-9.3
    start = {"deck": {"jaws.pilot": 3}, "discard": {"jaws.pilot": 7}, "scrap": {"jaws.pilot": 5}}
    expect = {"deck": {"jaws.pilot": 10}, "discard": {"jaws.pilot": 0}, "scrap": {"jaws.pilot": 5}}
    assert played("1 jaws.gunner shoot_gl; " + PAWS, expect, start) == []
    assert (
        played("1 jaws.gunner shoot_gl; " + PAWS, {"repairing": ["jaws.pilot"], "smoke": ["jaws"]})
        == []
    )


def test_jp_9_4_smoke_costs_the_other_seat_three(played: Any) -> None:
    # JP-9.4
    expect = {
        "deck": {"jaws.pilot": 20, "jaws.gunner": 16},
        "scrap": {"jaws.pilot": 0, "jaws.gunner": 3},
    }
    assert played("1 jaws.gunner shoot_gl; " + PAWS, expect, {"smoke": ["jaws"]}) == []
    clean = {"scrap": {"jaws.gunner": 0}}
    assert played("1 jaws.gunner shoot_gl; " + PAWS, clean, {"smoke": ["paws"]}) == []


def test_jp_9_5_and_9_6_both_shuffle_before_both_pay(played: Any) -> None:
    # JP-9.5 JP-9.6
    start = {
        "smoke": ["jaws"],
        "deck": {"jaws.pilot": 0, "jaws.gunner": 0},
        "discard": {"jaws.pilot": 3, "jaws.gunner": 4},
    }
    expect = {
        "result": "none",
        "deck": {"jaws.pilot": 0, "jaws.gunner": 1},
        "scrap": {"jaws.pilot": 3, "jaws.gunner": 3},
    }
    assert played(PAWS, expect, start) == []


def test_jp_9_7_smoke_damage_is_not_moved_halved_or_chosen(played: Any) -> None:
    # JP-9.7
    expect = {"scrap": {"jaws.pilot": 3, "jaws.gunner": 0}, "hits": []}
    start = {"smoke": ["jaws"], "sun": "paws.PC"}
    for mode in ("day", "night"):
        assert played("1 jaws.pilot shoot_gl; " + PAWS, expect, start, mode=mode) == []


def test_jp_9_8_the_first_repair_costs_nothing(played: Any) -> None:
    # JP-9.8
    assert played(PAWS, {"scrap": {"jaws.pilot": 0, "jaws.gunner": 0}, "smoke": ["jaws"]}) == []


def test_jp_9_9_losses_of_the_step_are_checked_at_its_end(played: Any) -> None:
    # JP-9.9
    start = {"smoke": ["jaws", "paws"], "deck": {"jaws.pilot": 3, "paws.pilot": 3}}
    play = "1 jaws.pilot shoot_pc; 1 paws.pilot shoot_pc"
    assert played(play, {"result": "draw", "hits": []}, start) == []


def test_jp_9_10_a_seat_repairs_until_the_end_of_the_round(played: Any) -> None:
    # JP-9.10
    play = "1 jaws.pilot shoot_pc; 4 jaws.gunner shoot_pc; 2 paws.pilot shoot_gl"
    hits = ["1 jaws.pilot > paws.gunner 6", "4 jaws.gunner > paws.gunner 6"]
    assert played(play, {"hits": hits}) == []


def test_jp_11_1_resolved_cards_go_to_their_seats_discard_pile(played: Any) -> None:
    # JP-11.1
    expect = {"discard": {"jaws.pilot": 1, "jaws.gunner": 1, "paws.pilot": 1, "paws.gunner": 1}}
    assert played(ALL, expect) == []


def test_jp_11_2_and_11_3_smoke_starts_at_first_repair_and_stays(played: Any) -> None:
    # JP-11.2 JP-11.3
    assert played(BOTH, {"smoke": ["paws"]}) == []
    assert played(ALL, {"smoke": ["paws"]}, {"smoke": ["paws"]}) == []


def test_jp_9_1_repairing_is_shown_to_all(game: Paws, desk: Any) -> None:
    # JP-9.1
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 4:shoot_pc")
    desk.time_up(position)
    desk.time_up(position)
    events = desk.draw(position)
    assert [
        event.text for event in events if event.kind == "repair" and event.visible_to(WATCHER)
    ] == [
        f"{seat} repairs and shuffles 0 discards in."
        for seat in ("Jaws gunner", "Paws pilot", "Paws gunner")
    ]
