"""Figures with intervals.

They are made from counts, so that the order in which games were played changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist

from dogfight.arena.statistics import Z_95, MeanEstimate, wilson

_NORMAL = NormalDist()


class Figure(MeanEstimate, frozen=True):
    """A mean with its interval; `error` is its standard error, `deals` how many deals stand
    behind it.
    """

    error: float
    deals: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def rounded(self, digits: int = 4) -> Figure:
        """The figure as it is reported."""
        mean, low, high, error = (
            round(value, digits) for value in (self.mean, self.low, self.high, self.error)
        )
        return Figure(mean, low, high, error, self.deals)


NOTHING = Figure(0.5, 0.0, 1.0, 0.5, 0)
"""A share before the first deal."""


def share(values: Mapping[float, int]) -> Figure:
    """The mean of values from 0 to 1, each with how many deals had it; the interval never leaves
    0 to 1.
    """
    count = sum(values.values())
    if not count:
        return NOTHING
    mean = _mean(values, count)
    # one imagined deal of the widest spread, so that a few equal values do not pass for certainty
    squares = _squares(values, mean) + mean * (1 - mean)
    return bounded(mean, math.sqrt(squares) / count, count)


def bounded(mean: float, error: float, count: int) -> Figure:
    """Wilson's interval for as many trials as would have this standard error."""
    mean = min(1.0, max(0.0, mean))
    trials = mean * (1 - mean) / (error * error) if error > 0 and 0 < mean < 1 else count
    low, high = wilson(mean, max(1.0, trials))
    return Figure(
        mean, min(low, mean), max(high, mean), error, count
    )  # rounding may put an end of 0 or 1 inside


def amount(values: Mapping[float, int] | Mapping[int, int]) -> Figure:
    """The mean of a count such as turns, with a normal interval from 0 up."""
    count = sum(values.values())
    if not count:
        return Figure(0.0, 0.0, 0.0, 0.0, 0)
    mean = _mean(values, count)
    error = math.sqrt(_squares(values, mean) / max(1, count - 1) / count)
    return Figure(mean, max(0.0, mean - Z_95 * error), mean + Z_95 * error, error, count)


def difference(values: Mapping[float, int], widest: float = math.inf) -> Figure:
    """The mean of paired differences, each with how many deals had it; it cannot be larger than
    `widest`.
    """
    count = sum(values.values())
    if not count:
        return Figure(0.0, -widest, widest, widest, 0)
    mean = _mean(values, count)
    # one imagined deal that differs as much as can be, for the same reason as above
    largest = widest if math.isfinite(widest) else 2 * max(abs(value) for value in values)
    squares = _squares(values, mean) + largest * largest
    return around(mean, math.sqrt(squares) / count, count, widest)


def around(mean: float, error: float, count: int, widest: float = math.inf) -> Figure:
    """A normal interval around a mean, cut at what is possible."""
    half = Z_95 * error
    return Figure(mean, max(-widest, mean - half), min(widest, mean + half), error, count)


def average(figures: Sequence[Figure]) -> Figure:
    """The plain mean of independent shares."""
    mean = math.fsum(figure.mean for figure in figures) / len(figures)
    error = math.sqrt(math.fsum(figure.error**2 for figure in figures)) / len(figures)
    return bounded(mean, error, sum(figure.deals for figure in figures))


def average_difference(figures: Sequence[Figure], widest: float = math.inf) -> Figure:
    """The plain mean of independent differences."""
    mean = math.fsum(figure.mean for figure in figures) / len(figures)
    error = math.sqrt(math.fsum(figure.error**2 for figure in figures)) / len(figures)
    return around(mean, error, sum(figure.deals for figure in figures), widest)


def p_value(figure: Figure, expected: float) -> float:
    """How likely a figure at least this far from what is expected would be by chance alone."""
    if not figure.deals:
        return 1.0
    if figure.error <= 0:
        return 1.0 if figure.mean == expected else 0.0
    return 2 * (1 - _NORMAL.cdf(abs(figure.mean - expected) / figure.error))


def p_of_share(figure: Figure, fair: float) -> float:
    """The same for a share: the error is the one it would have if it were fair."""
    if not figure.deals:
        return 1.0
    spread = figure.mean * (1 - figure.mean)
    trials = spread / figure.error**2 if figure.error > 0 and spread > 0 else figure.deals
    return 2 * (1 - _NORMAL.cdf(abs(figure.mean - fair) / math.sqrt(fair * (1 - fair) / trials)))


def holm(values: Iterable[float]) -> list[float]:
    """P-values corrected for being many (Holm): the chance of a single false alarm among all of
    them.
    """
    listed = list(values)
    ordered = sorted(range(len(listed)), key=lambda at: listed[at])
    result, least = [1.0] * len(listed), 0.0
    for rank, at in enumerate(ordered):
        least = max(least, min(1.0, (len(listed) - rank) * listed[at]))
        result[at] = least
    return result


def _mean(values: Mapping[float, int] | Mapping[int, int], count: int) -> float:
    return math.fsum(value * number for value, number in values.items()) / count


def _squares(values: Mapping[float, int] | Mapping[int, int], mean: float) -> float:
    return math.fsum(number * (value - mean) ** 2 for value, number in values.items())
