"""How far a strategy is from best play, exactly, on positions whose whole tree can be walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec
from librt.vecs import vec

from dogfight.bots.game_tree import MOST_NODES, MOST_STATES, NO_STATE, GameTree
from dogfight.bots.hints import CanEstimate
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import make_bot
from dogfight.bots.solutions import kept, strategy_of
from dogfight.core.capabilities import Solver
from dogfight.core.decision import acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, Unsolved
from dogfight.core.registry import AnyGame, load
from dogfight.core.seat import Seat
from dogfight.core.view import View

SEEDS = 8
"""A bot is asked with so many seeds: who exploits it knows the bot and not its seed."""

_TRIES = 16


class Exact(msgspec.Struct):
    """What a strategy gets in every seat if all play it, and what a best response to the others
    gets in its place.

    The strategy of a bot is the mean over several seeds. NashConv is the sum of what all seats
    could gain; it is 0 in equilibrium. `by_seed` has it for each seed alone. `best_play` are the
    shares of a game of two seats in equilibrium, where they are known.
    """

    position: str
    shares: list[float]
    best_responses: list[float]
    nash_conv: float
    by_seed: list[float]
    moments: int
    states: int
    best_play: list[float] | None = None


@runtime_checkable
class DependsOnPast(Protocol):
    """A bot that may play by the information state rather than by its view: what it did before
    counts then.
    """

    def opinions(self, view: View[Any]) -> Any: ...

    def depends_on_past(self, view: View[Any]) -> bool: ...

    def remember(self, view: View[Any], action: int) -> None: ...

    def forget(self) -> None: ...


class Interview:
    """Asks a bot for its strategy in every information state of a tree.

    A bot sees a view, so it is asked once for all information states that look the same to it.
    Only a bot whose past counts is led there along what it did before.
    """

    def __init__(self, game: AnyGame, tree: GameTree) -> None:
        self._game = game
        self._tree = tree
        self._views: dict[int, View[Any]] = {}

    def strategy(self, bot: CanEstimate | RandomBot) -> vec[float]:
        """The chances that a bot states."""
        if isinstance(bot, RandomBot):
            return self._tree.even()
        tree = self._tree
        asked: dict[tuple[Seat, int], Sequence[float]] = {}
        chances: dict[int, Sequence[float]] = {}
        for state in range(tree.states):
            key = tree.seat_of[state], tree.keys[state]
            if isinstance(bot, DependsOnPast) and bot.depends_on_past(self._view(state)):
                chances[state] = self.asked_at(bot, state)
                continue
            if key not in asked:
                asked[key] = self._stated(bot, state)
            chances[state] = asked[key]
        return strategy_of(tree, chances)

    def asked_at(self, bot: CanEstimate, state: int) -> list[float]:
        """The chances that a bot states at an information state, once it knows what it has done."""
        if isinstance(bot, DependsOnPast) and bot.depends_on_past(self._view(state)):
            self._lead(bot, state)
        return self._stated(bot, state)

    def _view(self, state: int) -> View[Any]:
        if state not in self._views:
            position: Any = self._tree.walker_at(self._tree.node_of[state]).position
            self._views[state] = self._game.view(position, self._tree.seat_of[state])
        return self._views[state]

    def _lead(self, bot: DependsOnPast, state: int) -> None:
        """Tell a bot what it has done on the way to an information state."""
        bot.forget()
        path = []
        while (before := self._tree.previous[state]) != NO_STATE:
            path.append((before, self._tree.previous_action[state]))
            state = before
        for before, place in reversed(path):
            action = self._tree.actions[self._tree.first_action[before] + place]
            bot.remember(self._view(before), action)

    def _stated(self, bot: Any, state: int) -> list[float]:
        stated = {entry.action: entry.chance for entry in bot.opinions(self._view(state))}
        whole = sum(stated.values())
        first = self._tree.first_action[state]
        span = range(first, first + self._tree.action_count(state))
        return [stated.get(self._tree.actions[at], 0.0) / whole for at in span]


def exactly(
    name: str,
    position: str,
    bot: str | CanEstimate,
    moments: int = MOST_NODES,
    seeds: int = SEEDS,
    options: Mapping[str, object] | None = None,
) -> Exact:
    """What a bot that states its strategy can be exploited for from a position on, or from the
    start; `Unsolved` if that is too large.
    """
    game = load(name)
    bots = [make_bot(bot, seed, game) for seed in range(seeds)] if isinstance(bot, str) else [bot]
    for player in bots:
        if not isinstance(player, CanEstimate | RandomBot):
            raise BadOption(
                f"expected a bot that states its strategy, such as hard or ace; got {bot!r}"
            )
    begin = game.notation.read(position) if position else game.new(game.options(options or {}))
    check_open(game, begin)
    chairs = game.seats(game.options_of(begin))
    tree = GameTree(game, [begin], len(chairs), moments)
    tree.grow()
    if tree.states > MOST_STATES:
        raise Unsolved(
            f"expected a position with at most {MOST_STATES:,} information states from there on,"
            f" got {tree.states:,}"
        )
    interview = Interview(game, tree)
    strategies: list[vec[float]] = []
    for player in bots:
        assert isinstance(player, CanEstimate | RandomBot)
        strategies.append(interview.strategy(player))
    shares, best = measured(tree, mean_of(strategies))
    return Exact(
        position=position or game.notation.write(begin),
        shares=shares,
        best_responses=best,
        nash_conv=sum(best) - sum(shares),
        by_seed=[nash_conv(tree, strategy) for strategy in strategies],
        moments=tree.nodes,
        states=tree.states,
        best_play=worked_out(game, begin, at_start=not position),
    )


def measured(tree: GameTree, strategy: vec[float]) -> tuple[list[float], list[float]]:
    """What a strategy gets in every seat, and what a best response to it gets there."""
    seats = range(tree.seats)
    return (
        [tree.values(strategy, seat)[0] for seat in seats],
        [tree.best_response(strategy, seat) for seat in seats],
    )


def nash_conv(tree: GameTree, strategy: vec[float]) -> float:
    """What all seats together could gain from a strategy by best responses."""
    shares, best = measured(tree, strategy)
    return sum(best) - sum(shares)


def mean_of(strategies: Sequence[vec[float]]) -> vec[float]:
    """The mean of strategies that were asked for in the same information states."""
    return vec[float]([sum(column) / len(strategies) for column in zip(*strategies, strict=True)])


def check_open(game: AnyGame, position: Any) -> None:
    """Raise `Unsolved` if a seat could imagine another position than this one, as far as a few
    tries tell.
    """
    dice = Dice(0)
    for seat in range(len(game.seats(game.options_of(position)))):
        view = game.view(position, seat)
        if any(game.views.imagine(view, dice) != position for _ in range(_TRIES)):
            raise Unsolved(
                "expected a position in which nothing is hidden or sealed; who walks its tree would"
                " know it"
            )


def worked_out(game: AnyGame, position: Any, at_start: bool) -> list[float] | None:
    """What best play gets, where the game itself works it out or its solution is kept."""
    options = game.options_of(position)
    solution = kept(game, options) if at_start else None
    if solution is not None:
        return list(solution.shares)
    asked = acting(game.decision(position))
    if not isinstance(game, Solver) or len(game.seats(options)) != 2 or not asked:
        return None
    result = game.solved(game.view(position, asked[0]))
    if result is None:
        return None
    value = sum(chance * worth for chance, worth in result)
    return [value, 1.0 - value] if asked[0] == 0 else [1.0 - value, value]
