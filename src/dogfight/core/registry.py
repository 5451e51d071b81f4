"""The games there are. A game joins by registering how it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dogfight.core.errors import BadOption
from dogfight.core.game import Game

AnyGame = Game[Any, Any]
Loader = Callable[[Path | None], AnyGame]

_loaders: dict[str, Loader] = {}
_loaded: dict[str, AnyGame] = {}


def register(name: str, loader: Loader) -> None:
    """Make a game known; `loader` takes a folder whose data files replace the built-in ones."""
    _loaders[name] = loader


def names() -> tuple[str, ...]:
    """The names of all games, in order."""
    return tuple(sorted(_loaders))


def load(name: str, data: Path | None = None) -> AnyGame:
    """The game with this name; with its own data files, or with those of a folder in their place."""
    if name not in _loaders:
        raise BadOption(f"expected a game out of {', '.join(names())}; got {name!r}")
    if data is not None:
        return _loaders[name](data)
    if name not in _loaded:
        _loaded[name] = _loaders[name](None)
    return _loaded[name]
