"""The worked examples of Squadrons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.squadrons.game import Squadrons

from .run import run


def run_example(game: Squadrons, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed."""
    return run(game.data, example)
