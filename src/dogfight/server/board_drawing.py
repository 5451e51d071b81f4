"""The drawn boards of games without a page of their own, as they are sent beside views.

A drawing comes from outside: one that fails, is too large or too slow is logged once, and the
browser shows labelled cards instead.
"""

from __future__ import annotations

import time
from typing import Any

from dogfight.boards.lookup import board_picture
from dogfight.boards.shapes import count
from dogfight.boards.svg import svg
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import View
from dogfight.server import logs

MAX_SHAPES = 10_000
MAX_LENGTH = 200_000
"""The most characters of SVG in a message."""
MAX_SECONDS = 1.0
"""Processor time; a game that needs more for one drawing is not drawn again."""

_logged: set[tuple[str, str]] = set()
"""The games whose drawings were found wanting, and how."""


def draws_board(game: AnyGame) -> bool:
    """Whether the browser shows the drawing of this game: it has one, and no page of its own."""
    return bool(game.manifest.svg_board) and not game.manifest.has_page


def draw_board(game: AnyGame, view: View[Any]) -> str:
    """Return the board as SVG, made from this view alone; empty where there is no drawing."""
    if not draws_board(game) or (game.name, "slow") in _logged:
        return ""
    start = time.thread_time()
    try:
        text = _draw(game, view)
    except Exception as error:
        _log(game, "failed", type(error).__name__)
        return ""
    if time.thread_time() - start > MAX_SECONDS:
        _log(game, "slow", f"expected at most {MAX_SECONDS:g} s")
    return text


def _draw(game: AnyGame, view: View[Any]) -> str:
    picture = board_picture(game, view)
    shapes = count(picture.shapes)
    text = svg(picture) if shapes <= MAX_SHAPES else ""
    if shapes > MAX_SHAPES or len(text) > MAX_LENGTH:
        _log(
            game,
            "large",
            f"expected at most {MAX_SHAPES} shapes and {MAX_LENGTH} characters; got"
            f" {shapes} shapes, {len(text)} characters",
        )
        return ""
    return text


def _log(game: AnyGame, problem: str, why: str) -> None:
    """Write the first problem of a kind with a game's drawings to the log."""
    if (game.name, problem) not in _logged:
        _logged.add((game.name, problem))
        logs.error(f"board_{problem}", game=game.name, why=why)


class BoardCache:
    """The last drawing for each seat of one table; an equal view is not drawn again."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._last: dict[Seat, tuple[View[Any], str]] = {}

    def draw(self, view: View[Any]) -> str:
        """Return the board that belongs to a view."""
        if not draws_board(self._game):
            return ""
        last_view, drawing = self._last.get(view.seat, (None, ""))
        if last_view != view:
            drawing = draw_board(self._game, view)
            self._last[view.seat] = view, drawing
        return drawing
