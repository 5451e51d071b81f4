"""Data with the least numbers that are accepted: no roll without dice, no division by nothing
(CB-4.17).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation
from dogfight.core.seat import CHANCE, OVER
from dogfight.datafiles.files import built_in
from dogfight.games.boots import state as st
from dogfight.games.boots.game import Boots
from dogfight.games.boots.odds import automatic_pass
from dogfight.games.boots.rules import menu

BATTLES = [
    *("orchard", "crossroads", "eighty_eights", "hill"),
    *("ford", "convoy", "raiders", "tiger_road"),
]
LEAST = [
    {"air_fp": 0, "bombs": 1, "strafe": 0, "man": 1, "sv": 1, "fp": 1, "mg": 1},
    {"air_fp": 0, "bombs": 0, "strafe": 1, "man": 1, "sv": 1, "fp": 1, "mg": 0},
    {"air_fp": 1, "bombs": 0, "strafe": 0, "man": 1, "sv": 1, "fp": 1, "mg": 0},
]


def reduced(folder: Path, numbers: dict[str, int]) -> Boots:
    """The game with every rating of its pieces that is not 0 set to these numbers, batteries of
    one die, morale 0.
    """
    text = built_in("boots").joinpath("pieces.toml").read_text(encoding="utf-8")
    for name, number in numbers.items():
        text = re.sub(rf"\b{name} = [1-9]\d*", f"{name} = {number}", text)
    every_aircraft_can_do_something = re.sub(
        r"bombs = 0, strafe = 0, man = 1, air_fp = 0",
        "bombs = 1, strafe = 0, man = 1, air_fp = 0",
        text,
    )
    folder.joinpath("pieces.toml").write_text(every_aircraft_can_do_something, encoding="utf-8")
    for name in ("batteries.toml", *(f"battle_{key}.toml" for key in BATTLES)):
        text = built_in("boots").joinpath(name).read_text(encoding="utf-8")
        text = re.sub(r"\bfp = \d+", "fp = 1", re.sub(r"\bmorale = \d", "morale = 0", text))
        folder.joinpath(name).write_text(text, encoding="utf-8")
    return Boots(folder)


@pytest.mark.parametrize("numbers", LEAST, ids=["bombs", "strafe", "air_fp"])
def test_cb_4_17_least_numbers_are_played_to_the_end(
    tmp_path: Path, numbers: dict[str, int]
) -> None:
    game = reduced(tmp_path, numbers)
    for n, key in enumerate(BATTLES):
        dice = Dice(n)
        p = game.new({"battle": key})
        while (actor := int(p.actor())) != OVER:
            if actor == CHANCE:
                assert p.handful() >= 1
                p.roll(dice)
                continue
            assert p.choice_count() > 0
            if dice.below(16) == 0:
                assert game.view(p, actor).legal  # with the odds of everything
                automatic_pass(p, "50")
                assert 0.0 <= game.advice.evaluate(p, actor) <= 1.0
                game.advice.rollout_choice(p, dice)
            p.apply(actor, p.choice(dice.below(p.choice_count())))


def test_cb_4_17_aircraft_without_firepower_does_not_shoot(tmp_path: Path) -> None:
    game = reduced(tmp_path, LEAST[0])
    line = game.notation.write(game.new({"battle": "convoy"}))
    first = next(word for word in line.split() if word.startswith("SPITFIRE-1"))
    foe = next(word for word in line.split() if word.startswith("bf110-1"))
    p = game.notation.read(line.replace(first, f"{first}>{foe}"))
    legal = {entry.notation for entry in game.view(p, 0).legal}
    assert "break:SPITFIRE-1" in legal or "break:SPITFIRE-1/bf110-1" in legal
    assert not any(word.startswith(("shoot:", "run:")) for word in legal)


def test_cb_4_17_position_of_an_attack_without_dice_is_refused(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1,RIFLE-2,BOYS-1 A4:rifle-1,rifle-2")
    s.play("fire:RIFLE-1 at:rifle-1")
    assert s.stage == "mustering"
    p = s.p.copy()
    boys = s.battle.labels["BOYS-1"]
    p.lead, p.firers = boys, 1 << boys  # one die, less one against infantry
    with pytest.raises(BadNotation, match="an attack with dice"):
        s.game.notation.read(s.game.notation.write(p))


def test_cb_4_17_position_of_a_strafing_run_needs_a_rating(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A1:RIFLE-1 A3:rifle-1", turn=2, aircraft1="{ ger_he111 = [1, 1] }")
    s.play("air:he111-1")
    p = s.p.copy()
    p.shots = 2
    with pytest.raises(BadNotation, match="an aircraft that can strafe"):
        s.game.notation.read(s.game.notation.write(p))


def test_cb_16_2_position_of_an_assault_needs_rifle_squads(desk: Any) -> None:
    s = desk.scene("F\n.", "A1:RIFLE-1,TRUCK-1,tiger-1", at="close/fighting")
    s.play("assault:RIFLE-1")
    assert s.p.stage == st.DEFENDING and menu.PASS in s.game.legal(s.p, 1)
    p = s.p.copy()
    p.firers = p.gunners = 1 << s.battle.labels["TRUCK-1"]
    with pytest.raises(BadNotation, match="rifle squads that assault"):
        s.game.notation.read(s.game.notation.write(p))
