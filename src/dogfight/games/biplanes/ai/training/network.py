"""One network for both seats: from what a seat knows to the weights of its actions and what it
may expect.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from dogfight.games.biplanes.ai.training.encoding import ACTIONS, FEATURES, VERSION
from dogfight.games.biplanes.ai.training.policy import read
from dogfight.games.biplanes.ai.training.twin import T

Weights = list[tuple[Array, Array]]
"""A matrix and a bias for each layer."""

HIDDEN: Final = 3
NEVER: Final = -1e9
SMALL: Final = 0.02
"""Scales the last layer at the beginning, so that all actions are about equally likely."""


def new_weights(key: Array, width: int) -> Weights:
    """An untrained network with three hidden layers of this width."""
    sizes = [FEATURES, *([width] * HIDDEN), ACTIONS + 1]
    weights = []
    for layer, (inner, outer) in enumerate(pairwise(sizes)):
        scale = np.sqrt((2.0 if layer < HIDDEN else SMALL) / inner)
        matrix = jax.random.normal(jax.random.fold_in(key, layer), (inner, outer)) * scale
        weights.append((matrix, jnp.zeros(outer)))
    return weights


def random_player(width: int = 1) -> Weights:
    """A network that likes all legal actions equally."""
    return [
        (jnp.zeros_like(matrix), bias) for matrix, bias in new_weights(jax.random.key(0), width)
    ]


def think(weights: Weights, seen: Array, legal: Array) -> tuple[Array, Array]:
    """The logarithm of each action's weight, with what is not legal ruled out, and the expected
    reward.

    Products are taken in half precision where the device is built for it.
    """
    kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
    x = seen.astype(kind)
    for matrix, bias in weights[:-1]:
        x = jax.nn.relu(x @ matrix.astype(kind) + bias.astype(kind))
    matrix, bias = weights[-1]
    out = jnp.matmul(x, matrix.astype(kind), preferred_element_type=jnp.float32) + bias
    return jnp.where(legal, out[..., :ACTIONS], NEVER), jnp.tanh(out[..., ACTIONS])


def sharpened(weights: Weights, by: float) -> Weights:
    """The network with every action's chance raised to a power, which undoes what training pays
    for being undecided.
    """
    if not 0.0 < by < np.inf:
        raise ValueError(f"expected a power above 0; got {by:g}")
    matrix, bias = weights[-1]
    powers = jnp.full(ACTIONS + 1, by).at[ACTIONS].set(1.0)
    return [*weights[:-1], (matrix * powers, bias * powers)]


def save(path: Path, weights: Weights, notes: Mapping[str, Any]) -> None:
    """Write weights in half precision with what is to be known about them."""
    about = {"version": VERSION, "tables": T.digest, **notes}
    arrays: dict[str, Any] = {
        f"{name}{n}": np.asarray(array, np.float16)
        for n, layer in enumerate(weights)
        for name, array in named(layer)
    }
    np.savez_compressed(path, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)


def named(layer: tuple[Array, Array]) -> tuple[tuple[str, Array], tuple[str, Array]]:
    return (("matrix", layer[0]), ("bias", layer[1]))


def load(path: Path) -> tuple[Weights, dict[str, Any]]:
    """Weights and what is known about them; refused if they were trained for other numbers."""
    layers, about = read(path)
    return [(jnp.asarray(matrix), jnp.asarray(bias)) for matrix, bias in layers], about
