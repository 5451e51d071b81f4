"""What a party remembers of a battle: planes shot down, the best turn, streaks, collisions."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.event import Event, Fact
from dogfight.core.seat import Seat, SeatInfo
from dogfight.highlights import Deeds, Highlight


def highlights(seats: Sequence[SeatInfo], events: Sequence[Event]) -> tuple[Highlight, ...]:
    """Out of what everybody was told; the first letter of a plane is that of its side."""
    hits, streaks, collisions = Deeds(), Deeds(), Deeds()
    turn = 0
    for event in events:
        if event.kind == "turn":
            turn += 1
        elif event.kind == "shot" and event.facts.get("hit"):
            side = _side(seats, event.facts["shooter"])
            hits.add(side, 1, turn)
            streaks.add(side)
        elif event.kind == "collision":
            for plane in event.pieces:
                collisions.add(_side(seats, plane))
    return (
        *hits.most("Most hits", "shot that hit", "shots that hit"),
        *hits.best("Best volley", "hit in one turn", "hits in one turn"),
        *streaks.streak("Longest streak", "hits in a row"),
        *collisions.most("Most collisions", "plane", "planes"),
    )


def _side(seats: Sequence[SeatInfo], plane: Fact) -> tuple[Seat, ...]:
    return tuple(n for n, seat in enumerate(seats) if str(plane).startswith(seat.name))
