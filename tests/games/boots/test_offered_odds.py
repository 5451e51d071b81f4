"""Every number that is offered with an action, held against what the dice then do."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import pytest

from dogfight.core.dice import Dice
from dogfight.core.position import Trace
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots import state as st
from dogfight.games.boots.odds import pool_odds
from dogfight.games.boots.rules import barrage, close, menu
from dogfight.games.boots.rules import dogfight as sky
from dogfight.games.boots.rules.dice import KILL, PIN

SOAK = "DOGFIGHT_SOAK" in os.environ
GAMES, LOOKS, CAP = (6, 2, 6) if SOAK else (2, 4, 1)
"""Games of each battle, how seldom a decision is looked at, and how many options of each shape
are checked.
"""
EXACT = 1500
"""Rolls with more combinations of outcomes are sampled."""
SAMPLES = 2000 if SOAK else 500
ROUNDING = 0.0005 + 1e-9
BATTLES = [
    *("orchard", "crossroads", "eighty_eights", "hill"),
    *("ford", "convoy", "raiders", "tiger_road"),
]

ATTACK = re.compile(
    r"(?:best of (?P<of>\d+), )?(?P<dice>\d+)-(?P<against>\d+)(?P<parts>[^:]*): "
    r"(?P<name>pin|damage) (?P<pin>[\d.]+) %(?: \(kills (?P<weak>\d+) of (?P<group>\d+)\))?, kill"
    r" (?P<kill>[\d.]+) %"
)
CONTEST = re.compile(r"(\d+)-(\d+): win (?P<win>[\d.]+) %, tie (?P<tie>[\d.]+) %")
AREA = re.compile(r"(?P<foes>\d+) enemy and (?P<own>\d+) own units in the area")
ANSWERS = (st.MUSTERING, st.DEFENDING, st.GROUND_FIRE, st.STORMING)


class Rate(NamedTuple):
    """How often something happened, and how far a sample may be from the truth."""

    value: float
    slack: float

    def agrees(self, stated: float) -> bool:
        return abs(self.value - stated) <= self.slack + ROUNDING


# --- what really follows
# ---------------------------------------------------------------------------


def throws(p: Any, dice: Dice) -> Iterator[tuple[float, Any]]:
    """Every way in which one opposed roll can fall, with its chance, or a sample where there are
    too many.
    """
    if max(p.dice_a, p.dice_d) <= 10:
        first, second = pool_odds(int(p.dice_a)), pool_odds(int(p.dice_d))
        if len(first) * len(second) <= EXACT:
            for outcome, chance in first:
                half = p.copy()
                half.apply(CHANCE, outcome)
                for answer, weight in second:
                    yield float(chance * weight), fallen(half, answer)
            return
    for _ in range(SAMPLES):
        twin = p.copy()
        while twin.stage == st.ROLLING:
            twin.roll(dice)
        while twin.dice_d - len_shown(twin) > 10:
            twin.roll(dice)
        twin.trace = Trace()
        twin.roll(dice)
        yield 1 / SAMPLES, twin


def len_shown(p: Any) -> int:
    return sum(int(p.shown_d) >> 10 * face & 1023 for face in range(6))


def fallen(half: Any, answer: int) -> Any:
    """A position after the last dice, with what they told."""
    twin = half.copy()
    twin.trace = Trace()
    twin.apply(CHANCE, answer)
    return twin


def rates(p: Any, dice: Dice, result: Any) -> dict[Any, Rate]:
    """How often each result of a roll comes."""
    counts: dict[Any, float] = {}
    exact = True
    for weight, after in throws(p, dice):
        exact = exact and weight != 1 / SAMPLES
        key = result(after)
        counts[key] = counts.get(key, 0.0) + weight
    return {
        key: Rate(value, 0.0 if exact else slack(value, SAMPLES)) for key, value in counts.items()
    }


def slack(value: float, count: int) -> float:
    """Five standard deviations, and something for rare results."""
    return 5 * sqrt(max(value * (1 - value), 0.5 / count) / count)


def at_the_dice(p: Any, action: int) -> list[Any]:
    """The attacks that an option leads to, before their first dice, if nobody answers or joins
    in.
    """
    twin = p.copy()
    twin.apply(twin.actor(), action)
    if twin.stage == st.AIMING:
        return [
            roll
            for i in range(int(twin.choice_count()))
            for roll in at_the_dice(twin, int(twin.choice(i)))
        ]
    while twin.stage in ANSWERS and (twin.stage != st.STORMING or twin.aim >= 0):
        twin.apply(twin.actor(), menu.PASS)
    return [twin] if twin.stage == st.ROLLING else []


class Fate(NamedTuple):
    """What an attack does to one target or group."""

    pin: Rate
    kill: Rate
    killed_by_pin: int
    size: int


def outcome_of(before: Any, after: Any) -> tuple[str, int]:
    """What happened to the target or group of one roll: nothing, something or everything, and
    how many died.
    """
    if before.how == st.GROUND:
        (result,) = [item[3] for item in after.trace.items if item[0] == st.N_PLANE_HIT]
        return {PIN: "pin", KILL: "kill"}.get(result, ""), int(result == KILL)
    results = [item[3] for item in after.trace.items if item[0] == st.N_RESULT]
    assert len(results) == int(before.group).bit_count()
    dead = results.count(KILL)
    if dead == len(results):
        return "kill", dead
    return "pin" if dead or PIN in results else "", dead


def fates(p: Any, dice: Dice) -> list[Fate]:
    """The chances of everybody whom an attack is aimed at: one roll, or one after the other."""
    if p.pending:
        return shelled(p, dice)
    result = rates(p, dice, lambda after: outcome_of(p, after))
    none = Rate(0.0, 0.0)
    pins = [(key[1], rate) for key, rate in result.items() if key[0] == "pin"]
    kills = [rate for key, rate in result.items() if key[0] == "kill"]
    assert len(pins) <= 1 and len(kills) <= 1
    size = 1 if p.how == st.GROUND else int(p.group).bit_count()
    return [
        Fate(
            pins[0][1] if pins else none,
            kills[0] if kills else none,
            pins[0][0] if pins else 0,
            size,
        )
    ]


def shelled(p: Any, dice: Dice) -> list[Fate]:
    """Units under h fire or bombs, each of which has a roll of its own; riders fall with their
    vehicle.
    """
    counts: dict[int, Counter[int]] = {}
    for _ in range(SAMPLES):
        twin = p.copy()
        under_fire = int(twin.pending | twin.group)
        results: dict[int, int] = {}
        while (
            twin.stage in (st.ROLLING, st.REPLYING)
            and twin.how == p.how
            and under_fire & ~mask(results)
        ):
            twin.trace = Trace()
            twin.roll(dice)
            for kind, unit, _, result, _ in twin.trace.items:
                if kind == st.N_RESULT:
                    results[unit] = result
                    riders = [
                        u for u in range(int(p.t.units)) if p.link[u] == unit + 1 and p.is_rider(u)
                    ]
                    if result == KILL:
                        results |= {u: KILL for u in riders if under_fire >> u & 1}
        for unit, result in results.items():
            counts.setdefault(unit, Counter())[result] += 1
    return [Fate(sampled(count[PIN]), sampled(count[KILL]), 0, 1) for count in counts.values()]


def sampled(count: int) -> Rate:
    return Rate(count / SAMPLES, slack(count / SAMPLES, SAMPLES))


def mask(units: dict[int, int]) -> int:
    return sum(1 << unit for unit in units)


# --- the checks
# ------------------------------------------------------------------------------------


def check_attack(p: Any, action: int, stated: re.Match[str], dice: Dice) -> None:
    """[CB-10.8] The stated chances are those of the likeliest target, and the number of targets
    is right.
    """
    real = [fate for roll in at_the_dice(p, action) for fate in fates(roll, dice)]
    pin, kill = float(stated["pin"]) / 100, float(stated["kill"]) / 100
    assert int(stated["of"] or 1) == len(real), (stated[0], real)
    assert any(fate.pin.agrees(pin) and fate.kill.agrees(kill) for fate in real), (stated[0], real)
    for fate in real:
        assert (
            fate.pin.value + fate.kill.value
            <= pin + kill + fate.pin.slack + fate.kill.slack + 2 * ROUNDING
        )
    if len(real) == 1 and pin:
        weak, group = int(stated["weak"] or 0), int(stated["group"] or real[0].size)
        assert (weak, group) == (real[0].killed_by_pin, real[0].size), (stated[0], real)


def check_air_fire(p: Any, action: int, stated: re.Match[str], dice: Dice) -> None:
    """[CB-23.3] [CB-23.4] Damage and destruction of an aircraft that is fired at."""
    foe = action % menu.KIND % menu.PAIR
    twin = p.copy()
    twin.apply(twin.actor(), action)

    def result(after: Any) -> str:
        if after.fate[foe] == st.SHOT_DOWN:
            return "kill"
        return "damage" if after.damaged >> foe & 1 and not p.damaged >> foe & 1 else ""

    real = rates(twin, dice, result)
    for what, name in (("damage", "pin"), ("kill", "kill")):
        assert real.get(what, Rate(0.0, 0.0)).agrees(float(stated[name]) / 100), (stated[0], real)


def check_contest(p: Any, action: int, stated: re.Match[str], dice: Dice) -> None:
    """[CB-1.7] [CB-15.10] [CB-22.1] Win and tie of highest die against highest die."""
    twin = p.copy()
    twin.apply(twin.actor(), action)
    if p.stage == st.PAIRING:
        real = rates(
            to_match(twin, int(twin.matches), dice), dice, lambda after: match_result(p, after)
        )
    else:
        real = rates(twin, dice, lambda after: sky_result(twin, after))
    if twin.how == st.DODGE:  # a tie and a loss are the same
        assert real["win"].agrees(float(stated["win"]) / 100), (stated[0], real)
        return
    for what in ("win", "tie"):
        assert real.get(what, Rate(0.0, 0.0)).agrees(float(stated[what]) / 100), (stated[0], real)


def to_match(twin: Any, bout: int, dice: Dice) -> Any:
    """Pair the others, let nobody join, and fight until this match is to be rolled."""
    while twin.stage != st.ROLLING or twin.bout != bout:
        if twin.actor() == CHANCE:
            twin.roll(dice)
        else:
            options = [int(twin.choice(i)) for i in range(int(twin.choice_count()))]
            twin.apply(twin.actor(), menu.PASS if menu.PASS in options else options[0])
    return twin


def match_result(p: Any, after: Any) -> str:
    (won,) = [item[2] for item in after.trace.items if item[0] == st.N_MATCH]
    if close.leader(p) != p.active:
        won = -won
    return {1: "win", 0: "tie", -1: "loss"}[won]


def sky_result(before: Any, after: Any) -> str:
    """Who won, from what follows."""
    me, foe = int(before.plane), int(before.foe)
    if before.how == st.HEAD_ON:
        return "win" if after.fate[foe] else "loss" if after.fate[me] else "tie"
    if after.stage == st.CHOOSING:
        return "loss" if before.how == st.ONTO else "win"
    reported = [item[1:4] for item in after.trace.items if item[0] == st.N_SKY]
    if (
        before.how == st.DODGE
    ):  # one that is damaged leaves afterwards, so its position tells nothing
        return "loss" if (sky.SKY_FLEES_ON, me, foe) in reported else "win"
    if (sky.SKY_PURSUES, me, foe) in reported:
        return "win"
    return "tie" if (sky.SKY_TURNS, me, foe) in reported else "loss"


def check_area(p: Any, action: int, stated: re.Match[str]) -> None:
    """[CB-18.9] Those who would be under the barrage."""
    twin = p.copy()
    twin.aimed[int(p.lead)] = action % menu.KIND
    under_fire = int(barrage.under_barrage(twin, p.lead, p.alive))
    counts = [(under_fire & int(p.t.sides[side])).bit_count() for side in (p.inactive(), p.active)]
    assert counts == [int(stated["foes"]), int(stated["own"])]


def check(game: Any, p: Any, action: int, promise: str, dice: Dice) -> None:
    """Hold what is stated against what follows; a promise of any other form is an error."""
    if promise == "no roll":
        twin = p.copy()
        twin.apply(twin.actor(), action)
        assert twin.stage != st.ROLLING
    elif stated := AREA.fullmatch(promise):
        check_area(p, action, stated)
    elif stated := CONTEST.fullmatch(promise):
        check_contest(p, action, stated, dice)
    else:
        stated = ATTACK.fullmatch(promise)
        assert stated is not None, (game.notation.write(p), promise)
        assert (stated["name"] == "damage") == (
            p.stage == st.FLYING or p.stage == st.GROUND_FIRE or p.how == st.GROUND
        )
        (check_air_fire if p.stage == st.FLYING else check_attack)(p, action, stated, dice)


def shape(p: Any, action: int, promise: str) -> tuple[Any, ...]:
    """What kind of statement this is; a few of each are checked."""
    stated = ATTACK.fullmatch(promise)
    if stated is None:
        return int(p.stage), action // menu.KIND
    parts = bool(stated["of"]), re.sub(r"\d", "", stated["parts"]), bool(stated["weak"])
    return int(p.stage), int(p.how), action // menu.KIND, *parts, stated["pin"] == "0.0"


def check_all(scene: Any) -> dict[str, str]:
    """Check every option of a scene; returns what they promise."""
    offered = {
        entry.notation: entry.odds_text for entry in scene.game.view(scene.p, scene.actor).legal
    }
    for word, promise in offered.items():
        if promise:
            action = scene.game.notation.read_action(scene.p, scene.actor, word)
            check(scene.game, scene.p, action, promise, Dice(7))
    return offered


# --- the tests
# -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BATTLES)
def test_cb_10_8_offered_odds_are_what_the_dice_do(boots: Any, key: str) -> None:
    seen: Counter[tuple[Any, ...]] = Counter()
    for n in range(GAMES):
        dice = Dice(100 * n + len(key))
        p = boots.new({"battle": key})
        while (actor := p.actor()) != OVER:
            if actor == CHANCE:
                p.roll(dice)
                continue
            if (p.t.dogfight or dice.below(LOOKS) == 0) and p.stage not in (
                st.PLACING,
                st.STEPPING,
            ):
                look(boots, p, seen, dice)
            p.apply(actor, p.choice(dice.below(p.choice_count())))
    assert len(seen) >= 6, seen


def look(game: Any, p: Any, seen: Counter[tuple[Any, ...]], dice: Dice) -> None:
    speaker = game.text.speaker(p)
    for action in game.legal(p, p.actor()):
        promise = speaker.action_data(p, action).odds_text
        kind = shape(p, action, promise)
        if promise and seen[kind] < CAP:
            seen[kind] += 1
            check(game, p, action, promise, dice)


def test_cb_23_4_hit_on_a_damaged_aircraft_is_a_kill(desk: Any) -> None:
    offered = check_all(desk.sky("SPITFIRE-1>ju87-1 SPITFIRE-2 ju87-1* bf109-1* bf109-2"))
    assert offered["shoot:SPITFIRE-1/ju87-1"] == "3-2: damage 0.0 %, kill 49.2 %"
    assert offered["run:SPITFIRE-2/bf109-1"].startswith("3-3: damage 0.0 %")
    assert not offered["run:SPITFIRE-2/bf109-2"].startswith("3-3: damage 0.0 %")


def test_cb_23_9_head_on_odds_are_those_of_both_pools(desk: Any) -> None:
    assert "head-on:SPITFIRE-1/bf109-1" in check_all(desk.sky("SPITFIRE-1 bf109-1", turn=1))


def test_cb_12_9_group_of_pinned_units_is_killed(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1,RIFLE-2 A4:rifle-1~1,rifle-2~1,rifle-3", turn=3)
    s.play("fire:RIFLE-1")
    offered = check_all(s)
    assert (
        offered["at:rifle-1"] == "2-2: pin 0.0 %, kill 39.7 %"
        and "pin 0.0" not in offered["at:rifle-3"]
    )
    s.play("at:rifle-1")
    offered = check_all(s)
    assert "pin 0.0 %" in offered["also:rifle-2"]
    assert "(kills 1 of 2)" in offered["also:rifle-3"]
    s.play("also:rifle-2")
    assert "(kills 2 of 3)" in check_all(s)["also:rifle-3"]


def test_cb_4_6_shelled_hex_states_its_likeliest_target(desk: Any) -> None:
    s = desk.scene(".\n.\n.\nB", "A1:3IN-1 A4:rifle-1~1,mg34-1,tiger-1(rifle-2)", turn=3)
    assert "best of 4, 3-1" in check_all(s)["fire:3IN-1"]


def test_cb_7_17_riders_are_lost_with_their_vehicle(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:25PDR-1 A4:pz2-1(rifle-1)")
    assert "with its vehicle" in check_all(s)["fire:25PDR-1"]


def test_cb_20_6_bombs_state_their_likeliest_target(desk: Any) -> None:
    places = "A1:RIFLE-1 C1:mg34-1~1,rifle-1,truck-1 D2:mg34-2"
    s = desk.scene("....\n....", places, turn=3, aircraft0="{ bri_blenheim = [1, 1] }")
    offered = check_all(s.after("air:BLENHEIM-1"))
    assert offered["to:C1"].startswith("best of 3, 6-1") and offered["to:D2"].startswith("6-1")


def test_cb_20_17_ground_fire_at_a_damaged_aircraft_kills(desk: Any) -> None:
    s = desk.scene(
        ".\n.\n.", "A1:RIFLE-1,RIFLE-2 A3:rifle-1", turn=2, aircraft1="{ ger_ju87 = [1, 1] }"
    )
    s.play("air:ju87-1")
    offered = check_all(s)
    assert (
        "aircraft +1: damage" in offered["fire:RIFLE-1"]
        and "damage 0.0 %" not in offered["fire:RIFLE-1"]
    )
    s.play("fire:RIFLE-1 fire 65 431")
    assert s.stage == "ground-fire" and "damage 0.0 %" in check_all(s)["fire:RIFLE-2"]


def test_cb_16_9_assault_and_defence_odds_are_kills(desk: Any) -> None:
    s = desk.scene("F\n.", "A1:RIFLE-1,RIFLE-2,tiger-1", at="close/fighting")
    assert "pin 0.0 %" in check_all(s)["assault:RIFLE-1"]
    s.play("assault:RIFLE-1")
    check_all(s)
    s.play("go" if "go" in s.can() else s.can()[0])
    assert s.stage == "defending"
    assert any("pin 0.0 %" in promise for promise in check_all(s).values())


def test_cb_17_2_overrun_odds_are_kills(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A1:CRUSADER-1 A3:rifle-1~1,truck-1", turn=3)
    s.play("move:CRUSADER-1 step:S step:S")
    while s.stage == "following":
        s.play("pass")
    assert s.stage == "overrunning" and all(
        "pin 0.0 %" in item for item in check_all(s).values() if item
    )
