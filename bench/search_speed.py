"""How fast search simulates, for every game on one core, beside OpenSpiel's C++ ISMCTS on
leduc_poker in the same run.

    taskset -c 0 python -P bench/search_speed.py [--seconds 1] [--repeats 3] [--json FILE]

Needs the extra `bench`. A simulation walks down the tree, adds a node and plays a whole random game
to its end; new positions are imagined as the bot does it. A simulated decision is a seat's choice
in the tree or in the random game. Samples of both sides alternate; rates are per CPU second,
figures are medians.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

import pyspiel

import dogfight
from dogfight.bots.search import SearchBot
from dogfight.bots.tree import AT_RANDOM
from dogfight.core.decision import Choose, Commit, acting
from dogfight.core.dice import Dice
from dogfight.core.position import playouts
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.match import Match

SIMULATIONS = 8000


def first_choice(game: AnyGame) -> tuple[View[Any], float]:
    """The first decision with several options in a game with default options, and the mean
    decisions left after it.
    """
    table = Match(game, seed=4)
    dice = Dice(1)
    while True:
        decision = table.advance()
        assert isinstance(decision, Choose | Commit)
        seat = acting(decision)[0]
        view = table.view(seat)
        if len(view.legal) > 2:
            return view, playouts(table.position, 400, dice) / 400
        table.play(seat, view.legal[dice.below(len(view.legal))].action)


class Ours:
    """Search in one of our games from its first real choice."""

    def __init__(self, name: str) -> None:
        self.game = dogfight.load(name)
        self.view, self.length = first_choice(self.game)

    def sample(self, seconds: float) -> float:
        """Simulations per CPU second."""
        done = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            bot = SearchBot(done + 1, sims=SIMULATIONS, rollout_depth=AT_RANDOM, game=self.game)
            bot.opinions(self.view)
            done += bot.simulations
        return done / spent


class Leduc:
    """ISMCTS of OpenSpiel from the first choice of leduc_poker, with one random rollout for each
    simulation.
    """

    def __init__(self) -> None:
        game = pyspiel.load_game("leduc_poker")
        self.state = game.new_initial_state()
        while self.state.is_chance_node():
            self.state.apply_action(self.state.legal_actions()[0])
        self.length = statistics.fmean(self.random_length(seed) for seed in range(2000))

    def random_length(self, seed: int) -> int:
        """Decisions of one random game from here."""
        dice = Dice(seed)
        state = self.state.clone()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[dice.below(len(legal))])
        return decisions

    def sample(self, seconds: float) -> float:
        done = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            bot = pyspiel.ISMCTSBot(
                done + 1,
                pyspiel.RandomRolloutEvaluator(1, 7),
                2.0,
                SIMULATIONS,
                -1,
                pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
                False,
                False,
            )
            bot.get_policy(self.state)
            done += SIMULATIONS
        return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path)
    supplied = parser.parse_args()
    leduc = Leduc()
    rows = []
    for name in dogfight.names():
        ours = Ours(name)
        pairs = [
            (ours.sample(supplied.seconds), leduc.sample(supplied.seconds))
            for _ in range(supplied.repeats)
        ]
        own, theirs = (statistics.median(item) for item in zip(*pairs, strict=True))
        ratio = statistics.median(
            item * ours.length / (pair * leduc.length) for item, pair in pairs
        )
        rows.append(
            {
                "game": name,
                "simulations": own,
                "decisions": own * ours.length,
                "leduc_simulations": theirs,
                "leduc_decisions": theirs * leduc.length,
                "ratio": ratio,
            }
        )
        print(
            f"{name:13} {own:9,.0f} simulations/s of {ours.length:6.1f} decisions ="
            f" {own * ours.length:11,.0f} /s; leduc {theirs:9,.0f} of {leduc.length:.1f} ="
            f" {theirs * leduc.length:11,.0f} /s; ratio {ratio:5.2f}",
            flush=True,
        )
    if supplied.json:
        supplied.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
