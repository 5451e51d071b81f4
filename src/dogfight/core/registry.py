"""The games there are. A game joins by registering its manifest, a game from elsewhere as a
plug-in.

A plug-in is a Python file or a module with a `MANIFEST`, or one that registers games (or bots) when
it is imported. An installed package need not be named: its entry points in the group
`dogfight.games` are found, each a manifest.
"""

from __future__ import annotations

import sys
import zlib
from functools import cache
from importlib import import_module, metadata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from dogfight.core.errors import BadData, BadOption, DogfightError, one_line, shown
from dogfight.core.game import Game
from dogfight.core.manifest import Manifest, manifests

AnyGame = Game[Any, Any]
_GROUP = "dogfight.games"

_loaded: dict[str, AnyGame] = {}
_plugins: list[str] = []


def register(manifest: Manifest) -> None:
    """Make a game known."""
    if manifest.name in manifests:
        raise BadOption(
            f"expected a new name for a game, got {manifest.name!r}, which there is already"
        )
    manifests[manifest.name] = manifest


def names() -> tuple[str, ...]:
    """The names of all games: our own, then those of plug-ins."""
    _find_installed()
    return tuple(manifests)


def manifest_of(name: str) -> Manifest:
    """The manifest of the game with this name."""
    if name not in manifests and name not in names():
        raise BadOption(f"expected a game out of {', '.join(names())}; got {name!r}")
    return manifests[name]


def load(name: str, data: Path | None = None) -> AnyGame:
    """The game with this name; with its own data files, or with those of a folder in their
    place.
    """
    manifest = manifest_of(name)
    if data is not None:
        if not data.is_dir():
            raise BadData(f"{data}: expected a folder with data files")
        return _made(manifest, data)
    if name not in _loaded:
        _loaded[name] = _made(manifest, None)
    return _loaded[name]


def _made(manifest: Manifest, data: Path | None) -> AnyGame:
    """A game as its manifest makes it; one from elsewhere may be broken in any way."""
    name = manifest.name
    try:
        make = manifest.load("game")
        game = make(data) if callable(make) else make
    except DogfightError:
        raise
    except Exception as error:
        raise BadOption(f"the game {name} cannot be loaded: {one_line(error)}") from error
    if not isinstance(game, Game) or game.name != name:
        got = f"one called {game.name!r}" if isinstance(game, Game) else repr(game)
        raise BadOption(
            f"expected {manifest.game!r} of {name} to make a game of that name, got {got}"
        )
    return game


# --- plug-ins ------------------------------------------------------------------------------------


def plugins() -> tuple[str, ...]:
    """The plug-ins that were loaded by name, for the processes that we start."""
    return tuple(_plugins)


def load_plugin(word: str) -> None:
    """Import a plug-in, a file such as `./kuhn.py` or a module; `BadOption` in one line if it
    will not do.
    """
    path = Path(word)
    is_file = word.endswith(".py") or path.is_file()
    known = str(path.resolve()) if is_file else word
    if known in _plugins:
        return
    try:
        module = _import_file(Path(known)) if is_file else import_module(word)
        _register_all(module)
    except (Exception, SystemExit) as error:
        raise BadOption(f"plug-in {word}: {one_line(error)}") from error
    _plugins.append(known)


def _register_all(module: ModuleType) -> None:
    """Register the manifest of a plug-in unless the plug-in has done so."""
    manifest = getattr(module, "MANIFEST", None)
    if isinstance(manifest, Manifest) and manifests.get(manifest.name) is not manifest:
        register(manifest)


def _import_file(path: Path) -> ModuleType:
    """Import a file under a name that is the same in every process, so that what it defines can
    be sent to others.
    """
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
    return module


@cache
def _find_installed() -> None:
    """Make the games of installed packages known; their manifests are read when they are asked for
    for all games.
    """
    for entry in metadata.entry_points(group=_GROUP):
        register(_manifest_at(entry))


def _manifest_at(entry: metadata.EntryPoint) -> Manifest:
    """The manifest that an entry point leads to; a broken package takes no other game with it,
    but its own name.
    """
    try:
        manifest = entry.load()
    except Exception as error:
        return _broken(entry, one_line(error))
    if not isinstance(manifest, Manifest):
        return _broken(entry, f"expected a Manifest, got {shown(manifest)}")
    return manifest


def _broken(entry: metadata.EntryPoint, reason: str) -> Manifest:
    return _Broken(package=entry.value, name=entry.name, title=entry.name, prefix="", game=reason)


class _Broken(Manifest):
    """Stands for a package that cannot be imported: loading its game tells why."""

    def load(self, part: str) -> Any | None:
        if part != "game":
            return None
        raise BadOption(f"the game {self.name} cannot be loaded: {self.game}")
