"""Step (e) of a section: who is hit, how hard, and whether the Moon offers a choice."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.paws.rules.damage import deal
from dogfight.games.paws.rules.resolve import card_of, in_order
from dogfight.games.paws.state import (
    DECK,
    EMPTY,
    MOON_OFFER,
    N_HIT,
    N_SHOT,
    SECTION_CHECK,
    SHOTS,
    State,
    kind_in,
)
from dogfight.games.paws.tables import BOARD, SHOOT


def shots(s: State) -> None:
    """[JP-0.8] [JP-10.9] [JP-20.15] [JP-20.20] Deal the hits one by one in the order of (a) and
    (b).

    Positions and repairs do not change within the step, so each hit is found when its turn comes;
    [JP-R10] those of one shot clockwise.
    """
    per_shooter: i64 = s.teams * 2
    while s.cursor < s.teams * per_shooter:
        at: i64 = s.cursor
        s.cursor += 1
        shooter: i64 = in_order(s, at // per_shooter)
        card: i64 = card_of(s, shooter, SHOOT)
        if card == EMPTY:
            s.cursor = (at // per_shooter + 1) * per_shooter
            continue
        if at % per_shooter == 0 and s.trace is not None:
            s.trace.add(N_SHOT, 2 * shooter + card % 2, card // 2)
        victim: i64 = (shooter + at % per_shooter // 2) % s.teams
        seat: i64 = 2 * victim + at % 2
        kind: i64 = kind_in(card // 2)
        if in_sights(s, shooter, victim, kind) and takes_hit(s, shooter, seat):
            hit(s, 2 * shooter + card % 2, seat, hit_damage(s, shooter, victim, kind))
            return
    s.phase = SECTION_CHECK


def in_sights(s: State, shooter: i64, victim: i64, kind: i64) -> bool:
    """[JP-14.1] [JP-14.4] [JP-20.6] The victim's token stands in the named zone of the shooter's
    boards.

    [JP-14.2] Either board of the team will do, whichever seat fires.
    """
    if victim == shooter or not s.is_flying(victim):
        return False
    zone: i64 = s.plane(victim, shooter)
    if out_of_the_sun(s, shooter):
        return zone // BOARD == s.t.zone[kind] // BOARD
    return zone == s.t.zone[kind]


def out_of_the_sun(s: State, shooter: i64) -> bool:
    """[JP-15.4] [JP-15.5] [JP-15.6] [JP-16.2] [JP-20.14] By day, a shooter in the Sun's zone
    sweeps a board.
    """
    boards: i64 = s.sun_team()
    return s.night == 0 and boards != shooter and s.plane(shooter, boards) == s.sun_zone()


def takes_hit(s: State, shooter: i64, seat: i64) -> bool:
    """[JP-14.6] [JP-14.7] [JP-14.8] [JP-20.13] Repairing seats are hit, else the seat the
    shooter faces.
    """
    team: i64 = seat // 2
    if s.repairing >> (2 * team) & 3:
        return s.is_in(s.repairing, seat)
    return s.plane(shooter, team) // BOARD == seat % 2


def hit_damage(s: State, shooter: i64, victim: i64, kind: i64) -> i64:
    """[JP-14.5] [JP-15.1] [JP-15.2] [JP-15.3] [JP-15.7] The card's damage; half for a plane in
    the Sun's zone.
    """
    damage: i64 = s.t.damage[kind]
    if s.night or s.sun_team() != shooter or s.plane(victim, shooter) != s.sun_zone():
        return damage
    if s.t.round_up:
        return (damage + s.t.divisor - 1) // s.t.divisor
    return damage // s.t.divisor


def hit(s: State, shooter: i64, seat: i64, damage: i64) -> None:
    """[JP-14.3] Deal one hit, by the Moon's choice where it is offered."""
    if s.trace is not None:
        s.trace.add(N_HIT, shooter, seat, damage, s.section)
    if damage > 0 and moon_offers(s, shooter // 2, seat, damage):
        s.shooter = shooter
        s.turn = seat
        s.left = damage
        s.then = SHOTS
        s.phase = MOON_OFFER
        return
    deal(s, seat, damage, SHOTS)


def moon_offers(s: State, shooter: i64, seat: i64, damage: i64) -> bool:
    """[JP-16.8] [JP-16.12] [JP-20.14] Moon and victim on one board of the shooter's, and cards
    enough.
    """
    if s.night == 0 or s.sun_team() != shooter or s.count(DECK, seat) < damage:
        return False
    return s.same_board(s.plane(seat // 2, shooter), s.sun_zone())
