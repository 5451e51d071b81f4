"""Where a commitment ends, and where the next one of a side could end by what everybody knows."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.planning import commitment, commitments
from dogfight.games.biplanes.state import ANSWER, PLAN
from dogfight.games.biplanes.tables import EXIT, KIND_BITS, LOOP, NOBODY, STEPS


def landing(position: Position, seat: Seat, action: int) -> int:
    """The space on which a commitment ends."""
    board = position.board
    at = position.plane(seat).at
    steps = (action & KIND_BITS) >> 2
    if action & LOOP:
        return int(board.looped[at])
    return int(board.exits[at * STEPS + steps] if action & EXIT else board.moved(at, steps))


def reach(position: Position, which: int, ids: list[str]) -> dict[str, tuple[int, ...]]:
    """[BD-1.14] [BD-4.1] The spaces a side could end on with any tile that is not seen, and the values that lead there.

    Nothing but what lies open is asked: which tiles were played, how many are in the hand, and a commitment that was
    shown [BD-18.4]. A bot's slots lie open too [BD-25.4].
    """
    plane = position.plane(which)
    flies = plane.tiles.colour != NOBODY and (which == 1 or not position.is_escort() or position.escort_flies())
    if not flies or not PLAN <= position.phase <= ANSWER:
        return {}
    open_hand = position.copy()
    mine = open_hand.plane(which)
    m = position.mission
    if plane.hand or position.setup.solo:
        mine.hand = plane.hand | plane.bag | plane.aside | (m.left | m.right if m is not None and which == 1 else 0)
    shown = [int(plane.sealed)] if position.phase == ANSWER and plane.sealed >= 0 else []
    found: dict[str, set[int]] = {}
    for action in shown or [int(commitment(open_hand, which, n)) for n in range(int(commitments(open_hand, which)))]:
        found.setdefault(ids[landing(position, which, action)], set()).add((action & KIND_BITS) >> 2)
    return {space: tuple(sorted(values)) for space, values in found.items()}
