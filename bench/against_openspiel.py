"""Our games beside OpenSpiel's goofspiel in one run on one core, as ratios.

    python bench/against_openspiel.py [--seconds 0.5] [--repeats 5] [--json FILE]

Needs the extra `bench`. Both sides are sampled in turn, so a busy neighbour hits both; a figure is
the median rate per CPU second, and the ratios are medians of the ratios of neighbouring samples.
Goofspiel with 13 cards, hidden and with a random order of points, is the nearest relative of the
biplane duel.

rollout  whole random games inside C++ (the rollout evaluator of its MCTS) against
`core.position.playouts` driven   random games with one call from Python for each question and each
move, on both sides copies   clones of a state some moves in against `Position.copy`
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel

import dogfight
from dogfight.cli.bench import copier, driven, middle
from dogfight.cli.doctor import is_compiled, position_module
from dogfight.core.dice import Dice
from dogfight.core.position import playouts

GOOFSPIEL = "goofspiel(num_cards=13,imp_info=True,points_order=random)"
Work = Callable[[], float]


def goofspiel_game(state: pyspiel.State, rng: random.Random) -> int:
    """One random game driven from Python; returns its decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        else:
            joint = [rng.choice(state.legal_actions(seat)) for seat in range(2)]
            state.apply_actions(joint)
            decisions += 2
    return decisions


def goofspiel_rollouts() -> Work:
    """A hundred games inside C++ for every call; each has 24 decisions, the last card being
    forced.
    """
    game = pyspiel.load_game(GOOFSPIEL)
    rng = random.Random(1)
    length = statistics.fmean(goofspiel_game(game.new_initial_state(), rng) for _ in range(200))
    turns = pyspiel.convert_to_turn_based(game)
    bot = pyspiel.MCTSBot(
        turns, pyspiel.RandomRolloutEvaluator(100, 7), 2.0, 1, 100, False, 7, False
    )
    start = turns.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.legal_actions()[0])

    def work() -> float:
        bot.mcts_search(start)
        return 100 * length

    return work


def goofspiel_driven() -> Work:
    game = pyspiel.load_game(GOOFSPIEL)
    rng = random.Random(1)
    return lambda: goofspiel_game(game.new_initial_state(), rng)


def goofspiel_clones() -> Work:
    state = pyspiel.load_game(GOOFSPIEL).new_initial_state()
    rng = random.Random(1)
    for _ in range(6):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(2)])

    def work() -> float:
        clone = state.clone
        for _ in range(1000):
            clone()
        return 1000

    return work


def ours(name: str) -> dict[str, Work]:
    """The same three works for one of our games with its first sample options."""
    game = dogfight.load(name)
    options = game.samples()[0]
    dice = Dice(1)
    copy = copier(middle(game, options))
    return {
        "rollout": lambda: int(playouts(game.new(options), 100, dice)),
        "driven": lambda: driven(game.new(options), dice),
        "copies": lambda: copy(dice),
    }


def rate(work: Work, seconds: float) -> float:
    done = 0.0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    supplied = parser.parse_args()
    peer = {
        "rollout": goofspiel_rollouts(),
        "driven": goofspiel_driven(),
        "copies": goofspiel_clones(),
    }
    rows = []
    for name in dogfight.names():
        kind = "compiled" if is_compiled(position_module(dogfight.load(name))) else "interpreted"
        for what, work in ours(name).items():
            work()
            peer[what]()
            pairs = [
                (rate(work, supplied.seconds), rate(peer[what], supplied.seconds))
                for _ in range(supplied.repeats)
            ]
            own, theirs = (statistics.median(item) for item in zip(*pairs, strict=True))
            ratio = statistics.median(item / pair for item, pair in pairs)
            rows.append(
                {
                    "game": name,
                    "kind": kind,
                    "what": what,
                    "ours": own,
                    "goofspiel": theirs,
                    "ratio": ratio,
                }
            )
            print(
                f"{name:13} {kind:11} {what:8} {own:13,.0f} /s  goofspiel {theirs:11,.0f} /s "
                f" ratio {ratio:6.2f}"
            )
            sys.stdout.flush()
    if supplied.json:
        machine = (
            f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
        )
        supplied.json.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
