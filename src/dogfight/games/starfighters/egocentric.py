"""What learners are told from where their own ship is: where the others are as its pilot sees
them, and who reaches whom.

Cards, hull and turns are those of the flat row. All of it is public but the seat's own cards.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.encoding.encoder import MOST_VALUE, list_number, pack_flag
from dogfight.games.starfighters.evaluation import has_moved, reaches
from dogfight.games.starfighters.features import SIDES_OF_HEX, StarfightersEncoder
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.state import OFF_MAP, State
from dogfight.games.starfighters.tables import LONG, NO_CARD, SHORT, Tables, is_attack

SIGHT: Final = 5
"""So near every hex has a number; farther away only the direction."""
GROUND: Final = 3
"""So near obstacles have numbers."""
FAR: Final = 9
BANDS: Final = ("far", "farther")
"""Up to FAR hexes away, and more."""
ATTACKS: Final = ("short", "medium", "long")
REACHES: Final = 3


def turned(q: int, r: int, times: int) -> tuple[int, int]:
    """An offset turned clockwise by so many sides of a hex."""
    for _ in range(times):
        q, r = -r, q + r
    return q, r


def length(q: int, r: int) -> int:
    """[SF-1.6] How far an offset leads."""
    return (abs(q) + abs(r) + abs(q + r)) // 2


def around(most: int) -> list[tuple[int, int]]:
    """The offsets up to a distance, nearest first."""
    offsets = [(q, r) for q in range(-most, most + 1) for r in range(-most, most + 1)]
    return sorted(
        (offset for offset in offsets if 1 <= length(*offset) <= most),
        key=lambda offset: (length(*offset), offset),
    )


def sector(q: int, r: int) -> int:
    """The direction that an offset follows most nearly, counter-clockwise from E."""
    angle = math.atan2(-r * math.sqrt(3) / 2, q + r / 2)
    return round(angle / (math.pi / 3)) % SIDES_OF_HEX


class EgocentricEncoder(StarfightersEncoder):
    """The ships as seen from the seat's own, with the side that it faces ahead."""

    def __init__(
        self,
        tables: Tables,
        seats: i64,
        cards: list[str],
        directions: list[str],
        hexes: list[str],
        phases: dict[int, str],
        lines: int,
        count: int,
    ) -> None:
        cells = [(int(q), int(r)) for q, r in zip(tables.q, tables.r, strict=True)]
        near = around(SIGHT)
        self.near: i64 = len(near)
        self.ground = around(GROUND)
        self.half: i64 = 2 * max(max(abs(q), abs(r)) for q, r in cells)
        self.span: i64 = 2 * self.half + 1
        self.views: vec[i64] = views_from_facings(near, int(self.half))
        self.grounds: vec[i64] = hexes_around(cells, self.ground)
        super().__init__(tables, seats, cards, directions, hexes, phases, lines, count)

    def lay_out_place(self, name: str, directions: list[str]) -> i64:
        if name == "own ship":
            base = self.group(f"{name} faces", directions)
            self.group(f"{name} reaches an enemy if it faces", directions)
            self.single(f"{name} from the centre", MOST_VALUE)
            return base
        near = [f"{q:+},{r:+}" for q, r in around(SIGHT)]
        far = [f"{60 * turn}° {band}" for turn in range(SIDES_OF_HEX) for band in BANDS]
        turns = [f"{60 * turn}°" for turn in range(SIDES_OF_HEX)]
        base = self.group(f"{name} at", [*near, *far])
        self.group(f"{name} lies", directions)
        self.group(f"{name} faces", turns)
        self.group(f"{name} is reached by", ATTACKS)
        self.group(f"{name} reaches the own ship by", ATTACKS)
        self.single(f"{name} is reached by the own card")
        self.single(f"{name} is still to move")
        return base

    def lay_out_map(self, hexes: list[str]) -> i64:  # noqa: ARG002
        words = [f"{q:+},{r:+}" for q, r in self.ground]
        base = self.group("obstacle at", words)
        self.group("debris at", words)
        return base

    def list_place(
        self, p: Position, ship: i64, seat: i64, base: i64, out: vec[i32], at: i64
    ) -> i64:
        here: i64 = p.at[seat]
        off: i64 = p.tables.cells
        if here == off:
            return at
        if ship == seat:
            return self.list_own(p, seat, base, out, at)
        there: i64 = p.at[ship]
        if there == off:
            return at
        facing: i64 = p.facing[seat] if p.facing[seat] >= 0 else 0
        q: i64 = p.tables.q[there] - p.tables.q[here] + self.half
        r: i64 = p.tables.r[there] - p.tables.r[here] + self.half
        seen: i64 = self.views[(facing * self.span + r) * self.span + q]
        straight: i64 = self.views[(SIDES_OF_HEX * self.span + r) * self.span + q]
        out[at] = pack_flag(base + seen)
        base += self.near + SIDES_OF_HEX * len(BANDS)
        out[at + 1] = pack_flag(base + straight)
        base += SIDES_OF_HEX
        at += 2
        if p.is_destroyed(ship) or p.is_destroyed(seat):
            return at
        if p.facing[ship] >= 0:
            turn: i64 = (p.facing[ship] - facing + SIDES_OF_HEX) % SIDES_OF_HEX
            out[at] = pack_flag(base + turn)
            at += 1
        return self.list_reach(p, ship, seat, base + SIDES_OF_HEX, out, at)

    def list_own(self, p: Position, seat: i64, base: i64, out: vec[i32], at: i64) -> i64:
        """How the own ship stands, and which ways to face would bring an enemy into reach."""
        here: i64 = p.at[seat]
        if p.facing[seat] >= 0:
            out[at] = pack_flag(base + p.facing[seat])
            at += 1
        declared: i64 = p.declared[seat]
        base += SIDES_OF_HEX
        if declared != NO_CARD and is_attack(declared) and not p.is_destroyed(seat):
            facing: i64 = 0
            while facing < SIDES_OF_HEX:
                if reaches_any(p, seat, declared, here, facing):
                    out[at] = pack_flag(base + facing)
                    at += 1
                facing += 1
        base += SIDES_OF_HEX
        return list_number(p.tables.distance(here, p.tables.cells // 2), base, out, at)

    def list_reach(
        self, p: Position, ship: i64, seat: i64, base: i64, out: vec[i32], at: i64
    ) -> i64:
        """[SF-6.1] [SF-6.3] [SF-6.4] Which attacks would reach the other ship, and which of its own
        would reach this one.
        """
        own: i64 = p.at[seat]
        other: i64 = p.at[ship]
        declared: i64 = p.declared[seat]
        card: i64 = SHORT
        while card <= LONG:
            if p.facing[seat] >= 0 and reaches(p, card, own, p.facing[seat], ship) != 0:
                out[at] = pack_flag(base + card)
                at += 1
                if card == declared:
                    out[at] = pack_flag(base + 2 * REACHES)
                    at += 1
            if p.facing[ship] >= 0 and reaches(p, card, other, p.facing[ship], seat) != 0:
                out[at] = pack_flag(base + REACHES + card)
                at += 1
            card += 1
        if not has_moved(p, ship):
            out[at] = pack_flag(base + 2 * REACHES + 1)
            at += 1
        return at

    def list_map(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """[SF-1.9] What lies near the own ship, and where the map ends."""
        here: i64 = p.at[seat]
        if here == p.tables.cells:
            return at
        facing: i64 = p.facing[seat] if p.facing[seat] >= 0 else 0
        count: i64 = len(self.ground)
        first: i64 = (here * SIDES_OF_HEX + facing) * count
        place: i64 = 0
        while place < count:
            there: i64 = self.grounds[first + place]
            if p.grid[there] == OFF_MAP or p.has_wreckage(there) or p.debris_on(there):
                out[at] = pack_flag(self.map + place)
                at += 1
                if p.grid[there] != OFF_MAP and p.debris_on(there):
                    out[at] = pack_flag(self.map + count + place)
                    at += 1
            place += 1
        return at


def reaches_any(s: State, seat: i64, card: i64, here: i64, facing: i64) -> bool:
    """Whether an attack from a hex and facing has a target."""
    foe: i64 = 0
    while foe < s.seats:
        flies: bool = not s.is_destroyed(foe) and s.at[foe] != s.tables.off_map()
        if foe != seat and flies and reaches(s, card, here, facing, foe) != 0:
            return True
        foe += 1
    return False


def views_from_facings(near: list[tuple[int, int]], half: int) -> vec[i64]:
    """For facing * span² + offset, the number of a hex as a pilot sees it; a last table has the
    direction in which it lies on the map.
    """
    numbers = {offset: number for number, offset in enumerate(near)}
    table = []
    for facing in range(SIDES_OF_HEX + 1):
        for r in range(-half, half + 1):
            for q in range(-half, half + 1):
                if facing == SIDES_OF_HEX:
                    table.append(sector(q, r))
                    continue
                offset = turned(q, r, facing)
                band = 0 if length(*offset) <= FAR else 1
                far = len(near) + sector(*offset) * len(BANDS) + band
                table.append(numbers.get(offset, far))
    return vec[i64](table)


def hexes_around(cells: list[tuple[int, int]], offsets: list[tuple[int, int]]) -> vec[i64]:
    """For hex * 6 + facing, the hexes around it in the order in which a pilot sees them."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    table = []
    for q, r in cells:
        for facing in range(SIDES_OF_HEX):
            for offset in offsets:
                east, south = turned(*offset, SIDES_OF_HEX - facing)
                table.append(numbers.get((q + east, r + south), len(cells)))
    return vec[i64](table)
