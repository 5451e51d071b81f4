"""The baselines of a game for learners: how long it is, and what bots get from each other.

    python -P bench/baselines.py squadrons [--option name=value ...] [--games 200] [--seed 1]
        [--pairs easy,random medium,random medium,easy] [--jobs 8] [--minutes 5] [--out FILE]

Makes the rows of the tables in `docs/research.md`. `A,B` puts A in one seat and B in all the
others, every deal once from each seat; the figure is A's mean share of the stake with 1.96 standard
errors over deals. `hard` and `ace` think for a second a decision: with `--minutes` no deal of a
pair begins later than that, and the figure is that of the deals that were played. `--out` adds a
line of JSON for each pair to a file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import dogfight
from dogfight.bulk.games import BotSeating, play_one
from dogfight.core.options import Options, read_word
from dogfight.core.registry import AnyGame

PAIRS = ("easy,random", "medium,random", "medium,easy")


def lengths(game: AnyGame, options: Options, games: int, seed: int) -> str:
    """Decisions of random games: the median, and what 5 and 95 of a hundred stay below."""
    seats = len(game.seats(options))
    seating = BotSeating(options, ("random",) * seats, tuple(range(seats)))
    counts = sorted(play_one(game, seating, seed + deal).decisions for deal in range(games))
    low, high = counts[games * 5 // 100], counts[games * 95 // 100]
    return f"{statistics.median(counts):.0f} ({low} to {high})"


class Deal(NamedTuple):
    """What the first bot of a pair got from one deal, played from every seat."""

    share: float
    decisions: float
    seconds: float


def play_deal(
    name: str, options: Options, bots: tuple[str, str], seed: int, end: float
) -> Deal | None:
    """One deal, once from each seat; None if the time is up."""
    if time.monotonic() > end:
        return None
    began = time.process_time()
    game = dogfight.load(name)
    seats = len(game.seats(options))
    shares, decisions = [], []
    for own in range(seats):
        names = tuple(bots[0] if seat == own else bots[1] for seat in range(seats))
        line = play_one(game, BotSeating(options, names, tuple(range(seats))), seed)
        shares.append(line.end.payoffs[own])
        decisions.append(line.decisions)
    spent = (time.process_time() - began) / seats
    return Deal(statistics.fmean(shares), statistics.fmean(decisions), spent)


def deals_of(
    name: str, options: Options, bots: tuple[str, str], words: argparse.Namespace
) -> Iterator[Deal]:
    """The deals of a pair that were played in time, on several processes."""
    seats = len(dogfight.load(name).seats(options))
    seeds = range(words.seed, words.seed + max(words.games // seats, 2))
    end = time.monotonic() + 60 * words.minutes
    with ProcessPoolExecutor(words.jobs) as pool:
        for deal in pool.map(
            play_deal, repeat(name), repeat(options), repeat(bots), seeds, repeat(end)
        ):
            if deal is not None:
                yield deal


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", nargs="*", default=PAIRS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="for each pair, at most")
    parser.add_argument("--out", type=Path, help="a file of JSON lines to add to")
    words = parser.parse_args()
    game = dogfight.load(words.game)
    options = game.options(dict(read_word(word) for word in words.option))
    seats = len(game.seats(options))
    played = lengths(game, options, max(words.games, 500), words.seed)
    print(f"{game.title}, {seats} seats (fair share {1 / seats:.3f}): {played} random decisions")
    for text in words.pairs:
        first, second = text.split(",")
        deals = list(deals_of(words.game, options, (first, second), words))
        shares = [deal.share for deal in deals]
        share = statistics.fmean(shares)
        error = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5
        decisions = statistics.fmean(deal.decisions for deal in deals)
        seconds = statistics.fmean(deal.seconds for deal in deals)
        print(
            f"| {first} against {second} | {share:.3f} ± {error:.3f} | {seats * len(deals)} games |"
            f" {decisions:.0f} decisions | {1000 * seconds:.1f} ms a game |",
            flush=True,
        )
        if words.out is not None:
            line = {
                "game": words.game, "options": options, "pair": text, "seed": words.seed,
                "share": share, "error": error, "games": seats * len(deals),
                "decisions": decisions, "seconds_a_game": seconds, "random_decisions": played,
            }  # fmt: skip
            with words.out.open("a") as file:
                file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
