"""Lines of play, counted by the game and derived a second way (see counts.toml)."""

import tomllib
from pathlib import Path

import pytest

from dogfight.testing.perft import perft

pytestmark = pytest.mark.no_rule("counts derived a second way")

COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))["count"]
WAYS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
RING = list(WAYS.values())


@pytest.mark.parametrize("count", COUNTS, ids=lambda item: item["name"])
def test_counts(game, count):
    position = game.notation.read(count["position"])
    assert [perft(game, position, depth) for depth in range(1, len(count["lines"]) + 1)] == count[
        "lines"
    ]


def add(first, second):
    return first[0] + second[0], first[1] + second[1]


def on_map(hex):
    return max(abs(hex[0]), abs(hex[1]), abs(hex[0] + hex[1])) <= 7


class Sketch:
    """A position taken apart by hand: ships with facings, debris and wreckage by coordinates."""

    def __init__(self, line):
        words = line.split(" ")
        keys = dict(word.split("=") for word in words if "=" in word)
        seats = [word.split("/") for word in words[-int(words[0][0]) :]]
        self.ships = {
            n: (hexed(seat[0]), WAYS[seat[1]]) for n, seat in enumerate(seats) if seat[1] != "x"
        }
        self.debris = {n: hexed(seat[0]) for n, seat in enumerate(seats) if seat[1] == "x"}
        self.wreckage = {hexed(word) for word in keys["wreckage"].split(";")}
        self.active = int(keys["active"])
        self.left = int(keys["left"])
        start, count = int(words[2][1]), len(seats)
        self.order = [(start + n) % count for n in range(count)]


def hexed(word):
    q, r = word.split(",")
    return int(q), int(r)


def following(order, seats, seat):
    """The seats of a set that come later in the turn order."""
    return [item for item in order[order.index(seat) + 1 :] if item in seats]


def draws(ships, depth):
    """Lines of the draws: any of the six kinds for each ship."""
    assert depth <= len(ships), "the sketch ends with the turn"
    return 6**depth


def fly(sketch, ships, mover, left, depth):
    """Lines of movement: stop, three forward steps, five rotations; then the next ship in the
    order.
    """
    if depth == 0:
        return 1
    if left == 0:
        later = following(sketch.order, ships, mover)
        return fly(sketch, ships, later[0], 4, depth) if later else draws(ships, depth)
    lines = fly(sketch, ships, mover, 0, depth - 1)
    at, facing = ships[mover]
    taken = {item for item, _ in ships.values()} | set(sketch.debris.values()) | sketch.wreckage
    turn = RING.index(facing)
    for way in (RING[turn], RING[(turn + 1) % 6], RING[turn - 1]):
        there = add(at, way)
        if on_map(there) and there not in taken:
            lines += fly(sketch, ships | {mover: (there, facing)}, mover, left - 1, depth - 1)
    for other in RING:
        if other != facing:
            lines += fly(sketch, ships | {mover: (at, other)}, mover, left - 1, depth - 1)
    return lines


def drift(sketch, at, left, rammed, wreckage, depth):
    """Lines of one debris: stop ends it, a ram lets the victim choose a free hex; the next
    debris follows.
    """
    if depth == 0:
        return 1
    if left == 0:
        return drift_of_next(sketch, at, wreckage, depth)
    lines = drift(sketch, at, 0, rammed, wreckage, depth - 1)
    fields = {item for item, _ in sketch.ships.values()}
    others = {item for seat, item in sketch.debris.items() if seat != sketch.active}
    for way in RING:
        there = add(at, way)
        if not on_map(there) or there in others:
            continue
        if there not in fields:
            lines += drift(sketch, there, left - 1, rammed, wreckage, depth - 1)
        elif not rammed:
            lines += wreck(sketch, at, left - 1, there, wreckage, depth - 1)
    return lines


def wreck(sketch, at, left, victim, wreckage, depth):
    """Lines after a ram: every free neighbour of the victim takes the token."""
    if depth == 0:
        return 1
    taken = {item for item, _ in sketch.ships.values()} | {*sketch.debris.values()} - {
        sketch.debris[sketch.active]
    }
    free = [add(victim, way) for way in RING]
    free = [item for item in free if on_map(item) and item not in taken | {at} | wreckage]
    return sum(drift(sketch, at, left, True, wreckage | {item}, depth - 1) for item in free)


def drift_of_next(sketch, at, wreckage, depth):
    later = following(sketch.order, sketch.debris, sketch.active)
    if not later:
        return draws(sketch.ships, depth)
    before = sketch.debris, sketch.active
    sketch.debris, sketch.active = sketch.debris | {sketch.active: at}, later[0]
    lines = drift(sketch, sketch.debris[sketch.active], 3, False, wreckage, depth)
    sketch.debris, sketch.active = before
    return lines


@pytest.mark.parametrize(
    "count", [item for item in COUNTS if item["by"] == "brute"], ids=lambda item: item["name"]
)
def test_counts_agree_with_an_enumeration_over_coordinates(count):
    sketch = Sketch(count["position"])
    result = []
    for depth in range(1, len(count["lines"]) + 1):
        if sketch.active in sketch.ships:
            result.append(fly(sketch, sketch.ships, sketch.active, sketch.left, depth))
        else:
            here = sketch.debris[sketch.active]
            result.append(drift(sketch, here, sketch.left, False, sketch.wreckage, depth))
    assert result == count["lines"]
