"""The bots by name. A bot joins by registering how it is made from a seed."""

from __future__ import annotations

from collections.abc import Callable

from dogfight.bots.uniform import RandomBot
from dogfight.core.errors import BadOption
from dogfight.core.table import Player

_makers: dict[str, Callable[[int], Player]] = {"random": RandomBot}


def register_bot(name: str, maker: Callable[[int], Player]) -> None:
    """Make a bot known; `maker` takes a seed."""
    _makers[name] = maker


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(sorted(_makers))


def make_bot(name: str, seed: int) -> Player:
    """The bot with this name, with dice of its own."""
    if name not in _makers:
        raise BadOption(f"expected a bot out of {', '.join(bot_names())}; got {name!r}")
    return _makers[name](seed)
