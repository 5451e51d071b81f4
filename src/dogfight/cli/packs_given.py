"""Packs on the command line: unpacked for a call, and named in errors as they were given."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from dogfight.core.errors import DogfightError

_unpacked: dict[Path, tuple[Path, str]] = {}
"""Where packs lie unpacked: how each was given, and its game."""
_places: list[tempfile.TemporaryDirectory[str]] = []
"""Folders that last as long as the call."""


def folder_given(path: Path | None) -> Path | None:
    """The folder with the data files that a call names: a pack is checked and unpacked first."""
    from dogfight.packs.checking import check_pack
    from dogfight.packs.files import is_pack, read_pack

    if path is None or not is_pack(path):
        return path
    try:
        pack = read_pack(path)
        check_pack(pack, str(path))
    except DogfightError as error:
        raise typer.BadParameter(str(error)) from None
    place = tempfile.TemporaryDirectory(prefix="dogfight-pack-")
    _places.append(place)
    folder = pack.data_set.write(Path(place.name))
    _unpacked[folder] = path, pack.info.game
    return folder


def folders_given(paths: list[Path]) -> list[Path]:
    """The same for several."""
    return [folder for path in paths if (folder := folder_given(path)) is not None]


def given_as(folder: Path) -> Path:
    """How a folder was named in the call."""
    return _unpacked[folder][0] if folder in _unpacked else folder


def game_of_pack(folder: Path | None) -> str:
    """The game of a pack that was given; empty for a plain folder of data files."""
    return _unpacked[folder][1] if folder in _unpacked else ""


def with_names_given(error: DogfightError) -> DogfightError:
    """An error that names packs as they were given."""
    for folder, (path, _) in _unpacked.items():
        if str(folder) in error.message:
            message = error.message.replace(str(folder), str(path))
            return DogfightError(message, rule=error.rule)
    return error
