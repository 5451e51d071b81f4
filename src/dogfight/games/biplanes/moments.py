"""Which moment of a game a position shows, for those who ask whether it can be."""

from __future__ import annotations

from dogfight.core.errors import BadNotation
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import (
    ANSWER,
    BOT_DRAW,
    DEAL,
    ENDED,
    LOSE,
    LOSE_BAG,
    MULLIGAN,
    OBJECTIVE,
    PICK,
    PLACE,
    PLAN,
    REDRAW,
    REMOVE,
    SHOW,
    SLOT,
    START,
    TARGET,
    TIME,
    TOSS,
)
from dogfight.games.biplanes.tables import (
    ESCORT,
)

PLANNING = (PLAN, SHOW, ANSWER)
REVEALED = (TARGET, LOSE, LOSE_BAG, BOT_DRAW, TOSS)
"""Phases in which the tiles of this turn lie open."""
BEFORE_FLIGHT = (PLACE, PICK, START)
"""Phases in which no biplane stands on a starting space yet."""
ONCE = (*BEFORE_FLIGHT, SLOT, MULLIGAN, REDRAW)
"""Phases that come before the first turn and never again."""
BETWEEN_ROUNDS = (DEAL, OBJECTIVE, REMOVE)


def need(fine: bool, expected: str, rule: str) -> None:
    if not fine:
        raise BadNotation(f"impossible position: expected {expected}", rule=rule)


def stage(position: Position) -> int:
    """[BD-19.7] Which round of three this is, counted from 0."""
    return int(position.round - 1) % 3


def first_turn(position: Position) -> bool:
    """Nobody has played a tile yet."""
    return position.round == 1 and position.turn == 1 and position.phase not in (*REVEALED, ENDED)


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
    before_bot = is_bot(position, seat) and phase in (BOT_DRAW, TOSS)
    if phase in PLANNING or before_bot:
        return turn - 1
    planned = phase == ENDED and position.plane(seat).sealed < 0 and position.why() != TIME
    return turn - 1 if planned and not is_bot(position, seat) else turn
