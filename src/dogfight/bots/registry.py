"""The bots by name. A bot joins by registering how it is made from a seed and its parameters.

A name may carry parameters: `search:sims=5000`, `search:time=1s`. The levels are names for some of these.
"""

from __future__ import annotations

from collections.abc import Callable

from dogfight.bots.engine import engine_bot
from dogfight.bots.search import SearchBot
from dogfight.bots.uniform import RandomBot
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.table import Player

Maker = Callable[[int], Player]
LEVELS = {"easy": "search:sims=32", "medium": "search:sims=320", "hard": "search:time=0.7s"}

_makers: dict[str, Maker] = {"random": RandomBot}


def register_bot(name: str, maker: Maker) -> None:
    """Make a bot known; `maker` takes a seed."""
    _makers[name] = maker


def bot_names() -> tuple[str, ...]:
    """The names to offer to people, the weakest first."""
    return (*_makers, *LEVELS)


def make_bot(name: str, seed: int, game: AnyGame | None = None) -> Player:
    """The bot with this name, with dice of its own; a game with other data than the built-in ones has to be named."""
    wanted = LEVELS.get(name, name)
    if wanted in _makers:
        return _makers[wanted](seed)
    kind, _, words = wanted.partition(":")
    key, _, value = words.partition("=")
    if kind == "search" and key == "sims" and value.isdecimal() and int(value) > 0:
        return SearchBot(seed, sims=int(value), game=game)
    if kind == "search" and key == "time" and (seconds := _seconds(value)) > 0:
        return SearchBot(seed, seconds=seconds, game=game)
    if kind == "engine":
        values = dict(word.split("=", 1) for word in words.split(",") if "=" in word)
        if (engine := engine_bot(seed, values, game)) is not None:
            return engine
    names = ", ".join(bot_names())
    raise BadOption(f"expected a bot out of {names}, search:sims=N, search:time=Ns or engine:path=FILE; got {name!r}")


def _seconds(word: str) -> float:
    """A time such as `1s` or `0.5s`; 0 if it is none."""
    try:
        return float(word.removesuffix("s")) if word.endswith("s") else 0.0
    except ValueError:
        return 0.0
