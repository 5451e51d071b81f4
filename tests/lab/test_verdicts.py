"""Verdicts that answer the question: of what was asked about, and not of its victims."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest
from playwright.sync_api import sync_playwright
from studies import DUEL, answered, tiles_doubled
from typer.testing import CliRunner

import dogfight
from dogfight.bulk.executors import ExecutorConfig
from dogfight.cli.app import app
from dogfight.core import registry
from dogfight.datafiles.trials import DataTrial, TriesChanges
from dogfight.lab.best_play import hides_in_sequence
from dogfight.lab.causes import WhyStudy, why_study, with_trial
from dogfight.lab.figures import Figure
from dogfight.lab.page import as_page
from dogfight.lab.questions import NamedSet, Question
from dogfight.lab.report import Asked, Figures, Report, _finding
from dogfight.lab.study import Budget
from dogfight.lab.verdicts import Judged, deciding, judged

ROOT = Path(__file__).parents[2]
CLASSICS = ROOT / "examples" / "classics"
ORCHARD = Question(
    kind="balance", game="boots", options=("battle=orchard",), bots=("random", "easy"), seed=5
)


def share(mean: float, half: float = 0.02) -> Judged:
    p = 0.001 if abs(mean - 0.5) > half else 1.0
    return judged(Figure(mean, mean - half, mean + half, half / 2, 500), 500, p, 0.5, 0.05)


# --- the headline -------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [True, False])
def test_headline_speaks_of_the_piece_asked_about(first: bool) -> None:
    planted = NamedSet("doubled", tiles_doubled("white"))
    own, others = ("p1", "p2") if first else ("p2", "p1")
    options = (*DUEL, f"{own}=white", f"{others}=red,blue,yellow")
    question = Question(
        kind="balance", game="biplanes", options=options, sets=(planted,), bots=("random", "easy")
    )
    report = answered(question, Budget(games=(3000, 60)))
    assert "white" in report.headline.split(" stands at ")[0]
    for victim in ("red", "blue", "yellow"):
        assert victim not in report.headline


def test_headline_names_the_broken_piece_and_no_victim() -> None:
    """Green is broken; red and blue, which met it alone, are farther from even than its mean."""
    planted = NamedSet("doubled", tiles_doubled("green"))
    options = (*DUEL, "p1=green,yellow", "p2=red,blue,yellow,white")
    question = Question(
        kind="balance", game="biplanes", options=options, sets=(planted,), bots=("random", "easy")
    )
    study = question.study()
    study.bots = (("one", "random"), ("two", "random"))
    study.run(Budget(games=(6000,)), ExecutorConfig(), None)
    assert question.report(study).headline.startswith("Not fair: green stands at")


def test_pair_is_told_from_the_side_of_what_was_asked_about() -> None:
    options = (*DUEL, "p1=white", "p2=red")
    bots = ("random", "easy")
    question = Question(kind="balance", game="biplanes", options=options, bots=bots)
    report = answered(question, Budget(games=(400, 10)))
    assert {item.what for item in report.findings if item.kind == "pair"} == {"white against red"}


# --- who cannot play ----------------------------------------------------------------------------


def test_strength_that_draws_does_not_turn_a_verdict() -> None:
    drawn, strong = share(0.5), share(0.7)
    assert deciding([drawn, strong, strong], 0.5, [0.92, 0.1, 0.0], [True, False, False]) == [1, 2]
    assert deciding([drawn, strong], 0.5, [0.92, 0.1], [False, False]) == [1]
    assert deciding([drawn, strong], 0.5, [0.3, 0.1], [False, False]) == [0, 1]
    assert deciding([drawn, strong], 0.5, [0.9, 0.8], [False, False]) == [0, 1], "a game of draws"
    assert deciding([strong, drawn], 0.5, [0.1, 0.9], [False, False]) == [0, 1], (
        "what the strongest players draw is drawn"
    )


def test_aimless_players_do_not_overturn_two_that_agree() -> None:
    weak, strong, still = share(0.2), share(0.8), share(0.6, 0.3)
    aimless = [True, False, False]
    assert deciding([weak, strong, strong], 0.5, [0.0] * 3, aimless) == [1, 2]
    assert deciding([weak, strong, weak], 0.5, [0.0] * 3, aimless) == [0, 1, 2]
    assert deciding([weak, strong, still], 0.5, [0.0] * 3, aimless) == [0, 1, 2]
    assert deciding([weak, strong], 0.5, [0.0] * 2, aimless[:2]) == [0, 1]


def test_verdict_says_which_strength_is_left_out() -> None:
    question = msgspec.structs.replace(ORCHARD, bots=("random", "easy", "medium"))
    asked = Asked("", "British", "side", 0.5, ((0, "share 0"),))
    judgeds = [share(0.2), share(0.8), share(0.8)]
    finding = _finding(Figures(question.study()), asked, judgeds)
    assert finding.verdict == "watch"
    assert finding.text.startswith("Strong with medium") and "weak with random" in finding.text


# --- hidden information -------------------------------------------------------------------------


def test_games_that_hide_in_sequence_are_known() -> None:
    hiding = {
        name: hides_in_sequence(game, game.options())
        for name in ("biplanes", "boots", "goofspiel", "paws", "squadrons", "starfighters")
        for game in [dogfight.load(name)]
    }
    assert {name for name, hides in hiding.items() if hides} == {"starfighters"}


@pytest.mark.usefixtures("own_registry")
def test_verdict_on_unmeasured_bluffing_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogfight.lab.report.exact_shares", lambda *_: ())
    registry.load_plugin(str(CLASSICS / "kuhn.py"))
    question = Question(kind="balance", game="kuhn", bots=("random", "easy"))
    study = question.study()
    study.bots = (("one", "random"), ("two", "random"))
    study.run(Budget(games=(20000,)), ExecutorConfig(), None)
    report = question.report(study)
    assert {finding.verdict for finding in report.findings} == {"open"}
    assert "something is hidden" in report.headline and " stands at " in report.headline


# --- why ----------------------------------------------------------------------------------------


def test_every_trial_of_every_battle_changes_what_it_says() -> None:
    game: Any = dogfight.load("boots")
    assert isinstance(dogfight.load("boots"), TriesChanges)
    for options in game.samples():
        trials = game.trials(options)
        assert len({trial.text for trial in trials}) == len(trials)
        assert {"first move", "length", "piece"} <= {trial.kind for trial in trials}
        for trial in trials:
            data = with_trial("boots", NamedSet("built-in").files, trial)
            [name] = data.files
            assert name == f"boots/battle_{options['battle']}.toml"
            assert "# prov:" in data.files[name], "comments are kept"


def test_changes_are_tried_one_at_a_time() -> None:
    report = answered(ORCHARD, Budget(games=(200, 6), why=4))
    assert report.why is not None and report.why.games == 4
    texts = {cause.text for cause in report.why.causes}
    assert {"German begins", "7 turns, not 8", "British: one Rifle section less"} <= texts
    assert report.why.first_mover is not None
    assert 0 <= report.why.first_mover.low <= report.why.first_mover.high <= 1
    page = as_page(report)
    assert "Why: changes tried one at a time" in page and "German begins" in page
    assert "--why 4" in report.command


def test_changes_are_told_for_the_leading_side_largest_first() -> None:
    study = ORCHARD.study()
    study.bots = (("one", "random"), ("two", "random"))
    why = why_study(study)
    assert isinstance(why, WhyStudy) and why.causes(1) is None
    why.run(Budget(games=(40 * len(why.points),), why=0), ExecutorConfig(), None)
    causes = why.causes(1)
    assert causes is not None and causes.what == "German" and causes.games == 40
    gaps = [abs(cause.change.difference.mean) for cause in causes.causes]
    assert gaps == sorted(gaps, reverse=True)


def test_changes_are_tried_by_the_strongest_bot_without_a_search() -> None:
    bots = ("random", "easy", "medium", "hard")
    why = why_study(msgspec.structs.replace(ORCHARD, bots=bots).study())
    assert why is not None and [name for name, _ in why.bots] == ["medium"]


def test_cause_that_decides_a_battle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins when no condition holds decides nearly all games of random players."""
    game: Any = dogfight.load("boots")
    key = "battle.else"
    trial = DataTrial("condition", "else", "battle_orchard.toml", ((key, "Seat 0 wins."),))
    monkeypatch.setattr(type(game), "trials", lambda *_: (trial,))
    question = ORCHARD
    study = question.study()
    study.bots = (("one", "random"), ("two", "random"))
    study.run(Budget(games=(400,), why=60), ExecutorConfig(), None)
    report = question.report(study)
    assert report.why is not None and report.why.what == "German"
    [cause] = report.why.causes
    assert cause.change.verdict == "yes" and cause.change.difference.mean < -0.5
    assert "What moves it most: else (German -" in report.headline


def test_trial_that_is_not_in_order_is_left_out() -> None:
    """Without the one gun that its victory is about a battle cannot be read."""
    game: Any = dogfight.load("boots")
    question = msgspec.structs.replace(ORCHARD, options=("battle=hill",))
    why = why_study(question.study())
    assert why is not None
    assert len(why.trials) <= len(game.trials({"battle": "hill"}))
    assert len(why.points) == len(why.trials) + 1


def test_no_changes_are_tried_where_nobody_offers_them() -> None:
    assert why_study(msgspec.structs.replace(ORCHARD, options=()).study()) is None
    squadrons = Question(kind="balance", game="squadrons", bots=("random", "easy"))
    assert why_study(squadrons.study()) is None


# --- the line that repeats ----------------------------------------------------------------------


def called(words: list[str], cwd: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(cwd)
    result = CliRunner().invoke(app, [*words, "--jobs", "1", "--json"])
    assert result.exit_code == 0, result.output
    return msgspec.json.decode(result.stdout, type=Report)


@pytest.mark.usefixtures("own_registry")
def test_repeat_line_repeats_with_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "my kuhn.py"
    plugin.write_text((CLASSICS / "kuhn.py").read_text())
    words = ["lab", "balance", "kuhn", "--plugin", plugin.name, "--bots", "random,easy"]
    first = called([*words, "--minutes", "0.01", "--margin", "0.07"], tmp_path, monkeypatch)
    again = shlex.split(first.command)[1:]
    assert again[again.index("--plugin") + 1] == plugin.name
    assert called(again, tmp_path, monkeypatch) == first


@pytest.mark.parametrize("how", ["--data", "--pack", "boots balance"])
def test_repeat_line_repeats_with_data(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = dogfight.load("boots")
    text = game.catalogue.battles["orchard"].text
    folder = tmp_path / "my data"
    folder.mkdir()
    (folder / "battle_mine.toml").write_text(text.replace("The Orchard", "Mine"))
    limits = ["--bots", "random,easy", "--games", "60,2", "--why", "1", "--seconds", "7"]
    place = folder
    if how == "--pack":
        place = tmp_path / "my pack.zip"
        made = ["pack", "make", "boots", str(folder), "--name", "Mine", "--author", "Ann"]
        assert CliRunner().invoke(app, [*made, "--out", str(place)]).exit_code == 0
    words = ["lab", "balance", "boots", "-o", "battle=mine", "--data", place.name]
    if how == "boots balance":
        words = ["boots", "balance", f"{folder.name}/battle_mine.toml"]
    first = called([*words, *limits], tmp_path, monkeypatch)
    assert called(shlex.split(first.command)[1:], tmp_path, monkeypatch) == first
    assert first.why is not None and first.seconds_a_decision == 7


# --- the page -----------------------------------------------------------------------------------


def test_report_is_whole_on_a_screen_and_on_paper(tmp_path: Path) -> None:
    from house import CHROMIUM, UNSEEN

    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    report = answered(ORCHARD, Budget(games=(400, 6), why=1))
    (tmp_path / "report.html").write_text(as_page(report), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=UNSEEN)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"file://{tmp_path}/report.html")
        assert page.evaluate(_CLIPPED) == [], "every table is whole at 1280"
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.pdf(path=tmp_path / "report.pdf", prefer_css_page_size=True)
        browser.close()
    document = pypdfium2.PdfDocument(tmp_path / "report.pdf")
    texts = [sheet.get_textpage().get_text_range() for sheet in document]
    document.close()
    assert len(texts) <= 4 and all(len(text.split()) > 15 for text in texts), "no empty page"
    whole = " ".join(" ".join(texts).split())
    for sheet in report.sheets:
        assert f"{100 * sheet.draws.mean:.1f} ({100 * sheet.draws.low:.1f}" in whole
        assert f"{sheet.turns.mean.mean:.1f} ({sheet.turns.mean.low:.1f}" in whole
        assert f" {sheet.minutes:g} " in whole


_CLIPPED = """[...document.querySelectorAll('.wide')]
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText.slice(0, 80))"""
