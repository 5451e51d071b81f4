"""What happened, in plain words, and who may know it."""

from __future__ import annotations

import msgspec

from dogfight.core.seat import OPEN, Seat

Fact = int | str | bool | float | list[int] | list[str]


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; `seen_by` is None when everybody may know it.

    `facts` are the same news as numbers and names, for boards that animate them.
    """

    kind: str
    words: str
    rule: str = ""
    facts: dict[str, Fact] = {}
    seen_by: tuple[Seat, ...] | None = None

    def visible_to(self, seat: Seat) -> bool:
        return self.seen_by is None or seat == OPEN or seat in self.seen_by


def told_to(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """The events a seat may know, without the mark of who else knows them."""
    return tuple(msgspec.structs.replace(event, seen_by=None) for event in events if event.visible_to(seat))
