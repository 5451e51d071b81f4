"""What all worked examples have in common: pieces laid out on the map, and results compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dogfight.core.errors import BadNotation
from dogfight.games.starfighters.data import Data
from dogfight.games.starfighters.notation import read_direction, read_hex
from dogfight.games.starfighters.position import Position, new_position
from dogfight.games.starfighters.state import NO_FACING

_HEAD = ("id", "title", "rules", "kind", "expect")
_IN_ORDER = ("effects", "distances", "legal", "inside")
_LISTED_SEATS_ONLY = ("hand_sizes",)
_SHIP = re.compile(r"(\d) (\S+) ([NSEW]{1,2})(?: (\d))?")
_DEBRIS = re.compile(r"(\d) (\S+)")


def unknown_keys(
    example: Mapping[str, Any], inputs: tuple[str, ...], results: tuple[str, ...]
) -> list[str]:
    """A line for every key that this kind of example does not have."""
    wrong = [f"unknown key {key!r}" for key in example if key not in (*_HEAD, *inputs)]
    return wrong + [
        f"unknown result {key!r}" for key in example.get("expect", {}) if key not in results
    ]


class Findings:
    """What came out, by the names that `expect` uses."""

    def __init__(self, **results: Any) -> None:
        self.results = results

    def differences(self, expect: Mapping[str, Any]) -> list[str]:
        """A line for each listed result that is different."""
        if not expect:
            return ["nothing is expected"]
        lines = []
        for key, expected in expect.items():
            got = self.results.get(key)
            if key in _LISTED_SEATS_ONLY and isinstance(got, Mapping):
                got = {seat: got.get(seat) for seat in expected}
            if _comparable(key, got) != _comparable(key, expected):
                lines.append(f"{key}: expected {expected!r}, got {got!r}")
        return lines


def _comparable(key: str, value: Any) -> Any:
    if isinstance(value, list) and key not in _IN_ORDER:
        return sorted(value, key=repr)
    return value


def place_of(data: Data, text: str) -> int:
    """The hex, or one that is not on the map."""
    q, r = text.split(",")
    return data.numbers.get((int(q), int(r)), data.tables.off_map())


def read_ship(data: Data, text: str) -> tuple[int, int, int, int]:
    """Seat, hex, facing and hull of a ship written `seat q,r facing hull`."""
    match = _SHIP.fullmatch(text)
    if match is None:
        raise BadNotation(f"expected a ship like '0 3,-1 NE 2', got {text!r}")
    hull = int(match[4]) if match[4] else data.tables.hull
    return int(match[1]), read_hex(data, match[2]), read_direction(match[3]), hull


def lay_out(data: Data, example: Mapping[str, Any], *, spare: int = 0) -> Position:
    """Ships, debris and wreckage as given; a seat with neither counts as destroyed and is not on
    the map.
    """
    ships = [read_ship(data, text) for text in example.get("ships", [])]
    debris = [_read_debris(data, text) for text in example.get("debris", [])]
    named = [seat for seat, *_ in (*ships, *debris)]
    seats = int(example.get("n", max(len(named), max(named, default=-1) + 1))) + spare
    if len(set(named)) < len(named) or max(named, default=0) >= seats or seats > 6 + spare:
        raise BadNotation(
            f"expected each seat from 0 to {seats - 1} at most once, got {named}", rule="SF-1.2"
        )
    p = new_position(data.tables, seats, 0)
    p.destroyed = p.everybody()
    for seat in range(seats):
        p.hull[seat] = 0
    for seat, hex_, facing, hull in ships:
        _put(p, seat, hex_)
        p.facing[seat], p.hull[seat] = facing, hull
        p.destroyed &= ~(1 << seat)
    for seat, hex_ in debris:
        _put(p, seat, hex_)
        p.facing[seat] = NO_FACING
    for text in example.get("wreckage", []):
        hex_ = read_hex(data, text)
        if p.is_occupied(hex_) and not p.debris_on(hex_):
            raise BadNotation(f"wreckage on {text}, which is occupied", rule="SF-4.8")
        p.put_wreckage(hex_)
    return p


def seat_with(p: Position, example: Mapping[str, Any], *, debris: bool) -> int:
    """The seat an example is about, which has to have a ship, or debris, on the map."""
    seat = int(example["seat"])
    if (
        not 0 <= seat < p.seats
        or p.at[seat] == p.tables.off_map()
        or p.is_destroyed(seat) != debris
    ):
        raise BadNotation(
            f"expected {'debris' if debris else 'a ship'} of seat {seat} on the map", rule="SF-1.10"
        )
    return seat


def _read_debris(data: Data, text: str) -> tuple[int, int]:
    match = _DEBRIS.fullmatch(text)
    if match is None:
        raise BadNotation(f"expected debris like '2 0,1', got {text!r}")
    return int(match[1]), read_hex(data, match[2])


def _put(p: Position, seat: int, hex_: int) -> None:
    if p.is_occupied(hex_):
        raise BadNotation("two ships or debris on one hex", rule="SF-4.8")
    p.put(seat, hex_)
