"""A game tree kept as numbers: grown by playing the real position, then walked without it.

Nodes are numbers; the children of a node follow each other, and a child's number is larger than
its parent's. So a loop upwards over all nodes meets parents first, and one downwards children
first. Choices and draws without an alternative are played and get no node.

A tree may begin with a draw among several worlds that a seat takes to be possible. It may also be
grown only where it is walked, and then has an estimate in place of what is not grown.

An information state stands for all that a seat has seen (`Position.information_key`) and done, in
order. Equal ones share a number, so that a strategy is one list: the chances of the actions of the
first information state, then those of the second, and so on.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.bots.int_map import IntMap
from dogfight.core.errors import Unsolved
from dogfight.core.position import NO_KEY, Position, hash_combine
from dogfight.core.seat import CHANCE, CLOCK, OVER, TIME_UP, WATCHER

MOST_NODES: Final = 2_000_000
"""No tree is grown larger than this."""
MOST_STATES: Final = 500_000
"""Best responses are worked out for at most so many information states."""
UNGROWN: Final = -4
"""The actor of a node whose position was not looked at yet."""
NO_STATE: Final = -1
FIRST_MEMORY: Final = 1


class GameTree:
    """The tree of a game from one position on, as far as it is grown.

    `worlds` are the positions it may begin with, all equally likely. With `public` it also tells
    apart what those can who look on.
    """

    __slots__ = (
        "action_of",
        "actions",
        "actor",
        "count",
        "first",
        "first_action",
        "game",
        "keys",
        "known",
        "limit",
        "node_of",
        "odds",
        "parent",
        "payoff",
        "previous",
        "previous_action",
        "public",
        "public_keys",
        "seat_of",
        "seats",
        "state",
        "taken",
        "worlds",
    )

    def __init__(
        self,
        game: Any,
        worlds: list[Position],
        seats: i64,
        limit: i64 = MOST_NODES,
        public: bool = False,
    ) -> None:
        self.game = game
        self.worlds = worlds
        self.seats = seats
        self.limit = limit
        self.public = public
        # by node
        self.actor = vec[i64]()
        self.first = vec[i64]()
        """The first child; at an end where its payoffs begin."""
        self.count = vec[i64]()
        self.parent = vec[i64]()
        self.taken = vec[i64]()
        """The action or outcome that leads from the parent to the node."""
        self.odds = vec[float]()
        """How likely chance is to lead from the parent to the node; 1 after a choice."""
        self.state = vec[i64]()
        """The information state of the actor, NO_STATE where no seat acts."""
        self.payoff = vec[float]()
        self.public_keys = vec[i64]()
        """What all can know at the node, 0 where nobody asked for it."""
        # by information state
        self.seat_of = vec[i64]()
        self.keys = vec[i64]()
        """What the seat sees."""
        self.node_of = vec[i64]()
        """The first node met."""
        self.previous = vec[i64]()
        """The seat's information state before, NO_STATE at its first decision."""
        self.previous_action = vec[i64]()
        """The place of the action that it took there."""
        self.first_action = vec[i64]()
        """Where its actions begin."""
        self.actions = vec[i64]()
        """The numbers of the actions of all information states."""
        self.action_of = vec[i64]()
        """The information state of each action."""
        self.known = IntMap()
        self.add(-1, 0, 1.0)
        if len(worlds) > 1:
            self.actor[0] = CHANCE
            self.first[0] = 1
            self.count[0] = len(worlds)
            world: i64 = 0
            while world < len(worlds):
                self.add(0, world, 1.0 / float(len(worlds)))
                world += 1

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.actor)

    @property
    def states(self) -> int:
        """How many information states there are."""
        return len(self.seat_of)

    def add(self, parent: i64, taken: i64, odds: float) -> None:
        """One more node, not grown."""
        self.actor = append(self.actor, UNGROWN)
        self.first = append(self.first, 0)
        self.count = append(self.count, 0)
        self.parent = append(self.parent, parent)
        self.taken = append(self.taken, taken)
        self.odds = append(self.odds, odds)
        self.state = append(self.state, NO_STATE)
        self.public_keys = append(self.public_keys, 0)

    def action_count(self, state: i64) -> i64:
        """How many actions an information state has."""
        after: i64 = state + 1
        end: i64 = self.first_action[after] if after < len(self.first_action) else len(self.actions)
        return end - self.first_action[state]

    # --- growing -----------------------------------------------------------------------------

    def grow(self) -> None:
        """Grow the whole tree; `Unsolved` as soon as it is too large."""
        stack: list[tuple[int, Walker]] = [
            (node, self.walker_at(node))
            for node in range(len(self.actor))
            if self.actor[node] == UNGROWN
        ]
        while stack:
            node, walker = stack.pop()
            self.expand(node, walker)
            if len(self.actor) > self.limit:
                raise Unsolved(
                    f"expected a game with at most {self.limit:,} moments from here on, got more"
                )
            index: i64 = self.count[node]
            if self.actor[node] == OVER:
                continue
            child: i64 = self.first[node]
            while index > 0:
                index -= 1
                twin = walker if index == 0 else walker.copy()
                twin.follow(self.taken[child + index])
                stack.append((child + index, twin))

    def walker(self, world: i64) -> Walker:
        """The start of the game in one of the worlds, ready to be played on."""
        walker = Walker(self.worlds[world].copy(), self.seats, self.public)
        walker.settle()
        return walker

    def walker_at(self, node: i64) -> Walker:
        """The position of a node, played again from the start."""
        path = vec[i64]()
        while self.parent[node] >= 0:
            path = append(path, node)
            node = self.parent[node]
        step: i64 = len(path)
        if len(self.worlds) > 1:
            step -= 1
            walker = self.walker(self.taken[path[step]])
        else:
            walker = self.walker(0)
        while step > 0:
            step -= 1
            walker.at = self.state[self.parent[path[step]]]
            walker.follow(self.taken[path[step]])
        return walker

    def expand(self, node: i64, walker: Walker) -> None:
        """Look at the position of a node, and add its children."""
        position = walker.position
        actor: i64 = position.actor()
        self.actor[node] = actor
        if self.public:
            self.public_keys[node] = hash_combine(walker.public_memory, actor + 8)
        if actor == OVER:
            self.first[node] = len(self.payoff)
            seat: i64 = 0
            while seat < self.seats:
                self.payoff = append(self.payoff, position.payoff(seat))
                seat += 1
            return
        self.first[node] = len(self.actor)
        if actor == CHANCE:
            for outcome, weight in self.game.decision(position).odds:
                self.add(node, outcome, float(weight))
        else:
            state: i64 = self.state_at(walker, actor)
            if self.node_of[state] < 0:
                self.node_of[state] = node
            self.state[node] = state
            index: i64 = 0
            many: i64 = position.choice_count()
            while index < many:
                self.add(node, position.choice(index), 1.0)
                index += 1
        self.count[node] = len(self.actor) - self.first[node]

    def state_at(self, walker: Walker, seat: i64) -> i64:
        """The number of the information state at which a seat acts; a new one is added."""
        position = walker.position
        many: i64 = position.choice_count()
        memory: i64 = hash_combine(hash_combine(walker.memory[seat], seat + 1), many)
        slot: i64 = self.known.slot(memory)
        number: i64 = self.known.values[slot]
        if number == 0:
            number = len(self.seat_of) + 1
            self.known.values[slot] = number
            self.seat_of = append(self.seat_of, seat)
            self.keys = append(self.keys, position.information_key(seat))
            self.node_of = append(self.node_of, -1)
            self.previous = append(self.previous, walker.previous[seat])
            self.previous_action = append(self.previous_action, walker.previous_action[seat])
            self.first_action = append(self.first_action, len(self.actions))
            index: i64 = 0
            while index < many:
                self.actions = append(self.actions, position.choice(index))
                self.action_of = append(self.action_of, number - 1)
                index += 1
        walker.at = number - 1
        return number - 1

    # --- strategies --------------------------------------------------------------------------

    def even(self) -> vec[float]:
        """The strategy that takes every action equally often."""
        strategy = vec[float]()
        action: i64 = 0
        while action < len(self.actions):
            share = 1.0 / float(self.action_count(self.action_of[action]))
            strategy = append(strategy, share)
            action += 1
        return strategy

    def normalised(self, weights: vec[float]) -> vec[float]:
        """Weights as chances; even ones where an information state has none."""
        strategy = vec[float]()
        state: i64 = 0
        while state < len(self.seat_of):
            begin: i64 = self.first_action[state]
            end: i64 = begin + self.action_count(state)
            total = 0.0
            action: i64 = begin
            while action < end:
                if weights[action] > 0.0:
                    total += weights[action]
                action += 1
            action = begin
            while action < end:
                if total <= 0.0:
                    strategy = append(strategy, 1.0 / float(end - begin))
                else:
                    weight = weights[action]
                    strategy = append(strategy, weight / total if weight > 0.0 else 0.0)
                action += 1
            state += 1
        return strategy

    def chance_to(self, child: i64, strategy: vec[float]) -> float:
        """How likely its parent's actor is to go to a node."""
        parent: i64 = self.parent[child]
        state: i64 = self.state[parent]
        if state < 0:
            return self.odds[child]
        return strategy[self.first_action[state] + child - self.first[parent]]

    def values(self, strategy: vec[float], seat: i64) -> vec[float]:
        """What every node is worth to a seat if all play a strategy."""
        worth = zeros(len(self.actor))
        node: i64 = len(self.actor) - 1
        while node >= 0:
            if self.actor[node] == OVER:
                worth[node] = self.payoff[self.first[node] + seat]
            if node > 0:
                parent: i64 = self.parent[node]
                worth[parent] = worth[parent] + self.chance_to(node, strategy) * worth[node]
            node -= 1
        return worth

    def reach(self, strategy: vec[float], seat: i64, own: bool) -> vec[float]:
        """How likely a seat itself, or chance and all others, are to lead to every node."""
        likely = zeros(len(self.actor))
        likely[0] = 1.0
        node: i64 = 1
        while node < len(self.actor):
            parent: i64 = self.parent[node]
            chance = likely[parent]
            if (self.actor[parent] == seat) == own:
                chance *= self.chance_to(node, strategy)
            likely[node] = chance
            node += 1
        return likely

    def best_response(self, strategy: vec[float], seat: i64) -> float:
        """What a seat gets that knows the others' strategy and answers it as well as it can.

        Nodes are taken by how often the seat has chosen before them, the last first: what it can
        do there is known when a choice before is weighed.
        """
        likely = self.reach(strategy, seat, False)
        worth = zeros(len(self.actor))
        weighed = zeros(len(self.actions))
        choice = vec[i64]()
        state: i64 = 0
        while state < len(self.seat_of):
            choice = append(choice, NO_STATE)
            state += 1
        times = self.own_choices(seat)
        order = sorted_by(times)
        end: i64 = len(order)
        while end > 0:
            begin: i64 = end - 1
            while begin > 0 and times[order[begin - 1]] == times[order[begin]]:
                begin -= 1
            self.weigh(order, begin, end, seat, likely, worth, weighed)
            at: i64 = end - 1
            while at >= begin:
                node: i64 = order[at]
                worth[node] = self.responded(node, seat, strategy, worth, weighed, choice)
                at -= 1
            end = begin
        return worth[0]

    def weigh(
        self,
        order: vec[i64],
        begin: i64,
        end: i64,
        seat: i64,
        likely: vec[float],
        worth: vec[float],
        weighed: vec[float],
    ) -> None:
        """Sum up what each action of a seat's decisions comes to over all that it cannot tell
        apart.
        """
        at: i64 = begin
        while at < end:
            node: i64 = order[at]
            if self.actor[node] == seat:
                first: i64 = self.first_action[self.state[node]]
                index: i64 = 0
                while index < self.count[node]:
                    value = likely[node] * worth[self.first[node] + index]
                    weighed[first + index] = weighed[first + index] + value
                    index += 1
            at += 1

    def responded(
        self,
        node: i64,
        seat: i64,
        strategy: vec[float],
        worth: vec[float],
        weighed: vec[float],
        choice: vec[i64],
    ) -> float:
        """What a node is worth to the seat that answers, its children being known."""
        actor: i64 = self.actor[node]
        first: i64 = self.first[node]
        if actor == OVER:
            return self.payoff[first + seat]
        state: i64 = self.state[node]
        if actor == seat:
            if choice[state] < 0:
                begin: i64 = self.first_action[state]
                best: i64 = 0
                index: i64 = 1
                while index < self.count[node]:
                    if weighed[begin + index] > weighed[begin + best]:
                        best = index
                    index += 1
                choice[state] = best
            return worth[first + choice[state]]
        value = 0.0
        child: i64 = first
        while child < first + self.count[node]:
            value += self.chance_to(child, strategy) * worth[child]
            child += 1
        return value

    def own_choices(self, seat: i64) -> vec[i64]:
        """How often a seat has chosen on the way to each node."""
        times = vec[i64]()
        node: i64 = 0
        while node < len(self.actor):
            before: i64 = 0
            if node > 0:
                parent: i64 = self.parent[node]
                before = times[parent] + (1 if self.actor[parent] == seat else 0)
            times = append(times, before)
            node += 1
        return times


class Walker:
    """A position on its way through a tree, with what every seat remembers, as a number."""

    __slots__ = (
        "at",
        "keys",
        "memory",
        "position",
        "previous",
        "previous_action",
        "public",
        "public_key",
        "public_memory",
    )

    def __init__(self, position: Position, seats: i64, public: bool = False) -> None:
        self.position = position
        self.public = public
        self.public_key: i64 = NO_KEY
        self.public_memory: i64 = FIRST_MEMORY
        self.memory = vec[i64]()
        self.keys = vec[i64]()
        self.previous = vec[i64]()
        self.previous_action = vec[i64]()
        self.at: i64 = NO_STATE
        """The information state of the actor, once it is known."""
        while seats > 0:
            self.memory = append(self.memory, FIRST_MEMORY)
            self.keys = append(self.keys, NO_KEY)
            self.previous = append(self.previous, NO_STATE)
            self.previous_action = append(self.previous_action, NO_STATE)
            seats -= 1

    def copy(self) -> Walker:
        """An independent copy."""
        twin = Walker(self.position.copy(), 0, self.public)
        twin.at = self.at
        twin.public_key = self.public_key
        twin.public_memory = self.public_memory
        seat: i64 = 0
        while seat < len(self.memory):
            twin.memory = append(twin.memory, self.memory[seat])
            twin.keys = append(twin.keys, self.keys[seat])
            twin.previous = append(twin.previous, self.previous[seat])
            twin.previous_action = append(twin.previous_action, self.previous_action[seat])
            seat += 1
        return twin

    def follow(self, action: i64) -> None:
        """Play an action of the actor or an outcome of chance, and what follows without
        alternative.
        """
        actor: i64 = self.position.actor()
        if actor >= 0:
            index: i64 = 0
            while self.position.choice(index) != action:
                index += 1
            self.memory[actor] = hash_combine(self.memory[actor], action + 1)
            self.previous[actor] = self.at
            self.previous_action[actor] = index
        self.play(actor, action)
        self.settle()

    def play(self, actor: i64, action: i64) -> None:
        """Play an action, and let every seat look at what came of it."""
        is_public: bool = actor >= 0 and not self.position.is_secret_choice()
        self.position.apply(actor, action)
        self.remember(is_public)

    def remember(self, is_public: bool) -> None:
        """Add what the seats see to what they remember.

        What another seat sealed, or a draw, is noticed only where it changes what is seen.
        """
        seat: i64 = 0
        while seat < len(self.memory):
            key: i64 = self.position.information_key(seat)
            if key == NO_KEY:
                raise Unsolved(
                    "expected a game that can tell what a seat sees, got one that cannot"
                )
            if is_public or key != self.keys[seat]:
                self.memory[seat] = hash_combine(self.memory[seat], key)
                self.keys[seat] = key
            seat += 1
        if self.public:
            key = self.position.information_key(WATCHER)
            if is_public or key != self.public_key:
                self.public_memory = hash_combine(self.public_memory, key)
                self.public_key = key

    def settle(self) -> None:
        """Play whatever has no alternative."""
        if self.keys[0] == NO_KEY:
            self.remember(False)
        while True:
            actor: i64 = self.position.actor()
            if actor == CLOCK:
                self.play(CLOCK, TIME_UP)
            elif actor >= 0 and self.position.choice_count() == 1:
                self.play(actor, self.position.choice(0))
            else:
                return


def sorted_by(numbers: vec[i64]) -> vec[i64]:
    """The places of small numbers, sorted by number, then by place."""
    starts = vec[i64]()
    order = vec[i64]()
    place: i64 = 0
    while place < len(numbers):
        while len(starts) < numbers[place] + 2:
            starts = append(starts, 0)
        starts[numbers[place] + 1] = starts[numbers[place] + 1] + 1
        order = append(order, 0)
        place += 1
    number: i64 = 1
    while number < len(starts):
        starts[number] = starts[number] + starts[number - 1]
        number += 1
    place = 0
    while place < len(numbers):
        number = numbers[place]
        order[starts[number]] = place
        starts[number] = starts[number] + 1
        place += 1
    return order


def zeros(count: i64) -> vec[float]:
    """So many zeros."""
    values = vec[float](capacity=count)
    while count > 0:
        values = append(values, 0.0)
        count -= 1
    return values
