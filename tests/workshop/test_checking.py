"""The check says where a fault is, and survives whatever it is given."""

from __future__ import annotations

import pytest

from dogfight.core.errors import BadData, BadOption
from dogfight.datafiles.files import built_in
from dogfight.workshop.checking import MOST_FILES, MOST_LETTERS, check
from dogfight.workshop.requests import AskAboutFiles, DrawStart, answer


def own(game: str, name: str) -> str:
    return built_in(game).joinpath(name).read_text(encoding="utf-8")


def test_faults_of_several_files_are_told_with_their_places() -> None:
    hill = own("boots", "battle_hill.toml").replace("morale = 4", "morale = 9", 1)
    ford = own("boots", "battle_ford.toml").replace('"A6 B5', '"A6 B9', 1)
    findings = check("boots", {"battle_hill.toml": hill, "battle_ford.toml": ford})
    places = {(finding.file, finding.place, finding.rule) for finding in findings}
    assert ("battle_ford.toml", ("map", "roads"), "CB-2.16") in places
    assert ("battle_hill.toml", ("side", 0, "morale"), "CB-19.4") in places
    assert all(finding.line > 0 and finding.expected and finding.got for finding in findings)


def test_a_row_of_a_map_is_named() -> None:
    text = own("boots", "battle_ford.toml").replace("..FB..b", "..FQ..b", 1)
    (finding,) = check("boots", {"battle_ford.toml": text})
    assert (finding.key, finding.place) == ("terrain row 4", ("map", "terrain"))
    assert text.splitlines()[finding.line - 1].startswith("..FQ")


def test_what_is_no_toml_is_told_with_its_line_and_without_folders() -> None:
    (finding,) = check("squadrons", {"board.toml": "[board]\ncolumns = = 3\n"})
    assert (finding.file, finding.line) == ("board.toml", 2)
    assert "/" not in finding.text


@pytest.mark.parametrize(
    "files",
    [
        {"../escape.toml": ""},
        {"/etc/passwd": ""},
        {"sub/board.toml": ""},
        {"bord.toml": ""},
        {"<script>.toml": ""},
        {"board.toml": "#" * (MOST_LETTERS + 1)},
        {f"board_{n}.toml": "" for n in range(MOST_FILES + 1)},
    ],
    ids=["up", "root", "folder", "slip", "markup", "long", "many"],
)
def test_hostile_names_and_sizes_are_refused(files: dict[str, str]) -> None:
    with pytest.raises(BadData, match="expected"):
        check("squadrons", files)


@pytest.mark.parametrize(
    "text",
    ["[" * 5000, "a = " + "[" * 5000, "a = " + "{b=" * 3000, "\x00", "a = 1e999\n", "\ud7ff = 1"],
)
def test_hostile_texts_are_findings(text: str) -> None:
    findings = check("squadrons", {"board.toml": text})
    assert findings and all(len(finding.text) < 5000 for finding in findings)


def test_sight_from_a_hex_of_a_battle_without_units() -> None:
    battle = """[map]
terrain = \"\"\"
...
.F.
...
\"\"\"
"""
    asked = AskAboutFiles(
        "boots", {"battle_new.toml": battle}, "sight", {"battle": "new", "hex": "B1"}
    )
    result = answer(asked)
    assert result.answer.rows == ("ooo", "ooo", "xxx")  # type: ignore[attr-defined]
    for about in ({"battle": "new", "hex": "Z9"}, {"battle": "none", "hex": "A1"}, {}):
        with pytest.raises(BadOption, match="expected"):
            answer(AskAboutFiles("boots", {"battle_new.toml": battle}, "sight", about))
    with pytest.raises(BadOption, match="expected a question out of sight"):
        answer(AskAboutFiles("boots", {}, "smell"))


@pytest.mark.parametrize("game", ["biplanes", "boots", "paws", "squadrons", "starfighters"])
def test_the_start_is_drawn(game: str) -> None:
    picture = answer(DrawStart(game, {}))
    assert picture.svg.startswith("<svg")  # type: ignore[attr-defined]


def test_a_picture_follows_the_files_and_faults_are_told() -> None:
    text = own("squadrons", "board.toml")
    plain = answer(DrawStart("squadrons", {"board.toml": text}))
    moved = answer(DrawStart("squadrons", {"board.toml": text.replace('"a1 N"', '"a2 N"')}))
    assert plain != moved
    with pytest.raises(BadOption, match="columns"):
        answer(DrawStart("squadrons", {"board.toml": text.replace("columns = 12", "columns = 99")}))
