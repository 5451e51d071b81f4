"""CFR+ on a whole game tree: regret matching whose average comes as near to best play as one
waits for.

Regrets never fall below 0, seats take turns, and later strategies count for more in the average.
It comes to an equilibrium in games of two seats that share a constant stake.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.bots.game_tree import GameTree, zeros
from dogfight.core.seat import OVER


class CfrPlus:
    """Strategies for both seats of a tree, bettered round by round."""

    __slots__ = ("average", "likely", "own", "regret", "rounds", "strategy", "tree", "worth")

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.rounds: i64 = 0
        self.regret = zeros(len(tree.actions))
        self.average = zeros(len(tree.actions))
        self.strategy = tree.even()
        # by node: how likely chance and the others lead there, the seat itself does; its worth
        self.likely = zeros(len(tree.actor))
        self.own = zeros(len(tree.actor))
        self.worth = zeros(len(tree.actor))

    def run(self, rounds: i64) -> None:
        """So many rounds more."""
        while rounds > 0:
            self.rounds += 1
            seat: i64 = 0
            while seat < self.tree.seats:
                self.pass_down(seat)
                self.pass_up(seat)
                self.better(seat)
                seat += 1
            rounds -= 1

    def pass_down(self, seat: i64) -> None:
        """Work out how likely every node is."""
        tree = self.tree
        actor, parents, first, states = tree.actor, tree.parent, tree.first, tree.state
        first_action, odds, strategy = tree.first_action, tree.odds, self.strategy
        likely, own, worth = self.likely, self.own, self.worth
        likely[0] = 1.0
        own[0] = 1.0
        worth[0] = 0.0
        count: i64 = len(actor)
        node: i64 = 1
        while node < count:
            parent: i64 = parents[node]
            state: i64 = states[parent]
            worth[node] = 0.0
            if state < 0:
                likely[node] = likely[parent] * odds[node]
                own[node] = own[parent]
            else:
                chance = strategy[first_action[state] + node - first[parent]]
                if actor[parent] == seat:
                    likely[node] = likely[parent]
                    own[node] = own[parent] * chance
                else:
                    likely[node] = likely[parent] * chance
                    own[node] = own[parent]
            node += 1

    def pass_up(self, seat: i64) -> None:
        """Work out what every node is worth to a seat, and what its actions would have gained."""
        tree = self.tree
        actor, parents, first, states = tree.actor, tree.parent, tree.first, tree.state
        first_action, odds, strategy = tree.first_action, tree.odds, self.strategy
        likely, own, worth, regret = self.likely, self.own, self.worth, self.regret
        average = self.average
        weight = float(self.rounds)
        node: i64 = len(actor) - 1
        while node >= 0:
            who: i64 = actor[node]
            state: i64 = states[node]
            if who == OVER:
                worth[node] = tree.payoff[first[node] + seat]
            elif who == seat:
                index: i64 = 0
                begin: i64 = first_action[state]
                while index < tree.count[node]:
                    action: i64 = begin + index
                    gain = worth[first[node] + index] - worth[node]
                    regret[action] = regret[action] + likely[node] * gain
                    average[action] = average[action] + weight * own[node] * strategy[action]
                    index += 1
            if node > 0:
                parent: i64 = parents[node]
                before: i64 = states[parent]
                chance = odds[node]
                if before >= 0:
                    chance = strategy[first_action[before] + node - first[parent]]
                worth[parent] = worth[parent] + chance * worth[node]
            node -= 1

    def better(self, seat: i64) -> None:
        """Match a seat's strategy to its regrets."""
        tree, regret = self.tree, self.regret
        state: i64 = 0
        while state < len(tree.seat_of):
            if tree.seat_of[state] == seat:
                begin: i64 = tree.first_action[state]
                end: i64 = begin + tree.action_count(state)
                total = 0.0
                action: i64 = begin
                while action < end:
                    if regret[action] < 0.0:
                        regret[action] = 0.0
                    total += regret[action]
                    action += 1
                action = begin
                while action < end:
                    share = regret[action] / total if total > 0.0 else 1.0 / float(end - begin)
                    self.strategy[action] = share
                    action += 1
            state += 1

    def solution(self) -> vec[float]:
        """The average strategy."""
        return self.tree.normalised(self.average)
