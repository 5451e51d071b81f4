"""Records: both forms are lossless, and whatever was damaged, cut or edited is refused with line
and reason.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.core.errors import BadRecord
from dogfight.match.match import Match
from dogfight.match.record import Record, parse
from dogfight.match.replay import verify

GAME = dogfight.load("squadrons")


def played() -> Match:
    table = Match(GAME, seed=11, players=['Ana "Ace"', "Ben \\ Bo"])
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


NAMES = st.text(max_size=30) | st.sampled_from(
    [
        "\u2028",
        "a\u0085b",
        "\x1b[2J",
        "\u202egnol",
        "\u200f",
        "a\nb",
        "\r\n",
        "\0",
        "\x7f",
        '"]',
        "\\",
        "\\u2028",
        "\U000e0041",
    ]
)


@given(st.lists(NAMES, min_size=2, max_size=2))
def test_record_names_round_trip_and_are_printed_escaped(names: list[str]) -> None:
    record = Record.begin(GAME, GAME.options(), names)
    for form in (record.to_text(), record.to_json_lines()):
        assert all(line.isprintable() for line in form.split("\n"))
        assert form.splitlines() == form.removesuffix("\n").split("\n")
        again = parse(form)
        assert again.header.players == names
        assert (
            again.to_text() == record.to_text() and again.to_json_lines() == record.to_json_lines()
        )
        assert parse(form.replace("\n", "\r\n")).header.players == names


def test_record_replaces_unencodable_characters_in_names() -> None:
    record = Record.begin(GAME, GAME.options(), ["half \ud800", "Ben"])
    assert (
        parse(record.to_text()).header.players
        == parse(record.to_json_lines()).header.players
        == ["half ?", "Ben"]
    )


def test_record_of_earlier_release_with_unescaped_name_is_read() -> None:
    old = TEXT.replace("Ben \\\\\\\\ Bo", "Ben \u2028\u0085 Bo")
    assert parse(old).header.players[1] == "Ben \u2028\u0085 Bo" and old != TEXT


@pytest.mark.parametrize("key", ["dogfight", "game", "players", "result", "options"])
@FORMS
def test_a_misspelt_key_is_named_and_stands_for_no_default(form: str, key: str) -> None:
    spelt, misspelt = (
        (f"[{key.capitalize()} ", f"[{key.capitalize()}x ")
        if form == TEXT
        else (f'"{key}":', f'"{key}x":')
    )
    with pytest.raises(BadRecord, match=rf"`{key}x?`"):
        parse(form.replace(spelt, misspelt, 1))
    if form == TEXT:
        with pytest.raises(BadRecord, match=f"unknown field `{key}x`"):
            parse(f'{misspelt}"1"]\n{form}')
    else:
        with pytest.raises(BadRecord, match=f"unknown field `{key}x`"):
            parse(f"{{{misspelt}1,{form[1:]}")


def test_a_key_that_stands_twice_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 2: expected the tag Game once, got it twice"):
        parse('[Game "squadrons"]\n[GAME "biplanes"]\n' + TEXT)
    for line, twice in enumerate(('{"game":"biplanes",', '{"n":1,'), 1):
        lines = LINES.split("\n")
        lines[line - 1] = twice + lines[line - 1][1:]
        with pytest.raises(BadRecord, match=f"line {line}: .* stands there twice"):
            parse("\n".join(lines))
    options = TEXT.replace('[Options "{}"]', r'[Options "{\"a\":1,\"a\":2}"]')
    with pytest.raises(BadRecord, match="'a' stands there twice"):
        parse(options)


@pytest.mark.parametrize("value", ["[" * 100_000, "9" * 5000, '"\\x"', "NaN", "{", '"\\ud800"'])
def test_a_header_that_is_no_json_is_refused(value: str) -> None:
    for key in ("players", "options", "dogfight", "nonces"):
        with pytest.raises(BadRecord, match="line"):
            parse(LINES.replace("{", f'{{"{key}":{value},', 1))
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        with pytest.raises(BadRecord, match="line"):
            parse(
                re.sub(rf'^\[{key.capitalize()} ".*"\]$\n', "", TEXT, flags=re.M).replace(
                    "\n\n", f'\n[{key} "{quoted}"]\n\n', 1
                )
            )


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(BadRecord, match="line"):
        parse(TEXT.replace("\n1. ", f"\n{'1' * 5000}. ", 1))
    with pytest.raises(BadRecord, match="line"):
        parse(re.sub(r"end after \d+", "end after " + "9" * 5000, TEXT))


def test_refused_record_text_is_escaped() -> None:
    edited = re.sub(r"^2\. ([RG]) \S+ ", "2. \\1 \x1b[2J\u202e ", TEXT, count=1, flags=re.M)
    with pytest.raises(BadRecord, match=r"\\u001b\[2J\\u202e") as caught:
        verify(GAME, parse(edited))
    assert str(caught.value).isprintable() and caught.value.message.isprintable()


def test_an_unfinished_game_has_a_record_too() -> None:
    table = Match(GAME, seed=3)
    table.advance()
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
def test_text_that_is_no_record_is_refused(text: str) -> None:
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


@pytest.mark.no_rule("records")
@pytest.mark.parametrize("after", ["\n", "\n\n\n", "\r\n", " \n\t\n"])
def test_blank_lines_after_a_record_are_no_damage(after: str) -> None:
    """`print(record.to_text())` writes one."""
    game = dogfight.load("biplanes")
    table = Match(game, seed=7)
    table.run([RandomBot(1), RandomBot(2)])
    for text in (table.record.to_text(), table.record.to_json_lines()):
        record = parse(text + after)
        assert record.moves == table.record.moves and verify(game, record) == verify(
            game, parse(text)
        )
        with pytest.raises(BadRecord, match="expected nothing after the end"):
            parse(text + after + "more")
