"""Chapter 22: bombs on enemy factories."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.state import BOMBED, Mission, State


def drop_bomb(s: State, m: Mission) -> None:
    """[BD-22.5] [BD-6.10] A stop at a factory with a tile of exactly its number, looped or not,
    removes it.
    """
    spot: i64 = s.spot_at(s.p1.at)
    if spot < 0:
        return
    number: i64 = m.site(spot)
    if number == 0 or number != s.p1.last >> 2:
        return
    m.put(spot, 0)
    m.removed += 1
    if s.trace is not None:
        s.trace.add(BOMBED, s.p1.at, number)
