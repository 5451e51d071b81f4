"""The numbers behind a report: means with intervals over deals, quantiles of times, Elo, the
sequential test.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from dogfight.arena.play import step_seconds
from dogfight.core.errors import BadOption

Z_95 = statistics.NormalDist().inv_cdf(0.975)
RISK = 0.05
"""How often the sequential test may err, either way."""


class MeanEstimate(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean with its 95 % interval (normal, from the spread of the values).

    Values that do not differ at all say nothing about their spread: Wilson's interval for as many
    trials stands in.
    """
    if not values:
        return 0.0, 0.0, 1.0
    count, mean = len(values), statistics.fmean(values)
    spread = statistics.stdev(values) if count > 1 else 0.0
    if spread == 0.0:
        return mean, *wilson(mean, count)
    half = Z_95 * spread / math.sqrt(count)
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def wilson(mean: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share in so many trials."""
    square = Z_95 * Z_95
    centre = (mean + square / (2 * count)) / (1 + square / count)
    half = (
        Z_95
        / (1 + square / count)
        * math.sqrt(mean * (1 - mean) / count + square / (4 * count * count))
    )
    return max(0.0, centre - half), min(1.0, centre + half)


def quantile_seconds(times: Mapping[int, int], share: float) -> float:
    """The time within which this share of the counted decisions fell."""
    left = share * sum(times.values())
    for step, count in sorted(times.items()):
        left -= count
        if left <= 0:
            return step_seconds(step)
    return 0.0


def score_of_elo(elo: float) -> float:
    """The score that a difference in Elo lets expect."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_score(score: float) -> float | None:
    """The difference in Elo that a score speaks for; none for a whitewash."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two claims of a sequential test, as scores: `no_more` against `at_least`."""

    no_more: float
    at_least: float


def read_bounds(text: str) -> Bounds:
    """Bounds as scores (`0.5,0.55`) or as differences in Elo (`elo:0,35`)."""
    elo = text.startswith("elo:")
    try:
        low, high = (float(word) for word in text.removeprefix("elo:").split(","))
    except ValueError:
        raise BadOption(f"expected bounds like 0.5,0.55 or elo:0,35; got {text!r}") from None
    bounds = Bounds(score_of_elo(low), score_of_elo(high)) if elo else Bounds(low, high)
    if not 0 < bounds.no_more < bounds.at_least < 1:
        raise BadOption(f"expected two scores between 0 and 1, the smaller one first; got {text!r}")
    return bounds


Verdict = Literal["better", "not better", "undecided"]


@dataclass(frozen=True, slots=True)
class Decided:
    """The state of a sequential test after some deals."""

    verdict: Verdict
    deals: int
    ratio: float
    limit: float


def sequential_test(pairs: Iterable[float], bounds: Bounds) -> Decided:
    """Is the score of the pairs at least the upper bound rather than the lower? Stops at the first
    deal that decides.

    A generalised sequential probability ratio test on the scores of whole pairs in their normal
    approximation, with the variance estimated on the way. Two imagined pairs, one lost and one won,
    keep that estimate from being 0 at first.
    """
    limit = math.log((1 - RISK) / RISK)
    count, total, squares, ratio = 0, 0.0, 0.0, 0.0
    for pair in pairs:
        count, total, squares = count + 1, total + pair, squares + pair * pair
        mean = total / count
        variance = (squares - count * mean * mean + 0.5) / (count + 2)
        ratio = (
            count
            * (bounds.at_least - bounds.no_more)
            * (2 * mean - bounds.no_more - bounds.at_least)
        )
        ratio /= 2 * variance
        if abs(ratio) >= limit:
            return Decided("better" if ratio > 0 else "not better", count, ratio, limit)
    return Decided("undecided", count, ratio, limit)
