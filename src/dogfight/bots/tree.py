"""Information-set Monte Carlo tree search over the quick doors of a position.

A node stands for what the thinking seat can see (`Position.look`) and for who acts, so positions that differ only in
what the thinker cannot know share their statistics. Open choices are searched with UCB; secret simultaneous ones with
regret matching, whose average is a mixed strategy; as far as the game says so, some secret choices of the others follow
a habit (`Position.habit`). Plans too large to be mixed (`Position.bluffs`) are searched like open
choices, and the others then plan in haste. Options that are plainly bad (`Position.foolish`) are left out. Chance is
sampled by its odds. Until a decision has been met often enough it is taken in haste, which is better than at random.
Every seat looks after its own share of the stake.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.bots.glance import compared, played_on
from dogfight.core.dice import Dice
from dogfight.core.position import NO_HABIT, UNSEEN, Position, mixed_in, playout
from dogfight.core.seat import CHANCE, OVER

EXPLORE: Final = 0.15
"""The share of secret choices made evenly, so that every action keeps being tried."""
RIPE: Final = 16
"""Visits after which a decision becomes a node."""
CURIOSITY: Final = 1.4
"""How strongly UCB prefers actions it has seldom tried, in units of how widely the results of this search differ."""
LEAST_SPREAD: Final = 0.01
"""Results that hardly differ are taken to differ by so much."""
RESOLUTION: Final = 1 << 30
ROOT: Final = -2
"""The one node of a game that cannot tell what a seat sees."""
BY_THE_GAME: Final = -1
"""As horizon: as many decisions as the game's own position says."""
AT_RANDOM: Final = -2
"""As horizon: to the end, every decision at random."""


class Node:
    """What is known at one decision of a seat, and how each of its actions has fared.

    `here` says which of the node's actions the options of the position at hand are, and `which` their numbers there: a
    seat whose hand the thinker can only guess has other options each time, and foolish ones are left out.
    """

    __slots__ = (
        "actions",
        "guess",
        "here",
        "insight",
        "met",
        "regret",
        "secret",
        "seen",
        "strategy",
        "total",
        "visits",
        "which",
        "worth",
    )

    def __init__(self, position: Position) -> None:
        self.secret: bool = position.sealed() and position.bluffs()
        self.insight = 0.0
        self.actions = vec[i64]()
        self.visits = vec[i64]()
        self.total = vec[float]()
        self.regret = vec[float]()
        self.strategy = vec[float]()
        self.guess = vec[float]()
        self.here = vec[i64]()
        self.which = vec[i64]()
        self.met: i64 = 0
        self.seen: i64 = 0
        self.worth = 0.0

    def meet(self, position: Position, count: i64) -> None:
        """Find the options of this position among the actions, and add those that are new."""
        here = vec[i64]()
        which = vec[i64]()
        at: i64 = 0
        index: i64 = 0
        while index < count:
            if position.foolish(index):
                index += 1
                continue
            action: i64 = position.option(index)
            at = self.place_of(action, at)
            if at == len(self.actions):
                self.add(action)
            here = append(here, at)
            which = append(which, index)
            at += 1
            index += 1
        self.here = here
        self.which = which
        self.met = count

    def place_of(self, action: i64, near: i64) -> i64:
        """Where an action stands, looking first where it stood when the options were the same; the end if nowhere."""
        known: i64 = len(self.actions)
        at: i64 = near
        while at < known:
            if self.actions[at] == action:
                return at
            at += 1
        at = 0
        while at < near and at < known:
            if self.actions[at] == action:
                return at
            at += 1
        return known

    def add(self, action: i64) -> None:
        self.actions = append(self.actions, action)
        self.visits = append(self.visits, 0)
        self.total = append(self.total, 0.0)
        self.regret = append(self.regret, 0.0)
        self.strategy = append(self.strategy, 0.0)
        self.guess = append(self.guess, 0.0)

    def believe(self, guesses: vec[float], tries: float) -> None:
        """Take over what a careful glance at the options at hand has found, as so many tries of each."""
        self.insight = tries
        count: i64 = len(self.here)
        mean = 0.0
        index: i64 = 0
        while index < count:
            mean += guesses[self.which[index]] / float(count)
            index += 1
        index = 0
        while index < count:
            at: i64 = self.here[index]
            self.guess[at] = guesses[self.which[index]]
            self.regret[at] = tries * (self.guess[at] - mean)
            index += 1

    def tries(self, at: i64) -> float:
        """How often an action was tried; a first guess counts as some tries."""
        return float(self.visits[at]) + self.insight

    def mean(self, at: i64) -> float:
        """What an action was worth on average; the node's own mean while it is untried."""
        tries = self.tries(at)
        if tries > 0.0:
            return (self.total[at] + self.insight * self.guess[at]) / tries
        return self.worth / float(self.seen) if self.seen > 0 else 0.0

    def most_promising(self, spread: float, dice: Dice) -> i64:
        """UCB: an untried option, else the best of mean value and curiosity."""
        count: i64 = len(self.here)
        first: i64 = dice.below(count)
        best: i64 = first
        best_worth = -1.0
        curiosity = CURIOSITY * spread * math.sqrt(math.log(float(self.seen + 1)))
        step: i64 = 0
        while step < count:
            index: i64 = (first + step) % count
            at: i64 = self.here[index]
            tries = self.tries(at)
            if tries <= 0.0:
                return index
            worth = self.mean(at) + curiosity / math.sqrt(tries)
            if worth > best_worth:
                best, best_worth = index, worth
            step += 1
        return best

    def positive_regrets(self) -> float:
        """The sum of the positive regrets of the options at hand."""
        total = 0.0
        index: i64 = 0
        while index < len(self.here):
            regret = self.regret[self.here[index]]
            if regret > 0.0:
                total += regret
            index += 1
        return total

    def share(self, at: i64, positive: float) -> float:
        """The chance of an action under regret matching, `positive` being the sum of positive regrets."""
        if positive <= 0.0:
            return 1.0 / float(len(self.here))
        regret = self.regret[at]
        return regret / positive if regret > 0.0 else 0.0

    def explored(self, share: float) -> float:
        """The chance with which an action of this share is tried."""
        return (1.0 - EXPLORE) * share + EXPLORE / float(len(self.here))

    def mixed(self, positive: float, dice: Dice) -> i64:
        """Regret matching: an option drawn from the current strategy, which is added to the average.

        Later strategies count for more, since the first ones know little.
        """
        left = float(dice.below(RESOLUTION)) / float(RESOLUTION)
        weight = float(self.seen + 1)
        count: i64 = len(self.here)
        chosen: i64 = count - 1
        found = False
        index: i64 = 0
        while index < count:
            at: i64 = self.here[index]
            share = self.share(at, positive)
            self.strategy[at] = self.strategy[at] + weight * share
            left -= self.explored(share)
            if left < 0.0 and not found:
                chosen = index
                found = True
            index += 1
        return chosen

    def learn(self, at: i64, value: float, chance: float) -> None:
        """Remember how an action fared; `chance` is how likely it was to be tried at a secret node.

        What the other options would have been worth is taken from their means, which keeps the regrets steady.
        """
        if self.secret:
            index: i64 = 0
            while index < len(self.here):
                other: i64 = self.here[index]
                estimate = self.mean(other)
                if other == at:
                    estimate += (value - estimate) / chance
                self.regret[other] = self.regret[other] + estimate - value
                index += 1
        self.seen += 1
        self.worth += value
        self.visits[at] = self.visits[at] + 1
        self.total[at] = self.total[at] + value


class Tree:
    """The nodes of one search, grown by one simulation after another."""

    __slots__ = (
        "dice",
        "guesses",
        "horizon",
        "looks",
        "met",
        "nodes",
        "results",
        "root",
        "seats",
        "squares",
        "sum",
        "thinker",
    )

    def __init__(self, thinker: i64, seats: i64, dice: Dice, horizon: i64 = BY_THE_GAME) -> None:
        self.thinker = thinker
        self.seats = seats
        self.dice = dice
        self.horizon = horizon
        self.nodes: dict[int, Node] = {}
        self.root: Node | None = None
        """The decision that the thinker is asked for."""
        self.met: dict[int, int] = {}
        self.guesses = vec[float]()
        self.looks: i64 = 0
        self.results: i64 = 0
        self.sum = 0.0
        self.squares = 0.0

    def glance(self, imagined: Position, looks: i64) -> i64:
        """Compare the thinker's options under the same luck, before the tree is grown; gives how many were tried."""
        sums = compared(imagined, self.thinker, looks, self.dice)
        before = float(self.looks)
        self.looks += looks
        index: i64 = 0
        while index < len(sums):
            if before == 0.0:
                self.guesses = append(self.guesses, sums[index] / float(looks))
            else:
                self.guesses[index] = (self.guesses[index] * before + sums[index]) / float(self.looks)
            index += 1
        return looks * index

    def spread(self) -> float:
        """The standard deviation of what the simulations have found for the thinker; a half is the most there is."""
        if self.results < 4:
            return 0.5
        mean = self.sum / float(self.results)
        variance = self.squares / float(self.results) - mean * mean
        return math.sqrt(variance) if variance > LEAST_SPREAD * LEAST_SPREAD else LEAST_SPREAD

    def simulate(self, start: Position) -> None:
        """Walk down from a copy of the start, add one node, play on a little, and tell the nodes passed."""
        position = start.copy()
        asked = False
        at_once = True
        nodes: list[Node] = []
        seats = vec[i64]()
        places = vec[i64]()
        chances = vec[float]()
        while True:
            actor = position.actor()
            if actor == OVER:
                break
            if actor == CHANCE:
                position.roll(self.dice)
                at_once = False
                continue
            count: i64 = position.options()
            if count == 1:
                position.take(0)
                continue
            secretly: bool = position.sealed()
            at_once = at_once and (secretly or not nodes)
            if actor != self.thinker and (not position.bluffs() if secretly else position.motives_hidden()):
                position.take(position.instinct(self.dice))
                continue
            key = self.key_of(position, actor)
            if key == UNSEEN and not nodes and secretly:
                position.take(position.instinct(self.dice))
                continue
            if key == UNSEEN or (key == ROOT and nodes):
                break
            node = self.nodes.get(key)
            new = node is None
            if node is None:
                if not at_once and not self.ripe(key):
                    break
                node = Node(position)
                self.nodes[key] = node
            if actor == self.thinker and not asked:
                asked = True
                self.root = node
            if new:
                break
            habit: i64 = position.habit(self.dice) if node.secret and actor != self.thinker else NO_HABIT
            if habit != NO_HABIT:
                position.take(habit)
                continue
            if actor != self.thinker or node.met != count:
                node.meet(position, count)  # the thinker's own options are always the same
            if self.looks > 0 and actor == self.thinker:
                node.believe(self.guesses, float(position.forethought()))
                self.looks = 0
            if node.secret:
                positive = node.positive_regrets()
                index = node.mixed(positive, self.dice)
                chance = node.explored(node.share(node.here[index], positive))
            else:
                index = node.most_promising(self.spread(), self.dice)
                chance = 1.0
            nodes.append(node)
            seats = append(seats, actor)
            places = append(places, node.here[index])
            chances = append(chances, chance)
            position.take(node.which[index])
        self.learn(nodes, seats, places, chances, position)

    def ripe(self, key: int) -> bool:
        """Whether a decision has been met so often that it is worth a node."""
        met = self.met.get(key, 0) + 1
        self.met[key] = met
        return met > RIPE

    def learn(
        self, nodes: list[Node], seats: vec[i64], places: vec[i64], chances: vec[float], position: Position
    ) -> None:
        """Judge where the walk has ended, and tell every node on the way."""
        if self.horizon == AT_RANDOM:
            playout(position, self.dice)
        else:
            played_on(position, position.horizon() if self.horizon == BY_THE_GAME else self.horizon, self.dice)
        over = position.actor() == OVER
        values = vec[float]()
        seat: i64 = 0
        while seat < self.seats:
            values = append(values, position.payoff(seat) if over else position.worth(seat))
            seat += 1
        found = values[self.thinker]
        self.results += 1
        self.sum += found
        self.squares += found * found
        step: i64 = len(nodes) - 1
        while step >= 0:
            nodes[step].learn(places[step], values[seats[step]], chances[step])
            step -= 1

    def key_of(self, position: Position, actor: i64) -> int:
        """The node of a decision: what the thinker sees of it, and whose it is; UNSEEN if there is none."""
        look: i64 = position.look(self.thinker)
        if look == UNSEEN:
            return ROOT if actor == self.thinker else UNSEEN
        return int(look if actor == self.thinker else mixed_in(look, actor + 1))

    def forget(self, seen: i64) -> None:
        """Keep only the nodes that were passed more often than this."""
        self.nodes = {key: node for key, node in self.nodes.items() if node.seen > seen}
        self.met = {}

    def simulate_many(self, start: Position, count: i64) -> None:
        """Several simulations from one imagined position."""
        while count > 0:
            self.simulate(start)
            count -= 1
