"""What learners may be rewarded with beside the result; all of it is public."""

from __future__ import annotations

from dogfight.games.biplanes.position import Position


def hits(position: Position) -> tuple[float, ...]:
    """[BD-1.6] Damage of the other plane less the own; the bot of solo play has no seat."""
    ahead = float(
        position.p2.damage
        - position.start_damage(1)
        - position.p1.damage
        + position.start_damage(0)
    )
    return (ahead,) if position.setup.solo else (ahead, -ahead)
