"""One decision in a search: its actions, how each of them has fared, and what to try next."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position

EXPLORE: Final = 0.15
"""The share of secret choices made evenly, so that every action keeps being tried."""
CURIOSITY: Final = 1.4
"""How strongly UCB prefers actions it has seldom tried, in units of how widely the results of
this search differ.
"""
SURE: Final = 3.0
"""So many standard errors above its mean no action's true worth is expected,"""
NEGLIGIBLE: Final = 0.004
"""and so little of the stake is not worth thinking on for."""
RESOLUTION: Final = 1 << 30


class Node:
    """What is known at one decision of a seat, and how each of its actions has fared.

    The first `many` of `here` say which of the node's actions the options of the position at hand
    are, and those of `which` their numbers there: a seat whose hand the thinker can only guess has
    other options each time, and foolish ones are left out.
    """

    __slots__ = (
        "actions",
        "glances",
        "guess",
        "here",
        "insight",
        "key",
        "many",
        "means",
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

    def __init__(self, key: i64, secret: bool) -> None:
        self.key = key
        self.secret = secret
        self.insight = 0.0
        self.glances: i64 = 0
        """How often each action was tried before the node was made."""
        self.actions = vec[i64]()
        self.visits = vec[i64]()
        self.total = vec[float]()
        self.regret = vec[float]()
        self.strategy = vec[float]()
        self.guess = vec[float]()
        self.here = vec[i64]()
        self.which = vec[i64]()
        self.means = vec[float]()
        """What each action was worth on average; 0 while it is untried."""
        self.many: i64 = 0
        self.met: i64 = 0
        self.seen: i64 = 0
        self.worth = 0.0

    def meet(self, position: Position, advice: Advice, count: i64) -> None:
        """Find the options of this position among the actions, and add those that are new."""
        many: i64 = 0
        at: i64 = 0
        index: i64 = 0
        while index < count:
            if advice.can_prune(position, index):
                index += 1
                continue
            action: i64 = position.choice(index)
            at = self.place_of(action, at)
            if at == len(self.actions):
                self.add(action)
            if many == len(self.here):
                self.here = append(self.here, at)
                self.which = append(self.which, index)
            else:
                self.here[many] = at
                self.which[many] = index
            many += 1
            at += 1
            index += 1
        self.many = many
        self.met = count

    def place_of(self, action: i64, near: i64) -> i64:
        """Where an action stands, looking first where it stood when the options were the same;
        the end if nowhere.
        """
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
        self.means = append(self.means, 0.0)

    def believe(self, guesses: vec[float], tries: float) -> None:
        """Take over what a static evaluation of the options at hand has found, as so many tries of
        each.
        """
        self.insight = tries
        count: i64 = self.many
        mean = 0.0
        index: i64 = 0
        while index < count:
            mean += guesses[self.which[index]] / float(count)
            index += 1
        index = 0
        while index < count:
            at: i64 = self.here[index]
            self.guess[at] = guesses[self.which[index]]
            self.means[at] = self.average(at)
            self.regret[at] = tries * (self.guess[at] - mean)
            index += 1

    def tries(self, at: i64) -> float:
        """How often an action was tried; a first guess counts as some tries."""
        return float(self.visits[at]) + self.insight

    def mean(self, at: i64) -> float:
        """What an action was worth on average; the node's own mean while it is untried."""
        if self.visits[at] > 0 or self.insight > 0.0:
            return self.means[at]
        return self.worth / float(self.seen) if self.seen > 0 else 0.0

    def average(self, at: i64) -> float:
        """The mean of what an action's tries have come to."""
        return (self.total[at] + self.insight * self.guess[at]) / self.tries(at)

    def most_promising(self, spread: float, dice: Dice) -> i64:
        """UCB: an untried option, else the best of mean value and curiosity."""
        count: i64 = self.many
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

    def neglected(self) -> i64:
        """The option that is due, as every one gets at least √n of n simulations; -1 if none is.

        The root is taken of a count that runs ahead by one try for each option: where it comes to
        a new whole number, all of them can be tried once more in time.
        """
        count: i64 = self.many
        total: i64 = count
        least: i64 = 0
        fewest: i64 = -1
        index: i64 = 0
        while index < count:
            times: i64 = self.simulations(self.here[index])
            total += times
            if fewest < 0 or times < fewest:
                least, fewest = index, times
            index += 1
        return least if float(fewest) < math.sqrt(float(total)) else -1

    def simulations(self, at: i64) -> i64:
        """How often an action was played, whatever weight a first guess has."""
        return self.visits[at] + self.glances

    def settled(self, spread: float) -> bool:
        """Whether more tries would hardly better an open choice; mixed ones are never settled."""
        if self.secret:
            return False
        known: i64 = len(self.actions)
        best: i64 = 0
        at: i64 = 0
        while at < known:
            if self.mean(at) > self.mean(best):
                best = at
            at += 1
        at = 0
        while at < known:
            tries = self.tries(at)
            if tries <= 0.0:
                return False
            if at != best:
                error = spread * math.sqrt(1.0 / tries + 1.0 / self.tries(best))
                if self.mean(at) + SURE * error > self.mean(best) + NEGLIGIBLE:
                    return False
            at += 1
        return True

    def positive_regrets(self) -> float:
        """The sum of the positive regrets of the options at hand."""
        total = 0.0
        index: i64 = 0
        while index < self.many:
            regret = self.regret[self.here[index]]
            if regret > 0.0:
                total += regret
            index += 1
        return total

    def share(self, at: i64, positive: float) -> float:
        """The chance of an action under regret matching, `positive` being the sum of positive
        regrets.
        """
        if positive <= 0.0:
            return 1.0 / float(self.many)
        regret = self.regret[at]
        return regret / positive if regret > 0.0 else 0.0

    def explored(self, share: float) -> float:
        """The chance with which an action of this share is tried."""
        return (1.0 - EXPLORE) * share + EXPLORE / float(self.many)

    def mixed(self, positive: float, dice: Dice) -> i64:
        """Regret matching: an option drawn from the current strategy, which is added to the
        average.

        Later strategies count for more, since the first ones know little.
        """
        left = float(dice.below(RESOLUTION)) / float(RESOLUTION)
        weight = float(self.seen + 1)
        count: i64 = self.many
        chosen: i64 = count - 1
        drawn = False
        index: i64 = 0
        while index < count:
            at: i64 = self.here[index]
            share = self.share(at, positive)
            self.strategy[at] = self.strategy[at] + weight * share
            left -= self.explored(share)
            if left < 0.0 and not drawn:
                chosen = index
                drawn = True
            index += 1
        return chosen

    def learn(self, at: i64, value: float, chance: float) -> None:
        """Remember how an action fared; `chance` is how likely it was to be tried at a secret node.

        What the other options would have been worth is taken from their means, which keeps the
        regrets steady.
        """
        if self.secret:
            index: i64 = 0
            while index < self.many:
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
        self.means[at] = self.average(at)
