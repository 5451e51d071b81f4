"""Battles that can never be won as they say, or are won before anybody has done anything, are
refused at their line.
"""

from __future__ import annotations

import pytest

from dogfight.core.errors import BadData
from dogfight.datafiles.files import DataFile, built_in
from dogfight.games.boots.game import Boots

pytestmark = pytest.mark.no_rule("bad input")

BOOTS = Boots()


def text_of(name: str) -> str:
    return str(built_in("boots").joinpath(f"battle_{name}.toml").read_text(encoding="utf-8"))


def refused(text: str) -> str:
    with pytest.raises(BadData) as caught:
        BOOTS.adopt("x", DataFile("x.toml", text, "x.toml"))
    return str(caught.value)


def orchard(victory: str) -> str:
    lines = text_of("orchard").splitlines()
    return "\n".join(
        f'victory = "{victory}"' if line.startswith("victory") else line for line in lines
    )


@pytest.mark.parametrize(
    ("victory", "words"),
    [
        (
            "Seat 0 wins in any End phase in which no ger_flak88 is left.",
            "units that take part in the battle",
        ),
        (
            "Seat 0 wins in any End phase in which no German tanks are left.",
            "units that take part in the battle",
        ),
        (
            "Seat 0 wins at the end of turn 9 if it controls at least two objectives.",
            "from 1 to the last, 8",
        ),
        (
            "Seat 0 wins at the end of turn 0 if it controls at least two objectives.",
            "from 1 to the last, 8",
        ),
        (
            "Seat 0 wins in any End phase if it has exited at least two British units.",
            "can leave by `exits`",
        ),
        (
            "Seat 1 wins in any End phase, if it controls at least two objectives.",
            "does not hold from the start",
        ),
        (
            "Seat 0 wins in any End phase in which fewer than 5 German units are left.",
            "a number up to 4",
        ),
        (
            "Seat 0 wins in any End phase in which fewer than 0 German units are left.",
            "fewer than one at least",
        ),
    ],
)
def test_a_condition_that_cannot_be_is_refused(victory: str, words: str) -> None:
    reported = refused(orchard(victory))
    assert (
        reported.startswith("x.toml, line 9: victory: expected")
        and words in reported
        and reported.endswith("[CB-24.3]")
    )


def test_more_exits_than_units_are_refused() -> None:
    text = orchard("Seat 0 wins in any End phase if it has exited at least 8 British units.")
    text = text.replace(
        'zones = { any = ["A1:B7"] }', 'zones = { any = ["A1:B7"] }\nexits = ["H1"]'
    )
    assert "7 can" in refused(text)
    BOOTS.adopt("x", DataFile("x.toml", text.replace("at least 8", "at least 7"), "x.toml"))


@pytest.mark.parametrize(
    "key",
    [
        "aircraft = { bri_hurricane = [1, 1] }",
        "batteries = { bri_25pdr_bty = 1 }",
        'zones = { any = ["A1"] }',
    ],
)
def test_a_dog_fight_has_aircraft_of_one_table(key: str) -> None:
    reported = refused(
        text_of("convoy").replace("bri_gladiator = 1 }", f"bri_gladiator = 1 }}\n{key}", 1)
    )
    assert (
        "line 14" in reported
        and "only seat, name and units in a dog fight" in reported
        and "CB-21.13" in reported
    )


def test_turn_after_the_last_one_is_refused() -> None:
    assert "a game turn up to the last, 5" in refused(
        text_of("hill").replace("ger_ju87 = [2, 2]", "ger_ju87 = [2, 13]")
    )
    text = text_of("orchard").replace(
        "bri_bren = 1 }", "bri_bren = 1 }\nreinforcements = { bri_rifle = [1, 9] }"
    )
    assert "a game turn up to the last, 8" in refused(text)
    late = text_of("convoy").replace("at the end of turn 5,", "at the end of turn 9,")
    assert "a turn from 1 to the last, 8" in refused(late)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("setup = [1, 0]", 'setup = [1, "a"]'),
        ("setup = [1, 0]", "setup = [true, false]"),
        ('objectives = ["F2", "F4", "G5"]', 'objectives = ["F2", ["F4"], 3]'),
        ("control = { F2 = 1", "control = { F2 = 1.0"),
        ("control = { F2 = 1", "control = { F2 = true"),
        ("turns = 8", "turns = 8.0"),
        ("turns = 8", f"turns = {10**22}"),
        ("morale = 4", f"morale = {10**22}"),
        ("bri_rifle = 6", "bri_rifle = 6.5"),
        ('any = ["A1:B7"]', 'any = ["A1:B7", 3]'),
        ('any = ["A1:B7"]', "any = [[1]]"),
        ('name = "British"', 'name = ""'),
        ('name = "British"', 'name = "\\u001b[31m"'),
        ("seat = 0", "seat = 0.0"),
        ("[[side]]\nseat = 0", "[side]\nseat = 0"),
    ],
)
def test_strange_values_are_refused_in_one_line(old: str, new: str) -> None:
    text = text_of("orchard")
    assert old in text
    reported = refused(text.replace(old, new, 1))
    assert reported.startswith("x.toml") and "\n" not in reported
