"""A drawing for every game: a pure function from a view to text. Games without one are listed in words."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from dogfight.core.registry import AnyGame
from dogfight.tui.boards import plain
from dogfight.tui.boards.drawing import Board

DRAWN = ("biplanes", "paws", "squadrons", "starfighters")
"""The games with a drawing of their own, in the module of the same name."""
WITH_MAP = ("boots",)
"""Drawings that need more than a view: the map, which the game reads from its data files."""


def board(game: AnyGame) -> Board:
    """The drawing of a game."""
    if game.name not in (*DRAWN, *WITH_MAP):
        return plain.draw
    drawing = import_module(f"{__name__}.{game.name}").draw
    bound: Board = partial(drawing, game) if game.name in WITH_MAP else drawing
    return bound
