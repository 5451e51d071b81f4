"""How fast pgx's leduc hold'em plays at random on this device, to set beside `scripts/learn speed`.

    python bench/pgx_leduc.py [--games 65536 1048576] [--steps 64] [--repeats 5]

Needs pgx. As with the twin, finished games are begun anew, legal actions and draws are part of the
step, and every seat that is asked counts: one a step.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx


def speed(games: int, steps: int, repeats: int) -> dict[str, Any]:
    """Decisions a second: the best and the middle of some timed calls."""
    env = pgx.make("leduc_holdem")

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        act, renew = jax.random.split(key)
        wishes = jnp.log(state.legal_action_mask.astype(jnp.float32))
        state = jax.vmap(env.step)(state, jax.random.categorical(act, wishes))
        fresh = jax.vmap(env.init)(jax.random.split(renew, games))
        over = state.terminated | state.truncated

        def choose(new: Any, old: Any) -> Any:
            return jnp.where(over.reshape(-1, *([1] * (old.ndim - 1))), new, old)

        return jax.tree.map(choose, fresh, state), over.sum()

    @partial(jax.jit, donate_argnums=0)
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        state, ended = jax.lax.scan(one, state, jax.random.split(key, steps))
        return state, ended.sum()

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games))
    rates = []
    for n in range(repeats + 1):
        begin = time.monotonic()
        state, ended = play(state, jax.random.key(n))
        int(ended)  # Waits for the device.
        if n:
            rates.append(games * steps / (time.monotonic() - begin))
    return {
        "device": jax.devices()[0].device_kind,
        "game": "pgx leduc_holdem",
        "games_at_once": games,
        "decisions_per_s": max(rates),
        "median_per_s": float(np.median(rates)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, nargs="+", default=[65536])
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=5)
    supplied = parser.parse_args()
    for games in supplied.games:
        print(json.dumps(speed(games, supplied.steps, supplied.repeats)), flush=True)


if __name__ == "__main__":
    main()
