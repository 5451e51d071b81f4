"""Chapters 4 and 18: the start of a turn, and what a side may commit."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.biplanes.rules.exit_path import exit_tiles
from dogfight.games.biplanes.state import CRASH, CRASHED, FOR_P1, FOR_P2, PLAN, SHOW, Plane, State
from dogfight.games.biplanes.tables import BLACK, BROWN, EXIT, HOLD, LOOP, RESCUE, WHITE, count, nth

LOOK: Final = 2
"""[BD-18.4] White looks at the enemy's tile from this far behind, or nearer."""


def begin_turn(s: State) -> None:
    """[BD-3.4] Steps 1 and 2: brown's crash check, then planning, with white's look where it
    applies.
    """
    if s.mission is None and s.p1.tiles.colour < BROWN and s.p2.tiles.colour < BROWN:
        s.wait_for(PLAN, 0)
        return
    take_back_markers(s)
    if brown_crashes(s):
        return
    first = shows_first(s)
    if first >= 0:
        s.wait_for(SHOW, first)
    else:
        s.wait_for(PLAN, 0)


def take_back_markers(s: State) -> None:
    """[BD-23.15] After a take-off the Land and Take Off tiles come back when the next turn
    starts.
    """
    m = s.mission
    if m is not None:
        m.take_off_tile = -1
        if m.landed < 0:
            m.land_tile = -1


def must_play_low(plane: Plane) -> bool:
    """[BD-14.2] [BD-14.3] Brown has just played a 0, in this round or the last, and owes a 1 or
    a 2.
    """
    return plane.tiles.colour == BROWN and 0 <= plane.last < 4


def brown_crashes(s: State) -> bool:
    """[BD-14.4] [BD-14.5] [BD-14.6] [BD-19.10] [BD-23.21] Brown has to plan, owes a 1 or a 2 and
    holds neither.
    """
    seat: i64 = 0
    while seat < 2:
        plane = s.plane(seat)
        bot: bool = seat == 1 and s.setup.solo  # [BD-25.8]
        flies: bool = plane.at != s.board.down
        if must_play_low(plane) and plane.hand & plane.tiles.low == 0 and flies and not bot:
            crash(s, seat)
            return True
        seat += 1
    return False


def crash(s: State, seat: i64) -> None:
    """[BD-19.10] A plane that crashes has lost, in every mode."""
    if s.trace is not None:
        s.trace.add(CRASH, seat)
    s.finish(FOR_P2 if seat == 0 else FOR_P1, CRASHED)


def shows_first(s: State) -> i64:
    """[BD-18.4] [BD-18.5] [BD-18.6] The side that must show its commitment to white first, or
    -1.
    """
    if s.setup.solo:
        return -1  # [BD-25.9]
    if s.p1.tiles.colour == WHITE and sees(s, s.p1.at, s.p2.at):
        return 1
    if s.p2.tiles.colour == WHITE:
        m = s.mission
        # [BD-24.27] A white attacker looks from behind either of the pair.
        if sees(s, s.p2.at, s.p1.at) or (
            m is not None and s.is_escort() and sees(s, s.p2.at, m.mal_at)
        ):
            return 0
    return -1


def sees(s: State, white: i64, enemy: i64) -> bool:
    """[BD-18.4] A biplane on one space is behind another by 1 or 2."""
    return 1 <= s.board.is_behind(white, enemy) <= LOOK


def playable(plane: Plane) -> i64:
    """[BD-4.1] [BD-4.2] One tile of each kind the side may commit."""
    hand: i64 = plane.hand
    if plane.tiles.colour >= BROWN:
        if must_play_low(plane):
            hand &= plane.tiles.low  # [BD-14.2]
        elif hand == 0 and plane.tiles.colour == BLACK and plane.last >= 0:
            return plane.tiles.find(plane.last, plane.tiles.all)  # [BD-17.7]
    return plane.tiles.distinct(hand)


def loop_tiles(s: State, plane: Plane, distinct: i64) -> i64:
    """[BD-4.3] [BD-4.4] [BD-6.8] Those of some tiles that may be committed with their loop face."""
    return distinct & plane.tiles.threes if s.board.looped[plane.at] >= 0 else 0


def may_hold_fire(s: State, seat: i64) -> bool:
    """[BD-23.16] [BD-25.22] Only a rescuer may commit to hold fire, and only where there is an
    enemy to hit.
    """
    return seat == 0 and s.setup.mode == RESCUE and not s.setup.solo


def commitments(s: State, seat: i64) -> i64:
    """How many commitments a single biplane has."""
    plane = s.p1 if seat == 0 else s.p2
    distinct: i64 = playable(plane)
    number: i64 = count(distinct)
    if s.board.looped[plane.at] >= 0:
        number += count(distinct & plane.tiles.threes)
    if s.mission is not None:
        number += count(exit_tiles(s, seat, distinct))
        if may_hold_fire(s, seat):
            number *= 2
    return number


def commitment(s: State, seat: i64, index: i64) -> i64:
    """A commitment by its number: straight faces first, then loops, then exits; then the same
    holding fire.
    """
    plane = s.p1 if seat == 0 else s.p2
    distinct: i64 = playable(plane)
    hold: i64 = 0
    if s.mission is not None and may_hold_fire(s, seat):
        half: i64 = commitments(s, seat) >> 1
        if index >= half:
            index -= half
            hold = HOLD
    left: i64 = distinct
    while index > 0 and left != 0:
        left &= left - 1
        index -= 1
    if left != 0:
        return plane.tiles.kind_of(left & -left) + hold
    loops: i64 = loop_tiles(s, plane, distinct)
    number: i64 = count(loops)
    if index < number:
        return plane.tiles.kind_of(nth(loops, index)) + LOOP + hold
    # [BD-20.5] Loop face and exit path never go together.
    exits: i64 = exit_tiles(s, seat, distinct)
    return plane.tiles.kind_of(nth(exits, index - number)) + EXIT + hold
