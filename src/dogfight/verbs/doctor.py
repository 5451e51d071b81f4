"""`dogfight doctor`: is everything here, compiled, and in order?"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

import msgspec

import dogfight
from dogfight.core.data import built_in_names
from dogfight.core.errors import DogfightError
from dogfight.rulebook import rules
from dogfight.tui.theme import LEAST_COLUMNS, LEAST_LINES


class Finding(msgspec.Struct):
    """One thing looked at: whether it is in order, and what was found."""

    what: str
    ok: bool
    found: str


def is_compiled(module: str) -> bool:
    """Whether a module runs compiled."""
    return not str(import_module(module).__file__).endswith(".py")


def compiled_modules() -> list[str]:
    """The modules that the build compiles: the core's and each game's position and rules."""
    games = [f"dogfight.games.{name}.position" for name in dogfight.names()]
    return ["dogfight.core.dice", "dogfight.core.position", *games]


def examine() -> Iterator[Finding]:
    """Look at versions, compilation, data files, rules pages and the terminal."""
    python = platform.python_version()
    yield Finding("Python", sys.version_info >= (3, 11), f"{python}; 3.11 or later is needed")
    for package in ("dogfight", "librt", "msgspec", "rich", "textual", "typer"):
        try:
            yield Finding(package, True, version(package))
        except PackageNotFoundError:
            yield Finding(package, False, "not installed")
    interpreted = [name for name in compiled_modules() if not is_compiled(name)]
    words = "compiled" if not interpreted else "interpreted (slower, same results): " + ", ".join(interpreted)
    yield Finding("rules engine", True, words)
    for name in dogfight.names():
        yield _data_finding(name)
        count = len(rules(name))
        yield Finding(f"{name} rules page", count > 0, f"{count} rules")
    size = shutil.get_terminal_size()
    wide = size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES
    words = f"{size.columns}×{size.lines}; at least {LEAST_COLUMNS}×{LEAST_LINES} is needed to play"
    yield Finding("terminal", wide, words)
    yield Finding("colour", True, "off (NO_COLOR)" if os.environ.get("NO_COLOR") else "on")
    encoding = sys.stdout.encoding or "?"
    yield Finding("encoding", True, encoding if "utf" in encoding.lower() else f"{encoding}; use --ascii")


def _data_finding(name: str) -> Finding:
    try:
        game = dogfight.load(name)
    except DogfightError as error:
        return Finding(f"{name} data", False, str(error))
    return Finding(f"{name} data", True, f"{', '.join(built_in_names(name))} ({game.data_digest})")
