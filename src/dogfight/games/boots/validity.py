"""Whether a position that was read can be: what is in progress must fit the question that is
asked.
"""

from __future__ import annotations

from dogfight.games.boots import state as st
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import air, close, fire
from dogfight.games.boots.rules.sequence import dice_wanted

PHASES = {
    st.SETUP: (st.PLACING,),
    st.START: (st.PLACING, st.ROLLING, st.REPLYING),
    st.ACTION: (
        st.ACTING,
        st.STEPPING,
        st.FOLLOWING,
        st.OVERRUNNING,
        st.RETURNING,
        st.FIRING_ON,
        st.AIMING,
        st.MUSTERING,
        st.CALLING,
        st.SENDING,
        st.GROUND_FIRE,
        st.STRAFING,
        st.ROLLING,
        st.REPLYING,
        st.SPOTTING,
    ),
    st.CLOSE: (
        st.FIGHTING,
        st.STORMING,
        st.DEFENDING,
        st.PAIRING,
        st.GANGING_UP,
        st.LOSING,
        st.RETREATING,
        st.ROLLING,
        st.REPLYING,
    ),
    st.RALLY: (st.RECOVERING, st.FINISHED),
    st.DOGFIGHT: (st.FLYING, st.CHOOSING, st.ROLLING, st.REPLYING, st.FINISHED),
}
MOST_DICE = 600
"""[CB-3.6] [CB-3.7] No pool is larger: a side has at most 61 units, and none more than nine
dice.
"""
LIMITS = {
    "mp": 80,
    "steps": 99,
    "shifted": 2,
    "set_down": 1,
    "halted": 1,
    "swept": 99,
    "entered": 1,
    "how": st.ONTO,
    "gun": 1,
    "cursor": 400,
    "dice_a": MOST_DICE,
    "dice_d": MOST_DICE,
    "plus_a": 99,
    "plus_d": 99,
    "shots": 2,
    "limping": 1,
    "bonus": 62,
    "round": 99,
    "matches": 62,
    "bout": 63,
    "losers": 3,
    "winner": 2,
    "reason": st.BY_POINTS,
}
OVER_A_TARGET = (st.SENDING, st.GROUND_FIRE, st.STRAFING)
IN_A_MOVE = (st.STEPPING, st.FOLLOWING, st.OVERRUNNING)
IN_A_FIGHT = (st.PAIRING, st.GANGING_UP, st.LOSING, st.RETREATING)


def why_not(battle: Battle, p: Position) -> str:
    """What cannot be, in words; empty if nothing is wrong."""
    t = battle.tables
    if p.stage not in PHASES[int(p.phase)] or (p.phase == st.DOGFIGHT) != t.dogfight:
        return "a question of its phase"
    if not 0 <= p.turn <= 2 * t.turns or (p.turn == 0) != (p.phase == st.SETUP):
        return f"a player turn from 1 to {int(2 * t.turns)}, or 0 in the set-up"
    for key, most in LIMITS.items():
        if not (-1 if key in ("bonus", "winner") else 0) <= getattr(p, key) <= most:
            return f"{key} up to {most}"
    if not -1 <= p.plane < max(1, t.planes) or not -1 <= p.foe < max(1, t.planes):
        return "an aircraft of the battle"
    if any(number not in (-1, 0, 1) for number in p.control) or any(
        not -1 <= lap <= 6 for lap in p.laps
    ):
        return "control by a seat, and at most six turns of an aircraft"
    if not all(_can_have_slots(p, u) for u in range(len(battle.units))):
        return "slots that a unit has, locked on the side that moves"
    return _in_progress(battle, p) or _dice(battle, p) or _sky(battle, p)


def _can_have_slots(p: Position, u: int) -> bool:
    """[CB-13.1] [CB-13.8] [CB-13.9] No more slots, free and locked, than its own; none has fired
    twice at a step.
    """
    value = int(p.slots[u])
    free, on_mover, used, on_companion, used_again = (
        value >> shift & 3 for shift in range(0, 10, 2)
    )
    moving = 2 if p.mover < 0 else 6 if p.companion < 0 else 10
    fits = 0 <= value < 1 << moving and free + on_mover + on_companion <= p.volleys(u)
    return fits and used <= on_mover and used_again <= on_companion


def _in_progress(battle: Battle, p: Position) -> str:
    t = battle.tables
    stage = int(p.stage)
    if stage in IN_A_MOVE and (
        p.mover < 0
        or t.side[p.mover] != p.active
        or (stage != st.FOLLOWING and not p.is_fresh(p.mover))
    ):
        return "a fresh unit of the active side that moves"
    if stage in (st.CALLING, st.SPOTTING) and not (
        0 <= p.lead < t.batteries and t.battery_side[p.lead] == p.active
    ):
        return "a battery that is called"
    if stage == st.SPOTTING and not 0 <= p.aim_place < t.board.size:
        return "a hex the mission is called on"
    if stage in OVER_A_TARGET and (p.plane < 0 or t.plane_side[p.plane] != p.active):
        return "an aircraft of the active side over its target"
    if stage in OVER_A_TARGET[1:] and p.aim_place < 0:
        return "an aircraft over its target"
    if p.shots > 0 and not (p.plane >= 0 and t.plane_strafe[p.plane] > 0):
        return "an aircraft that can strafe"  # CB-4.17
    if stage == st.GROUND_FIRE and p.shots > 0 and air.strafe_targets(p) == 0:
        return "a target of the strafing run"
    if stage in (st.PLACING, st.STORMING, st.GANGING_UP) and not 0 <= p.lead < t.units:
        return "a unit that is asked for"
    if stage in IN_A_FIGHT and (p.melee < 0 or p.round < 1):
        return "a hex that is fought over"
    if (stage == st.STORMING and p.firers & ~t.squads) or (
        stage == st.DEFENDING and p.gunners & ~t.squads
    ):
        return "rifle squads that assault"  # CB-16.2
    if stage == st.DEFENDING and not (
        p.aim >= 0 and p.attackers == 1 << int(p.aim) and p.firers == p.gunners != 0
    ):
        return "armor that is assaulted, and by whom"
    if stage in (st.AIMING, st.MUSTERING):
        return _aiming(battle, p)
    return ""


def _aiming(battle: Battle, p: Position) -> str:
    if p.how not in (st.OWN, st.RETURN, st.FOLLOW, st.GROUND, st.STRAFE):
        return "a kind of attack that is chosen"
    if p.how != st.STRAFE and not (
        0 <= p.lead < battle.tables.units and p.firers >> p.lead & 1 and p.is_fresh(p.lead)
    ):
        return "a fresh unit that leads the attack"
    if p.how == st.FOLLOW and p.mover < 0:
        return "a unit that moves"
    if p.how in (st.GROUND, st.STRAFE) and p.plane < 0:
        return "an aircraft"
    if p.stage == st.MUSTERING and p.how != st.GROUND and not (p.aim >= 0 and p.group >> p.aim & 1):
        return "a target"
    if p.stage == st.MUSTERING and _attack_dice(p) < 1:
        return "an attack with dice"  # CB-4.17
    return ""


def _attack_dice(p: Position) -> int:
    """The dice of the attack that is being put together."""
    return int(
        fire.firepower(p, p.firers, 0) if p.how == st.GROUND else fire.dice_against(p, p.aim)
    )


def _dice(battle: Battle, p: Position) -> str:
    if p.stage not in (st.ROLLING, st.REPLYING):
        return ""
    t = battle.tables
    if not 1 <= dice_wanted(p) <= MOST_DICE or min(p.dice_a, p.dice_d) < 1:
        return "dice to roll"
    if (p.how >= st.AIR_FIRE) != t.dogfight or p.how == 0:
        return "a roll of this kind of battle"
    if p.how == st.MATCH:
        sides = [close.in_match(p, side, p.bout) for side in (0, 1)] if p.melee >= 0 else [0]
        return "" if all(sides) else "a match with units of both sides"
    if p.how == st.GROUND:
        return "" if p.plane >= 0 and p.firers else "an aircraft under fire"
    if p.how >= st.AIR_FIRE:
        return "" if p.plane >= 0 and p.foe >= 0 else "two aircraft"
    if not (
        p.aim >= 0 and p.group >> p.aim & 1 and p.alive & p.group == p.group and p.aim_place >= 0
    ):
        return "a target in play"
    if p.how == st.BARRAGE:
        return "" if 0 <= p.lead < t.batteries else "a battery that fires"
    if p.how in (st.BOMBS, st.STRAFE):
        return "" if p.plane >= 0 else "an aircraft that attacks"
    if p.how == st.DEFENCE and not (p.gunners and p.attackers and not p.gunners & ~t.squads):
        return "an assault"
    return (
        ""
        if 0 <= p.lead < t.units and p.alive >> p.lead & 1 and p.firers >> p.lead & 1
        else "a unit that fires"
    )


def _sky(battle: Battle, p: Position) -> str:
    """[CB-21.4] to [CB-21.8] Positions fit together, between enemies that are in the fight."""
    t = battle.tables
    for a in range(int(t.planes) if t.dogfight else 0):
        for other in (int(p.prey[a]), int(p.circle[a])):
            if other >= 0 and (
                t.plane_side[a] == t.plane_side[other] or p.fate[a] or p.fate[other]
            ):
                return "positions between enemies in the fight"
        if p.circle[a] >= 0 and (p.circle[p.circle[a]] != a or p.prey[a] >= 0 or p.tail[a] >= 0):
            return "two aircraft that turn with each other and with nobody else"
    if p.stage == st.CHOOSING and (
        p.how not in (st.DODGE, st.CIRCLE, st.ONTO) or min(p.plane, p.foe) < 0
    ):
        return "a maneuver that was won"
    return ""
