"""What both ends of the engine protocol share; docs/engines.md is its description."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from dogfight.core.errors import BadNotation
from dogfight.core.reading import parse_int
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

VERSION = 1
HELLO = f"dogfight {VERSION}"
LONGEST = 3600.0
"""Seconds that an engine may be asked to think."""
MOST_NUMBER = 1_000_000_000
"""The largest number in the name of a bot."""


def read_time(word: str) -> float | None:
    """A time such as `1s` or `0.25s`, in seconds; None if it is none."""
    try:
        seconds = float(word.removesuffix("s")) if word.endswith("s") else -1.0
    except ValueError:
        return None
    return seconds if 0 <= seconds <= LONGEST else None


def read_number(word: str) -> int | None:
    """A whole number in the name of a bot; None if it is none, or too large."""
    number = parse_int(word)
    return number if number is not None and word[0] != "-" and number <= MOST_NUMBER else None


def time_word(seconds: float) -> str:
    """A time as it is written in the protocol."""
    return f"{seconds:g}s"


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[View[Any]]:
    return msgspec.json.Decoder(kind)


def read_view(game: AnyGame, text: str | bytes) -> View[Any]:
    """A view of this game from its JSON; `BadNotation` if it is none."""
    try:
        view = _decoder(game.views.view_type()).decode(text)
    except msgspec.MsgspecError as error:
        raise BadNotation(f"expected a view of {game.name} as JSON; {error}") from None
    if view.game != game.name or view.rules != game.rules_version:
        raise BadNotation(
            f"expected a view of {game.name} {game.rules_version}, got {view.game} {view.rules}"
        )
    return view
