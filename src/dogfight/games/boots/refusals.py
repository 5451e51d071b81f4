"""Why an action is refused: what was expected, what came, by which rule."""

from __future__ import annotations

from typing import Protocol

from dogfight.core.errors import IllegalAction
from dogfight.games.boots import actions
from dogfight.games.boots import state as st
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.maps import DIRECTIONS
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import fire, menu, movement, windows

_OF_UNITS = (
    menu.A_MOVE,
    menu.A_FIRE,
    menu.A_GUN,
    menu.A_LOAD,
    menu.A_TARGET,
    menu.A_PARTNER,
    menu.A_ALSO,
    menu.A_ASSAULT,
)


class Speaker(Protocol):
    """Who names the pieces and the places of a battle."""

    @property
    def battle(self) -> Battle: ...
    def unit(self, u: int) -> str: ...
    def place(self, place: int) -> str: ...


def refusal(speaker: Speaker, p: Position, seat: int, action: int) -> IllegalAction | None:
    """The reason, as near to the rule as can be told; None where there is none but that the
    rules do not offer it.
    """
    kind, what = actions.split(action)
    if kind in _OF_UNITS and 0 <= what < len(speaker.battle.units):
        texts = _unit_reason(speaker, p, seat, kind, what)
        if texts is not None:
            return IllegalAction(texts[0], rule=texts[1])
    if kind == menu.A_STEP and p.stage == st.STEPPING and 0 <= what < 6:
        return _step_reason(p, what)
    return None


def refusal_at(speaker: Speaker, p: Position, seat: int, place: str) -> IllegalAction | None:
    """Why nothing can be done in a hex, or with the pieces there."""
    if p.stage == st.STEPPING:
        near = [
            int(p.t.board.near[p.place[p.mover] * 6 + d]) if p.on_field(p.mover) else -1
            for d in range(6)
        ]
        steps = [d for d, there in enumerate(near) if there >= 0 and speaker.place(there) == place]
        if steps:
            return _step_reason(p, steps[0])
        return IllegalAction(f"{place} is not next to {speaker.unit(p.mover)}", rule="CB-6.1")
    kind = {st.ACTING: menu.A_MOVE, st.AIMING: menu.A_TARGET}.get(int(p.stage))
    if kind is None:
        return None
    for u in range(len(speaker.battle.units)):
        if p.alive >> u & 1 and speaker.place(int(p.place[u])) == place:
            texts = _unit_reason(speaker, p, seat, kind, u)
            if texts is not None:
                return IllegalAction(texts[0], rule=texts[1])
    text = (
        f"no piece is in {place} that could be {'fired at' if kind == menu.A_TARGET else 'moved'}"
    )
    return IllegalAction(text, rule="CB-10.1" if kind == menu.A_TARGET else "CB-5.5")


def _unit_reason(
    speaker: Speaker, p: Position, seat: int, kind: int, u: int
) -> tuple[str, str] | None:
    name = speaker.unit(u)
    own = kind not in (menu.A_TARGET, menu.A_ALSO)
    if not p.alive >> u & 1:
        return f"{name} is not in play", "CB-3.16"
    if own and p.t.side[u] != seat:
        return f"{name} belongs to the other side", "CB-1.1"
    if own and p.pin[u]:
        return f"{name} is pinned and does nothing", "CB-5.9"
    if own and p.is_cargo(u):
        return f"{name} is aboard a vehicle", "CB-7.9"
    if own and p.stage == st.ACTING and p.acted >> u & 1:
        return f"{name} has already acted in this turn", "CB-5.5"
    if kind == menu.A_MOVE and p.t.move[u] == 0:
        return f"{name} has movement 0", "CB-6.25"
    if kind == menu.A_TARGET and p.stage == st.AIMING:
        return _shot_reason(speaker, p, p.lead, u)
    if (
        kind in (menu.A_FIRE, menu.A_GUN)
        and p.stage in (st.FOLLOWING, st.RETURNING)
        and windows.free_slots(p, u) == 0
    ):
        return f"{name} has no free slot left", "CB-13.17"
    return None


def _shot_reason(speaker: Speaker, p: Position, u: int, target: int) -> tuple[str, str] | None:
    """Why one unit cannot fire at another."""
    name, other = speaker.unit(u), speaker.unit(target)
    start, place = int(p.place[u]), int(p.place[target])
    if p.t.side[u] == p.t.side[target]:
        return f"{other} is a friend", "CB-10.1"
    if p.is_inside(target):
        return f"{other} is inside a vehicle and no target", "CB-7.13"
    if not fire.harms(fire.weapon_of(p, u, p.gun), p.is_armor(target)):
        return f"the weapon of {name} cannot harm armor", "CB-3.13"
    if start != place and p.enemies_with(u):
        return f"{name} shares its hex with an enemy and may not fire out of it", "CB-10.3"
    if start != place and p.units_at(p.t.side[u], place):
        return f"a friend of {name} is in {speaker.place(place)}", "CB-10.2"
    if not fire.in_range(p, u, place):
        return f"{speaker.place(place)} is out of the range of {name}", "CB-9.1"
    if not fire.in_sight(p, start, place):
        return f"{speaker.place(start)} does not see {speaker.place(place)}", "CB-8.1"
    if fire.friends_in_the_way(p, u, place):
        return f"friends of {name} are in the way", "CB-8.17"
    return None


def _step_reason(p: Position, d: int) -> IllegalAction:
    u = p.mover
    text = f"expected a step that can be made, got {DIRECTIONS[d]}"
    if p.halted:
        return IllegalAction(f"{text}: enemies in the hex stop the unit", rule="CB-6.14")
    if not p.on_field(u) or p.t.board.near[p.place[u] * 6 + d] < 0:
        return IllegalAction(f"{text}: there is no hex", rule="CB-6.18")
    cost = movement.step_halves(p.t.board, p.t.move_class[u], p.place[u], d)
    if cost < 0:
        return IllegalAction(f"{text}: the hex is impassable for it", rule="CB-6.10")
    if not movement.may_enter(p, u, p.t.board.near[p.place[u] * 6 + d]):
        return IllegalAction(f"{text}: it may not enter a hex with enemies", rule="CB-6.13")
    if cost > p.mp:
        return IllegalAction(
            f"{text}: it costs {cost / 2:g}, {p.mp / 2:g} points are left", rule="CB-6.9"
        )
    return IllegalAction(
        f"{text}: the vehicle has moved and then loaded or unloaded", rule="CB-7.4"
    )
