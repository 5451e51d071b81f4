"""Moves that play themselves: where everybody can see that there is no other, never at the cost
of a take-back.
"""

from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Choose, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction
from dogfight.core.options import Options, as_words
from dogfight.match.match import ONLY_MOVE, Match, forced_action
from dogfight.match.record import parse
from dogfight.match.replay import verify

CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
]


def playing_itself(game: Any, options: Options, seed: int) -> Match:
    table = Match(game, options, seed=seed)
    table.plays_forced = True
    return table


@pytest.mark.parametrize(("name", "options"), CASES)
def test_forced_move_follows_from_public_information(name: str, options: Options) -> None:
    """Whatever another seat cannot see, the seat that has to choose could do the same: nobody
    learns anything.
    """
    game, dice = dogfight.load(name), Dice(5)
    table = Match(game, options, seed=5)
    for n in range(120):
        decision = table.advance()
        if isinstance(decision, Over) or not table.waiting():
            break
        seat = table.waiting()[0]
        legal = game.legal(table.position, seat)
        if isinstance(decision, Choose) and game.choices_are_public(table.position):
            for other in range(len(table.seats)):
                if other == seat or n % 3:
                    continue
                twin = game.views.imagine(table.view(other), dice)
                assert game.legal(twin, seat) == legal
                assert forced_action(game, twin, seat) == forced_action(game, table.position, seat)
        table.play(seat, legal[dice.below(len(legal))])


@pytest.mark.parametrize(("name", "options"), CASES)
def test_forced_moves_are_played_logged_and_recorded(name: str, options: Options) -> None:
    game, dice = dogfight.load(name), Dice(3)
    table = playing_itself(game, options, 3)
    for _ in range(150):
        decision = table.advance()
        if isinstance(decision, Over) or not table.waiting():
            break
        seat = table.waiting()[0]
        legal = game.legal(table.position, seat)
        table.play(seat, legal[dice.below(len(legal))])
    forced = [n for n, item in enumerate(table.played) if item.forced]
    assert [n for n, event in table.notes if event.kind == ONLY_MOVE] == [n + 1 for n in forced]
    record = parse(table.record.to_text())
    verify(game, record)
    again = Match(game, options, seed=3)
    for item in table.played:
        if item.forced:
            decision = again.decision()
            assert isinstance(decision, Choose)
            assert game.legal(again.position, item.seat) == [item.action]
        again.play(item.seat, item.action)
    assert again.record.to_text() == table.record.to_text()


def last_plane() -> Match:
    """Green has moved all planes but one, far from the enemy."""
    table = playing_itself(dogfight.load("squadrons"), {}, 1)
    table.advance()
    seat = table.waiting()[0]
    for _ in range(5):
        named = table.game.legal(table.position, seat)[0]
        table.play(seat, named)
        table.advance()
        table.play(seat, "A")
        table.advance()
    return table


def test_forced_last_plane_is_taken_back_with_previous_move() -> None:
    table = last_plane()
    seat = table.waiting()[0]
    assert table.played[-1].forced
    assert table.view(seat).log[-1].text == "The only move."
    assert table.view(seat).log[-1].facts == {"lines": 1}
    assert "A" in [entry.notation for entry in table.view(seat).legal]
    moves, events = len(table.played), len(table.events)
    table.take_back(seat)
    assert len(table.played) == moves - 2
    assert "The only move." not in [event.text for event in table.events[-2:]]
    assert "A" in [entry.notation for entry in table.view(seat).legal]
    table.play(seat, "A")
    table.advance()
    assert (len(table.played), len(table.events)) == (moves, events)
    for _ in range(5):
        table.take_back(seat)
    assert len(table.played) < moves - 5
    assert not any(item.forced for item in table.played)


def test_forced_move_cannot_be_taken_back_alone() -> None:
    table = playing_itself(dogfight.load("squadrons"), {}, 1)
    table.advance()
    seat = table.waiting()[0]
    other = 1 - seat
    assert not table.can_take_back(other)
    with pytest.raises(IllegalAction):
        table.take_back(other)


@pytest.mark.parametrize("seed", range(4))
def test_forced_move_waits_while_take_back_is_possible(seed: int) -> None:
    """As long as the move before can be taken back, a forced one that would draw, seal or end
    waits for its seat.
    """
    game, dice = dogfight.load("boots"), Dice(seed)
    table = playing_itself(game, {"battle": "orchard"}, seed)
    held = 0
    for _ in range(400):
        decision = table.advance()
        if not isinstance(decision, Choose):
            break
        before = [seat for seat in (0, 1) if table.can_take_back(seat)]
        if forced_action(game, table.position, decision.seat) is not None:
            assert before
            held += 1
        legal = game.legal(table.position, decision.seat)
        table.play(decision.seat, legal[dice.below(len(legal))])
        mover, still = decision.seat, table.can_take_back(decision.seat)
        table.advance()
        assert (
            table.can_take_back(mover)
            or not still
            or not isinstance(table.decision(), Choose)
            or _drew(table)
        )


def _drew(table: Match) -> bool:
    """Whether something was drawn since the last choice that somebody made."""
    chosen = max(n for n, item in enumerate(table.played) if item.seat >= 0 and not item.forced)
    return any(item.seat < 0 for item in table.played[chosen:])


def test_forced_moves_are_not_played_unless_enabled() -> None:
    table = last_plane()
    plain = Match(table.game, {}, seed=1)
    for item in table.played[:-1]:
        plain.play(item.seat, item.action)
    plain.advance()
    assert len(plain.played) == len(table.played) - 1
    assert forced_action(plain.game, plain.position, plain.waiting()[0]) is not None
