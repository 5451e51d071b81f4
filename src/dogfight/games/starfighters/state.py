"""What lies on the table: ships, debris and wreckage on the map, cards, penalties, and whose
turn it is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dogfight.core import position as core
from dogfight.games.starfighters.tables import NO_CARD, Tables

WRECKAGE: Final = 0
FIRST: Final = 1
PLACE: Final = 2
FACE: Final = 3
DEAL: Final = 4
BEGIN: Final = 5
DECLARE: Final = 6
MOVE: Final = 7
RESOLVE: Final = 8
TARGET: Final = 9
BEAM: Final = 10
HIT: Final = 11
WRECK: Final = 12
DRIFT: Final = 13
END: Final = 14
DRAW: Final = 15
OVER_PHASE: Final = 16

NOBODY: Final = -1
NO_FACING: Final = -1
UNKNOWN: Final = -1

SEAT_BITS: Final = 7
"""A cell of the grid holds the number of the ship or debris on it, counted from 1,"""
WRECKED: Final = 8
"""and this mark if there is wreckage on it, too;"""
OFF_MAP: Final = 16
"""the one cell that stands for everything off the map holds this."""


class State(core.Position):
    """Seats are numbered clockwise [SF-1.1]; a set of seats is a bit mask.

    `order` counts through the turn order, `active` is the seat that has to decide, `left` the steps
    or cards it has left, `by` the seat whose attack or ramming is being carried out. `due` are the
    seats still to declare, to be hit or to draw; `hit` all whom the present attack hits; `drifters`
    the debris still to move. `known` and `course` are no part of the game: the legal actions,
    worked out once, and the steps the rollout policy is about to make.
    """

    __slots__ = (
        "active",
        "anchored",
        "anchored_next",
        "at",
        "by",
        "captured",
        "course",
        "deck",
        "declared",
        "destroyed",
        "discard",
        "drifters",
        "dry",
        "due",
        "face_up",
        "facing",
        "first",
        "grid",
        "hand",
        "hit",
        "hull",
        "known",
        "left",
        "order",
        "phase",
        "rammed",
        "seats",
        "shields",
        "start",
        "tables",
        "turn",
    )

    def __init__(
        self,
        tables: Tables,
        seats: i64,
        first: i64,
        grid: vec[u8],
        at: vec[i64],
        facing: vec[i64],
        hull: vec[i64],
        hand: vec[i64],
        declared: vec[i64],
        captured: vec[i64],
    ) -> None:
        super().__init__()
        self.tables: Tables = tables
        self.seats: i64 = seats
        self.first: i64 = first
        self.grid: vec[u8] = grid
        self.at: vec[i64] = at
        self.facing: vec[i64] = facing
        self.hull: vec[i64] = hull
        self.hand: vec[i64] = hand
        self.declared: vec[i64] = declared
        self.captured: vec[i64] = captured
        self.deck: i64 = tables.deck
        self.discard: i64 = 0
        self.phase: i64 = WRECKAGE
        self.turn: i64 = 0
        self.start: i64 = first
        self.order: i64 = 0
        self.active: i64 = NOBODY
        self.left: i64 = tables.wreckage
        self.by: i64 = NOBODY
        self.due: i64 = 0
        self.hit: i64 = 0
        self.drifters: i64 = 0
        self.destroyed: i64 = 0
        self.face_up: i64 = 0
        self.shields: i64 = 0
        self.dry: i64 = 0
        self.anchored: i64 = 0
        self.anchored_next: i64 = 0
        self.rammed: bool = False
        self.known: i64 = UNKNOWN
        self.course: i64 = UNKNOWN

    def everybody(self) -> i64:
        """All seats."""
        single_bit: i64 = 1
        return (single_bit << self.seats) - 1

    def undestroyed(self) -> i64:
        """[SF-1.10] The seats whose ships still fly."""
        return self.everybody() & ~self.destroyed

    def is_destroyed(self, seat: i64) -> bool:
        """[SF-1.10] Whether this seat's ship has been destroyed."""
        return (self.destroyed >> seat) & 1 == 1

    def in_turn_order(self, order: i64) -> i64:
        """[SF-3.7] The seat with this number in the turn order, which begins with the starting
        player.
        """
        return (self.start + order) % self.seats

    def is_occupied(self, hex_: i64) -> bool:
        """[SF-1.9] Whether a ship, wreckage or debris is on a hex; off the map nothing can be
        put either.
        """
        return self.grid[hex_] != 0

    def has_wreckage(self, hex_: i64) -> bool:
        """Whether there is wreckage on a hex."""
        return self.grid[hex_] & WRECKED != 0

    def wreckage(self) -> list[int]:
        """The hexes with wreckage on them, in order."""
        return [hex_ for hex_ in range(self.tables.cells) if self.has_wreckage(hex_)]

    def piece_on(self, hex_: i64) -> i64:
        """The seat whose ship or debris is on a hex, or nobody."""
        return i64(self.grid[hex_] & SEAT_BITS) - 1

    def debris_on(self, hex_: i64) -> bool:
        """Whether there is debris on a hex."""
        seat = self.piece_on(hex_)
        return seat != NOBODY and self.is_destroyed(seat)

    def lift(self, seat: i64) -> None:
        """Take a ship or debris off its hex; wreckage under it stays."""
        here = self.at[seat]
        self.grid[here] = self.grid[here] & WRECKED

    def put(self, seat: i64, hex_: i64) -> None:
        """Put a ship or debris on a hex of the map."""
        self.at[seat] = hex_
        self.grid[hex_] = self.grid[hex_] | u8(seat + 1)

    def put_wreckage(self, hex_: i64) -> None:
        """Put a wreckage token on a hex."""
        self.grid[hex_] = self.grid[hex_] | WRECKED


def fill(count: i64, value: i64) -> vec[i64]:
    """A row of equal numbers."""
    return vec[i64]([value for _ in range(count)])


def bare_grid(tables: Tables) -> vec[u8]:
    """The map with nothing on it."""
    cells = [0 for _ in range(tables.cells)]
    cells.append(OFF_MAP)
    return vec[u8]([u8(cell) for cell in cells])


def no_cards(seats: i64) -> vec[i64]:
    """Nobody has a card lying in front of him."""
    return fill(seats, NO_CARD)
