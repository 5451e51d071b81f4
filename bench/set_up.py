"""How good the recommended set-up of Combat Boots is: greedy with it against greedy with random legal ones.

For every battle and side, deals are played twice with the same luck: once the side sets up as recommended, once at
random; the other side sets up at random both times. The difference is what the recommendation is worth.

    .venv/bin/python bench/set_up.py --games 40
"""

from __future__ import annotations

import argparse
import random

import dogfight
from dogfight.arena.statistics import interval
from dogfight.bots.greedy import GreedyBot
from dogfight.core.decision import Choose, Commit
from dogfight.core.table import Table
from dogfight.games.boots.deployment import deployment, is_setting_up

BATTLES = ("orchard", "convoy", "crossroads", "hill", "ford", "eighty_eights")
SIDES = 2


def played(battle: str, seed: int, side: int, how: str) -> float:
    """What a side gets of the stake when it sets up in this way: `recommended`, `greedy` or `random`."""
    table = Table(dogfight.load("boots"), {"battle": battle}, seed=seed)
    bots = [GreedyBot(2 * seed + seat) for seat in range(SIDES)]
    dice = [random.Random(2 * seed + seat) for seat in range(SIDES)]
    while isinstance(decision := table.settle(), Choose | Commit):
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        manner = how if seat == side else "random"
        if not is_setting_up(table.position, seat) or manner == "greedy":
            table.play(seat, bots[seat].choose(table.view(seat)))
        elif manner == "random":
            table.play(seat, dice[seat].choice(table.view(seat).legal).action)
        else:
            for action in deployment(table.position, seat):
                table.play(seat, action)
    return float(decision.payoffs[side])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="deals for each battle and side")
    parser.add_argument("--battles", nargs="*", default=BATTLES)
    parser.add_argument("--against", default="random", choices=["random", "greedy"], help="what it is compared with")
    asked = parser.parse_args()
    print(f"| battle | side | recommended | {asked.against} | difference, 95 % |")
    print("|---|---|---|---|---|")
    for battle in asked.battles:
        sides = [one.title for one in dogfight.load("boots").seats(dogfight.load("boots").options({"battle": battle}))]
        for side in range(SIDES):
            deals = range(asked.games)
            ours = [played(battle, seed, side, "recommended") for seed in deals]
            theirs = [played(battle, seed, side, asked.against) for seed in deals]
            shares_of_two = [(1 + one - other) / 2 for one, other in zip(ours, theirs, strict=True)]
            gain, low, high = (2 * one - 1 for one in interval(shares_of_two))
            shares = f"{sum(ours) / len(ours):.3f} | {sum(theirs) / len(theirs):.3f}"
            print(f"| {battle} | {sides[side]} | {shares} | {gain:+.3f} ({low:+.3f} to {high:+.3f}) |", flush=True)


if __name__ == "__main__":
    main()
