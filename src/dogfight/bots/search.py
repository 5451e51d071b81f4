"""The bot that thinks: it imagines positions that fit its view and searches them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import dogfight
from dogfight.bots.opinion import Opinion, drawn
from dogfight.bots.tree import BY_THE_GAME, Node, Tree
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

PER_IMAGINED = 8
"""Simulations from one imagined position before the next one is imagined."""
OFTEN = 0.01
"""Nodes passed by this share of the simulations are kept for the next part of a plan."""
AT_LEAST = 0.25
"""The share of the budget that every part of a plan gets, however much of it was thought of before."""
RARE = 0.2
"""Secret choices less likely than this share of the likeliest are left out: mostly they are noise of the search."""


class SearchBot:
    """Searches for a number of simulations or a time, whichever is given; repeatable for a seed and a number.

    `game` is needed only where other data than the built-in ones are played with. `horizon` is how many decisions it
    plays on before it judges, where not the game's own figure is meant. Once `stopped` says so it answers at once.

    A plan that is made in parts is thought through with its first part: what was found out about the next ones is kept,
    and counts towards their budget.
    """

    def __init__(
        self,
        seed: int,
        *,
        sims: int = 0,
        seconds: float = 0.0,
        horizon: int = BY_THE_GAME,
        game: AnyGame | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        self.dice = Dice(seed)
        self.game = game
        self.sims = sims
        self.seconds = seconds
        self.horizon = horizon
        self.stopped = stopped
        self.simulations = 0
        self.kept: Tree | None = None
        self.whole = 0

    def choose(self, view: View[Any]) -> int:
        """An action drawn from the mixed strategy found."""
        if len(view.legal) == 1:
            return view.legal[0].action
        return drawn(self.opinions(view), self.dice)

    def opinions(self, view: View[Any]) -> list[Opinion]:
        """What the search thinks of every legal action."""
        game = self.game or dogfight.load(view.game)
        solution = game.solved(view)
        if solution is not None:
            return [
                Opinion(one.action, one.word, chance, value)
                for one, (chance, value) in zip(view.legal, solution, strict=True)
            ]
        return _opinions(view, self._grown(game, view))

    def _grown(self, game: AnyGame, view: View[Any]) -> Node:
        """The decision at hand, searched until the budget is spent."""
        tree, known = self._begun(game, view)
        share = max(AT_LEAST, 1 - known / self.whole) if known else 1.0
        deadline = time.monotonic() + self.seconds * share if self.seconds else None
        self.simulations = 0
        while True:
            self._simulate(game, view, tree)
            late = deadline is not None and time.monotonic() >= deadline
            enough = self.sims and self.simulations >= self.sims * share
            if tree.root is not None and (late or enough or (self.stopped is not None and self.stopped())):
                break
        if not known:
            self.whole = self.simulations
        self.kept = None
        if view.doing == "commit":
            self.kept = tree
            tree.forget(int(OFTEN * self.whole))
        return tree.root

    def _begun(self, game: AnyGame, view: View[Any]) -> tuple[Tree, int]:
        """The tree to grow, and how often the decision at hand was met in it when the plan's earlier part was made."""
        tree = self.kept
        if tree is not None and tree.thinker == view.seat and view.doing == "commit":
            tree.root = None
            self._simulate(game, view, tree)
            known = tree.root.seen - PER_IMAGINED if tree.root is not None else 0
            if known > 0:
                return tree, known
        return Tree(view.seat, len(view.seats), self.dice, self.horizon), 0

    def _simulate(self, game: AnyGame, view: View[Any], tree: Tree) -> None:
        """A few simulations from one imagined position."""
        imagined = game.imagine(view, self.dice)
        imagined.reopen(view.seat)
        tree.simulate_many(imagined, PER_IMAGINED)
        self.simulations += PER_IMAGINED


def _opinions(view: View[Any], root: Node) -> list[Opinion]:
    """What has come of the actions tried; foolish ones are not."""
    places = {action: at for at, action in enumerate(root.actions)}
    tried = [one for one in view.legal if one.action in places]
    order = [places[one.action] for one in tried]
    shares = _secret_shares(root, order) if root.secret else _open_shares(root, order)
    whole = sum(shares)
    return [
        Opinion(one.action, one.word, share / whole, root.mean(at))
        for one, at, share in zip(tried, order, shares, strict=True)
    ]


def _open_shares(root: Node, order: list[int]) -> list[float]:
    """All for the action tried most; the better one of two tried equally often."""
    best = max(order, key=lambda at: (root.visits[at], root.total[at]))
    return [float(at == best) for at in order]


def _secret_shares(root: Node, order: list[int]) -> list[float]:
    """The average strategy, without what is rare in it."""
    likeliest = max(root.strategy[at] for at in order)
    return [root.strategy[at] if root.strategy[at] >= RARE * likeliest else 0.0 for at in order]
