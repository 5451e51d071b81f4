"""The board of any game as one seat may see it."""

from __future__ import annotations

from typing import Any

from dogfight.boards import plain_svg
from dogfight.boards.shapes import Picture
from dogfight.boards.svg import svg
from dogfight.core.registry import AnyGame
from dogfight.core.view import View


def board_picture(game: AnyGame, view: View[Any]) -> Picture:
    """The table as a picture; it shows what the view tells and nothing else.

    A game without a drawing of its own is shown as labelled cards.
    """
    draw = game.manifest.load("svg_board") or plain_svg.picture
    picture: Picture = draw(game, view)
    return picture


def board_svg(game: AnyGame, view: View[Any]) -> str:
    """The table as SVG text, self-contained; equal views of a game give equal text."""
    return svg(board_picture(game, view))
