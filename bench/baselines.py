"""The baselines of a game for learners: how long it is, and what bots get from each other.

    python -P bench/baselines.py squadrons [--option name=value ...] [--games 200] [--seed 1]
        [--pairs easy,random medium,random medium,easy]

Makes the rows of the tables in `docs/research.md`. `A,B` puts A in one seat and B in all the
others, every deal once from each seat; the figure is A's mean share of the stake with 1.96 standard
errors over deals. `hard` and `ace` think for a second a decision: ask for few games.
"""

from __future__ import annotations

import argparse
import statistics
import time

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


def pair(
    game: AnyGame, options: Options, bots: tuple[str, str], games: int, seed: int
) -> tuple[float, float, float]:
    """The share of the first bot, its 1.96 standard errors, and the mean of the decisions."""
    seats = len(game.seats(options))
    deals, decisions = [], []
    for deal in range(max(games // seats, 2)):
        shares = []
        for own in range(seats):
            names = tuple(bots[0] if seat == own else bots[1] for seat in range(seats))
            line = play_one(game, BotSeating(options, names, tuple(range(seats))), seed + deal)
            shares.append(line.end.payoffs[own])
            decisions.append(line.decisions)
        deals.append(statistics.fmean(shares))
    error = 1.96 * statistics.stdev(deals) / len(deals) ** 0.5
    return statistics.fmean(deals), error, statistics.fmean(decisions)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", nargs="*", default=PAIRS)
    words = parser.parse_args()
    game = dogfight.load(words.game)
    options = game.options(dict(read_word(word) for word in words.option))
    seats = len(game.seats(options))
    played = lengths(game, options, max(words.games, 500), words.seed)
    print(f"{game.title}, {seats} seats (fair share {1 / seats:.3f}): {played} random decisions")
    for text in words.pairs:
        first, second = text.split(",")
        began = time.process_time()
        share, error, decisions = pair(game, options, (first, second), words.games, words.seed)
        took = (time.process_time() - began) / max(words.games // seats, 2) / seats
        print(
            f"| {first} against {second} | {share:.3f} ± {error:.3f} | {decisions:.0f} decisions |"
            f" {1000 * took:.1f} ms a game |",
            flush=True,
        )


if __name__ == "__main__":
    main()
