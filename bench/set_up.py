"""How good the recommended set-up of Combat Boots is: greedy with it against greedy with random
legal ones.

For every battle and side, deals are played twice with the same luck: once the side sets up as
recommended, once at random; the other side sets up at random both times. The difference is what the
recommendation is worth.

    .venv/bin/python bench/set_up.py --games 40
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

import dogfight
from dogfight.arena.statistics import Z_95
from dogfight.bots.registry import make_bot
from dogfight.core.decision import Choose, Commit, Over
from dogfight.games.boots.deployment import deployment, is_setting_up
from dogfight.match.match import Match

BATTLES = ("orchard", "crossroads", "hill", "ford", "eighty_eights", "raiders", "tiger_road")
SIDES = 2


def played(battle: str, seed: int, side: int, how: str, foe: str) -> tuple[float, float]:
    """What a side gets of the stake when it sets up in this way (`recommended`, `greedy` or
    `random`), and its margin.

    The margin is the share of its own pieces that are left, less the other side's: it tells apart
    where all is won.
    """
    table = Match(dogfight.load("boots"), {"battle": battle}, seed=seed)
    names = ["greedy" if seat == side else foe for seat in range(SIDES)]
    bots = [make_bot(name, 2 * seed + seat, table.game) for seat, name in enumerate(names)]
    dice = [random.Random(2 * seed + seat) for seat in range(SIDES)]
    while isinstance(decision := table.advance(), Choose | Commit):
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        manner = how if seat == side else "random"
        if not is_setting_up(table.position, seat) or manner == "greedy":
            table.play(seat, bots[seat].choose(table.view(seat)))
        elif manner == "random":
            table.play(seat, dice[seat].choice(table.view(seat).legal).action)
        else:
            for action in deployment(table.position, seat):
                table.play(seat, action)
    assert isinstance(decision, Over)
    p = table.position
    left: list[list[int]] = [[], []]
    for unit in range(int(p.t.units)):
        left[p.t.side[unit]].append(int(p.alive) >> unit & 1)
    kept = [sum(own) / len(own) if own else 0.0 for own in left]
    return float(decision.payoffs[side]), kept[side] - kept[1 - side]


def difference(pairs: list[tuple[float, float]]) -> str:
    """By how much the first of two that belong together is more, with half of its 95 % interval."""
    gains = [item - other for item, other in pairs]
    half = Z_95 * statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
    return f"{statistics.fmean(gains):+.3f} ± {half:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="deals for each battle and side")
    parser.add_argument("--battles", nargs="*", default=BATTLES)
    parser.add_argument(
        "--against", default="random", choices=["random", "greedy"], help="what it is compared with"
    )
    parser.add_argument(
        "--foe",
        default="greedy",
        help="who plays the other side; a weaker bot where it always wins",
    )
    asked = parser.parse_args()
    print(
        f"| battle | side | share, recommended | {asked.against} | difference, 95 % | of pieces"
        " left, 95 % |"
    )
    print("|---|---|---|---|---|---|")
    for battle in asked.battles:
        sides = [
            seat.title
            for seat in dogfight.load("boots").seats(
                dogfight.load("boots").options({"battle": battle})
            )
        ]
        for side in range(SIDES):
            deals = range(asked.games)
            ours = [played(battle, seed, side, "recommended", asked.foe) for seed in deals]
            theirs = [played(battle, seed, side, asked.against, asked.foe) for seed in deals]
            means = [sum(share for share, _ in games) / len(games) for games in (ours, theirs)]
            pairs = list(zip(ours, theirs, strict=True))
            gains = [difference([(item[n], other[n]) for item, other in pairs]) for n in (0, 1)]
            shares = " | ".join(f"{mean:.3f}" for mean in means)
            print(f"| {battle} | {sides[side]} | {shares} | {' | '.join(gains)} |", flush=True)


if __name__ == "__main__":
    main()
