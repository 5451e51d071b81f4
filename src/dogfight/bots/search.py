"""The bot that thinks: it imagines positions that fit its view and searches them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Literal

from dogfight.bots.book import Book, book_of
from dogfight.bots.estimates import ActionEstimate, EstimatingBot
from dogfight.bots.greedy import IMAGINED, LOOKS
from dogfight.bots.inference import Finder, Inference, imagined, stated
from dogfight.bots.lookahead import compared
from dogfight.bots.node import Node
from dogfight.bots.regrets import Regrets
from dogfight.bots.solutions import SolutionPlayer, solution_for_play
from dogfight.bots.tree import BY_THE_GAME, Tree
from dogfight.core.capabilities import Solver
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.core.options import Options
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
WALKS = 50
"""Walks between two looks at the clock."""
KNOWN = 1000
"""A book is played at an information state that has learned so often."""
ON_THE_BOOK = 0.5
"""The share of its time that a decision gives the book before it relies on it or not."""

Infers = Literal["auto", "yes", "no"]
"""Whether a search infers: in games with a book, in all games of two seats, or never."""

_log = logging.getLogger(__name__)


class SearchBot(EstimatingBot):
    """Searches for a number of simulations or a time, whichever is given; repeatable for a seed and
    a number.

    A time is the longest it takes: it answers sooner where thinking on would hardly change an open
    choice.

    `game` is needed only where other data than the built-in ones are played with. `horizon` is how
    many decisions it plays on before it judges, where not the game's own figure is meant. Once
    `stopped` says so it answers at once. `report` is given the decision at hand, as far as it is
    searched, after every few simulations.

    A plan that is made in parts is thought through with its first part: what was found out about
    the next ones is kept, and counts towards their budget.

    Where the game works out best play, or that of the whole game is known (`bots.solutions`), it
    plays that, unless `solves` is False. `infers` says where it infers what others hold from what
    they did (`bots.inference`); a search for a time then also plays by the book (`bots.book`).
    """

    def __init__(
        self,
        seed: int,
        *,
        sims: int = 0,
        seconds: float = 0.0,
        rollout_depth: int = BY_THE_GAME,
        game: AnyGame | None = None,
        stopped: Callable[[], bool] | None = None,
        reported: Callable[[Node], None] | None = None,
        solves: bool = True,
        infers: Infers = "auto",
    ) -> None:
        super().__init__(seed, game)
        self.sims = sims
        self.seconds = seconds
        self.rollout_depth = rollout_depth
        self.stopped = stopped
        self.report = reported
        self.solves = solves
        self.solution: SolutionPlayer | None = None
        self.solution_options: Options | None = None
        self.infers: Infers = infers
        self.book: Book | None = None
        self.finder: Finder | None = None
        self.book_options: Options | None = None
        self.lost = False
        self.simulations = 0
        self.kept: Tree | None = None
        self.whole = 0

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What the search thinks of every legal action that is not plainly foolish."""
        game = self.game_of(view)
        solution = game.solved(view) if self.solves and isinstance(game, Solver) else None
        if solution is not None:
            return [
                ActionEstimate(entry.action, entry.notation, chance, value)
                for entry, (chance, value) in zip(view.legal, solution, strict=True)
            ]
        player = self._solution_player(view)
        estimates = player.estimates(view) if player is not None else None
        if estimates is not None:
            return estimates
        if not self._can_imagine(game, view):
            share = 1 / len(view.legal)
            return [
                ActionEstimate(entry.action, entry.notation, share, 1 / len(view.seats))
                for entry in view.legal
            ]
        if len(view.legal) == 1:
            return self._forced(game, view)
        estimates = self._inferred(game, view)
        if estimates is not None:
            return estimates
        return opinions_at(view, self._grown(game, view))

    def remember(self, view: View[Any], action: int) -> None:
        if not self.depends_on_past(view) or not self._can_imagine(self.game_of(view), view):
            return
        memory = self._solution_player(view) or self.finder
        if memory is not None:
            memory.remember(view, action)

    def forget(self) -> None:
        """Forget what it has done: another game begins."""
        for memory in (self.solution, self.finder):
            if memory is not None:
                memory.forget()

    def depends_on_past(self, view: View[Any]) -> bool:
        """Whether what it did before counts in a game with these options."""
        return self._solution_player(view) is not None or self._look_up(view) is not None

    def _look_up(self, view: View[Any]) -> Book | None:
        """The book of the game, looked for once for each set of options."""
        if self.infers != "no" and self.book_options != view.options:
            game = self.game_of(view)
            self.book = book_of(game, view.options)
            self.finder = None if self.book is None else Finder(game, self.book.tree)
            self.book_options = view.options
        return self.book

    def _inferred(self, game: AnyGame, view: View[Any]) -> list[ActionEstimate] | None:
        """What walks about the decision have learned; None where the search does not infer here.

        It plays on without where what a game says of the past contradicts what it shows.
        """
        if self.infers == "no" or len(view.seats) != 2:
            return None
        began = time.monotonic()
        self.simulations = 0
        book = self._look_up(view)
        if book is None and self.infers == "auto":
            return None
        if book is None or self.finder is None:
            inference = _about(game, view, self.dice)
        else:
            nodes = self.finder.find(view)
            if nodes is not None and self.seconds:
                state = book.tree.state[nodes[0][0]]
                self._walk(book.walk, began, ON_THE_BOOK)
                if book.regrets.seen_at(state) >= KNOWN:
                    self._walk(book.walk, began, 1.0)
                    return stated(book.regrets, state, view)
            inference = None
            if nodes is not None:
                regrets = Regrets(book.tree, game.advice, self.dice)
                state = book.tree.state[nodes[0][0]]
                inference = Inference(regrets, state, *nodes, view.seat, from_start=True)
        if inference is None:
            self._warn(view, "does not follow from what happened before; it is searched without")
            return None
        self._walk(inference.walk, began, 1.0)
        return inference.estimates(view)

    def _can_imagine(self, game: AnyGame, view: View[Any]) -> bool:
        """Whether the game imagines a position in which the seat has the choices that it has."""
        try:
            imagined = game.views.imagine(view, Dice(0))
            imagined.unseal_others(view.seat)
            legal = game.legal(imagined, view.seat)
        except Exception as error:  # a game from outside may raise anything
            self._warn(view, f"cannot be imagined ({error}); it plays at random")
            return False
        if legal != [entry.action for entry in view.legal]:
            self._warn(view, "is not what the game imagines; it plays at random")
            return False
        return True

    def _warn(self, view: View[Any], text: str) -> None:
        """Say once in the log what is wrong with a game."""
        if not self.lost:
            self.lost = True
            _log.warning("%s: what seat %d sees %s", view.game, view.seat, text)

    def _walk(self, walk: Callable[[int], None], began: float, share: float) -> None:
        """Walks until this share of the budget is spent."""
        while True:
            left = self.sims - self.simulations if self.sims else WALKS
            walk(min(WALKS, left))
            self.simulations += WALKS
            late = self.seconds and time.monotonic() - began >= self.seconds * share
            if (
                late
                or (self.sims and self.simulations >= self.sims * share)
                or (self.stopped is not None and self.stopped())
            ):
                break

    def _solution_player(self, view: View[Any]) -> SolutionPlayer | None:
        """The player of best play, looked for once for each set of options."""
        if self.solves and self.solution_options != view.options:
            game = self.game_of(view)
            solution = solution_for_play(game, view.options)
            self.solution = None if solution is None else SolutionPlayer(game, solution)
            self.solution_options = view.options
        return self.solution

    def _forced(self, game: AnyGame, view: View[Any]) -> list[ActionEstimate]:
        """The only legal action, with its worth by a few static evaluations; a tree has no node
        for it.
        """
        imagined = game.views.imagine(view, self.dice)
        imagined.unseal_others(view.seat)
        value = (
            compared(imagined, game.advice, view.seat, PER_IMAGINED, self.dice)[0] / PER_IMAGINED
        )
        return [ActionEstimate(view.legal[0].action, view.legal[0].notation, 1.0, value)]

    def _grown(self, game: AnyGame, view: View[Any]) -> Node:
        """The decision at hand, searched until the budget is spent."""
        began = time.monotonic()
        self.simulations = 0
        tree, known = self._begun(game, view)
        share = max(AT_LEAST, 1 - known / self.whole) if known else 1.0
        while True:
            self._simulate(game, view, tree)
            root = tree.root
            if self.report is not None and root is not None and root.seen:
                self.report(root)
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
        if view.decision_kind == "commit":
            self.kept = tree
            tree.forget(int(OFTEN * self.whole))
        return root

    def _begun(self, game: AnyGame, view: View[Any]) -> tuple[Tree, int]:
        """The tree to grow, and how often the decision at hand was met in it when the plan's
        earlier part was made.
        """
        tree = self.kept
        if tree is not None and tree.thinker == view.seat and view.decision_kind == "commit":
            tree.root = None
            self._simulate(game, view, tree)
            known = tree.root.seen - PER_IMAGINED if tree.root is not None else 0
            if known > 0:
                return tree, known
        tree = Tree(view.seat, len(view.seats), game.advice, self.dice, self.rollout_depth)
        self._compare_options(game, view, tree)
        return tree, 0

    def _compare_options(self, game: AnyGame, view: View[Any], tree: Tree) -> None:
        """A greedy look at the options, where the game has the search begin with one."""
        for _ in range(IMAGINED if tree.advice.prior_weight() else 0):
            imagined = game.views.imagine(view, self.dice)
            imagined.unseal_others(view.seat)
            self.simulations += tree.compare_options(imagined, LOOKS)

    def _simulate(self, game: AnyGame, view: View[Any], tree: Tree) -> None:
        """Some simulations from one imagined position."""
        imagined = game.views.imagine(view, self.dice)
        imagined.unseal_others(view.seat)
        number = PER_IMAGINED if self.simulations < MANY else 4 * PER_IMAGINED
        tree.simulate_many(imagined, number)
        self.simulations += number


def _late(view: View[Any], tree: Tree, spent: float) -> bool:
    """Whether the time is up, or some of it is and thinking on would hardly change the choice.

    Plans are never settled: a part of one fares better the more has been thought of the others.
    """
    may_settle = spent >= AT_ONCE and view.decision_kind != "commit"
    return spent >= 1 or (may_settle and tree.root is not None and tree.root.settled(tree.spread()))


def _about(game: AnyGame, view: View[Any], dice: Dice) -> Inference | None:
    """Walks about a decision from imagined worlds, if the game can tell what a seat sees."""
    try:
        return imagined(game, view, dice)
    except Unsolved:
        return None


def opinions_at(view: View[Any], root: Node) -> list[ActionEstimate]:
    """What has come of the actions tried; foolish ones are not."""
    places = {action: at for at, action in enumerate(root.actions)}
    tried = [entry for entry in view.legal if entry.action in places]
    order = [places[entry.action] for entry in tried]
    shares = _secret_shares(root, order) if root.secret else _open_shares(root, order)
    whole = sum(shares)
    return [
        ActionEstimate(entry.action, entry.notation, share / whole, root.mean(at))
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
