"""How fast the twin plays at random on this device, and how long the network that ships thinks
about a position.

    python -P bench/twin.py [--device cpu|gpu] [--games 4096 65536] [--steps 64]
        [--repeats 5] [--json FILE]

Decisions a second count every seat that is asked; finished games are begun anew, draws and legal
actions are part of the step. The time of a thought is that of `Policy.think` in NumPy, its numbers
made from what a seat knows.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from dogfight.games.biplanes.ai.training.command import prepare
from dogfight.games.biplanes.ai.training.encoding import PLAN
from dogfight.games.biplanes.ai.training.policy import Policy, Seen


def thought(repeats: int) -> float:
    """The median seconds of a thought at the beginning of a game."""
    hand, bag = (4, 5, 9, 10, 13, 17), (4, 6, 8, 10, 12, 14, 18, 20, 22)
    seen = Seen(
        board=0,
        phase=PLAN,
        round=1,
        turn=1,
        owed=0,
        asked=True,
        plane=(0, 1),
        at=(4, 0),
        damage=(0, 0),
        jammed=(False, False),
        last=(-1, -1),
        hand=hand,
        bag=bag,
        unseen=(hand + bag, hand + bag),
        hidden=(6, 9, 0),
        shown=-1,
    )
    policy, times = Policy(), []
    for _ in range(repeats):
        begin = time.perf_counter()
        policy.think(seen, sorted(hand))
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", choices=["cpu", "gpu"])
    parser.add_argument("--games", type=int, nargs="+", default=[4096])
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    supplied = parser.parse_args()
    prepare(supplied.device, fast=True)
    from dogfight.games.biplanes.ai.training import (
        runs,
    )  # JAX reads its settings when it is imported

    report: dict[str, Any] = {"thought_s": thought(200), "twin": []}
    print(f"the network thinks for {1e3 * report['thought_s']:.2f} ms", flush=True)
    for games in supplied.games:
        result = runs.speed(games, supplied.steps, supplied.repeats)
        report["twin"].append(result)
        print(
            f"{result['device']}, {games:,} games at once: {result['decisions_per_s']:,.0f} random"
            f" decisions a second (median {result['median_per_s']:,.0f})",
            flush=True,
        )
    if supplied.json:
        supplied.json.write_text(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
