"""Falling, winning, and the cleanup that ends a round."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import count_bits, lowest_bit
from dogfight.games.paws.state import (
    DISCARD,
    EMPTY,
    GONE,
    N_DRAWN,
    N_FELL,
    N_SMOKES,
    N_WON,
    NEXT_ROUND,
    OVER,
    State,
    kind_in,
)
from dogfight.games.paws.tables import ZONES


def check(s: State, then: i64) -> None:
    """[JP-17.1] [JP-17.2] [JP-17.4] [JP-17.5] [JP-20.19] Teams that lacked a card fall; one left
    has won.
    """
    s.phase = then
    if s.failed == 0:
        return
    s.fell_last = s.failed
    s.failed = 0
    team: i64 = 0
    while team < s.teams:
        if s.is_in(s.fell_last, team):
            fall(s, team)
        team += 1
    left: i64 = count_bits(s.flying)
    if left <= 1:
        s.phase = OVER
        if s.trace is not None:
            s.trace.add(N_WON if left else N_DRAWN, lowest_bit(s.flying) if left else s.fell_last)
    pass_on_sun(s)


def fall(s: State, team: i64) -> None:
    """[JP-17.1] [JP-20.16] [JP-R7] The whole team is out; among three or more tokens and
    unresolved cards go too.
    """
    single_bit: i64 = 1
    s.flying &= ~(single_bit << team)
    s.crew &= ~((single_bit + 2) << (2 * team))
    if s.trace is not None:
        s.trace.add(N_FELL, team)
    if s.teams == 2:
        return
    other: i64 = 0
    while other < s.teams:
        s.planes[team * s.teams + other] = GONE
        s.planes[other * s.teams + team] = GONE
        other += 1
    section: i64 = s.revealed
    while section < s.t.sections:
        clear_section(s, team, section)
        section += 1


def pass_on_sun(s: State) -> None:
    """[JP-20.17] The Sun over a fallen team goes to the same zone of the next flying team."""
    if s.teams == 2 or s.flying == 0:
        return
    s.sun = next_flying(s, s.sun_team()) * ZONES + s.sun_zone()


def next_flying(s: State, team: i64) -> i64:
    """[JP-20.21] The team itself if it flies, else the next that does, clockwise."""
    while not s.is_flying(team):
        team = (team + 1) % s.teams
    return team


def cleanup(s: State) -> None:
    """[JP-11.1] [JP-11.2] [JP-11.3] Track cards to their own discard piles; a first repair
    leaves smoke.
    """
    single_bit: i64 = 1
    team: i64 = 0
    while team < s.teams:
        section: i64 = 0
        while section < s.t.sections:
            clear_section(s, team, section)
            section += 1
        if s.repairing >> (2 * team) & 3 and s.is_flying(team) and not s.is_in(s.smoke, team):
            s.smoke |= single_bit << team
            if s.trace is not None:
                s.trace.add(N_SMOKES, team)
        team += 1
    s.phase = NEXT_ROUND


def clear_section(s: State, team: i64, section: i64) -> None:
    """[JP-11.1] A track card goes to the discard pile of the seat that played it."""
    card: i64 = s.on_track(team, section)
    if card != EMPTY:
        s.put(DISCARD, 2 * team + card % 2, kind_in(card // 2))
        s.track[team * s.t.sections + section] = EMPTY
