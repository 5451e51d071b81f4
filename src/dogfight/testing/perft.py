"""Counting lines of play: how many sequences of decisions and outcomes there are to a depth."""

from __future__ import annotations

from typing import Any

from dogfight.core.decision import Chance, Choose, Commit, Over
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat


def next_steps(game: AnyGame, position: Any) -> list[tuple[Seat, int]]:
    """Everything that can happen next; at a Commit the first waiting seat is asked first."""
    match game.decision(position):
        case Over():
            return []
        case Chance(odds=odds):
            return [(CHANCE, outcome) for outcome, _ in odds]
        case Choose(seat=seat) | Commit(waiting=(seat, *_)):
            return [(seat, action) for action in game.legal(position, seat)]
    return [(CLOCK, TIME_UP)]


def perft(game: AnyGame, position: Any, depth: int) -> int:
    """The number of lines of play with this many decisions and outcomes."""
    if depth == 0:
        return 1
    total = 0
    for seat, action in next_steps(game, position):
        child = position.copy()
        child.apply(seat, action)
        total += perft(game, child, depth - 1)
    return total


def divide(game: AnyGame, position: Any, depth: int) -> dict[str, int]:
    """The same count, split by first move, to find where two counts part."""
    counts: dict[str, int] = {}
    for seat, action in next_steps(game, position):
        child = position.copy()
        word = game.notation.write_action(child, seat, action)
        child.apply(seat, action)
        counts[f"{seat}:{word}"] = perft(game, child, depth - 1)
    return counts
