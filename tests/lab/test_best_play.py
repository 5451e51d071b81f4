"""Best play in reports of the lab, and players whose shares hang on how long they think."""

from __future__ import annotations

from pathlib import Path

import pytest

import dogfight
from dogfight.bots import solutions
from dogfight.core import registry
from dogfight.core.options import Options
from dogfight.lab.best_play import drift, exact_shares, same_search
from dogfight.lab.contests import contests
from dogfight.lab.figures import Figure
from dogfight.lab.questions import Question
from dogfight.lab.report import Asked, Figures, _finding
from dogfight.lab.study import Budget, lab_bots
from dogfight.lab.verdicts import Judged

from .studies import answered

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"
COMPILED = not (dogfight.core.position.__file__ or "").endswith(".py")


@pytest.fixture(autouse=True)
def classics(own_registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(solutions, "_known", {})
    for name in ("kuhn", "liars_dice"):
        registry.load_plugin(str(CLASSICS / f"{name}.py"))


def balance(faces: int) -> Question:
    return Question(
        kind="balance",
        game="liars_dice",
        options=(f"faces={faces}",),
        bots=("random", "medium"),
    )


def test_best_play_decides_the_verdict() -> None:
    report = answered(balance(3), Budget(games=(40,)))
    exact = {finding.what: finding.best_play for finding in report.findings}
    solution = solutions.kept(dogfight.load("liars_dice"), {"faces": 3})
    assert solution is not None
    assert set(exact.values()) == {round(share, 4) for share in solution.shares}
    assert all(finding.verdict == "watch" for finding in report.findings)
    assert "in best play" in report.headline
    assert all("worked out exactly" in finding.text for finding in report.findings)


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
def test_liars_dice_with_six_faces_comes_out_at_0_444() -> None:
    game = dogfight.load("liars_dice")
    [shares] = exact_shares(game, contests(game, {"faces": ("6",)}))
    assert next(iter(shares.values())) == pytest.approx(0.444, abs=0.005)


def test_large_games_have_no_best_play() -> None:
    game = dogfight.load("goofspiel")
    assert exact_shares(game, contests(game, {"cards": ("13",)})) == ()


def test_share_of_a_game_that_is_fair_in_best_play() -> None:
    report = answered(
        Question(kind="balance", game="kuhn", bots=("random", "medium")), Budget(games=(20,))
    )
    assert report.headline.startswith("Fair in best play")


# --- drift --------------------------------------------------------------------------------------


def test_budgets_of_one_search_are_compared() -> None:
    bots = [bot for _, bot in lab_bots(("random", "hard", "hard*5", "hard*25"), large())]
    assert same_search(bots) == [1, 2, 3]
    assert same_search(["search:sims=200,infer=no", "search:sims=1000"]) == [1]
    assert same_search(["random", "greedy"]) == []
    shares = [judged(mean).figure for mean in (0.4, 0.55, 0.5)]
    assert drift(shares) == pytest.approx(0.15)
    assert drift([]) == 0
    noisy = Figure(0.55, 0.35, 0.75, 0.1, 20)
    assert drift([shares[0], noisy]) == 0, "no more than chance"


def large() -> dogfight.core.registry.AnyGame:
    return dogfight.load("goofspiel")


def judged(mean: float) -> Judged:
    return Judged(Figure(mean, mean - 0.01, mean + 0.01, 0.005, 1000), 1000, 0.0, "watch")


@pytest.mark.parametrize(("last", "verdict"), [(0.72, "watch"), (0.85, "open")])
def test_share_that_moves_with_the_budget_leaves_the_verdict_open(
    last: float, verdict: str
) -> None:
    options: Options = {"cards": 13}
    question = Question(
        kind="balance",
        game="goofspiel",
        options=tuple(f"{name}={value}" for name, value in options.items()),
        bots=("hard", "hard*5"),
    )
    figures = Figures(question.study())
    finding = _finding(
        figures, Asked("", "p1", "side", 0.5, ((0, "x"),)), [judged(0.70), judged(last)]
    )
    assert finding.verdict == verdict
    assert ("can be exploited" in finding.text) == (verdict == "open")
