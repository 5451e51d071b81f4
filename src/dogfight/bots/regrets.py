"""Regret matching by walks through a game tree, for two seats that share a stake.

Every walk plays one game from some node on. On its way back each information state that it passed
learns what its actions would have gained: the mean of what an action came to before stands for
those that were not taken, which keeps the estimates steady. Later walks count for more, in the
regrets and in the average strategy, which comes near to best play.

A walk that reaches an information state for the first time ends there: a rollout finishes the
game, or an evaluation judges it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.bots.game_tree import UNGROWN, GameTree, Walker
from dogfight.bots.lookahead import played_on
from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position
from dogfight.core.seat import CHANCE, OVER

EXPLORE: Final = 0.5
"""The share of choices made evenly by the seat whose turn it is to explore."""
EVEN: Final = 0.1
"""The share of even play in what a seat is taken to have done: all that is legal is possible."""
FROM_START: Final = 30
"""So many walks in a hundred begin at the start of the game: they teach what the past meant."""
RESOLUTION: Final = 1 << 30


class Worlds:
    """Nodes that a seat takes to be possible, drawn by how likely chance is to have led there."""

    __slots__ = ("likely", "nodes", "total")

    def __init__(self, tree: GameTree, nodes: list[int]) -> None:
        self.nodes = vec[i64]()
        self.likely = vec[float]()
        self.total = 0.0
        for number in nodes:
            node: i64 = number
            self.nodes = append(self.nodes, node)
            odds = 1.0
            while tree.parent[node] >= 0:
                odds *= tree.odds[node]
                node = tree.parent[node]
            self.total += odds
            self.likely = append(self.likely, self.total)

    def drawn(self, dice: Dice) -> i64:
        """One of the nodes."""
        left = self.total * float(dice.below(RESOLUTION)) / float(RESOLUTION)
        low: i64 = 0
        high: i64 = len(self.nodes) - 1
        while low < high:
            middle: i64 = (low + high) // 2
            if self.likely[middle] > left:
                high = middle
            else:
                low = middle + 1
        return self.nodes[low]


class Regrets:
    """Regrets and average strategies for the information states of a tree, as far as it is grown.

    By action: `regret`, `average`, `means` (what it came to on average) and `visits`; by
    information state: `seen`.
    """

    __slots__ = (
        "advice",
        "average",
        "depth",
        "dice",
        "means",
        "regret",
        "seen",
        "stake",
        "step_action",
        "step_chance",
        "step_node",
        "step_others",
        "step_own",
        "tree",
        "visits",
        "walks",
    )

    def __init__(self, tree: GameTree, advice: Advice, dice: Dice, stake: float = 1.0) -> None:
        self.tree = tree
        self.advice = advice
        self.dice = dice
        self.stake = stake
        self.walks: i64 = 0
        self.regret = vec[float]()
        self.average = vec[float]()
        self.means = vec[float]()
        self.visits = vec[i64]()
        self.seen = vec[i64]()
        # the steps of one walk; room of earlier ones is used again
        self.depth: i64 = 0
        self.step_node = vec[i64]()
        self.step_action = vec[i64]()
        self.step_chance = vec[float]()
        self.step_own = vec[float]()
        self.step_others = vec[float]()
        self.make_room()

    def walk_from_start(self, count: i64) -> None:
        """So many walks from the root; the seats explore in turns."""
        while count > 0:
            self.walk(0, 1.0, 1.0, self.walks & 1, True)
            count -= 1

    def walk_from(
        self, own: Worlds, public: Worlds, seat: i64, count: i64, from_start: bool
    ) -> None:
        """So many walks about the decision at hand of a seat.

        `own` are the worlds that fit what the seat knows, `public` those that fit what all know. In
        an own world the seat alone learns, so that the others draw no conclusions from what they
        cannot know. A world counts by how likely the others' choices are to lead to it.
        """
        while count > 0:
            count -= 1
            if from_start and self.dice.below(100) < FROM_START:
                self.walk_from_start(1)
                continue
            in_own: bool = self.dice.below(2) == 0
            node: i64 = own.drawn(self.dice) if in_own else public.drawn(self.dice)
            likely_first = self.likelihood(node, 0)
            likely_second = self.likelihood(node, 1)
            turn: i64 = seat if in_own else self.dice.below(2)
            if in_own and seat == 0:
                likely_first = 1.0
            elif in_own:
                likely_second = 1.0
            self.walk(node, likely_first, likely_second, turn, not in_own)

    def walk(
        self, node: i64, likely_first: float, likely_second: float, turn: i64, all_learn: bool
    ) -> float:
        """One walk from a node to an end; what it was worth to seat 0.

        `likely_…` are how likely the seats' own choices are to lead to the node. The seat in `turn`
        explores, and it alone learns unless all do.
        """
        self.walks += 1
        self.depth = 0
        value = self.descend(node, likely_first, likely_second, turn)
        tree = self.tree
        weight = float(self.walks)
        step: i64 = self.depth - 1
        while step >= 0:
            at: i64 = self.step_node[step]
            seat: i64 = tree.actor[at]
            if seat == 0:
                value = self.learn(step, value, weight, all_learn or seat == turn)
            else:
                value = self.stake - self.learn(
                    step, self.stake - value, weight, all_learn or seat == turn
                )
            step -= 1
        return value

    def descend(self, node: i64, likely_first: float, likely_second: float, turn: i64) -> float:
        """Walk down by the strategies so far, and remember the steps; what the end is worth to seat
        0.
        """
        tree = self.tree
        dice = self.dice
        walker: Walker | None = None
        while True:
            if tree.actor[node] == UNGROWN:
                if walker is None:
                    walker = tree.walker_at(node)
                if len(tree.actor) >= tree.limit:
                    return self.judged(walker.position)
                tree.expand(node, walker)
                self.make_room()
            actor: i64 = tree.actor[node]
            first: i64 = tree.first[node]
            if actor == OVER:
                return tree.payoff[first]
            left = float(dice.below(RESOLUTION)) / float(RESOLUTION)
            count: i64 = tree.count[node]
            chosen: i64 = count - 1
            index: i64 = 0
            if actor == CHANCE:
                while index < chosen:
                    left -= tree.odds[first + index]
                    if left < 0.0:
                        chosen = index
                    index += 1
            else:
                state: i64 = tree.state[node]
                if self.seen[state] == 0:
                    self.seen[state] = 1
                    if walker is None:
                        walker = tree.walker_at(node)
                    return self.judged(walker.position)
                begin: i64 = tree.first_action[state]
                positive = self.positive_regrets(begin, count)
                explore = EXPLORE if actor == turn else 0.0
                even = 1.0 / float(count)
                share = even
                chance = even
                while index < count:
                    share = self.share(begin + index, positive, even)
                    chance = (1.0 - explore) * share + explore * even
                    left -= chance
                    if left < 0.0:
                        chosen = index
                        break
                    index += 1
                if index == count:  # rounding: take the last one that can be chosen
                    while self.share(begin + chosen, positive, even) <= 0.0 and explore == 0.0:
                        chosen -= 1
                    share = self.share(begin + chosen, positive, even)
                    chance = (1.0 - explore) * share + explore * even
                own = likely_first if actor == 0 else likely_second
                others = likely_second if actor == 0 else likely_first
                self.note(node, begin + chosen, chance, own, others)
                if actor == 0:
                    likely_first *= share / chance
                else:
                    likely_second *= share / chance
            if walker is not None:
                walker.at = tree.state[node]
                walker.follow(tree.taken[first + chosen])
            node = first + chosen

    def note(self, node: i64, action: i64, chance: float, own: float, others: float) -> None:
        """Remember a step of the walk."""
        at: i64 = self.depth
        if at == len(self.step_node):
            self.step_node = append(self.step_node, node)
            self.step_action = append(self.step_action, action)
            self.step_chance = append(self.step_chance, chance)
            self.step_own = append(self.step_own, own)
            self.step_others = append(self.step_others, others)
        else:
            self.step_node[at] = node
            self.step_action[at] = action
            self.step_chance[at] = chance
            self.step_own[at] = own
            self.step_others[at] = others
        self.depth = at + 1

    def learn(self, step: i64, value: float, weight: float, learns: bool) -> float:
        """Teach the information state of a step what the walk came to for its seat; what it is
        worth there by the strategy so far.
        """
        tree = self.tree
        regret, means, visits = self.regret, self.means, self.visits
        state: i64 = tree.state[self.step_node[step]]
        begin: i64 = tree.first_action[state]
        count: i64 = tree.count[self.step_node[step]]
        taken: i64 = self.step_action[step]
        if visits[taken] == 0:
            means[taken] = value
        corrected = means[taken] + (value - means[taken]) / self.step_chance[step]
        positive = self.positive_regrets(begin, count)
        even = 1.0 / float(count)
        worth = 0.0
        action: i64 = begin
        while action < begin + count:
            share = self.share(action, positive, even)
            if action == taken:
                worth += share * corrected
            elif share > 0.0:
                worth += share * (means[action] if visits[action] > 0 else value)
            action += 1
        if learns:
            average = self.average
            gain = weight * self.step_others[step]
            play = weight * weight * self.step_own[step]
            action = begin
            while action < begin + count:
                share = self.share(action, positive, even)
                estimate = corrected
                if action != taken:
                    estimate = means[action] if visits[action] > 0 else value
                average[action] = average[action] + play * share
                regret[action] = regret[action] + gain * (estimate - worth)
                action += 1
            self.seen[state] = self.seen[state] + 1
        visits[taken] = visits[taken] + 1
        means[taken] = means[taken] + (value - means[taken]) / float(visits[taken])
        return worth

    def positive_regrets(self, begin: i64, count: i64) -> float:
        """The sum of the positive regrets of an information state."""
        regret = self.regret
        total = 0.0
        action: i64 = begin
        while action < begin + count:
            if regret[action] > 0.0:
                total += regret[action]
            action += 1
        return total

    def share(self, action: i64, positive: float, even: float) -> float:
        """The chance of an action under regret matching."""
        if positive <= 0.0:
            return even
        regret = self.regret[action]
        return regret / positive if regret > 0.0 else 0.0

    def judged(self, position: Position) -> float:
        """What seat 0 may expect of a position, after a rollout."""
        played_on(position, self.advice, self.advice.rollout_depth(), self.dice)
        if position.actor() == OVER:
            return position.payoff(0)
        second = self.advice.evaluate(position, 1)
        return (self.advice.evaluate(position, 0) + self.stake - second) / 2.0

    def make_room(self) -> None:
        """Make room for what the tree has grown."""
        while len(self.seen) < len(self.tree.seat_of):
            self.seen = append(self.seen, 0)
        while len(self.regret) < len(self.tree.actions):
            self.regret = append(self.regret, 0.0)
            self.average = append(self.average, 0.0)
            self.means = append(self.means, 0.0)
            self.visits = append(self.visits, 0)

    # --- what was learned --------------------------------------------------------------------

    def seen_at(self, state: i64) -> i64:
        """How often an information state has learned."""
        return self.seen[state] if state < len(self.seen) else 0

    def likelihood(self, node: i64, seat: i64) -> float:
        """How likely a seat's own choices are to lead to a node by the strategy so far."""
        tree = self.tree
        likely = 1.0
        while tree.parent[node] >= 0:
            parent: i64 = tree.parent[node]
            state: i64 = tree.state[parent]
            if state >= 0 and tree.actor[parent] == seat:
                count: i64 = tree.count[parent]
                even = 1.0 / float(count)
                share = even
                if self.seen_at(state) > 0:
                    begin: i64 = tree.first_action[state]
                    positive = self.positive_regrets(begin, count)
                    share = self.share(begin + node - tree.first[parent], positive, even)
                likely *= (1.0 - EVEN) * share + EVEN * even
            node = parent
        return likely

    def strategy(self) -> vec[float]:
        """The average strategy of all information states of the tree."""
        self.make_room()
        return self.tree.normalised(self.average)

    def chances(self, state: i64) -> list[float]:
        """The average strategy at an information state; the present one, where none was averaged
        yet.
        """
        self.make_room()
        tree = self.tree
        begin: i64 = tree.first_action[state]
        count: i64 = tree.action_count(state)
        even = 1.0 / float(count)
        total = 0.0
        action: i64 = begin
        while action < begin + count:
            total += self.average[action]
            action += 1
        positive = self.positive_regrets(begin, count)
        shares: list[float] = []
        action = begin
        while action < begin + count:
            if total > 0.0:
                shares.append(self.average[action] / total)
            else:
                shares.append(self.share(action, positive, even))
            action += 1
        return shares

    def values(self, state: i64) -> list[float]:
        """What the actions of an information state came to on average; an even share where one was
        never taken.
        """
        self.make_room()
        begin: i64 = self.tree.first_action[state]
        end: i64 = begin + self.tree.action_count(state)
        return [
            self.means[at] if self.visits[at] > 0 else self.stake / 2.0 for at in range(begin, end)
        ]
