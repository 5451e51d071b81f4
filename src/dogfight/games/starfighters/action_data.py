"""What an action is about, as data for boards."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.seat import Seat
from dogfight.core.view import ActionData
from dogfight.games.starfighters.causes import FORWARD_WORDS
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.notation import FORWARD_LETTERS, write_hex
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.movement import ROTATE, STOP
from dogfight.games.starfighters.state import (
    BEAM,
    DECLARE,
    DRIFT,
    FACE,
    MOVE,
    NOBODY,
    PLACE,
    TARGET,
)
from dogfight.games.starfighters.tables import forward_direction
from dogfight.games.starfighters.text import CARD_WORDS, name, pilot


def action_data(data: Data, p: Position, seat: Seat, action: int) -> ActionData:
    """A card, a hex to place a ship or wreckage on, a step and where it leads, a target, or a
    beam and its ray.
    """
    by = name(seat)
    if p.phase == DECLARE:
        card = CARDS[action]
        return ActionData(
            kind="declare", acting_piece=by, piece=card, odds_text=CARD_WORDS[card], short_text=card
        )
    if p.phase == PLACE:
        return ActionData(
            kind="place", acting_piece=by, places=_hexes(data, p, _hex_of(action, data.lines))
        )
    here = write_hex(data, int(p.at[seat]))
    if p.phase == FACE:
        return ActionData(kind="turn", acting_piece=by, places=(here,), facing=DIRECTIONS[action])
    if p.phase == TARGET:
        return ActionData(
            kind="hit",
            acting_piece=by,
            piece=name(action),
            places=_hexes(data, p, int(p.at[action])),
            short_text=f"fire at {pilot(action)}",
        )
    if p.phase == MOVE:
        return _step(data, p, seat, action, here)
    if p.phase == BEAM:
        return _beam(data, p, seat, action, here)
    if p.phase == DRIFT:
        return _drift(data, p, seat, action, here)
    around = [
        int(p.tables.neighbour(p.at[seat], direction)) for direction in range(len(DIRECTIONS))
    ]
    return ActionData(
        kind="wreck", acting_piece=by, places=_hexes(data, p, _hex_of(action, around))
    )


def _hex_of(action: int, offered: Sequence[int]) -> int:
    """The hex that an action names: one of those offered, or any other, which `read_action`
    counts from -1 down.
    """
    return offered[action] if action >= 0 else -1 - action


def _hexes(data: Data, p: Position, *hexes: int) -> tuple[str, ...]:
    """Those of the hexes that are on the map, by name."""
    return tuple(write_hex(data, number) for number in hexes if number != p.tables.off_map())


def _step(data: Data, p: Position, seat: Seat, action: int, here: str) -> ActionData:
    by = name(seat)
    if action == STOP:
        return ActionData(kind="stop", acting_piece=by, places=(here,), declines=True)
    if action >= ROTATE:
        return ActionData(
            kind="turn", acting_piece=by, places=(here,), facing=DIRECTIONS[action - ROTATE]
        )
    there = p.tables.neighbour(p.at[seat], forward_direction(p.facing[seat], action))
    return ActionData(
        kind="fly",
        acting_piece=by,
        piece=FORWARD_LETTERS[action],
        places=(here, *_hexes(data, p, there)),
    )


def _beam(data: Data, p: Position, seat: Seat, beam: int, here: str) -> ActionData:
    """[SF-6.4] A beam is shown on the second hex of its ray, or on the first where the map ends
    there.
    """
    direction = forward_direction(p.facing[seat], beam)
    first = p.tables.neighbour(p.at[seat], direction)
    second = p.tables.neighbour(first, direction)
    ray = _hexes(data, p, first, second)
    brief = f"beam {FORWARD_WORDS[beam]}"
    return ActionData(
        kind="beam",
        acting_piece=name(seat),
        piece=FORWARD_LETTERS[beam],
        places=(here, *ray),
        short_text=brief,
    )


def _drift(data: Data, p: Position, seat: Seat, action: int, here: str) -> ActionData:
    if action == STOP:
        return ActionData(kind="stop", acting_piece=name(seat), places=(here,), declines=True)
    there = p.tables.neighbour(p.at[seat], action - 1)
    victim = p.piece_on(there)
    kind, piece = ("drift", "") if victim == NOBODY else ("ram", name(victim))
    return ActionData(
        kind=kind, acting_piece=name(seat), piece=piece, places=(here, *_hexes(data, p, there))
    )
