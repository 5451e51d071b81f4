"""Why not: every game gives a reason with a real rule for any place and word, by what the seat
can know alone.
"""

import random
from typing import Any

import pytest

import dogfight
from dogfight import rulebook
from dogfight.core.capabilities import ExplainsPlaces
from dogfight.core.decision import Chance, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE
from dogfight.core.view import ActionData, Legal
from dogfight.lessons.courses import course
from dogfight.lessons.play import LessonTable
from dogfight.match.explain import Explanation, why_not_at, why_not_word
from dogfight.match.nearest import Intent, nearest

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
    result = []
    while len(result) < count and not isinstance(decision := game.decision(position), Over):
        if isinstance(decision, Chance):
            position.apply(CHANCE, dice.choice(decision.odds)[0])
            continue
        if not owing(decision):
            break
        seat = owing(decision)[0]
        result.append((position.copy(), seat))
        position.apply(seat, dice.choice(game.legal(position, seat)))
    return result


@pytest.mark.parametrize("name", FIVE)
def test_every_place_and_word_has_a_reason_with_a_known_rule(name: str) -> None:
    game, known = dogfight.load(name), set(rulebook.rules(name))
    assert isinstance(game, ExplainsPlaces)
    for position, seat in moments(game, 3):
        view = game.view(position, seat)
        legal = {entry.action for entry in view.legal}
        answers = [why_not_at(game, view, place) for place in PLACES[name]]
        answers += [
            why_not_word(game, view, word)
            for word in ("nonsense", "", view.legal[0].notation + "x")
        ]
        for answer in answers:
            assert answer.nearest_action is None or answer.nearest_action in legal
            assert answer.text == "" or answer.rule in known, answer
            assert answer.text or answer.nearest_action in legal
        assert why_not_word(game, view, view.legal[0].notation) == Explanation(
            "", "", view.legal[0].action
        )


@pytest.mark.parametrize("name", FIVE)
def test_reason_is_equal_in_indistinguishable_positions(name: str) -> None:
    game = dogfight.load(name)
    for position, seat in moments(game, 5, 12):
        view = game.view(position, seat)
        for n in range(2):
            twin = game.view(game.views.imagine(view, Dice(90 + n)), seat)
            for place in PLACES[name]:
                assert why_not_at(game, twin, place) == why_not_at(game, view, place)
            assert why_not_word(game, twin, "nonsense") == why_not_word(game, view, "nonsense")


def test_reasons_match_the_position() -> None:
    biplanes = dogfight.load("biplanes")
    table = LessonTable(course("biplanes"), 1)
    view = table.view()
    five = why_not_at(biplanes, view, "m1")
    assert five.text == "m1 takes a 5, and there is none in your hand" and five.rule == "BD-5.1"
    assert why_not_word(biplanes, view, "5/2").text == "5/2 is not in your hand"
    boots = LessonTable(course("boots"), 1)
    enemy = why_not_at(boots.game, boots.view(), "F2")
    assert "belongs to the other side" in enemy.text and enemy.rule == "CB-1.1"
    squadrons = LessonTable(course("squadrons"), 1)
    other = why_not_at(squadrons.game, squadrons.view(), "a1")
    assert "belongs to the enemy" in other.text
    paws = LessonTable(course("paws"), 1)
    assert "track of Paws" in why_not_at(paws.game, paws.view(), "paws.1").text
    stars = LessonTable(course("starfighters"), 1)
    stars.play("medium")
    stars.go_on()
    too_far = why_not_at(stars.game, stars.view(), "5,0")
    assert too_far.rule == "SF-4.3"
    near = next(entry for entry in stars.view().legal if entry.action == too_far.nearest_action)
    assert near.notation == _closest("starfighters", stars.view(), "5,0")


def test_nearest_action_matches_piece_kind_place_and_wording() -> None:
    def instead(
        name: str, lesson: int, ask: str, *, words: tuple[str, ...] = (), place: bool = True
    ) -> str:
        table = LessonTable(course(name), lesson)
        for word in words:
            table.driver.play(table.seat, word)
        view = table.view()
        why = why_not_at(table.game, view, ask) if place else why_not_word(table.game, view, ask)
        assert why.text
        return next(
            (entry.notation for entry in view.legal if entry.action == why.nearest_action), ""
        )

    # Biplanes: from m4 with tiles 1, 2, 3 and 4, the ring has m1 after m0, where a 4 leads.
    assert instead("biplanes", 1, "m1") == "4/1"
    assert instead("biplanes", 1, "5/2", place=False) == "4/1"
    assert instead("biplanes", 1, "2/0", place=False) in ("2/1", "2/2")
    # Squadrons: an enemy on a square, and one's own plane that is next to it; another manoeuvre of
    # the same plane.
    squadrons = LessonTable(course("squadrons"), 1).view()
    assert instead("squadrons", 1, "a1") == _closest("squadrons", squadrons, "a1")
    # Combat Boots: a unit that cannot move has another way to act, or its neighbour moves.
    boots = LessonTable(course("boots"), 1).view()
    assert instead("boots", 1, "F2") == _closest("boots", boots, "F2")
    # Jaws vs Paws: the same section of one's own track.
    assert instead("paws", 1, "paws.2").startswith("2:")
    assert instead("paws", 1, "paws.4").startswith("4:")


def _closest(name: str, view: Any, place: str) -> str:
    """The word of the action at the place with the fewest steps to another one, found by
    measuring all of them.
    """
    game = dogfight.load(name)
    position = game.views.imagine(view, Dice(1))
    away = {
        entry.notation: game.steps_between(position, place, entry.places[-1])
        for entry in view.legal
        if entry.places
    }
    return min(away, key=lambda word: away[word])


@pytest.mark.parametrize("name", FIVE)
def test_any_word_of_the_game_can_be_asked_about_at_any_moment(name: str) -> None:
    """What was wanted may be of another phase, of nobody's turn, or off the map: its marks are
    found all the same.
    """
    game = dogfight.load(name)
    result = [moment for seed in range(3) for moment in moments(game, seed, 60)]
    words = sorted(
        {
            game.notation.write_action(position, seat, entry)
            for position, seat in result
            for entry in game.legal(position, seat)
        }
    )
    dice = random.Random(7)
    for position, seat in dice.sample(result, 20):
        view = game.view(position, seat)
        for word in dice.sample(words, min(12, len(words))):
            why = why_not_word(game, view, word)
            assert why.nearest_action is None or any(
                entry.action == why.nearest_action for entry in view.legal
            )


def test_nearness_orders_piece_kind_place_turn_and_wording() -> None:
    def legal(action: int, word: str, **marks: Any) -> Legal:
        return Legal(action, word, word, **marks)

    def steps(text: str, other: str) -> int | None:
        return abs(int(text) - int(other)) if text.isdecimal() and other.isdecimal() else None

    offered = (
        legal(0, "done", kind="done"),
        legal(1, "move:a", kind="move", acting_piece="a", piece="a", places=("1",)),
        legal(2, "move:c", kind="move", acting_piece="c", piece="c", places=("5",)),
        legal(3, "fire:b", kind="fire", acting_piece="b", piece="b", places=("3",)),
    )
    b = ActionData(kind="move", acting_piece="b", piece="b", places=("3",))
    assert nearest(offered, Intent(b, "move:b"), steps) == 3
    assert nearest(offered[:3], Intent(b, "move:b"), steps) == 1
    assert nearest(offered, Intent(ActionData(places=("6",))), steps) == 2
    assert nearest(offered, Intent(ActionData(places=("x",)), "mov:c"), steps) == 2
    assert nearest(offered, Intent(ActionData(places=("x",)), "zzz"), steps) is None
    assert nearest(offered[:1], Intent(ActionData(places=("1",))), steps) is None
