"""What boards call the biplanes, where a commitment ends, and where a side could end by what
everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from dogfight.core.seat import Seat
from dogfight.games.biplanes.data import Data
from dogfight.games.biplanes.names import kinds_of
from dogfight.games.biplanes.objectives import open_targets
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.exit_path import stop_on_exit_space
from dogfight.games.biplanes.rules.planning import commitment, commitments
from dogfight.games.biplanes.state import ANSWER, PLAN
from dogfight.games.biplanes.state import MAL as MAL_SIDE
from dogfight.games.biplanes.tables import EXIT, KIND_BITS, LOOP, NOBODY, STEPS

MAL = "mal"
"""The malfunctioning biplane, by the name it has in notation."""


def piece_name(position: Position, who: int) -> str:
    """A biplane as boards call it: by its colour; nothing before it has one."""
    if who == MAL_SIDE:
        return MAL
    tiles = position.plane(who).tiles
    return "" if tiles.colour == NOBODY else tiles.name


def space_of(data: Data, position: Position, who: int) -> str:
    """The space a biplane is on; nothing if there is no such biplane."""
    m = position.mission
    if who == MAL_SIDE and m is None:
        return ""
    at = int(m.mal_at) if who == MAL_SIDE and m is not None else int(position.plane(who).at)
    ids = data.space_ids(position.board.name)
    return ids[at] if 0 <= at < len(ids) else ""


def way_of(action: int) -> str:
    """How the tile of a commitment is flown, as boards call it."""
    return "loop" if action & LOOP else "exit" if action & EXIT else ""


def landing(position: Position, seat: Seat, action: int) -> int:
    """[BD-20.9] The space on which a commitment ends; only a mission biplane flies past the Exit
    space.
    """
    board = position.board
    at = position.plane(seat).at
    steps = (action & KIND_BITS) >> 2
    if action & LOOP:
        return int(board.looped[at])
    end = int(board.exits[at * STEPS + steps] if action & EXIT else board.moved(at, steps))
    on_mission = seat == 0 and not position.is_escort()
    return end if on_mission else int(stop_on_exit_space(position, end))


def reach(position: Position, which: int, ids: list[str]) -> dict[str, tuple[int, ...]]:
    """[BD-1.14] [BD-4.1] The spaces a side could end on as far as everybody knows, and the
    values that lead there.
    """
    plane = position.plane(which)
    flies = plane.tiles.colour != NOBODY and (
        which == 1 or not position.is_escort() or position.escort_flies()
    )
    if not flies or not PLAN <= position.phase <= ANSWER:
        return {}
    numbers: dict[str, set[int]] = {}
    for action in _foreseen(position, which):
        numbers.setdefault(ids[landing(position, which, action)], set()).add(
            (action & KIND_BITS) >> 2
        )
    return {space: tuple(sorted(values)) for space, values in numbers.items()}


def _foreseen(position: Position, which: int) -> Iterator[int]:
    """What a side may commit for all that lies open: any tile that is not seen, or what was
    shown [BD-18.4].
    """
    plane = position.plane(which)
    if which == 1 and position.setup.solo:
        yield from _bot_moves(position)
    elif position.phase == ANSWER and plane.sealed >= 0:
        yield int(plane.sealed)
    else:
        known = _as_all_know_it(position, which)
        yield from (int(commitment(known, which, n)) for n in range(int(commitments(known, which))))


def _as_all_know_it(position: Position, which: int) -> Position:
    """The position with every unseen tile in a side's hand, and every objective that nobody can
    rule out [BD-23.7].
    """
    known = position.copy()
    plane, m = known.plane(which), known.mission
    if plane.hand:
        plane.hand |= plane.bag | plane.aside
    if m is not None:
        m.objectives = open_targets(m)
    return known


def _bot_moves(position: Position) -> Iterator[int]:
    """[BD-25.8] [BD-25.16] [BD-25.17] [BD-26.6] The bot knows the ring and the loops, and no
    special rule.

    It plays what lies in its slots or can still be drawn; the tiles of a leaner bag cannot.
    """
    bot, m = position.p2, position.mission
    slots = 0 if m is None else m.left | m.right
    for kind in kinds_of(bot.tiles, bot.bag | slots):
        yield kind
        if kind >> 2 == 3 and position.board.looped[bot.at] >= 0:
            yield kind + LOOP
