"""Data files: faults with line, key, what was expected and what came; whatever stands in one,
never a traceback.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import dogfight
from dogfight.cli.app import app
from dogfight.core.errors import BadData, UnreadableData
from dogfight.datafiles.files import DataFile, built_in, built_in_names, find
from dogfight.datafiles.toml_lines import Place, toml_lines

run = CliRunner()
WITH_DATA = [name for name in dogfight.names() if built_in_names(name)]
FILES = [(game, name) for game in WITH_DATA for name in built_in_names(game)]
SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))


def text_of(game: str, name: str) -> str:
    return str(built_in(game).joinpath(name).read_text(encoding="utf-8"))


def places(value: Any, place: Place = ()) -> list[Place]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [place] * bool(place) + [
        item for key, part in inner for item in places(part, (*place, key))
    ]


@pytest.mark.parametrize(("game", "name"), FILES)
def test_every_key_of_a_file_is_found_on_its_line(game: str, name: str) -> None:
    file = find(game, name, None)
    lines, rows = toml_lines(file.text), file.text.splitlines()
    for place in places(file.contents):
        key = place[-1]
        assert not isinstance(key, str) or key in rows[lines[place] - 1], place


def test_lines_in_every_form_of_toml() -> None:
    text = '# a\nx = 1\n[a."b.c"]\nd.e = { f = [1,\n  2], "g h" = """\n[z]\nq = 1""" }\n'
    text += "[[k]]\nn = 1\n[[k]]\n[k.m]\no = '#'\n"
    lines = toml_lines(text)
    result = {
        ("x",): 2,
        ("a", "b.c"): 3,
        ("a", "b.c", "d", "e", "f", 1): 5,
        ("a", "b.c", "d", "e", "g h"): 5,
    }
    result |= {("k", 0, "n"): 9, ("k", 1): 10, ("k", 1, "m", "o"): 12}
    assert {place: lines[place] for place in result} == result


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    size: int
    names: tuple[str, ...] = ()


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    parts: dict[str, Inner]
    at: tuple[int, int] = (0, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "[parts.a]\nsize = 1.5",
            "f.toml, line 2: parts.a.size: expected a whole number, got 1.5 [X-1]",
        ),
        (
            "[parts.a]\nsize = true",
            "f.toml, line 2: parts.a.size: expected a whole number, got True [X-1]",
        ),
        (
            "[parts.a]\n\nsize = 1\nsise = 2",
            "line 4: parts.a.sise: expected one of size, names (did you mean size?)",
        ),
        (
            "[parts.a]\nnames = []",
            "line 1: parts.a.size: expected a whole number, got nothing [X-1]",
        ),
        (
            '[parts.a]\nsize = 1\nnames = ["x",\n 3]',
            "line 4: parts.a.names[1]: expected a text, got 3 [X-1]",
        ),
        ("at = [1]\n[parts]", "f.toml, line 1: at: expected a list of 2, got [1] [X-2]"),
        (
            f"at = [1, {10**22}]\n[parts]",
            "line 1: at[1]: expected a whole number of at most 18 digits, got 1000",
        ),
        ("parts = 3", "line 1: parts: expected a table, got 3"),
        ("", "line 1: parts: expected a table, got nothing"),
        ("parts = ", "f.toml: expected TOML; Invalid value (at end of document)"),
        ("at = " + "[" * 5000, "f.toml: expected TOML; less deep lists and tables"),
        ("at = " + "9" * 5000, "f.toml: expected TOML; Exceeds the limit"),
    ],
)
def test_wrong_data_type_error_names_line_key_and_rule(text: str, words: str) -> None:
    with pytest.raises(UnreadableData) as caught:
        DataFile("f.toml", text, "f.toml").read(Shape, {"parts": "X-1", "": "X-2"})
    assert words in str(caught.value)


TOKEN = re.compile(r'"[^"\n]*"|-?\d+|true|false|\[[^\[\]\n]*\]|[A-Za-z_]\w*')
STRANGE = [
    "",
    "-1",
    "0",
    "1",
    "3.5",
    "99",
    "12345678901234567890123",
    "nan",
    "true",
    '"x"',
    '""',
    "[]",
    '["a", 1, 2.5]',
    "{}",
]
STRANGE += [
    "[[1, 2], 3]",
    "{ a = 1 }",
    "1979-05-27",
    "inf",
    '"\\u0000"',
    '"Zürich — 雨"',
    "zz",
    "[0, 0]",
    '["A1"]',
    '"A1"',
]


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str, str]:
    """A built-in file with a few words, lines or signs changed."""
    game, name = draw(st.sampled_from(FILES))
    text = text_of(game, name)
    for _ in range(draw(st.integers(1, 3))):
        how = draw(st.sampled_from(["word", "word", "word", "line", "twice", "sign"]))
        if how == "word":
            result = draw(st.sampled_from(list(TOKEN.finditer(text)) or [re.match("", text)]))
            assert result is not None
            text = text[: result.start()] + draw(st.sampled_from(STRANGE)) + text[result.end() :]
        elif how == "sign":
            at = draw(st.integers(0, len(text)))
            text = (
                text[:at]
                + draw(st.sampled_from(list('[]{}=".,#\n\x00é5-')))
                + text[at + draw(st.integers(0, 1)) :]
            )
        else:
            lines = text.split("\n")
            at = draw(st.integers(0, len(lines) - 1))
            lines[at : at + 1] = [] if how == "line" else [lines[at]] * 2
            text = "\n".join(lines)
    return game, name, text


@pytest.mark.parametrize(
    "text", ["a = { = }", "a = [ = ]", "a = { ]", "a = [ } , }", "a = {{{", "a = [[["]
)
def test_toml_lines_end_on_malformed_text(text: str) -> None:
    assert toml_lines(text)[("a",)] == 1


@settings(
    max_examples=4000 if SOAK else 120, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(mutated())
def test_arbitrary_data_file_raises_only_bad_data(
    tmp_path_factory: Any, broken: tuple[str, str, str]
) -> None:
    game, name, text = broken
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / name).write_text(text, encoding="utf-8")
    try:
        loaded = dogfight.load(game, folder)
        for key in (
            loaded.catalogue.battles if game == "boots" and name.startswith("battle_") else ()
        ):
            if name == f"battle_{key}.toml":
                loaded.battle(key)
    except BadData as error:
        assert str(error) and "Traceback" not in str(error)
    finally:
        shutil.rmtree(folder)


# --- data check ----------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert run.invoke(app, ["data", "export", str(folder)]).exit_code == 0
    return folder


def told(folder: Path, *more: str) -> tuple[int, str]:
    result = run.invoke(app, ["data", "check", str(folder), *more])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_exported_folder_is_in_order(exported: Path) -> None:
    status, words = told(exported)
    assert status == 0 and words.count(" ok ") == len(WITH_DATA)


def test_every_broken_battle_is_reported(exported: Path) -> None:
    boots = exported / "boots"
    change(boots / "battle_orchard.toml", "setup = [1, 0]", 'setup = [1, "a"]')
    change(boots / "battle_hill.toml", "turns = 5", f"turns = {10**22}")
    change(boots / "battle_ford.toml", "morale = 4", "morale = 4.5")
    change(boots / "battle_convoy.toml", "turns = 8", "turns = 7")
    change(boots / "battle_crossroads.toml", "first = ", "furst = ")
    status, words = told(exported)
    assert status == 1
    for name in ("orchard", "hill", "ford", "convoy", "crossroads"):
        assert f"battle_{name}.toml, line " in words, words
    assert "battle_eighty_eights" not in words
    for name in ("orchard", "hill", "ford", "convoy", "crossroads"):
        result = run.invoke(app, ["boots", "check", str(boots / f"battle_{name}.toml")])
        assert result.exit_code == 1 and "line " in result.output


def test_every_unreadable_file_is_reported(exported: Path) -> None:
    change(exported / "paws" / "cards.toml", "damage = 6", 'damage = "six"')
    change(exported / "paws" / "numbers.toml", "hand = 4", "hands = 4")
    change(exported / "squadrons" / "board.toml", "[board]", "[bord]")
    status, words = told(exported)
    assert status == 1
    assert (
        "cards.toml, line 35: card.shoot_pl.damage: expected a whole number, got 'six' [JP-1.9]"
        in words
    )
    assert "numbers.toml, line 5: sizes.hands: expected one of deck, hand" in words
    assert "board.toml, line 7: bord: expected one of meta, board" in words
    assert told(exported, "--game", "biplanes")[0] == 0


def test_unknown_names_and_empty_folders_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    status, words = told(folder)
    assert status == 1 and "expected data files" in words
    (folder / "airplanes").mkdir()
    (folder / "setz.toml").write_text("")
    (folder / "README.md").write_text("Notes.")
    (folder / "biplanes").mkdir()
    (folder / "biplanes" / "Boards.toml").write_text("")
    status, words = told(folder)
    assert status == 1 and "README" not in words
    assert "airplanes: expected a folder named after a game" in words
    assert "did you mean sets.toml?" in words and "did you mean boards.toml?" in words


def test_data_folder_without_game_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "starfighters").mkdir()
    with pytest.raises(BadData, match=r"expected boards.toml, .* got none of them"):
        dogfight.load("biplanes", tmp_path)
    result = run.invoke(app, ["sim", "biplanes", "--games", "1", "--data", str(tmp_path)])
    assert result.exit_code == 2
