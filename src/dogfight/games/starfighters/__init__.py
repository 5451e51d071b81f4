"""Starfighters: secret cards and open flying among wreckage, for 3 to 6 ships."""

from pathlib import Path

from dogfight.core.registry import register
from dogfight.games.starfighters.data import load_data
from dogfight.games.starfighters.game import Starfighters


def load(folder: Path | None = None) -> Starfighters:
    """The game with its own data files, or with those of a folder in their place."""
    return Starfighters(load_data(folder))


register("starfighters", load)
