"""Records of an earlier rules version: used with a notice where they play the same, else refused
with both versions.
"""

import json
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import dogfight
from dogfight.cli.app import app
from dogfight.core.decision import Over
from dogfight.core.errors import BadRecord
from dogfight.core.seat import OPEN
from dogfight.match import draws
from dogfight.match.record import Record, parse
from dogfight.match.replay import has_older_rules, verify, version_notice
from dogfight.review.steps import steps_of
from dogfight.tui.replay import Steps
from dogfight.tui.screens.replay import ReplayScreen

pytestmark = pytest.mark.no_rule("records")

BIPLANES = dogfight.load("biplanes")
FOLDER = Path(__file__).parents[1] / "games" / "biplanes"
SAME = FOLDER / "rules_2_same.txt"
"""A solo bombing of rules 2, which cites BD-22.8 for its result; today it is BD-25.23."""
DIFFERS = FOLDER / "rules_2_differs.txt"
"""A rescue of rules 2 in which a landed rescuer shoots with a 0 (BD-23.17) at move 26."""
VERSIONS = r"written with rules version 2 of Biplanes, this program has 3\b.*move 26 \(p2 1/0\)"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def with_rules(record: Record, rules: str) -> Record:
    return Record(msgspec.structs.replace(record.header, rules=rules), record.moves, record.result)


def test_older_record_that_plays_the_same_is_used() -> None:
    record = parse(SAME.read_text(encoding="utf-8"))
    end = verify(BIPLANES, record)
    assert isinstance(end, Over) and end.rule == "BD-25.23" and "BD-22.8" in record.header.result
    notice = version_notice(BIPLANES, record.header)
    assert "rules version 2 of Biplanes" in notice and "version 3" in notice
    assert version_notice(BIPLANES, with_rules(record, "3").header) == ""
    assert steps_of(BIPLANES, record)


def test_same_version_has_to_cite_the_same_rule() -> None:
    record = with_rules(parse(SAME.read_text(encoding="utf-8")), "3")
    with pytest.raises(BadRecord, match="the header's result is"):
        verify(BIPLANES, record)


@pytest.mark.parametrize(
    "result", ["0 shot_down BD-22.8", "nobody exit BD-22.8 lost", "unfinished"]
)
def test_older_record_with_another_result_is_refused(result: str) -> None:
    record = parse(SAME.read_text(encoding="utf-8"))
    edited = Record(msgspec.structs.replace(record.header, result=result), record.moves)
    with pytest.raises(BadRecord, match=r"rules version 2 .* the header's result"):
        verify(BIPLANES, edited)


def test_older_record_that_differs_names_both_versions() -> None:
    record = parse(DIFFERS.read_text(encoding="utf-8"))
    for read in (verify, steps_of, lambda game, item: Steps(game, item, OPEN)):
        with pytest.raises(BadRecord, match=VERSIONS):
            read(BIPLANES, record)


def test_older_header_that_does_not_fit_names_both_versions() -> None:
    record = parse(SAME.read_text(encoding="utf-8"))
    header = msgspec.structs.replace(
        record.header, options={**record.header.options, "mode": "racing"}
    )
    with pytest.raises(BadRecord, match=r"rules version 2 of Biplanes.*option mode"):
        verify(BIPLANES, Record(header, record.moves))


@pytest.mark.parametrize("rules", ["0", "4", "10", "02", "-1", "1.5", "two", "", "9" * 40])
def test_version_that_is_not_older_is_refused_at_once(rules: str) -> None:
    record = with_rules(parse(SAME.read_text(encoding="utf-8")), rules)
    assert not has_older_rules(BIPLANES, record.header)
    with pytest.raises(
        BadRecord, match=f"^expected rules version 3, got {re.escape(rules)}"
    ) as caught:
        verify(BIPLANES, record)
    assert ("newer release" in caught.value.message) == (rules in ("4", "10"))


def test_draws_of_an_older_record_follow_its_own_version() -> None:
    """The promise was made with the version in the header."""
    record = parse(SAME.read_text(encoding="utf-8"))
    seed, code = b"\x07" * 32, "LARK-2345"
    commit = draws.commitment(code, "biplanes", "2", seed)
    header = msgspec.structs.replace(record.header, code=code, commit=commit, seed=seed.hex())
    with pytest.raises(BadRecord, match=r"rules version 2 .*: move \d+: the seed gives"):
        draws.check_draws(BIPLANES, Record(header, record.moves))
    assert draws.check_draws(BIPLANES, Record(header, [])) == draws.DrawCheck(0, 0)


def test_verify_and_replay_say_both_versions() -> None:
    for verb, more in (("verify", ()), ("replay", ("--lines",))):
        result = run(verb, SAME, *more)
        assert (
            result.exit_code == 0
            and "rules version 2 of Biplanes; this program has version 3" in result.output
        )
        assert "rules version 2" in json.loads(run(verb, SAME, "--json").stdout)["notice"]
        result = run(verb, DIFFERS, *more)
        said = str(result.exception) if result.exception and not result.output else result.output
        assert result.exit_code and re.search(VERSIONS, said)
    assert (
        "rules version 1"
        in json.loads(run("verify", FOLDER / "rules_1.txt", "--json").stdout)["notice"]
    )


def test_review_says_both_versions() -> None:
    result = run("review", SAME, "--samples", "1")
    assert (
        result.exit_code == 0
        and "rules version 2 of Biplanes; this program has version 3" in result.output
    )


def test_replay_screen_begins_with_the_notice() -> None:
    screen = ReplayScreen(Steps(BIPLANES, parse(SAME.read_text(encoding="utf-8")), OPEN))
    assert [line.text[:34] for line in screen._lines[:2]] == [
        "The beginning.",
        "This record was written with rules",
    ]
