"""SQ-7: who shoots at whom, and who falls."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import bit, lowest_bit
from dogfight.games.squadrons.state import DOWN, State, holds, side_of
from dogfight.games.squadrons.tables import DIAMONDS, GONE, OFF, PLANES, RANKS, RED, height, is_red

HEAD_TO_HEAD: Final = 0
TAIL: Final = 1
OTHER: Final = 2


def is_shooter(s: State, plane: i64) -> bool:
    """[SQ-7.2] An enemy stands on the front square; [SQ-7.3] a friend, nobody, or one to the
    side does not count.
    """
    front: i64 = s.front_square(plane)
    if front == OFF:
        return False
    return holds(s.green_at if side_of(plane) == RED else s.red_at, front)


def shooters(s: State) -> i64:
    """[SQ-7.2] The shooters of both sides, as a mask."""
    result: i64 = 0
    plane: i64 = 0
    while plane < 2 * PLANES:
        if is_shooter(s, plane):
            result |= bit(plane)
        plane += 1
    return result


def next_shooter(s: State) -> i64:
    """[SQ-7.11] The active player's shooters by their numbers, then the other's."""
    first: i64 = s.to_shoot & 63 if s.active == RED else s.to_shoot >> PLANES << PLANES
    return lowest_bit(first if first else s.to_shoot)


def target_of(s: State, shooter: i64) -> i64:
    """[SQ-7.2] The plane on the shooter's front square."""
    return s.plane_at(s.front_square(shooter))


def kind_of_shot(s: State, shooter: i64, target: i64) -> i64:
    """[SQ-7.5] Opposite headings are head to head, up to 45° apart is the tail, anything between
    is another shot.
    """
    apart: i64 = (s.heading(shooter) - s.heading(target)) & 7
    if apart == 4:
        return HEAD_TO_HEAD
    return TAIL if apart <= 1 or apart == 7 else OTHER


def hits(s: State, shooter: i64, target: i64) -> bool:
    """[SQ-7.6] Head to head the higher card hits, [SQ-7.7] equal ones nobody; [SQ-7.8] a tail shot
    hits with red, [SQ-7.9] any other with a diamond only.
    """
    card: i64 = s.shot_card(shooter)
    kind: i64 = kind_of_shot(s, shooter, target)
    if kind == HEAD_TO_HEAD:
        answer: i64 = s.shot_card(target)
        return answer < 0 or height(card) > height(answer)  # [SQ-8.4] no card counts as rank 0
    if kind == TAIL:
        return is_red(card)
    return card >= DIAMONDS * RANKS


def falling(s: State) -> i64:
    """[SQ-7.10] All planes hit in this phase, found before any is removed; [SQ-7.12] hit twice
    is lost once.
    """
    result: i64 = 0
    plane: i64 = 0
    while plane < 2 * PLANES:
        if s.shot_card(plane) >= 0:
            target: i64 = target_of(s, plane)
            if hits(s, plane, target):
                result |= bit(target)
        plane += 1
    return result


def remove(s: State, plane: i64) -> None:
    """[SQ-7.13] A lost plane is gone for the rest of the game; [SQ-8.8] it counts for the other
    side.
    """
    s.place(plane, GONE, 0)
    if side_of(plane) == RED:
        s.green_score += 1
    else:
        s.red_score += 1
    if s.trace is not None:
        s.trace.add(DOWN, plane)
