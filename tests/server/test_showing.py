"""A clock of the game stands until people have seen what happened."""

from __future__ import annotations

from dogfight.core.event import Event
from dogfight.server.tables.showing import MOST_SECONDS, showing_seconds


def reveal(section: int) -> Event:
    return Event("reveal", "", facts={"placed": f"{section}:shoot_pc"})


def test_sections_take_their_time_and_draws_none() -> None:
    one = showing_seconds([reveal(1), Event("plane", "")])
    assert 1.0 < one < 3.0
    assert showing_seconds([reveal(1), Event("plane", ""), reveal(2)]) > one + 2.0
    assert showing_seconds([Event("draw", ""), Event("sealed", "")]) == 0.0
    assert showing_seconds([reveal(n % 4) for n in range(100)]) == MOST_SECONDS
