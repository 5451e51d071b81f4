"""What a party remembers of a duel: hits, the best volley, the longest streak, loops flown."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.event import Event
from dogfight.core.seat import SeatInfo
from dogfight.highlights import Deeds, Highlight


def highlights(
    seats: Sequence[SeatInfo],  # noqa: ARG001
    events: Sequence[Event],
) -> tuple[Highlight, ...]:
    """Out of what everybody was told."""
    hits, streaks, loops = Deeds(), Deeds(), Deeds()
    for n, event in enumerate(events):
        seat = event.facts.get("who")
        if not isinstance(seat, int):
            continue
        if event.kind == "shot":
            scored = int(str(event.facts.get("hits", 0)))
            hits.add((seat,), scored, n)
            if scored:
                streaks.add((seat,))
        elif event.kind == "played" and event.facts.get("way") == "loop":
            loops.add((seat,))
    return (
        *hits.most("Most hits", "hit", "hits"),
        *hits.best("Best volley", "hit", "hits at once"),
        *streaks.streak("Longest streak", "volleys in a row that hit"),
        *loops.most("Most loops", "loop", "loops flown"),
    )
