"""Chapters 5 and 6: moving along the arrows, around a loop, or out by the exit path."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.rules.escort import move_malfunctioning
from dogfight.games.biplanes.rules.exit_path import stop_on_exit_space
from dogfight.games.biplanes.state import MOVED, Plane, State
from dogfight.games.biplanes.tables import ESCORT, EXIT, KIND_BITS, LOOP, STEPS


def fly(s: State, plane: Plane) -> None:
    """[BD-5.1] [BD-5.5] [BD-6.2] [BD-20.4] [BD-24.7] Move one biplane by the tile it committed."""
    action: i64 = plane.sealed
    at: i64 = plane.at
    steps: i64 = (action & KIND_BITS) >> 2
    if action & (LOOP | EXIT) == 0:
        plane.at = s.board.straight[at * STEPS + steps]  # [BD-5.7] [BD-6.9]
    elif action & LOOP:
        plane.at = s.board.looped[at]
    else:
        plane.at = s.board.exits[at * STEPS + steps]


def move_all(s: State) -> None:
    """[BD-5.6] [BD-5.3] [BD-5.4] Everybody moves from where it stood when the turn began; a bot
    later [BD-25.10].
    """
    p1: i64 = s.p1.at
    p2: i64 = s.p2.at
    m = s.mission
    fly(s, s.p1)
    if m is None:
        fly(s, s.p2)
    else:
        if not s.setup.solo:
            fly(s, s.p2)
            s.p2.at = stop_on_exit_space(s, s.p2.at)
        if s.setup.mode == ESCORT:
            s.p1.at = stop_on_exit_space(s, s.p1.at)
            move_malfunctioning(s, m, p1)
    if s.trace is not None:
        report_moves(s, p1, p2)


def report_moves(s: State, p1: i64, p2: i64) -> None:
    if s.trace is not None:
        if s.escort_flies():
            s.trace.add(MOVED, 0, p1, s.p1.at)
        if not s.setup.solo:
            s.trace.add(MOVED, 1, p2, s.p2.at)
