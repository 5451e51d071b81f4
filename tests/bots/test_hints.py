"""Hints: a bot's preferred actions, for a seat that is asked, out of what it may do."""

import pytest

import dogfight
from dogfight.bots.hints import best, opinions
from dogfight.core.errors import IllegalAction
from dogfight.core.table import Table


@pytest.mark.parametrize("name", dogfight.names())
def test_a_hint_names_legal_actions_of_a_seat_that_is_asked(name: str) -> None:
    table = Table(dogfight.load(name), seed=1)
    table.settle()
    for view in (table.view(seat) for seat in range(len(table.seats))):
        if view.seat in view.waiting:
            found = best(opinions("search:sims=16", 1, view))
            assert found and {one.action for one in found} <= {one.action for one in view.legal}
            assert len({one.action for one in found}) == len(found) <= 3
            assert all(0 <= one.value <= 1 for one in found)


def test_hint_is_refused_to_a_seat_not_asked() -> None:
    table = Table(dogfight.load("squadrons"), seed=1)
    table.settle()
    waiting = table.view(0).waiting
    other = next(seat for seat in range(len(table.seats)) if seat not in waiting)
    with pytest.raises(IllegalAction, match="nothing to hint now"):
        opinions("search:sims=16", 1, table.view(other))
