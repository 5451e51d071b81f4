"""The games there are. A game joins by registering how it is loaded, a game from elsewhere as a plug-in.

A plug-in is a Python file or a module that registers games (or bots) when it is imported. An installed package need
not be named: its entry points in the group `dogfight.games` are found, each a game's class or another loader.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from functools import cache
from importlib import import_module, metadata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from dogfight.core.data import check_folder
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.game import Game

AnyGame = Game[Any, Any]
Loader = Callable[[Path | None], AnyGame]
GROUP = "dogfight.games"

_loaders: dict[str, Loader] = {}
_loaded: dict[str, AnyGame] = {}
_plugins: list[str] = []


def register(name: str, loader: Loader) -> None:
    """Make a game known; `loader` takes a folder whose data files replace the built-in ones."""
    if name in _loaders:
        raise BadOption(f"expected a new name for a game, got {name!r}, which there is already")
    _loaders[name] = loader


def names() -> tuple[str, ...]:
    """The names of all games: our own, then those of plug-ins."""
    _find_installed()
    return tuple(_loaders)


def load(name: str, data: Path | None = None) -> AnyGame:
    """The game with this name; with its own data files, or with those of a folder in their place."""
    if name not in _loaders and name not in names():
        raise BadOption(f"expected a game out of {', '.join(names())}; got {name!r}")
    if data is not None:
        check_folder(name, data)
        return _made(name, data)
    if name not in _loaded:
        _loaded[name] = _made(name, None)
    return _loaded[name]


def _made(name: str, data: Path | None) -> AnyGame:
    """A game from its loader; one from elsewhere may be broken in any way."""
    try:
        game = _loaders[name](data)
    except DogfightError:
        raise
    except Exception as error:
        raise BadOption(f"the game {name} cannot be loaded: {_in_a_line(error)}") from error
    if not isinstance(game, Game) or game.name != name:
        got = f"one called {game.name!r}" if isinstance(game, Game) else repr(game)
        raise BadOption(f"expected the loader of {name} to give a game of that name, got {got}")
    return game


# --- plug-ins ------------------------------------------------------------------------------------


def plugins() -> tuple[str, ...]:
    """The plug-ins that were loaded by name, for the processes that we start."""
    return tuple(_plugins)


def load_plugin(word: str) -> None:
    """Import a plug-in, a file such as `./kuhn.py` or a module; `BadOption` in one line if it will not do."""
    path = Path(word)
    is_file = word.endswith(".py") or path.is_file()
    known = str(path.resolve()) if is_file else word
    if known in _plugins:
        return
    try:
        if is_file:
            _import_file(Path(known))
        else:
            import_module(word)
    except (Exception, SystemExit) as error:
        raise BadOption(f"plug-in {word}: {_in_a_line(error)}") from error
    _plugins.append(known)


def _import_file(path: Path) -> None:
    """Import a file under a name that is the same in every process, so that what it defines can be sent to others."""
    name = f"dogfight_plugin_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadOption("expected a Python file")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


@cache
def _find_installed() -> None:
    """Make the games of installed packages known; they are imported when they are first played."""
    for entry in metadata.entry_points(group=GROUP):
        register(entry.name, _of_entry(entry))


def _of_entry(entry: metadata.EntryPoint) -> Loader:
    def loader(folder: Path | None) -> AnyGame:
        game: AnyGame = entry.load()(folder)
        return game

    return loader


def _in_a_line(error: BaseException) -> str:
    words = " ".join(str(error).split())
    return words if isinstance(error, DogfightError) else f"{type(error).__name__}: {words}"
