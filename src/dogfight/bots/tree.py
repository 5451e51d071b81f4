"""Information-set Monte Carlo tree search over the fast methods of a position.

A node stands for what the thinking seat can see (`Position.information_key`) and for who acts, so
positions that differ only in what the thinker cannot know share their statistics. Open choices are
searched with UCB; secret simultaneous ones with regret matching, whose average is a mixed strategy;
as far as the game says so, some secret choices of the others follow a habit
(`Advice.assumed_reply`). Plans too large to be mixed (`Advice.mixes`) are searched like open
choices, and the others then use the rollout policy. Plainly bad options (`Advice.prunable`) are
left out. Chance is sampled by its odds. A decision with too few visits uses the rollout policy,
which is better than a random choice. Every seat looks after its own share of the stake."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.bots.int_map import IntMap
from dogfight.bots.lookahead import compared, played_on
from dogfight.bots.node import Node
from dogfight.core.advice import NO_REPLY, Advice
from dogfight.core.dice import Dice
from dogfight.core.position import NO_KEY, Position, hash_combine, playout
from dogfight.core.seat import CHANCE, OVER

EXPANSION_VISITS: Final = 16
"""Visits after which a decision becomes a node,"""
SOON: Final = 1
"""and after which it does if nothing but secret choices lies between it and the one at hand."""
LEAST_SPREAD: Final = 0.01
"""Results that hardly differ are taken to differ by so much."""
ROOT: Final = -2
"""The one node of a game that cannot tell what a seat sees."""
BY_THE_GAME: Final = -1
"""As horizon: as many decisions as the game's own position says."""
AT_RANDOM: Final = -2
"""As horizon: to the end, every decision at random."""


class SearchPath:
    """What one simulation has passed in the tree: nodes, who acted there, what they took and how
    likely that was.
    """

    __slots__ = ("chances", "long", "nodes", "places", "seats")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.seats = vec[i64]()
        self.places = vec[i64]()
        self.chances = vec[float]()
        self.long: i64 = 0

    def add(self, node: Node, seat: i64, place: i64, chance: float) -> None:
        """One more step; room of earlier simulations is used again."""
        at: i64 = self.long
        if at == len(self.places):
            self.nodes.append(node)
            self.seats = append(self.seats, seat)
            self.places = append(self.places, place)
            self.chances = append(self.chances, chance)
        else:
            self.nodes[at] = node
            self.seats[at] = seat
            self.places[at] = place
            self.chances[at] = chance
        self.long = at + 1

    def passed(self, seat: i64) -> bool:
        """Whether this seat has acted on the way."""
        step: i64 = 0
        while step < self.long:
            if self.seats[step] == seat:
                return True
            step += 1
        return False


class Tree:
    """The nodes of one search, grown by one simulation after another.

    `known` has for every decision met the number of its node, counted from 1, or, below 0, how
    often it was met.
    """

    __slots__ = (
        "advice",
        "dice",
        "guesses",
        "known",
        "looks",
        "nodes",
        "path",
        "results",
        "rollout_depth",
        "root",
        "seats",
        "squares",
        "sum",
        "thinker",
        "values",
    )

    def __init__(
        self, thinker: i64, seats: i64, advice: Advice, dice: Dice, rollout_depth: i64 = BY_THE_GAME
    ) -> None:
        self.thinker = thinker
        self.seats = seats
        self.advice = advice
        self.dice = dice
        self.rollout_depth = rollout_depth
        self.nodes: list[Node] = []
        self.known = IntMap()
        self.path = SearchPath()
        self.root: Node | None = None
        """The decision that the thinker is asked for."""
        self.guesses = vec[float]()
        self.looks: i64 = 0
        self.results: i64 = 0
        self.sum = 0.0
        self.squares = 0.0
        self.values = vec[float]()
        """What the last simulation was worth to every seat."""
        while seats > 0:
            self.values = append(self.values, 0.0)
            seats -= 1

    def compare_options(self, imagined: Position, looks: i64) -> i64:
        """Compare the thinker's options under the same luck, before the tree is grown; return how
        many were tried.
        """
        sums = compared(imagined, self.advice, self.thinker, looks, self.dice)
        before = float(self.looks)
        self.looks += looks
        index: i64 = 0
        while index < len(sums):
            if before == 0.0:
                self.guesses = append(self.guesses, sums[index] / float(looks))
            else:
                self.guesses[index] = (self.guesses[index] * before + sums[index]) / float(
                    self.looks
                )
            index += 1
        return looks * index

    def spread(self) -> float:
        """The standard deviation of what the simulations have found for the thinker; a half is
        the most there is.
        """
        if self.results < 4:
            return 0.5
        mean = self.sum / float(self.results)
        variance = self.squares / float(self.results) - mean * mean
        return math.sqrt(variance) if variance > LEAST_SPREAD * LEAST_SPREAD else LEAST_SPREAD

    def simulate(self, start: Position) -> None:
        """Walk down from a copy of the start, add one node, play on a little, and tell the nodes
        passed.
        """
        position = start.copy()
        advice = self.advice
        path = self.path
        path.long = 0
        asked = False
        unbroken = True
        while True:
            actor = position.actor()
            if actor == OVER:
                break
            if actor == CHANCE:
                position.roll(self.dice)
                unbroken = False
                continue
            count: i64 = position.choice_count()
            if count == 1:
                position.apply_choice(0)
                continue
            first = path.long == 0
            secretly: bool = position.is_secret_choice()
            unbroken = first or (unbroken and secretly)
            if actor != self.thinker and (
                not advice.uses_mixed_strategy(position)
                if secretly
                else advice.depends_on_secret(position)
            ):
                position.apply_choice(advice.rollout_choice(position, self.dice))
                continue
            key = self.key_of(position, actor)
            if key == NO_KEY and first and secretly:
                position.apply_choice(advice.rollout_choice(position, self.dice))
                continue
            if key == NO_KEY or (key == ROOT and not first):
                break
            slot: i64 = self.known.slot(key)
            number: i64 = self.known.values[slot]
            new = number <= 0
            if new:
                if number > -self.ripens(position, first, unbroken):
                    self.known.values[slot] = number - 1
                    break
                self.nodes.append(Node(key, secretly and advice.uses_mixed_strategy(position)))
                number = len(self.nodes)
                self.known.values[slot] = number
            node = self.nodes[number - 1]
            if actor == self.thinker and not asked:
                asked = True
                self.root = node
            if new:
                break
            reply: i64 = (
                advice.assumed_reply(position, self.dice)
                if node.secret and actor != self.thinker
                else NO_REPLY
            )
            if reply != NO_REPLY:
                position.apply_choice(reply)
                continue
            if actor != self.thinker or node.met != count:
                node.meet(position, advice, count)  # the thinker's own options are always the same
            if self.looks > 0 and actor == self.thinker:
                node.believe(self.guesses, float(advice.prior_weight()))
                node.glances = self.looks
                self.looks = 0
            due: i64 = node.neglected() if node is self.root else -1
            if node.secret:
                positive = node.positive_regrets()
                index = node.mixed(positive, self.dice)
                chance = node.explored(node.share(node.here[index], positive))
                if due >= 0:
                    index, chance = due, 1.0
            elif due >= 0:
                index, chance = due, 1.0
            else:
                index = node.most_promising(self.spread(), self.dice)
                chance = 1.0
            path.add(node, actor, node.here[index], chance)
            position.apply_choice(node.which[index])
        self.learn(position)

    def ripens(self, position: Position, first: bool, unbroken: bool) -> i64:
        """After how many visits a decision becomes a node; what is sealed together with the
        first one needs none.
        """
        if not unbroken:
            return EXPANSION_VISITS
        return SOON if self.advice.is_quiet(position) and not first else 0

    def learn(self, position: Position) -> None:
        """Judge where the walk has ended, and tell every node on the way."""
        if self.rollout_depth == AT_RANDOM:
            playout(position, self.dice)
        else:
            played_on(position, self.advice, self.limit(), self.dice)
        over = position.actor() == OVER
        path = self.path
        seat: i64 = 0
        while seat < self.seats:
            if seat == self.thinker or path.passed(seat):  # nobody asks for the others' share
                self.values[seat] = (
                    position.payoff(seat) if over else self.advice.evaluate(position, seat)
                )
            seat += 1
        result = self.values[self.thinker]
        self.results += 1
        self.sum += result
        self.squares += result * result
        step: i64 = path.long - 1
        while step >= 0:
            path.nodes[step].learn(
                path.places[step], self.values[path.seats[step]], path.chances[step]
            )
            step -= 1

    def limit(self) -> i64:
        """How many rollout decisions follow a walk before it is evaluated."""
        return (
            self.advice.rollout_depth() if self.rollout_depth == BY_THE_GAME else self.rollout_depth
        )

    def key_of(self, position: Position, actor: i64) -> i64:
        """The node of a decision: what the thinker sees of it, and whose it is; UNSEEN if there
        is none.
        """
        key: i64 = position.information_key(self.thinker)
        if key == NO_KEY:
            return ROOT if actor == self.thinker else NO_KEY
        return key if actor == self.thinker else hash_combine(key, actor + 1)

    def forget(self, seen: i64) -> None:
        """Keep only the nodes that were passed more often than this."""
        self.nodes = [node for node in self.nodes if node.seen > seen]
        self.known = IntMap()
        number: i64 = 0
        while number < len(self.nodes):
            self.known.put(self.nodes[number].key, number + 1)
            number += 1

    def simulate_many(self, start: Position, count: i64) -> None:
        """Several simulations from one imagined position."""
        while count > 0:
            self.simulate(start)
            count -= 1
