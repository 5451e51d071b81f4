"""What an action is about, as data for boards."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.core.view import Marks
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.notation import FORWARD_LETTERS, write_hex
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.movement import ROTATE, STOP
from dogfight.games.starfighters.state import BEAM, DECLARE, DRIFT, FACE, MOVE, NOBODY, PLACE, TARGET
from dogfight.games.starfighters.tables import forward_direction
from dogfight.games.starfighters.words import CARD_WORDS, FORWARD_WORDS, name, pilot


def marks(data: Data, p: Position, seat: Seat, action: int) -> Marks:
    """A card, a hex to place a ship or wreckage on, a step and where it leads, a target, or a beam and its ray."""
    by = name(seat)
    if p.phase == DECLARE:
        card = CARDS[action]
        return Marks(kind="declare", by=by, piece=card, promise=CARD_WORDS[card], brief=card)
    if p.phase == PLACE:
        return Marks(kind="place", by=by, places=(write_hex(data, data.lines[action]),))
    here = write_hex(data, int(p.at[seat]))
    if p.phase == FACE:
        return Marks(kind="turn", by=by, places=(here,), facing=DIRECTIONS[action])
    if p.phase == TARGET:
        return Marks(
            kind="hit",
            by=by,
            piece=name(action),
            places=(write_hex(data, int(p.at[action])),),
            brief=f"fire at {pilot(action)}",
        )
    if p.phase == MOVE:
        return _step(data, p, seat, action, here)
    if p.phase == BEAM:
        return _beam(data, p, seat, action, here)
    if p.phase == DRIFT:
        return _drift(data, p, seat, action, here)
    return Marks(kind="wreck", by=by, places=(write_hex(data, p.tables.neighbour(p.at[seat], action)),))


def _step(data: Data, p: Position, seat: Seat, action: int, here: str) -> Marks:
    by = name(seat)
    if action == STOP:
        return Marks(kind="stop", by=by, places=(here,))
    if action >= ROTATE:
        return Marks(kind="turn", by=by, places=(here,), facing=DIRECTIONS[action - ROTATE])
    there = p.tables.neighbour(p.at[seat], forward_direction(p.facing[seat], action))
    return Marks(kind="fly", by=by, piece=FORWARD_LETTERS[action], places=(here, write_hex(data, there)))


def _beam(data: Data, p: Position, seat: Seat, beam: int, here: str) -> Marks:
    """[SF-6.4] A beam is shown on the second hex of its ray, or on the first where the map ends there."""
    direction = forward_direction(p.facing[seat], beam)
    first = p.tables.neighbour(p.at[seat], direction)
    second = p.tables.neighbour(first, direction)
    ray = tuple(write_hex(data, one) for one in (first, second) if one != p.tables.off_map())
    brief = f"beam {FORWARD_WORDS[beam]}"
    return Marks(kind="beam", by=name(seat), piece=FORWARD_LETTERS[beam], places=(here, *ray), brief=brief)


def _drift(data: Data, p: Position, seat: Seat, action: int, here: str) -> Marks:
    if action == STOP:
        return Marks(kind="stop", by=name(seat), places=(here,))
    there = p.tables.neighbour(p.at[seat], action - 1)
    victim = p.piece_on(there)
    kind, piece = ("drift", "") if victim == NOBODY else ("ram", name(victim))
    return Marks(kind=kind, by=name(seat), piece=piece, places=(here, write_hex(data, there)))
