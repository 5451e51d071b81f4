"""Close combat: hand to hand and the assault on armor (CB-15, CB-16)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.games.boots.rules.fire import shot_dice
from dogfight.games.boots.rules.menu import (
    A_ASSAULT,
    A_GUN_TARGET,
    A_JOIN,
    A_MELEE,
    A_PAIR,
    A_PARTNER,
    A_PLACE,
    A_REMOVE,
    A_TARGET,
    PAIR,
    PASS,
    highest_bit,
    offer,
    offer_all,
)
from dogfight.games.boots.rules.windows import defends_with_main_weapon, free_slots
from dogfight.games.boots.state import DESTROYED, N_CUT_OFF, N_REMOVED, N_RETREAT, State
from dogfight.games.boots.tables import FOOT, HIGH_EXPLOSIVE, WORD_SHIFT, bit

# --- hand to hand --------------------------------------------------------------------------------


def unarmored_at(s: State, side: i64, place: i64) -> i64:
    """[CB-15.3] Unarmored ground units in a hex; cargo inside a vehicle is part of it, riders
    count.
    """
    return s.units_at(side, place) & ~s.t.armor


def fighters_at(s: State, side: i64, place: i64) -> i64:
    """[CB-15.3] [CB-15.21] Those who take part: fresh and unarmored, armed or not."""
    return s.fresh_of(unarmored_at(s, side, place))


def can_start_fight(s: State, place: i64) -> bool:
    """[CB-15.1] [CB-15.2] [CB-15.4] A fresh armed unarmored unit of the active side and any
    unarmored enemy.
    """
    if unarmored_at(s, s.inactive(), place) == 0 or s.fought_over(place):
        return False
    return fighters_at(s, s.active, place) & s.t.armed != 0


def leader(s: State) -> i64:
    """[CB-15.5] [CB-15.14] The active player leads the first round, then the players take turns."""
    return s.active if s.round & 1 else s.inactive()


def unpaired(s: State, side: i64) -> i64:
    """Fighters of a side that are in no match yet."""
    mask: i64 = fighters_at(s, side, s.melee)
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1 and s.matched[u] != 0:
            mask &= ~bit(u)
        u += 1
    return mask


def offer_pairs(s: State) -> None:
    """[CB-D10] [CB-15.6] Each unpaired unit of the leader with each unpaired enemy."""
    own: i64 = unpaired(s, leader(s))
    foes: i64 = unpaired(s, 1 - leader(s))
    u: i64 = 0
    while own >> u:
        if own >> u & 1:
            v: i64 = 0
            while foes >> v:
                if foes >> v & 1:
                    offer(s, A_PAIR, u * PAIR + v)
                v += 1
        u += 1


def pair(s: State, u: i64, v: i64) -> None:
    """[CB-15.6] A match of two; matches are fought in this order (CB-15.13)."""
    s.matches += 1
    s.matched[u] = s.matches
    s.matched[v] = s.matches


def offer_gang_up(s: State) -> None:
    """[CB-D11] [CB-15.7] A unit left over joins a match or stays out of the round."""
    offer(s, PASS, 0)
    m: i64 = 1
    while m <= s.matches:
        offer(s, A_JOIN, m)
        m += 1


def next_over(s: State, side: i64, after: i64) -> i64:
    """The next unit of a side that is left over, in piece order; -1 for none."""
    mask: i64 = unpaired(s, side)
    u: i64 = after + 1
    while mask >> u:
        if mask >> u & 1:
            return u
        u += 1
    return -1


def in_match(s: State, side: i64, m: i64) -> i64:
    """The units of a side in a match."""
    result: i64 = 0
    mask: i64 = fighters_at(s, side, s.melee)
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1 and s.matched[u] == m:
            result |= bit(u)
        u += 1
    return result


def match_dice(s: State, side: i64) -> i64:
    """[CB-15.8] [CB-15.9] [CB-15.12] The sum of survivabilities, and one more for the inactive side
    in round 1.

    Neither cover nor point blank nor stacking plays a part.
    """
    mask: i64 = in_match(s, side, s.bout)
    dice: i64 = 1 if s.round == 1 and side != s.active else 0
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1:
            dice += s.survivability(u)
        u += 1
    return dice


def offer_losses(s: State) -> None:
    """[CB-D12] [CB-15.10] The units of the loser in the match that was fought."""
    offer_all(s, A_REMOVE, in_match(s, loser(s), s.bout))


def loser(s: State) -> i64:
    """[CB-15.11] Who has to remove a unit; after a tie both do, the leader first."""
    if s.losers == 3:
        return leader(s)
    return 0 if s.losers == 1 else 1


def lose_unit(s: State, u: i64) -> None:
    """[CB-15.10] Remove one unit of the match."""
    s.losers &= ~bit(loser(s))
    s.add_trace(N_REMOVED, u, s.melee)
    s.remove(u, DESTROYED)


def can_retreat(s: State, side: i64) -> i64:
    """[CB-3.15] [CB-15.15] [CB-15.16] Fresh rifle squads, riders included; no weapon pieces, no
    soft vehicles.
    """
    return fighters_at(s, side, s.melee) & s.t.squads


def offer_retreats(s: State) -> None:
    """[CB-D13] [CB-15.15] [CB-15.18] Fight on, or adjacent hexes without enemies that can be
    entered on foot.
    """
    offer(s, PASS, 0)
    side: i64 = leader(s)
    if can_retreat(s, side) == 0:
        return
    board = s.t.board
    place: i64 = 0
    while place < board.size:
        if (
            board.distance(s.melee, place) == 1
            and s.units_at(1 - side, place) == 0
            and board.cost[FOOT * board.size + place] >= 0
        ):
            offer(s, A_PLACE, place)
        place += 1


def retreat(s: State, place: i64) -> None:
    """[CB-15.15] [CB-15.17] [CB-15.19] The squads go, riders dismount; other fighters are left
    and destroyed.
    """
    side: i64 = leader(s)
    going: i64 = can_retreat(s, side)
    staying: i64 = fighters_at(s, side, s.melee) & ~going
    s.add_trace(N_RETREAT, side, s.melee, place)
    u: i64 = 0
    while going >> u:
        if going >> u & 1:
            s.depart(u)
            if s.link[u] != 0:
                s.link[s.link[u] - 1] = 0
                s.link[u] = 0
            s.arrive(u, place)
        u += 1
    destroy_all(s, staying)
    s.exposed = going


def destroy_all(s: State, mask: i64) -> None:
    """Destroy a set of units that were cut off."""
    u: i64 = 0
    while mask >> u:
        if mask >> u & 1 and s.alive >> u & 1:
            s.add_trace(N_CUT_OFF, u, s.place[u])
            s.remove(u, DESTROYED)
        u += 1


def mop_up(s: State) -> None:
    """[CB-15.22] [CB-15.23] Pinned unarmored units without a fresh unarmored friend fall to
    fresh unarmored enemies.
    """
    side: i64 = 0
    while side < 2:
        if fighters_at(s, side, s.melee) == 0 and fighters_at(s, 1 - side, s.melee) != 0:
            destroy_all(s, unarmored_at(s, side, s.melee))
        side += 1


def fight_goes_on(s: State) -> bool:
    """[CB-15.14] [CB-15.20] Both sides still have a fresh unarmored unit in the hex."""
    return fighters_at(s, 0, s.melee) != 0 and fighters_at(s, 1, s.melee) != 0


def clear_matches(s: State) -> None:
    u: i64 = 0
    while u < s.t.units:
        s.matched[u] = 0
        u += 1
    s.matches = 0
    s.bout = 0


# --- the assault on armor ------------------------------------------------------------------------


def may_assault(s: State, u: i64) -> bool:
    """[CB-16.1] [CB-16.2] [CB-16.3] [CB-17.6] A fresh rifle squad on foot, in closed terrain,
    not having fired.
    """
    me: i64 = bit(u)
    if (s.fired | s.assaulted) & me or not s.is_fresh(u) or s.is_cargo(u) or not s.on_field(u):
        return False
    return s.t.board.closed[s.place[u]] != 0 and assault_targets(s, u) != 0


def assault_targets(s: State, u: i64) -> i64:
    """[CB-16.4] Enemy armor in the hex, unless enemy infantry, pinned or riding, is with it."""
    enemies: i64 = s.enemies_with(u)
    if enemies & s.t.infantry:
        return 0
    return enemies & s.t.armor


def offer_close_combat(s: State) -> None:
    """[CB-D8] Done, a hex to fight for hand to hand, or a squad that leads an assault."""
    offer(s, PASS, 0)
    words: i64 = s.t.board.words
    word: i64 = 0
    while word < words:
        hexes: i64 = s.occupied[word] & s.occupied[words + word]
        while hexes:
            place: i64 = (word << WORD_SHIFT) + lowest_bit(hexes)
            if can_start_fight(s, place):
                offer(s, A_MELEE, place)
            hexes &= hexes - 1
        word += 1
    squads: i64 = s.side_units(s.active) & s.t.squads
    u: i64 = 0
    while squads >> u:
        if squads >> u & 1 and may_assault(s, u):
            offer(s, A_ASSAULT, u)
        u += 1


def offer_storm(s: State) -> None:
    """[CB-16.10] The armor to assault; then go, or further squads of the hex."""
    if s.aim < 0:
        offer_all(s, A_TARGET, assault_targets(s, s.lead))
        return
    offer(s, PASS, 0)
    mask: i64 = s.units_at(s.active, s.place[s.lead]) & s.t.squads
    u: i64 = highest_bit(s.firers) + 1
    while mask >> u:
        if mask >> u & 1 and may_assault(s, u):
            offer(s, A_PARTNER, u)
        u += 1


def offer_defence(s: State) -> None:
    """[CB-D9] [CB-16.5] [CB-16.6] Pass, or one of the assaulting squads, with the weapon the
    armor may use.
    """
    offer(s, PASS, 0)
    u: i64 = s.aim
    if not s.is_fresh(u) or free_slots(s, u) == 0:
        return
    squad: i64 = highest_bit(s.firers)
    main: bool = defends_with_main_weapon(s, u) and s.t.weapon[u] != HIGH_EXPLOSIVE
    if main and s.t.weapon[u] != 0 and shot_dice(s, bit(u), u, 0, squad) > 0:
        offer_all(s, A_TARGET, s.firers)
    if s.t.mg[u] > 0 and s.gunned & bit(u) == 0:
        offer_all(s, A_GUN_TARGET, s.firers)
