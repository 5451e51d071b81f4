"""What learners may be rewarded with beside the result; all of it is public."""

from __future__ import annotations

from dogfight.games.squadrons.position import Position


def planes(position: Position) -> tuple[float, float]:
    """[SQ-8.1] Enemy planes shot down less own ones lost."""
    ahead = float(position.red_score - position.green_score)
    return ahead, -ahead
