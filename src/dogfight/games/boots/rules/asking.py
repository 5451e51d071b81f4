"""Every question of the game and who answers it (CB-D)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots import state as st
from dogfight.games.boots.rules import air, barrage, close, dogfight, movement, windows
from dogfight.games.boots.rules.menu import A_MOVE, A_PLACE, A_TARGET, PASS, offer, offer_all
from dogfight.games.boots.state import State


def ask(s: State, stage: i64) -> i64:
    """[CB-D1] to [CB-D17] Put a question; returns how many answers there are."""
    s.stage = stage
    fill_menu(s)
    return s.offers


def fill_menu(s: State) -> None:
    """The legal actions of the present question, in ascending order."""
    s.offers = 0
    s.menu_made = True
    stage: i64 = s.stage
    if stage == st.STEPPING:
        movement.offer_steps(s)
    elif stage == st.FOLLOWING:
        windows.offer_following(s)
    elif stage == st.RETURNING:
        windows.offer_return(s)
    elif stage == st.ACTING:
        offer_actions(s)
    elif stage == st.AIMING:
        windows.offer_aims(s)
    elif stage == st.MUSTERING:
        windows.offer_muster(s)
    elif stage == st.FIRING_ON:
        windows.offer_fire_on(s)
    elif stage == st.OVERRUNNING:
        offer_overrun(s)
    elif stage == st.PLACING:
        offer_places(s)
    elif stage == st.CALLING:
        barrage.offer_hexes(s)
    elif stage == st.SENDING:
        air.offer_air_targets(s)
    elif stage == st.GROUND_FIRE:
        windows.offer_ground_fire(s)
    elif stage == st.STRAFING:
        air.offer_strafing(s)
    elif stage == st.FLYING:
        dogfight.offer_flying(s)
    elif stage == st.CHOOSING:
        dogfight.offer_choice(s)
    else:
        fill_close_menu(s)


def fill_close_menu(s: State) -> None:
    """The questions of the Close combat phase."""
    if s.stage == st.FIGHTING:
        close.offer_close_combat(s)
    elif s.stage == st.STORMING:
        close.offer_storm(s)
    elif s.stage == st.DEFENDING:
        close.offer_defence(s)
    elif s.stage == st.PAIRING:
        close.offer_pairs(s)
    elif s.stage == st.GANGING_UP:
        close.offer_gang_up(s)
    elif s.stage == st.LOSING:
        close.offer_losses(s)
    elif s.stage == st.RETREATING:
        close.offer_retreats(s)


def chooser(s: State) -> i64:
    """Who answers the present question."""
    stage: i64 = s.stage
    if stage in (st.FOLLOWING, st.RETURNING, st.DEFENDING, st.GROUND_FIRE):
        return s.inactive()
    if stage in (st.AIMING, st.MUSTERING):
        return s.active if s.how == st.OWN or s.how == st.STRAFE else s.inactive()
    if stage == st.PLACING:
        return s.t.side[s.lead]
    if stage in (st.PAIRING, st.RETREATING):
        return close.leader(s)
    if stage == st.GANGING_UP:
        return s.t.side[s.lead]
    if stage == st.LOSING:
        return close.loser(s)
    if stage == st.CHOOSING:
        return dogfight.chooser(s)
    return s.active


def offer_actions(s: State) -> None:
    """[CB-D2] [CB-5.8] [CB-5.10] Done; move or fire with a fresh unit that has not acted;
    missions; aircraft.
    """
    offer(s, PASS, 0)
    idle: i64 = s.fresh_of(s.side_units(s.active)) & ~s.acted
    u: i64 = 0
    while idle >> u:
        if idle >> u & 1 and not s.is_cargo(u) and movement.can_move(s, u):
            offer(s, A_MOVE, u)
        u += 1
    s.how = st.OWN
    windows.offer_leads(s, idle)
    s.how = 0
    barrage.offer_calls(s)
    air.offer_planes(s)


def offer_places(s: State) -> None:
    """[CB-24.1] Places of its zone that are not impassable; a reinforcement needs one without
    enemies.

    Units with ten points or more never stand on a line (CB-6.21).
    """
    u: i64 = s.lead
    i: i64 = s.t.zone_start[u]
    field: i64 = s.t.board.size
    while i < s.t.zone_start[u + 1]:
        place: i64 = s.t.zone_place[i]
        if place >= field:
            if (place - field) & 1 or not movement.is_fast(s, u):
                offer(s, A_PLACE, place)
        elif not movement.is_impassable(s, u, place) and (
            s.phase == st.SETUP or s.units_at(1 - s.t.side[u], place) == 0
        ):
            offer(s, A_PLACE, place)
        i += 1


def offer_overrun(s: State) -> None:
    """[CB-D5] [CB-17.2] None, or one unarmored enemy of the hex."""
    offer(s, PASS, 0)
    offer_all(s, A_TARGET, s.enemies_with(s.mover) & ~s.t.armor)
