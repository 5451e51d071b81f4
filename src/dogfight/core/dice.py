"""The one source of randomness: the same numbers from the same seed, compiled or not.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator) on 32-bit words.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import count_bits, nth_bit

_WORD: Final = 0xFFFFFFFF


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

    def __reduce__(self) -> tuple[object, ...]:
        return _resumed, self.words()

    def words(self) -> tuple[int, int, int, int]:
        """The state of the generator: dice that `resume` it draw the same."""
        return int(self.a), int(self.b), int(self.c), int(self.counter)

    def resume(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        """Draw on from the state that `words` has told, each a number of 32 bits."""
        self.a, self.b, self.c, self.counter = a & _WORD, b & _WORD, c & _WORD, counter & _WORD

    def word(self) -> i64:
        """The next 32 random bits."""
        total: i64 = (self.a + self.b + self.counter) & _WORD
        self.counter = (self.counter + 1) & _WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & _WORD
        self.c = (((self.c << 21) & _WORD) | (self.c >> 11)) + total & _WORD
        return total

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, all equally likely; n is at most 2**31."""
        product: i64 = self.word() * n
        low: i64 = product & _WORD
        if low < n:
            threshold: i64 = (_WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & _WORD
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


def _resumed(a: i64, b: i64, c: i64, counter: i64) -> Dice:
    """Dice that draw on from a state; pickled ones are made by it."""
    dice = Dice(0)
    dice.resume(a, b, c, counter)
    return dice


def random_bit(mask: i64, dice: Dice) -> i64:
    """The place of a set bit, all equally likely."""
    return nth_bit(mask, dice.below(count_bits(mask)))
