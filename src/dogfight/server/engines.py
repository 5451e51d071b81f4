"""Engines named in the settings by the server's operator.

Clients know the names and can bring none of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dogfight.bots.registry import bot_names, make_bot, register_bot
from dogfight.core.errors import BadOption
from dogfight.match.match import Player

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def register_engines(engines: Mapping[str, str]) -> None:
    """Make bots of the engines in the settings; `BadOption` if a name or a program will not do."""
    for name, words in engines.items():
        if not _NAME.fullmatch(name) or name in bot_names():
            raise BadOption(f"engines: expected a new name in small letters, got {name!r}")
        _register(name, f"engine:{words}")


def _register(name: str, engine: str) -> None:
    def maker(seed: int, *_: object) -> Player:
        return make_bot(engine, seed)

    maker(0)
    register_bot(name, maker)
