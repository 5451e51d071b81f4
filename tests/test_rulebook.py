"""The rules come with the package and can be asked by id."""

import re

import pytest

from dogfight import names, rulebook
from dogfight.core.errors import BadOption

COUNTS = {"biplanes": 267, "squadrons": 79, "starfighters": 102, "goofspiel": 7}


@pytest.mark.parametrize(("game", "count"), COUNTS.items())
def test_every_numbered_rule_is_found(game: str, count: int) -> None:
    assert len(rulebook.rules(game)) == count


def test_a_rule_is_read_to_its_end() -> None:
    text = rulebook.rule("squadrons", "SQ-1.11")
    assert text.startswith("The *distance*") and "diagonal lines count like straight ones." in text


def test_a_chapter_gives_all_its_rules() -> None:
    lines = rulebook.rule("squadrons", "SQ-8").splitlines()
    assert len(lines) == 9 and lines[0].startswith("SQ-8.1  ")


@pytest.mark.parametrize("game", names())
def test_every_chapter_has_a_name(game: str) -> None:
    titles = rulebook.chapters(game)
    assert set(titles) == {rulebook.chapter_of(rule) for rule in rulebook.rules(game)}
    assert all(title and not title[0].isdigit() for title in titles.values())


def test_chapters_are_called_what_their_headings_say() -> None:
    assert rulebook.chapters("squadrons")["SQ-7"] == "Shots"
    assert rulebook.chapters("biplanes")["BD-6"] == "Loop the loop"
    assert rulebook.chapter_of("CB-D4") == "CB-D" and rulebook.chapter_of("CB-24.1") == "CB-24"


def test_a_decision_point_in_a_table_is_found() -> None:
    assert rulebook.rule("boots", "CB-D4").startswith("Following fire")


def test_an_unknown_id_or_game_is_refused_with_what_was_expected() -> None:
    with pytest.raises(BadOption, match="got 'nonsense'"):
        rulebook.rule("squadrons", "nonsense")
    with pytest.raises(BadOption, match="chess"):
        rulebook.rules("chess")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "A card decides; black permits `A`. `[seed]` `[R6]`",
            "A card decides; black permits `A`.",
        ),
        ("A *team* is one plane [its crew]. `[ours]`", "A *team* is one plane [its crew]."),
        ("Nine biplanes. `[seed for 138; deduced for 15]`", "Nine biplanes."),
        ("Two faces. `[seed, R-8]`", "Two faces."),
        ("Two fight. `[seed+R47]`", "Two fight."),
        ("Squadrons. `[public: 2 of 3 per side]` They fly.", "Squadrons. They fly."),
        ("Hexes of the table. `[seed: hexes; shape and size ours]`", "Hexes of the table."),
        ("A captured card (SF-8.7) is declared.", "A captured card (SF-8.7) is declared."),
        ("`short` reaches two hexes.", "`short` reaches two hexes."),
        ("The seed (S) is not read. [O]", "The seed (S) is not read. [O]"),
    ],
)
def test_players_read_rules_without_where_they_come_from(text: str, plain: str) -> None:
    assert rulebook.for_players(text) == plain


OLD_TAGS = re.compile(
    r"^`(seed|ours|public)|\((?:[SDOP]|R-?\d+)\b[^()]*\)\s*$|\[[SDOP](?:\+[SDOP])?\]"
)


@pytest.mark.parametrize("game", names())
def test_rulebook_tags_sources_in_one_style(game: str) -> None:
    for rule, text in rulebook.rules(game).items():
        assert not OLD_TAGS.search(text), rule
        shown = rulebook.for_players(text)
        assert "[seed" not in shown and "[ours" not in shown and "[public" not in shown, rule
