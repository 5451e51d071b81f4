"""Before the first round: the coin, the Sun, the first cards."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.state import DECK, DRAWS, N_COIN, N_SUN_PLACED, SUN_PLACING, State
from dogfight.games.paws.tables import GC, PC, ZONES


def stack_decks(s: State) -> None:
    """[JP-2.3] [JP-3.4] [JP-1.11] Every seat has the deck of its role, and nothing else yet."""
    seat: i64 = 0
    while seat < s.seats:
        kind: i64 = 0
        while kind < s.t.kinds:
            count: i64 = s.t.deck[seat % 2 * s.t.kinds + kind]
            s.piles[(DECK * s.seats + seat) * s.t.kinds + kind] = count
            s.sizes[DECK * s.seats + seat] += count
            kind += 1
        seat += 1


def flip_coin(s: State, team: i64) -> None:
    """[JP-3.5] [JP-3.6] The coin names the team that places the Sun."""
    s.placer = team
    s.phase = SUN_PLACING
    if s.trace is not None:
        s.trace.add(N_COIN, team)


def sun_may_start(team: i64, place: i64) -> bool:
    """[JP-3.7] [JP-20.11] Any zone of any team, but no enemy's PC."""
    return place % ZONES != PC or place // ZONES == team


def place_sun(s: State, place: i64) -> None:
    """[JP-3.8] [JP-3.9] The first placement counts; then the hands are dealt."""
    s.sun = place
    s.turn = 0
    s.phase = DRAWS
    if s.trace is not None:
        s.trace.add(N_SUN_PLACED, s.placer, place)


def unplaced_sun(s: State) -> i64:
    """[JP-3.9] Where the Sun goes when nobody places it: the chosen team's own GC."""
    return s.placer * ZONES + GC
