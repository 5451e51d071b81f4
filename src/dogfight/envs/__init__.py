"""Environments for learners over the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from dogfight.core.registry import AnyGame

if TYPE_CHECKING:
    from dogfight.envs.batches import Games

__all__ = ["batch"]


def batch(
    name: str | AnyGame,
    n: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    dtype: Literal["float32", "uint8"] = "float32",
) -> Games:
    """Many games of one kind at once in NumPy arrays, stepped in one compiled call."""
    from dogfight.envs import batches

    return batches.batch(name, n, options, seed=seed, dtype=dtype)
