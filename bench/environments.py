"""Batches of our games beside the environments of OpenSpiel, PettingZoo and RLCard, in one run on
one core.

    taskset -c 0 python -P bench/environments.py [--games 256] [--seconds 0.5] [--repeats 5]
        [--samples] [--json FILE]

Needs the extra `bench`. A figure is the median of decisions in a CPU second. Every game of ours is
sampled in turn with OpenSpiel's goofspiel, so that a busy neighbour hits both, and a ratio is the
median of the ratios of neighbouring samples. `--samples` takes every one of our games' sample
options instead of the default ones.

inside    all features and masks are written for every decision, which is drawn inside (`play`) by
NumPy  the same, with ids drawn by NumPy from the masks (`step`) tensors   goofspiel with 13 cards
driven from Python: for every decision the legal actions, and the tensor by
          `make_observation` and `set_from`, its quickest way; `plain tensors` asks for
          `observation_tensor` instead
others    random play as their own manuals show it, with observations and masks
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import rlcard
from open_spiel.python.observation import make_observation

import dogfight
from dogfight import envs
from dogfight.cli.doctor import is_compiled, position_module
from dogfight.core.options import Options, as_words

GOOFSPIEL = "goofspiel(num_cards=13,imp_info=True,points_order=random)"
CLASSICS = ("tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "texas_holdem_v4")
CARD_GAMES = ("leduc-holdem", "limit-holdem", "blackjack", "uno", "doudizhu")
Work = Callable[[], int]
"""Some decisions; returns how many."""


def inside(name: str, options: Options, games: int) -> Work:
    env = envs.batch(name, games, options, seed=1)

    def work() -> int:
        env.play(1)
        return games

    return work


def by_numpy(name: str, options: Options, games: int) -> Work:
    env = envs.batch(name, games, options, seed=1)
    rng = np.random.default_rng(1)
    draws = np.empty(env.masks.shape, np.float32)

    def work() -> int:
        rng.random(dtype=np.float32, out=draws)
        np.multiply(draws, env.masks, out=draws)
        env.step(draws.argmax(axis=1))
        return games

    return work


def tensors(quick: bool) -> Work:
    """One game of goofspiel, each seat with its legal actions and its tensor at every decision."""
    game = pyspiel.load_game(GOOFSPIEL)
    rng = random.Random(1)
    seen = make_observation(game)

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            joint = []
            for seat in range(2):
                if quick:
                    seen.set_from(state, seat)
                else:
                    state.observation_tensor(seat)
                joint.append(rng.choice(state.legal_actions(seat)))
            state.apply_actions(joint)
            decisions += 2
        return decisions

    return work


def classic(name: str) -> Work:
    """One game of PettingZoo."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    rng = random.Random(1)
    seeds = iter(range(10**9))

    def work() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = (
                seen["action_mask"]
                if isinstance(seen, dict)
                else np.ones(env.action_space(agent).n, np.int8)
            )
            env.step(int(rng.choice(np.flatnonzero(mask))))
            decisions += 1
        return decisions

    return work


def card_game(name: str) -> Work:
    """One game of RLCard."""
    env = rlcard.make(name, config={"seed": 1})
    rng = random.Random(1)

    def work() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return work


def rate(work: Work, seconds: float) -> float:
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def beside(work: Work, peer: Work, seconds: float, repeats: int) -> tuple[float, float, float]:
    """Both rates and their ratio, sampled in turn."""
    work(), peer()
    pairs = [(rate(work, seconds), rate(peer, seconds)) for _ in range(repeats)]
    own, theirs = (statistics.median(item) for item in zip(*pairs, strict=True))
    return own, theirs, statistics.median(item / pair for item, pair in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--samples", action="store_true")
    parser.add_argument("--json", type=Path)
    supplied = parser.parse_args()
    peer = tensors(quick=True)
    rows: list[dict[str, Any]] = []

    def tell(what: str, how: str, work: Work) -> None:
        own, theirs, ratio = beside(work, peer, supplied.seconds, supplied.repeats)
        rows.append({"what": what, "how": how, "rate": own, "goofspiel": theirs, "ratio": ratio})
        print(
            f"{what:44} {how:14} {own:12,.0f} /s   goofspiel {theirs:9,.0f} /s   ratio"
            f" {ratio:6.2f}",
            flush=True,
        )

    for name in dogfight.names():
        game = dogfight.load(name)
        kind = "" if is_compiled(position_module(game)) else " (interpreted)"
        for options in game.samples() if supplied.samples else (game.options(),):
            size = f"{game.features(options).size} features"  # type: ignore[attr-defined]
            what = (
                f"{name}{kind} {as_words(options) if supplied.samples else ''}".strip()
                + f", {size}"
            )
            tell(what, "inside", inside(name, options, supplied.games))
            if not supplied.samples:
                tell(what, "by NumPy", by_numpy(name, options, supplied.games))
    if not supplied.samples:
        tell("OpenSpiel goofspiel", "plain tensors", tensors(quick=False))
        for item in CLASSICS:
            tell(f"PettingZoo {item}", "others", classic(item))
        for item in CARD_GAMES:
            tell(f"RLCard {item}", "others", card_game(item))
    if supplied.json:
        machine = (
            f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
        )
        supplied.json.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
