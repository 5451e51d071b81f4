"""Whole moves planned ahead: a unit walks to a hex or fires at an enemy (CB-5, CB-6, CB-10).

Everything is tried out on copies of the position with the rules themselves; all of it is open
(CB-1.2).
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from dogfight.core.seat import Seat
from dogfight.games.boots import actions
from dogfight.games.boots import state as st
from dogfight.games.boots.maps import hex_name
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import fire, menu
from dogfight.games.boots.text import Speaker
from dogfight.planning.parts import MovePlan, MovePlans, PlanBuilder, PlanStep, Threat

MOST_STEPS = 3000
"""More steps than this are not planned; the largest battle has fewer."""
CALM = ("choice", "move", "step", "pass")
"""[CB-6.17] What happens on the way that stops nobody."""
SHOOTING = (menu.A_FIRE, menu.A_GUN)
STEPPING = (menu.A_STEP, menu.A_PLACE)


class _Stop(NamedTuple):
    """Where a path has led: the price first, so that the cheapest path goes on first."""

    spent: int
    guns: int
    number: int
    position: Position


def move_plans(speaker: Speaker, p: Position, seat: Seat, piece: str) -> MovePlans:
    """Return the walks and attacks that a unit of a seat may begin, or go on with, now; of all
    units where none is named.
    """
    planner = _Planner(speaker, seat)
    labels = speaker.battle.units
    if p.actor() == seat and p.stage == st.STEPPING and piece in ("", labels[p.mover].label):
        planner.walks(p, int(p.mover), -1)
    elif p.actor() == seat and p.stage == st.ACTING:
        for action in _choices(p):
            kind, unit = actions.split(action)
            if kind not in (menu.A_MOVE, *SHOOTING) or piece not in ("", labels[unit].label):
                continue
            if kind == menu.A_MOVE:
                begun = _after(p, action)
                planner.walks(begun, unit, planner.first(p, action))
            else:
                planner.attacks(p, action, unit)
    return planner.out.built(calm=CALM, rule="CB-6.17")


class _Planner:
    """Collects the plans of one seat."""

    def __init__(self, speaker: Speaker, seat: Seat) -> None:
        self.out = PlanBuilder()
        self.count = 0
        self._speaker = speaker
        self._battle = speaker.battle
        self._seat = seat
        self._odds: dict[tuple[int, int, int], str] = {}

    def first(self, p: Position, action: int) -> int:
        """Add the step that names a unit."""
        word = actions.write(self._battle, p, action)
        where = hex_name(p.t.board, int(p.place[actions.split(action)[1]]))
        return self._add(PlanStep(action=action, word=word, place=where))

    def walks(self, p: Position, unit: int, root: int) -> None:
        """[CB-6.2] Add the cheapest path to every place that a unit can reach, of two that cost
        the same the one under fewer guns.
        """
        start, whole = int(p.place[unit]), int(p.mp)
        best = {start: (0, 0)}
        queue = [_Stop(0, 0, root, p)]
        while queue and self.count < MOST_STEPS:
            stop = heapq.heappop(queue)
            if best.get(int(stop.position.place[unit]), (0, 0)) < stop[:2]:
                continue
            self._end(stop, unit, start, whole)
            if stop.position.stage == st.STEPPING and stop.position.mover == unit:
                self._spread(stop, unit, whole, best, queue)

    def _spread(
        self,
        stop: _Stop,
        unit: int,
        whole: int,
        best: dict[int, tuple[int, int]],
        queue: list[_Stop],
    ) -> None:
        """Go on from a place to all its neighbours that are not reached more cheaply."""
        for action in _choices(stop.position):
            if actions.split(action)[0] not in STEPPING:
                continue
            before = stop.position
            after = _after(before, action)
            place, spent = int(after.place[unit]), whole - int(after.mp)
            if after.mover != unit:  # the step has ended the move: all points are gone
                spent = whole
            threats = self._threats(after, unit, place)
            price = (spent, stop.guns + len(threats))
            if place in best and best[place] <= price:
                continue
            best[place] = price
            asks = after.actor() != self._seat
            note = _cover(after, unit)
            if after.stage == st.FOLLOWING:
                after.apply(after.actor(), menu.PASS)
            number = self._add(
                PlanStep(
                    action=action,
                    word=actions.write(self._battle, before, action),
                    after=stop.number,
                    place=hex_name(before.t.board, place),
                    cost=f"{_points(spent)} of {_points(whole)} MP",
                    note=note,
                    threats=threats,
                    asks=asks,
                )
            )
            heapq.heappush(queue, _Stop(*price, number, after))

    def _end(self, stop: _Stop, unit: int, start: int, whole: int) -> None:
        """Add the plan that ends here; one who may go on stops with a word of its own."""
        p, place = stop.position, int(stop.position.place[unit])
        if place == start or place < 0:
            return
        last = stop.number
        if p.stage == st.STEPPING and p.mover == unit and menu.PASS in _choices(p):
            word = actions.write(self._battle, p, menu.PASS)
            last = self._add(
                PlanStep(action=menu.PASS, word=word, after=last, place=hex_name(p.t.board, place))
            )
        label, where = self._battle.units[unit].label, hex_name(p.t.board, place)
        foes = bool(p.units_at(1 - self._seat, place))
        guns = f", {stop.guns} shots on the way" if stop.guns else ""
        verb = "assault" if foes else "move"
        self.out.plan(
            MovePlan(
                word=f"{label}>{where}",
                kind=verb,
                piece=label,
                last=last,
                words=f"{verb} {self._speaker.unit(unit)} to {where}",
                place=where,
                promise=f"{_points(stop.spent)} of {_points(whole)} MP{guns}",
            )
        )

    def attacks(self, p: Position, action: int, unit: int) -> None:
        """[CB-10.12] [CB-12.1] Add a unit's shots: alone, and with all who can combine."""
        root = self.first(p, action)
        begun = _after(p, action)
        if begun.stage != st.AIMING:
            self._shot(begun, unit, root, p, action, begun.aim)
            return
        for aim in _choices(begun):
            kind, what = actions.split(aim)
            target = -1 if kind == menu.A_PLACE else what
            aimed = _after(begun, aim)
            place = what if kind == menu.A_PLACE else int(begun.place[target])
            number = self._add(self._written(begun, aim, root, hex_name(p.t.board, place)))
            self._shot(aimed, unit, number, begun, aim, target, place)

    def _shot(
        self,
        p: Position,
        unit: int,
        number: int,
        before: Position,
        action: int,
        target: int,
        place: int = -1,
    ) -> None:
        """Add the plans of an attack that is aimed: alone, then massed where others can join."""
        place = place if place >= 0 else int(before.place[target]) if target >= 0 else -1
        if place < 0 or self.count >= MOST_STEPS:
            return
        where = hex_name(p.t.board, place)
        label = self._battle.units[unit].label
        aimed = self._battle.units[target].label if target >= 0 else where
        gun = actions.split(action)[0] == menu.A_GUN_TARGET or p.gun
        for massed in (False, True):
            last, twin, joined = number, p, 0
            while massed and twin.stage == st.MUSTERING and (partner := _partner(twin)):
                last = self._add(self._written(twin, partner, last, where))
                twin = _after(twin, partner)
                joined += 1
            if massed and not joined:
                return
            promise = self._speaker.action_data(before, action).odds_text
            if twin.stage == st.MUSTERING:
                promise = self._speaker.action_data(twin, menu.PASS).odds_text
                last = self._add(self._written(twin, menu.PASS, last, where, asks=True))
            verb = "gun" if gun else "fire"
            group = f"+{joined}" if joined else ""
            self.out.plan(
                MovePlan(
                    word=f"{label}{group}>{aimed}" if not gun else f"{label}:gun{group}>{aimed}",
                    kind=verb,
                    piece=label,
                    last=last,
                    words=f"fire {'the machine gun of ' if gun else 'with '}"
                    f"{self._speaker.unit(unit)} at {aimed}"
                    + (f", {joined} more joining" if joined else ""),
                    place=where,
                    target=aimed if target >= 0 else "",
                    promise=promise,
                    brief=f"with {joined} more" if joined else "alone",
                )
            )

    def _threats(self, p: Position, unit: int, place: int) -> tuple[Threat, ...]:
        """[CB-13.2] Those who could fire after a step, each with the odds of its shot."""
        if p.stage != st.FOLLOWING:
            return ()
        units = self._battle.units
        shots = {}
        for action in _choices(p):
            kind, shooter = actions.split(action)
            if kind in SHOOTING and shooter not in shots:
                key = (unit, action, place)
                if key not in self._odds:
                    self._odds[key] = self._speaker.action_data(p, action).odds_text
                shots[shooter] = self._odds[key]
        return tuple(
            Threat(units[u].label, hex_name(p.t.board, int(p.place[u])), text)
            for u, text in shots.items()
        )

    def _written(
        self, p: Position, action: int, after: int, place: str, *, asks: bool = False
    ) -> PlanStep:
        word = actions.write(self._battle, p, action)
        return PlanStep(action=action, word=word, after=after, place=place, asks=asks)

    def _add(self, step: PlanStep) -> int:
        self.count += 1
        return self.out.step(step)


def _choices(p: Position) -> list[int]:
    return [int(p.choice(i)) for i in range(int(p.choice_count()))] if not p.is_chance() else []


def _after(p: Position, action: int) -> Position:
    twin = p.copy()
    twin.apply(twin.actor(), action)
    return twin


def _partner(p: Position) -> int:
    """The first unit that can still combine; 0 for none."""
    return next((action for action in _choices(p) if actions.split(action)[0] == menu.A_PARTNER), 0)


def _cover(p: Position, unit: int) -> str:
    """[CB-11.1] The cover that a unit has where it stands."""
    cover = int(fire.cover_of(p, unit)) if p.on_field(unit) else 0
    return f"cover {cover}" if cover else "no cover"


def _points(halves: int) -> str:
    """[CB-6.8] Movement points, with a half where there is one."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
