#!/usr/bin/env python3
"""Random games of every kind, many at once: decisions a second, and each seat's mean share."""

import sys
import time

import numpy as np

import dogfight
from dogfight import envs

GAMES, STEPS = 64, 600


def rollout(name: str, games: int = GAMES, steps: int = STEPS) -> tuple[float, np.ndarray]:
    """Decisions a second with actions picked from the masks, and mean shares of finished games."""
    batch = envs.batch(name, games, seed=1)
    rng = np.random.default_rng(1)
    shares, ended = np.zeros(batch.rewards.shape[1]), 0
    began = time.perf_counter()
    for _ in range(steps):
        wishes = rng.random(batch.masks.shape) * batch.masks
        batch.step(wishes.argmax(axis=1))
        shares += batch.rewards.sum(axis=0)
        ended += int(batch.dones.sum())
    return games * steps / (time.perf_counter() - began), shares / max(ended, 1)


def main(*names: str) -> None:
    for name in names or dogfight.names():
        speed, shares = rollout(name)
        seats = ", ".join(f"{share:.2f}" for share in shares)
        print(f"{name:13} {speed:>10,.0f} decisions/s; seats get {seats}")


if __name__ == "__main__":
    main(*sys.argv[1:])
