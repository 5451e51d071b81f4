"""The rules come with the package and can be asked by id."""

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
    assert set(titles) == {rulebook.chapter_of(one) for one in rulebook.rules(game)}
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
