"""What a seat knows and may do as lists of small numbers, for learners; nothing here makes an
object on the way.

A game's encoder is made once for its options. It names every number (a feature) first and lists
those that are not zero later, again and again: `index << 8 | value`, which `listed` packs. Values
add up if an index is listed twice.
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
FLOAT_BITS: Final = 23
FLOAT_MASK: Final = (1 << FLOAT_BITS) - 1
FLOAT_BIAS: Final = 127
"""A float of 32 bits: below its exponent, which is stored with the bias added, so many bits
follow the leading 1.
"""


def pack_feature(index: i64, value: i64) -> i32:
    """One entry of a list of features: a value from 1 to MOST_VALUE at an index."""
    return i32(index << VALUE_BITS | value)


def pack_flag(index: i64) -> i32:
    """The entry of a feature that is just on."""
    return i32(index << VALUE_BITS | 1)


def add_bits(mask: i64, base: i64, out: vec[i32], at: i64) -> i64:
    """List a feature for every bit of a mask, those of the lowest bit at `base`; returns where
    the list goes on.
    """
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


def add_one_hot(which: i64, base: i64, out: vec[i32], at: i64) -> i64:
    """List one of a run of features; nothing if it is below 0, which stands for none."""
    if which < 0:
        return at
    out[at] = i32((base + which) << VALUE_BITS | 1)
    return at + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Lists the features of a seat, and the ids of what the actor may do, for one game with
    certain options.
    """

    def __init__(self, count: i64) -> None:
        """`count` is that of the game's action space with these options."""
        self.count: i64 = count
        self.names: list[str] = []
        self.limits: list[int] = []
        """The largest value of each feature."""
        self.steady: bool = False
        """No list names a feature twice, and lists change little from one decision to the next;
        batches use that.
        """

    def group(self, name: str, words: Iterable[str], most: int = 1) -> i64:
        """Name a run of features, such as `hand 4/1`, none larger than `most`; returns the index
        of the first.
        """
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
        """List what is not zero for a seat, from place `at` on, by what it may know; returns
        where the list ends.
        """
        raise NotImplementedError

    def id_of(self, position: Position, action: i64) -> i64:
        """The id of an action that a seat may take now, as the game's action space has it."""
        raise NotImplementedError

    def legal(self, position: Position, out: vec[i32], at: i64) -> i64:
        """List the ids of the actor's legal actions in the order of `Position.choice`; returns
        where the list ends.
        """
        number: i64 = position.choice_count()
        index: i64 = 0
        while index < number:
            out[at + index] = i32(self.id_of(position, position.choice(index)))
            index += 1
        return at + number


class RowBuffer:
    """Rows of cells, each with the list it was written from."""

    __slots__ = ("ends", "lists", "longest", "width")

    def __init__(self, rows: i64, width: i64, longest: i64) -> None:
        self.width: i64 = width
        self.longest: i64 = longest
        self.lists = vec[i32]([0 for _ in range((rows + 1) * longest)])
        """One more than there are rows, for a list that is only just being made."""
        self.ends = vec[i32]([0 for _ in range(rows)])


class BytePage(RowBuffer):
    """Numbers as they are, a byte each; wiping a row touches just what its list names."""

    __slots__ = ("cells",)

    def __init__(self, rows: i64, width: i64, longest: i64) -> None:
        super().__init__(rows, width, longest)
        self.cells = vec[u8]([0 for _ in range(rows * width)])

    def begin(self, row: i64) -> i64:
        """Make every cell of a row zero again; returns the place in `lists` where its next list
        is to be made.
        """
        cells, lists = self.cells, self.lists
        first: i64 = row * self.width
        start: i64 = row * self.longest
        place: i64 = start
        end: i64 = start + i64(self.ends[row])
        while place < end:
            cells[first + (i64(lists[place]) >> VALUE_BITS)] = 0
            place += 1
        self.ends[row] = 0
        return start

    def write(self, row: i64, end: i64) -> None:
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


class SteadyPage(RowBuffer):
    """Numbers as floats of 32 bits, of which only what has changed is written: for an encoder that
    is `steady`.

    Floats are known by their bits, since there is no vec of such floats.
    """

    __slots__ = ("bits", "cells", "come", "fresh", "gone")

    def __init__(self, rows: i64, width: i64, longest: i64) -> None:
        super().__init__(rows, width, longest)
        self.cells = vec[i32]([0 for _ in range(rows * width)])
        self.bits = vec[i32]([float_bits(number) for number in range(MOST_VALUE + 1)])
        self.fresh: i64 = rows * longest
        """Where in `lists` each new list is made, to be compared with that of its row."""
        self.gone = vec[i32]([0 for _ in range(longest)])
        self.come = vec[i32]([0 for _ in range(longest)])

    def write(self, row: i64, end: i64) -> None:
        """Make the cells of a row what the fresh list says, which ends here."""
        lists = self.lists
        old: i64 = row * self.longest
        old_end: i64 = old + i64(self.ends[row])
        new: i64 = self.fresh
        while new < end and old < old_end and lists[old] == lists[new]:
            old += 1
            new += 1
        if new == end and old == old_end:
            return
        self.compare(row, old, old_end, new, end)
        self.ends[row] = i32(end - self.fresh)
        while new < end:
            lists[old] = lists[new]
            old += 1
            new += 1

    def compare(self, row: i64, old: i64, old_end: i64, new: i64, end: i64) -> None:
        """Find what has gone from a row's list and what has come, looking two entries ahead, and
        change the row.
        """
        lists, gone, come = self.lists, self.gone, self.come
        goes: i64 = 0
        comes: i64 = 0
        while old < old_end and new < end:
            was: i32 = lists[old]
            now: i32 = lists[new]
            if was == now:
                old += 1
                new += 1
                continue
            stays: bool = (old + 1 < old_end and lists[old + 1] == now) or (
                old + 2 < old_end and lists[old + 2] == now
            )
            is_next: bool = (new + 1 < end and lists[new + 1] == was) or (
                new + 2 < end and lists[new + 2] == was
            )
            if stays or not is_next:
                gone[goes] = was
                goes += 1
                old += 1
            if is_next or not stays:
                come[comes] = now
                comes += 1
                new += 1
        while old < old_end:
            gone[goes] = lists[old]
            goes += 1
            old += 1
        while new < end:
            come[comes] = lists[new]
            comes += 1
            new += 1
        self.change(row * self.width, goes, comes)

    def change(self, first: i64, goes: i64, comes: i64) -> None:
        """Wipe the cells that so many entries of `gone` name, then write those of `come`; none
        of them is read.
        """
        bits, cells, gone, come = self.bits, self.cells, self.gone, self.come
        at: i64 = 0
        while at < goes:
            cells[first + (i64(gone[at]) >> VALUE_BITS)] = 0
            at += 1
        at = 0
        while at < comes:
            entry: i64 = i64(come[at])
            cells[first + (entry >> VALUE_BITS)] = bits[entry & MOST_VALUE]
            at += 1


def float_bits(number: int) -> int:
    """The bits of a float of 32 bits (IEEE 754) that is a whole number from 0 to MOST_VALUE."""
    exponent = number.bit_length() - 1
    return (
        0
        if number == 0
        else (FLOAT_BIAS + exponent) << FLOAT_BITS
        | (number << (FLOAT_BITS - exponent)) & FLOAT_MASK
    )


class ActionMasks(RowBuffer):
    """Rows that tell which ids are legal: the lists in the order of the game's choices, and a
    mask for each row.
    """

    __slots__ = ("cells",)

    def __init__(self, rows: i64, width: i64) -> None:
        super().__init__(rows, width, width)
        self.cells = vec[u8]([0 for _ in range(rows * width)])

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
