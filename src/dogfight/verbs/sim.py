"""`dogfight sim`: play many games and say what came of them: results by seat, reasons, lengths."""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

import dogfight
from dogfight.bots.names import split_names
from dogfight.bots.registry import bot_names, make_bot
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.options import Options, OptionValue
from dogfight.core.position import playout
from dogfight.core.registry import AnyGame
from dogfight.core.table import Table
from dogfight.verbs.common_options import AsJson, Data, GameName, Given, Seed
from dogfight.verbs.console import show_json
from dogfight.verbs.games import given_options


class SeatScore(msgspec.Struct):
    """What one seat got: its share of the stake with a 95 % interval, and its wins."""

    seat: str
    player: str
    score: float
    low: float
    high: float
    wins: int


class Spread(msgspec.Struct):
    """A number over all games."""

    least: int
    median: float
    p95: int
    most: int


class Report(msgspec.Struct):
    """The outcome of a simulation."""

    game: str
    options: dict[str, OptionValue]
    games: int
    seed: int
    seats: list[SeatScore]
    draws: int
    reasons: dict[str, int]
    turns: Spread
    decisions: Spread
    seconds: float


def sim(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Seed = 0,
    seats: Annotated[
        str,
        typer.Option(metavar="NAMES", help=f"A player for each seat ({', '.join(bot_names())}), joined by commas."),
    ] = "",
    given: Given = [],  # noqa: B006
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and report who won, why, and how long it took."""
    loaded = dogfight.load(game, data)
    chosen = given_options(loaded, given)
    players = seated(loaded, chosen, seats)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(f"{loaded.title}: playing", total=games)
        report = simulate(loaded, chosen, players, games, seed, lambda: bar.advance(task))
    if as_json:
        show_json(report)
    else:
        _print(report)


def seated(game: AnyGame, chosen: Options, words: str) -> list[str]:
    """A bot's name for every seat; one name stands for all."""
    wanted = len(game.seats(chosen))
    players = split_names(words) if words else ["random"]
    if len(players) == 1:
        players *= wanted
    if len(players) != wanted:
        raise BadOption(f"expected {wanted} players joined by commas, got {len(players)} in {words!r}")
    for name in players:
        make_bot(name, 0)
    return players


def _print(report: Report) -> None:
    print(f"{report.game}: {report.games} games, seed {report.seed}, {report.seconds} s")
    grid = Grid("seat", "player", "score", "95 %", "wins")
    for one in report.seats:
        grid.add_row(one.seat, one.player, f"{one.score:.3f}", f"{one.low:.3f}–{one.high:.3f}", str(one.wins))
    Console().print(grid)
    print(f"draws {report.draws}")
    for name, spread in (("turns", report.turns), ("decisions", report.decisions)):
        print(f"{name}: median {spread.median:g}, 95 % within {spread.p95}, {spread.least} to {spread.most}")
    for reason, count in report.reasons.items():
        print(f"{count:8} {reason}")


def simulate(
    game: AnyGame,
    options: Options,
    seats: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Play games one after another; game n depends on the seed and n alone."""
    began = time.perf_counter()
    ends: list[Over] = []
    turns: list[int] = []
    decisions: list[int] = []
    for number in range(games):
        end, turn, count = play_one(game, options, seats, seed, number)
        ends.append(end)
        turns.append(turn)
        decisions.append(count)
        progress()
    return Report(
        game=game.name,
        options=options,
        games=games,
        seed=seed,
        seats=_scores(game, options, seats, ends),
        draws=sum(not end.winners and any(end.payoffs) for end in ends),
        reasons=dict(Counter(f"{end.why} {end.rule}" for end in ends).most_common()),
        turns=_spread(turns),
        decisions=_spread(decisions),
        seconds=round(time.perf_counter() - began, 3),
    )


def play_one(game: AnyGame, options: Options, seats: Sequence[str], seed: int, number: int) -> tuple[Over, int, int]:
    """One game: its end, its turns, its decisions. Random seats alone take the quick way."""
    own_seed = seed << 32 | number
    if all(seat == "random" for seat in seats):
        position = game.new(options)
        count = playout(position, Dice(own_seed))
        end = game.decision(position)
        assert isinstance(end, Over)
        return end, game.turn(position), count
    table = Table(game, options, seed=own_seed, players=seats)
    bots = [make_bot(name, own_seed * 16 + n + 1, game) for n, name in enumerate(seats)]
    end = table.run(bots)
    count = sum(move.seat != "chance" for move in table.record.moves)
    return end, game.turn(table.position), count


def _scores(game: AnyGame, options: Options, players: Sequence[str], ends: list[Over]) -> list[SeatScore]:
    scores = []
    for seat, info in enumerate(game.seats(options)):
        values = [end.payoffs[seat] for end in ends]
        mean = statistics.fmean(values)
        half = 1.96 * (statistics.pstdev(values) / max(1, len(values)) ** 0.5)
        wins = sum(seat in end.winners for end in ends)
        scores.append(
            SeatScore(info.name, players[seat], round(mean, 4), round(mean - half, 4), round(mean + half, 4), wins)
        )
    return scores


def _spread(values: list[int]) -> Spread:
    ordered = sorted(values)
    at_95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return Spread(ordered[0], statistics.median(ordered), at_95, ordered[-1])
