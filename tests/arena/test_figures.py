"""Intervals against a case done by hand, and a test that stops when, and only when, it should."""

import math
import random

import pytest

from dogfight.arena.plan import ArenaTerms, Fixture
from dogfight.arena.play import Finished, SideLine, step_seconds, time_step
from dogfight.arena.report import reported, whole_deals
from dogfight.arena.statistics import (
    Bounds,
    elo_of_score,
    interval,
    quantile_seconds,
    read_bounds,
    score_of_elo,
    sequential_test,
)
from dogfight.core.errors import BadOption


def test_interval_matches_hand_computation() -> None:
    # Mean 0.6; deviations 0.4 -0.1 -0.1 0.4 -0.6, squares sum to 0.70, variance 0.175, error
    # sqrt(0.035) = 0.18708.
    mean, low, high = interval([1.0, 0.5, 0.5, 1.0, 0.0])
    assert mean == pytest.approx(0.6)
    assert (low, high) == (
        pytest.approx(0.6 - 1.95996 * 0.187083, abs=1e-4),
        pytest.approx(0.96668, abs=1e-4),
    )


def test_interval_of_equal_values_has_positive_width() -> None:
    mean, low, high = interval([1.0] * 10)
    assert mean == high == 1.0 and low == pytest.approx(10 / (10 + 1.95996**2), abs=1e-4)
    assert interval([]) == (0.0, 0.0, 1.0)


def game(number: int, *scores: tuple[str, float]) -> Finished:
    lines = tuple(SideLine(bot=bot, score=score) for bot, score in scores)
    return Finished(number=number, deal=number // 2, sides=lines, ending="played", why="planted")


TERMS = ArenaTerms(
    dogfight="0",
    game="toy",
    rules="1",
    data="0",
    options={},
    bots=("a", "b"),
    seed=0,
    move_seconds=1.0,
)


def test_the_spread_is_that_of_pairs_not_of_games() -> None:
    # Whoever sits first wins: every pair is even, so nothing speaks for either bot, however the
    # games vary.
    games = [
        game(n, ("a", 1.0), ("b", 0.0)) if n % 2 == 0 else game(n, ("b", 1.0), ("a", 0.0))
        for n in range(8)
    ]
    games[0] = game(
        0, ("a", 0.5), ("b", 0.5)
    )  # one pair of 0.25: variance over pairs 0.25² / 4 = 0.015625
    report = reported(whole_deals(games, 2), TERMS, ("first", "second"))
    a = report.bots[0]
    assert a.score.mean == pytest.approx((0.25 + 3 * 0.5) / 4, abs=1e-4)
    assert a.score.high - a.score.mean == pytest.approx(1.95996 * 0.125 / 2, abs=1e-4)
    assert a.by_side == (0.875, 0.0) and (a.wins, a.draws, a.losses) == (3, 1, 4)
    assert report.sides[0].score.mean == pytest.approx(0.9375)
    assert a.fair_shares.mean == pytest.approx(2 * a.score.mean)


def test_a_deal_that_is_not_whole_does_not_count() -> None:
    games = [game(n, ("a", 1.0), ("b", 0.0)) for n in (0, 1, 2)]
    assert reported(whole_deals(games, 2), TERMS, ("first", "second")).games == 2


def test_times_are_counted_in_quarters_of_a_doubling() -> None:
    for seconds in (1e-5, 3e-3, 0.7, 12.0):
        assert step_seconds(time_step(seconds)) == pytest.approx(seconds, rel=0.1)
    times = {time_step(0.001): 90, time_step(1.0): 10}
    assert quantile_seconds(times, 0.5) == pytest.approx(0.001, rel=0.1)
    assert quantile_seconds(times, 0.95) == pytest.approx(1.0, rel=0.1)


def test_elo_and_score_convert_both_ways() -> None:
    assert score_of_elo(0) == 0.5 and score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(10 / 11) == pytest.approx(400) and elo_of_score(1.0) is None
    assert read_bounds("elo:0,400") == Bounds(0.5, pytest.approx(10 / 11))


@pytest.mark.parametrize("words", ["", "0.5", "0.6,0.5", "a,b", "0.5,1.5", "0,0.5", "elo:5"])
def test_bounds_that_make_no_sense_are_refused(words: str) -> None:
    with pytest.raises(BadOption, match="expected"):
        read_bounds(words)


def test_sequential_ratio_matches_hand_computation() -> None:
    # Two pairs of 1: mean 1, variance 0.5 / 4; ratio 2 · 0.05 · (2 - 1.05) / (2 · 0.125) = 0.38.
    result = sequential_test([1.0, 1.0], Bounds(0.5, 0.55))
    assert result.verdict == "undecided" and result.ratio == pytest.approx(0.38)
    assert result.limit == pytest.approx(math.log(19))


@pytest.mark.parametrize(("chance", "verdict"), [(0.55, "better"), (0.5, "not better")])
def test_sequential_test_keeps_its_error_rate(chance: float, verdict: str) -> None:
    dice = random.Random(11)

    def pairs():
        while True:
            yield ((dice.random() < chance) + (dice.random() < chance)) / 2

    trials = [sequential_test(pairs(), Bounds(0.5, 0.55)) for _ in range(200)]
    assert sum(trial.verdict != verdict for trial in trials) <= 20, (
        "5 % of 200 are 10; 20 would be a chance of 1 in 500"
    )


def test_fixture_round_trips_as_json() -> None:
    import msgspec

    fixture = Fixture(3, 1, (1, 0))
    assert msgspec.json.decode(msgspec.json.encode(fixture), type=Fixture) == fixture
