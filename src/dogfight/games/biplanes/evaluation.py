"""The static evaluation of a position, in the players' words. All weights are ours.

A dogfight is judged by the hits each side is ahead and those it may expect of the next shots and of
the tiles it still has. A mission is judged by a race: the hits its biplane can still take against
those it will take before it is done.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import bit
from dogfight.core.dice import Dice
from dogfight.games.biplanes.rules.planning import commitment, commitments, must_play_low
from dogfight.games.biplanes.rules.rescue import stays_landed
from dogfight.games.biplanes.state import ROUND_TURNS, SPOTS, Mission, Plane, State
from dogfight.games.biplanes.tables import (
    BOMBING,
    ESCORT,
    ESPIONAGE,
    EXIT,
    FAR,
    KIND_BITS,
    LOOP,
    RESCUE,
    STEPS,
    count,
)

# A dogfight: what one hit ahead is worth, in hits.
LEAD: Final = 1.25
"""A hit taken less than the enemy."""
THREAT: Final = 1.4
"""A hit expected in the next shot."""
FIREPOWER: Final = 0.4
"""A hit symbol on a tile that can still be played."""
FREEDOM: Final = 0.38
"""A space more to choose from."""
FRAILTY: Final = 5.5
"""For each side, this over the hits it can still take."""
SUDDEN: Final = 0.1
"""Luck of the last turn; every turn more adds 1."""

# A mission.
HITS_A_TURN: Final = 0.55
"""What a pursuer lands in a turn, on average."""
CARELESS: Final = 5
"""One rollout choice in so many is made at random."""


def evaluate(s: State, seat: i64) -> float:
    """What a seat may expect, between a loss (0) and a win (1)."""
    m = s.mission
    first = dogfight(s) if m is None else mission(s, m)
    return first if seat == 0 else 1.0 - first


# --- shots -------------------------------------------------------------------------------------


def tiles_of(s: State, seat: i64) -> i64:
    """The tiles a side may play next; a bot draws from its bag and has one in its left slot
    [BD-25.11].
    """
    m = s.mission
    plane = s.plane(seat)
    if m is not None and seat == 1 and s.setup.solo:
        return plane.bag | m.left
    if must_play_low(plane):
        return plane.hand & plane.tiles.low
    return plane.hand


def reach(s: State, plane: Plane, tiles: i64) -> i64:
    """The spaces where some tiles may take a biplane, as a mask."""
    spaces: i64 = 0
    value: i64 = 0
    while value <= 5:
        if tiles & plane.tiles.by_value[value]:
            spaces |= bit(s.board.straight[plane.at * STEPS + value])
        value += 1
    if tiles & plane.tiles.threes and s.board.looped[plane.at] >= 0:
        spaces |= bit(s.board.looped[plane.at])
    return spaces


def threat(s: State, shooter: i64, tiles: i64, spaces: i64) -> float:
    """[BD-9.1] The hits a side may expect next turn if its enemy ends on any of these spaces, all
    equally likely.

    It is the mean over its own tiles, halfway to the best of them: a player aims, but is not sure.
    """
    plane = s.plane(shooter)
    if spaces == 0 or tiles == 0 or plane.jammed or (shooter == 0 and not s.setup.armed):
        return 0.0
    row: i64 = (plane.tiles.aid_range - 1) * s.board.width
    best: i64 = 0
    total: i64 = 0
    number: i64 = 0
    left: i64 = plane.tiles.distinct(tiles)
    looped: i64 = s.board.looped[plane.at]
    while left:
        kind: i64 = plane.tiles.kind_of(left & -left)
        left &= left - 1
        number += 1
        hits: i64 = kind & 3
        if hits == 0:
            continue
        shot: i64 = hits * count(
            spaces & s.board.targets[row + s.board.straight[plane.at * STEPS + (kind >> 2)]]
        )
        if kind >> 2 == 3 and looped >= 0:
            other: i64 = hits * count(spaces & s.board.targets[row + looped])
            if other > shot:
                shot = other
        total += shot
        if shot > best:
            best = shot
    return (float(total) / float(number) + float(best)) / float(2 * count(spaces))


def firepower(plane: Plane) -> i64:
    """[BD-9.4] The hit symbols on the tiles a biplane still has."""
    return plane.tiles.firepower(plane.hand | plane.bag)


# --- the dogfight ------------------------------------------------------------------------------


def turns_left(s: State) -> i64:
    """[BD-3.1] [BD-3.2] The turns still to come, this one included."""
    return (s.setup.limit - s.round) * ROUND_TURNS + ROUND_TURNS - s.turn + 1


def dogfight(s: State) -> float:
    """[BD-11.1] [BD-11.2] The hits player 1 is ahead now and in what is to come, against the
    luck of the turns left.
    """
    own: i64 = tiles_of(s, 0)
    theirs: i64 = tiles_of(s, 1)
    my_spaces: i64 = reach(s, s.p1, own)
    their_spaces: i64 = reach(s, s.p2, theirs)
    better = LEAD * float(s.p2.damage - s.p1.damage)
    better += THREAT * (threat(s, 0, own, their_spaces) - threat(s, 1, theirs, my_spaces))
    better += FIREPOWER * float(firepower(s.p1) - firepower(s.p2))
    better += FREEDOM * float(count(my_spaces) - count(their_spaces))
    better += frailty(s, 1) - frailty(s, 0)
    return logistic(better / math.sqrt(SUDDEN + float(turns_left(s))))


def frailty(s: State, seat: i64) -> float:
    """[BD-9.6] How near a biplane is to going down."""
    return FRAILTY / (float(s.track(seat) - s.plane(seat).damage) + 0.5)


def logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


# --- missions ----------------------------------------------------------------------------------


def mission(s: State, m: Mission) -> float:
    """What the mission side may expect."""
    mode: i64 = s.setup.mode
    if mode == ESCORT:
        return escort(s, m)
    safe = survives(s, turns_to_go(s, m))
    if mode == RESCUE:
        # [BD-23.18] One person rescued is a draw, two win.
        people = float(m.rescued) + 0.35 * chances_to_land(s, m)
        return safe * (0.5 * people if people < 2.0 else 1.0) if people > 0.2 else safe * 0.1
    if mode == BOMBING:
        if m.removed >= s.setup.needed and not s.setup.solo:
            return 0.5 + 0.5 * safe  # [BD-22.9]
        return safe
    return safe


def survives(s: State, turns: float) -> float:
    """Whether the mission biplane outlasts so many turns: its hits left against those to come.

    Where both are armed the same holds for the pursuer [BD-22.7].
    """
    own: i64 = tiles_of(s, 0)
    theirs: i64 = tiles_of(s, 1)
    left = float(s.track(0) - s.p1.damage)
    danger = HITS_A_TURN * turns + threat(s, 1, theirs, reach(s, s.p1, own))
    for_mission = power(left / danger)
    if s.setup.mode == BOMBING and not s.setup.solo:
        theirs_left = float(s.track(1) - s.p2.damage)
        aim = HITS_A_TURN * turns + threat(s, 0, own, reach(s, s.p2, theirs))
        for_mission += power(aim / theirs_left) * 0.5
    return for_mission / (1.0 + for_mission)


def power(ratio: float) -> float:
    return ratio * ratio if ratio > 0.0 else 0.0


def turns_to_go(s: State, m: Mission) -> float:
    """About how many turns the mission biplane needs: for its tasks, then for the exit path."""
    mode: i64 = s.setup.mode
    if mode == RESCUE:
        return (
            way_out(s, s.p1.at)
            if m.rescued >= 2
            else 3.0 + 3.0 * float(2 - m.rescued) - (1.5 if m.landed >= 0 else 0.0)
        )
    left = float(s.setup.needed - m.removed)
    if left <= 0.0:
        return way_out(s, s.p1.at)
    return 2.5 + (2.0 if mode == ESPIONAGE else 2.6) * left - tasks_in_reach(s, m)


def way_out(s: State, at: i64) -> float:
    """[BD-20.7] Turns to leave the board, at 3 steps a turn."""
    away: i64 = s.board.away(at, s.board.exit_space)
    steps: i64 = (away if away < FAR else 8) + 1
    return 0.4 + float(steps) / 3.2


def tasks_in_reach(s: State, m: Mission) -> float:
    """[BD-21.5] [BD-21.6] [BD-22.5] The turns that one of the tiles in hand would save the
    tasks.
    """
    plane = s.p1
    saved = 0.0
    value: i64 = 0
    while value <= 5:
        if plane.hand & plane.tiles.by_value[value]:
            spot: i64 = s.spot_at(s.board.straight[plane.at * STEPS + value])
            lies: i64 = m.site(spot) if spot >= 0 else 0
            if lies > 0:
                if s.setup.mode == BOMBING:
                    saved = max(saved, 1.0 if lies == value else 0.0)
                elif value <= 1:
                    saved = max(saved, 1.0)
                elif value == 2:
                    saved = max(saved, 1.0 if lies == 1 else 0.5)
        value += 1
    spot = 0
    while spot < SPOTS and s.setup.mode == ESPIONAGE:
        saved += 1.0 if m.site(spot) == 1 else 0.0
        spot += 1
    return saved


def chances_to_land(s: State, m: Mission) -> float:
    """[BD-23.6] [BD-23.10] How near the next rescue is: landed on a target, or a low tile away
    from it.
    """
    if m.landed >= 0:
        number: i64 = m.site(s.spot_at(m.landed))
        return 1.5 if (m.objectives >> number) & 1 and s.p1.hand & s.p1.tiles.low else 0.3
    near = 0.4
    value: i64 = 0
    while value <= 1:
        if s.p1.hand & s.p1.tiles.by_value[value]:
            spot: i64 = s.spot_at(s.board.straight[s.p1.at * STEPS + value])
            if spot >= 0 and (m.objectives >> m.site(spot)) & 1 and m.site(spot) > 0:
                near = 1.0
        value += 1
    return near


def escort(s: State, m: Mission) -> float:
    """[BD-24.22] [BD-24.23] [BD-24.24] The malfunctioning biplane's hits left against the turns
    until it may leave.
    """
    waiting: i64 = (s.setup.exit_round - s.round) * ROUND_TURNS - s.turn + 1
    turns = way_out(s, m.mal_at) + (float(waiting) if waiting > 0 else 0.0)
    if not s.escort_flies():
        turns *= 1.3
    time_left = float(turns_left(s))
    theirs: i64 = tiles_of(s, 1)
    left = float(s.setup.mal_track - m.mal_damage)
    now = threat(s, 1, theirs, around(s, m.mal_at))
    for_mission = power(left / (0.22 * turns + now))
    if not s.setup.solo:
        guarded = float(s.track(1) - s.p2.damage)
        for_mission += power(0.3 * turns / guarded)
    if turns > time_left:
        for_mission *= 0.3
    return for_mission / (1.0 + for_mission)


def around(s: State, at: i64) -> i64:
    """The spaces a biplane can be on after 1 to 5 steps, as a mask."""
    spaces: i64 = 0
    value: i64 = 1
    while value <= 5:
        spaces |= bit(s.board.straight[at * STEPS + value])
        value += 1
    return spaces


# --- haste -------------------------------------------------------------------------------------


def rollout_choice(s: State, seat: i64, dice: Dice) -> i64:
    """The commitment, by number, that hits most and is hit least, wherever the enemy may fly;
    now and then any.
    """
    number: i64 = commitments(s, seat)
    if dice.below(CARELESS) == 0:
        return dice.below(number)
    enemy: i64 = tiles_of(s, 1 - seat)
    spaces: i64 = reach(s, s.plane(1 - seat), enemy)
    first: i64 = dice.below(number)
    best: i64 = first
    best_gain: i64 = -1000
    step: i64 = 0
    while step < number:
        index: i64 = (first + step) % number
        gain: i64 = eagerness(s, seat, commitment(s, seat, index), spaces)
        if gain > best_gain:
            best, best_gain = index, gain
        step += 1
    return best


def eagerness(s: State, seat: i64, action: i64, spaces: i64) -> i64:
    """How a commitment looks at once, if the enemy ends on any of these spaces: hits dealt, and
    half those taken.
    """
    plane = s.plane(seat)
    enemy = s.plane(1 - seat)
    if action & EXIT:
        return 100 if seat == 0 else -100
    at: i64 = (
        s.board.looped[plane.at]
        if action & LOOP
        else s.board.moved(plane.at, (action & KIND_BITS) >> 2)
    )
    row: i64 = (plane.tiles.aid_range - 1) * s.board.width
    gain: i64 = 0
    m = s.mission
    waits: bool = seat == 0 and m is not None and stays_landed(m, action)  # [BD-23.17]
    if not plane.jammed and (seat == 1 or s.setup.armed) and not waits:
        gain = count(spaces & s.board.targets[row + at]) * (action & 3)
    row = (enemy.tiles.aid_range - 1) * s.board.width
    return 2 * gain - 2 * count(spaces & s.board.hunters[row + at])
