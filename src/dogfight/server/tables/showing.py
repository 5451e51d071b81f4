"""How long people look at what happened before the next question, at the calm pace of the browser table."""

from __future__ import annotations

from collections.abc import Iterable

from dogfight.core.event import Event

_SECONDS = {
    "lock": 0.7,
    "collision": 1.3,
    "reveal": 1.2,
    "turned_up": 0.5,
    "sun": 0.6,
    "plane": 0.6,
    "shot": 0.6,
    "hit": 0.7,
    "smoke": 0.7,
    "smoke_damage": 0.7,
    "repair": 0.6,
    "fell": 1.4,
}
_BETWEEN_SECTIONS = 2.0
MOST_SECONDS = 24.0


def showing_seconds(events: Iterable[Event]) -> float:
    """The time to show these events one after the other, with a pause between the sections of a track."""
    seconds, sections = 0.0, set[str]()
    for event in events:
        seconds += _SECONDS.get(event.kind, 0.0)
        if event.kind == "reveal":
            sections.add(str(event.facts.get("placed", "")).partition(":")[0])
    return min(MOST_SECONDS, seconds + _BETWEEN_SECTIONS * max(0, len(sections) - 1))
