"""Air strikes: bombs, strafing and what may answer them (CB-20)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.games.boots.rules.fire import next_under_fire, note_crowds
from dogfight.games.boots.rules.menu import A_AIR, A_PLACE, A_TARGET, PASS, offer, offer_all
from dogfight.games.boots.state import BOMBS, N_AIR, N_PLANE_LEAVES, STRAFE, State
from dogfight.games.boots.tables import WORD_MASK, WORD_SHIFT, bit

WAITING: Final = 0
GONE: Final = -1
LAPS: Final = 6
"""[CB-20.7] The turn of its first attack and five more of its owner's turns."""
RUNS: Final = 2
"""[CB-20.9] Attacks in one strafing run."""


def drops_bombs(s: State, a: i64) -> bool:
    """[CB-20.3] On the turn it appears it uses its main ordnance: bombs if it has any, else it
    strafes.
    """
    return s.laps[a] == WAITING and s.t.plane_bombs[a] > 0


def can_fly(s: State, a: i64) -> bool:
    """[CB-20.1] [CB-20.2] [CB-20.7] Its turn has come, it is not gone, and it has not attacked
    in this turn.
    """
    if s.t.plane_side[a] != s.active or s.laps[a] == GONE or s.used & bit(a):
        return False
    if s.laps[a] == WAITING and s.game_turn() < s.t.plane_from[a]:
        return False
    return has_air_target(s, a)


def can_hit_from_air(s: State, a: i64, mask: i64) -> bool:
    """[CB-20.5] [CB-4.17] Bombs hurt anybody they have dice against; strafing only the
    unarmored.
    """
    if drops_bombs(s, a):
        return mask & ~s.t.armor != 0 or (mask != 0 and s.t.plane_bombs[a] > 1)
    return mask & ~s.t.armor != 0 and s.t.plane_strafe[a] > 0


def next_air_hex(s: State, a: i64, place: i64) -> i64:
    """[CB-20.5] [CB-20.19] The next hex from one on with an enemy it can hurt and no friendly
    ground unit; -1 for none.

    The distance does not matter.
    """
    words: i64 = s.t.board.words
    own: i64 = s.active * words
    foes: i64 = s.inactive() * words
    word: i64 = place >> WORD_SHIFT
    passed: i64 = bit(place & WORD_MASK) - 1
    while word < words:
        hexes: i64 = s.occupied[foes + word] & ~s.occupied[own + word] & ~passed
        while hexes:
            at: i64 = (word << WORD_SHIFT) + lowest_bit(hexes)
            if can_hit_from_air(s, a, s.units_at(s.inactive(), at)):
                return at
            hexes &= hexes - 1
        passed = 0
        word += 1
    return -1


def air_outside(s: State, a: i64) -> i64:
    """[CB-9.12] Enemy units outside the hex field that it can hurt."""
    result: i64 = 0
    left: i64 = s.side_units(s.inactive()) & s.beyond
    u: i64 = 0
    while left >> u:
        if left >> u & 1 and not s.is_inside(u) and can_hit_from_air(s, a, bit(u)):
            result |= bit(u)
        u += 1
    return result


def has_air_target(s: State, a: i64) -> bool:
    return next_air_hex(s, a, 0) >= 0 or air_outside(s, a) != 0


def offer_planes(s: State) -> None:
    a: i64 = 0
    while a < s.t.planes:
        if can_fly(s, a):
            offer(s, A_AIR, a)
        a += 1


def offer_air_targets(s: State) -> None:
    """Hexes, and units outside the field."""
    place: i64 = next_air_hex(s, s.plane, 0)
    while place >= 0:
        offer(s, A_PLACE, place)
        place = next_air_hex(s, s.plane, place + 1)
    offer_all(s, A_TARGET, air_outside(s, s.plane))


def send(s: State, place: i64, target: i64) -> None:
    """[CB-20.4] The aircraft is over its target; ground fire comes first."""
    s.aim_place = place
    s.aim = target
    s.how = BOMBS if drops_bombs(s, s.plane) else STRAFE
    s.shots = 0 if s.how == BOMBS else RUNS
    if s.laps[s.plane] == WAITING:
        s.laps[s.plane] = LAPS
    s.used |= bit(s.plane)
    s.add_trace(N_AIR, s.plane, place, target, s.how)


def drop_bombs(s: State) -> bool:
    """[CB-20.6] An h attack on everybody in the hex, or on one unit outside the field."""
    s.how = BOMBS
    s.gun = 0
    s.firers = 0
    s.lead = -1
    note_crowds(s, s.aim_place)
    if s.aim_place < s.t.board.size:
        s.pending = s.units_at(s.inactive(), s.aim_place)
    else:
        s.pending = bit(s.aim)
    return next_under_fire(s)


def strafe_targets(s: State) -> i64:
    """[CB-20.9] Unarmored enemies in the hex of this run; armor is immune."""
    if s.aim_place < s.t.board.size:
        return s.units_at(s.inactive(), s.aim_place) & ~s.t.armor
    return bit(s.aim) & s.alive if s.aim >= 0 else 0


def offer_strafing(s: State) -> None:
    """[CB-D15] A target in the hex; after the first attack also to stop."""
    if s.shots < RUNS:
        offer(s, PASS, 0)
    offer_all(s, A_TARGET, strafe_targets(s))


def fly_home(s: State) -> None:
    """[CB-20.15] [CB-20.18] After its attack a damaged aircraft leaves for good; the others go
    on circling.
    """
    if s.damaged & bit(s.plane) and s.laps[s.plane] != GONE:
        s.laps[s.plane] = GONE
        s.add_trace(N_PLANE_LEAVES, s.plane, 1)


def end_laps(s: State) -> None:
    """[CB-20.8] At the End of the fifth turn after its first attack it leaves."""
    a: i64 = 0
    while a < s.t.planes:
        if s.t.plane_side[a] == s.active and s.laps[a] > 0:
            s.laps[a] -= 1
            if s.laps[a] == 0:
                s.laps[a] = GONE
                s.add_trace(N_PLANE_LEAVES, a, 0)
        a += 1
