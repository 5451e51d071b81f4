"""A story never contradicts itself: headline, causes, turning points and verdicts come from one
analysis.
"""

import os
from collections.abc import Callable

import pytest

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.match.match import Match
from dogfight.match.record import Record
from dogfight.review.analysis import Reviewer, analysed
from dogfight.review.report import BLAMED, Analysis, Choice, verdict_on
from dogfight.review.story import (
    LEAST_COST,
    POINTS,
    causes_of,
    close_points,
    decisive,
    turning_points,
)
from dogfight.review.text import text_of

Finished = Callable[..., Record]
SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))
GAMES = {
    "biplanes": {},
    "squadrons": {},
    "starfighters": {"players": 3},
    "paws": {"timer": 0},
    "boots": {"battle": "orchard"},
    "goofspiel": {},
}
SAMPLES = 12


def check_choice(choice: Choice) -> None:
    """Verdict, cost and the better action follow from the options beside them."""
    if choice.verdict == "forced":
        assert not choice.options and choice.cost == 0.0
        return
    values = {option.notation: option.value for option in choice.options}
    gap = max(values.values()) - values[choice.notation]
    assert choice.cost == pytest.approx(gap, abs=1e-9)
    assert choice.verdict == verdict_on(choice.cost, choice.error)
    if choice.better:
        assert values[choice.better] == pytest.approx(max(values.values()))
    else:
        assert choice.verdict == "best"


def check_story(analysis: Analysis) -> None:
    for split, story in zip(analysis.splits, analysis.stories, strict=True):
        won = bool(set(split.seats) & set(analysis.winners))
        assert story.headline.split(maxsplit=1)[0].rstrip(".,") == (
            "won" if won else "lost" if analysis.winners else "drew"
        )
        assert story.headline.endswith(".")
        shares = [cause.share for cause in story.causes]
        assert shares == sorted(shares, reverse=True) and all(0 < share <= 1 for share in shares)
        assert not shares or sum(shares) == pytest.approx(1.0)
        assert len(story.points) <= POINTS
        assert [point.move for point in story.points] == sorted(p.move for p in story.points)
        for point in story.points:
            choice = next(
                choice
                for part in analysis.parts
                for choice in part.choices
                if choice.move == point.move
            )
            assert choice.seat in split.seats and choice.verdict in BLAMED
            assert point.cost == choice.cost >= LEAST_COST
            assert point.better != point.did and len(point.reason.split()) <= 20


@pytest.mark.parametrize("name", GAMES)
def test_reviews_never_contradict_themselves(name: str) -> None:
    game = dogfight.load(name)
    for seed in range(40 if SOAK else 1 if name == "starfighters" else 2):
        table = Match(game, GAMES[name], seed=seed)
        seats = range(len(table.seats))
        table.run([make_bot(("easy", "medium")[seat % 2], seed, game) for seat in seats])
        analysis = analysed(game, table.record, seed, SAMPLES)
        for part in analysis.parts:
            for choice in part.choices:
                check_choice(choice)
        check_story(analysis)


@pytest.mark.parametrize(
    ("name", "samples"), [("squadrons", 100), ("paws", 60), ("boots", 60), ("starfighters", 16)]
)
def test_weak_play_costs_more_than_medium(name: str, samples: int) -> None:
    """The losses of a random seat exceed those of medium seats."""
    game = dogfight.load(name)
    number = 40 if SOAK else 2
    exceeded = 0
    for seed in range(number):
        table = Match(game, GAMES[name], seed=seed)
        seats = table.seats
        weak = seats[seed % len(seats)].side
        table.run(
            [
                make_bot("random" if info.side == weak else "medium", 100 * seed + seat, game)
                for seat, info in enumerate(seats)
            ]
        )
        costs: dict[bool, list[float]] = {True: [], False: []}
        for review in analysed(game, table.record, 1, samples).seats:
            costs[seats[review.seat].side == weak].append(review.cost)
        exceeded += sum(costs[True]) / len(costs[True]) > sum(costs[False]) / len(costs[False])
    assert exceeded >= 0.95 * number


@pytest.mark.parametrize("name", ["goofspiel", "biplanes", "squadrons", "boots"])
def test_reviews_with_other_seeds_tell_the_same_story(name: str) -> None:
    """`bench/review_agreement.py` measures it over more games and with more samples.

    A point of one review is a point of the other, or is said there to be too close to tell.
    """
    game = dogfight.load(name)
    table = Match(game, GAMES[name], seed=2)
    seats = range(len(table.seats))
    table.run([make_bot(("easy", "medium")[seat % 2], 20 + seat, game) for seat in seats])
    first, second = (analysed(game, table.record, seed, 60) for seed in (1, 2))
    for stories in zip(first.stories, second.stories, strict=True):
        assert stories[0].headline == stories[1].headline
        for story, twin in (stories, stories[::-1]):
            known = {point.move for point in twin.points} | set(twin.close)
            assert {point.move for point in story.points} <= known


def test_headline_stands_before_the_judgement_and_does_not_change(finished: Finished) -> None:
    record = finished("goofspiel")
    review = Reviewer(dogfight.load("goofspiel"), record, 0)
    first = review.curve(4)
    assert all(not story.points and not story.causes for story in first.stories)
    last = review.whole(4)
    assert [story.headline for story in last.stories] == [story.headline for story in first.stories]


def test_turns_too_close_to_tell_are_named_together() -> None:
    assert decisive([(0.3, 0.01), (0.1, 0.01)]) == [0]
    assert decisive([(0.3, 0.05), (0.28, 0.05), (0.0, 0.05)]) == [0, 1]
    assert decisive([(0.02, 0.001), (0.01, 0.001)]) == []


def test_choices_that_may_have_cost_as_much_are_said_to_be() -> None:
    def choice(move: int, cost: float, error: float) -> Choice:
        word = verdict_on(cost, error)
        return Choice(move, 0, "a", "a", word, cost, error, False, "b", "b", 0, (-cost, cost), ())

    clear = [choice(1, 0.3, 0.01), choice(2, 0.2, 0.01), choice(3, 0.15, 0.01)]
    assert turning_points([*clear, choice(4, 0.05, 0.005)]) == clear
    assert close_points([*clear, choice(4, 0.05, 0.005)]) == []
    assert [point.move for point in close_points([*clear, choice(4, 0.14, 0.01)])] == [4]


def test_causes_point_towards_the_outcome(finished: Finished) -> None:
    analysis = analysed(dogfight.load("biplanes"), finished("biplanes"), 0, SAMPLES)
    for split in analysis.splits:
        for direction in (1, -1):
            for cause in causes_of(split, direction):
                assert direction * getattr(split, cause.name) > 0


def test_review_opens_with_the_story(finished: Finished) -> None:
    analysis = analysed(dogfight.load("biplanes"), finished("biplanes"), 0, SAMPLES)
    lines = text_of(analysis)
    assert lines[1] == f"Ana (Player 1) {analysis.stories[0].headline}"
    figures = lines.index("What moved the chances:")
    assert not any("+" in line for line in lines[:figures])
