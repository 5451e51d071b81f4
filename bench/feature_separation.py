"""How often positions that look different to a seat have different features.

    python bench/feature_separation.py [--seeds 20] [--positions 24]

For every game and its sample options: positions spread over random games, from each a few different
actions or outcomes, and of all pairs that look different to a seat (their views differ as JSON) the
share with different features.
"""

from __future__ import annotations

import argparse

import dogfight
from dogfight.core.options import as_words
from dogfight.testing.checks import distinguished_pairs


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--positions", type=int, default=24)
    arguments = parser.parse_args()
    for name in dogfight.names():
        game = dogfight.load(name)
        total = [0, 0]
        for options in game.samples():
            counted = [
                distinguished_pairs(game, options, seed, arguments.positions)
                for seed in range(arguments.seeds)
            ]
            different, distinguished = (sum(counts) for counts in zip(*counted, strict=True))
            total = [total[0] + different, total[1] + distinguished]
            print(f"{name} {as_words(options)}: {distinguished:,} of {different:,}", flush=True)
        print(f"{name}: {total[1]:,} of {total[0]:,} pairs, {total[1] / total[0]:.4%}", flush=True)


if __name__ == "__main__":
    main()
