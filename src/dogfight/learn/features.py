"""What a seat knows of a game, as numbers for a network; every number has a name."""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp
from jax import Array

from dogfight.learn.tables import BOARDS, KINDS, PLANES, SPACES
from dogfight.learn.twin import (
    ANSWER,
    ASIDE,
    BLACK,
    BROWN,
    ENDED,
    MULLIGAN,
    ROUND_TURNS,
    ROUNDS,
    WHITE,
    State,
    T,
    asked,
    count,
)

LEFT: Final = 8
"""Spaces left on a damage track, as far as they are told apart."""
LEAD: Final = 7
TURNS: Final = ROUNDS * ROUND_TURNS
COMMITMENTS: Final = ASIDE
PHASES: Final = ("mulligan", "plan", "show", "answer", "lose")
GROUPS: Final = (
    ("hand", KINDS),
    ("bag", KINDS),
    ("unseen", KINDS),
    ("enemy_unseen", KINDS),
    ("sizes", 5),
    ("places", len(BOARDS) * SPACES * SPACES),
    ("left", LEFT),
    ("enemy_left", LEFT),
    ("lead", 2 * LEAD + 1),
    ("plane", len(PLANES)),
    ("enemy_plane", len(PLANES)),
    ("jammed", 2),
    ("last", KINDS),
    ("enemy_last", KINDS),
    ("turn", TURNS),
    ("phase", len(PHASES)),
    ("asked", 1),
    ("shown", COMMITMENTS),
)
"""The groups of numbers in their order, with the size of each.

`hand`, `bag` and `unseen` (hand, bag and what lies aside face down) count tiles by kind; `sizes` are tiles in hand, the
enemy's in hand, in the bag and aside, and what black still owes, in tenths; `places` is the board with both spaces, the
seat's own first; `lead` is the enemy's damage less one's own; `last` is there where a rule looks back at it; `shown` is
what the enemy has shown to white.
"""
NAMES: Final = tuple(f"{name}_{n}" for name, size in GROUPS for n in range(size))
FEATURES: Final = len(NAMES)
VERSION: Final = "biplanes-1"
"""Changes with the meaning of any number or action, or with the printed parts."""


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
        [count(s.hand[me]), count(s.hand[you] | covered), count(s.bag[you]), count(s.aside[you] & ~covered), s.owed]
    )
    left = jnp.asarray(T.track)[s.plane] - s.damage
    lead = jnp.clip(s.damage[you] - s.damage[me], -LEAD, LEAD)
    looks_back = (s.plane == BROWN) | (s.plane == BLACK) | (s.plane == WHITE)  # [BD-14.2] [BD-17.7] [BD-18.2]
    last = jnp.where(looks_back, s.last, -1)
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
