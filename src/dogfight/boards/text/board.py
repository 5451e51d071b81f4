"""What a game gives the terminal: its drawing, and the words that go with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from dogfight.boards.text.canvas import TextBlock
from dogfight.boards.text.columns import Board
from dogfight.core.registry import AnyGame
from dogfight.core.view import View


def _no_victory(view: View[Any]) -> str:  # noqa: ARG001
    return ""


def _own_name(view: View[Any], kind: str, name: str) -> str:  # noqa: ARG001
    return name


@dataclass(frozen=True)
class TextBoard:
    """The terminal board of a game."""

    draw: Callable[..., TextBlock]
    """`(View, Look, Legal | None) -> Sheet`"""
    legend: tuple[str, ...] = ()
    """What the signs of the drawing mean, in lines."""
    victory: Callable[[View[Any]], str] = _no_victory
    """How this table is won, where tables of the same game differ in that."""
    where: Callable[[View[Any], str, str], str] = _own_name
    """The name under which a place or piece can be found on the drawing."""
    takes_game: bool = False
    """Whether `draw` takes the game first, for a map that the game reads from its data files."""

    def board(self, game: AnyGame) -> Board:
        """The drawing of a game with its data."""
        return partial(self.draw, game) if self.takes_game else self.draw
