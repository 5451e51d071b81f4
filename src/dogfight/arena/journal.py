"""Finished games on the disk: one JSON line each, only ever added to, so that an arena can go on where it stopped."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

import msgspec

from dogfight.arena.plan import Terms
from dogfight.arena.play import Finished
from dogfight.core.errors import BadOption


class Journal:
    """The file of one arena: its terms first, then its games in the order in which they ended."""

    def __init__(self, path: Path | None, terms: Terms) -> None:
        self.games: dict[int, Finished] = {}
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

    def _read(self, path: Path, terms: Terms) -> int:
        """Take in the games of a file; how much of it is whole. A line that a crash has cut off is played again."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines and not msgspec.json.encode(terms).startswith(content):
            raise BadOption(f"{path}: expected the games of an arena, got something else")
        for number, line in enumerate(lines, 1):
            try:
                if number == 1:
                    _compare(path, msgspec.json.decode(line, type=Terms), terms)
                else:
                    game = msgspec.json.decode(line, type=Finished)
                    self.games[game.number] = game
            except msgspec.MsgspecError as error:
                raise BadOption(f"{path}, line {number}: expected a game of an arena; {error}") from None
        return whole

    def add(self, game: Finished) -> None:
        """Keep a game; it is in the file before this returns."""
        self.games[game.number] = game
        self._write(game)

    def _write(self, value: msgspec.Struct) -> None:
        if self._file is not None:
            os.write(self._file, msgspec.json.encode(value) + b"\n")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _compare(path: Path, found: Terms, wanted: Terms) -> None:
    for name in Terms.__struct_fields__:
        was, now = getattr(found, name), getattr(wanted, name)
        if was != now:
            raise BadOption(
                f"{path} holds games with {name} {was!r}, asked for is {now!r}; "
                "expected the arguments it was begun with, or another file"
            )
