"""A drawing for every game: a pure function from a view to text. Games without one are listed in words."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.tui.boards import plain
from dogfight.tui.boards.drawing import Board

DRAWN = ("biplanes", "paws", "squadrons", "starfighters")
"""The games with a drawing of their own, in the module of the same name."""
WITH_MAP = ("boots",)
"""Drawings that need more than a view: the map, which the game reads from its data files."""


def _module(game: AnyGame) -> ModuleType | None:
    return import_module(f"{__name__}.{game.name}") if game.name in (*DRAWN, *WITH_MAP) else None


def signs(game: AnyGame) -> tuple[str, ...]:
    """What the signs of a drawing mean, in lines; none where it speaks for itself."""
    lines: tuple[str, ...] = getattr(_module(game), "LEGEND", ())
    return lines


def victory(game: AnyGame, view: View[Any]) -> str:
    """How this table is won, where tables of the same game differ in that."""
    words: str = getattr(_module(game), "victory", lambda _: "")(view)
    return words


def where(game: AnyGame, view: View[Any], kind: str, name: str) -> str:
    """The name under which something can be found on the drawing: a place, a piece, or the place where a piece is."""
    found: str = getattr(_module(game), "where", lambda _view, _kind, one: one)(view, kind, name)
    return found


def board(game: AnyGame) -> Board:
    """The drawing of a game."""
    module = _module(game)
    if module is None:
        return plain.draw
    bound: Board = partial(module.draw, game) if game.name in WITH_MAP else module.draw
    return bound
