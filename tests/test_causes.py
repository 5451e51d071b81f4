"""Every hit, every miss and every phase in which nothing happens says why, with its rule."""

from __future__ import annotations

import re
from typing import Any

import pytest

import dogfight
from dogfight import rulebook
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.event import Event, EventCause
from dogfight.core.position import Trace
from dogfight.games.paws.causes import SectionCauses
from dogfight.games.paws.data import ZONE_NAMES
from dogfight.games.paws.names import Names
from dogfight.server.messages import encode, event_line
from dogfight.testing.checks import random_step

LONGEST = 3000
EXPLAINED = {
    "biplanes": {"shot"},
    "squadrons": {"shot"},
    "starfighters": {"attack", "miss", "damage"},
    "paws": {"hit", "smoke_damage"},
    "boots": {"attack", "plane", "match", "rally", "spotting"},
}
"""The kinds of events that always have a cause."""


def told(name: str, seed: int, **options: Any) -> list[Event]:
    """What is told in a random game."""
    game, dice, events = dogfight.load(name), Dice(seed), []
    position = game.new(game.options(options))
    for _ in range(LONGEST):
        decision = game.decision(position)
        if isinstance(decision, Over):
            break
        events += game.play(position, *random_step(game, position, decision, dice))
    return events


def causes(events: list[Event]) -> list[EventCause]:
    return [cause for event in events for cause in event.causes]


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_hit_and_miss_has_a_cause_with_a_rule_of_its_game(name: str) -> None:
    rules = rulebook.rules(name)
    events = [event for seed in range(3) for event in told(name, seed)]
    asked = [event for event in events if event.kind in EXPLAINED[name]]
    assert asked
    assert not [event for event in asked if not event.causes]
    for cause in causes(events):
        assert cause.rule in rules, cause
        assert cause.words.endswith(".") and len(cause.words) <= 80, cause
        assert "You" not in cause.words, "all who see an event read the same cause"
    assert all(len(event.causes) <= 2 for event in events)


def test_a_turn_without_a_shot_says_why() -> None:
    """[BD-9.1] Each turn of a dogfight ends with a shot or with the reason that there is none."""
    for seed in range(6):
        events = told("biplanes", seed)
        begun = [n for n, event in enumerate(events) if event.kind == "turn"]
        for start, end in zip(begun, [*begun[1:], len(events)], strict=True):
            turn = events[start:end]
            shots = [event for event in turn if event.kind == "shot"]
            silent = [cause for cause in causes(turn) if cause.empty]
            crashed = any(event.kind in ("crash", "left") for event in turn)
            assert len(shots) + len(silent) == (0 if crashed else 1), turn


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("Nobody can shoot: red is on the loop.", "BD-7.7"),
        ("Nobody can shoot: they are 4 apart.", "BD-7.6"),
        ("Nobody can shoot: both are on m7.", "BD-7.5"),
    ],
)
def test_biplanes_name_the_first_condition_that_fails(board: str, words: str) -> None:
    result = {cause.words: cause.rule for n in range(12) for cause in causes(told("biplanes", n))}
    assert result[board] == words


def test_squadrons_say_which_card_beats_which() -> None:
    """[SQ-7.6] The plane that the cause calls hit is lost at the end of the phase."""
    for seed in range(4):
        hit: set[str] = set()
        for event in told("squadrons", seed):
            if event.kind == "turn":
                hit = set()
            for cause in event.causes:
                if match := re.search(r"(?:hits|:) (\w\d)(?: is hit)?\.", cause.words):
                    hit.add(match[1])
            if event.kind == "lost" and event.causes:
                assert event.facts["plane"] in hit, event


def test_paws_name_the_seat_that_pays() -> None:
    """[JP-14.6] [JP-14.7] The role in the cause is the role of the seat that was hit."""
    hits = [event for n in range(4) for event in told("paws", n) if event.kind == "hit"]
    assert hits
    for event in hits:
        role = str(event.facts["seat"]).partition(".")[2]
        assert "both pay" in event.causes[1].words or f"the {role} pays" in event.causes[1].words


@pytest.mark.parametrize(
    ("sun", "repairing", "first", "second"),
    [
        (
            "paws.PR",
            0,
            "Out of the Sun: the whole board, and Paws are on PR.",
            "ahead, so the pilot",
        ),
        ("jaws.PR", 0, "Paws are on PR, in the Sun: only 3.", "ahead, so the pilot"),
        ("jaws.GC", 0, "Paws are on PR, where the shot goes.", "ahead, so the pilot"),
        ("jaws.GC", 0b1100, "Paws are on PR, where the shot goes.", "Both repair"),
        ("jaws.GC", 0b0100, "Paws are on PR, where the shot goes.", "The pilot repairs"),
    ],
)
def test_paws_say_what_the_sun_does(sun: str, repairing: int, first: str, second: str) -> None:
    """[JP-14.6] [JP-14.8] [JP-15.1] [JP-15.4] EX-11 of the rules and cases beside it."""
    game = dogfight.load("paws")
    position, names = game.new(game.options({})), Names(game.data)
    right = ZONE_NAMES.index("PR")
    position.planes[1] = position.planes[2] = right
    position.sun, position.repairing = names.read_place(sun), repairing
    shooter, seat = names.seats.index("jaws.pilot"), names.seats.index("paws.pilot")
    why, who = SectionCauses(names, position, Trace()).of_hit(shooter, seat, 3)
    assert why.words == first
    assert second in who.words


def test_boots_say_which_die_beats_which() -> None:
    """[CB-10.5] The numbers of the cause are those of the roll."""
    attacks = [event for event in told("boots", 1) if event.kind == "attack"]
    for event in attacks:
        numbers = [int(text) for text in re.findall(r"\d+", event.causes[0].words)]
        assert {event.facts["best"], event.facts["to_beat"]} <= set(numbers), event


def test_causes_travel_with_their_event_and_are_left_out_where_there_are_none() -> None:
    event = next(event for event in told("squadrons", 0) if event.causes)
    assert event_line(event).causes == event.causes
    assert b'"causes":[{"words":' in encode(event)
    plain = next(event for event in told("squadrons", 0) if not event.causes)
    assert b"causes" not in encode(plain)
