"""The bot that thinks: it imagines positions that fit its view and searches them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import dogfight
from dogfight.bots.opinion import Opinion, drawn
from dogfight.bots.tree import Node, Tree
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

PER_IMAGINED = 8
"""Simulations from one imagined position before the next one is imagined."""
HORIZON = 2000
"""Random decisions after which a playout is broken off; all chances then count as equal."""


class SearchBot:
    """Searches for a number of simulations or a time, whichever is given; repeatable for a seed and a number.

    `game` is needed only where other data than the built-in ones are played with. Once `stopped` says so it answers at
    once.
    """

    def __init__(self, seed: int, *, sims: int = 0, seconds: float = 0.0, game: AnyGame | None = None) -> None:
        self.dice = Dice(seed)
        self.game = game
        self.sims = sims
        self.seconds = seconds
        self.stopped: Callable[[], bool] | None = None
        self.simulations = 0

    def choose(self, view: View[Any]) -> int:
        """An action drawn from the mixed strategy found."""
        if len(view.legal) == 1:
            return view.legal[0].action
        return drawn(self.opinions(view), self.dice)

    def opinions(self, view: View[Any]) -> list[Opinion]:
        """What the search thinks of every legal action."""
        game = self.game or dogfight.load(view.game)
        tree = Tree(view.seat, len(view.seats), self.dice, HORIZON)
        root = self._grow(game, view, tree)
        return self._opinions(view, root)

    def _grow(self, game: AnyGame, view: View[Any], tree: Tree) -> Node:
        deadline = time.monotonic() + self.seconds if self.seconds else None
        self.simulations = 0
        while True:
            imagined = game.imagine(view, self.dice)
            tree.simulate_many(imagined, PER_IMAGINED)
            self.simulations += PER_IMAGINED
            late = deadline is not None and time.monotonic() >= deadline
            enough = self.sims and self.simulations >= self.sims
            if late or enough or (self.stopped is not None and self.stopped()):
                return tree.root(imagined)

    @staticmethod
    def _opinions(view: View[Any], root: Node) -> list[Opinion]:
        shares = list(root.strategy) if root.secret else [float(tried) for tried in root.visits]
        if not root.secret:
            best = max(range(len(shares)), key=lambda at: (shares[at], root.total[at]))
            shares = [float(at == best) for at in range(len(shares))]
        whole = sum(shares)
        return [
            Opinion(one.action, one.word, share / whole, root.total[at] / max(1, int(root.visits[at])))
            for at, (one, share) in enumerate(zip(view.legal, shares, strict=True))
        ]
