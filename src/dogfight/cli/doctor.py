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
import typer

import dogfight
from dogfight.boards.text.theme import LEAST_COLUMNS, LEAST_LINES
from dogfight.cli.common_options import AsJson
from dogfight.cli.console import show_json
from dogfight.core.errors import DogfightError
from dogfight.core.registry import AnyGame
from dogfight.datafiles.files import built_in_names
from dogfight.plain import PlainGame
from dogfight.rulebook import rules


class DoctorCheck(msgspec.Struct):
    """One thing looked at: whether it is in order, and what was found."""

    what: str
    ok: bool
    found: str


def show_version(expected: bool) -> None:
    """Print which version this is and how its rules run, and leave."""
    if not expected:
        return
    try:
        number = version("dogfight")
    except PackageNotFoundError:
        number = "from sources"
    rules_run = "compiled" if is_compiled("dogfight.core.position") else "interpreted"
    print(f"dogfight {number} (rules {rules_run}, Python {platform.python_version()})")
    raise typer.Exit


def doctor(as_json: AsJson = False) -> None:
    """Check versions, compilation, data files and the terminal."""
    findings = list(examine())
    if as_json:
        show_json(findings)
    else:
        for finding in findings:
            print(f"{'ok ' if finding.ok else 'BAD'} {finding.what:24} {finding.found}")
    if not all(item.ok for item in findings if item.what != "terminal"):
        raise typer.Exit(1)


def is_compiled(module: str) -> bool:
    """Whether a module runs compiled."""
    return not str(import_module(module).__file__).endswith(".py")


def position_module(game: AnyGame) -> str:
    """Where a game's positions are defined."""
    return type(game.new(game.options())).__module__


def rules_module(game: AnyGame) -> str:
    """Where a game's rules are defined; those of a game in one file are in its class."""
    return type(game).__module__ if isinstance(game, PlainGame) else position_module(game)


def compiled_modules(games: list[AnyGame]) -> list[str]:
    """The modules that the build compiles: the core's and the positions of our own games, small
    ones aside.
    """
    texts = [position_module(game) for game in games]
    return [
        "dogfight.core.dice",
        "dogfight.core.position",
        *(text for text in texts if text.startswith("dogfight.")),
    ]


def examine() -> Iterator[DoctorCheck]:
    """Look at versions, compilation, data files, rules pages and the terminal."""
    python = platform.python_version()
    yield DoctorCheck("Python", sys.version_info >= (3, 11), f"{python}; 3.11 or later is needed")
    for package in ("dogfight", "librt", "msgspec", "rich", "textual", "typer"):
        try:
            yield DoctorCheck(package, True, version(package))
        except PackageNotFoundError:
            yield DoctorCheck(package, False, "not installed")
    findings, games = zip(*[_game_findings(name) for name in dogfight.names()], strict=True)
    interpreted = [
        compiled_module
        for compiled_module in compiled_modules([game for game in games if game])
        if not is_compiled(compiled_module)
    ]
    text = (
        "compiled"
        if not interpreted
        else "interpreted (slower, same results): " + ", ".join(interpreted)
    )
    yield DoctorCheck("rules engine", True, text)
    for finding in findings:
        yield from finding
    size = shutil.get_terminal_size()
    wide = size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES
    text = f"{size.columns}×{size.lines}; at least {LEAST_COLUMNS}×{LEAST_LINES} is needed to play"
    yield DoctorCheck("terminal", wide, text)
    yield DoctorCheck("colour", True, "off (NO_COLOR)" if os.environ.get("NO_COLOR") else "on")
    encoding = sys.stdout.encoding or "?"
    yield DoctorCheck(
        "encoding", True, encoding if "utf" in encoding.lower() else f"{encoding}; use --ascii"
    )


def _game_findings(name: str) -> tuple[list[DoctorCheck], AnyGame | None]:
    """What there is to say of a game's files, and the game where it can be loaded."""
    try:
        game = dogfight.load(name)
        count = len(rules(name))
    except DogfightError as error:
        return [DoctorCheck(f"{name} data", False, str(error))], None
    files = built_in_names(name)
    data = DoctorCheck(
        f"{name} data",
        True,
        f"{', '.join(files)} ({game.data_digest})" if files else "has no data files",
    )
    in_order = count > 0 or not type(game).__module__.startswith("dogfight.")
    return [
        data,
        DoctorCheck(
            f"{name} rules page", in_order, f"{count} rules" if count else "has no rules page"
        ),
    ], game
