"""The twin is the game: random games of every pair on both boards, replayed by the rules, with
every field compared.
"""

import json
import os
from collections import Counter
from itertools import chain

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from replaying import EVERY, games, play, replay

from dogfight.games.biplanes.ai.training import printed, tables, twin
from dogfight.games.biplanes.game import Biplanes

SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))
step = jax.jit(twin.step)
EACH = 20
"""Games of every pair on every board."""


@pytest.mark.parametrize("seed", range(36 if SOAK else 1))
def test_every_step_of_random_games_is_that_of_the_rules(game: Biplanes, seed: int) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for moments in chain.from_iterable(games(EACH * seed + n) for n in range(EACH)):
        replay(game, moments)
        seen.update(("phase", moment["phase"]) for moment in moments)
        seen[("why", moments[-1]["why"])] += 1
        seen[("outcome", moments[-1]["outcome"])] += 1
        seen[("jammed", 1)] += any(1 in moment["jammed"] for moment in moments)
        black = moments[-1]["plane"].index(twin.BLACK) if twin.BLACK in moments[-1]["plane"] else 0
        seen[("lost", 1)] += (
            moments[-1]["plane"][black] == twin.BLACK and sum(moments[-1]["aside"][black]) > 0
        )
    # Each rule that has a phase, an end or a mark of its own was met.
    expected = [("phase", n) for n in range(twin.ENDED + 1)] + [("why", n) for n in (1, 3, 4)]
    expected += [("outcome", n) for n in range(3)] + [("jammed", 1), ("lost", 1)]
    assert all(seen[item] >= 10 for item in expected), seen


def test_the_file_of_tables_is_made_from_the_data_files() -> None:
    assert tables.FILE.read_text() == tables.written(printed.parts())
    assert tables.from_parts(printed.parts()).digest == tables.load().digest
    assert json.loads(tables.FILE.read_text())["sets"].keys() == set(tables.PLANES)


def test_bd_2_7_every_tile_is_as_likely_to_be_dealt_as_any_other() -> None:
    planes, boards = (np.repeat(item, 300, axis=0) for item in EVERY)
    begun = jax.jit(jax.vmap(twin.init))(
        jax.random.split(jax.random.key(3), len(boards)), planes, boards
    )
    for plane in range(len(tables.PLANES)):
        hands = np.asarray(begun.hand)[planes == plane]
        size, opening = int(twin.T.size[plane]), int(twin.T.opening[plane])
        share = np.array([(hands >> n & 1).mean() for n in range(size)])
        expected = opening / size
        assert np.abs(share - expected).max() < 4.5 * np.sqrt(
            expected * (1 - expected) / len(hands)
        )
        assert (np.bitwise_count(hands) == opening).all()


def test_random_tiles_draws_given_number_from_the_bag() -> None:
    rng = np.random.default_rng(1)
    bags = rng.integers(1, 1 << 18, 4000).astype(np.uint32)
    number = np.minimum(rng.integers(0, 8, 4000), np.bitwise_count(bags)).astype(np.int32)
    words = rng.integers(0, 1 << 32, (4000, 7), dtype=np.uint64).astype(np.uint32)
    words[:500], words[500:1000] = 0, 0xFFFFFFFF
    drawn = np.asarray(
        jax.jit(jax.vmap(twin.random_tiles))(
            jnp.asarray(bags), jnp.asarray(number), jnp.asarray(words)
        )
    )
    assert (drawn & ~bags == 0).all() and (np.bitwise_count(drawn) == number).all()


def test_random_actions_are_legal_and_equally_likely() -> None:
    states, *others = play(jax.random.key(11))
    legal, actions = map(np.asarray, others)
    taken = np.take_along_axis(legal, actions[..., None], -1)[..., 0]
    assert (taken | ~legal.any(-1)).all()
    item = jax.tree.map(lambda x: x[0, -1], states)
    assert np.asarray(twin.asked(item)).any()
    words = jax.random.bits(jax.random.key(2), (20000, 2), jnp.uint32)
    many = np.asarray(jax.jit(jax.vmap(twin.random_actions, (None, 0)))(item, words))
    for seat in (0, 1):
        options = np.flatnonzero(np.asarray(twin.legal(item))[seat])
        share = np.array([(many[:, seat] == action).mean() for action in options])
        assert share.size == 0 or np.abs(share - 1 / share.size).max() < 4.5 * np.sqrt(
            1 / share.size / 20000
        )


def begun(p1: str, p2: str) -> twin.State:
    planes = jnp.array([tables.PLANES.index(p1), tables.PLANES.index(p2)])
    return jax.jit(twin.init)(jax.random.key(0), planes, jnp.int32(0))


def test_actions_that_are_not_legal_are_refused_in_words() -> None:
    s = begun("red", "blue")
    legal = np.asarray(twin.legal(s))
    fine = jnp.asarray(legal.argmax(-1))
    twin.refuse_illegal(s, fine)
    for actions, words in (
        (fine.at[1].set(int((~legal[1]).argmax())), "from seat 1"),
        (fine.at[0].set(78), "from 0 to 77"),
        (fine.at[0].set(-1), "from 0 to 77"),
        (fine[:1], "an action for each seat"),
    ):
        with pytest.raises(ValueError, match=words):
            twin.refuse_illegal(s, actions)


def test_bd_3_5_a_finished_game_stays_as_it_is_and_asks_nobody() -> None:
    s = twin.finish(begun("red", "blue"), jnp.int32(twin.FOR_P2), twin.TIME)
    after = step(s, jnp.array([0, 0]), jax.random.key(1))
    assert all(np.array_equal(a, b) for a, b in zip(s, after, strict=True))
    assert not np.asarray(twin.legal(s)).any() and not np.asarray(twin.asked(s)).any()
    assert np.asarray(twin.rewards(s)).tolist() == [-1.0, 1.0]
    with pytest.raises(ValueError, match="over"):
        twin.refuse_illegal(s, jnp.array([0, 0]))


def test_bd_2_9_a_mulligan_asks_only_those_who_have_one() -> None:
    s = begun("red", "white")
    assert int(s.phase) == twin.MULLIGAN and np.asarray(twin.asked(s)).tolist() == [False, True]
    item = int(np.asarray(twin.legal(s))[1].argmax())
    aside = step(s, jnp.array([0, item]), jax.random.key(1))
    kept = step(aside, jnp.array([0, twin.KEEP]), jax.random.key(2))
    assert int(twin.count(aside.aside)[1]) == 1 and int(kept.phase) == twin.PLAN
    assert int(kept.hand[1] & aside.aside[1]) == 0 and int(kept.bag[1] & aside.aside[1]) == int(
        aside.aside[1]
    )
    assert int(twin.count(kept.hand)[1]) == 6 and int(kept.hand[0]) == int(s.hand[0])
