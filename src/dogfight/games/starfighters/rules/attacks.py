"""[SF-6] The attacks: whom each card can hit from where its ship is."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.starfighters.state import NOBODY, OFF_MAP, State
from dogfight.games.starfighters.tables import FORWARD, RIGHT, forward_direction


def enemies(s: State, seat: i64) -> i64:
    """[SF-1.1] [SF-5.8] [SF-5.9] Every other undestroyed ship, shielded or not; never wreckage,
    debris or oneself.
    """
    single_bit: i64 = 1
    return s.undestroyed() & ~(single_bit << seat)


def in_short_range(s: State, seat: i64) -> i64:
    """[SF-6.1] [SF-6.7] Everybody within two hexes in all directions, whatever lies between."""
    single_bit: i64 = 1
    mask: i64 = 0
    foes = enemies(s, seat)
    foe: i64 = 0
    while foe < s.seats:
        if (foes >> foe) & 1 == 1 and s.tables.distance(
            s.at[seat], s.at[foe]
        ) <= s.tables.short_radius:
            mask |= single_bit << foe
        foe += 1
    return mask


def in_medium_range(s: State, seat: i64) -> i64:
    """[SF-6.2] [SF-6.3] [SF-6.7] Everybody in the front zone, whatever lies between; one of them
    is chosen.
    """
    single_bit: i64 = 1
    mask: i64 = 0
    foes = enemies(s, seat)
    foe: i64 = 0
    while foe < s.seats:
        if (foes >> foe) & 1 == 1 and s.tables.in_front_zone(s.at[seat], s.facing[seat], s.at[foe]):
            mask |= single_bit << foe
        foe += 1
    return mask


def on_beam(s: State, seat: i64, beam: i64) -> i64:
    """[SF-6.4] [SF-6.6] Everybody on one beam out to the edge of the map; ships do not stop it."""
    single_bit: i64 = 1
    mask: i64 = 0
    direction = forward_direction(s.facing[seat], beam)
    there = s.tables.neighbour(s.at[seat], direction)
    while not stops_beam(s, there):
        foe = s.piece_on(there)
        if foe != NOBODY and not s.is_destroyed(foe):
            mask |= single_bit << foe
        there = s.tables.neighbour(there, direction)
    return mask


def stops_beam(s: State, hex_: i64) -> bool:
    """[SF-6.5] [SF-9.11] A beam ends at wreckage, at debris, and where the map ends."""
    if s.grid[hex_] == OFF_MAP:
        return True
    if s.tables.wreckage_blocks and s.has_wreckage(hex_):
        return True
    return s.tables.debris_blocks and s.debris_on(hex_)


def beams_with_target(s: State, seat: i64) -> i64:
    """[SF-5.6] [SF-6.4] The beams that hit at least one ship, as a mask of forward directions."""
    single_bit: i64 = 1
    mask: i64 = 0
    beam: i64 = FORWARD
    while beam <= RIGHT:
        if (s.tables.beams >> beam) & 1 == 1 and on_beam(s, seat, beam) != 0:
            mask |= single_bit << beam
        beam += 1
    return mask
