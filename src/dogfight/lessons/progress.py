"""How far a learner has come in each lesson, kept in one small file for the terminal."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from dogfight.core.errors import BadData
from dogfight.lessons.play import LessonTable, Place


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"explained": "told"}):
    """Where a learner is in one lesson, and whether the end of it was ever reached."""

    step: int = 0
    words: tuple[tuple[str, ...], ...] = ((),)
    explained: bool = False
    done: bool = False

    @property
    def place(self) -> Place:
        """Where to go on; a lesson that was finished begins anew."""
        return Place(self.step, self.words, self.explained)


def kept(table: LessonTable, before: Kept | None) -> Kept:
    """What to keep of a lesson as it stands, given what was kept before."""
    done = (before is not None and before.done) or table.doing == "finished"
    place = table.place if table.doing != "finished" else Place()
    return Kept(place.step, place.words, place.explained, done)


def usual_file() -> Path:
    """Where progress is kept unless the call says otherwise."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "dogfight" / "lessons.json"


class ProgressFile:
    """The progress of one person on one machine; a write is whole or has not happened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = self._read()

    def _read(self) -> dict[str, Kept]:
        try:
            raw = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        try:
            return msgspec.json.decode(raw, type=dict[str, Kept])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            text = (
                f"{self._path}: expected the progress in lessons, got something else ({error});"
                " remove it to begin anew"
            )
            raise BadData(text) from None

    def of(self, game: str, number: int) -> Kept | None:
        """What was kept of a lesson."""
        return self._kept.get(_key(game, number))

    def keep(self, table: LessonTable) -> None:
        """Keep a lesson as it stands."""
        game, number = table.course.game, table.number
        self._kept[_key(game, number)] = kept(table, self.of(game, number))
        self._write()

    def forget(self, game: str, number: int) -> None:
        """Begin a lesson anew; that it was finished once is still known."""
        before = self.of(game, number)
        self._kept[_key(game, number)] = Kept(done=before is not None and before.done)
        self._write()

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with fresh.open("wb") as file:
            file.write(msgspec.json.encode(self._kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)


def _key(game: str, number: int) -> str:
    return f"{game}/{number}"
