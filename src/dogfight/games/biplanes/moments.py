"""Which moment of a game a position shows, for those who ask whether it can be."""

from __future__ import annotations

from dogfight.core.errors import BadNotation
from dogfight.games.biplanes import state
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.tables import ESCORT

PLANNING = (state.PLAN, state.SHOW, state.ANSWER)
REVEALED = (state.TARGET, state.LOSE, state.LOSE_BAG, state.BOT_DRAW, state.TOSS)
"""Phases in which the tiles of this turn lie open."""
BEFORE_FLIGHT = (state.PLACE, state.PICK, state.START)
"""Phases in which no biplane stands on a starting space yet."""
ONCE = (*BEFORE_FLIGHT, state.MULLIGAN, state.REDRAW)
"""Phases that come before the first turn and never again."""
BETWEEN_ROUNDS = (state.DEAL, state.SLOT, state.OBJECTIVE, state.REMOVE)
"""Phases that come before the first turn of a round."""


def need(fine: bool, expected: str, rule: str) -> None:
    if not fine:
        raise BadNotation(f"impossible position: expected {expected}", rule=rule)


def stage(position: Position) -> int:
    """[BD-19.7] Which round of three this is, counted from 0."""
    return int(position.round - 1) % 3


def first_turn(position: Position) -> bool:
    """Nobody has played a tile yet."""
    return (
        position.round == 1
        and position.turn == 1
        and position.phase not in (*REVEALED, state.ENDED)
    )


def is_bot(position: Position, seat: int) -> bool:
    return bool(position.setup.solo) and seat == 1


def is_lost(position: Position, seat: int) -> bool:
    """[BD-24.20] The escort that was shot down."""
    return seat == 0 and position.setup.mode == ESCORT and not position.escort_flies()


def turns_played(position: Position, seat: int) -> int:
    """How many tiles of this round a side can have on its turn squares."""
    phase, turn = position.phase, int(position.turn)
    if phase in ONCE or phase in BETWEEN_ROUNDS:
        return 0
    before_bot = is_bot(position, seat) and phase in (state.BOT_DRAW, state.TOSS)
    if phase in PLANNING or before_bot:
        return turn - 1
    planned = (
        phase == state.ENDED and position.plane(seat).sealed < 0 and position.why() != state.TIME
    )
    return turn - 1 if planned and not is_bot(position, seat) else turn
