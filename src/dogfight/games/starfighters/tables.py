"""What never changes during a game: the map, the reach of the attacks, the deck, and how cards
are counted.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dogfight.core.bits import bit

NO_CARD: Final = -1
SHORT: Final = 0
MEDIUM: Final = 1
LONG: Final = 2
DRAIN: Final = 3
ECHO: Final = 4
ANCHOR: Final = 5
KINDS: Final = 6

FORWARD: Final = 1
LEFT: Final = 2
RIGHT: Final = 3

COUNT_BITS: Final = 8
"""A pile whose order does not matter is one number: eight bits for each kind of card."""


def card(kind: i64) -> i64:
    """A pile of one card."""
    return bit(kind * COUNT_BITS)


def count_of(pile: i64, kind: i64) -> i64:
    """How many cards of a kind a pile holds."""
    return (pile >> (kind * COUNT_BITS)) & 255


def size_of(pile: i64) -> i64:
    """How many cards a pile holds."""
    total: i64 = 0
    while pile:
        total += pile & 255
        pile >>= COUNT_BITS
    return total


def is_attack(kind: i64) -> bool:
    """Whether a card is an attack; no card is none."""
    return kind >= SHORT and kind <= LONG


def forward_direction(facing: i64, which: i64) -> i64:
    """[SF-1.8] Straight on, or the next side of the hex: half left is counter-clockwise, half
    right clockwise.
    """
    turn: i64 = 0
    if which == LEFT:
        turn = 1
    elif which == RIGHT:
        turn = 5
    return (facing + turn) % 6


class Tables:
    """[SF-1.5] The hexes are numbered row by row; one number more stands for everything off the
    map.
    """

    __slots__ = (
        "across",
        "beams",
        "cells",
        "debris_blocks",
        "debris_steps",
        "deck",
        "hand",
        "hull",
        "lines",
        "nxt",
        "q",
        "r",
        "short_radius",
        "steps",
        "turns",
        "wreckage",
        "wreckage_blocks",
        "zone",
    )

    def __init__(
        self,
        q: vec[i64],
        r: vec[i64],
        nxt: vec[i64],
        lines: vec[i64],
        zone: vec[u8],
        across: i64,
        deck: i64,
        numbers: vec[i64],
        beams: i64,
        wreckage_blocks: bool,
        debris_blocks: bool,
    ) -> None:
        self.cells: i64 = len(q)
        self.q: vec[i64] = q
        self.r: vec[i64] = r
        self.nxt: vec[i64] = nxt
        self.lines: vec[i64] = lines
        self.zone: vec[u8] = zone
        self.across: i64 = across
        self.deck: i64 = deck
        self.hull: i64 = numbers[0]
        self.hand: i64 = numbers[1]
        self.steps: i64 = numbers[2]
        self.debris_steps: i64 = numbers[3]
        self.wreckage: i64 = numbers[4]
        self.short_radius: i64 = numbers[5]
        self.turns: i64 = numbers[6]
        self.beams: i64 = beams
        self.wreckage_blocks: bool = wreckage_blocks
        self.debris_blocks: bool = debris_blocks

    def off_map(self) -> i64:
        """The number that stands for all hexes there are not."""
        return self.cells

    def neighbour(self, hex_: i64, direction: i64) -> i64:
        """The next hex in a direction, or the one off the map."""
        return self.nxt[hex_ * 6 + direction]

    def distance(self, a: i64, b: i64) -> i64:
        """[SF-1.6] The least number of steps between two hexes."""
        dq: i64 = self.q[a] - self.q[b]
        dr: i64 = self.r[a] - self.r[b]
        ds: i64 = dq + dr
        if dq < 0:
            dq = -dq
        if dr < 0:
            dr = -dr
        if ds < 0:
            ds = -ds
        return (dq + dr + ds) // 2

    def in_front_zone(self, at: i64, facing: i64, hex_: i64) -> bool:
        """[SF-6.3] Whether a hex lies in the front zone of a ship: the table holds the zone of
        each facing.
        """
        half: i64 = self.across // 2
        row: i64 = self.r[hex_] - self.r[at] + half
        column: i64 = self.q[hex_] - self.q[at] + half
        return self.zone[(facing * self.across + row) * self.across + column] != 0
