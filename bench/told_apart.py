"""How often features tell positions apart that look different to a seat.

    python bench/told_apart.py [--seeds 20] [--positions 24]

For every game and its sample options: positions spread over random games, from each a few different
actions or outcomes, and of all pairs that look different to a seat (their views differ as JSON) the
share with different features.
"""

from __future__ import annotations

import argparse

import dogfight
from dogfight.core.options import as_words
from dogfight.testing.checks import told_apart


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--positions", type=int, default=24)
    supplied = parser.parse_args()
    for name in dogfight.names():
        game = dogfight.load(name)
        whole = [0, 0]
        for options in game.samples():
            counted = [
                told_apart(game, options, seed, supplied.positions)
                for seed in range(supplied.seeds)
            ]
            different, apart = (sum(item) for item in zip(*counted, strict=True))
            whole = [whole[0] + different, whole[1] + apart]
            print(f"{name} {as_words(options)}: {apart:,} of {different:,}", flush=True)
        print(f"{name}: {whole[1]:,} of {whole[0]:,} pairs, {whole[1] / whole[0]:.4%}", flush=True)


if __name__ == "__main__":
    main()
