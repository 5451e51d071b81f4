"""Why an attack hits or finds nobody, and why a hit does damage (SF-6, SF-8)."""

from __future__ import annotations

from dogfight.core.event import EventCause
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.attacks import enemies, on_beam
from dogfight.games.starfighters.state import NOBODY, OFF_MAP
from dogfight.games.starfighters.tables import (
    FORWARD,
    LEFT,
    LONG,
    MEDIUM,
    NO_CARD,
    RIGHT,
    SHORT,
    forward_direction,
    is_attack,
)
from dogfight.games.starfighters.view import seats_in

FORWARD_WORDS = {FORWARD: "straight on", LEFT: "half left", RIGHT: "half right"}


def of_hit(p: Position, seat: int, kind: int, targets: int, beam: int) -> EventCause:
    """[SF-6.1] [SF-6.2] [SF-6.4] What puts the targets in range; `beam` is the one chosen."""
    if kind == SHORT:
        away = max(int(p.tables.distance(p.at[seat], p.at[foe])) for foe in seats_in(targets))
        reach = int(p.tables.short_radius)
        return EventCause(f"{_hexes(away)} away, and short reaches {reach} all around.", "SF-6.1")
    if kind == MEDIUM:
        return EventCause(f"In the front zone of a ship that faces {_facing(p, seat)}.", "SF-6.2")
    return EventCause(f"On the beam {FORWARD_WORDS[beam]}, with nothing between.", "SF-6.4")


def of_miss(data: Data, p: Position, seat: int, kind: int) -> EventCause:
    """[SF-5.7] Why nobody is in range."""
    foes = seats_in(int(enemies(p, seat)))
    if kind == SHORT and foes:
        nearest = min(int(p.tables.distance(p.at[seat], p.at[foe])) for foe in foes)
        reach = int(p.tables.short_radius)
        return EventCause(
            f"The nearest ship is {_hexes(nearest)} away; short reaches {reach}.", "SF-6.1"
        )
    if kind == MEDIUM:
        return EventCause(f"No ship is in the front zone, facing {_facing(p, seat)}.", "SF-6.2")
    if kind != LONG:
        return EventCause("No other ship is flying.", "SF-5.8")
    stop = next((hex_ for beam in FORWARD_WORDS if (hex_ := _stop(p, seat, beam)) >= 0), -1)
    if stop >= 0:
        return EventCause(f"The beam ends at the wreck on {data.names[stop]}.", "SF-6.5")
    return EventCause(f"No ship is on a beam, facing {_facing(p, seat)}.", "SF-6.4")


def of_damage(p: Position, seat: int) -> EventCause:
    """[SF-8.1] [SF-8.3] Why no shield blocks."""
    kind = int(p.declared[seat])
    if kind == NO_CARD:
        return EventCause("No shield is active.", "SF-8.1")
    if is_attack(kind):
        return EventCause(f"No shield: the declared card is {CARDS[kind]}.", "SF-8.1")
    return EventCause(f"The {CARDS[kind]} shield has blocked once already.", "SF-8.3")


def _stop(p: Position, seat: int, beam: int) -> int:
    """[SF-6.5] Where a beam ends before a ship that lies behind; -1 if none does."""
    if on_beam(p, seat, beam):
        return -1
    direction = forward_direction(p.facing[seat], beam)
    there, stop = p.tables.neighbour(p.at[seat], direction), -1
    while p.grid[there] != OFF_MAP:
        foe = p.piece_on(there)
        if foe != NOBODY and not p.is_destroyed(foe):
            return stop
        if stop < 0 and (p.has_wreckage(there) or p.debris_on(there)):
            stop = int(there)
        there = p.tables.neighbour(there, direction)
    return -1


def _facing(p: Position, seat: int) -> str:
    return DIRECTIONS[p.facing[seat]]


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"
