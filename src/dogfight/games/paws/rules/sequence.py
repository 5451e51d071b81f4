"""The order of a round: steps without a decision carry themselves out until a seat is asked."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.rules.ending import check, cleanup
from dogfight.games.paws.rules.gunnery import shots
from dogfight.games.paws.rules.planning import lock, next_round
from dogfight.games.paws.rules.refill import discard_all, draws, extra_draws, extras
from dogfight.games.paws.rules.repair import repairs, smoke
from dogfight.games.paws.rules.resolve import next_section, plane_moves, reveal, sun_moves
from dogfight.games.paws.state import (
    CLEANUP,
    DISCARDS,
    DRAW_CHECK,
    DRAWS,
    EXTRA_DRAWS,
    EXTRAS,
    LOCK,
    NEXT_ROUND,
    PLANE_MOVES,
    REPAIRS,
    REVEAL,
    SECTION_CHECK,
    SHOTS,
    SMOKE,
    SMOKE_CHECK,
    SUN_MOVES,
    State,
)


def settle(s: State) -> None:
    """[JP-4.1] [JP-7.1] Action Phase and Resolution Phase in turn, in the order of D-8."""
    while s.phase >= NEXT_ROUND:
        carry_out(s, s.phase)
        if s.phase == DISCARDS and s.crew & ~s.ready == 0:
            discard_all(s)


def carry_out(s: State, phase: i64) -> None:
    """One step that needs nobody."""
    if phase == DRAWS:
        draws(s)
    elif phase == SHOTS:
        shots(s)
    elif phase == REVEAL:
        reveal(s)
    elif phase == SUN_MOVES:
        sun_moves(s)
    elif phase == PLANE_MOVES:
        plane_moves(s)
    elif phase == SECTION_CHECK:
        # [JP-10.10] [JP-17.6] [JP-17.7] A section is finished before anybody falls; nothing follows
        # the end.
        next_section(s)
        check(s, REVEAL)
    elif phase == NEXT_ROUND:
        next_round(s)
    elif phase == LOCK:
        lock(s)
    elif phase == EXTRAS:
        extras(s)
    elif phase == EXTRA_DRAWS:
        extra_draws(s)
    elif phase == DRAW_CHECK:
        check(s, REPAIRS)
    elif phase == REPAIRS:
        repairs(s)
    elif phase == SMOKE:
        smoke(s)
    elif phase == SMOKE_CHECK:
        # [JP-9.9] All teams at once, losses at the end of the step.
        check(s, REVEAL)
    elif phase == CLEANUP:
        cleanup(s)
