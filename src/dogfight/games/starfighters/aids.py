"""Which hexes an attack card covers, for boards that show plans."""

from __future__ import annotations

import functools

from dogfight.core.seat import Seat
from dogfight.games.starfighters.data import CARDS, Data
from dogfight.games.starfighters.notation import write_hex
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.attacks import stops_beam
from dogfight.games.starfighters.rules.movement import STOP
from dogfight.games.starfighters.state import BEAM, DECLARE, MOVE, TARGET
from dogfight.games.starfighters.tables import FORWARD, RIGHT, Tables, forward_direction


def bears(data: Data, p: Position, seat: Seat, action: int) -> tuple[str, ...]:
    """[SF-6.1] [SF-6.3] [SF-6.4] The hexes that the seat's own card covers once this action is
    done.
    """
    if p.phase == DECLARE:
        return _covered(data, p, seat, CARDS[action])
    if p.phase == BEAM:
        return tuple(write_hex(data, number) for number in beam_hexes(p, seat, action))
    if p.phase not in (MOVE, TARGET):
        return ()
    card = CARDS[p.declared[seat]]
    if p.phase == TARGET or action == STOP:
        return _covered(data, p, seat, card)
    after = p.copy()
    after.apply(seat, action)
    return _covered(data, after, seat, card)


def _covered(data: Data, p: Position, seat: Seat, card: str) -> tuple[str, ...]:
    at, facing = int(p.at[seat]), int(p.facing[seat])
    if card == "long":
        beams = (
            beam_hexes(p, seat, beam)
            for beam in range(FORWARD, RIGHT + 1)
            if p.tables.beams >> beam & 1
        )
        return tuple(write_hex(data, number) for beam in beams for number in beam)
    return _shape(data, p.tables, card, at, facing)


@functools.lru_cache(maxsize=4096)
def _shape(data: Data, tables: Tables, card: str, at: int, facing: int) -> tuple[str, ...]:
    """The hexes of a shape that nothing blocks."""
    hexes = range(tables.cells)
    if card == "short":
        return tuple(
            write_hex(data, number)
            for number in hexes
            if 0 < tables.distance(at, number) <= tables.short_radius
        )
    if card == "medium":
        return tuple(
            write_hex(data, number) for number in hexes if tables.in_front_zone(at, facing, number)
        )
    return ()


def beam_hexes(p: Position, seat: Seat, beam: int) -> list[int]:
    """[SF-6.4] The hexes of a beam up to the first thing that stops it."""
    direction = forward_direction(p.facing[seat], beam)
    numbers = []
    there = p.tables.neighbour(p.at[seat], direction)
    while not stops_beam(p, there):
        numbers.append(int(there))
        there = p.tables.neighbour(there, direction)
    return numbers
