"""Data sets made from keys, compared on the same deals; curves over their values; pages that
hold what they say.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest
from studies import DUEL, answered, tiles_doubled
from typer.testing import CliRunner

from dogfight import load
from dogfight.bulk.data_sets import DataSet
from dogfight.cli.app import app
from dogfight.core.errors import BadOption
from dogfight.datafiles.files import built_in
from dogfight.lab.overrides import combinations, read_swept, read_values, with_values
from dogfight.lab.page import as_page
from dogfight.lab.questions import Question
from dogfight.lab.study import Budget

GREEN = ("mode=dogfight", "board=main", "p1=green", "p2=red,blue")


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("1..3", (1, 2, 3)),
        ("2..10..4", (2, 6, 10)),
        ("6,8", (6, 8)),
        ("0.5,1.5", (0.5, 1.5)),
        ("true,false", (True, False)),
        ("[1,2],[3]", ([1, 2], [3])),
        ("red,blue", ("red", "blue")),
    ],
)
def test_values_are_ranges_or_lists(words: str, values: tuple[object, ...]) -> None:
    assert read_values(words) == values


def test_a_key_is_changed_and_nothing_else() -> None:
    before = built_in("biplanes").joinpath("sets.toml").read_text(encoding="utf-8")
    swept = read_swept("sets.green.range=2")
    made = with_values("biplanes", DataSet(), [(swept, 2)])
    assert list(made.files) == ["biplanes/sets.toml"]
    expected = tomllib.loads(before)
    expected["sets"]["green"]["range"] = 2
    assert tomllib.loads(made.files["biplanes/sets.toml"]) == expected
    gone = set(before.splitlines()) ^ set(made.files["biplanes/sets.toml"].splitlines())
    assert len(gone) <= 2, "comments and layout stay"
    assert made.load("biplanes").data_digest != load("biplanes").data_digest


def test_keys_lead_into_lists_and_inline_tables() -> None:
    made = with_values(
        "biplanes", DataSet(), [(read_swept("sets.toml:sets.green.tiles.3=[1]"), [1])]
    )
    assert tomllib.loads(made.files["biplanes/sets.toml"])["sets"]["green"]["tiles"]["3"] == [1]


def test_several_keys_go_through_all_combinations() -> None:
    result = combinations([read_swept("a=1..2"), read_swept("b=3,4")])
    assert [tuple(value for _, value in item) for item in result] == [
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
    ]
    with pytest.raises(BadOption, match="from 2 to"):
        combinations([read_swept("a=1..100")])


def test_a_sweep_draws_curves_and_finds_what_matters() -> None:
    """Range 1 hardly ever hits: green gains with every step, and the same deals show it."""
    question = Question(
        kind="sweep",
        game="biplanes",
        options=GREEN,
        swept=("sets.green.range=1..3",),
        bots=("random", "easy"),
    )
    report = answered(question, Budget(games=(6000, 60)))
    green = {curve.strength: curve for curve in report.curves if curve.what == "green"}
    shares = [point.figure.mean for point in green["random"].points]
    assert [point.at for point in green["random"].points] == [
        f"sets.green.range={n}" for n in (1, 2, 3)
    ]
    assert shares[0] < shares[1] < shares[2]
    assert all(0 <= point.figure.low <= point.figure.high <= 1 for point in green["random"].points)
    changes = [change for change in report.changes if change.what == "green"]
    assert [change.strengths["random"].verdict for change in changes] == ["yes", "yes"]
    assert len(report.terms.data) == len(set(report.terms.data.values())) == 3, (
        "every value has data of its own"
    )
    assert "What if we turn the screw?" in as_page(report)


def test_an_option_can_be_swept() -> None:
    words = "lab sweep goofspiel -o cards=2..4 --bots random,easy --games 300 --jobs 1 --json"
    done = CliRunner().invoke(app, words.split())
    report = json.loads(done.stdout)
    turns = next(
        curve
        for curve in report["curves"]
        if curve["what"] == "length" and curve["strength"] == "random"
    )
    assert [point["figure"]["mean"] for point in turns["points"]] == [2.0, 3.0, 4.0]
    assert (
        next(change for change in report["changes"] if change["what"] == "length")["verdict"]
        == "yes"
    )


def test_a_comparison_in_files(tmp_path: Path) -> None:
    tiles_doubled("green").write(tmp_path / "doubled")
    words = [
        "lab",
        "compare",
        "biplanes",
        "--data",
        str(tmp_path / "doubled"),
        "--bots",
        "random,easy",
    ]
    words += ["--games", "2000,40", "--jobs", "1", "--out", str(tmp_path / "out")]
    for option in GREEN:
        words += ["-o", option]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 and "with weaker ones" in done.stdout, done.output
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert list(report["terms"]["data"]) == ["A built-in", "B doubled"]
    green = next(change for change in report["changes"] if change["what"] == "green")
    assert green["strengths"]["random"]["verdict"] == "yes" and "but with easy" in green["words"]
    assert {change["verdict"] for change in report["changes"]} <= {
        "yes",
        "no",
        "small",
        "open",
        "flips",
    }
    page = (tmp_path / "out" / "report.html").read_text()
    assert "A built-in against B doubled" in page and not re.search(r"(src|href)=", page), (
        "it needs nothing else"
    )


def test_a_battle_in_a_file_is_fought(tmp_path: Path) -> None:
    file = tmp_path / "my_battle.toml"
    file.write_text(
        built_in("boots")
        .joinpath("battle_convoy.toml")
        .read_text()
        .replace("Over the Convoy", "Mine")
    )
    words = [
        "boots",
        "balance",
        str(file),
        "--bots",
        "random,easy",
        "--games",
        "40,2",
        "--jobs",
        "1",
        "--json",
    ]
    report = json.loads(CliRunner().invoke(app, words).stdout)
    assert report["title"] == "Mine" and {finding["what"] for finding in report["findings"]} == {
        "British",
        "German",
    }
    built_in_one = CliRunner().invoke(app, ["boots", "balance", "convoy", *words[3:]])
    assert json.loads(built_in_one.stdout)["terms"]["data"].keys() == {"built-in"}


def test_the_page_says_every_verdict_with_its_number() -> None:
    question = Question(
        kind="balance",
        game="biplanes",
        options=(*DUEL, "p1=red", "p2=blue,white"),
        bots=("random", "easy"),
    )
    report = answered(question, Budget(games=(2000, 20)))
    page = as_page(report)
    for finding in report.findings:
        if finding.kind != "pair":
            figure = finding.strengths["random"].figure
            assert (
                f"{100 * figure.mean:.1f} ({100 * figure.low:.1f} to {100 * figure.high:.1f})"
                in page
            )
            assert finding.text in page.replace("&#x27;", "'")
    assert report.command in page and report.terms.data["built-in"] in page
