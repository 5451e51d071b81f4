"""The one source of randomness: repeatable, even, and the same compiled and interpreted."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogfight.core.bits import count_bits, lowest_bit, nth_bit
from dogfight.core.decision import pick
from dogfight.core.dice import Dice, random_bit


def test_a_seed_gives_the_same_numbers_in_every_build() -> None:
    dice = Dice(2026)
    assert [dice.below(1000) for _ in range(8)] == [766, 540, 882, 574, 295, 559, 166, 623]


@given(st.integers(0, 2**96 - 1), st.integers(1, 2**31))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Dice(seed).below(n) < n


@given(st.integers(0, 2**64), st.integers(1, 2**200))
def test_big_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Dice(seed).big_below(n) < n


@pytest.mark.parametrize("n", [2, 6, 52])
def test_below_is_even(n: int) -> None:
    dice = Dice(5)
    counts = Counter(dice.below(n) for _ in range(2000 * n))
    spread = (2000 * (1 - 1 / n)) ** 0.5
    assert all(abs(counts[number] - 2000) < 5 * spread for number in range(n))


@given(st.integers(1, 2**63 - 1))
def test_bits_are_found_where_they_are(mask: int) -> None:
    places = [place for place in range(63) if mask >> place & 1]
    assert count_bits(mask) == len(places)
    assert lowest_bit(mask) == places[0]
    assert [nth_bit(mask, n) for n in range(len(places))] == places
    assert random_bit(mask, Dice(mask)) in places


def test_pick_follows_exact_odds() -> None:
    odds = ((7, Fraction(1, 6)), (8, Fraction(1, 3)), (9, Fraction(1, 2)))
    dice = Dice(3)
    counts = Counter(pick(odds, dice) for _ in range(6000))
    assert (
        abs(counts[7] - 1000) < 150 and abs(counts[8] - 2000) < 180 and abs(counts[9] - 3000) < 200
    )
