"""The static evaluation of a battle for a side (the victory conditions of CB-24, material, threats,
way to go).

Everything is counted in rifle squads, and the weights are ours, found by playing.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.bits import count_bits
from dogfight.games.boots.rules.barrage import IDLE, in_area
from dogfight.games.boots.rules.dogfight import points
from dogfight.games.boots.rules.ending import on_foot
from dogfight.games.boots.rules.fire import (
    cover_of,
    harms,
    in_range,
    in_sight,
    point_blank,
    weapon_dice,
)
from dogfight.games.boots.rules.odds_tables import HITS, KILLS, odds_place
from dogfight.games.boots.state import ACTION, IN_THE_FIGHT, LEFT, UNPLACED, State
from dogfight.games.boots.tables import (
    CONTROLS,
    EXITED,
    FEWER_LEFT,
    HEAVY_MACHINE_GUN,
    HIGH_EXPLOSIVE,
    MACHINE_GUN,
    UNARMED,
    Tables,
    bit,
)

# what a piece is worth
PER_DIE: Final = 0.3
PER_LIFE: Final = 0.2
ARMORED: Final = 0.6
CARRIER: Final = 0.1
DECIDES: Final = 6.0
"""What all the units are worth together whose loss decides the battle, besides what they can do."""
PINNED: Final = 0.4
"""The share of a unit that a pin takes away (CB-5.9)."""
CUT_OFF: Final = 0.85
"""The share of a pinned unit that is lost while only enemies are fresh in its hex (CB-14.8)."""

# what counts in a battle
AN_ARMY: Final = 4.0
"""How much all that a side has counts."""
AN_OBJECTIVE: Final = 1.6
A_WAY_OUT: Final = 1.6
"""How much a unit counts that has left by an exit where that wins."""
ALMOST_OUT: Final = 0.8
"""The share of it that a unit beside the exit counts."""
HASTE: Final = 2.0
"""How much more objectives count in the last turn than in the first."""
AT_ONCE: Final = 0.4
"""What a condition counts that would win before the last turn."""
SURE: Final = 0.3
"""How much it counts in the first turn to have an objective in hand; in the last turn nothing
else counts.
"""
CLOSING_IN: Final = 25.0
"""What it counts, more and more in the course of the battle, to be at the hexes of those one has
to destroy.
"""
DONE_WITH: Final = 0.6
"""How near one counts as being to those that are destroyed."""
NEXT_TURN: Final = 0.8
"""The share of the expected fire of the next turn that is believed in."""
UNSPENT: Final = 0.5
"""What it counts that a unit may still fire in this turn."""
REACTION: Final = 0.3
"""What a slot for reactions is worth of the shot it allows (CB-13.1)."""
IN_COVER: Final = 0.03
CROWDED: Final = 0.04
"""The share of a unit that each further one in its hex costs: shells hit them all (CB-4.6,
CB-12.13).
"""
ROOM: Final = 2
"""Units of a side that share a hex without harm."""
A_MISSION: Final = 0.5
A_LAP: Final = 0.1
WAY_TO_GO: Final = vec[float]([0.82**n for n in range(80)])
"""What a unit counts for at an objective that is so many hexes away."""
FARTHEST: Final = 79


def appraise(t: Tables) -> None:
    """What every unit is worth: dice, lives and armor, and more if the battle is about it."""
    t.value = vec[float]()
    u: i64 = 0
    while u < t.units:
        t.value = append(t.value, worth_of_piece(t, u) + worth_in_battle(t, u))
        u += 1
    t.exit_hexes = vec[i64]()
    leaving: i64 = leaving_sides(t)
    place: i64 = 0
    while place < t.board.size:
        if t.board.exits[place] & leaving:
            t.exit_hexes = append(t.exit_hexes, place)
        place += 1


def leaving_sides(t: Tables) -> i64:
    """[CB-6.18] The sides, as a set, that win by leaving."""
    mask: i64 = 0
    i: i64 = 0
    while i < i64(len(t.wins_seat)):
        if t.wins_kind[i] == EXITED:
            mask |= bit(t.wins_seat[i])
        i += 1
    return mask


def worth_of_piece(t: Tables, u: i64) -> float:
    """A rifle squad with two dice and two lives is worth one."""
    dice = float(t.fp[u])
    weapon: i64 = t.weapon[u]
    if weapon == MACHINE_GUN:
        dice *= 1.5
    elif weapon == HEAVY_MACHINE_GUN:
        dice *= 2.0
    elif weapon == HIGH_EXPLOSIVE:
        dice *= 1.3
    value = PER_DIE * dice + PER_LIFE * float(t.sv[u])
    if t.armor & bit(u):
        value += ARMORED
    return value + CARRIER if t.carries[u] != 0 else value


def worth_in_battle(t: Tables, u: i64) -> float:
    """[CB-24.3] A share in what its side loses when too few of its kind are left, or wins when
    enough get away.
    """
    value = 0.0
    i: i64 = 0
    while i < i64(len(t.wins_seat)):
        if t.wins_units[i] & bit(u):
            fall: i64 = t.wins_count[i]
            if t.wins_kind[i] == FEWER_LEFT:
                fall = count_bits(t.wins_units[i]) - t.wins_count[i] + 1
            value += DECIDES / float(fall if fall > 0 else 1)
        i += 1
    return value


# --- material and threats ------------------------------------------------------------------------


def loss(dice: i64, against: i64, cover: i64, pinned: bool, close: bool) -> float:
    """[CB-10.6] [CB-10.7] [CB-10.9] [CB-14.4] The share of a unit that an attack may be expected
    to take.
    """
    if dice <= 0:
        return 0.0
    at: i64 = odds_place(dice, against, cover)
    if pinned:
        return HITS[at] * (1.0 - PINNED)
    if close:
        return HITS[at]
    return KILLS[at] + (HITS[at] - KILLS[at]) * PINNED


def just_begun(s: State) -> bool:
    """Whether nothing has been done yet in a turn.

    Its fire is then counted as at the end of the turn before: the end of a turn, which comes
    anyway, gives shots and slots back (CB-5.4) and would make it look better to be done than to
    act.
    """
    if s.phase != ACTION or s.acted != 0 or s.used != 0:
        return False
    b: i64 = 0
    while b < s.t.batteries:
        if s.began[b] == s.turn:
            return False
        b += 1
    return True


def standing(s: State, u: i64) -> float:
    """What a unit in play is worth as it is: fresh, pinned, or pinned among enemies."""
    value = s.t.value[u]
    if s.pin[u] == 0:
        return value
    among_enemies: bool = s.on_field(u) and s.fresh_of(s.enemies_with(u)) & s.t.armed != 0
    if among_enemies and s.fresh_of(s.units_at(s.t.side[u], s.place[u])) == 0:
        return value * (1.0 - CUT_OFF)
    return value * (1.0 - PINNED)


def expected(s: State, u: i64, v: i64) -> float:
    """The share of a unit that a shot of another may be expected to take; 0 if it cannot be
    fired.
    """
    armored: bool = s.is_armor(v)
    start: i64 = s.place[u]
    place: i64 = s.place[v]
    field: i64 = s.t.board.size
    if start == place and start < field:
        return at_close_quarters(s, u, v, armored)
    weapon: i64 = s.t.weapon[u]
    if not in_sight(s, start, place) or not harms(weapon, armored) or not in_range(s, u, place):
        return 0.0
    if s.units_at(s.t.side[u], place) != 0:  # CB-10.2
        return 0.0
    dice: i64 = weapon_dice(weapon, s.t.fp[u], armored) + point_blank(s, start, place)
    return loss(dice, s.survivability(v), cover_of(s, v), s.pin[v] != 0, False)


def at_close_quarters(s: State, u: i64, v: i64, armored: bool) -> float:
    """[CB-14.2] [CB-14.3] [CB-14.4] [CB-14.7] In one hex: one die more, no cover, a pin
    destroys.
    """
    weapon: i64 = s.t.weapon[u]
    dice: i64 = 0
    if weapon != HIGH_EXPLOSIVE and harms(weapon, armored):
        dice = weapon_dice(weapon, s.t.fp[u], armored) + 1
    if not armored and s.t.mg[u] > 0 and dice < s.t.mg[u] + 1:
        dice = s.t.mg[u] + 1
    return loss(dice, s.survivability(v), 0, s.pin[v] != 0, True)


class Targets:
    """What is left to shoot of each unit, so that the same one is not expected to be destroyed
    twice.
    """

    __slots__ = ("left",)

    def __init__(self, s: State) -> None:
        self.left = s.t.value[:]

    def threat(self, s: State, u: i64) -> float:
        """The most a unit may expect to shoot next; machine guns fire again (CB-4.2), shells hit
        a hex (CB-4.6).
        """
        if s.pin[u] != 0 or s.t.weapon[u] == UNARMED or s.is_cargo(u):
            return 0.0
        best = 0.0
        aim: i64 = -1
        foes: i64 = s.side_units(1 - s.t.side[u])
        here: i64 = s.enemies_with(u)
        if here:  # CB-14.1
            foes = here
        shells: bool = s.t.weapon[u] == HIGH_EXPLOSIVE and here == 0
        v: i64 = 0
        while foes:
            if foes & 1 and not s.is_inside(v):
                gain = expected(s, u, v) * self.left[v]
                if gain > 0.0 and shells and s.on_field(v):
                    gain *= 0.5 + 0.5 * float(count_bits(s.units_at(s.t.side[v], s.place[v])))
                if gain > best:
                    best = gain
                    aim = v
            foes >>= 1
            v += 1
        if aim < 0:
            return 0.0
        best *= 0.4 + 0.6 * float(s.volleys(u))
        self.left[aim] = self.left[aim] - best if self.left[aim] > best else 0.0
        return best


def strength(s: State, side: i64) -> float:
    """Units as they stand, in cover or crowded together, missions and aircraft, and what is yet
    to come, in squads.
    """
    total = 0.0
    left: i64 = s.side_units(side)
    u: i64 = 0
    while left:
        if left & 1:
            total += standing(s, u)
            if s.on_field(u):
                total += IN_COVER * float(cover_of(s, u))
                crowd: i64 = count_bits(s.units_at(side, s.place[u])) - ROOM
                if crowd > 0:
                    total -= CROWDED * float(crowd) * s.t.value[u]
        left >>= 1
        u += 1
    return total + from_afar(s, side) + yet_to_come(s, side)


def menace(s: State, side: i64) -> float:
    """What a side may expect to shoot in its next turn, in squads, and a little for what it may
    still do now.
    """
    total = 0.0
    targets = Targets(s)
    begun = just_begun(s)
    acting: bool = (side == s.active) != begun
    left: i64 = s.side_units(side)
    u: i64 = 0
    while left:
        if left & 1:
            reach = targets.threat(s, u)
            weight = NEXT_TURN
            if not acting:
                weight += REACTION * float(s.slots[u] & 3)
            elif not begun and s.phase <= ACTION and s.acted & bit(u) == 0:
                weight += UNSPENT
            total += weight * reach
        left >>= 1
        u += 1
    return total


def yet_to_come(s: State, side: i64) -> float:
    """Units not yet set up or arrived, and those that left by an exit."""
    total = 0.0
    u: i64 = 0
    while u < s.t.units:
        if s.t.side[u] == side and (s.place[u] == UNPLACED or s.place[u] == LEFT):
            total += s.t.value[u]
        u += 1
    return total


def from_afar(s: State, side: i64) -> float:
    """Missions and aircraft that are left, and barrages that will still strike (CB-18.8,
    CB-18.11).
    """
    total = 0.0
    b: i64 = 0
    while b < s.t.batteries:
        if s.t.battery_side[b] == side:
            total += A_MISSION * float(s.missions[b])
        if s.began[b] != IDLE and (s.began[b] < 0 or s.began[b] == s.turn):
            total -= under_fire(s, b, side)
        b += 1
    a: i64 = 0
    while a < s.t.planes:
        if s.t.plane_side[a] == side and s.laps[a] >= 0:
            total += A_MISSION + A_LAP * 5.0 if s.laps[a] == 0 else A_LAP * float(s.laps[a])
        a += 1
    return total


def under_fire(s: State, b: i64, side: i64) -> float:
    """What a barrage that falls next turn may take of a side; half of it will have moved on."""
    total = 0.0
    left: i64 = s.side_units(side)
    u: i64 = 0
    while left:
        if left & 1 and in_area(s, b, s.place[u]) and not s.is_inside(u):
            dice: i64 = weapon_dice(HIGH_EXPLOSIVE, s.t.battery_fp[b], s.is_armor(u))
            total += s.t.value[u] * loss(
                dice, s.survivability(u), cover_of(s, u), s.pin[u] != 0, False
            )
        left >>= 1
        u += 1
    return total * 0.5


# --- what the battle is about --------------------------------------------------------------------


def way(s: State, u: i64, place: i64) -> i64:
    """Hexes to a place, in steps of a unit on foot; slow guns count further, vehicles nearer,
    bands as ten hexes.
    """
    field: i64 = s.t.board.size
    at: i64 = s.place[u]
    hexes: i64 = 10
    if at < field and place < field:
        hexes = s.t.board.distance(at, place)
    elif at >= field:
        hexes = outside(at - field)
    hexes = 8 * hexes // (s.t.move[u] + 4)
    return hexes if hexes < FARTHEST else FARTHEST


def outside(band: i64) -> i64:
    """Hexes that a place outside the field counts for."""
    return 12 + 6 * band


def pulled_to(s: State, u: i64, place: i64) -> i64:
    """Hexes from a place to the nearest one that a unit's side does not have but needs; 0 if
    there is none.
    """
    field: i64 = s.t.board.size
    if place >= field:
        return outside(place - field)
    side: i64 = s.t.side[u]
    best: i64 = FARTHEST
    i: i64 = 0
    while i < i64(len(s.t.objectives)):
        if s.control[i] != side:
            best = nearer(s, place, s.t.objectives[i], best)
        i += 1
    foes: i64 = s.alive & wanted(s.t, side)
    v: i64 = 0
    while foes:
        if foes & 1 and s.on_field(v):
            best = nearer(s, place, s.place[v], best)
        foes >>= 1
        v += 1
    for_exit: i64 = way_out(s, side, place)
    if for_exit < best:
        best = for_exit
    return best if best < FARTHEST else 0


def way_out(s: State, side: i64, place: i64) -> i64:
    """[CB-6.18] Hexes to the nearest exit by which a side may win, and one more to leave;
    `FARTHEST` if it has none.
    """
    best: i64 = FARTHEST
    i: i64 = 0
    while i < i64(len(s.t.exit_hexes)):
        at: i64 = s.t.exit_hexes[i]
        if s.t.board.exits[at] & bit(side):
            best = nearer(s, place, at, best - 1) + 1
        i += 1
    return best


def nearer(s: State, place: i64, goal: i64, best: i64) -> i64:
    way: i64 = s.t.board.distance(place, goal)
    return way if way < best else best


def wanted(t: Tables, side: i64) -> i64:
    """The units that a side has to destroy."""
    mask: i64 = 0
    i: i64 = 0
    while i < i64(len(t.wins_seat)):
        if t.wins_seat[i] == side and t.wins_kind[i] == FEWER_LEFT:
            mask |= t.wins_units[i]
        i += 1
    return mask


def pull(s: State, side: i64, place: i64) -> float:
    """How strongly a side weighs on a hex: its armed units, the nearer the more, pinned ones a
    little.
    """
    total = 0.0
    left: i64 = s.side_units(side) & s.t.armed
    u: i64 = 0
    while left:
        if left & 1:
            carrier: i64 = s.link[u] - 1 if s.is_cargo(u) else u
            weight = WAY_TO_GO[way(s, carrier, place)]
            if s.pin[u] != 0:
                weight *= 0.3
            elif carrier != u:
                weight *= 0.7
            total += weight
        left >>= 1
        u += 1
    return total


def in_hand(s: State, i: i64, side: i64) -> bool:
    """[CB-24.2] Whether a side would control an objective if the turn ended now."""
    place: i64 = s.t.objectives[i]
    own: bool = on_foot(s, s.fresh_of(s.units_at(side, place)) & s.t.armed)
    foes: bool = on_foot(s, s.fresh_of(s.units_at(1 - side, place)) & s.t.armed)
    if own and s.fresh_of(s.units_at(1 - side, place)) == 0:
        return True
    if foes and s.fresh_of(s.units_at(side, place)) == 0:
        return False
    return s.control[i] == side


def held(s: State, side: i64) -> float:
    """How many objectives a side may expect to control in the end: more and more those it has in
    hand.
    """
    gone = passed(s)
    sure = SURE + (1.0 - SURE) * gone * gone
    total = 0.0
    i: i64 = 0
    while i < i64(len(s.t.objectives)):
        place: i64 = s.t.objectives[i]
        own = 0.2 + pull(s, side, place)
        theirs = 0.2 + pull(s, 1 - side, place)
        total += (1.0 - sure) * own / (own + theirs)
        if in_hand(s, i, side):
            total += sure
        i += 1
    return total


def passed(s: State) -> float:
    """The share of the battle that is over."""
    return float(s.turn) / float(2 * s.t.turns)


def closing_in(s: State, side: i64, targets: i64) -> float:
    """How near a side is to the units it has to destroy; 1 if all it ever had were in their hexes.

    Those destroyed count as reached by most, so that it never pays to leave the nearest one alone.
    """
    total = 0.0
    left: i64 = targets & s.alive
    count: i64 = count_bits(left)
    v: i64 = 0
    while left:
        if left & 1:
            total += pull(s, side, s.place[v])
        left >>= 1
        v += 1
    named: i64 = count_bits(targets)
    if named == 0:
        return 1.0
    total /= float(1 + count_bits(s.t.sides[side] & s.t.armed))
    return (total + DONE_WITH * float(named - count)) / float(named)


def getting_away(s: State, side: i64, units: i64) -> float:
    """[CB-6.18] How near the units are to the exits of their side."""
    total = 0.0
    u: i64 = 0
    while units >> u:
        if units >> u & 1 and s.on_field(u):
            steps: i64 = 8 * way_out(s, side, s.place[u]) // (s.t.move[u] + 4)
            total += WAY_TO_GO[steps]
        u += 1
    return total


def prospect(s: State, i: i64, ours: float) -> float:
    """How well a victory condition stands for the side that it lets win, which may expect so
    many objectives.
    """
    side: i64 = s.t.wins_seat[i]
    count = float(s.t.wins_count[i])
    kind: i64 = s.t.wins_kind[i]
    if kind == CONTROLS:
        weight = AN_OBJECTIVE * (1.0 + HASTE * passed(s))
        if s.t.wins_turn[i] == 0:
            weight = AN_OBJECTIVE * AT_ONCE
        return weight * (ours - count + 0.5)
    if kind == EXITED:
        out = float(count_bits(s.left & s.t.wins_units[i]))
        near = getting_away(s, side, s.t.wins_units[i] & s.alive)
        return A_WAY_OUT * (1.0 + HASTE * passed(s)) * (out + ALMOST_OUT * near - count + 0.5)
    if s.t.otherwise == side:  # CB-24.5: it may wait for them
        return 0.0
    there = closing_in(s, side, s.t.wins_units[i])
    return CLOSING_IN * (1.0 + HASTE * passed(s)) * (there - 1.0) + CLOSING_IN


def whole(s: State, side: i64) -> float:
    """What a side has in all, lost or not."""
    total = 0.5
    u: i64 = 0
    while u < s.t.units:
        if s.t.side[u] == side:
            total += s.t.value[u]
        u += 1
    return total


def left_of(s: State, side: i64) -> float:
    """The share of its strength that a side may expect to have after the next exchange of fire."""
    return (strength(s, side) - menace(s, 1 - side)) / whole(s, side)


def advantage(s: State) -> float:
    """How much better seat 0 stands than seat 1 in a battle on the ground; 1 is a clear
    advantage.
    """
    total = AN_ARMY * (left_of(s, 0) - left_of(s, 1))
    last: i64 = -1
    ours = 0.0
    i: i64 = 0
    while i < i64(len(s.t.wins_seat)):
        side: i64 = s.t.wins_seat[i]
        if side != last:
            ours = held(s, side)
            last = side
        better = prospect(s, i, ours)
        total += better if side == 0 else -better
        i += 1
    return total


# --- dog fights ----------------------------------------------------------------------------------

A_POINT: Final = 0.3
FIRES_NOW: Final = 0.9
FIRES_LATER: Final = 0.8
"""What a shot counts that a pursuer still has unless it is shaken off before."""
HUNTED: Final = 0.3
"""The share of its later shots that an aircraft loses that has to look after a pursuer
(CB-22.2).
"""
GETS_THROUGH: Final = 0.8
"""How often a sound bomber is expected to get through."""
A_CIRCLE: Final = 0.1
A_GUN: Final = 0.1
A_FIGHT: Final = 1.2
"""What each die of firepower may still score if the whole fight is to come."""


def sound(s: State, a: i64) -> bool:
    return s.fate[a] == IN_THE_FIGHT and s.damaged & bit(a) == 0


def stake(s: State, a: i64) -> float:
    """What it swings to damage a sound aircraft: the points for it, and a bomber that does not
    get through.
    """
    points_off = float(s.t.score_driven_off)
    if s.bonus < 0 and s.t.plane_side[a] == s.t.bonus_seat and s.t.plane_bomber[a] != 0:
        points_off += float(s.t.bonus_each)
    return points_off


def burst(s: State, a: i64, e: i64, more_dice: i64) -> float:
    """[CB-23.1] to [CB-23.5] The points that an aircraft may expect of firing at another that
    rolls more dice.
    """
    at: i64 = odds_place(s.t.plane_fp[a], s.t.plane_sv[e] + more_dice, 0)
    more = float(s.t.score_destroyed - s.t.score_driven_off)
    if s.damaged & bit(e):
        return HITS[at] * more
    return HITS[at] * stake(s, e) + KILLS[at] * more


def clings(s: State, a: i64, e: i64) -> float:
    """[CB-22.3] [CB-22.4] The chance that a pursuer is still behind its target after the target's
    next maneuver.
    """
    return 1.0 - HITS[odds_place(s.t.plane_man[e], s.t.plane_man[a], 0)]


def score(s: State, side: i64) -> float:
    """[CB-23.13] The points a side may expect: scored, bombers on their way, enemies in its
    sights.
    """
    total = float(points(s, side))
    a: i64 = 0
    while a < s.t.planes:
        if s.fate[a] == IN_THE_FIGHT:
            if s.t.plane_side[a] != side:
                if not sound(s, a):
                    total += float(s.t.score_driven_off)
            else:
                if (
                    s.bonus < 0
                    and side == s.t.bonus_seat
                    and s.t.plane_bomber[a] != 0
                    and sound(s, a)
                ):
                    total += float(s.t.bonus_each) * GETS_THROUGH
                if s.prey[a] >= 0:
                    ready: bool = side == s.active and s.acted & bit(a) == 0
                    total += burst(s, a, s.prey[a], 0) * (
                        FIRES_NOW if ready else FIRES_LATER * clings(s, a, s.prey[a])
                    )
                elif s.circle[a] >= 0:
                    total += A_CIRCLE * float(s.t.plane_man[a] - s.t.plane_man[s.circle[a]])
                if sound(s, a):
                    shots = (A_GUN + A_FIGHT * (1.0 - passed(s))) * float(s.t.plane_fp[a])
                    total += shots if s.tail[a] < 0 else shots * (1.0 - HUNTED)
        a += 1
    return total


def lead(s: State) -> float:
    """How much better seat 0 stands than seat 1 in a dog fight; the fewer turns are left the
    more points tell.
    """
    return A_POINT * (1.0 + passed(s)) * (score(s, 0) - score(s, 1))


def share(s: State, seat: i64) -> float:
    """The share of the stake that a seat may expect, by a static evaluation."""
    better = lead(s) if s.t.dogfight else advantage(s)
    chance = 1.0 / (1.0 + math.exp(-better))
    return chance if seat == 0 else 1.0 - chance
