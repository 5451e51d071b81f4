"""Information-set Monte Carlo tree search over the quick doors of a position.

A node stands for what the acting seat can see (`Position.look`), so positions that differ only in what it cannot know
share their statistics. Open choices are searched with UCB; secret simultaneous ones with regret matching, whose average
is a mixed strategy. Chance is sampled by its odds. Every seat looks after its own share of the stake.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.dice import Dice
from dogfight.core.position import UNSEEN, Position
from dogfight.core.seat import CHANCE, OVER

EXPLORE: Final = 0.15
"""The share of secret choices made evenly, so that every action keeps being tried."""
CURIOSITY: Final = 0.7
"""How strongly UCB prefers actions it has seldom tried."""
RESOLUTION: Final = 1 << 30
ROOT: Final = -2
"""The one node of a game that cannot tell what a seat sees."""


class Node:
    """What a seat knows at one of its decisions, and how each of its actions has fared."""

    __slots__ = ("actions", "regret", "secret", "seen", "strategy", "total", "visits")

    def __init__(self, position: Position) -> None:
        count: i64 = position.options()
        self.secret: bool = position.sealed()
        self.actions = vec[i64]()
        self.visits = vec[i64]()
        self.total = vec[float]()
        self.regret = vec[float]()
        self.strategy = vec[float]()
        self.seen: i64 = 0
        index: i64 = 0
        while index < count:
            self.actions = append(self.actions, position.option(index))
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)
            self.regret = append(self.regret, 0.0)
            self.strategy = append(self.strategy, 0.0)
            index += 1

    def most_promising(self, dice: Dice) -> i64:
        """UCB: an untried action, else the best of mean value and curiosity."""
        count: i64 = len(self.actions)
        first: i64 = dice.below(count)
        best: i64 = first
        best_worth = -1.0
        log_seen = math.log(float(self.seen + 1))
        step: i64 = 0
        while step < count:
            at: i64 = (first + step) % count
            tried: i64 = self.visits[at]
            if tried == 0:
                return at
            worth = self.total[at] / float(tried) + CURIOSITY * math.sqrt(log_seen / float(tried))
            if worth > best_worth:
                best, best_worth = at, worth
            step += 1
        return best

    def current(self, at: i64, positive: float) -> float:
        """The chance of an action under regret matching, `positive` being the sum of positive regrets."""
        count = float(len(self.actions))
        if positive <= 0.0:
            return 1.0 / count
        regret = self.regret[at]
        share = regret / positive if regret > 0.0 else 0.0
        return (1.0 - EXPLORE) * share + EXPLORE / count

    def positive_regrets(self) -> float:
        """The sum of the positive regrets."""
        total = 0.0
        at: i64 = 0
        while at < len(self.regret):
            if self.regret[at] > 0.0:
                total += self.regret[at]
            at += 1
        return total

    def mixed(self, dice: Dice) -> i64:
        """Regret matching: an action drawn from the current strategy, which is added to the average."""
        positive = self.positive_regrets()
        left = float(dice.below(RESOLUTION)) / float(RESOLUTION)
        count: i64 = len(self.actions)
        chosen: i64 = count - 1
        found = False
        at: i64 = 0
        while at < count:
            chance = self.current(at, positive)
            self.strategy[at] = self.strategy[at] + chance
            left -= chance
            if left < 0.0 and not found:
                chosen = at
                found = True
            at += 1
        return chosen

    def learn(self, at: i64, value: float, chance: float) -> None:
        """Remember how an action fared; `chance` is how likely it was to be chosen at a secret node."""
        self.seen += 1
        self.visits[at] = self.visits[at] + 1
        self.total[at] = self.total[at] + value
        if self.secret:
            other: i64 = 0
            while other < len(self.regret):
                self.regret[other] = self.regret[other] - value
                other += 1
            self.regret[at] = self.regret[at] + value / chance


class Tree:
    """The nodes of one search, grown by one simulation after another."""

    __slots__ = ("dice", "horizon", "nodes", "seats", "thinker")

    def __init__(self, thinker: i64, seats: i64, dice: Dice, horizon: i64) -> None:
        self.thinker = thinker
        self.seats = seats
        self.dice = dice
        self.horizon = horizon
        self.nodes: dict[int, Node] = {}

    def simulate(self, start: Position) -> None:
        """Walk down from a copy of the start, add one node, play on at random, and tell the nodes passed."""
        position = start.copy()
        nodes: list[Node] = []
        seats = vec[i64]()
        places = vec[i64]()
        chances = vec[float]()
        growing = True
        while growing:
            actor = position.actor()
            if actor == OVER:
                break
            if actor == CHANCE:
                position.roll(self.dice)
                continue
            key = int(position.look(actor))
            if key == UNSEEN:
                if nodes or actor != self.thinker:
                    if not nodes and position.sealed():
                        position.take(self.dice.below(position.options()))
                        continue
                    break
                key = ROOT
            node = self.nodes.get(key)
            if node is None:
                node = Node(position)
                self.nodes[key] = node
                growing = False
            place = node.mixed(self.dice) if node.secret else node.most_promising(self.dice)
            nodes.append(node)
            seats = append(seats, actor)
            places = append(places, place)
            chances = append(chances, node.current(place, node.positive_regrets()) if node.secret else 1.0)
            position.take(place)
        values = self.values(position)
        step: i64 = len(nodes) - 1
        while step >= 0:
            nodes[step].learn(places[step], values[seats[step]], chances[step])
            step -= 1

    def values(self, position: Position) -> vec[float]:
        """What every seat gets at the end of the game; beyond the horizon all chances count as equal."""
        left = self.horizon
        actor = position.actor()
        while actor != OVER and left > 0:
            if actor == CHANCE:
                position.roll(self.dice)
            else:
                position.take(self.dice.below(position.options()))
                left -= 1
            actor = position.actor()
        values = vec[float]()
        seat: i64 = 0
        while seat < self.seats:
            values = append(values, position.payoff(seat) if actor == OVER else 1.0 / float(self.seats))
            seat += 1
        return values

    def root(self, position: Position) -> Node:
        """The node of the seat that thinks, in a position it is asked in."""
        key = int(position.look(self.thinker))
        return self.nodes[ROOT if key == UNSEEN else key]

    def simulate_many(self, start: Position, count: i64) -> None:
        """Several simulations from one imagined position."""
        while count > 0:
            self.simulate(start)
            count -= 1
