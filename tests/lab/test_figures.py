"""Intervals stay where they belong, hold what they promise, and many questions are corrected
for.
"""

import random
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dogfight.lab.figures import Figure, amount, average, difference, holm, p_of_share, share
from dogfight.lab.verdicts import change_over_strengths, changed, judged, over_strengths

VALUES = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.integers(1, 10**6), min_size=1
)


@given(VALUES, VALUES)
@example({0.0: 17}, {1.0: 999_983})
def test_share_interval_stays_between_0_and_1(
    first: dict[float, int], second: dict[float, int]
) -> None:
    for figure in (share(first), share(second), average([share(first), share(second)])):
        assert 0 <= figure.low <= figure.mean <= figure.high <= 1
        assert 0 <= p_of_share(figure, 0.5) <= 1


@given(
    st.dictionaries(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), st.integers(1, 1000), min_size=1)
)
def test_difference_interval_stays_in_possible_range(values: dict[float, int]) -> None:
    figure = difference(values, 1.0)
    assert -1 <= figure.low <= figure.mean <= figure.high <= 1


@pytest.mark.parametrize("chance", [0.5, 0.9, 0.02])
def test_intervals_hold_the_truth_in_95_of_100(chance: float) -> None:
    dice = random.Random(5)
    held = 0
    for _ in range(400):
        values = Counter(float(dice.random() < chance) for _ in range(60))
        figure = share(values)
        held += figure.low <= chance <= figure.high
    assert held >= 0.93 * 400


def test_few_equal_values_are_no_certainty() -> None:
    assert share({1.0: 3}).low < 0.5 and share({0.5: 3}).half > 0.2
    assert difference({0.5: 3}, 1.0).low <= 0


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_lengths_have_their_mean() -> None:
    assert amount({10: 1, 20: 1}).mean == 15 and amount({}).deals == 0


def figure(mean: float, half: float) -> Figure:
    return Figure(mean, mean - half, mean + half, half / 2, 100)


def test_verdicts_of_a_share() -> None:
    assert judged(figure(0.51, 0.03), 100, 0.5, 0.5, 0.05).verdict == "fair"
    assert judged(figure(0.53, 0.015), 100, 0.001, 0.5, 0.05).verdict == "fair", (
        "real, but within the margin"
    )
    assert judged(figure(0.60, 0.03), 100, 0.001, 0.5, 0.05).verdict == "watch"
    still = judged(figure(0.53, 0.1), 1000, 0.5, 0.5, 0.05)
    assert still.verdict == "open" and still.more == 15000


def test_a_verdict_flips_where_strengths_contradict_each_other() -> None:
    fair = judged(figure(0.5, 0.03), 100, 1.0, 0.5, 0.05)
    strong = judged(figure(0.6, 0.03), 100, 0.001, 0.5, 0.05)
    weak = judged(figure(0.4, 0.03), 100, 0.001, 0.5, 0.05)
    still = judged(figure(0.5, 0.2), 100, 1.0, 0.5, 0.05)
    assert over_strengths([strong, weak], 0.5) == over_strengths([strong, fair], 0.5) == "flips"
    assert (
        over_strengths([strong, strong], 0.5) == "watch"
        and over_strengths([fair, fair], 0.5) == "fair"
    )
    assert (
        over_strengths([still, strong], 0.5) == "watch"
        and over_strengths([strong, still], 0.5) == "open"
    )


def test_verdicts_of_a_change() -> None:
    yes = changed(0.5, 0.6, figure(0.1, 0.02), 100, 0.001, 0.02)
    less = changed(0.5, 0.4, figure(-0.1, 0.02), 100, 0.001, 0.02)
    no = changed(0.5, 0.5, figure(0.0, 0.01), 100, 1.0, 0.02)
    assert (yes.verdict, less.verdict, no.verdict) == ("yes", "yes", "no")
    assert changed(0.5, 0.51, figure(0.01, 0.005), 100, 0.001, 0.02).verdict == "small"
    assert changed(0.5, 0.51, figure(0.01, 0.05), 100, 0.5, 0.02).verdict == "open"
    assert change_over_strengths([yes, less]) == change_over_strengths([no, yes]) == "flips"
