"""The rollout policy: it fires where it pays, goes where the battle is decided, and leaves
the rest to chance.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import count_bits
from dogfight.core.dice import Dice
from dogfight.games.boots import state as st
from dogfight.games.boots.evaluation import (
    FARTHEST,
    burst,
    clings,
    expected,
    nearer,
    pulled_to,
    stake,
    way_out,
)
from dogfight.games.boots.rules import menu
from dogfight.games.boots.rules.close import fighters_at, leader
from dogfight.games.boots.rules.dogfight import is_disengaged
from dogfight.games.boots.rules.fire import in_range, in_sight, total_survivability
from dogfight.games.boots.rules.odds_tables import HITS, odds_place
from dogfight.games.boots.state import State
from dogfight.games.boots.tables import bit

PAYS: Final = 0.05
"""A reaction is used if it may be expected to take this share of a squad."""
FEAR: Final = 1
"""Hexes of way that one enemy more in sight is worth avoiding, in thirds."""
LATER: Final = 1.2
"""How much the shots of a pursuit count, of which there may be several."""
SHAKEN_OFF: Final = 0.5
"""How much the points count that an enemy on one's own tail would score."""
POSTS: Final = 15
"""Places that the rollout policy compares before it sets up a unit."""


def rollout_choice(s: State, dice: Dice) -> i64:
    """The number of the option that the rollout policy takes."""
    count: i64 = s.offers
    stage: i64 = s.stage
    if stage == st.ACTING:
        return act(s, count, dice)
    if stage == st.STEPPING:
        return step(s, count, dice)
    if stage in (st.FOLLOWING, st.RETURNING):
        return react(s, count, dice)
    if stage == st.AIMING:
        return aim(s, count, dice)
    if stage == st.MUSTERING:
        return muster(s, count, dice)
    if stage in (st.OVERRUNNING, st.STRAFING, st.FIRING_ON, st.DEFENDING, st.GROUND_FIRE):
        return count - 1 - dice.below(count - 1) if count > 1 else 0
    if stage == st.SENDING:
        return crowd(s, count, dice)
    if stage == st.CALLING:
        return call(s, dice)
    if stage == st.FIGHTING:
        return fight(s, count)
    if stage == st.STORMING:
        return count - 1
    if stage == st.GANGING_UP:
        return 1 + dice.below(count - 1)
    if stage == st.LOSING:
        return cheapest(s, count)
    if stage == st.RETREATING:
        return fall_back(s, count, dice)
    if stage == st.FLYING:
        return fly(s, count, dice)
    if stage == st.CHOOSING:
        return 0
    if stage == st.PLACING:
        return post(s, count, dice)
    return dice.below(count)


# --- setting up ----------------------------------------------------------------------------------


def post(s: State, count: i64, dice: Dice) -> i64:
    """The best of some places: near to what is to be taken or held, in cover, and seen by few."""
    best: i64 = 0
    best_way: i64 = 1 << 20
    looks: i64 = POSTS
    while looks > 0:
        index: i64 = dice.below(count)
        place: i64 = s.menu[index] % menu.KIND
        way: i64 = discomfort(s, s.lead, place) + home(s, s.t.side[s.lead], place)
        if way < best_way:
            best, best_way = index, way
        looks -= 1
    return best


def home(s: State, side: i64, place: i64) -> i64:
    """Hexes to the nearest objective that a side has to hold; 0 if there is none."""
    best: i64 = FARTHEST
    i: i64 = 0
    while i < i64(len(s.t.objectives)) and place < s.t.board.size:
        if s.control[i] == side:
            best = nearer(s, place, s.t.objectives[i], best)
        i += 1
    return best if best < FARTHEST else 0


# --- the Action phase ----------------------------------------------------------------------------


def act(s: State, count: i64, dice: Dice) -> i64:
    """Aircraft first, then fire where most may be expected, then moves and missions; fire keeps
    heads down.
    """
    shot: i64 = 0
    most = 0.0
    move: i64 = 0
    moves: i64 = 0
    enemies: i64 = s.side_units(s.inactive())
    index: i64 = 1
    while index < count:
        kind: i64 = s.menu[index] // menu.KIND
        u: i64 = s.menu[index] % menu.KIND
        if kind == menu.A_AIR:
            return index
        if kind in (menu.A_FIRE, menu.A_GUN):
            gain = best_of(s, u, enemies) * (0.8 + 0.1 * float(dice.below(5)))
            if gain > most:
                shot, most = index, gain
        elif kind == menu.A_CALL or wants_to_move(s, u):
            moves += 1
            if dice.below(moves) == 0:
                move = index
        index += 1
    return shot if shot > 0 else move


def wants_to_move(s: State, u: i64) -> bool:
    """Not off an objective, and not with the guns."""
    return s.t.move[u] > 1 and pulled_to(s, u, s.place[u]) > 0


def step(s: State, count: i64, dice: Dice) -> i64:
    """On to where it counts, by covered ways if there are any; out of the vehicle near to it."""
    u: i64 = s.mover
    best: i64 = 0
    best_way: i64 = 1 << 20
    index: i64 = 0
    while index < count:
        kind: i64 = s.menu[index] // menu.KIND
        what: i64 = s.menu[index] % menu.KIND
        way: i64 = 1 << 19
        if kind == menu.A_UNLOAD and pulled_to(s, u, s.place[u]) <= 3:
            way = -1
        elif kind == menu.PASS:
            way = discomfort(s, u, s.place[u]) + 1
        elif kind == menu.A_STEP:
            way = discomfort(s, u, s.t.board.near[s.place[u] * 6 + what])
        elif kind == menu.A_PLACE:
            way = discomfort(s, u, what)
        elif kind == menu.A_EXIT and way_out(s, s.t.side[u], s.place[u]) == 1:
            way = -1
        way = 4 * way + dice.below(4)
        if way < best_way:
            best, best_way = index, way
        index += 1
    return best


def discomfort(s: State, u: i64, place: i64) -> i64:
    """Three for each hex of way, less for cover, more for enemies that could fire there."""
    worse: i64 = 3 * pulled_to(s, u, place)
    if place < s.t.board.size:
        worse -= s.t.board.cover_vehicle[place] if s.is_armor(u) else 2 * s.t.board.cover[place]
        worse += FEAR * eyes_on(s, 1 - s.t.side[u], place)
    return worse


def eyes_on(s: State, side: i64, place: i64) -> i64:
    """How many fresh armed units of a side see a place and reach it; four at most count."""
    count: i64 = 0
    left: i64 = s.side_units(side) & s.t.armed
    u: i64 = 0
    while left and count < 4:
        if left & 1 and s.pin[u] == 0 and in_sight(s, s.place[u], place) and in_range(s, u, place):
            count += 1
        left >>= 1
        u += 1
    return count


# --- fire ----------------------------------------------------------------------------------------


def react(s: State, count: i64, dice: Dice) -> i64:
    """The best shot at the mover or at one of those who fired, if it pays."""
    targets: i64 = s.attackers if s.stage == st.RETURNING else bit(s.mover)
    best: i64 = 0
    best_gain = PAYS
    index: i64 = 1
    while index < count:
        gain = best_of(s, s.menu[index] % menu.KIND, targets) * (0.9 + 0.05 * float(dice.below(5)))
        if gain > best_gain:
            best, best_gain = index, gain
        index += 1
    return best


def best_of(s: State, u: i64, targets: i64) -> float:
    """The most that a unit may expect of firing at one of a set."""
    best = 0.0
    v: i64 = 0
    while targets >> v:
        if targets >> v & 1 and s.alive & bit(v):
            gain = expected(s, u, v) * s.t.value[v]
            if gain > best:
                best = gain
        v += 1
    return best


def aim(s: State, count: i64, dice: Dice) -> i64:
    """Where the most may be expected, or nearly."""
    best: i64 = 0
    best_gain = -1.0
    index: i64 = 0
    while index < count:
        what: i64 = s.menu[index] % menu.KIND
        targets: i64 = (
            bit(what)
            if s.menu[index] // menu.KIND == menu.A_TARGET
            else s.units_at(1 - s.t.side[s.lead], what)
        )
        gain = 0.0
        v: i64 = 0
        while targets >> v:
            if targets >> v & 1:
                gain += expected(s, s.lead, v) * s.t.value[v]
            v += 1
        gain *= 0.8 + 0.1 * float(dice.below(5))
        if gain > best_gain:
            best, best_gain = index, gain
        index += 1
    return best


def muster(s: State, count: i64, dice: Dice) -> i64:
    """A partner as often as not; no further targets."""
    if count > 1 and s.menu[1] // menu.KIND == menu.A_PARTNER and dice.below(2) == 0:
        return 1
    return 0


def crowd(s: State, count: i64, dice: Dice) -> i64:
    """The fullest of some hexes that an aircraft could attack."""
    best: i64 = dice.below(count)
    most: i64 = 0
    looks: i64 = 4
    while looks > 0:
        index: i64 = dice.below(count)
        there: i64 = 1
        if s.menu[index] // menu.KIND == menu.A_PLACE:
            there = count_bits(s.units_at(s.inactive(), s.menu[index] % menu.KIND))
        if there > most:
            best, most = index, there
        looks -= 1
    return best


def call(s: State, dice: Dice) -> i64:
    """The hex with the most enemies around it and no friends, out of some that hold enemies."""
    foes: i64 = s.side_units(s.inactive())
    best: i64 = 0
    most: i64 = -100
    v: i64 = 0
    while foes >> v:
        if foes >> v & 1 and s.on_field(v) and dice.below(2) == 0:
            hit: i64 = caught(s, s.place[v])
            if hit > most:
                best, most = s.place[v], hit
        v += 1
    return best


def caught(s: State, place: i64) -> i64:
    """Enemies less twice the friends in a hex and around it."""
    count: i64 = 0
    d: i64 = -1
    while d < 6:
        at: i64 = place if d < 0 else s.t.board.near[place * 6 + d]
        if at >= 0:
            count += count_bits(s.units_at(s.inactive(), at)) - 2 * count_bits(
                s.units_at(s.active, at)
            )
        d += 1
    return count


# --- close combat --------------------------------------------------------------------------------


def lives(s: State, side: i64, place: i64) -> i64:
    """What those of a side who would fight in a hex can take."""
    return total_survivability(s, fighters_at(s, side, place))


def fight(s: State, count: i64) -> i64:
    """Where one's own lives are more than the enemy's; assaults always."""
    index: i64 = count - 1
    while index > 0:
        place: i64 = s.menu[index] % menu.KIND
        if s.menu[index] // menu.KIND != menu.A_MELEE:
            return index
        if lives(s, s.active, place) > lives(s, s.inactive(), place):
            return index
        index -= 1
    return 0


def fall_back(s: State, count: i64, dice: Dice) -> i64:
    """Out of a fight against more."""
    side: i64 = leader(s)
    if count > 1 and lives(s, side, s.melee) < lives(s, 1 - side, s.melee):
        return 1 + dice.below(count - 1)
    return 0


def cheapest(s: State, count: i64) -> i64:
    """The least valuable of the units that may be lost."""
    best: i64 = 0
    index: i64 = 1
    while index < count:
        if s.t.value[s.menu[index] % menu.KIND] < s.t.value[s.menu[best] % menu.KIND]:
            best = index
        index += 1
    return best


# --- dog fights ----------------------------------------------------------------------------------


def fly(s: State, count: i64, dice: Dice) -> i64:
    """Return the most promising option, or nearly; a piece with nothing to win waits rather than
    leaves.
    """
    best: i64 = 0
    best_gain = -100.0
    index: i64 = 0
    while index < count:
        kind: i64 = s.menu[index] // menu.KIND
        pair: i64 = s.menu[index] % menu.KIND
        gain = promise(s, kind, pair // menu.PAIR, pair % menu.PAIR) * (
            0.8 + 0.1 * float(dice.below(5))
        )
        if gain > best_gain:
            best, best_gain = index, gain
        index += 1
    return best


def promise(s: State, kind: i64, a: i64, e: i64) -> float:
    """The points that an action in the air may be expected to bring sooner or later."""
    if kind == menu.A_SHOOT:
        return burst(s, a, e, 0)
    if kind == menu.A_RUN:  # CB-23.5
        return burst(s, a, e, 1)
    if kind == menu.A_HEAD_ON:  # CB-23.9
        dice: i64 = s.t.plane_fp[a] + s.t.plane_sv[a]
        against: i64 = s.t.plane_fp[e] + s.t.plane_sv[e]
        return (wins(dice, against) * stake(s, e) - wins(against, dice) * stake(s, a)) * 2.0
    if kind == menu.A_LEAVE:
        return -0.5
    if kind in (menu.A_WAIT, menu.A_BREAK):
        return 0.0
    gain = LATER * clings(s, a, e) * burst(s, a, e, 0)
    if kind == menu.A_DODGE:
        gain = SHAKEN_OFF * burst(s, e, a, 0)
    if kind == menu.A_ONTO and not is_disengaged(s, e):  # CB-22.15
        return gain
    return wins(s.t.plane_man[a], s.t.plane_man[e]) * gain


def wins(dice: i64, against: i64) -> float:
    """[CB-22.1] The chance to win an opposed roll."""
    return HITS[odds_place(dice, against, 0)]
