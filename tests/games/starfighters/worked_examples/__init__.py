"""The worked examples of Starfighters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.starfighters.game import Starfighters

from .run import run


def run_example(game: Starfighters, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed."""
    return run(game, game.data, example)
