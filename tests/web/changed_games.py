"""A plug-in for a server: the games with the data of `tests/changed` in the place of their own."""

from __future__ import annotations

from pathlib import Path

from dogfight.core import registry

CHANGED = Path(__file__).parents[1] / "changed"

for game in CHANGED.iterdir():
    registry._loaded[game.name] = registry.load(game.name, CHANGED)
