"""What learners may be rewarded with beside the result; all of it is public."""

from __future__ import annotations

from dogfight.games.starfighters.position import Position


def hull(position: Position) -> tuple[float, ...]:
    """Own hull points less the mean of the others'; a destroyed ship has none."""
    seats = int(position.seats)
    points = [
        0.0 if position.is_destroyed(seat) else float(position.hull[seat]) for seat in range(seats)
    ]
    return tuple(own - (sum(points) - own) / (seats - 1) for own in points)
