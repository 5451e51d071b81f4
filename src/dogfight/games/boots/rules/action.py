"""The Action phase: moves, fire, reaction windows and air strikes (CB-5, CB-D2 to CB-D7, CB-D14,
CB-D15).
"""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots.rules import air, barrage, movement, windows
from dogfight.games.boots.rules.asking import ask, chooser
from dogfight.games.boots.rules.attack import (
    clear_aim,
    clear_attack,
    clear_target,
    take_aim,
    take_lead,
)
from dogfight.games.boots.rules.fire import aim_at
from dogfight.games.boots.rules.menu import (
    A_AIR,
    A_CALL,
    A_EXIT,
    A_LOAD,
    A_MOVE,
    A_PLACE,
    A_STEP,
    A_TARGET,
    A_UNLOAD,
    KIND,
    PASS,
)
from dogfight.games.boots.state import (
    ACTING,
    CALLING,
    FIRING_ON,
    FOLLOW,
    FOLLOWING,
    GROUND,
    GROUND_FIRE,
    N_PASS,
    OVERRUN,
    OVERRUNNING,
    OWN,
    RETURN,
    RETURNING,
    SENDING,
    STEPPING,
    STRAFE,
    STRAFING,
    TO_CLOSE,
    State,
)
from dogfight.games.boots.tables import bit


def back_to_action(s: State) -> None:
    """[CB-5.5] [CB-5.11] Nothing is in progress: ask for the next action; with none left the
    phase is over.
    """
    clear_attack(s)
    s.mover = -1
    s.companion = -1
    s.mp = 0
    s.steps = 0
    s.shifted = 0
    s.set_down = 0
    s.halted = 0
    s.entered = 0
    s.exposed = 0
    s.swept = 0
    if ask(s, ACTING) == 1:
        s.stage = TO_CLOSE


def act(s: State, kind: i64, what: i64) -> None:
    """[CB-D2] Begin an action."""
    if kind == PASS:
        s.add_trace(N_PASS, s.active, ACTING)
        s.stage = TO_CLOSE
    elif kind == A_MOVE:
        movement.begin_move(s, what)
        ask(s, STEPPING)
    elif kind == A_CALL:
        s.lead = what
        ask(s, CALLING)
    elif kind == A_AIR:
        s.plane = what
        if ask(s, SENDING) == 1:
            send_plane(s, s.menu[0])
    else:
        take_lead(s, kind, what, OWN)


# --- moving ---------------------------------------------------------------------------------------


def take_step(s: State, kind: i64, what: i64) -> None:
    """[CB-D3] [CB-6.17] A step, load or unload, then barrages, following fire and the overrun."""
    if kind == PASS:
        end_move(s)
        return
    if kind == A_EXIT:
        movement.exit_board(s)
        end_move(s)
        return
    if kind == A_STEP:
        movement.step(s, what)
    elif kind == A_PLACE:
        movement.cross(s, what)
    elif kind == A_LOAD:
        movement.load(s, what)
    elif kind == A_UNLOAD:
        movement.unload(s)
    windows.begin_step_window(s)
    continue_step(s)


def continue_step(s: State) -> None:
    """[CB-6.17] [CB-18.18] Barrages first; then the inactive player may use following fire."""
    if barrage.expose(s):
        return
    follow_up(s)


def follow_up(s: State) -> None:
    """[CB-D4] [CB-13.12] [CB-13.13] Asked again after each attack, until pass or nobody can
    fire.
    """
    clear_target(s)
    if ask(s, FOLLOWING) == 1:
        close_window(s)


def close_window(s: State) -> None:
    """[CB-6.16] A mover that was pinned or destroyed is done; a tank may overrun; else the move
    goes on.
    """
    s.how = 0
    if not s.is_fresh(s.mover):
        end_move(s)
    elif not (may_overrun(s) and ask(s, OVERRUNNING) > 1):
        next_step(s)


def may_overrun(s: State) -> bool:
    """[CB-17.1] [CB-17.3] [CB-17.4] A tank that has entered, once a turn, with its integrated
    machine gun.
    """
    me: i64 = bit(s.mover)
    return s.entered != 0 and s.t.tanks & me & ~(s.overran | s.gunned) != 0 and s.t.mg[s.mover] > 0


def overrun(s: State, kind: i64, target: i64) -> None:
    """[CB-17.2] Three dice, no cover, a pin destroys."""
    if kind == PASS:
        next_step(s)
        return
    me: i64 = bit(s.mover)
    s.how = OVERRUN
    s.lead = s.mover
    s.firers = me
    s.gun = 1
    s.aim = target
    s.group = bit(target)
    s.overran |= me
    s.gunned |= me
    windows.open_fire(s)
    s.struck = s.group
    aim_at(s, s.group, target)


def next_step(s: State) -> None:
    """[CB-6.11] The owner goes on or stops; points left over are lost."""
    clear_attack(s)
    if ask(s, STEPPING) == 1:
        end_move(s)


def end_move(s: State) -> None:
    """[CB-13.10] The unit has acted; slots locked on it are spent."""
    s.acted |= bit(s.mover)
    windows.free_locks(s)
    back_to_action(s)


# --- firing ---------------------------------------------------------------------------------------


def return_fire(s: State) -> None:
    """[CB-D6] [CB-10.17] [CB-13.4] [CB-13.6] [CB-17.5] Those attacked and still fresh may shoot
    back, until pass.
    """
    s.answering = s.fresh_of(s.answering)
    clear_aim(s)
    if ask(s, RETURNING) == 1:
        close_return(s)


def close_return(s: State) -> None:
    """[CB-D7] The mover goes on after an overrun; a machine gun may fire on after its own fire."""
    if s.mover >= 0:
        if s.is_fresh(s.mover):
            next_step(s)
        else:
            end_move(s)
        return
    clear_target(s)
    s.answering = 0
    s.attackers = 0
    if ask(s, FIRING_ON) == 1:
        end_fire(s)


def end_fire(s: State) -> None:
    """[CB-5.6] [CB-12.5] All units that took part have acted."""
    s.acted |= s.gunners
    back_to_action(s)


def answer(s: State, stage: i64, kind: i64, what: i64) -> None:
    """Pass closes a window; a unit leads an attack in it."""
    if kind != PASS:
        how: i64 = GROUND if stage == GROUND_FIRE else OWN
        if stage == FOLLOWING:
            how = FOLLOW
        elif stage == RETURNING:
            how = RETURN
        take_lead(s, kind, what, how)
        return
    s.add_trace(N_PASS, chooser(s), stage)
    s.how = 0
    if stage == FOLLOWING:
        close_window(s)
    elif stage == RETURNING:
        close_return(s)
    elif stage == FIRING_ON:
        end_fire(s)
    else:
        attack_from_air(s)


# --- from the air ---------------------------------------------------------------------------------


def send_plane(s: State, action: i64) -> None:
    """[CB-D14] The aircraft is sent; ground fire comes before its attack."""
    what: i64 = action % KIND
    if action // KIND == A_TARGET:
        air.send(s, s.place[what], what)
    else:
        air.send(s, what, -1)
    ground_fire(s)


def ground_fire(s: State) -> None:
    """[CB-D14] [CB-20.10] Asked again until pass, or nobody can."""
    clear_aim(s)
    if ask(s, GROUND_FIRE) == 1:
        attack_from_air(s)


def attack_from_air(s: State) -> None:
    """[CB-20.6] [CB-20.9] Bombs at once; a strafing run asks for its targets."""
    if s.shots == 0:
        if not air.drop_bombs(s):
            end_air(s)
    else:
        ask(s, STRAFING)


def strafe(s: State, kind: i64, target: i64) -> None:
    """[CB-D15] One of the two attacks of a run."""
    if kind == PASS:
        end_air(s)
        return
    s.how = STRAFE
    s.shots -= 1
    take_aim(s, A_TARGET * KIND + target)


def end_air(s: State) -> None:
    """[CB-20.20] No return fire; a damaged aircraft leaves."""
    air.fly_home(s)
    back_to_action(s)
