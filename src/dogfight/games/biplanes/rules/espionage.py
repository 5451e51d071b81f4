"""Chapter 21: photographs of enemy sites."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.state import PHOTO, Mission, State


def take_photo(s: State, m: Mission) -> None:
    """[BD-21.5] [BD-21.6] [BD-21.7] [BD-21.11] A 0 or a 1 that stops at a site removes it; a 2
    is blurred.
    """
    spot: i64 = s.spot_at(s.p1.at)
    if spot < 0:
        return
    cameras: i64 = m.site(spot)
    value: i64 = s.p1.last >> 2
    if cameras == 0 or value > 2:
        return
    left: i64 = 1 if value == 2 and cameras == 2 else 0
    m.put(spot, left)
    if left == 0:
        m.removed += 1
    if s.trace is not None:
        s.trace.add(PHOTO, s.p1.at, left)
