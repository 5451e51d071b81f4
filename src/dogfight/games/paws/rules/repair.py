"""Step 2: seats that played nothing repair, and smoke makes their partners pay."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.rules.damage import deal
from dogfight.games.paws.state import (
    DECK,
    DISCARD,
    N_REPAIRING,
    N_SMOKE_DAMAGE,
    SMOKE,
    SMOKE_CHECK,
    State,
)


def repairs(s: State) -> None:
    """[JP-9.1] [JP-9.6] [JP-9.10] [JP-18.4] Every seat that played nothing repairs; all shuffle
    first.
    """
    s.repairing = s.crew & ~s.played
    seat: i64 = 0
    while seat < s.seats:
        if s.is_in(s.repairing, seat):
            if s.trace is not None:
                s.trace.add(N_REPAIRING, seat, s.count(DISCARD, seat))
            shuffle_in(s, seat)
        seat += 1
    s.cursor = 0
    s.phase = SMOKE


def shuffle_in(s: State, seat: i64) -> None:
    """[JP-9.2] [JP-9.3] The whole discard pile goes back into the deck; scrap stays scrap."""
    if s.count(DISCARD, seat) == 0:
        return
    deck: i64 = (DECK * s.seats + seat) * s.t.kinds
    pile: i64 = (DISCARD * s.seats + seat) * s.t.kinds
    kind: i64 = 0
    while kind < s.t.kinds:
        s.piles[deck + kind] += s.piles[pile + kind]
        s.piles[pile + kind] = 0
        kind += 1
    s.sizes[DECK * s.seats + seat] += s.sizes[DISCARD * s.seats + seat]
    s.sizes[DISCARD * s.seats + seat] = 0


def smoke(s: State) -> None:
    """[JP-9.4] [JP-9.5] [JP-9.7] [JP-9.8] With smoke showing, each repair costs the other seat
    three cards.
    """
    while s.cursor < s.seats:
        seat: i64 = s.cursor
        s.cursor += 1
        if s.is_in(s.repairing, seat ^ 1) and s.is_in(s.smoke, seat // 2):
            if s.trace is not None:
                s.trace.add(N_SMOKE_DAMAGE, seat, s.t.smoke_damage)
            deal(s, seat, s.t.smoke_damage, SMOKE)
            return
    s.phase = SMOKE_CHECK
