"""Whole moves planned ahead: a ship flies to a hex and faces a direction in at most its steps
(SF-4.2).

Ships, facings and wreckage are open. Whose reach a hex lies in is said for every kind of attack,
for cards are secret (SF-3.3).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from dogfight.core.seat import Seat
from dogfight.games.starfighters.aids import beam_hexes
from dogfight.games.starfighters.data import DIRECTIONS, Data
from dogfight.games.starfighters.notation import write_hex, write_step
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.movement import FINE, ROTATE, STOP, step_fault
from dogfight.games.starfighters.state import MOVE
from dogfight.games.starfighters.tables import FORWARD, RIGHT, forward_direction
from dogfight.games.starfighters.text import name, pilot
from dogfight.planning.parts import MovePlan, MovePlans, PlanBuilder, PlanStep, Threat

CALM = ("step", "rotate", "stop")
"""What a ship's own move tells; nobody can react to it."""


class _Stop(NamedTuple):
    """Where a ship has come to; a ship without steps left has no position to go on from."""

    hex: int
    facing: int
    used: int
    number: int
    position: Position | None


def move_plans(data: Data, p: Position, seat: Seat, piece: str) -> MovePlans:
    """[SF-4.2] Return the shortest way to every hex and facing that a ship can reach."""
    if p.phase != MOVE or p.active != seat or piece not in ("", name(seat)):
        return MovePlans()
    out, left = PlanBuilder(), int(p.left)
    reach = _reaches(data, p, seat)
    start = _Stop(int(p.at[seat]), int(p.facing[seat]), 0, -1, p)
    seen, queue = {(start.hex, start.facing)}, deque([start])
    while queue:
        stop = queue.popleft()
        if stop.number >= 0:
            _end(out, data, seat, stop, left, start.hex)
        if stop.position is None:
            continue
        for action in range(FORWARD, ROTATE + len(DIRECTIONS)):
            if step_fault(stop.position, action) != FINE:
                continue
            there, facing = _after(stop, action)
            if (there, facing) in seen:
                continue
            seen.add((there, facing))
            twin = None
            if stop.used + 1 < left:
                twin = stop.position.copy()
                twin.apply(seat, action)
            number = out.step(
                PlanStep(
                    action=action,
                    word=write_step(action),
                    after=stop.number,
                    place=write_hex(data, there),
                    facing=DIRECTIONS[facing],
                    cost=f"{stop.used + 1} of {left} steps",
                    threats=reach.get(there, ()),
                )
            )
            queue.append(_Stop(there, facing, stop.used + 1, number, twin))
    return out.built(calm=CALM, rule="SF-4.2")


def _after(stop: _Stop, action: int) -> tuple[int, int]:
    """[SF-4.3] [SF-4.5] Where a step leads, and which way the ship faces then."""
    assert stop.position is not None
    if action >= ROTATE:
        return stop.hex, action - ROTATE
    direction = forward_direction(stop.facing, action)
    return int(stop.position.tables.neighbour(stop.hex, direction)), stop.facing


def _end(out: PlanBuilder, data: Data, seat: Seat, stop: _Stop, left: int, start: int) -> None:
    """Add the plan that ends here; a ship with steps left stops."""
    where, facing, last = write_hex(data, stop.hex), DIRECTIONS[stop.facing], stop.number
    if stop.used < left:
        last = out.step(
            PlanStep(action=STOP, word=write_step(STOP), after=last, place=where, facing=facing)
        )
    turns = stop.hex == start
    out.plan(
        MovePlan(
            word=f"{name(seat)}>{where}/{facing}",
            kind="turn" if turns else "fly",
            piece=name(seat),
            last=last,
            words=f"stay and face {facing}" if turns else f"fly to {where}, face {facing}",
            place=where,
            facing=facing,
            promise=f"{stop.used} of {left} steps",
        )
    )


def _reaches(data: Data, p: Position, seat: Seat) -> dict[int, tuple[Threat, ...]]:
    """[SF-6.1] [SF-6.3] [SF-6.4] For each hex who bears on it with which kinds of attack, as they
    stand now.
    """
    tables = p.tables
    later = {int(p.in_turn_order(n)) for n in range(int(p.order) + 1, int(p.seats))}
    reaches: dict[int, list[Threat]] = {}
    for other in range(int(p.seats)):
        if other == seat or p.is_destroyed(other):
            continue
        at, facing = int(p.at[other]), int(p.facing[other])
        beams = {
            hex
            for beam in range(FORWARD, RIGHT + 1)
            if tables.beams >> beam & 1
            for hex in beam_hexes(p, other, beam)
        }
        yet = ", and may still move" if other in later else ""
        for hex in range(int(tables.cells)):
            kinds = [
                kind
                for kind, bears in (
                    ("short", 0 < tables.distance(at, hex) <= tables.short_radius),
                    ("medium", tables.in_front_zone(at, facing, hex)),
                    ("long", hex in beams),
                )
                if bears
            ]
            if kinds:
                text = f"{pilot(other)}: {', '.join(kinds)}{yet}"
                threat = Threat(name(other), write_hex(data, at), text)
                reaches.setdefault(hex, []).append(threat)
    return {hex: tuple(threats) for hex, threats in reaches.items()}
