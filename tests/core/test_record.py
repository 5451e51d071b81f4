"""Records: both forms are lossless, and whatever was damaged, cut or edited is refused with line and reason."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.core.errors import BadRecord
from dogfight.core.record import parse, verify
from dogfight.core.table import Table

GAME = dogfight.load("squadrons")


def played() -> Table:
    table = Table(GAME, seed=11, players=['Ana "Ace"', "Ben \\ Bo"])
    table.run([RandomBot(1), RandomBot(2)])
    return table


TABLE = played()
TEXT = TABLE.record.to_text()
LINES = TABLE.record.to_json_lines()
FORMS = pytest.mark.parametrize("form", [TEXT, LINES], ids=["text", "json"])


@FORMS
def test_both_forms_read_back_to_both_forms(form: str) -> None:
    again = parse(form)
    assert again.to_text() == TEXT and again.to_json_lines() == LINES
    assert again.header.players == ['Ana "Ace"', "Ben \\ Bo"]
    assert verify(GAME, again) == TABLE.decision()


def test_an_unfinished_game_has_a_record_too() -> None:
    table = Table(GAME, seed=3)
    table.settle()
    record = parse(table.record.to_text())
    assert record.header.result == "unfinished"
    assert verify(GAME, record) is None


@FORMS
def test_a_cut_record_is_refused(form: str) -> None:
    cut = "".join(form.splitlines(keepends=True)[:-5])
    with pytest.raises(BadRecord, match=r"line \d+: the record breaks off"):
        parse(cut)


@FORMS
def test_a_missing_line_is_refused_by_its_number(form: str) -> None:
    lines = form.splitlines()
    del lines[30]
    with pytest.raises(BadRecord, match="line 31: expected move number"):
        parse("\n".join(lines))


@FORMS
def test_lines_after_the_end_are_refused(form: str) -> None:
    with pytest.raises(BadRecord, match="expected nothing after the end"):
        parse(form + "more\n")


def test_an_edited_move_is_refused_with_its_number() -> None:
    at = re.search(r"^(\d+)\. R R(\d) ", TEXT, re.M)
    assert at is not None
    other = "2" if at[2] != "2" else "3"
    edited = TEXT.replace(at[0], f"{at[1]}. R R{other} ", 1)
    with pytest.raises(BadRecord, match=rf"move {at[1]} \(R R{other}\): the position hashes"):
        verify(GAME, parse(edited))


def test_an_illegal_move_names_its_rule() -> None:
    edited = re.sub(r"^2\. ([RG]) \S+ ", r"2. \1 IL ", TEXT, count=1, flags=re.M)
    with pytest.raises(BadRecord, match="move 2") as caught:
        verify(GAME, parse(edited))
    assert caught.value.rule.startswith("SQ-")


@pytest.mark.parametrize(
    ("tag", "value", "says"),
    [
        ("Game", "chess", "expected a record of squadrons, got one of chess"),
        ("Rules", "0", "expected rules version 1, got 0"),
        ("Data", "0" * 16, "was played with data"),
        ("Start", "0" * 16, "start position"),
        ("Result", "draw deck SQ-8.9 x", "the moves give"),
        ("Dogfight", "9", "expected record format 1, got 9"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(tag: str, value: str, says: str) -> None:
    edited = re.sub(rf'^\[{tag} ".*"\]$', f'[{tag} "{value}"]', TEXT, count=1, flags=re.M)
    with pytest.raises(BadRecord, match=says):
        verify(GAME, parse(edited))


@pytest.mark.parametrize("text", ["", "\n", "{", "[Game biplanes]", "hello", '{"n": 1}', "[]"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="line"):
        parse(text)


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_any_changed_character_is_refused_or_harmless(at: int, character: str) -> None:
    changed = TEXT[:at] + character + TEXT[at + 1 :]
    try:
        again = parse(changed)
        verify(GAME, again)
    except BadRecord:
        return
    assert again.moves == parse(TEXT).moves
