"""The record of a finished game, and what a review needs beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from dogfight.core import fair
from dogfight.core.errors import BadOption
from dogfight.core.event import Event
from dogfight.core.record import Record, version_notice
from dogfight.core.seat import Seat
from dogfight.server.desk import pack
from dogfight.server.refusals import Refused
from dogfight.server.review import read_eye
from dogfight.server.storage.damage import isolated

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class Records:
    """What can be had of a table when its game is over."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._packed: bytes | None = None

    def record(self) -> Record:
        """The record of a finished game, with the seed its draws can be checked by."""
        row, match = self._table.row, self._table.match
        if row.status != "over":
            raise Refused("not_now", "A record can be had when the game is over.")
        with isolated(self._table.code, "its record cannot be written"):
            record, names = match.table.record, self._table.seating.names()
            header = msgspec.structs.replace(
                record.header, players=names, rules=row.rules, data=row.data
            )
            draw_tags = match.promised(row.promise) if row.promise else None
            if tags := match.tags or draw_tags:
                header = fair.with_tags(header, tags)
            if row.ended:
                header = msgspec.structs.replace(header, ended=row.ended)
            return Record(header, record.moves, record.result)

    def packed(self) -> bytes:
        """The record of a finished game as it is handed to the desk; packed once, for a long one
        takes its time.
        """
        if self._packed is None:
            self._packed = pack(self.record())
        return self._packed

    def told_after(self, eye: str, line: int) -> int:
        """The step of the review in which an eye was told a line of its log."""
        with _unknown():
            return self._table.match.table.told_after(self._eye(eye), line)

    def notes_for(self, eye: str) -> tuple[tuple[int, Event], ...]:
        """What the table itself told an eye: after how many moves, and what."""
        with _unknown():
            notes = self._table.match.notes_for(self._eye(eye))
        notice = version_notice(self._table.game, self.record().header)
        return ((0, Event("notice", notice)), *notes) if notice else notes

    def _eye(self, name: str) -> Seat:
        return read_eye(name, len(self._table.match.table.seats))


@contextmanager
def _unknown() -> Iterator[None]:
    """What cannot be asked for is refused in the words of the one who noticed."""
    try:
        yield
    except BadOption as error:
        raise Refused("unknown", error.words) from None
