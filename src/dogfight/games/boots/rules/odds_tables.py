"""The odds of an attack in quick tables, for judgement; `odds` gives them exactly (CB-1, CB-10)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

MOST_DICE: Final = 12
MOST_AGAINST: Final = 10
MOST_COVER: Final = 4


def power(base: float, times: i64) -> float:
    result = 1.0
    while times > 0:
        result *= base
        times -= 1
    return result


def exactly(sixes: i64, count: i64) -> float:
    """The chance of so many sixes among so many dice."""
    ways = 1.0
    i: i64 = 0
    while i < sixes:
        ways *= float(count - i) / float(i + 1)
        i += 1
    return ways * power(1.0 / 6.0, sixes) * power(5.0 / 6.0, count - sixes)


def highest_below(limit: i64, count: i64) -> float:
    """[CB-1.5] The chance that the highest of so many dice, extra sixes added, stays below a
    number.
    """
    if limit <= 1:
        return 0.0
    if limit <= 6:
        return power(float(limit - 1) / 6.0, count)
    total = 0.0
    sixes: i64 = 0
    while sixes <= limit - 6 and sixes <= count:
        total += exactly(sixes, count)
        sixes += 1
    return total


def second_at_least(face: i64, count: i64) -> float:
    """[CB-1.6] The chance that two of so many dice show this face or more."""
    low = float(face - 1) / 6.0
    return 1.0 - power(low, count) - float(count) * (1.0 - low) * power(low, count - 1)


def odds_place(dice: i64, against: i64, cover: i64) -> i64:
    """Where the odds of an attack stand in the tables; larger pools count as the largest."""
    a: i64 = dice if dice < MOST_DICE else MOST_DICE
    d: i64 = against if against < MOST_AGAINST else MOST_AGAINST
    c: i64 = cover if cover < MOST_COVER else MOST_COVER
    return (a * (MOST_AGAINST + 1) + d) * (MOST_COVER + 1) + c


def beats(dice: i64, against: i64, cover: i64) -> float:
    """[CB-10.6] The chance that the attacker's highest die beats the target's: at least a pin."""
    total = 0.0
    high: i64 = 1
    while high <= 5 + dice:
        chance = highest_below(high + 1, dice) - highest_below(high, dice)
        total += chance * highest_below(high - cover, against)
        high += 1
    return total


def beats_twice(dice: i64, against: i64, cover: i64) -> float:
    """[CB-10.7] The chance that the second die beats it too: a kill."""
    total = 0.0
    face: i64 = 1
    while dice > 1 and face <= 6:
        chance = second_at_least(face, dice) - (
            second_at_least(face + 1, dice) if face < 6 else 0.0
        )
        total += chance * highest_below(face - cover, against)
        face += 1
    return total


def all_odds(kills: bool) -> vec[float]:
    table = vec[float]()
    dice: i64 = 0
    while dice <= MOST_DICE:
        against: i64 = 0
        while against <= MOST_AGAINST:
            cover: i64 = 0
            while cover <= MOST_COVER:
                chance = 0.0
                if dice > 0:
                    chance = (
                        beats_twice(dice, against, cover) if kills else beats(dice, against, cover)
                    )
                table = append(table, chance)
                cover += 1
            against += 1
        dice += 1
    return table


HITS: Final = all_odds(False)
KILLS: Final = all_odds(True)
