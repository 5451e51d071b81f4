"""The bot that thinks: it imagines positions that fit its view and searches them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from dogfight.bots.greedy import IMAGINED, LOOKS
from dogfight.bots.lookahead import compared
from dogfight.bots.node import Node
from dogfight.bots.opinion import ActionEstimate, EstimatingBot
from dogfight.bots.tree import BY_THE_GAME, Tree
from dogfight.core.capabilities import Solver
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

PER_IMAGINED = 8
"""Simulations from one imagined position before the next one is imagined."""
MANY = 500
"""Simulations after which four times as many are made from each imagined position."""
OFTEN = 0.01
"""Nodes passed by this share of the simulations are kept for the next part of a plan."""
AT_LEAST = 0.25
"""The share of the budget that every part of a plan gets, however much of it was thought of
before.
"""
AT_ONCE = 0.15
"""The share of its time that a decision gets before it may be settled."""
RARE = 0.2
"""Secret choices less likely than this share of the likeliest are left out: mostly they are
noise of the search.
"""
SLACK = 0.02
"""How much less than the best a secret choice may have been worth and still be mixed in."""
TRUSTED = 0.5
"""An open action is chosen among those tried at least this share as often as the one tried most."""


class SearchBot(EstimatingBot):
    """Searches for a number of simulations or a time, whichever is given; repeatable for a seed and
    a number.

    A time is the longest it takes: it answers sooner where thinking on would hardly change an open
    choice.

    `game` is needed only where other data than the built-in ones are played with. `horizon` is how
    many decisions it plays on before it judges, where not the game's own figure is meant. Once
    `stopped` says so it answers at once. `told` is shown the decision at hand, as far as it is
    searched, after every few simulations.

    A plan that is made in parts is thought through with its first part: what was found out about
    the next ones is kept, and counts towards their budget.
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
        reported: Callable[[Node], None] | None = None,
    ) -> None:
        super().__init__(seed, game)
        self.sims = sims
        self.seconds = seconds
        self.horizon = horizon
        self.stopped = stopped
        self.told = reported
        self.simulations = 0
        self.kept: Tree | None = None
        self.whole = 0

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What the search thinks of every legal action that is not plainly foolish."""
        game = self.game_of(view)
        solution = game.solved(view) if isinstance(game, Solver) else None
        if solution is not None:
            return [
                ActionEstimate(entry.action, entry.word, chance, value)
                for entry, (chance, value) in zip(view.legal, solution, strict=True)
            ]
        if len(view.legal) == 1:
            return self._forced(game, view)
        return opinions_at(view, self._grown(game, view))

    def _forced(self, game: AnyGame, view: View[Any]) -> list[ActionEstimate]:
        """The only legal action, with what it looks worth at a few glances; a tree has no node
        for it.
        """
        imagined = game.imagine(view, self.dice)
        imagined.reopen(view.seat)
        value = (
            compared(imagined, game.advice, view.seat, PER_IMAGINED, self.dice)[0] / PER_IMAGINED
        )
        return [ActionEstimate(view.legal[0].action, view.legal[0].word, 1.0, value)]

    def _grown(self, game: AnyGame, view: View[Any]) -> Node:
        """The decision at hand, searched until the budget is spent."""
        began = time.monotonic()
        self.simulations = 0
        tree, known = self._begun(game, view)
        share = max(AT_LEAST, 1 - known / self.whole) if known else 1.0
        while True:
            self._simulate(game, view, tree)
            root = tree.root
            if self.told is not None and root is not None and root.seen:
                self.told(root)
            late = self.seconds and _late(
                view, tree, (time.monotonic() - began) / (self.seconds * share)
            )
            enough = self.sims and self.simulations >= self.sims * share
            if (
                root is not None
                and root.seen
                and (late or enough or (self.stopped is not None and self.stopped()))
            ):
                break
        if not known:
            self.whole = self.simulations
        self.kept = None
        if view.doing == "commit":
            self.kept = tree
            tree.forget(int(OFTEN * self.whole))
        return root

    def _begun(self, game: AnyGame, view: View[Any]) -> tuple[Tree, int]:
        """The tree to grow, and how often the decision at hand was met in it when the plan's
        earlier part was made.
        """
        tree = self.kept
        if tree is not None and tree.thinker == view.seat and view.doing == "commit":
            tree.root = None
            self._simulate(game, view, tree)
            known = tree.root.seen - PER_IMAGINED if tree.root is not None else 0
            if known > 0:
                return tree, known
        tree = Tree(view.seat, len(view.seats), game.advice, self.dice, self.horizon)
        self._glance(game, view, tree)
        return tree, 0

    def _glance(self, game: AnyGame, view: View[Any], tree: Tree) -> None:
        """A greedy look at the options, where the game has the search begin with one."""
        for _ in range(IMAGINED if tree.advice.prior_weight() else 0):
            imagined = game.imagine(view, self.dice)
            imagined.reopen(view.seat)
            self.simulations += tree.glance(imagined, LOOKS)

    def _simulate(self, game: AnyGame, view: View[Any], tree: Tree) -> None:
        """Some simulations from one imagined position."""
        imagined = game.imagine(view, self.dice)
        imagined.reopen(view.seat)
        number = PER_IMAGINED if self.simulations < MANY else 4 * PER_IMAGINED
        tree.simulate_many(imagined, number)
        self.simulations += number


def _late(view: View[Any], tree: Tree, spent: float) -> bool:
    """Whether the time is up, or some of it is and thinking on would hardly change the choice.

    Plans are never settled: a part of one fares better the more has been thought of the others.
    """
    may_settle = spent >= AT_ONCE and view.doing != "commit"
    return spent >= 1 or (may_settle and tree.root is not None and tree.root.settled(tree.spread()))


def opinions_at(view: View[Any], root: Node) -> list[ActionEstimate]:
    """What has come of the actions tried; foolish ones are not."""
    places = {action: at for at, action in enumerate(root.actions)}
    tried = [entry for entry in view.legal if entry.action in places]
    order = [places[entry.action] for entry in tried]
    shares = _secret_shares(root, order) if root.secret else _open_shares(root, order)
    whole = sum(shares)
    return [
        ActionEstimate(entry.action, entry.word, share / whole, root.mean(at))
        for entry, at, share in zip(tried, order, shares, strict=True)
    ]


def _open_shares(root: Node, order: list[int]) -> list[float]:
    """All for the best of the actions that were tried often."""
    most = max(root.tries(at) for at in order)
    best = max((at for at in order if root.tries(at) >= TRUSTED * most), key=root.mean)
    return [float(at == best) for at in order]


def _secret_shares(root: Node, order: list[int]) -> list[float]:
    """The average strategy, without what is rare in it or has fared worse than the best of the
    rest.
    """
    likeliest = max(root.strategy[at] for at in order)
    usual = [at for at in order if root.strategy[at] >= RARE * likeliest]
    best = max(root.mean(at) for at in usual)
    good = {at for at in usual if root.mean(at) >= best - SLACK}
    return [root.strategy[at] if at in good else 0.0 for at in order]
