"""Chapter 24: the escort scenario, in which one side flies two biplanes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.biplanes.rules.exit_path import is_open
from dogfight.games.biplanes.rules.planning import commitment, commitments
from dogfight.games.biplanes.state import MAL, MOVED, Mission, State
from dogfight.games.biplanes.tables import (
    KIND_BITS,
    LOOP,
    MAL_EXIT,
    MAL_UNIT,
    NO_TILE,
    PURPLE_LOOP,
    RING,
    STEPS,
    count,
)

MAL_TILES: Final = 6


def mal_tile(action: i64) -> i64:
    """Which of its six tiles a commitment gives the malfunctioning biplane."""
    return ((action >> 8) & 7) - 1


def unused_tiles(s: State, m: Mission) -> i64:
    """[BD-24.5] [BD-24.6] [BD-24.21] The tiles the malfunctioning biplane may use, as a mask."""
    if not s.escort_flies():
        return s.setup.mal_after
    return s.setup.mal_tiles & ~m.mal_used


def mal_steps(s: State, action: i64) -> i64:
    """[BD-24.8] [BD-24.9] [BD-24.21] The sum of both tiles, never below 0; alone, its own tile."""
    steps: i64 = s.setup.mal_values[mal_tile(action)]
    if s.escort_flies():
        steps += (action & KIND_BITS) >> 2
    return steps if steps > 0 else 0


def loop_in_use(s: State, start: i64, action: i64) -> i64:
    """[BD-24.11] The loop the escort starts on, passes or ends on in this move; -1 if none."""
    if start == s.board.down:
        return -1
    if action & LOOP:
        return 0 if s.board.follows[start * STEPS + 3] >= 0 else 1
    return start - PURPLE_LOOP if RING <= start < RING + 2 else -1


def followed(s: State, m: Mission, start: i64, action: i64) -> i64:
    """[BD-24.11] [BD-24.12] Where the malfunctioning biplane ends if it must follow the escort's
    loop; else -1.
    """
    loop: i64 = loop_in_use(s, start, action)
    if loop < 0:
        return -1
    return s.board.follows[(loop * s.board.width + m.mal_at) * STEPS + mal_steps(s, action)]


def move_malfunctioning(s: State, m: Mission, escort_start: i64) -> None:
    """[BD-24.10] [BD-24.11] It goes straight on, follows the escort's loop, or takes the exit
    path.
    """
    action: i64 = s.p1.sealed
    start: i64 = m.mal_at
    at: i64 = followed(s, m, escort_start, action)
    if at < 0:
        moves = s.board.exits if action & MAL_EXIT else s.board.straight
        at = moves[start * STEPS + mal_steps(s, action)]
    m.mal_at = at
    if s.trace is not None:
        s.trace.add(MOVED, MAL, start, at)


def mal_may_exit(s: State, m: Mission, action: i64) -> bool:
    """[BD-20.3] [BD-24.13] The sum goes on from the blue/white space, and no loop has to be
    followed.
    """
    if not s.board.can_exit(m.mal_at, mal_steps(s, action)):
        return False
    return followed(s, m, s.p1.at, action) < 0


def escort_parts(s: State) -> i64:
    """How many commitments the escort has by itself; one, without a tile, once it is lost."""
    return commitments(s, 0) if s.escort_flies() else 1


def escort_part(s: State, index: i64) -> i64:
    return commitment(s, 0, index) if s.escort_flies() else NO_TILE


def pairs(s: State, m: Mission) -> i64:
    """[BD-24.5] How many pairs of commitments the escort player has."""
    parts: i64 = escort_parts(s)
    number: i64 = parts * count(unused_tiles(s, m))
    if is_open(s, m):
        number -= exit_pair(s, m, parts, parts * MAL_TILES) + 1
    return number


def pair(s: State, m: Mission, index: i64) -> i64:
    """A pair by its number, in ascending order."""
    parts: i64 = escort_parts(s)
    tiles: i64 = unused_tiles(s, m)
    row: i64 = index // parts
    if row >= count(tiles):
        return exit_pair(s, m, parts, index - parts * count(tiles))
    tile: i64 = 0
    while (tiles >> tile) & 1 == 0 or row > 0:
        row -= (tiles >> tile) & 1
        tile += 1
    return escort_part(s, index % parts) + (tile + 1) * MAL_UNIT


def exit_pair(s: State, m: Mission, parts: i64, index: i64) -> i64:
    """[BD-20.3] The pair with this number that commits the malfunctioning biplane to the exit path.

    Beyond the last one it answers -1 less the number of such pairs.
    """
    result: i64 = 0
    if s.board.exit_values[m.mal_at] == 0:
        return -1
    tiles: i64 = unused_tiles(s, m)
    tile: i64 = 0
    while tile < MAL_TILES:
        part: i64 = 0
        while part < parts and (tiles >> tile) & 1:
            action: i64 = escort_part(s, part) + (tile + 1) * MAL_UNIT
            if mal_may_exit(s, m, action):
                if index == result:
                    return action + MAL_EXIT
                result += 1
            part += 1
        tile += 1
    return -1 - result
