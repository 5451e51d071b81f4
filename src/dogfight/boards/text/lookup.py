"""A drawing for every game: a pure function from a view to text.

Games without one are listed in words.
"""

from __future__ import annotations

from typing import Any

from dogfight.boards.text import plain
from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.columns import Board
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

_PLAIN = TextBoard(plain.draw)


def _board_of(game: AnyGame) -> TextBoard:
    board: TextBoard = game.manifest.load("text_board") or _PLAIN
    return board


def signs(game: AnyGame) -> tuple[str, ...]:
    """What the signs of a drawing mean, in lines; none where it speaks for itself."""
    return _board_of(game).legend


def victory(game: AnyGame, view: View[Any]) -> str:
    """How this table is won, where tables of the same game differ in that."""
    return _board_of(game).victory(view)


def where(game: AnyGame, view: View[Any], kind: str, name: str) -> str:
    """The name under which something can be found on the drawing: a place, a piece, or the place
    where a piece is.
    """
    return _board_of(game).where(view, kind, name)


def board(game: AnyGame) -> Board:
    """The drawing of a game."""
    return _board_of(game).board(game)
