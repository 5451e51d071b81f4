"""Who may fire at whom, with how many dice, and what a hit does (CB-4, CB-9 to CB-12, CB-14)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.games.boots.rules.dice import KILL, NOTHING, PIN
from dogfight.games.boots.rules.sight import friends_between, friends_in_column
from dogfight.games.boots.state import (
    ASSAULT,
    BARRAGE,
    BOMBS,
    DEFENCE,
    DESTROYED,
    FOLLOW,
    GROUND,
    N_PLANE_HIT,
    N_RESULT,
    OVERRUN,
    OWN,
    RETURN,
    ROLLING,
    STRAFE,
    State,
)
from dogfight.games.boots.tables import (
    ANTI_TANK,
    HIGH_EXPLOSIVE,
    MACHINE_GUN,
    UNARMED,
    WORD_MASK,
    WORD_SHIFT,
    bit,
)

# --- range and sight -----------------------------------------------------------------------------


def band_twice(s: State, place: i64) -> i64:
    """[CB-2.17] [CB-9.5] Twice the band number: 2 for a hex, 3 for line 1|2, 4 for band 2 and so
    on.
    """
    field: i64 = s.t.board.size
    return 2 if place < field else 3 + place - field


def in_range(s: State, u: i64, place: i64) -> bool:
    """[CB-9.1] to [CB-9.6] Range in hexes inside the field, `*` anywhere, underlined ranges by
    bands.
    """
    reach: i64 = s.t.reach[u]
    start: i64 = s.place[u]
    if reach < 0:  # CB-3.3, CB-9.2
        return True
    if s.t.reach_bands[u] != 0:  # CB-3.4, CB-9.3, CB-9.4
        gap: i64 = band_twice(s, start) - band_twice(s, place)
        if gap < 0:
            gap = -gap
        return reach >= 1 + (gap + 1) // 2
    field: i64 = s.t.board.size
    return start < field and place < field and s.t.board.distance(start, place) <= reach


def in_sight(s: State, start: i64, place: i64) -> bool:
    """[CB-8.19] [CB-9.7] [CB-9.8] Hex to hex from the table, hex to outside down the column,
    outside always.
    """
    field: i64 = s.t.board.size
    if start < field and place < field:
        return s.t.board.sees[start * field + place] != 0
    if start < field:
        return s.t.board.sees_out[start] != 0
    return place >= field or s.t.board.sees_out[place] != 0


def covers(s: State, u: i64, place: i64) -> bool:
    """[CB-9.1] Range and sight from where a unit is to another place; between hexes both were
    worked out before.
    """
    start: i64 = s.place[u]
    board = s.t.board
    if start < board.size and place < board.size:
        word: i64 = s.t.zones[s.t.zone_of[u] + start * board.words + (place >> WORD_SHIFT)]
        return word & bit(place & WORD_MASK) != 0
    return in_range(s, u, place) and in_sight(s, start, place)


def in_view(s: State, side: i64, zone: i64, place: i64) -> i64:
    """The units of a side in the hexes of one of the sets of `zones`, that for a hex."""
    board = s.t.board
    zones, occupied, there = s.t.zones, s.occupied, s.there
    row: i64 = zone + place * board.words
    foes: i64 = side * board.words
    first: i64 = side * board.size
    result: i64 = 0
    word: i64 = 0
    while word < board.words:
        hexes: i64 = zones[row + word] & occupied[foes + word]
        while hexes:
            result |= there[first + lowest_bit(hexes)]
            hexes &= hexes - 1
        first += WORD_MASK + 1
        word += 1
    return result


def friends_in_the_way(s: State, u: i64, place: i64) -> bool:
    """[CB-8.17] [CB-8.18] [CB-9.9] Friends at the firer's elevation on the way; mortars fire over
    them.

    Enemy units on the way are never looked at (CB-8.21).
    """
    if s.t.mortars & bit(u):
        return False
    board = s.t.board
    start: i64 = s.place[u]
    base: i64 = s.t.side[u] * board.size
    if start < board.size and place < board.size:
        return friends_between(board, start, place, s.there, base)
    if start < board.size:
        return friends_in_column(board, start, board.elev[start], s.there, base)
    if place < board.size:
        return friends_in_column(board, place, 0, s.there, base)
    return False


def can_reach(s: State, u: i64, place: i64) -> bool:
    """[CB-10.1] Range, sight and the ban on firing through, into or out of the wrong hex, for
    the main weapon.
    """
    start: i64 = s.place[u]
    field: i64 = s.t.board.size
    if start == place and start < field:  # CB-4.13: no h weapon into its own hex
        return s.t.weapon[u] != HIGH_EXPLOSIVE
    if not covers(s, u, place):
        return False
    if s.enemies_with(u) != 0:  # CB-10.3, CB-14.1
        return False
    if s.units_at(s.t.side[u], place) != 0:  # CB-10.2, CB-13.16
        return False
    if (
        s.t.heavy_mortars & bit(u)
        and start < field
        and place < field
        and s.t.board.distance(start, place) < 2
    ):
        return False  # CB-4.12
    return not friends_in_the_way(s, u, place)


# --- weapons -------------------------------------------------------------------------------------


def weapon_of(s: State, u: i64, gun: i64) -> i64:
    """[CB-3.17] The main weapon, or the integrated machine gun."""
    return MACHINE_GUN if gun else s.t.weapon[u]


def harms(weapon: i64, armored: bool) -> bool:
    """[CB-3.12] [CB-3.13] [CB-4.1] [CB-4.4] Rifles and machine guns may not be fired at armor."""
    if weapon == UNARMED:
        return False
    return not armored or weapon in (ANTI_TANK, HIGH_EXPLOSIVE)


def weapon_dice(weapon: i64, fp: i64, armored: bool) -> i64:
    """[CB-4.5] [CB-4.7] [CB-4.9] Anti-tank loses a die against the unarmored, high explosive
    against armor.
    """
    if weapon == ANTI_TANK and not armored:
        return fp - 1
    if weapon == HIGH_EXPLOSIVE and armored:
        return fp - 1
    return fp


def point_blank(s: State, start: i64, place: i64) -> i64:
    """[CB-10.11] [CB-10.14] [CB-14.2] One die more at distance 1 or 0, inside the hex field only
    (CB-9.10).
    """
    field: i64 = s.t.board.size
    if start >= field or place >= field:
        return 0
    return 1 if s.t.board.distance(start, place) <= 1 else 0


def firepower(s: State, firers: i64, gun: i64) -> i64:
    """[CB-3.6] [CB-12.3] The sum of the firepowers, or the rating of the integrated machine gun."""
    total: i64 = 0
    u: i64 = 0
    while firers:
        if firers & 1:
            total += s.t.mg[u] if gun else s.t.fp[u]
        firers >>= 1
        u += 1
    return total


def shot_dice(s: State, firers: i64, lead: i64, gun: i64, target: i64) -> i64:
    """[CB-4.18] Firepower, then the change for the kind of target, then the point-blank die."""
    dice: i64 = weapon_dice(weapon_of(s, lead, gun), firepower(s, firers, gun), s.is_armor(target))
    return dice + point_blank(s, s.place[lead], s.place[target])


def targetable(s: State, u: i64, target: i64) -> bool:
    """[CB-7.13] [CB-7.15] An enemy in play that is not inside a vehicle; riders are targets of
    their own.
    """
    return (
        s.alive & bit(target) != 0 and s.t.side[u] != s.t.side[target] and not s.is_inside(target)
    )


def can_fire(s: State, u: i64, gun: i64, target: i64) -> bool:
    """[CB-10.1] [CB-4.17] Whether a unit's weapon may be fired at this enemy, with at least one
    die.
    """
    if not targetable(s, u, target):
        return False
    armored: bool = s.is_armor(target)
    place: i64 = s.place[target]
    if gun:  # CB-4.14
        same: bool = place == s.place[u] and s.on_field(u)
        return same and not armored and s.t.mg[u] > 0 and s.gunned & bit(u) == 0
    if not harms(s.t.weapon[u], armored) or not can_reach(s, u, place):
        return False
    return shot_dice(s, bit(u), u, 0, target) > 0


def can_shell(s: State, u: i64, place: i64) -> bool:
    """[CB-4.6] Whether an h weapon may attack a hex: some enemy there has dice rolled against
    it.
    """
    if not can_reach(s, u, place):
        return False
    mask: i64 = s.units_at(1 - s.t.side[u], place)
    t: i64 = 0
    while mask:
        if mask & 1 and shot_dice(s, bit(u), u, 0, t) > 0:
            return True
        mask >>= 1
        t += 1
    return False


# --- the target ----------------------------------------------------------------------------------


def cover_of(s: State, u: i64) -> i64:
    """[CB-11.1] [CB-11.2] [CB-11.3] [CB-11.7] The best cover of the hex; vehicles and riders
    have their own rating.
    """
    if not s.on_field(u):
        return 0
    if (s.t.infantry | s.t.guns) & bit(u) and not s.is_rider(u):
        return s.t.board.cover[s.place[u]]
    return s.t.board.cover_vehicle[s.place[u]]


def best_cover(s: State, group: i64) -> i64:
    """[CB-11.8] A group adds the best cover that any of its units has, once."""
    best: i64 = 0
    u: i64 = 0
    while group:
        if group & 1:
            cover: i64 = cover_of(s, u)
            if cover > best:
                best = cover
        group >>= 1
        u += 1
    return best


def total_survivability(s: State, group: i64) -> i64:
    """[CB-12.8] [CB-10.10] The dice of a group as one pool; the pinned roll in full."""
    total: i64 = 0
    u: i64 = 0
    while group:
        if group & 1:
            total += s.survivability(u)
        group >>= 1
        u += 1
    return total


def crowding(s: State, side: i64, place: i64) -> i64:
    """[CB-12.13] [CB-12.14] [CB-7.11] Pieces of one side above four; a vehicle and its riders
    are one piece.
    """
    mask: i64 = s.units_at(side, place)
    count: i64 = -4
    u: i64 = 0
    while mask:
        if mask & 1 and not s.is_rider(u):
            count += 1
        mask >>= 1
        u += 1
    return count if count > 0 else 0


def is_close_quarters(s: State) -> bool:
    """[CB-14.5] [CB-14.6] Own, following, return, overrun and defensive fire inside one hex;
    never bombs or shells.
    """
    fire: bool = (
        s.how == OWN or s.how == RETURN or s.how == FOLLOW or s.how == OVERRUN or s.how == DEFENCE
    )
    return fire and s.aim_place < s.t.board.size and s.place[s.lead] == s.aim_place


# --- rolling -------------------------------------------------------------------------------------


def note_crowds(s: State, place: i64) -> None:
    """[CB-12.14] Count the stacks of the target hex and the six around it before any roll, a
    byte for each.
    """
    s.crowd0 = 0
    s.crowd1 = 0
    if place >= s.t.board.size:
        return
    k: i64 = 0
    while k < 7:
        at: i64 = place if k == 0 else s.t.board.near[place * 6 + k - 1]
        if at >= 0 and (k == 0 or s.how == BARRAGE):
            s.crowd0 |= crowding(s, 0, at) << (8 * k)
            s.crowd1 |= crowding(s, 1, at) << (8 * k)
        k += 1


def crowd_at(s: State, side: i64, place: i64) -> i64:
    """The stacking penalty that was counted for a hex of the attack."""
    if place >= s.t.board.size:
        return 0
    k: i64 = 0
    while k < 7:
        at: i64 = s.aim_place if k == 0 else s.t.board.near[s.aim_place * 6 + k - 1]
        if at == place:
            return (s.crowd1 if side else s.crowd0) >> (8 * k) & 255
        k += 1
    return 0


def dice_against(s: State, target: i64) -> i64:
    """The firing side's dice against one unit, by the kind of attack."""
    armored: bool = s.is_armor(target)
    if s.how == BARRAGE:  # CB-18.14, CB-10.15: no point blank
        return weapon_dice(HIGH_EXPLOSIVE, s.t.battery_fp[s.lead], armored)
    if s.how == BOMBS:  # CB-20.6
        return weapon_dice(HIGH_EXPLOSIVE, s.t.plane_bombs[s.plane], armored)
    if s.how == STRAFE:  # CB-20.9
        return 0 if armored else s.t.plane_strafe[s.plane]
    if s.how == ASSAULT:  # CB-16.7, CB-16.8
        return firepower(s, s.firers, 0)
    return shot_dice(s, s.firers, s.lead, s.gun, target)


def aim_at(s: State, group: i64, target: i64) -> None:
    """[CB-10.4] Set up both pools and what is added to their highest dice."""
    s.group = group
    s.aim = target
    s.dice_a = dice_against(s, target)
    s.dice_d = total_survivability(s, group)
    s.shown_a = 0
    s.shown_d = 0
    s.plus_a = 0
    s.plus_d = 0
    if s.how != ASSAULT:  # CB-12.15, CB-16.8
        s.plus_a = crowd_at(s, s.t.side[target], s.place[target])
        if not is_close_quarters(s):  # CB-11.5, CB-11.6, CB-14.3
            s.plus_d = best_cover(s, group)
    s.stage = ROLLING


def shell_order(s: State, mask: i64) -> i64:
    """The next unit under h or H fire: by hex name, then piece order, a vehicle before its
    riders; -1 for none.
    """
    best: i64 = -1
    u: i64 = 0
    left: i64 = mask
    while left:
        if left & 1:
            waits: bool = s.is_rider(u) and mask & bit(s.link[u] - 1) != 0
            if not waits and (best < 0 or s.place[u] < s.place[best]):
                best = u
        left >>= 1
        u += 1
    return best


def next_under_fire(s: State) -> bool:
    """[CB-4.6] [CB-4.8] [CB-12.10] Every unit under h or H fire has its own roll; those without
    dice are skipped.
    """
    while True:
        s.pending &= s.alive
        u: i64 = shell_order(s, s.pending)
        if u < 0:
            return False
        s.pending &= ~bit(u)
        if dice_against(s, u) > 0:  # CB-4.17
            s.struck |= bit(u)
            aim_at(s, bit(u), u)
            return True


def hurt(s: State, u: i64, outcome: i64) -> i64:
    """[CB-10.6] [CB-10.7] [CB-10.9] [CB-14.4] [CB-16.9] Pin or destroy a unit; returns what
    really happened.
    """
    if outcome == NOTHING:
        return NOTHING
    if outcome == PIN and s.pin[u] == 0 and s.how != ASSAULT and not is_close_quarters(s):
        s.pin[u] = s.turn
        return PIN
    s.remove(u, DESTROYED)
    return KILL


def hurt_group(s: State, outcome: i64) -> None:
    """[CB-12.9] The result applies to every unit of the group."""
    close: bool = is_close_quarters(s)
    group: i64 = s.group
    u: i64 = 0
    while group >> u:
        if group & bit(u) and s.alive & bit(u):
            result: i64 = hurt(s, u, outcome)
            s.add_trace(N_RESULT, u, outcome, result, 1 if close else 0)
        u += 1


def hurt_plane(s: State, outcome: i64) -> None:
    """[CB-20.15] [CB-20.16] [CB-20.17] Damaged, or destroyed by a kill or a second damage."""
    me: i64 = bit(s.plane)
    result: i64 = outcome
    if outcome == PIN and s.damaged & me:
        result = KILL
    if result == KILL:
        s.laps[s.plane] = -1
    elif result == PIN:
        s.damaged |= me
    s.add_trace(N_PLANE_HIT, s.plane, outcome, result)


def aim_at_plane(s: State) -> None:
    """[CB-20.12] [CB-20.13] An aircraft under ground fire rolls one die more and adds one; no
    point blank.
    """
    s.how = GROUND
    s.dice_a = firepower(s, s.firers, 0)
    s.dice_d = s.t.plane_sv[s.plane] + 1
    s.plus_a = 0
    s.plus_d = 1
    s.shown_a = 0
    s.shown_d = 0
    s.stage = ROLLING
