"""A network that plays as another player does, learned from recorded decisions."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from dogfight.games.biplanes.ai.training.encoding import ACTIONS, FEATURES
from dogfight.games.biplanes.ai.training.network import Weights, new_weights, save, think
from dogfight.games.biplanes.ai.training.play import of_actions
from dogfight.games.biplanes.ai.training.train import adam_step

AT_ONCE: Final = 4096
FEWEST_STEPS: Final = 8
"""A pass has so many steps at least, however few decisions there are."""
RATE: Final = 1e-3
HELD_OUT: Final = 10
"""Every so manieth decision is not learned from, but asked about at the end."""


class Decisions(NamedTuple):
    """What was seen, what was legal and what was chosen, a row for each decision."""

    seen: Array
    legal: Array
    actions: Array

    def only(self, rows: Array) -> Decisions:
        """Some of them, by their numbers or by which are wanted."""
        return Decisions(self.seen[rows], self.legal[rows], self.actions[rows])


def read(path: Path) -> Decisions:
    """Decisions from a file; refused if it holds something else."""
    try:
        with np.load(path) as file:
            arrays = Decisions(*(jnp.asarray(file[name]) for name in Decisions._fields))
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: expected recorded decisions; {error}") from None
    number = arrays.actions.shape[0]
    expected = ((number, FEATURES), (number, ACTIONS), (number,))
    if (got := tuple(array.shape for array in arrays)) != expected or number < HELD_OUT:
        raise ValueError(
            f"{path}: expected at least {HELD_OUT} decisions of the shapes {expected}; got {got}"
        )
    return arrays


def imitate(decisions: Path, weights: Path, width: int, passes: int, seed: int) -> dict[str, Any]:
    """Learn to play as the decisions show, and write the weights; how well those held out are
    foretold.
    """
    whole = read(decisions)
    asked = jnp.arange(whole.actions.shape[0]) % HELD_OUT == 0
    known, unknown = whole.only(~asked), whole.only(asked)
    key = jax.random.key(seed)
    learned = new_weights(jax.random.fold_in(key, 0), width)
    nothing = jax.tree.map(jnp.zeros_like, learned)
    state = (learned, nothing, nothing, jnp.int32(0))
    for n in range(passes):
        rate = jnp.float32(RATE * (1.0 - n / passes))
        state = one_pass(state, known, jax.random.fold_in(key, n + 1), rate)
    surprise, hits = (float(item) for item in how_well(state[0], unknown))
    about = {
        "decisions": int(whole.actions.shape[0]),
        "passes": passes,
        "seed": seed,
        "surprise": round(surprise, 4),
        "hits": round(hits, 4),
    }
    save(weights, state[0], about)
    return about


@jax.jit
def one_pass(
    state: tuple[Weights, Weights, Weights, Array], known: Decisions, key: Array, rate: Array
) -> tuple[Weights, Weights, Weights, Array]:
    """Go through all decisions once, in a new order."""
    number = known.actions.shape[0]
    at_once = min(AT_ONCE, max(number // FEWEST_STEPS, 1))
    order = jax.random.permutation(key, number)[: number // at_once * at_once].reshape(-1, at_once)

    def step(
        state: tuple[Weights, Weights, Weights, Array], rows: Array
    ) -> tuple[tuple[Weights, Weights, Weights, Array], None]:
        weights, first, second, lessons = state
        gradients = jax.grad(surprise_at)(weights, known.only(rows))
        return (*adam_step(weights, first, second, lessons + 1, gradients, rate), lessons + 1), None

    return jax.lax.scan(step, state, order)[0]


def surprise_at(weights: Weights, arrays: Decisions) -> Array:
    """How little the network expected what was chosen: the mean of minus the logarithm of its
    chance.
    """
    logits, _ = think(weights, arrays.seen.astype(jnp.float32), arrays.legal)
    return -of_actions(jax.nn.log_softmax(logits), arrays.actions).mean()


@jax.jit
def how_well(weights: Weights, arrays: Decisions) -> tuple[Array, Array]:
    """The surprise, and how often the likeliest action was the one that was chosen."""
    logits, _ = think(weights, arrays.seen.astype(jnp.float32), arrays.legal)
    return surprise_at(weights, arrays), (logits.argmax(-1) == arrays.actions).mean()
