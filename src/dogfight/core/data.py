"""Data files: TOML with provenance, found beside the game or in a folder that replaces them."""

from __future__ import annotations

import hashlib
import tomllib
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dogfight.core.errors import BadData

T = TypeVar("T")


class DataFile:
    """One TOML file of a game: where it came from, and its contents as typed values."""

    def __init__(self, name: str, text: str, source: str) -> None:
        self.name = name
        self.text = text
        self.source = source

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def read(self, shape: type[T]) -> T:
        """The file as a struct; `BadData` names file, key and what was expected."""
        try:
            contents = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{self.source}: expected TOML; {error}") from error
        try:
            return msgspec.convert(contents, shape)
        except msgspec.ValidationError as error:
            raise BadData(f"{self.source}: {error}") from error

    def fault(self, key: str, expected: str, got: Any, *, rule: str = "") -> BadData:
        """The error for a value that has the right type but cannot be."""
        return BadData(f"{self.source}: {key}: expected {expected}, got {got!r}", rule=rule)


def find(game: str, name: str, folder: Path | None) -> DataFile:
    """A data file of a game: `folder/game/name`, else `folder/name`, else the built-in one."""
    if folder is not None:
        if not folder.is_dir():
            raise BadData(f"{folder}: expected a folder with data files")
        for path in (folder / game / name, folder / name):
            if path.is_file():
                try:
                    return DataFile(name, path.read_text(encoding="utf-8"), str(path))
                except (OSError, UnicodeDecodeError) as error:
                    raise BadData(f"{path}: expected a text file in UTF-8; {error}") from error
    return DataFile(name, built_in(game).joinpath(name).read_text(encoding="utf-8"), f"{game}/{name}")


def built_in(game: str) -> Any:
    """The folder of a game's own data files, as a resource."""
    return resources.files(f"dogfight.games.{game}").joinpath("data")


def built_in_names(game: str) -> tuple[str, ...]:
    """The names of a game's own data files; a game in one file, or from elsewhere, has none."""
    module = find_spec(f"dogfight.games.{game}") if game.isidentifier() else None
    if module is None or module.submodule_search_locations is None:
        return ()
    return tuple(sorted(one.name for one in built_in(game).iterdir() if one.name.endswith(".toml")))


def digest_of(*files: DataFile) -> str:
    """One digest for several files."""
    joined = "".join(one.digest for one in files)
    return hashlib.sha256(joined.encode()).hexdigest()[:16]
