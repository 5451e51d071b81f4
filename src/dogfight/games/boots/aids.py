"""What the counters that may fire now can reach and see, for boards that show it; all of it is
open (CB-1.2).
"""

from __future__ import annotations

from dogfight.games.boots import actions
from dogfight.games.boots import state as st
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.field import Field, Hidden
from dogfight.games.boots.maps import hex_name
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import fire, menu
from dogfight.games.boots.sight_text import blocked
from dogfight.games.boots.tables import NO_BANDS, OUTSIDE

FAR, HIDDEN, SEEN = ".", "x", "o"
FRIENDS = "CB-8.17"


def fields(battle: Battle, p: Position) -> tuple[Field, ...]:
    """[CB-8.1] [CB-9.1] The fields of all that may be chosen to fire, those that share one
    together.
    """
    alike: dict[tuple[int, int, int], list[int]] = {}
    for u in shooters(p):
        alike.setdefault((int(p.place[u]), int(p.t.reach[u]), int(p.t.reach_bands[u])), []).append(
            u
        )
    return tuple(_field(battle, p, units) for units in alike.values())


def shooters(p: Position) -> list[int]:
    """The counters that fire, or may be chosen to."""
    if p.stage in (st.AIMING, st.MUSTERING) and p.lead >= 0:
        return [int(p.lead)]
    if p.stage not in (st.ACTING, st.FOLLOWING, st.RETURNING, st.FIRING_ON):
        return []
    offered = (actions.split(int(p.choice(i))) for i in range(int(p.choice_count())))
    return sorted({what for kind, what in offered if kind in (menu.A_FIRE, menu.A_GUN)})


def _field(battle: Battle, p: Position, units: list[int]) -> Field:
    board, u = battle.tables.board, units[0]
    columns, rows, size = int(board.columns), int(board.rows), int(board.size)
    beyond = range(size, size + OUTSIDE) if board.edge != NO_BANDS else range(0)
    return Field(
        units=tuple(battle.units[unit].label for unit in units),
        place=hex_name(board, int(p.place[u])),
        rows=tuple("".join(_mark(p, u, c * rows + r) for c in range(columns)) for r in range(rows)),
        outside="".join(_mark(p, u, place) for place in beyond),
        hidden=tuple(_hidden(battle, p, u)),
    )


def _mark(p: Position, u: int, place: int) -> str:
    if not fire.in_range(p, u, place):
        return FAR
    return SEEN if fire.in_sight(p, p.place[u], place) else HIDDEN


def _hidden(battle: Battle, p: Position, u: int) -> list[Hidden]:
    """[CB-8.5] [CB-8.17] The places of enemies that are near enough, and why they cannot be
    fired at.
    """
    board, start = battle.tables.board, int(p.place[u])
    foes = int(p.side_units(1 - p.t.side[u]))
    hiddens = []
    for place in sorted({int(p.place[v]) for v in range(len(battle.units)) if foes >> v & 1}):
        if place < 0 or not fire.in_range(p, u, place):
            continue
        behind = blocked(board, start, place)
        if behind is not None:
            hiddens.append(Hidden(hex_name(board, place), behind.rule, behind.by))
        elif fire.friends_in_the_way(p, u, place):
            hiddens.append(Hidden(hex_name(board, place), FRIENDS))
    return hiddens
