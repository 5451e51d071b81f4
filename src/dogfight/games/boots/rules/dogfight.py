"""Dog fights: positions, maneuvers, fire, damage and exits (CB-21 to CB-23); there is no map
(CB-21.1).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.games.boots import state as st
from dogfight.games.boots.rules import menu
from dogfight.games.boots.rules.dice import KILL, PIN, contest, read_attack
from dogfight.games.boots.rules.menu import offer
from dogfight.games.boots.state import State
from dogfight.games.boots.tables import bit

# what happened in the sky, for the news
SKY_PURSUES: Final = 1
SKY_APART: Final = 2
SKY_TURNS: Final = 3
SKY_FLEES_ON: Final = 4
SKY_WAITS: Final = 5
SKY_LEAVES: Final = 6
SKY_MISSES: Final = 7


def in_fight(s: State, a: i64) -> bool:
    return s.fate[a] == st.IN_THE_FIGHT


def is_disengaged(s: State, a: i64) -> bool:
    """[CB-21.4] [CB-21.9] No pursuer, no target, no turning enemy."""
    return s.tail[a] < 0 and s.prey[a] < 0 and s.circle[a] < 0


def may_act(s: State, a: i64) -> bool:
    """[CB-21.2] Each aircraft of the active player acts once in his turn."""
    return in_fight(s, a) and s.t.plane_side[a] == s.active and s.acted & bit(a) == 0


# --- positions -----------------------------------------------------------------------------------


def drop_prey(s: State, a: i64) -> None:
    """[CB-22.19] Stop pursuing; other positions stay as they are."""
    if s.prey[a] >= 0:
        s.tail[s.prey[a]] = -1
        s.prey[a] = -1


def break_circle(s: State, a: i64) -> None:
    """[CB-22.17] The two that were turning are disengaged from each other."""
    if s.circle[a] >= 0:
        s.circle[s.circle[a]] = -1
        s.circle[a] = -1


def pursue(s: State, a: i64, e: i64) -> None:
    """[CB-21.5] [CB-21.6] [CB-21.7] [CB-21.8] Take the tail of an enemy; turning and pursuing
    exclude each other.
    """
    break_circle(s, a)
    break_circle(s, e)
    s.prey[a] = e
    s.tail[e] = a
    s.add_trace(st.N_SKY, SKY_PURSUES, a, e)


def separate(s: State, a: i64, e: i64) -> None:
    """End every position between the two, without telling it."""
    if s.prey[a] == e:
        drop_prey(s, a)
    if s.prey[e] == a:
        drop_prey(s, e)
    if s.circle[a] == e:
        break_circle(s, a)


def part(s: State, a: i64, e: i64) -> None:
    """The two are disengaged from each other."""
    separate(s, a, e)
    s.add_trace(st.N_SKY, SKY_APART, a, e)


def turn_with(s: State, a: i64, e: i64) -> None:
    """[CB-21.8] The two circle with each other and do nothing else."""
    separate(s, a, e)
    s.circle[a] = e
    s.circle[e] = a
    s.add_trace(st.N_SKY, SKY_TURNS, a, e)


def vanish(s: State, a: i64, fate: i64) -> None:
    """[CB-21.12] [CB-23.12] Out of the fight for good; all positions towards it vanish."""
    drop_prey(s, a)
    if s.tail[a] >= 0:
        drop_prey(s, s.tail[a])
    break_circle(s, a)
    s.fate[a] = fate


# --- the menu ------------------------------------------------------------------------------------


def offer_flying(s: State) -> None:
    """[CB-D16] [CB-21.3] [CB-4.17] An aircraft and one action that its position allows; no fire
    without dice.
    """
    idle: i64 = 0
    foes: i64 = 0
    free: i64 = 0
    unbound: i64 = 0
    gunners: i64 = 0
    pursued: i64 = 0
    a: i64 = 0
    while a < s.t.planes:
        if in_fight(s, a):
            me: i64 = bit(a)
            if s.t.plane_side[a] != s.active:
                foes |= me
            elif s.acted & me == 0:
                idle |= me
            if s.tail[a] >= 0:
                pursued |= me
            if s.prey[a] < 0 and s.circle[a] < 0:
                free |= me & ~pursued
                unbound |= me
            if s.t.plane_fp[a] > 0:  # CB-4.17
                gunners |= me
        a += 1
    offer_with(s, menu.A_SHOOT, idle & gunners, s.prey)  # CB-22.9
    offer_with(s, menu.A_BREAK, idle & ~pursued, s.prey)  # CB-22.10
    offer_with(s, menu.A_DODGE, idle, s.tail)  # CB-22.2
    offer_with(s, menu.A_CIRCLE, idle, s.circle)  # CB-22.5
    offer_against(s, menu.A_ONTO, idle & free, foes & ~pursued)  # CB-22.11, CB-22.16
    offer_against(s, menu.A_RUN, idle & unbound & gunners, foes)  # CB-23.5
    if s.game_turn() == 1:
        offer_against(s, menu.A_HEAD_ON, idle & free, foes & free)  # CB-23.9
    offer_alone(s, menu.A_WAIT, idle & free)
    offer_alone(s, menu.A_LEAVE, idle & free)  # CB-21.11


def offer_with(s: State, kind: i64, planes: i64, others: vec[i64]) -> None:
    """An action of each of some aircraft that stand in a position to another, which is known
    from their places.
    """
    while planes:
        a: i64 = lowest_bit(planes)
        if others[a] >= 0:
            offer(s, kind, a * menu.PAIR + others[a])
        planes &= planes - 1


def offer_against(s: State, kind: i64, planes: i64, foes: i64) -> None:
    """An action of each of some aircraft against each of some enemies; no firing run at one's
    pursuer (CB-23.7).
    """
    while planes:
        a: i64 = lowest_bit(planes)
        left: i64 = foes
        while left:
            e: i64 = lowest_bit(left)
            if s.tail[a] != e:
                offer(s, kind, a * menu.PAIR + e)
            left &= left - 1
        planes &= planes - 1


def offer_alone(s: State, kind: i64, planes: i64) -> None:
    """[CB-22.11] An action of each of some aircraft that concerns nobody else."""
    while planes:
        offer(s, kind, lowest_bit(planes) * menu.PAIR)
        planes &= planes - 1


# --- actions -------------------------------------------------------------------------------------


def roll_off(s: State, how: i64, dice_a: i64, dice_d: i64) -> None:
    """Set up both pools of an opposed roll without any bonus but extra 6s (CB-1.7)."""
    s.how = how
    s.dice_a = dice_a
    s.dice_d = dice_d
    s.plus_a = 0
    s.plus_d = 0
    s.shown_a = 0
    s.shown_d = 0
    s.stage = st.ROLLING


def maneuver(s: State, how: i64) -> None:
    """[CB-22.1] Each rolls as many dice as its maneuver rating."""
    roll_off(s, how, s.t.plane_man[s.plane], s.t.plane_man[s.foe])


def fly(s: State, kind: i64, a: i64, e: i64) -> bool:
    """Begin an aircraft's action; True if it is over at once, without dice."""
    s.plane = a
    s.foe = e
    s.limping = 1 if s.damaged & bit(a) else 0
    s.acted |= bit(a)
    if kind == menu.A_SHOOT:  # CB-23.1
        roll_off(s, st.AIR_FIRE, s.t.plane_fp[a], s.t.plane_sv[e])
    elif kind == menu.A_RUN:  # CB-23.5
        roll_off(s, st.RUN, s.t.plane_fp[a], s.t.plane_sv[e] + 1)
    elif kind == menu.A_HEAD_ON:  # CB-23.9
        roll_off(
            s, st.HEAD_ON, s.t.plane_fp[a] + s.t.plane_sv[a], s.t.plane_fp[e] + s.t.plane_sv[e]
        )
    elif kind == menu.A_DODGE:
        drop_prey(s, a)  # CB-22.10
        maneuver(s, st.DODGE)
    elif kind == menu.A_CIRCLE:
        maneuver(s, st.CIRCLE)
    elif kind == menu.A_ONTO and is_disengaged(s, e):
        maneuver(s, st.ONTO)
    else:
        fly_without_dice(s, kind, a, e)
        return True
    return False


def fly_without_dice(s: State, kind: i64, a: i64, e: i64) -> None:
    """[CB-22.15] An unopposed maneuver; disengaging, waiting and leaving."""
    if kind == menu.A_ONTO:
        pursue(s, a, e)
    elif kind == menu.A_BREAK:
        part(s, a, e)
    elif kind == menu.A_WAIT:
        s.add_trace(st.N_SKY, SKY_WAITS, a)
    else:  # CB-21.11
        damaged: bool = s.limping != 0
        vanish(s, a, st.DRIVEN_OFF if damaged else st.WITHDRAWN)
        s.add_trace(st.N_SKY, SKY_LEAVES, a, 1 if damaged else 0)


def settle(s: State) -> bool:
    """Both pools lie there: carry out the result; False if the winner's owner has a choice
    first.
    """
    if s.how == st.AIR_FIRE or s.how == st.RUN:
        shot(s)
        return True
    won: i64 = contest(s.shown_a, s.shown_d)
    if s.how == st.HEAD_ON:
        head_on(s, won)
        return True
    if s.how == st.DODGE:
        return dodge(s, won)
    if s.how == st.CIRCLE:
        return circle(s, won)
    return onto(s, won)


def shot(s: State) -> None:
    """[CB-23.1] [CB-23.3] [CB-23.4] [CB-23.6] [CB-23.8] Damage, or destruction by a kill or a
    second damage.
    """
    e: i64 = s.foe
    outcome: i64 = read_attack(s.shown_a, 0, s.shown_d, 0)
    result: i64 = outcome
    if outcome == PIN and s.damaged & bit(e):
        result = KILL
    if result == KILL:
        vanish(s, e, st.SHOT_DOWN)
    elif result == PIN:
        s.damaged |= bit(e)
    s.add_trace(st.N_PLANE_HIT, e, outcome, result)


def head_on(s: State, won: i64) -> None:
    """[CB-23.10] [CB-23.11] The loser is destroyed, on either side; a tie does nothing."""
    if won == 0:
        s.add_trace(st.N_SKY, SKY_MISSES, s.plane, s.foe)
        return
    loser: i64 = s.foe if won > 0 else s.plane
    vanish(s, loser, st.SHOT_DOWN)
    s.add_trace(st.N_PLANE_HIT, loser, KILL, KILL)


def dodge(s: State, won: i64) -> bool:
    """[CB-22.3] [CB-22.4] [CB-22.18] Only a win shakes the pursuer off; no circle with one who
    is pursued himself.
    """
    if won <= 0:
        s.add_trace(st.N_SKY, SKY_FLEES_ON, s.plane, s.foe)
        return True
    if s.tail[s.foe] >= 0:
        part(s, s.plane, s.foe)
        return True
    s.stage = st.CHOOSING
    return False


def circle(s: State, won: i64) -> bool:
    """[CB-22.6] [CB-22.7] [CB-22.8] The winner is on the tail, or may disengage if it is his
    turn; a tie turns on.
    """
    if won == 0:
        s.add_trace(st.N_SKY, SKY_TURNS, s.plane, s.foe)
        return True
    if won < 0:
        pursue(s, s.foe, s.plane)
        return True
    s.stage = st.CHOOSING
    return False


def onto(s: State, won: i64) -> bool:
    """[CB-22.12] [CB-22.13] [CB-22.14] A win pursues, a tie turns, after a loss the enemy may
    pursue.
    """
    if won > 0:
        pursue(s, s.plane, s.foe)
        return True
    if won == 0:
        turn_with(s, s.plane, s.foe)
        return True
    s.stage = st.CHOOSING
    return False


def chooser(s: State) -> i64:
    """[CB-D17] The owner of the winner."""
    return s.inactive() if s.how == st.ONTO else s.active


def offer_choice(s: State) -> None:
    """[CB-D17] Pursue, turn or go apart, as the maneuver allows."""
    if s.how == st.DODGE:
        offer(s, menu.A_TURN, 0)
    else:
        offer(s, menu.A_PURSUE, 0)
    offer(s, menu.A_APART, 0)


def choose(s: State, kind: i64) -> None:
    """The winner's owner has chosen."""
    if kind == menu.A_TURN:
        turn_with(s, s.plane, s.foe)
    elif kind == menu.A_APART:
        part(s, s.plane, s.foe)
    elif s.how == st.ONTO:
        pursue(s, s.foe, s.plane)
    else:
        pursue(s, s.plane, s.foe)


def limp_home(s: State) -> None:
    """[CB-23.2] An aircraft that was damaged before its action leaves right after it."""
    if s.limping and in_fight(s, s.plane):
        vanish(s, s.plane, st.DRIVEN_OFF)
        s.add_trace(st.N_SKY, SKY_LEAVES, s.plane, 1)
    s.limping = 0
    s.plane = -1
    s.foe = -1
    s.stage = st.FLYING


# --- score ---------------------------------------------------------------------------------------


def count_fate(s: State, side: i64, fate: i64) -> i64:
    """[CB-23.13] How many aircraft of a side have met this fate."""
    count: i64 = 0
    a: i64 = 0
    while a < s.t.planes:
        if s.t.plane_side[a] == side and s.fate[a] == fate:
            count += 1
        a += 1
    return count


def sound_bombers(s: State) -> i64:
    """Bombers of the favoured side that are in the fight and undamaged."""
    count: i64 = 0
    a: i64 = 0
    while a < s.t.planes:
        own: bool = s.t.plane_side[a] == s.t.bonus_seat and s.t.plane_bomber[a] != 0
        if own and in_fight(s, a) and s.damaged & bit(a) == 0:
            count += 1
        a += 1
    return count


def points(s: State, side: i64) -> i64:
    """[CB-23.13] What a side has scored: enemies shot down, driven off, withdrawn, and bombers
    brought through.
    """
    foe: i64 = 1 - side
    total: i64 = s.t.score_destroyed * count_fate(s, foe, st.SHOT_DOWN)
    total += s.t.score_driven_off * count_fate(s, foe, st.DRIVEN_OFF)
    total += s.t.score_withdrawn * count_fate(s, foe, st.WITHDRAWN)
    if side == s.t.bonus_seat and s.bonus > 0:
        total += s.t.bonus_each * s.bonus
    return total


def someone_alone(s: State) -> bool:
    """[CB-23.13] One side has no aircraft left in the fight."""
    sides: i64 = 0
    a: i64 = 0
    while a < s.t.planes and sides != 3:
        if in_fight(s, a):
            sides |= s.t.plane_side[a] + 1
        a += 1
    return sides != 3
