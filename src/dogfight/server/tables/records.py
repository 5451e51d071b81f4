"""The record of a finished game, and what a review needs beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from dogfight.core.errors import BadOption
from dogfight.core.event import Event
from dogfight.core.seat import Seat
from dogfight.match import draws
from dogfight.match.record import Record
from dogfight.match.replay import version_notice
from dogfight.server.jobs import pack
from dogfight.server.refusals import Refused
from dogfight.server.review import read_perspective
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
            draw_tags = match.promised(row.seed_commitment) if row.seed_commitment else None
            if tags := match.tags or draw_tags:
                header = draws.with_tags(header, tags)
            if row.ended:
                header = msgspec.structs.replace(header, ended=row.ended)
            return replace(record, header=header)

    def packed(self) -> bytes:
        """Return the record of a finished game as jobs hold it; it is packed once, as a long one
        takes time.
        """
        if self._packed is None:
            self._packed = pack(self.record())
        return self._packed

    def step_of_log_line(self, perspective: str, line: int) -> int:
        """The step of the review in which a perspective was told a line of its log."""
        with _unknown():
            return self._table.match.table.move_of_log_line(self._perspective(perspective), line)

    def notes_for(self, perspective: str) -> tuple[tuple[int, Event], ...]:
        """What the table itself told a perspective: after how many moves, and what."""
        with _unknown():
            notes = self._table.match.notes_for(self._perspective(perspective))
        notice = version_notice(self._table.game, self.record().header)
        return ((0, Event("notice", notice)), *notes) if notice else notes

    def _perspective(self, name: str) -> Seat:
        return read_perspective(name, len(self._table.match.table.seats))


@contextmanager
def _unknown() -> Iterator[None]:
    """What cannot be asked for is refused in the words of the one who noticed."""
    try:
        yield
    except BadOption as error:
        raise Refused("unknown", error.message) from None
