"""Step 3: one section after the other; Sun, own planes, enemy planes."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import count_bits, lowest_bit
from dogfight.games.paws.state import (
    CLEANUP,
    EMPTY,
    ENEMY,
    GONE,
    N_PLANE_MOVED,
    N_REVEALED,
    N_SUN_MOVED,
    OWN,
    PLANE_MOVES,
    REVEAL,
    SHOTS,
    SUN_MOVES,
    SUN_TARGET,
    State,
    kind_in,
    side_in,
)
from dogfight.games.paws.tables import PLANE, SUN, ZONES


def reveal(s: State) -> None:
    """[JP-10.1] [JP-10.2] Turn over the cards of all flying teams on the next section, or go to
    the cleanup.
    """
    if s.section == s.t.sections:
        s.phase = CLEANUP
        return
    s.revealed = s.section + 1
    if s.trace is not None:
        team: i64 = 0
        while team < s.teams:
            card: i64 = s.on_track(team, s.section)
            if card != EMPTY and s.is_flying(team):
                s.trace.add(N_REVEALED, 2 * team + card % 2, card // 2, s.section)
            team += 1
    s.cursor = 0
    s.phase = SUN_MOVES


def card_of(s: State, team: i64, family: i64) -> i64:
    """[JP-10.3] [JP-20.16] The team's track card of this family on the section, if it flies;
    else EMPTY.
    """
    card: i64 = s.on_track(team, s.section)
    if card == EMPTY or not s.is_flying(team) or s.t.family[kind_in(card // 2)] != family:
        return EMPTY
    return card


def in_order(s: State, index: i64) -> i64:
    """[JP-10.4] [JP-10.5] [JP-20.12] [JP-20.18] The holder of the round first, then clockwise."""
    return (s.holder + index) % s.teams


def sun_moves(s: State) -> None:
    """[JP-10.4] [JP-13.6] Steps (a) and (b): Sun cards one after the other."""
    while s.cursor < s.teams:
        team: i64 = in_order(s, s.cursor)
        s.cursor += 1
        card: i64 = card_of(s, team, SUN)
        if card == EMPTY:
            continue
        kind: i64 = kind_in(card // 2)
        if s.t.sends[kind] == 0:
            slide_sun(s, team, kind)
            continue
        targets: i64 = sun_targets(s)
        if count_bits(targets) > 1:
            s.turn = 2 * team + card % 2
            s.phase = SUN_TARGET
            return
        send_sun(s, lowest_bit(targets))
    s.phase = PLANE_MOVES


def slide_sun(s: State, team: i64, kind: i64) -> None:
    """[JP-13.1] [JP-13.2] [JP-13.3] [JP-13.5] Left, Right, View, as the player sees the boards
    it is on.
    """
    across: i64 = 0 if s.sun_team() == team else ZONES
    zone: i64 = s.t.sun_to[kind * 2 * ZONES + across + s.sun_zone()]
    s.sun = s.sun_team() * ZONES + zone
    if s.trace is not None:
        s.trace.add(N_SUN_MOVED, team, s.sun)


def sun_targets(s: State) -> i64:
    """[JP-20.10] The flying teams that do not have the Sun."""
    single_bit: i64 = 1
    return s.flying & ~(single_bit << s.sun_team())


def default_target(s: State) -> i64:
    """[JP-20.10] The next such team clockwise from the one that has the Sun."""
    team: i64 = (s.sun_team() + 1) % s.teams
    while not s.is_flying(team):
        team = (team + 1) % s.teams
    return team


def send_sun(s: State, target: i64) -> None:
    """[JP-13.4] [JP-20.9] The Sun goes to the zone of the same name on the other team's boards."""
    s.sun = target * ZONES + s.sun_zone()
    if s.trace is not None:
        s.trace.add(N_SUN_MOVED, target, s.sun)


def choose_target(s: State, target: i64) -> None:
    """[JP-20.9] The player of the card has named a team; the other Sun cards follow."""
    send_sun(s, target)
    s.phase = SUN_MOVES


def plane_moves(s: State) -> None:
    """[JP-10.6] [JP-10.7] [JP-10.8] Step (c), own planes, before step (d), enemy planes."""
    side: i64 = OWN
    while side <= ENEMY:
        team: i64 = 0
        while team < s.teams:
            card: i64 = card_of(s, team, PLANE)
            if card != EMPTY and side_in(card // 2) == side:
                move_planes(s, team, kind_in(card // 2), side)
            team += 1
        side += 1
    s.cursor = 0
    s.phase = SHOTS


def move_planes(s: State, team: i64, kind: i64, side: i64) -> None:
    """[JP-12.1] [JP-12.2] [JP-12.11] [JP-20.7] [JP-20.8] Move the own token everywhere, or all on
    own boards.

    [JP-0.5] The own plane stands on others' boards, enemy planes on one's own. [JP-12.12] [JP-20.5]
    Tokens share zones.
    """
    other: i64 = 0
    while other < s.teams:
        at: i64 = team * s.teams + other if side == OWN else other * s.teams + team
        zone: i64 = s.planes[at]
        if zone != GONE:
            # [JP-12.4] to [JP-12.9] stand in the tables: own half on other boards, enemy half on
            # own boards.
            to: i64 = (
                s.t.own_to[kind * ZONES + zone]
                if side == OWN
                else s.t.enemy_to[kind * ZONES + zone]
            )
            s.planes[at] = to
            if s.trace is not None:
                s.trace.add(N_PLANE_MOVED, at // s.teams, at % s.teams, to)
        other += 1


def next_section(s: State) -> None:
    """[JP-10.1] The section is finished."""
    s.section += 1
    s.phase = REVEAL
