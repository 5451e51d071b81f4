"""What an action is about, as data for boards."""

from __future__ import annotations

from dogfight.core.view import ActionData
from dogfight.games.boots import actions
from dogfight.games.boots import state as st
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.maps import DIRECTIONS, hex_name
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import menu

_AIMED = (menu.A_TARGET, menu.A_GUN_TARGET, menu.A_ALSO)
"""Choices of a target; the acting piece is the unit that leads the attack, or overruns."""
_DECLINING = ("done", "stop", "pass", "none", "wait", "leave")
"""What ends or gives up something."""


def action_data(battle: Battle, p: Position, action: int, brief: str, promise: str) -> ActionData:
    """Who acts, with or at whom, and on which hex; `brief` and `promise` are what the words say
    of it.
    """
    kind, what = actions.split(action)
    verb = actions.verb(p, action)
    said = brief if promise else ""
    if kind in actions.WITH_UNIT.values():
        by = (
            _actor(battle, p)
            if kind in _AIMED
            else _label(battle, p.mover if kind == menu.A_LOAD else what)
        )
        piece = _label(battle, what)
        return ActionData(
            kind=verb,
            acting_piece=by,
            piece=piece,
            places=place_of(battle, p, what),
            odds_text=promise,
            short_text=said,
        )
    if kind in actions.WITH_PLACE.values():
        by = _actor(battle, p) if kind == menu.A_PLACE else ""
        there = hex_name(battle.tables.board, what)
        return ActionData(
            kind=verb, acting_piece=by, places=(there,), odds_text=promise, short_text=said
        )
    if kind in actions.IN_THE_SKY.values():
        first, second = (
            battle.planes[number].label for number in (what // menu.PAIR, what % menu.PAIR)
        )
        target = first if kind in actions.ALONE_AGAIN else second
        return ActionData(
            kind=verb,
            acting_piece=first,
            piece=target,
            odds_text=promise,
            short_text=said,
            declines=verb in _DECLINING,
        )
    if kind == menu.A_PAIR:
        u, v = what // menu.PAIR, what % menu.PAIR
        by, piece = _label(battle, u), _label(battle, v)
        return ActionData(
            kind=verb,
            acting_piece=by,
            piece=piece,
            places=place_of(battle, p, v),
            odds_text=promise,
            short_text=said,
        )
    if kind == menu.A_STEP:
        return ActionData(
            kind=verb,
            acting_piece=_label(battle, p.mover),
            places=_step(battle, p, what),
            facing=DIRECTIONS[what],
        )
    if kind == menu.A_CALL:
        return ActionData(kind=verb, piece=battle.batteries[what][0])
    if kind == menu.A_AIR:
        return ActionData(
            kind=verb, acting_piece=battle.planes[what].label, piece=battle.planes[what].label
        )
    return ActionData(kind=verb, odds_text=promise, short_text=said, declines=verb in _DECLINING)


def _step(battle: Battle, p: Position, direction: int) -> tuple[str, ...]:
    """From where to where a step leads; nowhere if nobody walks, or there is no hex."""
    if p.stage != st.STEPPING or not p.on_field(p.mover):
        return ()
    here, there = (
        place_of(battle, p, int(p.mover)),
        int(p.t.board.near[p.place[p.mover] * 6 + direction]),
    )
    return (*here, hex_name(battle.tables.board, there)) if there >= 0 else here


def place_of(battle: Battle, p: Position, unit: int) -> tuple[str, ...]:
    """The hex, band or line a unit is on; one that is off the board is nowhere."""
    place = int(p.place[unit])
    return (hex_name(battle.tables.board, place),) if place >= 0 else ()


def _label(battle: Battle, unit: int) -> str:
    return battle.units[unit].label if unit >= 0 else ""


def _actor(battle: Battle, p: Position) -> str:
    if p.stage == st.CALLING:
        return ""
    return _label(battle, int(p.mover if p.stage == st.OVERRUNNING else p.lead))
