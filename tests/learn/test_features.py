"""What a network is told: numbers with names, and nothing that the seat may not know."""

import re
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from replaying import observe_all, play

from dogfight.games.biplanes.ai.training import encoding, twin


def some_states() -> twin.State:
    """Moments of random games of every pair, all phases among them, in one row."""
    states, _, _ = play(jax.random.key(4))
    rows = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), states)
    return jax.tree.map(lambda x: x[rows.phase != twin.ENDED], rows)


def with_other_secrets(s: twin.State, seat: jax.Array, key: jax.Array) -> twin.State:
    """The same game with the hidden tiles of a seat dealt anew, and its sealed choice another."""
    mixed = s.phase == twin.MULLIGAN
    hidden = s.hand[seat] | s.bag[seat] | s.aside[seat]
    in_hand = jnp.where(mixed, s.hand[seat] | s.aside[seat], s.hand[seat])
    words = jax.random.bits(key, (40,), jnp.uint32)
    hand = twin.random_tiles(hidden, twin.count(in_hand), words[:20])
    bag = twin.random_tiles(hidden & ~hand, twin.count(s.bag[seat]), words[20:])
    aside = hidden & ~hand & ~bag
    sealed = jnp.where(mixed & (s.sealed[seat] != twin.DONE), 5, s.sealed[seat])
    parts = {"hand": hand, "bag": bag, "aside": aside, "sealed": sealed}
    return s._replace(
        **{name: getattr(s, name).at[seat].set(value) for name, value in parts.items()}
    )


def test_every_number_has_a_name_and_stays_small() -> None:
    seen = np.asarray(observe_all(some_states()))
    assert (
        seen.shape[1:] == (2, encoding.FEATURES) and len(set(encoding.NAMES)) == encoding.FEATURES
    )
    assert seen.min() >= 0 and seen.max() <= 3
    assert set(
        np.unique(seen[..., encoding.NAMES.index("places_0") : encoding.NAMES.index("left_0")])
    ) == {0.0, 1.0}


def test_bd_1_14_observation_is_independent_of_enemy_secrets() -> None:
    states = some_states()
    keys = jax.random.split(jax.random.key(8), states.board.shape[0])
    dealt_anew = jax.jit(jax.vmap(with_other_secrets, (0, None, 0)))
    for seat in (0, 1):
        other = dealt_anew(states, 1 - seat, keys)
        before, after = (np.asarray(observe_all(item))[:, seat] for item in (states, other))
        assert (np.asarray(states.hand) != np.asarray(other.hand)).any()
        assert np.array_equal(before, after)


def test_bd_18_4_only_white_observes_the_shown_tile() -> None:
    states = some_states()
    shown = np.asarray(observe_all(states))[..., encoding.NAMES.index("shown_0") :]
    answers = np.asarray(states.phase) == twin.ANSWER
    white = np.asarray(states.plane) == twin.WHITE
    assert answers.any()
    assert np.array_equal(shown.sum(-1), (answers[:, None] & white).astype(np.float32))
    sealed = np.asarray(states.sealed)[answers][~white[answers]]
    assert np.array_equal(shown[answers][white[answers]].argmax(-1), sealed)


def test_different_own_tiles_are_told_apart() -> None:
    states = some_states()
    seen = np.asarray(observe_all(states))
    own = np.concatenate(
        [
            np.asarray(states.plane)[:, :1],
            np.asarray(states.hand)[:, :1],
            np.asarray(states.bag)[:, :1],
        ],
        1,
    )
    rows = {}
    for key, row in zip(map(tuple, own.tolist()), seen[:, 0].tolist(), strict=True):
        rows.setdefault(tuple(row), set()).add(key)
    assert np.mean([len(kinds) == 1 for kinds in rows.values()]) > 0.99


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text()
    code = re.search(r"```python\n(.*?)```", page, re.S)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    assert (
        names["seen"].shape == (1024, 2, encoding.FEATURES)
        and f"{encoding.FEATURES} numbers" in page
    )
