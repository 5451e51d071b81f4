"""What learners may be rewarded with beside the result; all of it is public."""

from __future__ import annotations

from dogfight.games.paws.position import Position
from dogfight.games.paws.state import SCRAPPED


def cards(position: Position) -> tuple[float, ...]:
    """[JP-14.9] The mean of the cards that other teams have scrapped less those of the own team."""
    teams = int(position.teams)
    scrapped = [
        float(position.count(SCRAPPED, 2 * team) + position.count(SCRAPPED, 2 * team + 1))
        for team in range(teams)
    ]
    ahead = [(sum(scrapped) - own) / (teams - 1) - own for own in scrapped]
    return tuple(ahead[seat // 2] for seat in range(int(position.seats)))
