"""Finished work on the disk: one JSON line each, only ever added to, so that it can go on where
it stopped.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, TypeVar

import msgspec

from dogfight.core.errors import BadOption


class Numbered(Protocol):
    """A piece of finished work; each number counts once."""

    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=Numbered)


class Journal(Generic[N]):
    """The file of one undertaking: its terms first, then what is finished, in the order in which it
    ended.

    `kind` is the type of a finished piece, `what` names the undertaking in errors.
    """

    def __init__(self, path: Path | None, terms: msgspec.Struct, kind: type[N], what: str) -> None:
        self.done: dict[int, N] = {}
        self._kind = kind
        self._what = what
        self._file: int | None = None
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            keep = self._read(path, terms)
            os.truncate(path, keep)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        if os.fstat(self._file).st_size == 0:
            self._write(terms)

    def _read(self, path: Path, terms: msgspec.Struct) -> int:
        """Take in the work of a file; how much of it is whole.

        A line that a crash has cut off is done again.
        """
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines and not msgspec.json.encode(terms).startswith(content):
            raise BadOption(f"{path}: expected the games of {self._what}, got something else")
        for number, line in enumerate(lines, 1):
            try:
                if number == 1:
                    _compare(path, msgspec.json.decode(line, type=type(terms)), terms)
                else:
                    piece = msgspec.json.decode(line, type=self._kind)
                    self.done[piece.number] = piece
            except msgspec.MsgspecError as error:
                raise BadOption(
                    f"{path}, line {number}: expected a game of {self._what}; {error}"
                ) from None
        return whole

    def add(self, piece: N) -> None:
        """Keep a piece; it is in the file before this returns."""
        self.done[piece.number] = piece
        self._write(piece)

    def _write(self, value: object) -> None:
        if self._file is not None:
            os.write(self._file, msgspec.json.encode(value) + b"\n")

    def __enter__(self) -> Journal[N]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _compare(path: Path, struct: msgspec.Struct, expected: msgspec.Struct) -> None:
    for name in expected.__struct_fields__:
        was, now = getattr(struct, name), getattr(expected, name)
        if was != now:
            raise BadOption(
                f"{path} holds games with {name} {was!r}, asked for is {now!r}; "
                "expected the arguments it was begun with, or another file"
            )
