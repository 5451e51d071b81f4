#!/usr/bin/env python3
"""REINFORCE in NumPy: a linear policy for Biplanes that beats a random player in under a minute.

The policy holds the first seat, and 128 games are played at once. All of its choices in a game
share the credit for how that game ended, compared with how games end on average.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

os.environ.setdefault(
    "OMP_NUM_THREADS", "1"
)  # the matrices are small; threads would only wait for each other

import numpy as np

from dogfight import envs

GAMES, STEPS, ROUNDS, RATE = 128, 60, 100, 0.05
OURS = 0


@dataclass
class Policy:
    """Chances of actions, from features by one layer of weights."""

    weights: np.ndarray

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The chances of the legal actions in every row."""
        wishes = np.where(masks, seen @ self.weights, -np.inf)
        wishes = np.exp(wishes - wishes.max(axis=1, keepdims=True))
        return wishes / wishes.sum(axis=1, keepdims=True)


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for every row."""
    return (
        chances.cumsum(axis=1) > rng.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)
    ).argmax(axis=1)


def played(batch: Any, policy: Policy, rng: np.random.Generator) -> tuple[list[Any], ...]:
    """Play some steps in all games; return rows, actions, credit and shares of finished games."""
    seen, taken, credit, shares = [], [], [], []
    for _ in range(STEPS):
        observations, masks, ours = (
            batch.observations.copy(),
            batch.masks.copy(),
            batch.seats == OURS,
        )
        uniform = masks / masks.sum(axis=1, keepdims=True)
        actions = drawn(np.where(ours[:, None], policy.chances(observations, masks), uniform), rng)
        batch.step(actions)
        ended = batch.dones
        shares.extend(batch.rewards[ended, OURS])
        seen.append((observations, masks, ours))
        taken.append(actions)
        credit.append(np.where(ended, batch.rewards[:, OURS], np.nan))
    for at in range(
        STEPS - 2, -1, -1
    ):  # a choice gets what its game came to; a game that goes on teaches nothing yet
        credit[at] = np.where(np.isnan(credit[at]), credit[at + 1], credit[at])
    return seen, taken, credit, shares


def improve(
    policy: Policy, seen: list[Any], taken: list[Any], credit: list[Any], average: float
) -> None:
    """One step along the gradient of what we get."""
    slope, choices = np.zeros_like(policy.weights), 0
    for (observations, masks, ours), actions, got in zip(seen, taken, credit, strict=True):
        rows = ours & ~np.isnan(got)
        known, did = observations[rows], actions[rows]
        surprise = -policy.chances(known, masks[rows])
        surprise[np.arange(len(did)), did] += 1.0
        slope += known.T @ (surprise * (got[rows] - average)[:, None])
        choices += len(did)
    policy.weights += RATE * slope / max(choices, 1) * np.sqrt(choices)


def train(rounds: int = ROUNDS, seed: int = 1, tell: Callable[[str], None] = print) -> list[float]:
    """Train for some rounds; returns our mean share of the stake in every round."""
    rng = np.random.default_rng(seed)
    batch = envs.batch("biplanes", GAMES, seed=seed)
    policy = Policy(np.zeros((batch.observations.shape[1], batch.masks.shape[1]), np.float32))
    shares: list[float] = []
    for number in range(1, rounds + 1):
        seen, taken, credit, got = played(batch, policy, rng)
        shares.append(float(np.mean(got)))
        improve(policy, seen, taken, credit, float(np.mean(shares[-10:])))
        if number % 10 == 0:
            tell(f"round {number:3}: {np.mean(shares[-10:]):.3f} of the stake against random")
    return shares


if __name__ == "__main__":
    train(*map(int, sys.argv[1:]))
