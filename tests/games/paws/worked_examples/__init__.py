"""The worked examples of Jaws vs Paws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.paws.game import Paws

from .run import Examples


def run_example(game: Paws, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed."""
    return Examples(game, game.data).run(example)
