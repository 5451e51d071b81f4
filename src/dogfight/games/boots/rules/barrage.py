"""Fire missions: calls, delays, and fire for effect over both players' turns (CB-18)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.boots.rules.fire import next_under_fire, note_crowds
from dogfight.games.boots.rules.menu import A_CALL, A_PLACE, offer
from dogfight.games.boots.state import BARRAGE, N_BARRAGE, N_BARRAGE_ENDS, N_SPOTTED, State
from dogfight.games.boots.tables import bit

IDLE: Final = 0
DELAYED: Final = -1


def can_call(s: State, b: i64) -> bool:
    """[CB-18.2] [CB-18.3] [CB-18.4] A mission left, and none of this battery delayed or still
    falling.
    """
    return s.t.battery_side[b] == s.active and s.missions[b] > 0 and s.began[b] == IDLE


def offer_calls(s: State) -> None:
    """The batteries that can be called; no caller and no line of sight is needed (CB-8.20)."""
    b: i64 = 0
    while b < s.t.batteries:
        if can_call(s, b):
            offer(s, A_CALL, b)
        b += 1


def offer_hexes(s: State) -> None:
    """[CB-9.11] Any hex of the field."""
    place: i64 = 0
    while place < s.t.board.size:
        offer(s, A_PLACE, place)
        place += 1


def spot(s: State, die: i64) -> bool:
    """[CB-18.5] [CB-18.6] [CB-18.7] Odd fires for effect at once, even waits for the caller's
    next turn.
    """
    b: i64 = s.lead
    s.missions[b] -= 1
    s.aimed[b] = s.aim_place
    s.add_trace(N_SPOTTED, b, die, s.aim_place)
    if die & 1:
        fall(s, b)
        return True
    s.began[b] = DELAYED
    return False


def fall(s: State, b: i64) -> None:
    """[CB-18.8] [CB-18.9] Fire for effect begins."""
    s.began[b] = s.turn
    s.hit[b] = 0
    s.add_trace(N_BARRAGE, b, s.aimed[b], 1)


def in_area(s: State, b: i64, place: i64) -> bool:
    """[CB-18.9] [CB-18.15] The target hex and the six around it; never anything outside the
    field.
    """
    return place < s.t.board.size and place >= 0 and s.t.board.distance(s.aimed[b], place) <= 1


def under_barrage(s: State, b: i64, mask: i64) -> i64:
    """[CB-18.13] Those of a set that are in the area and have not been struck by it in this
    player turn.
    """
    result: i64 = 0
    left: i64 = mask & s.alive & ~s.hit[b]
    u: i64 = 0
    while left >> u:
        if left >> u & 1 and in_area(s, b, s.place[u]) and not s.is_inside(u):
            result |= bit(u)
        u += 1
    return result


def strike(s: State, b: i64, mask: i64) -> bool:
    """[CB-18.14] [CB-18.16] Attack those of a set that are under the barrage, friend and foe;
    False if nobody is.
    """
    s.pending = under_barrage(s, b, mask)
    if s.pending == 0:
        return False
    s.how = BARRAGE
    s.lead = b
    s.aim_place = s.aimed[b]
    s.hit[b] |= s.pending
    s.struck = 0
    s.gun = 0
    note_crowds(s, s.aim_place)
    return next_under_fire(s)


def expose(s: State) -> bool:
    """[CB-18.10] The next barrage that strikes the units which have just entered its area; False
    when done.
    """
    while s.swept < s.t.batteries:
        b: i64 = s.swept
        s.swept += 1
        if s.began[b] > 0 and strike(s, b, s.exposed):
            return True
    return False


def lasting(s: State) -> bool:
    """[CB-5.4] [CB-18.8] [CB-18.11] The next barrage of the Start phase: the opponent's, then
    one's own delayed.
    """
    n: i64 = s.t.batteries
    while s.cursor < 2 * n:
        b: i64 = s.cursor if s.cursor < n else s.cursor - n
        old: bool = s.cursor < n
        s.cursor += 1
        if old and s.t.battery_side[b] != s.active and s.began[b] == s.turn - 1 and s.turn > 1:
            s.add_trace(N_BARRAGE, b, s.aimed[b], 0)
            if strike(s, b, s.alive):
                return True
        elif not old and s.t.battery_side[b] == s.active and s.began[b] == DELAYED:
            fall(s, b)
            if strike(s, b, s.alive):
                return True
    return False


def lift(s: State) -> None:
    """[CB-18.12] At the End of the opponent's following turn the fire stops."""
    b: i64 = 0
    while b < s.t.batteries:
        if s.began[b] > 0 and s.began[b] < s.turn:
            s.began[b] = IDLE
            s.add_trace(N_BARRAGE_ENDS, b, s.aimed[b])
            s.aimed[b] = -1
            s.hit[b] = 0
        b += 1
