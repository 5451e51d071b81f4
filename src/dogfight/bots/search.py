"""The bot that thinks: it imagines positions that fit its view and searches them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import dogfight
from dogfight.bots.glance import compared
from dogfight.bots.opinion import Opinion, drawn
from dogfight.bots.tree import BY_THE_GAME, Node, Tree
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

PER_IMAGINED = 8
"""Simulations from one imagined position before the next one is imagined."""
MANY = 2000
"""Simulations after which so many positions have been imagined that each can serve four times as often."""
RARE = 0.2
"""Secret choices less likely than this share of the likeliest are left out: mostly they are noise of the search."""


class SearchBot:
    """Searches for a number of simulations or a time, whichever is given; repeatable for a seed and a number.

    `game` is needed only where other data than the built-in ones are played with. `horizon` is how many decisions it
    plays on before it judges, where not the game's own figure is meant. Once `stopped` says so it answers at once.
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
        if len(view.legal) == 1:
            return self._forced(game, view)
        tree = Tree(view.seat, len(view.seats), self.dice, self.horizon)
        return _opinions(view, self._grow(game, view, tree))

    def _forced(self, game: AnyGame, view: View[Any]) -> list[Opinion]:
        """The only legal action, with what it looks worth at a few glances; a tree has no node for it."""
        imagined = game.imagine(view, self.dice)
        imagined.reopen(view.seat)
        value = compared(imagined, view.seat, PER_IMAGINED, self.dice)[0] / PER_IMAGINED
        return [Opinion(view.legal[0].action, view.legal[0].word, 1.0, value)]

    def _grow(self, game: AnyGame, view: View[Any], tree: Tree) -> Node:
        deadline = time.monotonic() + self.seconds if self.seconds else None
        self.simulations = 0
        while True:
            imagined = game.imagine(view, self.dice)
            imagined.reopen(view.seat)
            number = PER_IMAGINED if self.simulations < MANY else 4 * PER_IMAGINED
            tree.simulate_many(imagined, number)
            self.simulations += number
            late = deadline is not None and time.monotonic() >= deadline
            enough = self.sims and self.simulations >= self.sims
            if late or enough or (self.stopped is not None and self.stopped()):
                return tree.root(imagined)


def _opinions(view: View[Any], root: Node) -> list[Opinion]:
    places = {action: at for at, action in enumerate(root.actions)}
    order = [places[one.action] for one in view.legal]
    shares = _secret_shares(root, order) if root.secret else _open_shares(root, order)
    whole = sum(shares)
    return [
        Opinion(one.action, one.word, share / whole, root.mean(at))
        for one, at, share in zip(view.legal, order, shares, strict=True)
    ]


def _open_shares(root: Node, order: list[int]) -> list[float]:
    """All for the action tried most; the better one of two tried equally often."""
    best = max(order, key=lambda at: (root.visits[at], root.total[at]))
    return [float(at == best) for at in order]


def _secret_shares(root: Node, order: list[int]) -> list[float]:
    """The average strategy, without what is rare in it."""
    likeliest = max(root.strategy[at] for at in order)
    return [root.strategy[at] if root.strategy[at] >= RARE * likeliest else 0.0 for at in order]
