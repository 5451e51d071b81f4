"""The manifest of a game: its names, and where each of its parts is found."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from dogfight.core.errors import BadOption


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Describes a game to its hosts; parts are `"module:attribute"` relative to the package and
    imported on first use.

    In a game of one file the attribute alone names a part. A part that is left out is one the game
    does not have.
    """

    package: str
    """The `__name__` of the package or file that holds the manifest."""
    name: str
    title: str
    about: str = ""
    prefix: str
    """The letters its rule ids begin with."""
    rules_version: str = "1"
    """Raised whenever a position could play differently."""
    order: int = 100
    """Games are listed by this number, then by name; plug-ins follow in the order of their
    registration.
    """
    game: str
    """Makes the game from a folder of data files or None: `(Path | None) -> Game`."""
    events: str = ""
    """`Mapping[str, EventKind]`"""
    svg_board: str = ""
    """`(Game, View) -> Picture`"""
    text_board: str = ""
    """`TextBoard`"""
    print_kit: str = ""
    """`(Game) -> Kit`"""
    evaluator: str = ""
    """`(Game, Options) -> Judge | None`"""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Bots that play this game only: name and maker."""
    commands: str = ""
    """`typer.Typer` with the commands `dogfight <name> …`"""
    examples: str = ""
    """Runs one worked example of a plug-in: `(Game, Example) -> list[str] | None`"""
    rulebook: str = "rulebook.md"
    lessons: str = ""
    """Files beside the package."""
    lesson_targets: Mapping[str, str] = field(default_factory=dict)
    """What lessons may point at on its board: a kind and a regular expression of names."""
    env_digests: tuple[str, ...] = ()
    """The digest of its action and feature spaces for every environment version; append only."""
    has_page: bool = False
    """Whether the browser page has a board of its own for this game."""

    def load(self, part: str) -> Any | None:
        """Import a part by the name of its field; None if the game has none, `BadOption` if it
        cannot be imported.
        """
        return self.load_from(getattr(self, part), part)

    def load_from(self, path: str, part: str) -> Any | None:
        """Import `"module:attribute"`; `part` names it in errors."""
        if not path:
            return None
        module, _, attribute = path.rpartition(":")
        try:
            return getattr(
                import_module(f"{self.package}.{module}" if module else self.package), attribute
            )
        except (ImportError, AttributeError) as error:
            raise BadOption(
                f"{self.name}: expected {part} at {path!r} of {self.package}; {error}"
            ) from error

    def file(self, name: str) -> Traversable:
        """Find a file of the package, or one beside the file that is the whole game."""
        module = sys.modules.get(self.package) or import_module(self.package)
        if hasattr(module, "__path__"):
            return resources.files(self.package).joinpath(name)
        return Path(module.__file__ or "").parent / name


manifests: dict[str, Manifest] = {}
"""All registered games by name."""
