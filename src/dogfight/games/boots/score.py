"""What learners may be rewarded with beside the result; all of it is public."""

from __future__ import annotations

from dogfight.core.bits import count_bits
from dogfight.games.boots.position import Position


def pieces(position: Position) -> tuple[float, float]:
    """Own pieces in play less the enemy's; in a battle of planes alone there are none."""
    ahead = float(count_bits(position.side_units(0)) - count_bits(position.side_units(1)))
    return ahead, -ahead
