"""What a party remembers of a battle: units hit and destroyed, the best turn, streaks."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.event import Event
from dogfight.core.seat import Seat, SeatInfo
from dogfight.highlights import Deeds, Highlight

_ROLLS = ("attack", "plane", "match", "sky")


def highlights(
    seats: Sequence[SeatInfo],  # noqa: ARG001
    events: Sequence[Event],
) -> tuple[Highlight, ...]:
    """Out of what everybody was told; the labels of the first side are written in capitals."""
    hits, streaks, destroyed = Deeds(), Deeds(), Deeds()
    turn = 0
    for event in events:
        if event.kind == "turn":
            turn += 1
        if event.kind not in _ROLLS or not event.facts.get("harm") or not event.pieces:
            continue
        side = _side(event.pieces[0])
        hits.add(side, 1, turn)
        streaks.add(side)
        results = event.facts.get("results")
        if isinstance(results, list):
            destroyed.add(side, results.count("destroyed"))
    return (
        *hits.most("Most hits", "attack that hit", "attacks that hit"),
        *hits.best("Best volley", "hit in one turn", "hits in one turn"),
        *streaks.streak("Longest streak", "hits in a row"),
        *destroyed.most("Most destroyed", "unit destroyed", "units destroyed"),
    )


def _side(label: str) -> tuple[Seat, ...]:
    return (0,) if label.isupper() else (1,)
