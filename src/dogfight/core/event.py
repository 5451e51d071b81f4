"""What happened, in plain words, and who may know it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import msgspec

from dogfight.core.seat import OPEN, Seat

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


class EventCause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something came out as it did: one short sentence with its rule.

    `more` is a second sentence where the first needs one. `empty` says that a phase passed in which
    nothing happened, so that boards show the reason by itself.
    """

    words: str
    rule: str
    more: str = ""
    empty: bool = False


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; `seen_by` is None when everybody may know it.

    `facts` are the same news as numbers and names, for boards that animate them; `places` are where
    it happened and `who` the pieces that it is about, each in the order of the telling, for a log
    that points at the board. `causes` say why it came out so, two at most, and hold
    nothing that the event itself may not tell. `unless` lists seats that were told the same in full
    by another event, so that nobody hears it twice.
    """

    kind: str
    text: str
    rule: str = ""
    facts: dict[str, Fact] = {}
    seen_by: tuple[Seat, ...] | None = None
    hidden_from: tuple[Seat, ...] = ()
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    causes: tuple[EventCause, ...] = ()

    def visible_to(self, seat: Seat) -> bool:
        """Return whether the seat sees this event; with every secret open the fuller event is
        the visible one.
        """
        if self.hidden_from and (seat in self.hidden_from or seat == OPEN):
            return False
        return self.seen_by is None or seat == OPEN or seat in self.seen_by

    def because(self, *causes: EventCause | None) -> Event:
        """Return the event with the causes that there are."""
        return msgspec.structs.replace(self, causes=tuple(cause for cause in causes if cause))


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
    pieces: tuple[str, ...]


def visible_events(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """The events a seat may know, without the mark of who else knows them."""
    return tuple(
        msgspec.structs.replace(event, seen_by=None, hidden_from=())
        for event in events
        if event.visible_to(seat)
    )
