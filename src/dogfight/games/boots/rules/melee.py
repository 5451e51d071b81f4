"""The Close combat phase, step by step (CB-5.12, CB-D8 to CB-D13)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots.rules import barrage, close, dogfight, windows
from dogfight.games.boots.rules.asking import ask
from dogfight.games.boots.rules.attack import clear_aim, clear_attack
from dogfight.games.boots.rules.dice import contest
from dogfight.games.boots.rules.fire import aim_at
from dogfight.games.boots.rules.menu import (
    A_ASSAULT,
    A_GUN_TARGET,
    A_JOIN,
    A_MELEE,
    A_PARTNER,
    A_TARGET,
    KIND,
    PAIR,
    PASS,
)
from dogfight.games.boots.state import (
    ASSAULT,
    CLOSE,
    DEFENCE,
    DEFENDING,
    FIGHTING,
    GANGING_UP,
    LOSING,
    MATCH,
    N_FIGHT,
    N_FIRE,
    N_MATCH,
    N_PHASE,
    PAIRING,
    RETREATING,
    STORMING,
    TO_RALLY,
    State,
)
from dogfight.games.boots.tables import bit


def begin_close_combat(s: State) -> None:
    """[CB-5.12] The active player's actions are over."""
    s.phase = CLOSE
    s.add_trace(N_PHASE, CLOSE)
    next_close_combat(s)


def next_close_combat(s: State) -> None:
    """[CB-D8] Hex by hex, in the order he chooses."""
    clear_attack(s)
    s.melee = -1
    s.round = 0
    s.exposed = 0
    s.swept = 0
    s.losers = 0
    close.clear_matches(s)
    if ask(s, FIGHTING) == 1:
        s.stage = TO_RALLY


def fight(s: State, kind: i64, what: i64) -> None:
    """[CB-D8] Done, a fight, or an assault."""
    if kind == PASS:
        s.stage = TO_RALLY
    elif kind == A_MELEE:
        s.melee = what
        s.mark_fought(what)
        s.add_trace(N_FIGHT, what)
        next_round(s)
    elif kind == A_ASSAULT:
        s.lead = what
        s.firers = bit(what)
        if ask(s, STORMING) == 1:
            storm(s, s.menu[0] // KIND, s.menu[0] % KIND)


# --- hand to hand ---------------------------------------------------------------------------------


def next_round(s: State) -> None:
    """[CB-15.14] [CB-15.20] Another round if both sides still have a unit to fight."""
    close.clear_matches(s)
    if not close.fight_goes_on(s):
        end_fight(s)
        return
    s.round += 1
    if s.round == 1 or ask(s, RETREATING) == 1:
        ask(s, PAIRING)


def end_fight(s: State) -> None:
    close.mop_up(s)
    next_close_combat(s)


def fall_back(s: State, kind: i64, place: i64) -> None:
    """[CB-D13] Fight on, or retreat."""
    if kind == PASS:
        ask(s, PAIRING)
        return
    close.retreat(s, place)
    s.swept = 0
    continue_retreat(s)


def continue_retreat(s: State) -> None:
    """[CB-15.19] A barrage on the new hex strikes; then the fight is over."""
    if not barrage.expose(s):
        end_fight(s)


def pair_off(s: State, what: i64) -> None:
    """[CB-D10] Pair until one side has nobody left; then the other may gang up."""
    close.pair(s, what // PAIR, what % PAIR)
    if close.unpaired(s, 0) != 0 and close.unpaired(s, 1) != 0:
        ask(s, PAIRING)
    else:
        s.lead = -1
        next_gang(s, 0 if close.unpaired(s, 0) != 0 else 1)


def next_gang(s: State, side: i64) -> None:
    """[CB-D11] Each unit left over, in piece order."""
    s.lead = close.next_over(s, side, s.lead)
    if s.lead >= 0:
        ask(s, GANGING_UP)
    else:
        s.bout = 0
        next_match(s)


def gang_up(s: State, kind: i64, what: i64) -> None:
    if kind == A_JOIN:
        s.matched[s.lead] = what
    next_gang(s, s.t.side[s.lead])


def next_match(s: State) -> None:
    """[CB-15.13] The matches in the order of their pairing; the round ends with the last."""
    s.bout += 1
    if s.bout > s.matches:
        next_round(s)
        return
    dogfight.roll_off(s, MATCH, close.match_dice(s, s.active), close.match_dice(s, s.inactive()))


def end_match(s: State) -> None:
    """[CB-15.10] [CB-15.11] The loser removes a unit, after a tie both do."""
    won: i64 = contest(s.shown_a, s.shown_d)
    s.losers = 3 if won == 0 else bit(s.inactive() if won > 0 else s.active)
    s.add_trace(N_MATCH, s.bout, won, s.shown_a, s.shown_d)
    clear_aim(s)
    settle_losses(s)


def settle_losses(s: State) -> None:
    """[CB-D12] Asked only if there is a choice."""
    while s.losers:
        mask: i64 = close.in_match(s, close.loser(s), s.bout)
        if mask & (mask - 1):
            ask(s, LOSING)
            return
        u: i64 = 0
        while not mask >> u & 1:
            u += 1
        close.lose_unit(s, u)
    next_match(s)


# --- the assault on armor -------------------------------------------------------------------------


def storm(s: State, kind: i64, what: i64) -> None:
    """[CB-16.10] Choose the armor, add squads, go; the armor's defence comes first."""
    if kind == A_TARGET:
        s.aim = what
        s.aim_place = s.place[what]
    elif kind == A_PARTNER:
        s.firers |= bit(what)
    else:
        s.assaulted |= s.firers
        s.gunners = s.firers
        s.attackers = bit(s.aim)
        if ask(s, DEFENDING) == 1:
            assault(s)
        return
    if ask(s, STORMING) == 1:
        storm(s, PASS, 0)


def defend(s: State, kind: i64, squad: i64) -> None:
    """[CB-D9] [CB-16.5] [CB-16.6] One attack at one of the assaulting squads, for the armor's
    slot.
    """
    if kind == PASS:
        assault(s)
        return
    u: i64 = s.aim
    s.how = DEFENCE
    s.lead = u
    s.firers = bit(u)
    s.gun = 1 if kind == A_GUN_TARGET else 0
    s.slots[u] -= 1
    if s.gun:
        s.gunned |= bit(u)
    s.aim = squad
    s.group = bit(squad)
    windows.open_fire(s)
    s.pending = 0
    aim_at(s, s.group, squad)


def assault(s: State) -> None:
    """[CB-16.7] [CB-16.11] Squads that survived attack with their firepower; there is no return
    fire.
    """
    armor: i64 = 0
    while not s.attackers >> armor & 1:
        armor += 1
    s.firers = s.gunners & s.alive
    if s.firers == 0:
        next_close_combat(s)
        return
    s.how = ASSAULT
    s.gun = 0
    s.lead = 0
    while not s.firers >> s.lead & 1:
        s.lead += 1
    s.aim_place = s.place[armor]
    s.add_trace(N_FIRE, s.lead, s.firers, s.aim_place, ASSAULT)
    aim_at(s, bit(armor), armor)


# --- answers --------------------------------------------------------------------------------------


def apply_close(s: State, kind: i64, what: i64) -> None:
    """The answers of the Close combat phase."""
    if s.stage == FIGHTING:
        fight(s, kind, what)
    elif s.stage == STORMING:
        storm(s, kind, what)
    elif s.stage == DEFENDING:
        defend(s, kind, what)
    elif s.stage == PAIRING:
        pair_off(s, what)
    elif s.stage == GANGING_UP:
        gang_up(s, kind, what)
    elif s.stage == LOSING:
        close.lose_unit(s, what)
        settle_losses(s)
    else:
        fall_back(s, kind, what)
