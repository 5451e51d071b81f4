"""Many games at once: dealt, played by networks or at random, and begun anew when they are over."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from dogfight.games.biplanes.ai.training.encoding import ENDED
from dogfight.games.biplanes.ai.training.features import observe
from dogfight.games.biplanes.ai.training.network import Weights, think
from dogfight.games.biplanes.ai.training.tables import BOARDS, PLANES
from dogfight.games.biplanes.ai.training.twin import (
    MOST_STEPS,
    WORDS,
    State,
    advance,
    asked,
    choose,
    deal,
    legal,
    random_actions,
    rewards,
)

PAIRS: Final = np.array(
    [(p1, p2) for p1 in range(len(PLANES)) for p2 in range(len(PLANES)) if p1 != p2], np.int32
)
"""[BD-2.2] All pairs of different biplanes, p1's first."""
SHARES: Final = 20
"""The games that others sit in are told in so many parts of all."""


class Trail(NamedTuple):
    """What happened in some steps of some games: steps first, then games, then seats."""

    states: State
    actions: Array
    chances: Array
    """The logarithm of the chance with which each action was taken."""
    values: Array
    """What each seat expected, with one more entry for what comes after the last step."""
    rewards: Array
    over: Array


def new_games(key: Array, number: int) -> State:
    """Games of all pairs and both boards, equally likely."""
    pair, board, words = jax.random.split(key, 3)
    planes = jnp.asarray(PAIRS)[jax.random.randint(pair, (number,), 0, len(PAIRS))]
    boards = jax.random.randint(board, (number,), 0, len(BOARDS))
    return jax.vmap(deal)(planes, boards, jax.random.bits(words, (number, WORDS), jnp.uint32))


def advanced(games: State, actions: Array, key: Array) -> State:
    """All games one step on."""
    words = jax.random.bits(key, (games.board.shape[0], WORDS), jnp.uint32)
    return jax.vmap(advance)(games, actions, words)


def renewed(games: State, key: Array) -> State:
    """Games that are over are begun anew, with other biplanes."""
    fresh = new_games(key, games.board.shape[0])
    return jax.vmap(choose)(games.phase == ENDED, fresh, games)


Others = tuple[Weights, ...]
"""Players who do not learn; none in self-play."""


def own_seats(number: int) -> Array:
    """In even games the first seat, in odd ones the second."""
    return jnp.arange(number)[:, None] % 2 == jnp.arange(2)[None]


def seating(number: int, others: int, share: float) -> Array:
    """Who sits where in each game: 0 for the learner, from 1 on for the others, who share so
    many of the games.
    """
    if not others:
        return jnp.zeros((number, 2), jnp.int32)
    pairs = jnp.arange(number) // 2
    against = pairs % SHARES >= round(SHARES * (1.0 - share))
    other = 1 + pairs // SHARES % others
    return jnp.where(against[:, None] & ~own_seats(number), other[:, None], 0)


def ponder(games: State, weights: Weights, others: Others, seats: Array) -> tuple[Array, Array]:
    """Actions' weights and expectations in all games; seats that are not the learner's are
    played by the others.
    """
    seen, allowed = jax.vmap(observe)(games), jax.vmap(legal)(games)
    logits, values = think(weights, seen, allowed)
    for n, other in enumerate(others):
        logits = jnp.where(seats[..., None] == n + 1, think(other, seen, allowed)[0], logits)
    return logits, values


def play_on(
    games: State, weights: Weights, others: Others, seats: Array, key: Array, steps: int
) -> tuple[State, Trail]:
    """So many steps of all games, from wherever they stand."""

    def one(
        games: State, key: Array
    ) -> tuple[State, tuple[State, Array, Array, Array, Array, Array]]:
        act, go, renew = jax.random.split(key, 3)
        logits, values = ponder(games, weights, others, seats)
        actions = jax.random.categorical(act, logits)
        chances = of_actions(jax.nn.log_softmax(logits), actions)
        after = advanced(games, actions, go)
        won = jax.vmap(rewards)(after)
        return renewed(after, renew), (games, actions, chances, values, won, after.phase == ENDED)

    games, (states, actions, chances, values, won, over) = jax.lax.scan(
        one, games, jax.random.split(key, steps)
    )
    _, last = ponder(games, weights, (), seats)
    return games, Trail(states, actions, chances, jnp.concatenate([values, last[None]]), won, over)


def of_actions(table: Array, actions: Array) -> Array:
    """The entry of each row that belongs to the action; a sum, so that its gradient is the same
    in every run.
    """
    return jnp.where(jnp.arange(table.shape[-1]) == actions[..., None], table, 0.0).sum(-1)


@partial(jax.jit, static_argnames="number")
def match(arrays: Weights, other: Weights, key: Array, number: int) -> tuple[Array, Array]:
    """The mean share of the stake that one player gets from another, from both seats alike; its
    standard error.
    """
    seats = seating(number, 1, 1.0)

    def turn(games: State, key: Array) -> tuple[State, None]:
        act, go = jax.random.split(key)
        logits, _ = ponder(games, arrays, (other,), seats)
        return advanced(games, jax.random.categorical(act, logits), go), None

    first, rest = jax.random.split(key)
    games, _ = jax.lax.scan(turn, new_games(first, number), jax.random.split(rest, MOST_STEPS))
    shares = (jnp.where(seats == 0, jax.vmap(rewards)(games), 0.0).sum(-1) + 1.0) / 2.0
    return shares.mean(), shares.std() / jnp.sqrt(number)


@partial(jax.jit, static_argnames="steps")
def random_play(games: State, key: Array, steps: int) -> tuple[State, Array, Array]:
    """Random steps of all games, and how many decisions were made and games ended on the way."""

    def one(
        carry: tuple[State, Array, Array], key: Array
    ) -> tuple[tuple[State, Array, Array], None]:
        games, decisions, ended = carry
        act, go, renew = jax.random.split(key, 3)
        decisions += jax.vmap(asked)(games).sum()
        actions = jax.vmap(random_actions)(
            games, jax.random.bits(act, (games.board.shape[0], 2), jnp.uint32)
        )
        after = advanced(games, actions, go)
        return (renewed(after, renew), decisions, ended + (after.phase == ENDED).sum()), None

    begin = (games, jnp.int32(0), jnp.int32(0))
    (games, decisions, ended), _ = jax.lax.scan(one, begin, jax.random.split(key, steps))
    return games, decisions, ended
