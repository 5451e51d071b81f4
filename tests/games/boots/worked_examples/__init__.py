"""The worked examples of Combat Boots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.boots.game import Boots

from .run import run


def run_example(game: Boots, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed."""
    return run(example, game.catalogue)
