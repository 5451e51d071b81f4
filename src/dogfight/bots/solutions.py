"""Best play of small games, worked out once: solved, kept, and played from a view.

A game is solved from its start by CFR+ if its tree is small enough. A solution is kept for the
process and in a folder, under the game, its options, its data and its code. Bots solve a very small
game when they first meet it; a larger one has to be solved before (`dogfight solve`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from librt.vecs import append, vec

from dogfight.bots.cfr import CfrPlus
from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.game_tree import MOST_NODES, NO_STATE, GameTree
from dogfight.core.decision import Chance
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.core.options import Options, OptionValue
from dogfight.core.position import NO_KEY
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.core.view import View

FORMAT = 1
GAP = 0.0005
"""A game is solved once best responses gain less than this, in shares of the stake."""
ROUNDS = 50
"""Rounds of CFR+ before the gap is measured for the first time; then twice as many each time."""
MOST_ROUNDS = 12_800
AT_ONCE = 20_000
"""Bots solve a game with at most so many nodes when they first meet it."""
WALKS = 8
"""Random games by which a probe estimates how large a tree is."""
SURELY_LARGE = 64
"""A walk is broken off once it speaks for so many times the nodes that are allowed,"""
LENIENT = 4
"""and a tree is grown if they all speak for at most so many times as many: estimates vary."""
STAKE_ERROR = 1e-9

Progress = Callable[[int, float], None]


class Solution(msgspec.Struct, frozen=True):
    """Best play of a game from its start: for every information state the chances of its actions.

    `values` are what each action is worth to its seat, `weights` how likely play comes to each
    information state.
    """

    key: str
    game: str
    options: dict[str, OptionValue]
    shares: list[float]
    nash_conv: float
    nodes: int
    rounds: int
    seats: list[int]
    looks: list[int]
    previous: list[int]
    previous_actions: list[int]
    first_actions: list[int]
    actions: list[int]
    chances: list[float]
    values: list[float]
    weights: list[float]

    @property
    def states(self) -> int:
        """How many information states there are."""
        return len(self.seats)

    def span(self, state: int) -> range:
        """The places of an information state's actions."""
        end = self.first_actions[state + 1] if state + 1 < self.states else len(self.actions)
        return range(self.first_actions[state], end)


# --- solving --------------------------------------------------------------------------------------


def solution_key(game: AnyGame, options: Options) -> str:
    """Stands for all that a solution hangs on."""
    module = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    code = sha256(Path(file).read_bytes()).hexdigest() if file else ""
    parts = (FORMAT, game.name, game.rules_version, game.data_digest, code, sorted(options.items()))
    return sha256(msgspec.json.encode(parts)).hexdigest()[:32]


def solve_game(
    game: AnyGame,
    options: Options,
    *,
    most_nodes: int = MOST_NODES,
    gap: float = GAP,
    progress: Progress = lambda *_: None,
) -> Solution:
    """Work out best play; `Unsolved` if the game is too large, or its stake is not shared by two.

    `progress` is called with the rounds made and the gap that is left.
    """
    tree = whole_tree(game, options, most_nodes)
    check_stake(tree)
    cfr, rounds = CfrPlus(tree), ROUNDS
    while True:
        cfr.run(rounds - cfr.rounds)
        strategy = cfr.solution()
        shares = [tree.values(strategy, seat)[0] for seat in (0, 1)]
        best = [tree.best_response(strategy, seat) for seat in (0, 1)]
        nash_conv = sum(best) - sum(shares)
        progress(rounds, nash_conv)
        if nash_conv <= gap or rounds >= MOST_ROUNDS:
            break
        rounds *= 2
    values, weights = _action_values(tree, strategy)
    return Solution(
        key=solution_key(game, options),
        game=game.name,
        options=dict(options),
        shares=shares,
        nash_conv=nash_conv,
        nodes=tree.nodes,
        rounds=rounds,
        seats=list(tree.seat_of),
        looks=list(tree.keys),
        previous=list(tree.previous),
        previous_actions=list(tree.previous_action),
        first_actions=list(tree.first_action),
        actions=list(tree.actions),
        chances=list(strategy),
        values=values,
        weights=weights,
    )


def whole_tree(game: AnyGame, options: Options, most_nodes: int = MOST_NODES) -> GameTree:
    """The tree of a game from its start; `Unsolved` if it is too large."""
    begin = game.new(options)
    seats = len(game.seats(options))
    if not is_small(game, options, most_nodes):
        raise Unsolved(f"expected a game with at most {most_nodes:,} moments, got a larger one")
    tree = GameTree(game, [begin], seats, most_nodes)
    tree.grow()
    return tree


def check_stake(tree: GameTree) -> None:
    """Raise `Unsolved` unless two seats share the same stake at every end."""
    if tree.seats != 2:
        raise Unsolved(f"expected a game of two seats, got {tree.seats}")
    stakes = {
        round((tree.payoff[at] + tree.payoff[at + 1]) / STAKE_ERROR)
        for at in range(0, len(tree.payoff), 2)
    }
    if max(stakes) - min(stakes) > 1:
        raise Unsolved("expected a game whose stake is always shared out whole, got another one")


def is_small(game: AnyGame, options: Options, most_nodes: int) -> bool:
    """Whether a tree may have at most so many nodes, by a few random games (Knuth's estimate).

    It takes a few steps of play where a game is large.
    """
    begin, dice = game.new(options), Dice(0)
    nodes = 0.0
    for _ in range(WALKS):
        position, width = begin.copy(), 1.0
        while (actor := position.actor()) != OVER:
            if actor == CHANCE:
                decision = game.decision(position)
                assert isinstance(decision, Chance)
                width *= len(decision.odds)
                position.roll(dice)
            else:
                many = position.choice_count()
                width *= many
                position.apply_choice(dice.below(many))
            nodes += width / WALKS
            if width > SURELY_LARGE * most_nodes:
                return False
    return nodes <= LENIENT * most_nodes


def _action_values(tree: GameTree, strategy: vec[float]) -> tuple[list[float], list[float]]:
    """What every action is worth to its seat, and how likely every information state is."""
    values = [0.0] * len(strategy)
    weights = [0.0] * tree.states
    own_weights = [0.0] * tree.states
    for seat in range(tree.seats):
        worth = tree.values(strategy, seat)
        others, own = tree.reach(strategy, seat, False), tree.reach(strategy, seat, True)
        for node in range(tree.nodes):
            if tree.actor[node] != seat:
                continue
            state = tree.state[node]
            own_weights[state] += others[node]
            weights[state] += others[node] * own[node]
            for index in range(tree.count[node]):
                values[tree.first_action[state] + index] += (
                    others[node] * worth[tree.first[node] + index]
                )
    for at, state in enumerate(tree.action_of):
        if own_weights[state] > 0:
            values[at] /= own_weights[state]
    return values, weights


# --- keeping --------------------------------------------------------------------------------------

_known: dict[str, Solution | None] = {}
"""Solutions by key; None where a game is too large to be solved at once and none is kept."""


def folder() -> Path:
    """Where solutions are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "dogfight" / "solutions"


def keep(solution: Solution) -> None:
    """Keep a solution for this process, and in the folder if that can be written to."""
    _known[solution.key] = solution
    path = folder() / f"{solution.key}.msgpack"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_bytes(msgspec.msgpack.encode(solution))
        beside.replace(path)


def kept(game: AnyGame, options: Options) -> Solution | None:
    """A solution that was worked out before."""
    key = solution_key(game, options)
    if _known.get(key) is not None:
        return _known[key]
    try:
        solution = msgspec.msgpack.decode((folder() / f"{key}.msgpack").read_bytes(), type=Solution)
    except (OSError, msgspec.MsgspecError):
        return None
    if solution.key != key:
        return None
    _known[key] = solution
    return solution


def solution_for_play(game: AnyGame, options: Options) -> Solution | None:
    """The solution that bots play: one that is kept, or of a game that is solved at once."""
    key = solution_key(game, options)
    if key in _known:
        return _known[key]
    solution = kept(game, options)
    if solution is None:
        with suppress(Unsolved):
            solution = solve_game(game, options, most_nodes=AT_ONCE)
    _known[key] = solution
    return solution


# --- playing --------------------------------------------------------------------------------------


class SolutionPlayer:
    """Plays a solution from views, and remembers what it has done with its seats.

    A view says what lies on the table and not what happened before. What the seat was asked and did
    tells the information states of a view apart; those that are left are mixed by how likely they
    are.
    """

    def __init__(self, game: AnyGame, solution: Solution) -> None:
        self._game = game
        self._solution = solution
        self._by_view: dict[tuple[Seat, int], list[int]] = {}
        for state, key in enumerate(zip(solution.seats, solution.looks, strict=True)):
            self._by_view.setdefault(key, []).append(state)
        self._past: dict[Seat, tuple[frozenset[int], int]] = {}

    def estimates(self, view: View[Any]) -> list[ActionEstimate] | None:
        """The chances and values of the legal actions in best play; None for a view that best play
        does not know.
        """
        states = self._states(view)
        solution = self._solution
        legal = [entry.action for entry in view.legal]
        if not states or [solution.actions[at] for at in solution.span(states[0])] != legal:
            return None
        whole = sum(solution.weights[state] for state in states)
        shares = [
            solution.weights[state] / whole if whole > 0 else 1 / len(states) for state in states
        ]
        return [
            ActionEstimate(
                entry.action,
                entry.notation,
                _mixed(solution.chances, solution, states, shares, index),
                _mixed(solution.values, solution, states, shares, index),
            )
            for index, entry in enumerate(view.legal)
        ]

    def remember(self, view: View[Any], action: int) -> None:
        """Remember what a seat has done, so that its later views are told apart."""
        legal = [entry.action for entry in view.legal]
        if len(legal) > 1 and action in legal:
            self._past[view.seat] = frozenset(self._states(view)), legal.index(action)

    def forget(self) -> None:
        """Forget what its seats have done."""
        self._past.clear()

    def _states(self, view: View[Any]) -> list[int]:
        """The information states that a view may stand for."""
        states = self._by_view.get((view.seat, look_of(self._game, view)), [])
        before, action = self._past.get(view.seat, (frozenset((NO_STATE,)), NO_STATE))
        solution = self._solution
        fitting = [
            state
            for state in states
            if solution.previous[state] in before and solution.previous_actions[state] == action
        ]
        return fitting or states


def _mixed(
    numbers: Sequence[float],
    solution: Solution,
    states: Sequence[int],
    shares: Sequence[float],
    index: int,
) -> float:
    return sum(
        share * numbers[solution.first_actions[state] + index]
        for state, share in zip(states, shares, strict=True)
    )


def look_of(game: AnyGame, view: View[Any]) -> int:
    """What a seat sees when it is its turn to choose, as a number; NO_KEY if it never is."""
    dice = Dice(0)
    imagined = game.views.imagine(view, dice)
    imagined.unseal_others(view.seat)
    while imagined.actor() != view.seat:
        if imagined.actor() == OVER:
            return NO_KEY
        if imagined.actor() == CHANCE:
            imagined.roll(dice)
        else:
            imagined.apply_choice(0)
    return int(imagined.information_key(view.seat))


def strategy_of(tree: GameTree, chances: Mapping[int, Sequence[float]]) -> vec[float]:
    """The chances of the actions of every information state of a tree, in its own form."""
    strategy = vec[float]()
    for state in range(tree.states):
        for chance in chances[state]:
            strategy = append(strategy, chance)
    return strategy
