"""The board of any game as one seat may see it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.drawing.boards import plain
from dogfight.drawing.shapes import Picture
from dogfight.drawing.svg import svg

DRAWN = ("biplanes", "boots", "paws", "squadrons", "starfighters")
"""The games with a drawing of their own, in the module of the same name; any other is shown as labelled cards."""


def board_picture(game: AnyGame, view: View[Any]) -> Picture:
    """The table as a picture; it shows what the view tells and nothing else."""
    if game.name not in DRAWN:
        return plain.picture(game, view)
    return cast(Picture, import_module(f"dogfight.drawing.boards.{game.name}").picture(game, view))


def board_svg(game: AnyGame, view: View[Any]) -> str:
    """The table as SVG text, self-contained; equal views of a game give equal text."""
    return svg(board_picture(game, view))
