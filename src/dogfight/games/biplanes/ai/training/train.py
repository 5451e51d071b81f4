"""Policy gradient by self-play: clipped steps, generalised advantages, an entropy bonus that is let
down slowly.

In games of hidden information this comes close to equilibrium play; the running mean of the weights
is kept as well. The same seed and settings give the same weights on the same device, however often
training was broken off and resumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from dogfight.games.biplanes.ai.training.features import observe
from dogfight.games.biplanes.ai.training.network import Weights, new_weights, think
from dogfight.games.biplanes.ai.training.play import (
    Others,
    Trail,
    new_games,
    of_actions,
    play_on,
    seating,
)
from dogfight.games.biplanes.ai.training.twin import State, asked, legal


@dataclass(frozen=True)
class Settings:
    """How training goes; the same from its first round to its last."""

    games: int = 16384
    steps: int = 16
    """Steps of every game between two lessons."""
    parts: int = 4
    """A lesson is learned in so many parts, one after another."""
    passes: int = 2
    width: int = 512
    rate: float = 3e-4
    entropy: float = 0.08
    """The bonus for an undecided policy at the beginning; a tenth of it stays to the end."""
    floor: float = 0.0
    """How hard every legal action is held above nothing, let down likewise: what play has given up
    is never tried again, and what similar positions teach against it would stand for good.
    """
    mean: float = 0.999
    """How much of the mean of the weights stays in a round; less at the beginning."""
    clip: float = 0.2
    decay: float = 0.95
    """How far advantages look ahead."""
    share: float = 1.0
    """How many of the games are played against others, if there are any; the rest is self-play."""

    def __post_init__(self) -> None:
        if self.games % (2 * self.parts):
            raise ValueError(
                f"expected games that {self.parts} parts can share by twos; got {self.games}"
            )
        if not 0.0 < self.share <= 1.0:
            raise ValueError(f"expected a share of the games above 0 and up to 1; got {self.share}")


class Learner(NamedTuple):
    """All that training goes on from."""

    weights: Weights
    mean: Weights
    first: Weights
    """Running means of the gradients and of their squares, for Adam."""
    second: Weights
    games: State
    rounds: Array
    lessons: Array


class Figures(NamedTuple):
    """What one round shows."""

    entropy: Array
    value_error: Array
    score: Array
    """The mean share of the stake of those who learn: against others, if there are any; in
    self-play one half.
    """
    ended: Array
    decisions: Array


class Lesson(NamedTuple):
    """One part of what is learned from: games first, then seats."""

    states: State
    actions: Array
    chances: Array
    advantages: Array
    targets: Array
    own: Array


def new_learner(settings: Settings, seed: int, weights: Weights | None = None) -> Learner:
    """A learner at its first round, with an untrained network or with given weights."""
    network, games = jax.random.split(jax.random.fold_in(jax.random.key(seed), 0))
    weights = new_weights(network, settings.width) if weights is None else weights
    nothing = jax.tree.map(jnp.zeros_like, weights)
    return Learner(
        weights=weights,
        mean=weights,
        first=nothing,
        second=nothing,
        games=jax.jit(new_games, static_argnums=1)(games, settings.games),
        rounds=jnp.int32(0),
        lessons=jnp.int32(0),
    )


@partial(jax.jit, static_argnames=("settings", "rounds"))
def train_some(
    learner: Learner, others: Others, key: Array, total: Array, settings: Settings, rounds: int
) -> tuple[Learner, Figures]:
    """Some rounds of play and learning out of `total`, in one call; with others, against them as
    well.
    """

    def one(learner: Learner, _: None) -> tuple[Learner, Figures]:
        return train_round(
            learner, others, jax.random.fold_in(key, learner.rounds), total, settings
        )

    return jax.lax.scan(one, learner, None, rounds)


def train_round(
    learner: Learner, others: Others, key: Array, total: Array, settings: Settings
) -> tuple[Learner, Figures]:
    """Every game goes on some steps, and the network learns from them."""
    seats = seating(settings.games, len(others), settings.share)
    games, trail = play_on(learner.games, learner.weights, others, seats, key, settings.steps)
    lessons = lessons_of(trail, seats == 0, settings)
    behind_us = learner.rounds / total
    left = (1.0 - behind_us) ** 1.5 + 0.1
    bonus = Bonus(settings.entropy * left, settings.floor * left)
    rate = settings.rate * (1.0 - 0.8 * behind_us)
    learner = learner._replace(games=games)
    for _ in range(settings.passes):
        learner, (entropy, error) = jax.lax.scan(
            partial(learn, bonus, rate, settings), learner, lessons
        )
    stays = jnp.minimum(settings.mean, (learner.rounds + 1.0) / (learner.rounds + 10.0))
    mean = jax.tree.map(lambda m, w: stays * m + (1.0 - stays) * w, learner.mean, learner.weights)
    figures = Figures(entropy.mean(), error.mean(), *tally(trail, seats))
    return learner._replace(mean=mean, rounds=learner.rounds + 1), figures


class Bonus(NamedTuple):
    """What is learned for its own sake, beside winning: to stay undecided, and to give no action
    up.
    """

    entropy: Array
    floor: Array


def tally(trail: Trail, seats: Array) -> tuple[Array, Array, Array]:
    """The mean share of those who learn in games that ended, how many ended, and how many
    decisions were made.
    """
    ended = trail.over.sum()
    meets_others = (seats > 0).any()
    counts = (seats == 0) & ((seats > 0).any(-1, keepdims=True) | ~meets_others)
    number = (counts[None] & trail.over[..., None]).sum()
    won = jnp.where(counts[None], trail.rewards, 0.0).sum()
    decisions = jax.vmap(jax.vmap(asked))(trail.states).sum()
    return (won / jnp.maximum(number, 1) + 1.0) / 2.0, ended, decisions


def advantages(trail: Trail, decay: float) -> Array:
    """How much better each step went than was expected, looking ahead to the end of the game or
    of the trail.
    """
    goes_on = ~trail.over[..., None]
    surprise = trail.rewards + jnp.where(goes_on, trail.values[1:], 0.0) - trail.values[:-1]

    def back(ahead: Array, x: tuple[Array, Array]) -> tuple[Array, Array]:
        surprise, goes_on = x
        here = surprise + jnp.where(goes_on, decay * ahead, 0.0)
        return here, here

    return jax.lax.scan(back, jnp.zeros_like(surprise[0]), (surprise, goes_on), reverse=True)[1]


def lessons_of(trail: Trail, own: Array, settings: Settings) -> Lesson:
    """The trail in parts, each with all steps of some of the games; advantages are measured in
    standard deviations.
    """
    ahead = advantages(trail, settings.decay)
    counts = own[None] & jax.vmap(jax.vmap(asked))(trail.states)
    number = jnp.maximum(counts.sum(), 1)
    middle = jnp.where(counts, ahead, 0.0).sum() / number
    spread = jnp.sqrt(jnp.where(counts, (ahead - middle) ** 2, 0.0).sum() / number)
    everywhere = jnp.broadcast_to(own[None], ahead.shape)
    whole = Lesson(
        trail.states,
        trail.actions,
        trail.chances,
        (ahead - middle) / (spread + 1e-6),
        ahead + trail.values[:-1],
        everywhere,
    )

    def split(x: Array) -> Array:
        each = settings.games // settings.parts
        by_part = x.reshape(settings.steps, settings.parts, each, *x.shape[2:]).swapaxes(0, 1)
        return by_part.reshape(settings.parts, settings.steps * each, *x.shape[2:])

    parts: Lesson = jax.tree.map(split, whole)
    return parts


def loss(
    weights: Weights, lesson: Lesson, bonus: Bonus, settings: Settings
) -> tuple[Array, tuple[Array, Array]]:
    """What learning lessens: the clipped policy gradient, less the bonus, and the error of the
    expectation.
    """
    allowed = jax.vmap(legal)(lesson.states)
    logits, values = think(weights, jax.vmap(observe)(lesson.states), allowed)
    chances = jax.nn.log_softmax(logits)
    ratio = jnp.exp(of_actions(chances, lesson.actions) - lesson.chances)
    clipped = jnp.clip(ratio, 1.0 - settings.clip, 1.0 + settings.clip)
    gain = jnp.minimum(ratio * lesson.advantages, clipped * lesson.advantages)
    entropy = -jnp.where(allowed, jnp.exp(chances) * chances, 0.0).sum(-1)
    error = (values - lesson.targets) ** 2
    decides = lesson.own & allowed.any(-1)
    least = jnp.where(allowed, chances, 0.0).sum(-1) / jnp.maximum(allowed.sum(-1), 1)
    policy = mean_where(decides, -gain - bonus.entropy * entropy - bonus.floor * least)
    wrong = mean_where(lesson.own, error)
    return policy + 0.5 * wrong, (mean_where(decides, entropy), wrong)


def mean_where(counts: Array, x: Array) -> Array:
    return jnp.where(counts, x, 0.0).sum() / jnp.maximum(counts.sum(), 1)


def learn(
    bonus: Bonus, rate: Array, settings: Settings, learner: Learner, lesson: Lesson
) -> tuple[Learner, tuple[Array, Array]]:
    """One step of Adam, with gradients of length 1 at most."""
    (_, figures), gradients = jax.value_and_grad(loss, has_aux=True)(
        learner.weights, lesson, bonus, settings
    )
    length = jnp.sqrt(sum((leaf**2).sum() for leaf in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda item: item * jnp.minimum(1.0, 1.0 / (length + 1e-9)), gradients)
    return adam(learner, gradients, rate), figures


def adam(learner: Learner, gradients: Any, rate: Array) -> Learner:
    number = learner.lessons + 1
    weights, first, second = adam_step(
        learner.weights, learner.first, learner.second, number, gradients, rate
    )
    return learner._replace(weights=weights, first=first, second=second, lessons=number)


def adam_step(
    weights: Weights, first: Weights, second: Weights, number: Array, gradients: Any, rate: Array
) -> tuple[Weights, Weights, Weights]:
    """The weights and the running means after the step with this number."""
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradients)
    whole_1, whole_2 = 1.0 - 0.9**number, 1.0 - 0.999**number

    def stepped(w: Array, m: Array, v: Array) -> Array:
        return w - rate * (m / whole_1) / (jnp.sqrt(v / whole_2) + 1e-5)

    return jax.tree.map(stepped, weights, first, second), first, second
