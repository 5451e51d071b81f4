"""Chapter 20: the exit path, when it is open, who may enter it and who leaves the board."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.state import EXITED, FOR_P1, LEFT_BOARD, MAL, Mission, State
from dogfight.games.biplanes.tables import ESCORT, RESCUE


def is_open(s: State, m: Mission) -> bool:
    """[BD-20.2] [BD-20.11] [BD-24.22] Enough tiles removed, a person rescued, or the third round
    of an escort.
    """
    if s.setup.mode == ESCORT:
        return s.round >= s.setup.exit_round
    done: i64 = m.rescued if s.setup.mode == RESCUE else m.removed
    return done >= s.setup.needed


def exit_tiles(s: State, seat: i64, distinct: i64) -> i64:
    """[BD-4.5] [BD-20.3] Those of some tiles that may be committed to the exit path."""
    m = s.mission
    if m is None:
        return 0  # [BD-5.8] A dogfight has no exit path.
    plane = s.plane(seat)
    steps: i64 = s.board.exit_values[plane.at]
    if steps == 0:
        return 0
    if not is_open(s, m):
        if seat != 0 or not on_target(s, m):
            return 0
        # [BD-20.12] A take-off with a 1 or a 2 that completes the first rescue opens the path
        # itself.
        steps &= 6
    fitting: i64 = 0
    value: i64 = 0
    while value <= 5:
        if (steps >> value) & 1:
            fitting |= plane.tiles.by_value[value]
        value += 1
    return distinct & fitting


def on_target(s: State, m: Mission) -> bool:
    """[BD-23.10] The rescuer is landed on an airfield whose number is on one of its Objective
    tiles.
    """
    if m.landed < 0:
        return False
    return (m.objectives >> m.site(s.spot_at(m.landed))) & 1 == 1


def stop_on_exit_space(s: State, at: i64) -> i64:
    """[BD-20.9] A plane that is not on a mission stops on the Exit space and loses the rest of
    its move.
    """
    return s.board.exit_space if at == s.board.off else at


def leaves(s: State, m: Mission) -> bool:
    """[BD-20.7] [BD-20.8] The mission biplane has moved past the Exit space: the game ends
    before any shot.
    """
    if s.setup.mode == ESCORT:
        if m.mal_at != s.board.off:
            return False
        if s.trace is not None:
            s.trace.add(LEFT_BOARD, MAL)
        s.finish(FOR_P1, EXITED)  # [BD-24.22]
        return True
    if s.p1.at != s.board.off:
        return False
    if s.trace is not None:
        s.trace.add(LEFT_BOARD, 0)
    outcome: i64 = FOR_P1  # [BD-21.9] [BD-22.6]
    if s.setup.mode == RESCUE:
        outcome = rescue_result(s, m)
    s.finish(outcome, EXITED)
    return True


def rescue_result(s: State, m: Mission) -> i64:
    """[BD-23.18] One person rescued is a draw, two win, three and more are a major victory; none
    is a defeat.
    """
    return s.setup.results[m.rescued if m.rescued < 3 else 3]
