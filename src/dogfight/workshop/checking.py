"""What is wrong with the data files of a game, each fault with its place."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

import dogfight
from dogfight.core.errors import BadData, DogfightError, UnreadableData
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.datafiles.files import built_in_names, check_name

MOST_FILES = 100
MOST_LETTERS = 256 * 1024
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}\.toml")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault: the file, the way to the value in it, what was expected there and what came."""

    file: str
    line: int
    key: str
    place: tuple[str | int, ...]
    expected: str
    got: str
    rule: str
    text: str


def faults_of(name: str, folder: Path | None) -> tuple[AnyGame | None, list[DogfightError]]:
    """A game with the data of a folder, and all that is wrong with them; the game is None where
    they cannot be read.

    Files that cannot be read are taken out of the folder to find what is wrong with the others, so
    it has to be a copy.
    """
    faults: list[DogfightError] = []
    while True:
        try:
            game = dogfight.load(name, folder)
            break
        except DogfightError as error:
            faults.append(error)
            if (
                folder is None
                or not isinstance(error, UnreadableData)
                or not _set_aside(folder, error.message)
            ):
                return None, faults
    return game, [*faults, *game.check_data()]


def _set_aside(folder: Path, text: str) -> bool:
    """Take away the file that a fault is about; whether there is another one left."""
    guilty = next(
        (path for path in sorted(folder.rglob("*.toml")) if text.startswith(str(path))), None
    )
    if guilty is None:
        return False
    guilty.unlink()
    return any(folder.rglob("*.toml"))


def copied(folder: Path, scratch: Path, files: list[Path]) -> Path:
    """The files of a game in a folder of their own, so that one can be taken away."""
    for path in files:
        target = scratch / path.relative_to(folder)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, target)
    return scratch


def check_texts(game: str, files: Mapping[str, str]) -> None:
    """Refuse unknown games, files of names that the game does not read, too many and too long."""
    manifest_of(game)
    if len(files) > MOST_FILES:
        raise BadData(f"expected at most {MOST_FILES} files, got {len(files)}")
    known = built_in_names(game)
    for name, text in files.items():
        if not _NAME.fullmatch(name):
            raise BadData(f"expected names of files like my_data.toml, got {name[:80]!r}")
        check_name(Path(name), known)
        if len(text) > MOST_LETTERS:
            raise BadData(f"{name}: expected at most {MOST_LETTERS} letters, got {len(text)}")


@contextmanager
def folder_of(game: str, files: Mapping[str, str]) -> Iterator[Path | None]:
    """A folder with these files in the place of a game's own, as long as it is needed."""
    check_texts(game, files)
    if not files:
        yield None
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / game
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        yield Path(scratch)


def check(game: str, files: Mapping[str, str]) -> list[Finding]:
    """Every fault of some files that take the place of a game's own."""
    with folder_of(game, files) as folder:
        _, faults = faults_of(game, folder)
        return [finding_of(game, fault, folder) for fault in faults]


def finding_of(game: str, fault: DogfightError, folder: Path | None) -> Finding:
    """A fault with its place, without the folder that the files lay in."""
    text = fault.message.replace(f"{folder / game}/", "") if folder is not None else fault.message
    match fault:
        case BadData(line=line, key=key, place=place, expected=expected, got=got):
            pass
        case _:
            line, key, place, expected, got = 0, "", (), "", ""
    first = text.partition(":")[0].partition(",")[0]
    file = first.rpartition("/")[2] if first.endswith(".toml") else ""
    return Finding(
        file=file,
        line=line or _line_in(text),
        key=key,
        place=place,
        expected=expected,
        got=got,
        rule=fault.rule,
        text=text,
    )


def _line_in(text: str) -> int:
    """The line that a reader of TOML names in its own words."""
    match = re.search(r"at line (\d+)", text)
    return int(match[1]) if match else 0
