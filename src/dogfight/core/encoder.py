"""What a seat knows and may do as lists of small numbers, for learners; nothing here makes an object on the way.

A game's encoder is made once for its options. It names every number (a feature) first and lists those that are not
zero later, again and again: `index << 8 | value`, which `listed` packs. Values add up if an index is listed twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from dogfight.core.position import Position

VALUE_BITS: Final = 8
MOST_VALUE: Final = 255
"""No feature has a larger value, and none is below 0."""


def listed(index: i64, value: i64) -> i32:
    """One entry of a list of features: a value from 1 to MOST_VALUE at an index."""
    return i32(index << VALUE_BITS | value)


def hot(index: i64) -> i32:
    """The entry of a feature that is just on."""
    return i32(index << VALUE_BITS | 1)


def list_bits(mask: i64, base: i64, out: vec[i32], at: i64) -> i64:
    """List a feature for every bit of a mask, those of the lowest bit at `base`; returns where the list goes on."""
    index: i64 = base
    while mask != 0:
        if mask & 0xFF == 0:
            mask >>= 8
            index += 8
            continue
        if mask & 1:
            out[at] = i32(index << VALUE_BITS | 1)
            at += 1
        mask >>= 1
        index += 1
    return at


def list_number(number: i64, index: i64, out: vec[i32], at: i64) -> i64:
    """List a number, which stays at MOST_VALUE if it is larger; nothing if it is 0 or less."""
    if number <= 0:
        return at
    if number > MOST_VALUE:
        number = MOST_VALUE
    out[at] = i32(index << VALUE_BITS | number)
    return at + 1


def list_one_of(which: i64, base: i64, out: vec[i32], at: i64) -> i64:
    """List one of a run of features; nothing if it is below 0, which stands for none."""
    if which < 0:
        return at
    out[at] = i32((base + which) << VALUE_BITS | 1)
    return at + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Lists the features of a seat, and the ids of what the actor may do, for one game with certain options."""

    def __init__(self, count: i64) -> None:
        """`count` is that of the game's action space with these options."""
        self.count: i64 = count
        self.names: list[str] = []
        self.limits: list[int] = []
        """The largest value of each feature."""

    def group(self, name: str, words: Iterable[str], most: int = 1) -> i64:
        """Name a run of features, such as `hand 4/1`, none larger than `most`; returns the index of the first."""
        base: i64 = len(self.names)
        for word in words:
            self.names.append(f"{name} {word}")
            self.limits.append(most)
        return base

    def single(self, name: str, most: int = 1) -> i64:
        """Name one feature; returns its index."""
        self.names.append(name)
        self.limits.append(most)
        return len(self.names) - 1

    def longest(self) -> i64:
        """No list of features has more entries."""
        return len(self.names) + MOST_VALUE

    def features(self, position: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """List what is not zero for a seat, from place `at` on, by what it may know; returns where the list ends."""
        raise NotImplementedError

    def id_of(self, position: Position, action: i64) -> i64:
        """The id of an action that a seat may take now, as the game's action space has it."""
        raise NotImplementedError

    def legal(self, position: Position, out: vec[i32], at: i64) -> i64:
        """List the ids of the actor's legal actions in the order of `Position.choice`; returns where the list ends."""
        number: i64 = position.choices()
        index: i64 = 0
        while index < number:
            out[at + index] = i32(self.id_of(position, position.choice(index)))
            index += 1
        return at + number


class Rows:
    """Rows of cells, each with the list it was written from, so that wiping a row touches just that."""

    __slots__ = ("cells", "ends", "lists", "longest", "width")

    def __init__(self, rows: i64, width: i64, longest: i64) -> None:
        self.width: i64 = width
        self.longest: i64 = longest
        self.cells = vec[u8]([0 for _ in range(rows * width)])
        self.lists = vec[i32]([0 for _ in range(rows * longest)])
        self.ends = vec[i32]([0 for _ in range(rows)])


class Page(Rows):
    """Rows of numbers that lists of cells and values are written to."""

    __slots__ = ()

    def wipe(self, row: i64) -> None:
        """Make every cell of a row zero again."""
        cells, lists = self.cells, self.lists
        first: i64 = row * self.width
        place: i64 = row * self.longest
        end: i64 = place + i64(self.ends[row])
        while place < end:
            cells[first + (i64(lists[place]) >> VALUE_BITS)] = 0
            place += 1
        self.ends[row] = 0

    def fill(self, row: i64, end: i64) -> None:
        """Write the cells of a row from its list, which lies in place and ends here."""
        cells, lists = self.cells, self.lists
        first: i64 = row * self.width
        place: i64 = row * self.longest
        self.ends[row] = i32(end - place)
        while place < end:
            entry: i64 = i64(lists[place])
            cell: i64 = first + (entry >> VALUE_BITS)
            cells[cell] = cells[cell] + u8(entry & MOST_VALUE)
            place += 1


class Menus(Rows):
    """Rows that tell which ids are legal: the lists in the order of the game's choices, and a mask for each row."""

    __slots__ = ()

    def __init__(self, rows: i64, width: i64) -> None:
        super().__init__(rows, width, width)

    def wipe(self, row: i64) -> None:
        """Take every mark of a row away again."""
        cells, lists = self.cells, self.lists
        first: i64 = row * self.width
        place: i64 = first
        end: i64 = first + i64(self.ends[row])
        while place < end:
            cells[first + i64(lists[place])] = 0
            place += 1
        self.ends[row] = 0

    def fill(self, row: i64, end: i64) -> None:
        """Mark what the row's list names, which lies in place and ends here."""
        cells, lists = self.cells, self.lists
        first: i64 = row * self.width
        place: i64 = first
        self.ends[row] = i32(end - first)
        while place < end:
            cells[first + i64(lists[place])] = 1
            place += 1

    def place_of(self, row: i64, id: i64) -> i64:
        """The place of a legal id in the row's list, by which the game takes it."""
        lists = self.lists
        first: i64 = row * self.width
        place: i64 = first
        while i64(lists[place]) != id:
            place += 1
        return place - first
