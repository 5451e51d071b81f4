"""One dock of fixed height: no question clips a choice, covers one, or changes the size of the
board.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from audit import serious
from geometry import PHONES, SIZES, box_of, faults_at
from house import Open
from playwright.sync_api import expect
from seatings import every_question, record_on

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("biplanes", {}, 2),
    ("biplanes", {"mode": "escort", "p1": "red", "p2": "blue", "board": "alt"}, 2),
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "crossroads"}, 2),
    ("boots", {"battle": "convoy"}, 2),
]
GAMES, MOVES = 2, 300
if os.environ.get("DOGFIGHT_SOAK"):
    GAMES, MOVES = 8, 2000
    TABLES += [("biplanes", {"mode": mode}, 2) for mode in ("espionage", "bombing", "rescue")]
    TABLES += [("starfighters", {"players": players}, players) for players in (4, 6)]
    TABLES += [
        ("paws", {"players": players, "mode": "night", "timer": 0}, players) for players in (4, 8)
    ]
    TABLES += [
        ("boots", {"battle": battle}, 2) for battle in ("orchard", "hill", "ford", "eighty_eights")
    ]


@pytest.mark.parametrize(
    ("game", "options", "players"),
    TABLES,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_question_clips_a_choice_or_moves_the_board(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person(touch=True)
    expect(page.locator(".name input")).not_to_have_value("")
    boards: dict[tuple[int, int], list[int]] = {}
    for words, record, step in every_question(game, options, GAMES, MOVES):
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        record_on(page, record, ["me"] * players, step)
        for size in SIZES:
            assert faults_at(page, size) == [], (game, words, size)
            here = box_of(page, ".board")
            assert boards.setdefault(size, here) == here, (game, words, size)
        page.keyboard.press("1")
        expect(page.locator("[data-action][aria-pressed=true]")).to_have_count(1)
        for size in (SIZES[0], *PHONES):
            assert faults_at(page, size) == [], (game, words, size, "chosen")


@pytest.mark.parametrize(
    ("game", "options", "players"),
    TABLES,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_dock_passes_the_audit_lying_and_standing(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person(touch=True)
    expect(page.locator(".name input")).not_to_have_value("")
    words, record, step = max(every_question(game, options, GAMES, MOVES), key=lambda item: item[2])
    record_on(page, record, ["me"] * players, step)
    page.keyboard.press("1")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert serious(page) == [], (words, width)
