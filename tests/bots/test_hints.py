"""Hints: a bot's preferred actions, for a seat that is asked, out of what it may do."""

import pytest

import dogfight
from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.hints import best, opinions, reason
from dogfight.core.errors import IllegalAction
from dogfight.core.view import Aim, Legal
from dogfight.match.match import Match


@pytest.mark.parametrize("name", dogfight.names())
def test_a_hint_names_legal_actions_of_a_seat_that_is_asked(name: str) -> None:
    table = Match(dogfight.load(name), seed=1)
    table.advance()
    for view in (table.view(seat) for seat in range(len(table.seats))):
        if view.seat in view.waiting:
            result = best(opinions("search:sims=16", 1, view))
            assert result and {item.action for item in result} <= {
                entry.action for entry in view.legal
            }
            assert len({item.action for item in result}) == len(result) <= 3
            assert all(0 <= item.value <= 1 for item in result)


def test_hint_is_refused_to_a_seat_not_asked() -> None:
    table = Match(dogfight.load("squadrons"), seed=1)
    table.advance()
    waiting = table.view(0).waiting
    other = next(seat for seat in range(len(table.seats)) if seat not in waiting)
    with pytest.raises(IllegalAction, match="nothing to hint now"):
        opinions("search:sims=16", 1, table.view(other))


@pytest.mark.parametrize("name", dogfight.names())
def test_a_hint_says_why_in_one_sentence(name: str) -> None:
    table = Match(dogfight.load(name), seed=1)
    table.advance()
    view = next(table.view(seat) for seat in table.waiting())
    preferred = best(opinions("search:sims=16", 1, view))
    legal = {entry.action: entry for entry in view.legal}
    for rank, item in enumerate(preferred):
        why = reason(legal[item.action], preferred, rank)
        assert why[0].isupper() and why.endswith(".") and len(why) <= 90, why


def test_a_reason_compares_what_promises_nothing() -> None:
    entry = Legal(action=1, notation="x", text="x")
    estimates = [ActionEstimate(1, "x", 1.0, 0.6), ActionEstimate(2, "y", 0.0, 0.5)]
    assert reason(entry, estimates, 0) == "Wins 10 in 100 more than the next."
    assert reason(entry, estimates, 1) == "Wins 10 in 100 fewer than the first."
    level = [ActionEstimate(1, "x", 1.0, 0.5), ActionEstimate(2, "y", 0.0, 0.5)]
    assert reason(entry, level, 0).startswith("As good as the others")
    aimed = Legal(
        action=1, notation="x", text="x", acting_piece="R1", aims=(Aim("R1", "G1"), Aim("G2", "R1"))
    )
    assert reason(aimed, level, 0) == "It aims at G1, and G2 can shoot back."
