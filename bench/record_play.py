"""What a bot decides in Biplanes dogfights of all biplanes on both boards, written down for
`scripts/learn imitate`.

    python -P bench/record_play.py BOT FILE.npz [--enemy ace] [--seconds 60] [--seed 0] [--jobs 2]

Every game has a pair of biplanes, a board and a seed of its own; the bot sits in both seats in
turn. A row is what the network would see, what is legal and what the bot chose; forced moves are
left out.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.core.view import View
from dogfight.games.biplanes.ai.learned_bot import LearnedBot
from dogfight.games.biplanes.ai.observation import number_of, seen_in
from dogfight.games.biplanes.ai.training.encoding import ACTIONS
from dogfight.games.biplanes.ai.training.policy import observe
from dogfight.games.biplanes.data import PLANES
from dogfight.games.biplanes.names import PHASES
from dogfight.match.match import Match

Row = tuple[Any, Any, int]


class Witness:
    """A bot whose decisions are written down."""

    def __init__(self, bot: Any, judge: LearnedBot) -> None:
        self.bot = bot
        self.judge = judge
        self.rows: list[Row] = []

    def choose(self, view: View[Any]) -> int:
        action = int(self.bot.choose(view))
        if len(view.legal) > 1 and view.seat in view.waiting and self.judge.has_learned(view):
            phase = PHASES.index(view.board.phase)
            legal = np.zeros(ACTIONS, bool)
            legal[[number_of(phase, entry.action) for entry in view.legal]] = True
            self.rows.append(
                (observe(seen_in(view)).astype(np.float16), legal, number_of(phase, action))
            )
        return action


def recorded(bot: str, enemy: str, seconds: float, seed: int) -> list[Row]:
    """The decisions of a bot in as many games as the time allows."""
    game, dice, until = dogfight.load("biplanes"), random.Random(seed), time.monotonic() + seconds
    judge = LearnedBot(0, seconds=1.0)
    rows: list[Row] = []
    while time.monotonic() < until:
        p1, p2 = dice.choice(list(permutations(PLANES, 2)))
        options = game.options({"p1": p1, "p2": p2, "board": dice.choice(("main", "alt"))})
        deal = dice.getrandbits(40)
        for seat in (0, 1):
            witness = Witness(make_bot(bot, deal + seat, game), judge)
            players = [witness, make_bot(enemy, deal + 1 - seat, game)]
            Match(game, options, seed=deal).run(players if seat == 0 else players[::-1])
            rows += witness.rows
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot")
    parser.add_argument("file", type=Path)
    parser.add_argument("--enemy", default="ace")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    supplied = parser.parse_args()
    with ProcessPoolExecutor(supplied.jobs) as pool:
        parts = [
            pool.submit(
                recorded, supplied.bot, supplied.enemy, supplied.seconds, 1000 * supplied.seed + n
            )
            for n in range(supplied.jobs)
        ]
        rows = [row for part in parts for row in part.result()]
    seen, legal, actions = zip(*rows, strict=True)
    np.savez(
        supplied.file,
        seen=np.stack(seen),
        legal=np.stack(legal),
        actions=np.array(actions, np.int32),
    )
    print(f"{len(rows)} decisions of {supplied.bot} against {supplied.enemy}")


if __name__ == "__main__":
    main()
