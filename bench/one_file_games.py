"""How quick games in one file are: decisions a second in batches, and games of `medium` against
`random`.

    taskset -c 0 python -P bench/one_file_games.py [--games 200] [--seconds 1] [--only TEXT]

Figures are per CPU second, so that a busy neighbour counts little. `batch` plays 256 games with the
draws inside; `bots` plays whole games as arenas and the lab play them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import dogfight
from dogfight import envs
from dogfight.bulk.games import BotSeating, play_one
from dogfight.core.registry import AnyGame, load_plugin

EXAMPLES = Path(__file__).parents[1] / "examples"
PLUGINS = (
    "classics/kuhn.py",
    "classics/leduc.py",
    "classics/liars_dice.py",
    "flak_alley/flak_alley.py",
)
ROWS = 256
ONE_FILE = "goofspiel"
"""The game in one file that comes with the package."""


def in_batches(game: AnyGame, seconds: float) -> float:
    """Decisions in a CPU second of a batch."""
    batch = envs.batch(game, ROWS, seed=1)
    batch.play(5)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        batch.play(5)
        steps += 5
    return ROWS * steps / (time.process_time() - began)


def with_bots(game: AnyGame, games: int) -> tuple[float, float]:
    """CPU milliseconds for a game of `medium` against `random`, and its decisions."""
    options = game.options()
    seats = len(game.seats(options))
    seatings = [
        BotSeating(
            options,
            tuple("medium" if seat == own else "random" for seat in range(seats)),
            tuple(range(seats)),
        )
        for own in range(seats)
    ]
    began, decisions = time.process_time(), 0
    for number in range(games):
        decisions += play_one(game, seatings[number % seats], number).decisions
    return 1000 * (time.process_time() - began) / games, decisions / games


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", default="", help="games whose name contains this")
    words = parser.parse_args()
    for file in PLUGINS:
        load_plugin(str(EXAMPLES / file))
    print("| game | batch, decisions/s | medium against random, ms a game | decisions a game |")
    print("|---|---|---|---|")
    for name in (ONE_FILE, *(Path(file).stem for file in PLUGINS)):
        if words.only in name:
            game = dogfight.load(name)
            speed = in_batches(game, words.seconds)
            took, decisions = with_bots(game, words.games)
            print(f"| {game.title} | {speed:,.0f} | {took:.2f} | {decisions:.1f} |", flush=True)


if __name__ == "__main__":
    main()
