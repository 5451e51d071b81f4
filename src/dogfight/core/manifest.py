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
    calls: str = ""
    """`Sequence[Call]`: what its players can say with a tap; without it, what all games have."""
    bot_calls: str = ""
    """What its bots call (`announce(view, action)`), and how they `heed(view, heard, action)` what
    was called in this turn: player, call and targets.
    """
    highlights: str = ""
    """What people remember of a finished game, out of what everybody was told:
    `(Sequence[SeatInfo], Sequence[Event]) -> Sequence[Highlight]`
    """
    data_files: str = ""
    """`Mapping[str, type]`: the type of each data file by its name, or by a pattern like
    `battle_*.toml`; forms for the files are made from them.
    """
    data_questions: Mapping[str, str] = field(default_factory=dict)
    """What can be asked about data files while they are edited: a name and
    `(Path | None, dict[str, str]) -> Any`, out of a folder and of what the question is about.
    """
    svg_board: str = ""
    """`(Game, View) -> Picture`"""
    text_board: str = ""
    """`TextBoard`"""
    print_kit: str = ""
    """`(Game) -> Kit`"""
    booklet: str = ""
    """`(Game, Options) -> Kit`: what one game with these options needs, and nothing else."""
    data_costs: str = ""
    """`packs.checking.DataCosts`: how much work its data files ask for, where that has bounds."""
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
    variants: Mapping[str, Mapping[str, str | int | bool]] = field(default_factory=dict)
    """Short games for learners by their names, each with its options; every one has an id."""
    positions: Mapping[str, str] = field(default_factory=dict)
    """Short games for learners that begin in a position, by their names: its notation."""
    pieces: str = ""
    """`(Game, Options) -> PieceTable` of `envs.observations`: pieces and board as numbers"""
    egocentric_digest: str = ""
    """Stands for its egocentric numbers; who changes it appends to `env_digests` as well."""
    pieces_digest: str = ""
    """Stands for the columns of its pieces; who changes it appends to `env_digests` as well."""
    groups: tuple[Mapping[str, str | int | bool], ...] = ({},)
    """The options of the groups that hosts put together out of strangers, the usual group first."""
    scores: Mapping[str, str] = field(default_factory=dict)
    """What learners may be rewarded with beside the result: a name and
    `(Position) -> tuple[float, ...]`, what every seat is ahead by, out of what is public.
    """
    env_digests: tuple[str, ...] = ()
    """The digest of its action and feature spaces for every environment version; append only."""
    has_draws: bool = False
    """Whether its rules know draws, so that players may also agree on one."""
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
