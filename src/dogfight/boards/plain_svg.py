"""A board for any game: the fields of its view as labelled cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import seat_style
from dogfight.boards.shapes import Group, Picture, Shape, Stroke, box
from dogfight.core.plain_board import PlainBoard
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

WIDTH = 640.0
CARD = (38.0, 50.0)
GAP = 8.0


def picture(game: AnyGame, view: View[Any]) -> Picture:
    """The state as this seat sees it: short values as cards, everything else in words."""
    state, per_seat, labels = _fields(view.board)
    shapes: list[Shape] = []
    y = parts.HEADING + 6
    for key, value in state.items():
        if key in per_seat:
            continue
        made, y = _row(labels[key], value, 16, y, WIDTH - 32)
        shapes += made
    for seat, info in enumerate(view.seats):
        made, y = _seat(
            view,
            seat,
            info.title,
            {labels[key]: state[key][seat] for key in per_seat if seat < len(state[key])},
            y,
        )
        shapes += made
    text = view.result.text if view.result is not None else view.prompt.full_text
    return Picture(
        f"{game.title}: {text}",
        WIDTH,
        y + 8,
        (parts.frame(WIDTH, y + 8), *parts.heading(game.title, WIDTH, text), *shapes),
    )


def _fields(board: Any) -> tuple[dict[str, Any], tuple[str, ...], dict[str, str]]:
    """The fields of a board, those with an entry for every seat, and the label of each."""
    if isinstance(board, PlainBoard):
        state: dict[str, Any] = msgspec.to_builtins(board.state)
        return state, board.per_seat, {key: board.label(key) for key in state}
    shown = msgspec.to_builtins(board)
    fields = shown if isinstance(shown, dict) else {"table": shown}
    return fields, (), {key: str(key).replace("_", " ") for key in fields}


def _seat(
    view: View[Any], seat: int, title: str, values: dict[str, Any], y: float
) -> tuple[list[Shape], float]:
    style = seat_style(seat)
    inner: list[Shape] = []
    bottom = y + 40
    for key, value in values.items():
        made, bottom = _row(key, value, 70, bottom, WIDTH - 100)
        inner += made
    edge = Stroke(
        inks.SHEET,
        inks.INK if seat in view.waiting else inks.RULE,
        2.6 if seat in view.waiting else 1.0,
    )
    shapes: list[Shape] = [
        box(16, y, WIDTH - 32, bottom - y + 4, edge, 6),
        parts.badge(style, (42, y + 24), 0.9),
        parts.left_text((70, y + 24), title, 16, width=WIDTH - 120, bold=True),
        *inner,
    ]
    return shapes, bottom + 14


def _row(name: str, value: Any, x: float, y: float, width: float) -> tuple[list[Shape], float]:
    """One field of the state: its label, then its value as cards or words."""
    shapes: list[Shape] = [parts.left_text((x, y + 14), name, 13, inks.INK_2, width)]
    if isinstance(value, list) and value and all(_is_short(item) for item in value):
        return _cards(name, value, x, y + 22, width, shapes)
    y += 20
    for depth, text in _lines(value, 0):
        shapes.append(
            parts.left_text((x + 14 * depth, y + 14), text, 14, width=width - 14 * depth, bold=True)
        )
        y += 19
    return shapes, y + 6


def _cards(
    name: str, values: list[Any], x: float, y: float, width: float, shapes: list[Shape]
) -> tuple[list[Shape], float]:
    across = int((width + GAP) // (CARD[0] + GAP))
    for n, value in enumerate(values):
        column, row = n % across, n // across
        left, top = x + column * (CARD[0] + GAP), y + row * (CARD[1] + GAP)
        shapes.append(
            Group(
                (parts.card(left, top, *CARD, [value_text(value)]),),
                label=f"{name} {value_text(value)}",
            )
        )
    rows = (len(values) + across - 1) // across
    return shapes, y + rows * (CARD[1] + GAP) + 4


def _is_short(value: Any) -> bool:
    return not isinstance(value, list | dict) and len(value_text(value)) <= 10


def value_text(value: Any) -> str:
    """A value, or a list of them, for people."""
    if isinstance(value, list):
        return " ".join(value_text(entry) for entry in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def _lines(value: Any, depth: int) -> Iterator[tuple[int, str]]:
    """A value in lines, nested ones further in."""
    if isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, dict | list) and item:
                yield depth, f"{key}:"
                yield from _lines(item, depth + 1)
            else:
                yield depth, f"{key}: {value_text(item)}"
    elif isinstance(value, list):
        if all(not isinstance(entry, dict | list) for entry in value):
            yield depth, value_text(value)
        else:
            for entry in value:
                yield from _lines(entry, depth)
    else:
        yield depth, value_text(value)
