"""Lines of play, counted by the engine and a second time without it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from dogfight.games.paws.game import Paws
from dogfight.testing.perft import perft

pytestmark = pytest.mark.no_rule("counts derived a second way")

COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))["count"]
PILOT_DECK = [6, 6, 4, 6, 2, 2, 2, 1, 1]


@pytest.mark.parametrize("count", COUNTS, ids=[item["name"] for item in COUNTS])
def test_lines_of_play(game: Paws, count: dict[str, Any]) -> None:
    start = (
        game.new(game.options({"timer": 0}))
        if count["start"] == "new"
        else game.notation.read(count["start"])
    )
    for depth, lines in enumerate(count["lines"], 1):
        assert perft(game, start, depth) == lines


def draws(deck: list[int], depth: int) -> int:
    """Orders of kinds that can be drawn."""
    if depth == 0:
        return 1
    return sum(
        draws([left - (n == kind) for n, left in enumerate(deck)], depth - 1)
        for kind, left in enumerate(deck)
        if left
    )


def plans(hand: list[str], depth: int) -> int:
    """Orders in which one seat lays cards; when it is ready three others have nothing to lay."""
    if depth == 0:
        return 1
    total = 1  # ready, and the others say so one after the other
    for card in set(hand):
        rest = list(hand)
        rest.remove(card)
        halves = 2 if card.startswith("plane") else 1
        total += 4 * halves * plans(rest, depth - 1)
    return total


def picks(looked: list[str], depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for card in set(looked):
        rest = list(looked)
        rest.remove(card)
        total += picks(rest, depth - 1)
    return total


def test_counts_match_closed_formulas() -> None:
    counts = {count["name"]: count for count in COUNTS}
    setup = counts["coin, Sun, first cards"]["lines"]
    assert setup == [2, 22] + [22 * draws(PILOT_DECK, depth) for depth in (1, 2, 3)]
    for name in ("planning without a timer", "planning with an open card"):
        item = counts[name]
        assert item["lines"] == [plans(item["hand"], depth) for depth in (1, 2, 3, 4)]
    moon = counts["the Moon's choice"]
    assert moon["lines"] == [picks(moon["looked"], depth) for depth in (1, 2, 3)]
    assert counts["discards"]["lines"] == [3 + 1, (3 + 1) + (2 + 1) + (2 + 1) + (1 + 1)]
