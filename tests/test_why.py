"""Why not: every game gives a reason with a real rule for any place and word, by what the seat can know alone."""

import random
from typing import Any

import pytest

import dogfight
from dogfight import rulebook
from dogfight.core.capabilities import Explains
from dogfight.core.decision import Chance, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE
from dogfight.core.why import Why, why_not_at, why_not_word
from dogfight.lessons.courses import course
from dogfight.lessons.play import LessonTable

FIVE = ("biplanes", "boots", "paws", "squadrons", "starfighters")
PLACES = {
    "biplanes": ["m0", "m2", "m5", "mp", "mx1", "nowhere"],
    "boots": ["A1", "F4", "D5", "H6", "nowhere"],
    "paws": ["jaws.1", "paws.3", "jaws.PC", "paws.GR", "sun"],
    "squadrons": ["a1", "e6", "l12", "f7", "nowhere"],
    "starfighters": ["0,0", "1,-1", "7,0", "-7,0", "9,9"],
}


def moments(game: Any, seed: int, count: int = 25) -> list[tuple[Any, int]]:
    """Positions of a random game, each with a seat that is asked."""
    dice, position = random.Random(seed), game.new(game.options())
    found = []
    while len(found) < count and not isinstance(decision := game.decision(position), Over):
        if isinstance(decision, Chance):
            game.apply(position, CHANCE, dice.choice(decision.odds)[0])
            continue
        if not owing(decision):
            break
        seat = owing(decision)[0]
        found.append((game.copy(position), seat))
        game.apply(position, seat, dice.choice(game.legal(position, seat)))
    return found


@pytest.mark.parametrize("name", FIVE)
def test_every_place_and_word_gets_a_reason_with_a_rule_that_exists(name: str) -> None:
    game, known = dogfight.load(name), set(rulebook.rules(name))
    assert isinstance(game, Explains)
    for position, seat in moments(game, 3):
        view = game.view(position, seat)
        legal = {one.action for one in view.legal}
        answers = [why_not_at(game, view, place) for place in PLACES[name]]
        answers += [why_not_word(game, view, word) for word in ("nonsense", "", view.legal[0].word + "x")]
        for one in answers:
            assert one.instead is None or one.instead in legal
            assert one.words == "" or one.rule in known, one
            assert one.words or one.instead in legal
        assert why_not_word(game, view, view.legal[0].word) == Why("", "", view.legal[0].action)


@pytest.mark.parametrize("name", FIVE)
def test_the_reason_is_the_same_in_every_position_that_looks_the_same(name: str) -> None:
    game = dogfight.load(name)
    for position, seat in moments(game, 5, 12):
        view = game.view(position, seat)
        for n in range(2):
            twin = game.view(game.imagine(view, Dice(90 + n)), seat)
            for place in PLACES[name]:
                assert why_not_at(game, twin, place) == why_not_at(game, view, place)
            assert why_not_word(game, twin, "nonsense") == why_not_word(game, view, "nonsense")


def test_reasons_are_in_the_words_of_the_position() -> None:
    biplanes = dogfight.load("biplanes")
    table = LessonTable(course("biplanes"), 1)
    view = table.view()
    five = why_not_at(biplanes, view, "m1")
    assert five.words == "m1 takes a 5, and there is none in your hand" and five.rule == "BD-5.1"
    assert why_not_word(biplanes, view, "5/2").words == "5/2 is not in your hand"
    boots = LessonTable(course("boots"), 1)
    enemy = why_not_at(boots.game, boots.view(), "F2")
    assert "belongs to the other side" in enemy.words and enemy.rule == "CB-1.1"
    squadrons = LessonTable(course("squadrons"), 1)
    other = why_not_at(squadrons.game, squadrons.view(), "a1")
    assert "belongs to the enemy" in other.words
    paws = LessonTable(course("paws"), 1)
    assert "track of Paws" in why_not_at(paws.game, paws.view(), "paws.1").words
    stars = LessonTable(course("starfighters"), 1)
    stars.play("medium")
    stars.go_on()
    assert why_not_at(stars.game, stars.view(), "5,0").rule == "SF-4.3"
