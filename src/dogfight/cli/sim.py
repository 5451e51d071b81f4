"""`dogfight sim`: play many games and say what came of them: results by seat, reasons, lengths."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid

import dogfight
from dogfight.arena.statistics import interval
from dogfight.bots.names import split_names
from dogfight.bots.registry import bot_names
from dogfight.bulk.data_sets import DataSet, read_set
from dogfight.bulk.executors import ExecutorConfig
from dogfight.bulk.games import (
    RANDOM,
    BotSeating,
    Chunk,
    ChunkResult,
    GameCell,
    GameResult,
    Setup,
    check_bots,
    lines,
)
from dogfight.cli.common_options import (
    MOST_GAMES,
    AsJson,
    Data,
    GameName,
    Given,
    Jobs,
    OnRay,
    Seed,
)
from dogfight.cli.console import progress_bar, show_json
from dogfight.cli.games import given_options
from dogfight.core.errors import BadOption
from dogfight.core.options import Options, OptionValue
from dogfight.core.registry import AnyGame

QUICK, SLOW = 500, 4
"""Games in a chunk: of random players, and of bots that think."""


class SeatScore(msgspec.Struct):
    """What one seat got: its share of the stake with a 95 % interval, and its wins."""

    seat: str
    player: str
    score: float
    low: float
    high: float
    wins: int


class LengthSpread(msgspec.Struct):
    """A number over all games."""

    least: int
    median: float
    p95: int
    most: int


class SimulationReport(msgspec.Struct):
    """The outcome of a simulation."""

    game: str
    data: str
    options: dict[str, OptionValue]
    games: int
    seed: int
    seats: list[SeatScore]
    draws: int
    reasons: dict[str, int]
    turns: LengthSpread
    decisions: LengthSpread


def sim(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1, max=MOST_GAMES)] = 100,
    seed: Seed = 0,
    seats: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help=f"A player for each seat ({', '.join(bot_names())}), joined by commas.",
        ),
    ] = "",
    texts: Given = [],  # noqa: B006
    data: Data = None,
    jobs: Jobs = 1,
    ray: OnRay = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and report who won, why, and how long it took."""
    loaded = dogfight.load(game, data)
    chosen = given_options(loaded, texts)
    players = seated(loaded, chosen, seats)
    began = time.perf_counter()
    with progress_bar(f"{loaded.title}: playing", games) as advance:
        report = simulate(
            loaded, chosen, players, games, seed, advance, ExecutorConfig(jobs, ray), read_set(data)
        )
    if as_json:
        show_json(report)
    else:
        _print(report, time.perf_counter() - began)


def seated(game: AnyGame, chosen: Options, text: str) -> list[str]:
    """A bot's name for every seat; one name stands for all."""
    expected = len(game.seats(chosen))
    players = split_names(text) if text else [RANDOM]
    if len(players) == 1:
        players *= expected
    if len(players) != expected:
        raise BadOption(
            f"expected {expected} players joined by commas, got {len(players)} in {text!r}"
        )
    check_bots(players, game)
    return players


def _print(report: SimulationReport, seconds: float) -> None:
    print(
        f"{report.game}: {report.games} games, seed {report.seed}, data {report.data},"
        f" {seconds:.3f} s"
    )
    grid = Grid("seat", "player", "score", "95 %", "wins")
    for seat in report.seats:
        grid.add_row(
            seat.seat,
            seat.player,
            f"{seat.score:.3f}",
            f"{seat.low:.3f}–{seat.high:.3f}",
            str(seat.wins),
        )
    Console().print(grid)
    print(f"draws {report.draws}")
    for name, spread in (("turns", report.turns), ("decisions", report.decisions)):
        print(
            f"{name}: median {spread.median:g}, 95 % within {spread.p95}, {spread.least} to"
            f" {spread.most}"
        )
    for reason, count in report.reasons.items():
        print(f"{count:8} {reason}")


def simulate(
    game: AnyGame,
    options: Options,
    seats: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
    hands: ExecutorConfig = ExecutorConfig(),  # noqa: B008
    data: DataSet = DataSet(),  # noqa: B008
) -> SimulationReport:
    """Play games, here or with many hands; game n depends on the seed and n alone."""
    cell = GameCell(seed, (BotSeating(options, tuple(seats), tuple(range(len(seats)))),))
    setup = Setup(game.name, (data,), (cell,))
    size = QUICK if all(seat == RANDOM for seat in seats) else SLOW

    def chunk(first: int) -> bytes:
        return msgspec.json.encode(Chunk(0, first, min(size, games - first)))

    chunk_results: dict[int, ChunkResult] = {}
    with closing(hands.executor(setup.worker_spec())) as executor:
        for done in executor.map_unordered(map(chunk, range(0, games, size))):
            played = msgspec.json.decode(done, type=ChunkResult)
            chunk_results[played.first] = played
            progress(played.deals)
    return _reported(
        game,
        options,
        seats,
        seed,
        [line for first in sorted(chunk_results) for line in lines(chunk_results[first])],
    )


def _reported(
    game: AnyGame, options: Options, seats: Sequence[str], seed: int, games: list[GameResult]
) -> SimulationReport:
    ends = [game.end for game in games]
    return SimulationReport(
        game=game.name,
        data=game.data_digest,
        options=options,
        games=len(games),
        seed=seed,
        seats=_scores(game, options, seats, games),
        draws=sum(not end.winners and any(end.payoffs) for end in ends),
        reasons=dict(Counter(end.reason for end in ends).most_common()),
        turns=_spread([game.turns for game in games]),
        decisions=_spread([game.decisions for game in games]),
    )


def _scores(
    game: AnyGame, options: Options, players: Sequence[str], games: list[GameResult]
) -> list[SeatScore]:
    scores = []
    for seat, info in enumerate(game.seats(options)):
        mean, low, high = (
            round(value, 4) for value in interval([game.end.payoffs[seat] for game in games])
        )
        wins = sum(seat in game.end.winners for game in games)
        scores.append(SeatScore(info.name, players[seat], mean, low, high, wins))
    return scores


def _spread(values: list[int]) -> LengthSpread:
    ordered = sorted(values)
    at_95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return LengthSpread(ordered[0], statistics.median(ordered), at_95, ordered[-1])
