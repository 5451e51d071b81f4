"""How far two reviews of one game agree, whether weak play is found, and what it costs.

    python bench/review_agreement.py --games 10 --seconds 20 [--first 0] [--each]

`--first` is the seed of the first game, so that a long run can be shared among processes; `--each`
prints the figures so far after every game.
Every game is played by an easy and by medium seats, and reviewed twice with other seeds. Times are
of one core, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.match.match import Match
from dogfight.match.record import Record
from dogfight.review.analysis import analyses
from dogfight.review.report import Analysis

GAMES: dict[str, dict[str, Any]] = {
    "biplanes": {},
    "squadrons": {},
    "starfighters": {"players": 3},
    "paws": {"timer": 0},
    "boots": {"battle": "orchard"},
    "goofspiel": {},
}


@dataclass
class Tally:
    """What was counted over the games of one kind."""

    games: int = 0
    headlines: int = 0
    points: int = 0
    same: int = 0
    found: int = 0
    first: float = 0.0
    whole: float = 0.0


def played(name: str, seed: int, weak: str) -> tuple[Record, str]:
    """A finished game, and the side whose seats were played by the weak bot."""
    game = dogfight.load(name)
    table = Match(game, GAMES[name], seed=seed)
    side = table.seats[seed % len(table.seats)].side
    bots = [weak if seat.side == side else "medium" for seat in table.seats]
    table.run([make_bot(bot, 100 * seed + n, game) for n, bot in enumerate(bots)])
    return table.record, side


def reviewed(record: Record, seed: int, seconds: float) -> tuple[Analysis, float, float]:
    """The last analysis, and after how many seconds of a core the headline and all of it stood."""
    began = time.process_time()
    game = dogfight.load(record.header.game)
    stages = analyses(game, record, seed, seconds, time.process_time)
    next(stages)
    first = time.process_time() - began
    *_, result = stages
    return result, first, time.process_time() - began


def weak_found(analysis: Analysis, record: Record, side: str) -> bool:
    """Whether the weak side's choices cost more than those of any other, a seat."""
    seats = dogfight.load(record.header.game).seats(record.header.options)
    costs: dict[bool, list[float]] = {True: [], False: []}
    for review in analysis.seats:
        costs[seats[review.seat].side == side].append(review.cost)
    return sum(costs[True]) / len(costs[True]) > sum(costs[False]) / len(costs[False])


def compare(tally: Tally, first: Analysis, second: Analysis) -> None:
    """Count where two reviews agree: over all sides of a game, so that one that differs counts.

    Points agree where each point of one is a point of the other, or is said there to be too close
    to tell.
    """
    both = list(zip(first.stories, second.stories, strict=True))
    moves = [[{point.move for point in story.points} for story in pair] for pair in both]
    tally.games += 1
    tally.headlines += all(a.headline == b.headline for a, b in both)
    tally.same += all(a == b for a, b in moves)
    tally.points += all(
        left <= right | set(b.close) and right <= left | set(a.close)
        for (a, b), (left, right) in zip(both, moves, strict=True)
    )


def row(name: str, tally: Tally) -> str:
    """The figures of the games so far."""
    return (
        f"{name} | {tally.games} | {tally.headlines} | {tally.points} | {tally.same} | "
        f"{tally.found} | {tally.first:.1f} s | {tally.whole:.1f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--weak", default="easy")
    parser.add_argument("--only", choices=list(GAMES))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    print("game | games | same headline | points agree | same points | weak found | headline | all")
    for name in [asked.only] if asked.only else GAMES:
        tally = Tally()
        for seed in range(asked.first, asked.first + asked.games):
            record, side = played(name, seed, asked.weak)
            first, early, whole = reviewed(record, 2 * seed + 1, asked.seconds)
            second, *_ = reviewed(record, 2 * seed + 2, asked.seconds)
            compare(tally, first, second)
            tally.found += weak_found(first, record, side)
            tally.first, tally.whole = max(tally.first, early), max(tally.whole, whole)
            if asked.verbose:
                for analysis in (first, second):
                    for story in analysis.stories:
                        print(story.headline, [point.move for point in story.points], story.close)
            if asked.each:
                print(row(name, tally), flush=True)
        if not asked.each:
            print(row(name, tally), flush=True)


if __name__ == "__main__":
    main()
