"""What every roll needed, as events state it, agrees with what the roll came to."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dogfight.core.dice import Dice
from dogfight.core.event import PARTIAL, Event
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots import state as st
from dogfight.games.boots.rules import fire

BATTLES = [
    *("orchard", "crossroads", "eighty_eights", "hill"),
    *("ford", "convoy", "raiders", "tiger_road"),
]
KINDS = {
    "orchard": {st.OWN, st.RETURN, st.FOLLOW, st.MATCH},
    "crossroads": {st.OWN, st.RETURN, st.FOLLOW},
    "eighty_eights": {st.OWN, st.RETURN, st.FOLLOW},
    "hill": {st.OWN, st.BARRAGE, st.BOMBS, st.STRAFE, st.GROUND},
    "ford": {st.OWN, st.BARRAGE, st.BOMBS, st.STRAFE, st.GROUND},
    "raiders": {st.OWN, st.RETURN, st.FOLLOW},
    "tiger_road": {st.OWN, st.FOLLOW, st.STRAFE, st.GROUND},
    "convoy": {st.AIR_FIRE, st.RUN, st.HEAD_ON, st.DODGE, st.CIRCLE, st.ONTO},
}
"""The rolls that certainly come in a few games of each battle."""
SUM = re.compile(
    r"(\d+)(?: = (\d+(?: \+ \d+ (?:extra six|extra sixes|cover|aircraft|stacking))+))?"
)


def total(text: str, parts: dict[str, int]) -> int:
    """A number with its parts, which have to add up and to be those of the rules."""
    result = SUM.fullmatch(text)
    assert result is not None, text
    named = {}
    if result[2] is not None:
        first, *others = result[2].split(" + ")
        named = {name: int(n) for n, name in (other.split(" ", 1) for other in others)}
        assert int(result[1]) == int(first) + sum(named.values()), text
    assert {name: n for name, n in named.items() if "extra" not in name} == {
        k: n for k, n in parts.items() if n
    }
    return int(result[1])


def check_opposed(before: Any, event: Event) -> None:
    """[CB-1.8] [CB-10.5] to [CB-10.9] Both numbers, their parts, and the verdict that follows
    from them.
    """
    facts: dict[str, Any] = event.facts
    bonus = "aircraft" if before.how == st.GROUND else "cover"
    over, _, needed = facts["needed"].partition(" ")
    got, _, second = facts["got"].replace(", and", " and").partition(" and ")
    to_beat, best = (
        total(needed, {bonus: int(before.plus_d)}),
        total(got, {"stacking": int(before.plus_a)}),
    )
    assert (over, to_beat, best, int(second or 0)) == (
        "over",
        facts["to_beat"],
        facts["best"],
        facts["second"],
    )
    assert f"needed {facts['needed']}, got {facts['got']}: " in event.text
    if "results" in facts and before.how != st.HEAD_ON:
        check_results(before, facts)
    elif before.how == st.HEAD_ON:
        loser = facts.get("targets", [None])[0]
        assert (best > to_beat, best < to_beat) == (
            loser == event.pieces[1],
            loser == event.pieces[0],
        )  # CB-23.10
    elif before.how == st.MATCH:
        winner = ["a tie", f"{facts['verdict'].removesuffix(' wins')} wins"][best != to_beat]
        assert facts["verdict"] == winner and facts["harm"] == (best != to_beat)  # CB-15.10
    else:
        check_maneuver(before, facts["verdict"], best - to_beat, event)


def check_results(before: Any, facts: dict[str, Any]) -> None:
    best, second, to_beat = facts["best"], facts["second"], facts["to_beat"]
    in_sky = before.how in (st.AIR_FIRE, st.RUN)
    at_plane = in_sky or before.how == st.GROUND
    for n, result in enumerate(facts["results"]):
        assert (result == "no effect") == (best <= to_beat)
        if at_plane:
            weak = bool(before.damaged >> (before.foe if in_sky else before.plane) & 1)
        else:
            unit = [u for u in range(int(before.t.units)) if before.group >> u & 1][n]
            weak = (
                before.pin[unit] != 0 or before.how == st.ASSAULT or fire.is_close_quarters(before)
            )
        if best > to_beat:
            assert (result == "destroyed") == (second > to_beat or weak)


def check_maneuver(before: Any, verdict: str, lead: int, event: Event) -> None:
    """[CB-22.1] Who came out ahead, from the words of the verdict."""
    if before.how == st.DODGE:
        assert (verdict == "flees on") == (lead <= 0)
        return
    assert (verdict == "turning") == (lead == 0)
    if verdict == "pursues" and lead:
        assert event.pieces[0].isupper() == ((before.t.plane_side[before.plane] == 0) == (lead > 0))


def check_single(before: Any, event: Event) -> None:
    """[CB-18.6] [CB-19.3] A die by itself."""
    facts: dict[str, Any] = event.facts
    (die,) = facts["dice"]
    assert f"rolls {die}, needed {facts['needed']}: {facts['verdict']}" in event.text
    if event.kind == "spotting":
        assert facts["needed"] == "an odd number" and (facts["verdict"] == "on target") == (
            die % 2 == 1
        )
    else:
        limit = int(before.t.morale[before.active])
        assert facts["needed"] == f"{limit} or less" and (facts["verdict"] == "rallies") == (
            die <= limit
        )


def check_events(before: Any, action: int, events: list[Event]) -> int:
    """Check what was told of dice, which is told exactly once; returns the kind of a roll that
    was completed.
    """
    reported = [event for event in events if "needed" in event.facts]
    complete = not any(event.kind == PARTIAL for event in events)
    if before.stage in (st.SPOTTING, st.RECOVERING):
        assert len(reported) == 1
        check_single(before, reported[0])
    elif before.stage == st.REPLYING and complete:
        assert len(reported) == 1, (action, events)
        check_opposed(before, reported[0])
        return int(before.how)
    else:
        assert not reported
    return 0


def played(game: Any, p: Any, seed: int) -> set[int]:
    """The kinds of rolls in a random game, all of them checked."""
    dice, kinds = Dice(seed), set()
    while (actor := int(p.actor())) != OVER:
        if actor != CHANCE:
            p.apply(actor, p.choice(dice.below(p.choice_count())))
            continue
        chances = game.decision(p).odds
        action = chances[dice.below(len(chances))][0]
        before = p.copy()
        kinds.add(check_events(before, action, list(game.play(p, CHANCE, action))))
    return kinds


@pytest.mark.parametrize("key", BATTLES)
def test_cb_10_5_needed_numbers_agree_with_outcomes(boots: Any, key: str) -> None:
    kinds: set[int] = set()
    for seed in range(30 if key in ("convoy", "orchard") else 8):
        kinds |= played(boots, boots.new({"battle": key}), seed)
    assert kinds >= KINDS[key]


def rolled(scene: Any, words: str) -> Event:
    """The event that tells the last roll of some words, checked."""
    *first, last = words.split()
    scene.play(" ".join(first))
    before = scene.p.copy()
    events: list[Event] = scene.play(last)
    check_events(before, 0, events)
    return next(event for event in events if "needed" in event.facts)


def test_cb_11_1_cover_is_part_of_the_number_needed(desk: Any) -> None:
    event = rolled(desk.scene(".\n.\n.\nB", "A1:RIFLE-1 A4:mg34-1"), "fire:RIFLE-1 53 4")
    assert event.facts["needed"] == "over 5 = 4 + 1 cover" and event.facts["verdict"] == "no effect"
    assert event.text.endswith("5 3 against 4, needed over 5 = 4 + 1 cover, got 5 and 3: no effect")


def test_cb_12_13_stacking_is_part_of_the_number_rolled(desk: Any) -> None:
    squads = ",".join(f"rifle-{n}" for n in range(1, 6))
    event = rolled(
        desk.scene(".\n.\n.\n.", f"A1:RIFLE-1 A4:{squads}"), "fire:RIFLE-1 at:rifle-1 fire 53 51"
    )
    assert event.facts["got"] == "6 = 5 + 1 stacking, and 3" and event.facts["verdict"] == "pinned"


def test_cb_1_5_extra_sixes_are_part_of_both_numbers(desk: Any) -> None:
    event = rolled(desk.scene(".\n.\n.\n.", "A1:RIFLE-1 A4:rifle-1"), "fire:RIFLE-1 66 66")
    assert (event.facts["needed"], event.facts["got"]) == (
        "over 7 = 6 + 1 extra six",
        "7 = 6 + 1 extra six, and 6",
    )


def test_cb_20_12_aircraft_add_one_to_the_number_needed(desk: Any) -> None:
    s = desk.scene(".\n.\n.", "A1:RIFLE-1 A3:rifle-1", turn=2, aircraft1="{ ger_ju87 = [1, 1] }")
    event = rolled(s, "air:ju87-1 fire:RIFLE-1 54 431")
    assert (
        event.facts["needed"] == "over 5 = 4 + 1 aircraft" and event.facts["verdict"] == "no effect"
    )


def test_cb_16_7_assault_events_state_needed_numbers(desk: Any) -> None:
    s = desk.scene("F\n.", "A1:RIFLE-1,tiger-1", at="close/fighting")
    s.play("assault:RIFLE-1")
    if s.stage == "storming":
        s.play(s.can()[0])
    defence = rolled(s, f"{next(word for word in s.can() if word != 'pass')} 511 65")
    assault = rolled(s, "65 5411")
    assert defence.facts["verdict"] == "no effect" and assault.facts["verdict"] == "destroyed"


def test_cb_17_2_overrun_event_states_needed_number(desk: Any) -> None:
    s = desk.scene(".\n.\nF", "A2:CRUSADER-1 A3:truck-1")
    s.play("move:CRUSADER-1 step:S")
    assert rolled(s, "at:truck-1 321 2").facts["needed"] == "over 2"


def test_cb_22_3_won_maneuver_is_told_before_the_choice(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1 bf109-1>SPITFIRE-1")
    event = rolled(s, "dodge:SPITFIRE-1/bf109-1 642 543")
    assert (
        s.stage == "choosing"
        and event.facts["verdict"] == "Spitfire I wins"
        and event.facts["needed"] == "over 5"
    )


def test_cb_23_2_roll_of_a_damaged_aircraft_is_told_once(desk: Any) -> None:
    s = desk.sky("SPITFIRE-1>bf109-1* SPITFIRE-2 bf109-1 bf109-2")
    s.play("shoot:SPITFIRE-1/bf109-1 642")
    events = s.play("21")
    assert [("needed" in event.facts, event.kind) for event in events[:2]] == [
        (True, "plane"),
        (False, "sky"),
    ]


def test_cb_15_10_match_event_states_needed_number(desk: Any) -> None:
    s = desk.scene(".\n.", "A1:RIFLE-1,rifle-1", at="close/fighting")
    event = rolled(s, "melee:A1 pair:RIFLE-1/rifle-1 65 531")
    assert (event.facts["needed"], event.facts["got"]) == ("over 5", "6")
    assert event.facts["verdict"] == "British wins"
