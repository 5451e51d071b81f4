"""Why an action is refused."""

from __future__ import annotations

from dogfight.core.errors import IllegalAction
from dogfight.core.seat import Seat
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.data import MAL_IDS
from dogfight.games.biplanes.names import commitment_word, kind_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.escort import followed, mal_steps, mal_tile, unused_tiles
from dogfight.games.biplanes.rules.exit_path import is_open, on_target
from dogfight.games.biplanes.rules.planning import may_hold_fire, must_play_low, playable
from dogfight.games.biplanes.state import ANSWER, PLAN, SHOW

PLANNING = (PLAN, SHOW, ANSWER)


def why_not_planned(position: Position, seat: Seat, action: int) -> IllegalAction | None:
    """Why a commitment cannot be made, in the phases that ask for one."""
    if position.phase in PLANNING and 0 <= action < 2 * tables.MAL_EXIT:
        return why_not_commit(position, seat, action)
    return None


def why_not_commit(position: Position, seat: Seat, action: int) -> IllegalAction | None:
    """Why a commitment cannot be made."""
    pair = position.setup.mode == tables.ESCORT and seat == 0
    if pair != (action >= tables.MAL_UNIT) or (pair and mal_tile(action) < 0):
        both, text = "a pair of tiles, one for each biplane", "one tile"
        expected, got = (both, text) if pair else (text, both)
        return IllegalAction(
            f"expected {expected}; got {got}", rule="BD-24.5" if pair else "BD-4.1"
        )
    kind = action & tables.KIND_BITS
    alone = pair and not position.escort_flies()
    if (kind >= tables.KINDS and kind != tables.NO_TILE) or alone != (kind == tables.NO_TILE):
        return None
    reason = None if alone else why_not_single(position, seat, action & (tables.MAL_UNIT - 1))
    return why_not_mal(position, action) if reason is None and pair else reason


def why_not_single(position: Position, seat: Seat, action: int) -> IllegalAction | None:
    plane = position.plane(seat)
    kind = action & tables.KIND_BITS
    word = commitment_word(action)
    if not plane.tiles.find(kind, playable(plane)):
        if must_play_low(plane) and plane.tiles.find(kind, plane.hand):
            return IllegalAction(
                f"after a 0 brown must play a 1 or a 2, not {word}", rule="BD-14.2"
            )
        return IllegalAction(f"{kind_word(kind)} is not in your hand", rule="BD-4.1")
    if action & tables.LOOP and kind >> 2 != 3:
        return IllegalAction(
            f"only a tile of value 3 has a loop face, not {kind_word(kind)}", rule="BD-1.5"
        )
    if action & tables.LOOP and position.board.looped[plane.at] < 0:
        return IllegalAction("no loop is within reach of three steps from here", rule="BD-6.3")
    if action & tables.LOOP and action & tables.EXIT:
        return IllegalAction("the loop face and the exit path cannot be combined", rule="BD-20.5")
    if action & tables.HOLD and not may_hold_fire(position, seat):
        if seat == 0 and position.setup.mode == tables.RESCUE:
            return IllegalAction(
                "in solo play a rescuer does not shoot, so it has no fire to hold", rule="BD-25.22"
            )
        return IllegalAction("only a rescuer may hold fire", rule="BD-23.16")
    return why_not_exit(position, seat, kind >> 2) if action & tables.EXIT else None


def why_not_space(position: Position, seat: Seat, at: int, name: str) -> IllegalAction | None:
    """Why no tile of a seat leads to a space, in the phases that ask for one."""
    if position.phase not in PLANNING or not 0 <= at < tables.EXIT_1:
        return None
    plane = position.plane(seat)
    ways = [steps for steps in range(tables.STEPS) if position.board.moved(plane.at, steps) == at]
    if not ways:
        return IllegalAction(f"no tile flies from where you are to {name}", rule="BD-5.2")
    held = [
        steps
        for steps in ways
        if any(plane.tiles.find(steps << 2 | hits, plane.hand) for hits in range(4))
    ]
    if must_play_low(plane) and held:
        return IllegalAction(
            f"after a 0 brown must play a 1 or a 2, not a {held[0]}", rule="BD-14.2"
        )
    return IllegalAction(f"{name} takes a {ways[0]}, and there is none in your hand", rule="BD-5.1")


def why_not_exit(position: Position, seat: Seat, steps: int) -> IllegalAction | None:
    m = position.mission
    if m is None:
        return IllegalAction("a dogfight has no exit path", rule="BD-5.8")
    opened = is_open(position, m) or (seat == 0 and steps in (1, 2) and on_target(position, m))
    if not opened:
        return IllegalAction("the exit path is not open yet", rule="BD-20.11")
    return IllegalAction("this move does not go on from the blue/white space", rule="BD-20.3")


def why_not_mal(position: Position, action: int) -> IllegalAction | None:
    m = position.mission
    if m is None or mal_tile(action) >= len(MAL_IDS):
        return None
    if not unused_tiles(position, m) >> mal_tile(action) & 1:
        return IllegalAction(
            f"the malfunctioning biplane cannot use {MAL_IDS[mal_tile(action)]} now", rule="BD-24.6"
        )
    if not action & tables.MAL_EXIT:
        return None
    if not is_open(position, m):
        return IllegalAction(
            "the malfunctioning biplane may leave only in the last round", rule="BD-24.22"
        )
    if not position.board.can_exit(m.mal_at, mal_steps(position, action)):
        return IllegalAction("the sum does not go on from the blue/white space", rule="BD-20.3")
    if followed(position, m, position.p1.at, action) >= 0:
        return IllegalAction(
            "it has to follow the escort's loop and cannot take the exit path", rule="BD-24.13"
        )
    return None
