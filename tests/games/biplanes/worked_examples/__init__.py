"""The worked examples of Biplanes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.biplanes.game import Biplanes

from .run import run


def run_example(game: Biplanes, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed."""
    return run(game, example)
