"""What happened, in plain words, and who may know it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import msgspec

from dogfight.core.seat import OPEN, Seat

OPENING = "opening"
"""The kind of an event that tells, before the first move, who plays and what the draws rest on."""
ABOUT_TABLE = "table"
"""The kind of an event about the table itself: who sits where.

It stays however many moves are taken back.
"""
SEALED = "sealed"
"""The kind of an event that only says that a seat has sealed something, which it may still
withdraw.
"""
PARTIAL = "rolling"
"""The kind of an event about a part of a roll; the event that completes the roll tells all dice,
so logs skip this.
"""
Fact = int | str | bool | float | list[Any]
"""A number, a name, or a list of either, in a form that can be read back from JSON."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; `seen_by` is None when everybody may know it.

    `facts` are the same news as numbers and names, for boards that animate them; `places` are where
    it happened and `who` the pieces that it is about, each in the order of the telling, for a log
    that points at the board. `unless` lists seats that were told the same in full by another event,
    so that nobody hears it twice.
    """

    kind: str
    words: str
    rule: str = ""
    facts: dict[str, Fact] = {}
    seen_by: tuple[Seat, ...] | None = None
    unless: tuple[Seat, ...] = ()
    places: tuple[str, ...] = ()
    who: tuple[str, ...] = ()

    def visible_to(self, seat: Seat) -> bool:
        """Return whether the seat sees this event; with every secret open the fuller event is
        the visible one.
        """
        if self.unless and (seat in self.unless or seat == OPEN):
            return False
        return self.seen_by is None or seat == OPEN or seat in self.seen_by


class EventKind(msgspec.Struct, frozen=True, kw_only=True):
    """What hosts do with a kind of event; a game lists its kinds in `events.py`."""

    seconds: float = 0.0
    """How long boards show it at the normal speed; 0 is shown together with the event before."""
    pause_by: str = ""
    """A fact: events of this kind that differ in it are shown with a pause between them."""
    heading: bool = False
    """It only announces what follows."""
    harmful: bool = False
    """A piece was damaged or lost."""
    sound: Literal["", "shot", "loss"] = ""


class EventContext(TypedDict, total=False):
    """Where something happened and which pieces it is about, to be told with an event."""

    places: tuple[str, ...]
    who: tuple[str, ...]


def visible_events(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """The events a seat may know, without the mark of who else knows them."""
    return tuple(
        msgspec.structs.replace(event, seen_by=None, unless=())
        for event in events
        if event.visible_to(seat)
    )
