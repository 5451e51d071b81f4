"""Honest figures: a fair game is called fair, a planted imbalance is found."""

import pytest
from studies import DUEL, answered, tiles_doubled, twice_random

from dogfight.bulk.executors import ExecutorConfig
from dogfight.lab.questions import NamedSet, Question
from dogfight.lab.study import Budget

STUDIES = 200


@pytest.mark.usefixtures("coins")
def test_a_fair_coin_is_called_fair_in_95_of_100_small_studies() -> None:
    fair = 0
    for seed in range(STUDIES):
        question = Question(kind="balance", game="coin", seed=seed, bots=("random", "easy"))
        study = twice_random(question)
        study.run(Budget(precision=0.02), ExecutorConfig(), None)
        verdicts = {finding.verdict for finding in question.report(study).findings}
        assert "flips" not in verdicts
        fair += verdicts == {"fair"}
    assert fair >= 0.95 * STUDIES, fair


@pytest.mark.usefixtures("coins")
def test_study_reports_a_loaded_coin_as_unfair() -> None:
    question = Question(kind="balance", game="loaded", bots=("random", "easy"))
    study = twice_random(question)
    study.run(Budget(precision=0.03), ExecutorConfig(), None)
    report = question.report(study)
    assert {finding.what: finding.verdict for finding in report.findings} == {
        "Heads": "watch",
        "Tails": "watch",
    }
    heads = report.findings[0].strengths["one"].figure
    assert heads.low <= 0.6 <= heads.high and report.headline.startswith("Not fair")


def test_a_planted_imbalance_is_found() -> None:
    """Every hit on green's tiles doubled: green is found strong, and nothing else about it is
    called fair.
    """
    planted = NamedSet("doubled", tiles_doubled("green"))
    options = (*DUEL, "p1=green", "p2=red,blue,yellow")
    question = Question(
        kind="balance", game="biplanes", options=options, sets=(planted,), bots=("random", "medium")
    )
    report = answered(question, Budget(games=(3000, 240)))
    green = next(finding for finding in report.findings if finding.what == "green")
    assert green.verdict == "watch" and all(
        strength.verdict == "watch" for strength in green.strengths.values()
    ), green
    assert all(strength.figure.mean > 0.6 for strength in green.strengths.values())
    seat = next(finding for finding in report.findings if finding.kind == "seat")
    assert seat.strengths["random"].verdict == "fair", "swapping keeps the seats apart from it"


def test_a_planted_change_is_found_on_the_same_deals() -> None:
    sets = (NamedSet("built-in"), NamedSet("doubled", tiles_doubled("green")))
    options = (*DUEL, "p1=red", "p2=green,blue")
    question = Question(
        kind="compare", game="biplanes", options=options, sets=sets, bots=("random", "easy")
    )
    report = answered(question, Budget(games=(4000, 80)))
    by_name = {change.what: change.strengths["random"] for change in report.changes}
    assert by_name["green"].verdict == "yes" and by_name["green"].difference.mean > 0.05
    assert by_name["first seat"].verdict in ("no", "open")
    untouched = next(change for change in report.changes if change.what == "blue").strengths[
        "random"
    ]
    assert untouched.difference.mean == 0.0 and untouched.p == 1.0, (
        "red against blue is the same game with both"
    )
