"""What learners may do: an entry of the list of legal actions, each with a row of numbers that
tells what it is.
"""

from __future__ import annotations

from dogfight.core.parts import HasNotation
from dogfight.encoding.action_space import ListedActions, Row
from dogfight.games.boots import actions
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import menu
from dogfight.games.boots.tables import OUTSIDE, Tables

FIELDS = ("kind", "piece", "other", "place")
"""What is done, with which unit, aircraft or battery, with which other one, and where; -1 for
none.
"""
_UNITS = frozenset(actions.WITH_UNIT.values())
_PLACES = frozenset(actions.WITH_PLACE.values())
_PAIRS = frozenset((menu.A_PAIR, *actions.IN_THE_SKY.values()))
_NOTHING = -1


def action_space(game: HasNotation[Position], t: Tables) -> ListedActions[Position]:
    return ListedActions(game, most(t), FIELDS, row)


def most(t: Tables) -> int:
    """No list is longer: every piece in four ways and every place, or every pair of pieces in
    every way.
    """
    pieces, places = (
        4 * int(t.units) + int(t.planes) + int(t.batteries),
        int(t.board.size) + OUTSIDE,
    )
    pairs = len(actions.IN_THE_SKY) * int(t.planes) ** 2 if t.dogfight else int(t.units) ** 2 // 4
    return 1 + max(pieces + places, pairs)


def row(p: Position, action: int) -> Row:
    """The features of an action."""
    kind, what = actions.split(action)
    if kind in _UNITS:
        return kind, what, _NOTHING, int(p.place[what])
    if kind in _PLACES:
        return kind, _NOTHING, _NOTHING, what
    if kind in _PAIRS:
        return kind, what // menu.PAIR, what % menu.PAIR, _NOTHING
    if kind == menu.A_STEP:
        return kind, int(p.mover), _NOTHING, int(p.t.board.near[p.place[p.mover] * 6 + what])
    return kind, what, _NOTHING, _NOTHING
