"""Runs one worked example of the specification against the rules; the form is described there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dogfight.core.errors import BadNotation
from dogfight.core.game import Game
from dogfight.core.position import Trace
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, FORWARDS, Data
from dogfight.games.starfighters.notation import (
    read_direction,
    read_drift,
    read_hex,
    read_kind,
    read_step,
    write_hex,
)
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.rules.attacks import (
    beams_with_target,
    in_medium_range,
    in_short_range,
    on_beam,
)
from dogfight.games.starfighters.rules.debris import drift, drift_fault
from dogfight.games.starfighters.rules.movement import FINE, STEPS, STOP, make_step, step_fault
from dogfight.games.starfighters.rules.setup import free_places
from dogfight.games.starfighters.state import DRIFT, MOVE, PLACE
from dogfight.games.starfighters.tables import LONG, MEDIUM, SHORT, forward_direction
from dogfight.games.starfighters.text import FAULTS
from dogfight.games.starfighters.view import BoardView, seats_in

from . import turn
from .layout import Findings, lay_out, place_of, seat_with, unknown_keys

_Example = Mapping[str, Any]
_Runner = Callable[[Data, _Example], Findings]


def run(game: Game[Position, BoardView], data: Data, example: _Example) -> list[str] | None:
    """What differs, a line each."""
    kind = example.get("kind")
    if kind == "turn":
        return turn.run(game, data, example)
    if kind not in _KINDS:
        return [f"unknown kind {kind!r}; expected one of turn, {', '.join(_KINDS)}"]
    supplied, results, run = _KINDS[kind]
    wrong = unknown_keys(example, supplied, results)
    return wrong or run(data, example).differences(example["expect"])


# --- geometry ----------------------------------------------------------------------------------


def _map(data: Data, example: _Example) -> Findings:
    """[SF-1.5] [SF-1.6] The size of the map, of the lines, and distances."""
    tables = data.tables
    pairs = [[read_hex(data, part) for part in pair.split()] for pair in example.get("pairs", [])]
    return Findings(
        hexes=tables.cells,
        line_hexes=len(data.lines),
        distances=[tables.distance(item, pair_found) for item, pair_found in pairs],
    )


def _forward(_: Data, __: _Example) -> Findings:
    """[SF-1.8] The forward directions of all facings: left, straight, right."""
    result = []
    for facing, name in enumerate(DIRECTIONS):
        ways = [DIRECTIONS[forward_direction(facing, FORWARDS[which])] for which in "LFR"]
        result.append(f"{name}: {' '.join(ways)}")
    return Findings(forward=result)


def _place(data: Data, example: _Example) -> Findings:
    """[SF-2.6] [SF-2.7] On which hexes the next ship may be placed."""
    p = lay_out(data, example, spare=1)
    p.phase, p.active = PLACE, p.seats - 1
    free = {data.lines[place] for place in range(len(data.lines)) if free_places(p) >> place & 1}
    return Findings(legal=[place_of(data, text) in free for text in example["hexes"]])


def _zone(data: Data, example: _Example) -> Findings:
    """[SF-6.3] The front zone of one ship, as far as the map goes."""
    at, facing = read_hex(data, example["hex"]), read_direction(example["facing"])
    zone = {hex_ for hex_ in range(len(data.hexes)) if data.tables.in_front_zone(at, facing, hex_)}
    return Findings(
        size=len(zone), inside=[place_of(data, text) in zone for text in example.get("test", [])]
    )


# --- moves -------------------------------------------------------------------------------------


def _mover(data: Data, example: _Example) -> Position:
    p = lay_out(data, example)
    p.phase, p.active, p.left = MOVE, seat_with(p, example, debris=False), p.tables.steps
    anchored = example.get("anchored", False)
    if anchored is True or (anchored is not False and p.active in anchored):
        p.anchored = 1 << p.active
    return p


def _first_fault(
    p: Position,
    steps: Iterable[int],
    fault_of: Callable[[Position, int], int],
    make: Callable[[Position, int], None],
) -> int:
    """Make one step after the other up to the first that cannot be made; what is wrong with that
    one.
    """
    for step in steps:
        fault = fault_of(p, step)
        if fault != FINE:
            return fault
        make(p, step)
    return FINE


def _move(data: Data, example: _Example) -> Findings:
    """[SF-4] Whether steps are legal, and where they lead."""
    p = _mover(data, example)
    fault = _first_fault(p, map(read_step, example["steps"]), step_fault, make_step)
    if fault != FINE:
        return Findings(legal=False, why=FAULTS[fault][0])
    end = f"{write_hex(data, p.at[p.active])} {DIRECTIONS[p.facing[p.active]]}"
    return Findings(legal=True, end=end)


def _reach(data: Data, example: _Example) -> Findings:
    """[SF-4.2] Every hex, and hex with facing, on which a ship can end its movement."""
    here = [_mover(data, example)]
    ends = {(p.at[p.active], p.facing[p.active]) for p in here}
    while here and here[0].left:
        there: dict[tuple[int, int], Position] = {}
        for p in here:
            for step in range(STOP + 1, STEPS):
                if step_fault(p, step) == FINE:
                    twin = p.copy()
                    make_step(twin, step)
                    there[twin.at[p.active], twin.facing[p.active]] = twin
        ends.update(there)
        here = list(there.values())
    return Findings(hexes=len({at for at, _ in ends}), states=len(ends))


def _drift(data: Data, example: _Example) -> Findings:
    """[SF-9] Whether steps of debris are legal, where they lead, and whom they ram."""
    p = lay_out(data, example)
    p.phase, p.active, p.left, p.trace = (
        DRIFT,
        seat_with(p, example, debris=True),
        p.tables.debris_steps,
        Trace(),
    )
    fault = _first_fault(p, map(read_drift, example["steps"]), drift_fault, drift)
    if fault != FINE:
        return Findings(legal=False, why=FAULTS[fault][0])
    rams = [item[2] for item in p.trace.items if item[0] == news.RAMMED]
    return Findings(legal=True, end=write_hex(data, p.at[p.active]), rams=rams)


# --- attacks -----------------------------------------------------------------------------------


def _targets(data: Data, example: _Example) -> Findings:
    """[SF-6] Whom a card can hit: all at once, one by choice, or by beams."""
    p = lay_out(data, example)
    seat, kind = seat_with(p, example, debris=False), read_kind(example["card"])
    options: list[str] = []
    if kind == SHORT and in_short_range(p, seat):
        options = [f"all: {_listed(seats_in(in_short_range(p, seat)))}"]
    elif kind == MEDIUM:
        options = [f"hits: {foe}" for foe in seats_in(in_medium_range(p, seat))]
    elif kind == LONG:
        beams = beams_with_target(p, seat)
        options = [
            f"beam {name}: {_along(p, seat, beam)}"
            for name, beam in FORWARDS.items()
            if beams >> beam & 1
        ]
    elif kind > LONG:
        raise BadNotation(
            f"expected an attack out of {', '.join(CARDS[: LONG + 1])}; got {CARDS[kind]}",
            rule="SF-6.1",
        )
    return Findings(options=options)


def _listed(seats: tuple[int, ...]) -> str:
    return " ".join(str(seat) for seat in seats)


def _along(p: Position, seat: int, beam: int) -> str:
    hit = seats_in(on_beam(p, seat, beam))
    return _listed(tuple(sorted(hit, key=lambda foe: p.tables.distance(p.at[seat], p.at[foe]))))


_ON_MAP = ("ships", "debris", "wreckage", "n")
_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], _Runner]] = {
    "map": (("pairs",), ("hexes", "line_hexes", "distances"), _map),
    "forward": ((), ("forward",), _forward),
    "place": ((*_ON_MAP, "hexes"), ("legal",), _place),
    "zone": (("hex", "facing", "test"), ("size", "inside"), _zone),
    "move": ((*_ON_MAP, "seat", "steps", "anchored"), ("legal", "end", "why"), _move),
    "reach": ((*_ON_MAP, "seat", "anchored"), ("hexes", "states"), _reach),
    "targets": ((*_ON_MAP, "seat", "card"), ("options",), _targets),
    "drift": ((*_ON_MAP, "seat", "steps"), ("legal", "end", "rams", "why"), _drift),
}
"""For each kind: what may be given, what may be expected, and who finds out."""
