"""The table of keys in docs/data.md, made from the types that check the files.

`PYTHONPATH=src python tests/test_data_docs.py` writes it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints
from unittest.mock import patch

import msgspec

import dogfight
from dogfight.core.registry import manifest_of
from dogfight.datafiles.files import DataFile, built_in_names

PAGE = Path(__file__).parents[1] / "docs" / "data.md"
BEGIN, END = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"


def shapes() -> dict[str, dict[str, Any]]:
    """The type of every file of every game, as the game reads it with its built-in data."""
    seen: dict[str, dict[str, Any]] = {}
    real = DataFile.read

    def read(self: DataFile, shape: type[Any], rules: Any = None) -> Any:
        seen[game].setdefault(self.name, shape)
        return real(self, shape, rules)

    with patch.object(DataFile, "read", read):
        for game in dogfight.names():
            if built_in_names(game):
                seen[game] = {}
                manifest_of(game).load("game")(None)
                patterns: dict[str, Any] = manifest_of(game).load("data_files") or {}
                seen[game] |= {name: shape for name, shape in patterns.items() if "*" in name}
    return seen


def structs_in(shape: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs of a type, itself first, each once."""
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        yield shape
        for hint in get_type_hints(shape).values():
            yield from structs_in(hint)
    elif get_origin(shape) is not None:
        for argument in get_args(shape):
            yield from structs_in(argument)


def rows() -> Iterator[str]:
    """A line for every table of every file: its keys, needed ones before those that may be
    missing.
    """
    for game, files in shapes().items():
        for name, shape in sorted(files.items()):
            for struct in dict.fromkeys(structs_in(shape)):
                fields = msgspec.structs.fields(struct)
                needed = [f"`{field.encode_name}`" for field in fields if field.required]
                others = [f"`{field.encode_name}`" for field in fields if not field.required]
                title = struct.__name__.lstrip("_")
                yield (
                    f"| `{game}/{name}` | {title} | {', '.join(needed) or '–'} |"
                    f" {', '.join(others) or '–'} |\n"
                )


def table() -> str:
    head = "| file | table | keys it must have | keys it may have |\n|---|---|---|---|\n"
    return head + "".join(rows())


def test_the_table_of_keys_is_that_of_the_types() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == table()


def test_every_file_has_its_keys() -> None:
    files = {f"{game}/{name}" for game in dogfight.names() for name in built_in_names(game)}
    listed = set(re.findall(r"^\| `([^`]+)`", table(), re.M))
    assert all(any(fnmatch(name, pattern) for pattern in listed) for name in files)
    assert all(any(fnmatch(name, pattern) for name in files) for pattern in listed)


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{table()}{END}{rest.partition(END)[2]}", encoding="utf-8")
