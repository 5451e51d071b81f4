"""What a party remembers of a game: hits, volleys, streaks and collisions."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.event import Event, Fact
from dogfight.core.seat import Seat, SeatInfo
from dogfight.highlights import Deeds, Highlight


def highlights(seats: Sequence[SeatInfo], events: Sequence[Event]) -> tuple[Highlight, ...]:
    """Out of what everybody was told; crews share a volley, a streak and a collision."""
    number = {info.name: seat for seat, info in enumerate(seats)}
    hits, volleys, streaks, collisions = Deeds(), Deeds(), Deeds(), Deeds()
    turn = 0
    for event in events:
        facts = event.facts
        if event.kind == "round":
            turn += 1
        elif event.kind == "hit":
            shooter = str(facts["shooter"])
            crew = _crew(number, shooter.partition(".")[0])
            hits.add((number[shooter],))
            volleys.add(crew, int(str(facts["damage"])), (turn, facts["section"]))
            streaks.add(crew)
        elif event.kind == "collision":
            collisions.add(_crew(number, facts["team"]), int(str(facts["cards"])))
    return (
        *hits.most("Most hits", "hit", "hits"),
        *volleys.best("Best volley", "card shot away", "cards shot away"),
        *streaks.streak("Longest streak", "hits in a row"),
        *collisions.most("Most collisions", "card", "cards lost on their own track"),
    )


def _crew(number: dict[str, int], team: Fact) -> tuple[Seat, ...]:
    return tuple(seat for name, seat in number.items() if name.partition(".")[0] == team)
