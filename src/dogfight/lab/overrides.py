"""Values of data files changed by a key, such as `sets.green.range=1..3`; nobody has to edit a
file by hand.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dogfight.bulk.data_sets import DataSet
from dogfight.core.errors import BadOption
from dogfight.core.reading import parse_int
from dogfight.datafiles.files import built_in, built_in_names

MOST_POINTS = 60
MOST_VALUES = 2000
"""Values that one range may stand for."""
"""Values of one sweep, all combinations counted."""


@dataclass(frozen=True)
class Swept:
    """A key, and the values it takes one after another; `file` may be left to be found."""

    key: str
    values: tuple[Any, ...]
    file: str = ""


def read_swept(word: str) -> Swept:
    """`KEY=1..3`, `KEY=1..9..2`, `KEY=a,b,[1,2]`, or `FILE.toml:KEY=…`; `BadOption` if it cannot
    be read.
    """
    name, result, values = word.partition("=")
    file, has_file, key = name.rpartition(":")
    if not result or not key or not values or (has_file and not file.endswith(".toml")):
        raise BadOption(
            f"expected a key with values like sets.green.range=1..3 or track=6,7,8, got {word!r}"
        )
    return Swept(key.strip(), read_values(values), file)


def read_values(text: str) -> tuple[Any, ...]:
    """A range of whole numbers, or a list of values as TOML writes them; a bare word is a text."""
    ends = [parse_int(part) for part in text.split("..")]
    if 2 <= len(ends) <= 3 and None not in ends:
        first, last, step = (*(end for end in ends if end is not None), 1)[:3]
        if step < 1 or last < first:
            raise BadOption(f"expected a range that goes up, like 1..3 or 2..10..2, got {text!r}")
        if (last - first) // step >= MOST_VALUES:
            raise BadOption(f"expected a range of at most {MOST_VALUES} values, got {text!r}")
        return tuple(range(first, last + 1, step))
    return tuple(_value(part) for part in _split(text))


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _value(word: str) -> Any:
    try:
        return tomllib.loads(f"value = {word}")["value"]
    except (
        ValueError,
        RecursionError,
    ):  # not TOML, a number too long to be read, or too many brackets
        return word


def combinations(swept: Sequence[Swept]) -> list[tuple[tuple[Swept, Any], ...]]:
    """Every choice of one value for each key, the last key changing fastest."""
    count = 1
    for item in swept:
        count *= len(item.values)
    if not 2 <= count <= MOST_POINTS:
        raise BadOption(f"expected from 2 to {MOST_POINTS} combinations of values, got {count}")
    return [
        tuple(zip(swept, values, strict=True))
        for values in itertools.product(*(entry.values for entry in swept))
    ]


def all_files(game: str, data: DataSet) -> dict[str, str]:
    """Every data file of a game: those of the set in place of the built-in ones."""
    files = {
        f"{game}/{name}": built_in(game).joinpath(name).read_text(encoding="utf-8")
        for name in built_in_names(game)
    }
    return files | _in_folder(game, data)


def _in_folder(game: str, data: DataSet) -> dict[str, str]:
    """The files of a set, those at its top in the folder of the game."""
    return {name if "/" in name else f"{game}/{name}": text for name, text in data.files.items()}


def with_values(game: str, data: DataSet, chosen: Sequence[tuple[Swept, Any]]) -> DataSet:
    """The set with some values changed, and keys removed whose value is None; the rest of the
    files stays as it is, comments too.
    """
    files = all_files(game, data)
    touched = _in_folder(game, data)
    for swept, value in chosen:
        name = _file_of(swept, files)
        files[name] = touched[name] = _changed(name, files[name], swept.key, value)
    return DataSet(touched)


def _file_of(swept: Swept, files: Mapping[str, str]) -> str:
    """The file that has the key; `BadOption` where none or several do."""
    names = [name for name in files if not swept.file or name.endswith(f"/{swept.file}")]
    texts = [name for name in names if _has(tomllib.loads(files[name]), swept.key.split("."))]
    if len(texts) == 1:
        return texts[0]
    if texts:
        raise BadOption(
            f"{swept.key} is in {', '.join(texts)}; expected one of them before it, like"
            f" FILE.toml:{swept.key}"
        )
    raise BadOption(
        f"expected a key of {', '.join(names) or swept.file or 'a data file'}, got {swept.key!r}"
    )


def _step(value: Any, part: str) -> Any:
    """What lies under a part of a key, by name or by place in a list; `KeyError` if there is
    nothing.
    """
    if isinstance(value, list):
        place = parse_int(part)
        if place is None or not 0 <= place < len(value):
            raise KeyError(part)
        return value[place]
    if not isinstance(value, Mapping):
        raise KeyError(part)
    return value[part]


def _has(contents: Any, parts: Sequence[str]) -> bool:
    try:
        for part in parts:
            contents = _step(contents, part)
    except KeyError:
        return False
    return True


def _changed(name: str, text: str, key: str, value: Any) -> str:
    try:
        import tomlkit
    except ImportError:
        raise BadOption(
            "a sweep over a data file needs the extra: pip install 'dogfight[lab]'"
        ) from None
    document = tomlkit.parse(text)
    *way, last = key.split(".")
    place: Any = document
    for part in way:
        place = _step(place, part)
    if value is None:
        place.pop(last)
        return tomlkit.dumps(document)
    place[int(last) if isinstance(place, list) else last] = value
    changed = tomlkit.dumps(document)
    if tomllib.loads(changed) == tomllib.loads(text) and _at(tomllib.loads(text), key) != value:
        raise BadOption(f"{name}: {key} could not be changed to {value!r}")
    return changed


def _at(contents: Any, key: str) -> Any:
    for part in key.split("."):
        contents = _step(contents, part)
    return contents
