"""The odds are exact, equal to the tables of the specification, and shown with every attack."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dogfight.games.boots import notation
from dogfight.games.boots.odds import (
    attack_odds,
    automatic_pass,
    best_dice,
    contest_odds,
    pool_odds,
)
from dogfight.games.boots.rules.dice import KILL, PIN, contest, read_attack

PAGE = (Path(__file__).parents[3] / "src/dogfight/games/boots/rulebook.md").read_text(
    encoding="utf-8"
)
EXACT = [
    ((1, 1, 0, 0), "5/12", "0"),
    ((2, 1, 0, 0), "71/216", "55/216"),
    ((2, 2, 0, 0), "5/18", "155/1296"),
    ((2, 2, 0, 1), "229/1296", "35/648"),
    ((3, 2, 0, 0), "259/972", "439/1944"),
    ((3, 2, 0, 2), "865/7776", "89/1944"),
    ((4, 2, 0, 0), "11839/46656", "4807/15552"),
    ((4, 4, 0, 0), "64295/279936", "77323/559872"),
    ((6, 4, 0, 0), "15949561/60466176", "13264219/60466176"),
    ((2, 2, 1, 0), "313/648", "155/1296"),
    ((6, 2, 0, 1), "115525/559872", "203905/839808"),
]


@pytest.mark.parametrize(("roll", "pin", "kill"), EXACT)
def test_the_exact_values_of_the_specification(
    roll: tuple[int, int, int, int], pin: str, kill: str
) -> None:
    assert attack_odds(*roll) == (Fraction(pin), Fraction(kill))  # CB-10.6, CB-10.7


def table(title: str) -> list[list[str]]:
    """The rows of a table of the page under a bold title."""
    part = PAGE[PAGE.index(f"**{title}") :]
    rows = re.findall(
        r"^\| (\d+) \| (.+) \|$", part[: part.index("\n\n", part.index("| ---"))], re.M
    )
    assert rows
    return [[n, *cells.split(" | ")] for n, cells in rows]


def shown(*chances: Fraction) -> str:
    return " / ".join(f"{float(100 * chance):.1f}" for chance in chances)


@pytest.mark.parametrize(
    ("title", "cover"), [("Cover 0**", 0), ("Cover +1**", 1), ("Cover +2**", 2)]
)
def test_cb_10_7_the_tables_of_pins_and_kills(title: str, cover: int) -> None:
    for n, *cells in table(title):
        assert cells == [shown(*attack_odds(int(n), m, 0, cover)) for m in (1, 2, 3, 4)]


def test_odds_match_tables_of_close_assault_and_ground_fire() -> None:
    for n, *cells in table("Point blank from an adjacent hex"):
        assert cells == [
            shown(*attack_odds(int(n) + 1, 2, 0, cover)) for cover in (0, 1, 2)
        ]  # CB-10.11
    for n, *cells in table("Same hex, by firepower"):
        assert cells == [shown(sum(attack_odds(int(n) + 1, m))) for m in (1, 2, 3, 4)]  # CB-14.4
    for n, *cells in table("Assault on armor, by firepower"):
        assert cells == [shown(sum(attack_odds(int(n), m))) for m in (1, 2, 3, 4)]  # CB-16.9
    for n, *cells in table("Ground fire** (aircraft"):
        assert cells == [shown(*attack_odds(int(n), sv + 1, 0, 1)) for sv in (1, 2, 3)]  # CB-20.12


def test_cb_1_4_the_table_of_contests() -> None:
    for n, *cells in table("Hand-to-hand match, maneuver, head-on"):
        assert cells == [shown(*contest_odds(int(n), m)) for m in (1, 2, 3, 4, 5)]
    assert contest_odds(3, 2) == (Fraction(319, 648), Fraction(845, 3888), Fraction(1129, 3888))


def test_cb_10_8_the_odds_agree_with_counting_every_throw() -> None:
    for n, m in ((1, 2), (2, 2), (3, 1)):
        counts = {PIN: 0, KILL: 0, 0: 0}
        wins = 0
        for throw in itertools.product("123456", repeat=n + m):
            a, b = notation.pool("".join(throw[:n])), notation.pool("".join(throw[n:]))
            counts[int(read_attack(a, 0, b, 1))] += 1
            wins += contest(a, b) > 0
        whole = 6 ** (n + m)
        assert attack_odds(n, m, 0, 1) == (
            Fraction(counts[PIN], whole),
            Fraction(counts[KILL], whole),
        )
        assert contest_odds(n, m)[0] == Fraction(wins, whole)


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_cb_1_3_pools_are_multisets_with_exact_weights(count: int) -> None:
    odds = pool_odds(count)
    assert (
        sum(weight for _, weight in odds) == 1
        and sum(chance for *_, chance in best_dice(count)) == 1
    )
    assert len({notation.faces(pool) for pool, _ in odds}) == len(odds)


def test_cb_1_6_a_larger_pool_is_rolled_in_handfuls(desk: Any) -> None:
    squads = ",".join(f"RIFLE-{n}" for n in range(1, 8))
    s = desk.scene(".\n.\n.\n.", f"A1:{squads} A4:rifle-1")
    s.play("fire:RIFLE-1 " + " ".join(f"with:RIFLE-{n}" for n in range(2, 8)))
    assert s.dice == "14-2"
    s.play("6654321111")
    assert s.stage == "rolling"
    s.play("6111 65")
    assert s.pinned("rifle-1")  # three sixes in two handfuls read 8 and 6, against 6


@pytest.mark.parametrize("face", ["1", "6"])
def test_cb_1_5_a_pool_of_more_than_63_dice_is_read_back(desk: Any, face: str) -> None:
    squads = ",".join(f"RIFLE-{n}" for n in range(1, 41))
    s = desk.scene(".\n.\n.\n.", f"A1:{squads} A4:rifle-1")
    s.play("fire:RIFLE-1 " + " ".join(f"with:RIFLE-{n}" for n in range(2, 41)))
    assert s.dice == "80-2"
    for left in range(70, -1, -10):
        s.play(face * 10)
        assert s.game.notation.write(s.game.notation.read(s.line())) == s.line()
        assert f"shown_a={face * (80 - left)}" in s.line().split()
    s.play("66")
    assert s.pinned("rifle-1") == (face == "6")  # eighty sixes read 85 and 6, against 7


def test_cb_1_9_every_attack_option_shows_its_odds(desk: Any) -> None:
    s = desk.scene(".\n.\n.\nB", "A1:BREN-1,RIFLE-1 A4:mg34-1,rifle-1")
    s.play("fire:BREN-1")
    words = {entry.notation: entry.text for entry in s.game.view(s.p, 0).legal}
    assert words["at:mg34-1"] == "at MG34 team in A4 (2-1 cover +1: pin 28.2 %, kill 13.9 %)"
    s.play("at:mg34-1")
    words = {entry.notation: entry.text for entry in s.game.view(s.p, 0).legal}
    assert "4-1 cover +1" in words["with:RIFLE-1"] and "2-3 cover +1" in words["also:rifle-1"]


def test_cb_14_4_in_one_hex_every_success_destroys(desk: Any) -> None:
    s = desk.scene(".\n.", "A1:RIFLE-1,rifle-1,rifle-2")
    s.play("fire:RIFLE-1")
    words = {entry.notation: entry.text for entry in s.game.view(s.p, 0).legal}
    assert "3-2: pin 0.0 %, kill 49.2 %" in words["at:rifle-1"]


@pytest.mark.no_rule("standing orders")
@pytest.mark.parametrize(
    ("setting", "passed"),
    [
        ("never", False),
        ("always", True),
        ("30", False),
        ("39.8", True),
        ("100", True),
        ("0", False),
    ],
)
def test_reactions_can_be_passed_by_a_setting(desk: Any, setting: str, passed: bool) -> None:
    s = desk.scene(".\n.\n.\n.\n.", "A1:RIFLE-1,RIFLE-2 A5:rifle-1")
    s.play("move:RIFLE-1 step:S")
    assert automatic_pass(s.p, setting) == passed  # the only shot has 39.7 %
    assert s.game.standing_action(s.p, 1, setting) == (0 if passed else None)
    assert s.game.standing_action(s.p, 0, "always") is None


@pytest.mark.parametrize(("setting", "passed"), [("55", False), ("56.6", True)])
def test_cb_13_15_a_setting_counts_what_units_can_do_together(
    desk: Any, setting: str, passed: bool
) -> None:
    s = desk.scene(".\n.\n.\n.\n.", "A1:RIFLE-1,RIFLE-2 A5:rifle-1,mg34-1")
    s.play("move:RIFLE-1 step:S")
    assert automatic_pass(s.p, setting) == passed  # 39.7 % alone, 56.3 % combined


def test_cb_20_14_a_setting_counts_combined_ground_fire(desk: Any) -> None:
    squads = ",".join(f"RIFLE-{n}" for n in range(1, 7))
    s = desk.scene(".\n.\n.", f"A1:{squads} A3:rifle-1", turn=2, aircraft1="{ ger_ju87 = [1, 1] }")
    s.play("air:ju87-1")
    assert s.stage == "ground-fire" and not automatic_pass(s.p, "50")


@pytest.mark.no_rule("standing orders")
def test_only_reactions_are_passed(desk: Any) -> None:
    s = desk.scene(".\n.", "A1:RIFLE-1 A2:rifle-1")
    assert not automatic_pass(s.p, "always")


@pytest.mark.no_rule("words for people")
def test_odds_are_shown_for_bombs_barrages_and_maneuvers(desk: Any) -> None:
    s = desk.scene(
        "....\n....",
        "A1:RIFLE-1 C1:mg34-1 D2:mg34-2",
        aircraft0="{ bri_blenheim = [1, 1] }",
        batteries0="{ bri_55in = 1 }",
    )
    words = {
        entry.notation: entry.text
        for entry in s.after("air:BLENHEIM-1").game.view(s.after("air:BLENHEIM-1").p, 0).legal
    }
    assert "6-1: pin 17.3 %, kill 63.1 %" in words["to:C1"]
    call = s.after("call:bri_55in/0")
    words = {entry.notation: entry.text for entry in call.game.view(call.p, 0).legal}
    assert words["to:C1"] == "to C1 (1 enemy and 0 own units in the area)"
    melee = desk.scene(".\n.", "A1:RIFLE-1,rifle-1", at="close/fighting").after("melee:A1")
    assert "2-3: win 29.0 %" in melee.game.view(melee.p, 0).legal[0].text
    sky = desk.sky("SPITFIRE-1 bf109-1 ju87-1>SPITFIRE-2 SPITFIRE-2")
    words = {entry.notation: entry.text for entry in sky.game.view(sky.p, 0).legal}
    assert (
        "3-3: win 37.8 %" in words["onto:SPITFIRE-1/bf109-1"]
        and "no roll" in words["onto:SPITFIRE-1/ju87-1"]
    )
