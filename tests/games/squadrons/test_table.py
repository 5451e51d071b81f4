"""What a seat sees and is told, and the contract on boards other than the usual one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dogfight.core.dice import Dice
from dogfight.core.position import playout
from dogfight.core.seat import OPEN, WATCHER
from dogfight.testing.checks import CHECKS, Check

ENDS = [
    (368, 37, 3, 2, "3091c70312f08aa5"),
    (424, 46, 3, 2, "12b12cdbc3c3d859"),
    (768, 124, 2, 6, "72ec3203dc66c187"),
]
"""Decisions, turns, scores and hash of three random games, as the interpreted rules played them."""


@pytest.mark.no_rule("words for people")
def test_view_is_equal_for_all_seats(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 f4 N", "G2 a12 S")
    desk.play(position, "G1 7S")
    tables = {desk.game.views.board_view(position, seat) for seat in (WATCHER, OPEN, 0, 1)}
    assert len(tables) == 1
    (table,) = tables
    assert (table.phase, table.turn, table.named, table.card, table.how) == (
        "fly",
        "G",
        "G1",
        "7S",
        "normal",
    )


def test_sq_7_11_the_shots_so_far_lie_on_the_table(desk: Any) -> None:
    position = desk.at("G1 e5 N", "R1 e6 S", "R2 a1 N", doing="shots:G1=?,R1=?")
    desk.play(position, "9H")
    shots = [
        (shot.shooter, shot.target, shot.kind, shot.card)
        for shot in desk.game.views.board_view(position, 0).shots
    ]
    assert shots == [("G1", "R1", "head", "9H"), ("R1", "G1", "head", "?")]


@pytest.mark.no_rule("words for people")
def test_prompts_say_what_to_do(desk: Any) -> None:
    position = desk.at("G1 e12 N", "G2 a1 N", "R1 d11 N", "R2 f11 N")
    assert desk.game.text.prompt(position, 1).text == "Choose the plane that moves next."
    assert desk.game.text.prompt(position, 0).text == "Green is moving."
    desk.play(position, "G1")
    assert desk.game.text.prompt(position, 0).text == "Green draws a card for G1 (e12 N)."
    desk.play(position, "3C")
    expected = (
        "G1 (e12 N) with the 3 of clubs: no square is left; choose the plane to collide with."
    )
    assert desk.game.text.prompt(position, 1).text == expected


@pytest.mark.no_rule("words for people")
def test_actions_are_described_in_plain_words(desk: Any) -> None:
    position = desk.at("G1 e5 N", "G2 a1 N", "R1 e7 S")
    said = [entry.text for entry in desk.game.view(position, 1).legal]
    assert said == ["move G1 (e5 N): a card decides", "move G2 (a1 N): no card"]
    desk.play(position, "G1 2H")
    said = [entry.text for entry in desk.game.view(position, 1).legal]
    assert said == ["G1: left turn to d6, heading NW", "G1: right turn to f6, heading NE"]


@pytest.mark.no_rule("words for people")
def test_events_describe_a_turn(desk: Any) -> None:
    position = desk.at("G1 e4 N", "R1 e6 N", "R2 l1 N")
    events = desk.play(position, "G1 2C A 5H")
    assert [event.text for event in events] == [
        "G1 (e4 N) is to move.",
        "Green draws the 2 of clubs for G1.",
        "G1: ahead to e5, heading N.",
        "G1 shoots at R1 at the tail with the 5 of hearts.",
        "R1 is lost; it counts for Green.",
        "Red's turn.",
    ]
    assert all(event.seen_by is None and event.rule for event in events)


def test_sq_8_6_end_is_in_the_events(desk: Any) -> None:
    position = desk.at("G1 f5 N", "R1 f6 N", doing="shots:G1=?")
    words = desk.play(position, "5H")[-1].text
    assert words == "The game ends because a side has no plane left: Green wins, Red 5, Green 6."


@pytest.mark.no_rule("whole games")
@pytest.mark.parametrize(
    "size", [(6, 8, "b2", "b3", "a4", "b4"), (12, 2), (26, 31)], ids=["pocket", "strip", "large"]
)
@pytest.mark.parametrize("check", CHECKS)
def test_the_contract_holds_on_other_boards(board: Any, size: Any, check: Check) -> None:
    desk = board(*size, stall=12)
    check(desk.game, {}, 1)


@pytest.mark.no_rule("whole games")
def test_the_same_seed_plays_the_same_game_compiled_or_not(desk: Any) -> None:
    ends = []
    for seed in range(3):
        position = desk.game.new({})
        decisions = playout(position, Dice(seed))
        ends.append(
            (
                decisions,
                position.turns,
                position.red_score,
                position.green_score,
                desk.game.notation.hash(position),
            )
        )
    assert ends == ENDS


@pytest.mark.no_rule("the page of the game")
def test_the_positions_on_the_page_are_read_back(desk: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "squadrons.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("R:")]
    assert len(lines) == 4
    assert [desk.game.notation.write(desk.game.notation.read(line)) for line in lines] == lines
