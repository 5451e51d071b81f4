"""Each choice of each game is explained in a short sentence to whoever is asked, the same for
all who see the same.
"""

import random
import re
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Choose, Commit, acting
from dogfight.core.seat import WATCHER
from dogfight.games.biplanes import meanings as biplanes
from dogfight.games.boots import meanings as boots
from dogfight.games.boots import state as boots_stages
from dogfight.games.boots.text import QUESTIONS
from dogfight.games.paws import meanings as paws
from dogfight.games.paws.text import _ASKS
from dogfight.games.squadrons import meanings as squadrons
from dogfight.games.squadrons.text import _HOW_WORDS
from dogfight.games.starfighters import meanings as starfighters
from dogfight.games.starfighters.text import _WAITING, DECLARE
from dogfight.match.match import Match

ALL = ("biplanes", "boots", "goofspiel", "paws", "squadrons", "starfighters")
MOST_LETTERS = 105
"""Two small lines under the question on a phone."""
NOBODY_CHOOSES = {boots_stages.SPOTTING, boots_stages.RECOVERING, boots_stages.FINISHED}


def test_every_question_kind_has_a_meaning() -> None:
    assert set(boots.MEANINGS) == set(QUESTIONS) - NOBODY_CHOOSES
    assert set(paws.MEANINGS) == set(_ASKS)
    assert set(squadrons.FLYING) == set(_HOW_WORDS)
    assert set(starfighters.MEANINGS) == {*_WAITING, DECLARE}


def test_meanings_are_short_complete_sentences() -> None:
    everything = [
        meaning
        for game in (biplanes, boots, paws, starfighters)
        for meaning in game.MEANINGS.values()
    ]
    everything += [*squadrons.FLYING.values(), squadrons.NAMING]
    for words in everything:
        assert words[0].isupper(), words
        assert words.endswith("."), words
        assert len(words) <= MOST_LETTERS, words


@pytest.mark.parametrize("name", ALL)
def test_only_acting_seats_get_the_meaning_of_the_choice(name: str) -> None:
    game = dogfight.load(name)
    for n, options in enumerate(game.samples()):
        table, dice = Match(game, options, seed=n), random.Random(n)
        for _ in range(60):
            decision = table.advance()
            if not isinstance(decision, Choose | Commit) or not table.waiting():
                break
            _check(table, acting(decision))
            seat = table.waiting()[0]
            table.play(seat, dice.choice(game.legal(table.position, seat)))


def _check(table: Match, able: tuple[int, ...]) -> None:
    views: list[Any] = [table.view(seat) for seat in range(len(table.seats))]
    for view in views:
        assert bool(view.prompt.meaning) == bool(view.legal), view.prompt
        assert not view.legal or view.seat in able
        assert "{" not in view.prompt.meaning
        assert not re.search("[.?!] ", view.prompt.text), (
            "what is asked is one sentence; the rest stands apart"
        )
        assert view.prompt.full_text == f"{view.prompt.text} {view.prompt.more}".strip()
    assert table.view(WATCHER).prompt.meaning == ""
