"""What is wrong with the data files of a folder: strange names, files that cannot be read,
values that cannot be.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

import dogfight
from dogfight.core.errors import BadData
from dogfight.datafiles.files import built_in_names, check_name
from dogfight.workshop.checking import copied, faults_of


class DataCheck(msgspec.Struct, omit_defaults=True):
    """One game whose data are in order, or one fault; a fault of the folder itself belongs to no
    game.
    """

    game: str
    ok: bool
    digest: str = ""
    files: tuple[str, ...] = ()
    error: str = ""
    rule: str = ""

    def text(self) -> str:
        if not self.ok:
            return f"{self.error} [{self.rule}]" if self.rule else self.error
        if not self.files:
            return "ok, has no data files"
        return f"ok {self.digest} ({', '.join(self.files)})"


def checked(folder: Path | None, games: tuple[str, ...]) -> list[DataCheck]:
    """Every game with its digest or its faults; with a folder, those games for which it holds
    something.
    """
    if folder is None:
        return [item for game in games for item in _game(game, None, built_in_names(game))]
    checkeds = list(_names(folder, games))
    for game in games:
        files = _files(game, folder)
        if files:
            checkeds += _game(game, folder, tuple(sorted({path.name for path in files})))
    if not checkeds:
        expected = (
            ", ".join(game for game in games if built_in_names(game)) or "a game with data files"
        )
        checkeds.append(
            DataCheck("", False, error=f"{folder}: expected data files of {expected}, got none")
        )
    return checkeds


def _files(game: str, folder: Path) -> list[Path]:
    """The files of a folder that a game reads."""
    known = built_in_names(game)
    places = [place for place in (folder / game, folder) if place.is_dir()]
    paths = [path for place in places for path in sorted(place.glob("*.toml")) if known]
    return [path for path in paths if _fits(path, known)]


def _fits(path: Path, known: tuple[str, ...]) -> bool:
    try:
        check_name(path, known)
    except BadData:
        return False
    return True


def _names(folder: Path, games: tuple[str, ...]) -> Iterator[DataCheck]:
    """Folders and files whose names nobody reads."""
    every = dogfight.names()
    known = tuple(name for game in every for name in built_in_names(game))
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in every and not path.name.startswith("."):
            yield DataCheck(
                "",
                False,
                error=f"{path}: expected a folder named after a game ({', '.join(every)})",
            )
        elif path.is_file():
            yield from _strange(path, "", known)
        elif path.name in games:
            for item in sorted(path.iterdir()):
                yield from _strange(item, path.name, built_in_names(path.name))


def _strange(path: Path, game: str, known: tuple[str, ...]) -> Iterator[DataCheck]:
    try:
        check_name(path, known)
    except BadData as error:
        yield DataCheck(game, False, error=error.message, rule=error.rule)


def _game(name: str, folder: Path | None, files: tuple[str, ...]) -> list[DataCheck]:
    """A game loaded, and all of its data read."""
    with tempfile.TemporaryDirectory() as scratch:
        place = folder if folder is None else copied(folder, Path(scratch), _files(name, folder))
        game, faults = faults_of(name, place)
        reports = [
            DataCheck(
                name,
                False,
                error=fault.message.replace(str(place), str(folder)) if place else fault.message,
                rule=fault.rule,
            )
            for fault in faults
        ]
    if game is None or reports:
        return reports
    return [DataCheck(name, True, digest=game.data_digest, files=files)]
