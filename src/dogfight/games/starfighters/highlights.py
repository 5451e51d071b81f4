"""What a party remembers of a melee: hits, the best volley, shields in time, rams."""

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
    hits, streaks, blocks, rams = Deeds(), Deeds(), Deeds(), Deeds()
    for n, event in enumerate(events):
        seat, struck = event.facts.get("seat"), event.facts.get("hits")
        if not isinstance(seat, int):
            continue
        count = len(struck) if isinstance(struck, list) else 0
        if event.kind == "attack":
            hits.add((seat,), count, n)
            if count:
                streaks.add((seat,))
        elif event.kind == "ram":
            rams.add((seat,), count)
        elif event.kind == "block":
            blocks.add((seat,))
    return (
        *hits.most("Most hits", "hit", "hits"),
        *hits.best("Best volley", "ship hit at once", "ships hit at once"),
        *streaks.streak("Longest streak", "attacks in a row that hit"),
        *blocks.most("Best shields", "hit blocked", "hits blocked"),
        *rams.most("Most rams", "ram", "rams"),
    )
