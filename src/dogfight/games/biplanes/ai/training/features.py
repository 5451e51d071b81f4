"""What a seat knows of a game, as numbers for a network; `encoding` names them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from dogfight.games.biplanes.ai.training.encoding import (
    ANSWER,
    COMMITMENTS,
    ENDED,
    LEAD,
    LEFT,
    LOOK_BACK,
    MULLIGAN,
    PHASES,
    ROUND_TURNS,
    TURNS,
    WHITE,
)
from dogfight.games.biplanes.ai.training.tables import BOARDS, KINDS, PLANES, SPACES
from dogfight.games.biplanes.ai.training.twin import State, T, asked, count


def observe(s: State) -> Array:
    """What each seat knows: a row of numbers for p1 and one for p2."""
    return jnp.stack([seen_by(s, 0), seen_by(s, 1)])


def seen_by(s: State, me: int) -> Array:
    """[BD-1.14] What is public, and the seat's own tiles; nothing that only the enemy knows."""
    you = 1 - me
    runs = jnp.asarray(T.runs)[s.plane]
    unseen = s.hand | s.bag | s.aside
    # Until all mulligans are in, nobody knows how many tiles another has set aside [BD-2.10].
    covered = jnp.where(s.phase == MULLIGAN, s.aside[you], jnp.uint32(0))
    sizes = jnp.stack(
        [
            count(s.hand[me]),
            count(s.hand[you] | covered),
            count(s.bag[you]),
            count(s.aside[you] & ~covered),
            s.owed,
        ]
    )
    left = jnp.asarray(T.track)[s.plane] - s.damage
    lead = jnp.clip(s.damage[you] - s.damage[me], -LEAD, LEAD)
    last = jnp.where(jnp.isin(s.plane, jnp.array(LOOK_BACK)), s.last, -1)
    places = (s.board * SPACES + s.at[me]) * SPACES + s.at[you]
    shown = jnp.where((s.phase == ANSWER) & (s.plane[me] == WHITE), s.sealed[you], -1)
    groups = (
        count(runs[me] & s.hand[me]),
        count(runs[me] & s.bag[me]),
        count(runs[me] & unseen[me]),
        count(runs[you] & unseen[you]),
        sizes / 10.0,
        hot(places, len(BOARDS) * SPACES * SPACES),
        hot(jnp.clip(left[me], 0, LEFT - 1), LEFT),
        hot(jnp.clip(left[you], 0, LEFT - 1), LEFT),
        hot(lead + LEAD, 2 * LEAD + 1),
        hot(s.plane[me], len(PLANES)),
        hot(s.plane[you], len(PLANES)),
        jnp.stack([s.jammed[me], s.jammed[you]]),
        hot(last[me], KINDS),
        hot(last[you], KINDS),
        hot((s.round - 1) * ROUND_TURNS + s.turn - 1, TURNS),
        hot(jnp.where(s.phase == ENDED, -1, s.phase), len(PHASES)),
        asked(s)[me][None],
        hot(shown, COMMITMENTS),
    )
    return jnp.concatenate([group.astype(jnp.float32) for group in groups])


def hot(number: Array, size: int) -> Array:
    """A one among zeros; none where the number is out of range."""
    return jax.nn.one_hot(number, size)
