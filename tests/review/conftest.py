"""Finished games to review."""

from collections.abc import Callable
from functools import cache

import pytest

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import make_bot
from dogfight.match.match import Match
from dogfight.match.record import Record

Finished = Callable[..., Record]


@cache
def _played(name: str, bot: str, seed: int, options: tuple[tuple[str, object], ...]) -> Record:
    game = dogfight.load(name)
    table = Match(game, dict(options), seed=seed, players=("Ana", "Ben", "Cleo", "Dan"))
    seats = range(len(table.seats))
    table.run(
        [
            RandomBot(seed + seat) if bot == "random" else make_bot(bot, seed + seat, game)
            for seat in seats
        ]
    )
    return table.record


@pytest.fixture
def finished() -> Finished:
    """A game played to its end by bots of one kind."""

    def play(name: str, bot: str = "greedy", seed: int = 1, **options: object) -> Record:
        return _played(name, bot, seed, tuple(sorted(options.items())))

    return play
