"""One attack from the choice of its leader to its last roll (CB-D, "Order inside one attack")."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots.rules.asking import ask
from dogfight.games.boots.rules.fire import aim_at, aim_at_plane, next_under_fire
from dogfight.games.boots.rules.menu import A_ALSO, A_GUN, A_PARTNER, A_PLACE, KIND
from dogfight.games.boots.rules.windows import open_fire, pay_for_attack, shells_hexes
from dogfight.games.boots.state import AIMING, GROUND, MUSTERING, N_FIRE, State
from dogfight.games.boots.tables import bit


def clear_aim(s: State) -> None:
    """Forget the attack that is over, except what return fire and machine guns still need."""
    s.how = 0
    s.lead = -1
    s.firers = 0
    s.gun = 0
    s.group = 0
    s.pending = 0
    s.crowd0 = 0
    s.crowd1 = 0
    s.dice_a = 0
    s.dice_d = 0
    s.plus_a = 0
    s.plus_d = 0
    s.shown_a = 0
    s.shown_d = 0


def clear_target(s: State) -> None:
    """Forget the attack that is over and whom it was aimed at."""
    clear_aim(s)
    s.aim = -1
    s.aim_place = -1
    s.struck = 0


def clear_attack(s: State) -> None:
    """Forget the attack and all that belonged to it."""
    clear_target(s)
    s.answering = 0
    s.attackers = 0
    s.gunners = 0
    s.plane = -1
    s.shots = 0


def take_lead(s: State, kind: i64, u: i64, how: i64) -> None:
    """A unit leads the attack; its targets are asked next, unless there is only one."""
    s.how = how
    s.lead = u
    s.firers = bit(u)
    s.gun = 1 if kind == A_GUN else 0
    if how == GROUND:
        muster(s)
        return
    if ask(s, AIMING) == 1:
        take_aim(s, s.menu[0])


def take_aim(s: State, action: i64) -> None:
    """The first target is named; partners and further targets are asked next."""
    what: i64 = action % KIND
    if action // KIND == A_PLACE:
        s.aim = -1
        s.aim_place = what
        s.group = 0
        fire(s)
        return
    s.aim = what
    s.aim_place = s.place[what]
    s.group = bit(what)
    if shells_hexes(s):
        fire(s)
        return
    muster(s)


def muster(s: State) -> None:
    """Ask for partners and further targets, unless there are none."""
    if ask(s, MUSTERING) == 1:
        fire(s)


def take_muster(s: State, action: i64) -> None:
    """Add a partner or a target, or fire."""
    kind: i64 = action // KIND
    what: i64 = action % KIND
    if kind == A_PARTNER:
        s.firers |= bit(what)
        muster(s)
    elif kind == A_ALSO:
        s.group |= bit(what)
        muster(s)
    else:
        fire(s)


def fire(s: State) -> None:
    """The attack is declared and paid for; the dice come next."""
    if s.how == GROUND:
        pay_for_attack(s)
        s.add_trace(N_FIRE, s.lead, s.firers, s.aim_place, GROUND)
        aim_at_plane(s)
        return
    if s.lead >= 0:
        pay_for_attack(s)
    open_fire(s)
    if s.pending != 0:
        next_under_fire(s)
        return
    s.struck = s.group
    aim_at(s, s.group, s.aim)
