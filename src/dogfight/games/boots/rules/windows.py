"""Choosing an attack: own fire, following and return fire, partners and groups (CB-12, CB-13)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.games.boots.rules.fire import can_fire, can_shell, in_view, note_crowds
from dogfight.games.boots.rules.menu import (
    A_ALSO,
    A_FIRE,
    A_GUN,
    A_PARTNER,
    A_PLACE,
    A_TARGET,
    PASS,
    highest_bit,
    offer,
    offer_all,
    only_bit,
)
from dogfight.games.boots.state import FOLLOW, FREE, GROUND, N_FIRE, OWN, RETURN, STRAFE, State
from dogfight.games.boots.tables import HIGH_EXPLOSIVE, MACHINE_GUN, UNARMED, WORD_SHIFT, bit

# --- slots ---------------------------------------------------------------------------------------


def free_slots(s: State, u: i64) -> i64:
    """[CB-13.1] [CB-13.17] Slots neither spent nor locked on a mover."""
    return s.slots[u] & FREE


def has_slot_for(s: State, u: i64, target: i64) -> bool:
    """[CB-13.8] [CB-13.9] A free slot, or one locked on this very target that has not fired at
    this step.
    """
    if free_slots(s, u) > 0:
        return True
    shift: i64 = 2 if target == s.mover else 6
    return (s.slots[u] >> shift & 3) > (s.slots[u] >> (shift + 2) & 3)


def use_slot_on(s: State, u: i64, target: i64) -> None:
    """[CB-13.8] Fire with a slot that is locked on the target already, else lock a free one."""
    shift: i64 = 2 if target == s.mover else 6
    if (s.slots[u] >> shift & 3) <= (s.slots[u] >> (shift + 2) & 3):
        s.slots[u] += bit(shift) - 1
    s.slots[u] += bit(shift + 2)


def change_companion(s: State, cargo: i64) -> None:
    """[CB-13.14] [CB-13.17] A unit goes along with the mover: slots locked on one that is gone
    do not change over.
    """
    u: i64 = 0
    while u < s.t.units:
        s.slots[u] &= ~(192 | 768)
        u += 1
    s.companion = cargo


def begin_step_window(s: State) -> None:
    """[CB-13.9] After each step every locked slot may fire once more."""
    slots = s.slots
    u: i64 = 0
    while u < s.t.units:
        slots[u] &= ~(48 | 768)
        u += 1


def free_locks(s: State) -> None:
    """[CB-13.10] The mover's turn is over: slots locked on it are spent."""
    slots = s.slots
    u: i64 = 0
    while u < s.t.units:
        slots[u] &= FREE
        u += 1


# --- who may fire --------------------------------------------------------------------------------


def is_watched(s: State, target: i64) -> bool:
    """[CB-13.11] [CB-13.14] Whether the mover, its riders or the unit just set down can be fired
    at in this window.
    """
    if target < 0 or not s.is_fresh(target):
        return False
    if target == s.mover:
        return True
    if s.set_down:
        return True
    return s.is_rider(target) and s.is_fresh(s.mover)


def can_follow(s: State, u: i64, gun: i64, target: i64) -> bool:
    """[CB-13.2] [CB-13.7] [CB-12.12] Following fire at the mover or its companion, with the
    weapon CB-14.7 names.
    """
    if (
        not is_watched(s, target)
        or not has_slot_for(s, u, target)
        or not can_fire(s, u, gun, target)
    ):
        return False
    at_the_door: bool = s.is_armor(u) and not s.is_armor(target) and s.place[u] == s.place[target]
    if not at_the_door or not s.on_field(u):
        return gun == 0
    return gun != 0 or defends_with_main_weapon(s, u)


def defends_with_main_weapon(s: State, u: i64) -> bool:
    """[CB-16.6] Only armor without an integrated machine gun, or whose main weapon is one."""
    return s.t.mg[u] == 0 or s.t.weapon[u] == MACHINE_GUN


def can_return(s: State, u: i64, gun: i64, target: i64) -> bool:
    """[CB-13.4] At one of those who attacked it, for a free slot."""
    return s.attackers & bit(target) != 0 and free_slots(s, u) > 0 and can_fire(s, u, gun, target)


def may_shoot(s: State, u: i64, gun: i64, target: i64) -> bool:
    """Whether a unit may be part of the attack that is being chosen, at this target."""
    if s.how == FOLLOW:
        return can_follow(s, u, gun, target)
    if s.how == RETURN:
        return can_return(s, u, gun, target)
    return s.attacks[u] > 0 and can_fire(s, u, gun, target)


def is_ready(s: State, u: i64) -> bool:
    """[CB-5.9] [CB-7.9] Fresh, armed and not aboard a vehicle."""
    return s.is_fresh(u) and s.t.weapon[u] != UNARMED and not s.is_cargo(u)


def possible_targets(s: State, u: i64, gun: i64) -> i64:
    """Whom a unit could aim at in the present kind of attack, as far as that is seen at a
    glance.
    """
    if s.how == FOLLOW:
        mask: i64 = bit(s.mover)
        if s.companion >= 0:
            mask |= bit(s.companion)
        return mask & s.alive
    if s.how == RETURN:
        return s.attackers & s.alive
    if s.attacks[u] <= 0:
        return 0
    far: bool = s.t.far_reaching & bit(u) != 0
    if not s.on_field(u):
        return s.side_units(s.inactive()) if far and not gun else 0
    here: i64 = s.enemies_with(u)
    if here or gun:  # CB-4.14, CB-10.3
        return here
    result: i64 = in_view(s, s.inactive(), s.t.zone_of[u], s.place[u])
    return result | (s.beyond & s.side_units(s.inactive())) if far else result


def targets_of(s: State, u: i64, gun: i64) -> i64:
    """[CB-10.12] The units that this one may fire at in this kind of attack, however often they
    were attacked.
    """
    left: i64 = possible_targets(s, u, gun)
    result: i64 = 0
    t: i64 = 0
    while left:
        if left & 1 and may_shoot(s, u, gun, t):
            result |= bit(t)
        left >>= 1
        t += 1
    return result


def has_target(s: State, u: i64, gun: i64) -> bool:
    left: i64 = possible_targets(s, u, gun)
    t: i64 = 0
    while left:
        if left & 1 and may_shoot(s, u, gun, t):
            return True
        left >>= 1
        t += 1
    return False


def offer_leads(s: State, mask: i64) -> None:
    """Offer to fire with each unit of a set that has a target: main weapons first, then
    integrated machine guns.
    """
    offer_leads_with(s, A_FIRE, mask & s.t.armed, 0)
    offer_leads_with(s, A_GUN, mask & s.t.armed & s.t.with_guns, 1)


def offer_leads_with(s: State, kind: i64, mask: i64, gun: i64) -> None:
    """The same for one of the two weapons."""
    u: i64 = 0
    while mask:
        if mask & 1 and is_ready(s, u) and has_target(s, u, gun):
            offer(s, kind, u)
        mask >>= 1
        u += 1


def offer_following(s: State) -> None:
    """[CB-D4] Pass, or a unit that leads an attack on the mover."""
    offer(s, PASS, 0)
    s.how = FOLLOW
    watched: i64 = s.mover if is_watched(s, s.mover) else s.companion
    if is_watched(s, watched):
        watchers: i64 = s.side_units(s.inactive()) & s.t.far_reaching
        if s.on_field(watched):
            watchers &= s.beyond
            watchers |= in_view(s, s.inactive(), s.t.sight, s.place[watched])
        offer_leads(s, watchers)


def offer_return(s: State) -> None:
    """[CB-D6] Pass, or a unit that was attacked and leads an answer."""
    offer(s, PASS, 0)
    s.how = RETURN
    offer_leads(s, s.answering)


def offer_fire_on(s: State) -> None:
    """[CB-D7] [CB-10.13] Stop, or another attack led by a machine gun of this action."""
    offer(s, PASS, 0)
    s.how = OWN
    u: i64 = 0
    while s.gunners >> u:
        if s.gunners >> u & 1 and s.volleys(u) > 1 and is_ready(s, u) and has_target(s, u, 0):
            offer(s, A_FIRE, u)
        u += 1


# --- aim, partners, groups -----------------------------------------------------------------------


def shells_hexes(s: State) -> bool:
    """[CB-4.6] [CB-4.11] In its own turn an h weapon is aimed at a hex."""
    return s.how == OWN and s.gun == 0 and s.t.weapon[s.lead] == HIGH_EXPLOSIVE


def offer_aims(s: State) -> None:
    """The targets of the unit that leads the attack; hexes for h weapons, units otherwise and
    outside the field.
    """
    if not shells_hexes(s):
        offer_all(s, A_TARGET, targets_of(s, s.lead, s.gun))
        return
    word: i64 = 0
    while word < s.t.board.words:
        hexes: i64 = s.occupied[s.inactive() * s.t.board.words + word]
        while hexes:
            place: i64 = (word << WORD_SHIFT) + lowest_bit(hexes)
            if can_shell(s, s.lead, place):
                offer(s, A_PLACE, place)
            hexes &= hexes - 1
        word += 1
    outside: i64 = 0
    u: i64 = 0
    targets: i64 = targets_of(s, s.lead, 0)
    while targets >> u:
        if targets >> u & 1 and not s.on_field(u):
            outside |= bit(u)
        u += 1
    offer_all(s, A_TARGET, outside)


def may_join(s: State, u: i64) -> bool:
    """[CB-12.1] [CB-12.2] [CB-12.4] [CB-12.5] [CB-13.5] [CB-13.15] Whether a unit can combine with
    those firing.

    Partners are added in piece order; the leader of the first attack of an action is the first of
    them.
    """
    me: i64 = bit(u)
    lead: i64 = bit(s.lead)
    if (
        s.t.combiners & me == 0
        or s.firers & me
        or s.place[u] != s.place[s.lead]
        or not s.on_field(u)
    ):
        return False
    if u < highest_bit(s.firers & ~lead) or not is_ready(s, u):
        return False
    if s.how == OWN and s.gunners != 0 and s.gunners & me == 0:
        return s.acted & me == 0 and may_shoot(s, u, 0, s.aim)
    if u < s.lead:
        return False
    if s.how == OWN:
        return s.acted & me == 0 and may_shoot(s, u, 0, s.aim)
    if s.how == RETURN:
        return s.answering & me != 0 and may_shoot(s, u, 0, s.aim)
    return may_shoot(s, u, 0, s.aim)


def joiners(s: State) -> i64:
    """The units that can still be added to the attack; none once the targets have been grouped."""
    if s.gun or s.t.combiners & bit(s.lead) == 0 or not only_bit(s.group):
        return 0
    mask: i64 = s.units_at(s.t.side[s.lead], s.place[s.lead]) & s.t.combiners
    result: i64 = 0
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1 and may_join(s, u):
            result |= bit(u)
        u += 1
    return result


def groupable(s: State) -> i64:
    """[CB-12.6] [CB-12.7] [CB-12.11] [CB-9.10] Further infantry of the target hex, not in
    following fire.
    """
    if s.how == FOLLOW or s.gun or s.t.infantry & bit(s.aim) == 0 or not s.on_field(s.aim):
        return 0
    if s.how != STRAFE and s.t.weapon[s.lead] == HIGH_EXPLOSIVE:
        return 0
    mask: i64 = s.units_at(s.t.side[s.aim], s.place[s.aim]) & s.t.infantry
    if s.how == RETURN:
        mask &= s.attackers
    last: i64 = highest_bit(s.group)
    return mask & ~(bit(last + 1) - 1)


def offer_muster(s: State) -> None:
    """Fire now, add a partner, or add a unit to the group of targets."""
    offer(s, PASS, 0)
    if s.how == GROUND:
        offer_all(s, A_PARTNER, air_partners(s))
        return
    if s.how != STRAFE:
        offer_all(s, A_PARTNER, joiners(s))
    offer_all(s, A_ALSO, groupable(s))


# --- fire at aircraft ----------------------------------------------------------------------------


def can_fire_at_plane(s: State, u: i64) -> bool:
    """[CB-20.10] [CB-20.11] [CB-9.12] A fresh rifle squad with a slot, in range, not beside
    enemies.
    """
    if s.t.squads & bit(u) == 0 or not is_ready(s, u) or free_slots(s, u) == 0:
        return False
    field: i64 = s.t.board.size
    if s.aim_place >= field:
        return s.aim == u
    if s.place[u] >= field or s.enemies_with(u) != 0:
        return False
    reach: i64 = s.t.reach[u]
    return (
        reach < 0 or s.t.reach_bands[u] != 0 or s.t.board.distance(s.place[u], s.aim_place) <= reach
    )


def offer_ground_fire(s: State) -> None:
    """[CB-D14] Pass, or a rifle squad that leads an attack on the aircraft."""
    offer(s, PASS, 0)
    offer_all(s, A_FIRE, firers_at_plane(s, s.side_units(s.inactive()), 0))


def air_partners(s: State) -> i64:
    """[CB-20.14] Squads of the same hex may combine."""
    return firers_at_plane(
        s, s.units_at(s.t.side[s.lead], s.place[s.lead]), highest_bit(s.firers) + 1
    )


def firers_at_plane(s: State, mask: i64, first: i64) -> i64:
    """Those of a set, from one unit on, that can fire at the aircraft."""
    result: i64 = 0
    u: i64 = first
    while mask >> u:
        if mask >> u & 1 and can_fire_at_plane(s, u):
            result |= bit(u)
        u += 1
    return result


# --- firing --------------------------------------------------------------------------------------


def pay_for_attack(s: State) -> None:
    """[CB-5.6] [CB-13.3] [CB-13.18] Use up an attack in one's own turn, a slot in the enemy's."""
    u: i64 = 0
    while s.firers >> u:
        if s.firers >> u & 1:
            if s.how == FOLLOW:
                use_slot_on(s, u, s.aim)
            elif s.how == OWN:
                s.attacks[u] = 0 if s.gun else s.attacks[u] - 1
            else:
                s.slots[u] -= 1
            if s.gun:
                s.gunned |= bit(u)
        u += 1
    if s.how == OWN:
        s.fired |= s.firers
        s.gunners |= s.firers


def open_fire(s: State) -> None:
    """The attack is declared: count the stacks, and note who is under fire and who may be shot
    back at.
    """
    s.aim_place = s.place[s.aim] if s.aim >= 0 else s.aim_place
    note_crowds(s, s.aim_place)
    s.struck = 0
    s.pending = 0
    if s.gun == 0 and s.how != STRAFE and s.t.weapon[s.lead] == HIGH_EXPLOSIVE:
        foes: i64 = 1 - s.t.side[s.lead]
        s.pending = (
            s.units_at(foes, s.aim_place) if s.aim_place < s.t.board.size else bit(s.aim)
        )  # CB-9.10
    s.add_trace(N_FIRE, s.lead, s.firers, s.aim_place, s.how)
