"""What learners are told: the seat's own ship first, then the others clockwise, the map, and its
own cards.

Of a deck everybody knows the number of cards; of hands and of cards face down only their owners
know more.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import (
    MOST_VALUE,
    Encoder,
    add_bits,
    add_one_hot,
    list_number,
    pack_flag,
)
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.movement import STEPS
from dogfight.games.starfighters.state import (
    BEAM,
    DECLARE,
    DRIFT,
    FACE,
    MOVE,
    OVER_PHASE,
    TARGET,
    WRECK,
    WRECKED,
)
from dogfight.games.starfighters.tables import KINDS, NO_CARD, Tables, count_of, size_of

SIDES_OF_HEX: Final = 6
BEAMS: Final = 3
MARKS = (
    *("destroyed", "anchored", "anchored next turn", "shield up", "no draw", "card face up"),
    *("due", "hit", "drifting"),
)
MARKED: Final = 9
"""How many marks there are."""


class StarfightersEncoder(Encoder):
    """[SF-2.11] [SF-3.3] What is public, and of the secrets the seat's own hand and its own
    card.
    """

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
        super().__init__(count)
        columns = [int(number) for number in tables.q]
        rows = [int(number) for number in tables.r]
        self.west: i64 = min(columns)
        self.north: i64 = min(rows)
        self.columns: i64 = max(columns) - min(columns) + 1
        self.rows: i64 = max(rows) - min(rows) + 1
        self.seats: i64 = seats
        others = [f"ship {place + 1} on" for place in range(1, seats)]
        places: list[i64] = []
        ships: list[i64] = []
        for other in ("own ship", *others):
            places.append(self.lay_out_place(other, directions))
            ships.append(self.lay_out_ship(other, cards))
        self.places = vec[i64](places)
        self.ships = vec[i64](ships)
        self.hand = self.group("own hand", cards, MOST_VALUE)
        self.discard = self.group("discarded", cards, MOST_VALUE)
        self.deck = self.single("cards in the deck", MOST_VALUE)
        self.map = self.lay_out_map(hexes)
        self.seat = self.group("seat", [str(seat) for seat in range(seats)])
        everybody = ["own ship", *others]
        self.start = self.group("starting player", everybody)
        self.active = self.group("active", everybody)
        self.by = self.group("attacker", everybody)
        self.turn = self.single("turn", MOST_VALUE)
        self.left = self.single("steps or cards left", MOST_VALUE)
        self.rammed = self.single("debris has rammed")
        first = self.group("phase", phases.values())
        numbers: list[i64] = [-1] * (OVER_PHASE + 1)
        for place, phase in enumerate(phases):
            numbers[phase] = first + place
        self.phases = vec[i64](numbers)
        self.lay_ids(lines, len(hexes))

    def lay_out_place(self, name: str, directions: list[str]) -> i64:
        """Name the numbers of where one ship is and faces; returns the first one's index."""
        base = self.group(
            f"{name} column", [str(self.west + index) for index in range(self.columns)]
        )
        self.group(f"{name} row", [str(self.north + index) for index in range(self.rows)])
        self.group(f"{name} faces", directions)
        return base

    def lay_out_map(self, hexes: list[str]) -> i64:
        """Name the numbers of what else is on the map; returns the first one's index."""
        return self.group("wreckage", hexes)

    def lay_out_ship(self, name: str, cards: list[str]) -> i64:
        """Name the other numbers of one ship; returns the first one's index."""
        base = self.group(f"{name} declared", [*cards, "face down"])
        self.group(f"{name} captured", cards)
        self.group(name, MARKS)
        self.single(f"{name} hull", MOST_VALUE)
        self.single(f"{name} cards in hand", MOST_VALUE)
        return base

    def lay_ids(self, lines: i64, hexes: i64) -> None:
        """Where the ids of each phase begin."""
        self.face: i64 = lines
        self.declare: i64 = self.face + SIDES_OF_HEX
        self.move: i64 = self.declare + KINDS
        self.target: i64 = self.move + STEPS
        self.beam: i64 = self.target + self.seats
        self.wreck: i64 = self.beam + BEAMS
        self.drift: i64 = self.wreck + hexes

    # --- what is known -----------------------------------------------------------------------

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        place: i64 = 0
        while place < p.seats:
            ship: i64 = (seat + place) % p.seats
            at = self.list_place(p, ship, seat, self.places[place], out, at)
            at = self.list_ship(p, ship, self.ships[place], place == 0, out, at)
            place += 1
        kind: i64 = 0
        while kind < KINDS:
            at = list_number(count_of(p.hand[seat], kind), self.hand + kind, out, at)
            at = list_number(count_of(p.discard, kind), self.discard + kind, out, at)
            kind += 1
        at = list_number(size_of(p.deck), self.deck, out, at)
        at = self.list_map(p, seat, out, at)
        out[at] = pack_flag(self.seat + seat)
        out[at + 1] = pack_flag(self.phases[p.phase])
        at = list_number(p.turn, self.turn, out, at + 2)
        at = list_number(p.left, self.left, out, at)
        at = self.list_seat(p.start, seat, self.start, out, at)
        at = self.list_seat(p.active, seat, self.active, out, at)
        at = self.list_seat(p.by, seat, self.by, out, at)
        if p.rammed:
            out[at] = pack_flag(self.rammed)
            at += 1
        return at

    def list_place(
        self,
        p: Position,
        ship: i64,
        seat: i64,  # noqa: ARG002
        base: i64,
        out: vec[i32],
        at: i64,
    ) -> i64:
        """Where one player's piece is and faces."""
        here: i64 = p.at[ship]
        if here != p.tables.cells:
            out[at] = pack_flag(base + p.tables.q[here] - self.west)
            out[at + 1] = pack_flag(base + self.columns + p.tables.r[here] - self.north)
            at += 2
        base += self.columns + self.rows
        return add_one_hot(p.facing[ship], base, out, at)

    def list_ship(
        self, p: Position, ship: i64, base: i64, own: bool, out: vec[i32], at: i64
    ) -> i64:
        """One player's cards, marks and hull."""
        declared: i64 = p.declared[ship]
        if declared != NO_CARD:
            if not own and (p.face_up >> ship) & 1 == 0:
                declared = KINDS
            out[at] = pack_flag(base + declared)
            at += 1
        base += KINDS + 1
        at = add_one_hot(p.captured[ship], base, out, at)
        base += KINDS
        marks: i64 = (
            (p.destroyed >> ship) & 1
            | ((p.anchored >> ship) & 1) << 1
            | ((p.anchored_next >> ship) & 1) << 2
        )
        marks |= (
            ((p.shields >> ship) & 1) << 3
            | ((p.dry >> ship) & 1) << 4
            | ((p.face_up >> ship) & 1) << 5
        )
        marks |= (
            ((p.due >> ship) & 1) << 6
            | ((p.hit >> ship) & 1) << 7
            | ((p.drifters >> ship) & 1) << 8
        )
        at = add_bits(marks, base, out, at)
        at = list_number(p.hull[ship], base + MARKED, out, at)
        return list_number(size_of(p.hand[ship]), base + MARKED + 1, out, at)

    def list_map(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:  # noqa: ARG002
        """[SF-1.9] What else is on the map: wreckage, hex by hex."""
        grid = p.grid
        cells: i64 = p.tables.cells
        cell: i64 = 0
        while cell < cells:
            if grid[cell] & WRECKED != 0:
                out[at] = pack_flag(self.map + cell)
                at += 1
            cell += 1
        return at

    def list_seat(self, which: i64, seat: i64, base: i64, out: vec[i32], at: i64) -> i64:
        """A seat, counted from the one that looks; nothing for nobody."""
        if which < 0:
            return at
        place: i64 = which - seat
        if place < 0:
            place += self.seats
        out[at] = pack_flag(base + place)
        return at + 1

    # --- what may be done --------------------------------------------------------------------

    def id_of(self, position: CorePosition, action: i64) -> i64:
        assert isinstance(position, Position)
        phase: i64 = position.phase
        if phase == WRECK:
            return self.wreck + position.tables.neighbour(position.at[position.active], action)
        return self.first_id(phase) + action

    def first_id(self, phase: i64) -> i64:
        """What the ids of a phase have over its actions."""
        if phase == MOVE:
            return self.move
        if phase == DECLARE:
            return self.declare
        if phase == DRIFT:
            return self.drift
        if phase == TARGET:
            return self.target
        if phase == BEAM:
            return self.beam - 1
        return self.face if phase == FACE else 0

    def legal(self, position: CorePosition, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        if position.phase == WRECK:
            return super().legal(position, out, at)
        shift: i64 = self.first_id(position.phase)
        mask: i64 = position.allowed()
        while mask != 0:
            if mask & 1:
                out[at] = i32(shift)
                at += 1
            mask >>= 1
            shift += 1
        return at
