"""When the clocks of a person's games end, as an iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from dogfight.server import messages

_PRODUCT = "-//Dogfight//Deadlines//EN"
_REFRESH = timedelta(minutes=15)


def deadlines(origin: str, lines: Iterable[messages.TableLine]) -> bytes:
    """A calendar with an event at the end of every running clock, mine and those of others."""
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Dogfight deadlines")
    calendar.add("refresh-interval", _REFRESH, parameters={"value": "DURATION"})
    for line in lines:
        if line.deadline is None or line.status != "live":
            continue
        end = _time(line.deadline)
        whose = "Your move" if line.your_turn else "Their move"
        event = Event()
        event.add("uid", f"{line.code}@dogfight")
        event.add("dtstamp", _time(line.changed))
        event.add("dtstart", end)
        event.add("dtend", end)
        event.add("summary", f"{whose} in {line.title} is due")
        event.add("description", f"{line.code}, turn {line.turn}")
        event.add("url", f"{origin}/table/{line.code}")
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)
