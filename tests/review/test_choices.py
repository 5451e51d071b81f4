"""Choices are judged by what their seat could know, and by nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.match.record import Record
from dogfight.review.analysis import judge_of
from dogfight.review.choices import FINALISTS, judged
from dogfight.review.report import verdict_on
from dogfight.review.steps import SeatAction, steps_of

Finished = Callable[..., Record]
SAMPLES = 8


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
        other = game.views.imagine(view, Dice(1000 + number))
        if game.view(other, deed.seat) != view or deed.action not in game.legal(other, deed.seat):
            continue
        changed += game.notation.write(other) != game.notation.write(deed.before)
        twin = SeatAction(deed.move, deed.seat, deed.action, other)
        assert judged(judge, twin, SAMPLES, 7) == judged(judge, deed, SAMPLES, 7)
    assert changed or name == "goofspiel"


def test_a_choice_that_loses_at_once_is_a_blunder() -> None:
    """Keeping the highest card for the lowest prize, against a solved alternative, is no matter
    of luck.
    """
    assert verdict_on(0.2, 0.01) == "blunder"


@pytest.mark.parametrize(
    ("cost", "error", "word"),
    [
        (0.0, 0.0, "best"),
        (-0.02, 0.01, "best"),
        (0.015, 0.01, "fine"),
        (0.029, 0.01, "fine"),
        (0.009, 0.001, "fine"),
        (0.0101, 0.001, "slip"),
        (0.04, 0.001, "mistake"),
        (0.099, 0.001, "mistake"),
        (0.1, 0.001, "blunder"),
        (0.3, 0.2, "fine"),
    ],
)
def test_verdict_follows_cost_and_is_neutral_within_error(
    cost: float, error: float, word: str
) -> None:
    assert verdict_on(cost, error) == word


def test_the_only_legal_action_is_forced_and_costs_nothing(finished: Finished) -> None:
    game = dogfight.load("goofspiel")
    record = finished("goofspiel")
    last = deeds(game, record)[-1]
    result = judged(judge_of(game, record), last, SAMPLES, 1)
    assert (
        result is not None
        and result.verdict == "forced"
        and result.cost == 0.0
        and not result.options
    )


def test_every_option_of_few_is_assessed(finished: Finished) -> None:
    game = dogfight.load("biplanes")
    record = finished("biplanes")
    first = deeds(game, record)[2]
    choice = judged(judge_of(game, record), first, SAMPLES, 1)
    assert choice is not None
    legal = [entry.notation for entry in game.view(first.before, first.seat).legal]
    assert [option.notation for option in choice.options] == legal[: len(choice.options)]
    assert len(choice.options) + choice.unlisted == len(legal)
    assert all(0.0 <= option.value <= 1.0 for option in choice.options)


def test_many_options_are_reduced_to_finalists(finished: Finished) -> None:
    game = dogfight.load("boots")
    record = finished("boots", battle="orchard")
    judge = judge_of(game, record)
    for step in steps_of(game, record)[:12]:
        for deed in step.deeds:
            legal = len(game.legal(deed.before, deed.seat))
            choice = judged(judge, deed, SAMPLES, 1)
            if choice is None or legal <= FINALISTS + 1:
                continue
            assert len(choice.options) == FINALISTS + 1
            assert choice.unlisted == legal - FINALISTS - 1
            assert choice.notation in {option.notation for option in choice.options}
            return
    pytest.fail("expected a choice among many options")
