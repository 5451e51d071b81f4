"""Search that infers: what others have done says something about what they hold.

A decision is searched by walks through a game tree (`bots.regrets`). Where the whole game has a
tree, a world counts by how likely the others' choices are to have led to it under the strategies
found so far; their secrets are never looked at. Elsewhere the tree begins with worlds that the game
imagines, all equally likely, for nothing there says what the others did before. The average
strategy is played and stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.game_tree import UNGROWN, GameTree
from dogfight.bots.regrets import Regrets, Worlds
from dogfight.bots.solutions import look_of
from dogfight.core.dice import Dice
from dogfight.core.position import NO_KEY, Position
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OVER, Seat
from dogfight.core.view import View

MOST_PASSED: Final = 20_000
"""A seat that has to pass more nodes to find its decision in a tree gives up."""
WORLDS: Final = 32
"""Positions imagined for each side of a decision;"""
ENOUGH: Final = 8
"""of which so many are equal where nothing is hidden."""
MOST_NODES: Final = 1_000_000


class Finder:
    """Finds the decisions of seats in the tree of a whole game, by what they saw and did."""

    def __init__(self, game: AnyGame, tree: GameTree) -> None:
        self._game = game
        self._tree = tree
        self._own: dict[Seat, list[int]] = {}
        self._public: dict[Seat, list[int]] = {}
        """Where to look for the next decision of a seat: after what it did last."""

    def find(self, view: View[Any]) -> tuple[list[int], list[int]] | None:
        """The nodes of a seat's information state, and those that all could take for possible;
        None where the seat's past does not lead to its view.
        """
        seat, key = view.seat, look_of(self._game, view)
        if key == NO_KEY:
            return None
        after = self._own.get(seat), self._public.get(seat)
        begin = [0], [0]
        for own_from, public_from in (after, begin):  # from the start: perhaps a game began anew
            if own_from is None or public_from is None:
                continue
            own = self.next_decisions(own_from, seat)
            own = [node for node in own if self._looks_like(node, key, view)]
            if own:
                seen = {self._tree.public_keys[node] for node in own}
                public = self.next_decisions(public_from, seat)
                fitting = [node for node in public if self._tree.public_keys[node] in seen]
                return own, fitting or own
        return None

    def forget(self) -> None:
        """Forget what the seats have done."""
        self._own.clear()
        self._public.clear()

    def remember(self, view: View[Any], action: int) -> None:
        """Remember what a seat has done."""
        if len(view.legal) < 2:
            return
        places = self.find(view)
        if places is None:
            return
        own, public = places
        tree = self._tree
        self._own[view.seat] = [
            tree.first[node] + index
            for node in own
            for index in range(tree.count[node])
            if tree.taken[tree.first[node] + index] == action
        ]
        self._public[view.seat] = [
            tree.first[node] + index for node in public for index in range(tree.count[node])
        ]

    def _looks_like(self, node: int, key: int, view: View[Any]) -> bool:
        tree = self._tree
        if tree.keys[tree.state[node]] != key or tree.count[node] != len(view.legal):
            return False
        first = tree.first[node]
        return all(tree.taken[first + at] == item.action for at, item in enumerate(view.legal))

    def next_decisions(self, nodes: Iterable[int], seat: Seat) -> list[int]:
        """The next decisions of a seat from some nodes on; none where there are too many."""
        tree = self._tree
        result, stack, passed = [], list(nodes), 0
        while stack:
            node = stack.pop()
            passed += 1
            if passed > MOST_PASSED:
                return []
            if tree.actor[node] == UNGROWN:
                if tree.nodes >= tree.limit:
                    return []
                tree.expand(node, tree.walker_at(node))
            if tree.actor[node] == seat:
                result.append(node)
            elif tree.actor[node] != OVER:
                first = tree.first[node]
                stack.extend(range(first, first + tree.count[node]))
        return result


class Inference:
    """Walks about one decision of a seat, at an information state of a tree.

    They begin at `own` nodes, which fit what the seat knows, and at `public` ones, which fit what
    all know; some begin at the start of the game, if that is the root of the tree.
    """

    def __init__(
        self,
        regrets: Regrets,
        state: int,
        own: Sequence[int],
        public: Sequence[int],
        seat: Seat,
        from_start: bool,
    ) -> None:
        tree = regrets.tree
        self.regrets = regrets
        self.state = state
        self._open = set(own) == set(public) == {0}
        self._own = Worlds(tree, list(own))
        self._public = Worlds(tree, list(public))
        self._seat = seat
        self._from_start = from_start

    def walk(self, count: int) -> None:
        """So many walks more."""
        if self._open:
            self.regrets.walk_from_start(count)
            return
        self.regrets.walk_from(self._own, self._public, self._seat, count, self._from_start)

    def estimates(self, view: View[Any]) -> list[ActionEstimate]:
        """The average strategy, and what the actions came to."""
        return stated(self.regrets, self.state, view)


def stated(regrets: Regrets, state: int, view: View[Any]) -> list[ActionEstimate]:
    """What was learned at an information state, said of the legal actions of its view."""
    rows = zip(view.legal, regrets.chances(state), regrets.values(state), strict=True)
    return [
        ActionEstimate(entry.action, entry.notation, chance, min(1.0, max(0.0, value)))
        for entry, chance, value in rows
    ]


def imagined(game: AnyGame, view: View[Any], dice: Dice, worlds: int = WORLDS) -> Inference | None:
    """Walks about a decision from worlds that the game imagines; None where they do not show the
    view, or the game cannot tell what a seat sees.
    """
    seat, other = view.seat, 1 - view.seat
    own: list[Position] = []
    public: list[Position] = []
    for number in range(worlds):
        if number == ENOUGH and all(world == own[0] for world in (*own, *public)):
            own, public = own[:1], []  # nothing is hidden
            break
        world = game.views.imagine(view, dice)
        world.unseal_others(seat)
        again = game.views.imagine(game.view(world, other), dice)
        again.unseal_others(other)
        own.append(world)
        public.append(again)
    tree = GameTree(game, [*own, *public], len(view.seats), MOST_NODES)
    finder = Finder(game, tree)
    roots = range(1, tree.nodes) if tree.nodes > 1 else range(1)
    reached = finder.next_decisions(roots[: len(own)], seat)
    legal = [entry.action for entry in view.legal]
    for node in reached:
        first = tree.first[node]
        if [tree.taken[first + at] for at in range(tree.count[node])] != legal:
            return None
    if not reached or len({tree.state[node] for node in reached}) > 1:
        return None
    # the walks begin before what others seal together with the decision, so that they learn, too
    regrets, state = Regrets(tree, game.advice, dice), tree.state[reached[0]]
    return Inference(regrets, state, roots[: len(own)], roots[-len(own) :], seat, from_start=False)
