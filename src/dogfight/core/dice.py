"""The one source of randomness: the same numbers from the same seed, compiled or not.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator) on 32-bit words.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import count_bits, nth_bit

WORD: Final = 0xFFFFFFFF


class Dice:
    """A seeded generator that rules and searches are handed; positions never hold one."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = (seed >> 64) & 0xFFFFFFFF
        self.counter: i64 = 1
        rounds: i64 = 15
        while rounds > 0:
            self.word()
            rounds -= 1

    def word(self) -> i64:
        """The next 32 random bits."""
        total: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 21) & WORD) | (self.c >> 11)) + total & WORD
        return total

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, all equally likely; n is at most 2**31."""
        product: i64 = self.word() * n
        low: i64 = product & WORD
        if low < n:
            threshold: i64 = (WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & WORD
        return product >> 32

    def big_below(self, n: int) -> int:
        """Like `below`, for numbers of any size."""
        bits = n.bit_length()
        while True:
            value = 0
            have = 0
            while have < bits:
                value = value << 32 | int(self.word())
                have += 32
            value >>= have - bits
            if value < n:
                return value


def random_bit(mask: i64, dice: Dice) -> i64:
    """The place of a set bit, all equally likely."""
    return nth_bit(mask, dice.below(count_bits(mask)))
