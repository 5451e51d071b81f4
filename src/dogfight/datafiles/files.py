"""Data files: TOML with provenance, found beside the game or in a folder that replaces them."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dogfight.core.errors import BadData, UnreadableData, shown
from dogfight.core.manifest import manifests
from dogfight.datafiles.shape import Fault, fault_in
from dogfight.datafiles.toml_lines import Place, Step, toml_lines

T = TypeVar("T")


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; keys that nobody knows are refused."""


class DataFile:
    """One TOML file of a game: where it came from, and its contents as typed values."""

    def __init__(self, name: str, text: str, source: str) -> None:
        self.name = name
        self.text = text
        self.source = source
        self._contents: dict[str, Any] | None = None
        self._lines: dict[Place, int] | None = None

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def contents(self) -> dict[str, Any]:
        """The file as TOML has it."""
        if self._contents is None:
            try:
                self._contents = tomllib.loads(self.text)
            except (ValueError, RecursionError) as error:
                text = (
                    "less deep lists and tables"
                    if isinstance(error, RecursionError)
                    else str(error)
                )
                raise UnreadableData(f"{self.source}: expected TOML; {text}") from error
        return self._contents

    def read(self, shape: type[T], rules: Mapping[str, str] | None = None) -> T:
        """The file as a struct; `BadData` names file, line, key, what was expected and what came.

        `rules` says for the first part of a key which rule is about it; an empty key stands for all
        the others.
        """
        fault = fault_in(self.contents, shape)
        if fault is not None:
            rules = rules or {}
            rule = rules.get(str(fault.place[0]) if fault.place else "", rules.get("", ""))
            key = _key_of(fault.place)
            raise self._fault(UnreadableData, key, fault, rule=fault.rule or rule)
        return msgspec.convert(self.contents, shape)

    def fault(self, key: str, expected: str, got: Any, *, rule: str = "") -> BadData:
        """The error for a value that has the right type but cannot be; `key` has dots, as in
        `sets.red.track`.
        """
        return self._fault(BadData, key, Fault(self.place_of(key), expected, got), rule=rule)

    def _fault(self, kind: type[BadData], key: str, fault: Fault, *, rule: str) -> BadData:
        line, got = self.line_at(fault.place), shown(fault.got)
        return kind(
            f"{self.source}, line {line}: {key}: expected {fault.expected}, got {got}",
            rule=rule,
            line=line,
            key=key,
            place=fault.place,
            expected=fault.expected,
            got=got,
        )

    def line_at(self, place: Place) -> int:
        """The line of a place in the contents, or of the nearest thing around it."""
        if self._lines is None:
            self._lines = toml_lines(self.text)
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def place_of(self, key: str) -> Place:
        """The place that a key with dots means, as far as there is one: an entry of a list goes
        by number or id.
        """
        here: Any = self.contents
        place: Place = ()
        rest = key.replace(" ", ".")
        while rest:
            step, here, rest = _step(here, rest)
            if step is None:
                return place
            place = (*place, step)
        return place


def _key_of(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(
        "."
    )


def _step(here: Any, rest: str) -> tuple[Step | None, Any, str]:
    """One step along a key: where it leads to, and what is left of the key."""
    if isinstance(here, dict):
        for name in sorted(here, key=len, reverse=True):
            if rest == name or rest.startswith(f"{name}."):
                return name, here[name], rest[len(name) + 1 :]
    word, _, left = rest.partition(".")
    if isinstance(here, list):
        for n, item in enumerate(here):
            if (isinstance(item, dict) and str(item.get("id")) == word) or word == str(n + 1):
                return n, item, left
    return None, None, ""


def find(game: str, name: str, folder: Path | None) -> DataFile:
    """A data file of a game: `folder/game/name`, else `folder/name`, else the built-in one."""
    if folder is not None:
        check_folder(game, folder)
        for path in (folder / game / name, folder / name):
            if path.is_file():
                return read_file(path)
    return DataFile(
        name, built_in(game).joinpath(name).read_text(encoding="utf-8"), f"{game}/{name}"
    )


def read_file(path: Path) -> DataFile:
    """A data file from anywhere."""
    try:
        return DataFile(path.name, path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableData(f"{path}: expected a text file in UTF-8; {error}") from error


def built_in(game: str) -> Any:
    """The folder of a game's own data files, as a resource."""
    return manifests[game].file("data")


def built_in_names(game: str) -> tuple[str, ...]:
    """The names of a game's own data files; a game in one file, or from elsewhere, has none."""
    if game not in manifests or not (folder := built_in(game)).is_dir():
        return ()
    return tuple(sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml")))


def check_folder(game: str, folder: Path) -> None:
    """A folder of replacements has to hold something that the game reads, and nothing that looks
    so and is not.
    """
    if not folder.is_dir():
        raise BadData(f"{folder}: expected a folder with data files")
    known = built_in_names(game)
    if not known:
        return
    own = folder / game
    for path in sorted(own.iterdir()) if own.is_dir() else ():
        check_name(path, known)
    if not any(
        (place / name).is_file() for place in (own, folder) for name in known
    ) and not _added(game, own, folder):
        raise BadData(
            f"{folder}: expected {', '.join(known)}, here or in {game}/, got none of them"
        )


def check_name(path: Path, known: tuple[str, ...]) -> None:
    """A file among data files has to be one of them; notes and other papers may lie beside them."""
    near = get_close_matches(path.name.lower(), known, 1, 0.8)
    if (
        path.name in known
        or path.name.startswith(".")
        or _is_added(path, known)
        or not (near or path.suffix == ".toml")
    ):
        return
    meant = f" (did you mean {near[0]}?)" if near else ""
    raise BadData(f"{path}: expected one of {', '.join(known)}{meant}, got {path.name!r}")


def _is_added(path: Path, known: tuple[str, ...]) -> bool:
    """A file beside those that a game has: of those that go by a pattern, such as battle_*.toml,
    there may be more.
    """
    kind, line, rest = path.name.partition("_")
    return (
        bool(line)
        and len(rest) > len(".toml")
        and path.suffix == ".toml"
        and _patterns(known) >= {kind}
    )


def _patterns(known: tuple[str, ...]) -> set[str]:
    return {name.partition("_")[0] for name in known if "_" in name}


def _added(game: str, *places: Path) -> bool:
    known = built_in_names(game)
    return any(
        _is_added(path, known) for place in places if place.is_dir() for path in place.iterdir()
    )


def digest_of(*files: DataFile) -> str:
    """One digest for several files."""
    joined = "".join(file.digest for file in files)
    return hashlib.sha256(joined.encode()).hexdigest()[:16]
