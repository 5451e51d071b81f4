"""The End phase: units cut off, control of objectives, and who has won (CB-5.14, CB-24)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import count_bits
from dogfight.games.boots.rules.close import destroy_all
from dogfight.games.boots.rules.dogfight import may_act, points, someone_alone, sound_bombers
from dogfight.games.boots.state import (
    BY_CONDITION,
    BY_LOSS,
    BY_OTHERWISE,
    BY_POINTS,
    N_CONTROL,
    N_OVER,
    UNPLACED,
    State,
)
from dogfight.games.boots.tables import CONTROLS, FEWER_LEFT, bit


def cut_off(s: State) -> None:
    """[CB-14.8] [CB-14.9] Pinned units with a fresh armed enemy and no fresh friend in the hex
    are destroyed.
    """
    doomed: i64 = 0
    left: i64 = s.alive
    u: i64 = 0
    while left >> u:
        if left >> u & 1 and s.pin[u] != 0 and s.on_field(u):
            guards: i64 = s.fresh_of(s.units_at(s.t.side[u], s.place[u]))
            if guards == 0 and s.fresh_of(s.enemies_with(u)) & s.t.armed:
                doomed |= bit(u)
        u += 1
    destroy_all(s, doomed)


def take_control(s: State) -> None:
    """[CB-24.2] [CB-24.4] A fresh armed ground unit in the hex, not cargo, and no fresh enemy
    ground unit.
    """
    i: i64 = 0
    while i < i64(len(s.t.objectives)):
        place: i64 = s.t.objectives[i]
        side: i64 = 0
        while side < 2:
            holders: i64 = s.fresh_of(s.units_at(side, place)) & s.t.armed
            if (
                s.control[i] != side
                and on_foot(s, holders)
                and s.fresh_of(s.units_at(1 - side, place)) == 0
            ):
                s.control[i] = side
                s.add_trace(N_CONTROL, place, side)
                side = 2
            else:
                side += 1
        i += 1


def on_foot(s: State, mask: i64) -> bool:
    """Return whether any unit of the set is not aboard a vehicle."""
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1 and not s.is_cargo(u):
            return True
        u += 1
    return False


def is_lost(s: State, side: i64) -> bool:
    """[CB-5.16] No ground unit left and none to come."""
    if s.side_units(side) != 0:
        return False
    u: i64 = 0
    while u < s.t.units:
        if s.t.side[u] == side and s.place[u] == UNPLACED:
            return False
        u += 1
    return True


def holds(s: State, i: i64) -> bool:
    """[CB-24.3] Whether a victory condition holds in this End phase."""
    turn: i64 = s.t.wins_turn[i]
    if turn > 0 and s.turn != 2 * turn:
        return False
    kind: i64 = s.t.wins_kind[i]
    count: i64 = s.t.wins_count[i]
    if kind == CONTROLS:
        return controlled(s, s.t.wins_seat[i]) >= count
    if kind == FEWER_LEFT:
        return count_bits(still_there(s) & s.t.wins_units[i]) < count
    return count_bits(s.left & s.t.wins_units[i]) >= count


def still_there(s: State) -> i64:
    """Units in play or still to come."""
    mask: i64 = s.alive
    u: i64 = 0
    while u < s.t.units:
        if s.place[u] == UNPLACED:
            mask |= bit(u)
        u += 1
    return mask


def controlled(s: State, side: i64) -> i64:
    """How many objectives a side controls."""
    count: i64 = 0
    for number in s.control:
        if number == side:
            count += 1
    return count


def check_victory(s: State) -> None:
    """[CB-5.15] [CB-5.16] [CB-24.5] The battle's conditions first, then annihilation, then the
    turn limit.
    """
    check_conditions(s)
    if s.winner < 0 and s.t.annihilation:
        check_annihilation(s)
    if s.winner < 0 and s.turn >= 2 * s.t.turns:
        win(s, s.t.otherwise, BY_OTHERWISE, -1)


def check_conditions(s: State) -> None:
    """[CB-24.3] A side that fulfils a condition of the battle has won; if both do, its `else`
    line decides.
    """
    first: i64 = -1
    i: i64 = 0
    while i < i64(len(s.t.wins_seat)):
        if holds(s, i):
            if first >= 0 and s.t.wins_seat[first] != s.t.wins_seat[i]:
                win(s, s.t.otherwise, BY_OTHERWISE, -1)
                return
            if first < 0:
                first = i
        i += 1
    if first >= 0:
        win(s, s.t.wins_seat[first], BY_CONDITION, first)


def check_annihilation(s: State) -> None:
    """[CB-5.16] A side without ground units has lost; if neither has any, the battle's `else`
    line decides.
    """
    gone0: bool = is_lost(s, 0)
    gone1: bool = is_lost(s, 1)
    if gone0 and gone1:
        win(s, s.t.otherwise, BY_OTHERWISE, -1)
    elif gone0 or gone1:
        win(s, 1 if gone0 else 0, BY_LOSS, -1)


def win(s: State, seat: i64, reason: i64, condition: i64) -> None:
    s.winner = seat
    s.reason = reason
    s.condition = condition
    s.add_trace(N_OVER, seat, reason, condition)


def turn_is_over(s: State) -> bool:
    """[CB-21.2] Every aircraft of the active player that is still there has acted."""
    a: i64 = 0
    while a < s.t.planes:
        if may_act(s, a):
            return False
        a += 1
    return True


def check_dogfight(s: State) -> None:
    """[CB-23.13] The fight ends with one side alone or at the turn limit; more points win."""
    done: bool = turn_is_over(s)
    over: bool = someone_alone(s) or (done and s.turn >= 2 * s.t.turns)
    if s.bonus < 0 and s.t.bonus_seat >= 0 and (over or (done and s.turn == 2 * s.t.bonus_turn)):
        s.bonus = sound_bombers(s)
    if not over:
        return
    own: i64 = points(s, 0)
    theirs: i64 = points(s, 1)
    if own != theirs:
        win(s, 0 if own > theirs else 1, BY_POINTS, -1)
    elif s.t.tie_seat >= 0 and s.bonus > 0:
        win(s, s.t.tie_seat, BY_OTHERWISE, -1)
    else:
        win(s, s.t.otherwise, BY_OTHERWISE, -1)
