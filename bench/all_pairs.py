"""One bot against another in Biplanes dogfights of all 72 ordered pairs of biplanes on both boards.

    python -P bench/all_pairs.py ace greedy [--games 288] [--seed 0] [--jobs 2] [--minutes N]
        [--json FILE]

Every deal is a pair, a board and a seed, played twice with the bots' seats exchanged; the order of
the deals is shuffled by the seed, so that a number of games that does not go round is a fair
sample. With `--minutes` no deal is begun after that time. Intervals hold 95 %, over deals.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import dogfight
from dogfight.arena.statistics import interval
from dogfight.bots.registry import make_bot
from dogfight.games.biplanes.data import PLANES
from dogfight.match.match import Match

BOARDS = ("main", "alt")


@dataclass(frozen=True)
class Deal:
    bots: tuple[str, str]
    p1: str
    p2: str
    board: str
    seed: int
    until: float


def deals(bots: tuple[str, str], number: int, seed: int, until: float) -> list[Deal]:
    """As many deals as wanted; every pair on every board once before any comes again."""
    dice = random.Random(seed)
    result: list[Deal] = []
    while len(result) < number:
        setups = [(p1, p2, board) for p1, p2 in permutations(PLANES, 2) for board in BOARDS]
        dice.shuffle(setups)
        result += [Deal(bots, *setup, dice.getrandbits(40), until) for setup in setups]
    return result[:number]


def played(deal: Deal) -> float | None:
    """What the first bot got on average from both seats of a deal; None if the time was over
    before it began.
    """
    if time.time() > deal.until:
        return None
    game = dogfight.load("biplanes")
    options = game.options({"p1": deal.p1, "p2": deal.p2, "board": deal.board})
    shares = []
    for first in (0, 1):
        players = [make_bot(deal.bots[seat ^ first], deal.seed + seat, game) for seat in (0, 1)]
        shares.append(Match(game, options, seed=deal.seed).run(players).payoffs[first])
    return sum(shares) / 2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--games", type=int, default=288)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--json", type=Path)
    supplied = parser.parse_args()
    bots = (supplied.bots[0], supplied.bots[1])
    expected = deals(
        bots, (supplied.games + 1) // 2, supplied.seed, time.time() + 60 * supplied.minutes
    )
    with ProcessPoolExecutor(supplied.jobs) as pool:
        shares = [share for share in pool.map(played, expected) if share is not None]
    mean, low, high = interval(shares)
    print(
        f"{bots[0]} against {bots[1]}: {mean:.3f} of {2 * len(shares)} games (95 % {low:.3f} to"
        f" {high:.3f})"
    )
    if supplied.json:
        report = {
            "bots": bots,
            "games": 2 * len(shares),
            "seed": supplied.seed,
            "score": mean,
            "low": low,
            "high": high,
        }
        supplied.json.write_text(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
