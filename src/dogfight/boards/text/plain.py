"""Any table as readable words: its names and values, indented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.text import Text

from dogfight.boards.plain_svg import value_text
from dogfight.boards.text.canvas import TextBlock
from dogfight.boards.text.columns import Column
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.plain_board import PlainBoard
from dogfight.core.view import Legal, View


def draw(view: View[Any], theme: BoardTheme, _picked: Legal | None = None) -> TextBlock:
    """The view's table, a line for each value; lists with an entry for every seat name the
    seats.
    """
    shown = (
        _by_seats(view) if isinstance(view.board, PlainBoard) else msgspec.to_builtins(view.board)
    )
    column = Column(theme.columns)
    column.line(*_lines(shown, theme, 0))
    return column.sheet()


def _by_seats(view: View[PlainBoard[Any]]) -> dict[str, Any]:
    titles = [info.title for info in view.seats]
    state: dict[str, Any] = msgspec.to_builtins(view.board.state)
    for name in view.board.per_seat:
        state[name] = dict(zip(titles, state[name], strict=False))
    shown = {view.board.label(name): value for name, value in state.items()}
    if view.board.sealed:
        shown["sealed"] = {titles[seat]: list(words) for seat, words in view.board.sealed.items()}
    return shown


def _lines(value: object, theme: BoardTheme, depth: int) -> Iterator[Text]:
    pairs: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        pairs = [(str(key).replace("_", " "), entry) for key, entry in value.items()]
    elif isinstance(value, list):
        pairs = [(str(n), entry) for n, entry in enumerate(value)]
    for key, item in pairs:
        head = theme.text("  " * depth + f"{key}: ", "soft")
        if _is_flat(item):
            yield head + theme.text(value_text(item))
        else:
            yield head
            yield from _lines(item, theme, depth + 1)


def _is_flat(value: object) -> bool:
    """Whether a value fits on its own line."""
    if isinstance(value, list):
        return all(not isinstance(item, list | dict) for item in value)
    return not isinstance(value, dict)
