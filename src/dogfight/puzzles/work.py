"""Looks for puzzles in many games, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count

import msgspec

import dogfight
from dogfight.bulk.executors import ExecutorConfig
from dogfight.core.options import Options, OptionValue
from dogfight.core.registry import AnyGame
from dogfight.processes.child import WorkerSpec
from dogfight.puzzles.making import puzzles_in_game
from dogfight.puzzles.puzzle import Puzzle, read, written

_HANDLER = "dogfight.puzzles.work:game_worker"


class _Work(msgspec.Struct, frozen=True):
    """What a worker gets once."""

    game: str
    settings: dict[str, OptionValue]


def game_worker(config: bytes) -> Callable[[bytes], bytes]:
    """A worker that gets the seed of a game and returns the puzzles in it."""
    work = msgspec.json.decode(config, type=_Work)
    game = dogfight.load(work.game)

    def puzzles(request: bytes) -> bytes:
        seed = msgspec.json.decode(request, type=int)
        return written(puzzles_in_game(game, work.settings, seed))

    return puzzles


def make_puzzles(
    game: AnyGame, settings: Options, number: int, seed: int, jobs: int = 1
) -> Iterator[tuple[Puzzle, ...]]:
    """What comes of game after game, from this seed on, until there are so many."""
    work = _Work(game.name, dict(settings))
    executor = ExecutorConfig(jobs).executor(WorkerSpec(_HANDLER, msgspec.json.encode(work)))
    seeds = map(msgspec.json.encode, count(seed))
    with closing(executor), closing(executor.map_unordered(seeds)) as results:
        while number > 0:
            made = read(next(results))
            number -= len(made)
            yield made
