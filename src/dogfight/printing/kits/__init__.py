"""The kits of the games, a module each: what has to be printed to play with one set of data files."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.printing.kit import Kit

PRINTED = ("biplanes", "boots", "paws", "squadrons", "starfighters")


def kit_of(game: AnyGame) -> Kit:
    """All boards and parts of a game with its data."""
    if game.name not in PRINTED:
        raise BadOption(f"expected a game with printed parts out of {', '.join(PRINTED)}; got {game.name!r}")
    return cast(Kit, import_module(f"dogfight.printing.kits.{game.name}").kit(game))
