"""Choices are judged by what their seat could know, and by nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.record import Record
from dogfight.review.analysis import judge_of
from dogfight.review.choices import Samples, judged
from dogfight.review.report import verdict_on
from dogfight.review.steps import SeatAction, steps_of

Finished = Callable[..., Record]
SAMPLES = Samples(4, 8, 8)


def deeds(game: Any, record: Record) -> list[SeatAction]:
    return [deed for step in steps_of(game, record) if step.kind == "sealed" for deed in step.deeds]


@pytest.mark.parametrize("name", ["biplanes", "paws", "goofspiel"])
def test_judgement_ignores_what_the_seat_could_not_know(name: str, finished: Finished) -> None:
    game = dogfight.load(name)
    record = finished(name)
    judge = judge_of(game, record)
    changed = 0
    for number, deed in enumerate(deeds(game, record)[:24:3]):
        view = game.view(deed.before, deed.seat)
        other = game.imagine(view, Dice(1000 + number))
        if game.view(other, deed.seat) != view or deed.action not in game.legal(other, deed.seat):
            continue
        changed += game.write(other) != game.write(deed.before)
        twin = SeatAction(deed.move, deed.seat, deed.action, other)
        assert judged(judge, twin, SAMPLES, 7) == judged(judge, deed, SAMPLES, 7)
    assert changed or name == "goofspiel"


def test_a_choice_that_loses_at_once_is_a_blunder() -> None:
    """Keeping the highest card for the lowest prize, against a solved alternative, is no matter
    of luck.
    """
    assert verdict_on(0.2, 0.01, in_mix=False) == "blunder"


@pytest.mark.parametrize(
    ("cost", "error", "in_mix", "word"),
    [
        (0.0, 0.0, False, "best"),
        (-0.02, 0.01, False, "best"),
        (0.005, 0.01, True, "best"),
        (0.015, 0.01, False, "fine"),
        (0.009, 0.001, False, "fine"),
        (0.0101, 0.001, False, "slip"),
        (0.039, 0.001, True, "slip"),
        (0.04, 0.001, False, "mistake"),
        (0.099, 0.001, False, "mistake"),
        (0.1, 0.001, False, "blunder"),
        (0.3, 0.2, False, "fine"),
    ],
)
def test_verdict_follows_cost_and_is_neutral_within_error(
    cost: float, error: float, in_mix: bool, word: str
) -> None:
    assert verdict_on(cost, error, in_mix) == word


def test_the_only_legal_action_is_forced_and_costs_nothing(finished: Finished) -> None:
    game = dogfight.load("goofspiel")
    record = finished("goofspiel")
    last = deeds(game, record)[-1]
    found = judged(judge_of(game, record), last, SAMPLES, 1)
    assert (
        found is not None and found.verdict == "forced" and found.cost == 0.0 and not found.options
    )


def test_every_option_is_weighed_and_the_mix_adds_up(finished: Finished) -> None:
    game = dogfight.load("biplanes")
    record = finished("biplanes")
    first = deeds(game, record)[2]
    found = judged(judge_of(game, record), first, SAMPLES, 1)
    assert found is not None
    assert [one.word for one in found.options] == [
        one.word for one in game.view(first.before, first.seat).legal
    ]
    assert sum(one.chance for one in found.options) == pytest.approx(1.0)
    assert all(0.0 <= one.worth <= 1.0 for one in found.options)
