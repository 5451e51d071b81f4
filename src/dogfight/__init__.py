"""Five tabletop air-combat games with complete, enforced rules under one engine."""

from importlib.metadata import version

from dogfight import games as _games  # registers the games
from dogfight.core.registry import load, names
from dogfight.match.match import Match

__all__ = ["Match", "load", "names"]
__version__ = version("dogfight")
del _games
