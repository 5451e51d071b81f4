"""A folder of data files that travels: its texts go to every process, wherever that runs."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import msgspec

import dogfight
from dogfight.core.errors import BadData
from dogfight.core.registry import AnyGame

_written: list[tempfile.TemporaryDirectory[str]] = []
"""Folders written for sets that travelled; they last as long as the process."""


class DataSet(msgspec.Struct, frozen=True):
    """Texts of files by their path in the folder; without any it stands for the built-in data."""

    files: dict[str, str] = {}

    def folder(self) -> Path | None:
        """The set as a folder of its own; none for the built-in data."""
        if not self.files:
            return None
        place = tempfile.TemporaryDirectory(prefix="dogfight-data-")
        _written.append(place)
        return self.write(Path(place.name))

    def write(self, folder: Path) -> Path:
        """Write the files into a folder."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder

    def load(self, game: str) -> AnyGame:
        """The game with these files; made once in a process."""
        return (
            _with_files(game, tuple(sorted(self.files.items())))
            if self.files
            else dogfight.load(game)
        )


@lru_cache(maxsize=64)
def _with_files(game: str, files: tuple[tuple[str, str], ...]) -> AnyGame:
    with tempfile.TemporaryDirectory(prefix="dogfight-data-") as place:
        return dogfight.load(game, DataSet(dict(files)).write(Path(place)))


BUILT_IN_DATA = DataSet()
"""Stands for the files that games bring along."""


def read_set(folder: Path | None) -> DataSet:
    """The data files of a folder; the built-in data where there is none."""
    if folder is None:
        return DataSet()
    if not folder.is_dir():
        raise BadData(f"{folder}: expected a folder with data files")
    files: dict[str, str] = {}
    for path in sorted(folder.rglob("*.toml")):
        try:
            files[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadData(f"{path}: expected a text file in UTF-8; {error}") from error
    return DataSet(files)
