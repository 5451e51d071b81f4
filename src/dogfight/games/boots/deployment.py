"""Recommend a sensible set-up for a player who does not place every piece: place by place among
the legal ones.
"""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.games.boots.evaluation import pulled_to
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.fire import in_range, in_sight
from dogfight.games.boots.rules.menu import KIND
from dogfight.games.boots.state import PLACING

_A_HEX = 3
"""What a hex of way counts; everything else is measured by it."""
_COVER = 3
_SEEN = 2
"""For each enemy who could fire there."""
_CROWD = 4
"""For each friend in the same hex: shells hit them all."""
_LOOKOUT = 10
"""So many hexes in sight and range count as much as one of the others' units."""
_BACK = 2
"""Mortars fire over everybody, so that their way counts less."""


def is_setting_up(p: Position, seat: Seat) -> bool:
    """[CB-D1] Whether a seat has to place a unit now."""
    return p.stage == PLACING and p.actor() == seat


def deployment(p: Position, seat: Seat) -> tuple[int, ...]:
    """The actions that place all that a seat has to place now, one after the other."""
    chosen: list[int] = []
    twin = p.copy()
    assert isinstance(twin, Position)
    while is_setting_up(twin, seat):
        legal = [int(twin.choice(i)) for i in range(int(twin.choice_count()))]
        action = min(
            legal, key=lambda number: (_worse(twin, int(twin.lead), number % KIND), number)
        )
        chosen.append(action)
        twin.apply(seat, action)
    return tuple(chosen)


def _worse(p: Position, u: int, place: int) -> float:
    """How much is to be said against putting a unit on a place: the way, who sees it, the crowd;
    cover is for it.
    """
    t, side = p.t, int(p.t.side[u])
    mortar = bool(t.mortars >> u & 1)
    way = _A_HEX * _way(p, u, place) / (_BACK if mortar else 1)
    crowd = _CROWD * len(_there(p, side, place))
    if place >= t.board.size:
        return way + crowd
    cover = int(t.board.cover_vehicle[place] if t.armor >> u & 1 else t.board.cover[place])
    seen = _SEEN * sum(
        in_sight(p, p.place[v], place) and in_range(p, v, place) for v in _placed(p, 1 - side)
    )
    return way + crowd + seen - _COVER * cover - _outlook(p, u, place) / _LOOKOUT


def _way(p: Position, u: int, place: int) -> int:
    """Hexes to what the unit is wanted for: its side's least guarded objective, or else what has
    to be taken.
    """
    t, side = p.t, int(p.t.side[u])
    held = [int(goal) for goal, owner in zip(t.objectives, p.control, strict=True) if owner == side]
    if not held or place >= t.board.size:
        return int(pulled_to(p, u, place))
    least = min(len(_guards(p, side, goal)) for goal in held)
    return min(
        int(t.board.distance(place, goal)) for goal in held if len(_guards(p, side, goal)) == least
    )


def _placed(p: Position, side: int) -> list[int]:
    """A side's units that stand somewhere already."""
    return [u for u in range(int(p.t.units)) if p.t.side[u] == side and p.alive >> u & 1]


def _there(p: Position, side: int, place: int) -> list[int]:
    return [u for u in _placed(p, side) if p.place[u] == place and not p.is_cargo(u)]


def _guards(p: Position, side: int, goal: int) -> list[int]:
    """Those who stand on an objective or next to it."""
    field = p.t.board.size
    return [
        u
        for u in _placed(p, side)
        if p.place[u] < field and p.t.board.distance(p.place[u], goal) <= 1
    ]


def _outlook(p: Position, u: int, place: int) -> int:
    """How many hexes a unit would see and reach from a place."""
    field, reach = int(p.t.board.size), int(p.t.reach[u])
    sees = [index for index in range(field) if p.t.board.sees[place * field + index]]
    return len(sees) if reach < 0 else sum(p.t.board.distance(place, see) <= reach for see in sees)
