"""Sets of small numbers as masks of at most 63 bits."""

from __future__ import annotations

from mypy_extensions import i64


def bit(place: i64) -> i64:
    """The mask with this one bit set: the compiler makes a shifted literal 1 a number of 32 bits
    only.
    """
    number: i64 = place - place + 1
    return number << place


def count_bits(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def nth_bit(mask: i64, n: i64) -> i64:
    """The place of the n-th set bit, counted from 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest_bit(mask)


def lowest_bit(mask: i64) -> i64:
    """The place of the lowest set bit; the mask must not be empty."""
    place: i64 = 0
    if mask & 0xFFFFFFFF == 0:
        mask >>= 32
        place = 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        place += 16
    if mask & 0xFF == 0:
        mask >>= 8
        place += 8
    if mask & 0xF == 0:
        mask >>= 4
        place += 4
    if mask & 0x3 == 0:
        mask >>= 2
        place += 2
    if mask & 0x1 == 0:
        place += 1
    return place
