"""The static evaluation of a position, and the rollout policy. All weights are ours."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import count_bits, lowest_bit, nth_bit
from dogfight.core.dice import Dice
from dogfight.games.paws.rules.gunnery import hit_damage, in_sights, out_of_the_sun
from dogfight.games.paws.state import (
    DECK,
    DISCARD,
    EMPTY,
    ENEMY,
    HELD,
    OWN,
    State,
    code_of,
    kind_in,
    section_in,
    side_in,
)
from dogfight.games.paws.tables import BOARD, ZONES

CRITICAL: Final = 6
"""Cards that one hit costs: the supplies below are weighed in steps of so many."""
LAST: Final = 0.35
"""What each of the last few cards of the weaker seat is worth; weights are in logits, most
fitted to games.
"""
FEW: Final = 0.27
SOME: Final = 0.21
PLENTY: Final = 0.13
PARTNER: Final = 0.05
"""What each card of the better supplied seat is worth."""
AT_HAND: Final = 0.15
"""What it is worth more to have one of the last few cards in the deck and not among the
discards.
"""
IN_DECK: Final = 0.02
"""The same for every card: a repair takes a round, and later costs the partner."""
SMOKING: Final = -0.25
AIMED: Final = 0.4
"""The chance that a shot at a plane in the sights will hit; it may yet move away."""
ONE_MOVE_OFF: Final = 0.2
"""The chance of a hit on a plane that one Move Plane card of the hand brings into the sights."""
HIT: Final = 1.6
DEADLY: Final = 2.6
"""What a hit is worth that the deck may not survive."""
SHOT: Final = 0.15
"""What a Shoot card in a hand is worth, wherever it aims."""

NOTHING: Final = -1
"""Instead of a placement: ready."""
REPAIR_BELOW: Final = 6
"""The rollout policy considers repairing when the deck is smaller than this."""
WORTH_REPAIRING: Final = 6
"""The rollout policy repairs only if so many cards come back."""


# --- how good it looks
# -------------------------------------------------------------------------------


def share(s: State, team: i64) -> float:
    """What a team may expect of the stake: its chances against everybody's."""
    if not s.is_flying(team):
        return 0.0
    own = chances(s, team)
    whole = 0.0
    other: i64 = 0
    while other < s.teams:
        if s.is_flying(other):
            whole += math.exp(chances(s, other) - own)
        other += 1
    return 1.0 / whole


def chances(s: State, team: i64) -> float:
    """How well a team stands, in logits: what it has left, and what it threatens."""
    pilot: i64 = 2 * team
    lasting = (
        staying_power(supply(s, pilot), supply(s, pilot + 1))
        + ready_cards(s, pilot)
        + ready_cards(s, pilot + 1)
    )
    return lasting + (SMOKING if s.is_in(s.smoke, team) else 0.0) + firepower(s, team)


def supply(s: State, seat: i64) -> i64:
    """[JP-9.2] The cards a seat can still lose: its deck, and the discards that a repair brings
    back.
    """
    return s.count(DECK, seat) + s.count(DISCARD, seat)


def staying_power(pilot: i64, gunner: i64) -> float:
    """[JP-17.1] The team falls with the seat that runs out first; its last cards matter most."""
    weaker: i64 = pilot if pilot < gunner else gunner
    few: i64 = between(weaker, CRITICAL, 2 * CRITICAL)
    items: i64 = between(weaker, 2 * CRITICAL, 3 * CRITICAL)
    plenty: i64 = between(weaker, 3 * CRITICAL, weaker)
    power = LAST * float(between(weaker, 0, CRITICAL)) + FEW * float(few) + SOME * float(items)
    return power + PLENTY * float(plenty) + PARTNER * float(pilot + gunner - weaker)


def between(cards: i64, low: i64, high: i64) -> i64:
    """How many of the cards lie above a mark and not above another."""
    if cards <= low:
        return 0
    return (cards if cards < high else high) - low


def ready_cards(s: State, seat: i64) -> float:
    """[JP-8.6] [JP-14.11] A deck of less than a hit is in danger, whatever a repair might bring."""
    deck: i64 = s.count(DECK, seat)
    return AT_HAND * float(between(deck, 0, CRITICAL)) + IN_DECK * float(deck)


def firepower(s: State, team: i64) -> float:
    """The Shoot cards in a team's hands, and the hits they promise now."""
    power = SHOT * float(shots_held(s, 2 * team) + shots_held(s, 2 * team + 1))
    other: i64 = 0
    while other < s.teams:
        if other != team and s.is_flying(other):
            weight = HIT if s.count(DECK, faced(s, team, other)) >= 2 * CRITICAL else DEADLY
            power += weight * threat(s, team, other)
        other += 1
    return power


def faced(s: State, shooter: i64, victim: i64) -> i64:
    """[JP-14.6] The seat that a shooter's hits would fall on."""
    return 2 * victim + s.plane(shooter, victim) // BOARD


def shots_held(s: State, seat: i64) -> i64:
    kinds: i64 = s.held_kinds[seat] & s.t.shots
    result: i64 = 0
    while kinds:
        result += s.cards(HELD, seat, lowest_bit(kinds))
        kinds &= kinds - 1
    return result


def threat(s: State, shooter: i64, victim: i64) -> float:
    """[JP-14.3] [JP-15.1] The chance of a hit with what a team holds; a hit in the Sun's zone
    counts half.
    """
    near: i64 = one_move_away(s, shooter, victim)
    missed = 1.0
    seat: i64 = 2 * shooter
    while seat < 2 * shooter + 2:
        kinds: i64 = s.held_kinds[seat] & s.t.shots
        while kinds:
            kind: i64 = lowest_bit(kinds)
            kinds &= kinds - 1
            if in_sights(s, shooter, victim, kind):
                damage: i64 = between(hit_damage(s, shooter, victim, kind), 0, CRITICAL)
                missed *= 1.0 - AIMED * float(damage) / float(CRITICAL)
            elif near >> s.t.zone[kind] & 1:
                missed *= 1.0 - ONE_MOVE_OFF
        seat += 1
    return 1.0 - missed


def one_move_away(s: State, team: i64, victim: i64) -> i64:
    """[JP-12.2] The zones of the own boards, as a mask, to which a card of the hands can take an
    enemy plane.
    """
    single_bit: i64 = 1
    zone: i64 = s.plane(victim, team)
    result: i64 = 0
    kinds: i64 = (s.held_kinds[2 * team] | s.held_kinds[2 * team + 1]) & s.t.planes
    while kinds:
        result |= single_bit << s.t.enemy_to[lowest_bit(kinds) * ZONES + zone]
        kinds &= kinds - 1
    return result


# --- the rollout policy
# --------------------------------------------------------------------------


def rollout_placement(s: State, seat: i64, sections: i64, dice: Dice) -> i64:
    """A shot that hits, else a move that makes one possible, else a move out of the sights; NOTHING
    to be ready.

    [JP-19.11] A card that all will see is rather a move than a shot, which they would dodge.

    `sections` are those where the seat may lay a card, as a mask; it owes one there if a back was
    seen there.
    """
    owes: bool = s.owes(seat)
    if not owes and (sections == 0 or runs_dry(s, seat) or rather_repairs(s, seat, dice)):
        return NOTHING
    shot: i64 = sure_shot(s, seat, sections)
    if shot != NOTHING and not s.next_is_open(seat) and dice.below(16) > 0:
        return shot
    code: i64 = NOTHING
    if dice.below(4) > 0:
        code = set_up(s, seat, sections)
        if code != NOTHING:
            return code
    if (sees_shot(s, seat) or dice.below(2) > 0) and not slips_already(s, seat):
        code = slip_away(s, seat, sections, dice)
        if code != NOTHING:
            return code
    if owes:
        return anything(s, seat, sections, dice)
    return shot if s.next_is_open(seat) else NOTHING


def sees_shot(s: State, seat: i64) -> bool:
    """[JP-19.5] The open card of the solo player is a shot at the zone in which the seat's own
    plane stands.
    """
    team: i64 = seat // 2
    if s.duty < 0 or s.duty == team:
        return False
    open_seat: i64 = 2 * s.duty
    while open_seat < 2 * s.duty + 2:
        code: i64 = s.lies_open(open_seat)
        if (
            code != EMPTY
            and s.is_in(s.t.shots, kind_in(code))
            and in_sights(s, s.duty, team, kind_in(code))
        ):
            return True
        open_seat += 1
    return False


def runs_dry(s: State, seat: i64) -> bool:
    """[JP-8.6] One more card played could not be replaced from the deck."""
    return s.full_hand(seat) - s.count(HELD, seat) >= s.count(DECK, seat)


def rather_repairs(s: State, seat: i64, dice: Dice) -> bool:
    """[JP-9.1] [JP-9.4] Play nothing, to get the discards back, unless the smoke would bring the
    partner down.
    """
    if (
        s.down_n[seat] > 0
        or s.count(DECK, seat) >= REPAIR_BELOW
        or s.count(DISCARD, seat) < WORTH_REPAIRING
    ):
        return False
    if s.is_in(s.smoke, seat // 2) and s.count(DECK, seat ^ 1) < s.t.smoke_damage:
        return False
    return dice.below(8) > 0


def sure_shot(s: State, seat: i64, sections: i64) -> i64:
    """[JP-14.3] A Shoot card on the first section where an enemy plane would be in its zone."""
    if not s.holds_shot(seat):
        return NOTHING
    team: i64 = seat // 2
    sweeping: bool = out_of_the_sun(s, team)
    while sections:
        section: i64 = lowest_bit(sections)
        sections &= sections - 1
        victim: i64 = 0
        while victim < s.teams:
            if victim != team and s.is_flying(victim):
                zone: i64 = zone_at(s, seat, victim, section)
                kinds: i64 = s.held_kinds[seat] & s.t.shots
                while kinds:
                    kind: i64 = lowest_bit(kinds)
                    kinds &= kinds - 1
                    at: i64 = s.t.zone[kind]
                    if at == zone or (sweeping and at // BOARD == zone // BOARD):
                        return code_of(kind, section, OWN, 0)
            victim += 1
    return NOTHING


def set_up(s: State, seat: i64, sections: i64) -> i64:
    """[JP-5.9] Push an enemy plane, on the first free section, into the zone of a Shoot card
    that can follow.
    """
    if count_bits(sections) < 2 or not s.holds_shot(seat):
        return NOTHING
    team: i64 = seat // 2
    section: i64 = lowest_bit(sections)
    victim: i64 = 0
    while victim < s.teams:
        if victim != team and s.is_flying(victim):
            zone: i64 = zone_at(s, seat, victim, section)
            moves: i64 = s.held_kinds[seat] & s.t.planes
            while moves:
                kind: i64 = lowest_bit(moves)
                moves &= moves - 1
                if s.aims_at(seat, s.t.enemy_to[kind * ZONES + zone]):
                    return code_of(kind, section, ENEMY, 0)
        victim += 1
    return NOTHING


def slips_already(s: State, seat: i64) -> bool:
    """The seat has planned to move the own plane."""
    i: i64 = 0
    while i < s.down_n[seat]:
        code: i64 = s.down[seat * s.cap + i]
        if side_in(code) == OWN and s.is_in(s.t.planes, kind_in(code)):
            return True
        i += 1
    return False


def slip_away(s: State, seat: i64, sections: i64, dice: Dice) -> i64:
    """[JP-12.5] Move the own plane, at once, with a card that does move it."""
    team: i64 = seat // 2
    moves: i64 = s.held_kinds[seat] & s.t.planes
    if moves == 0:
        return NOTHING
    kind: i64 = nth_bit(moves, dice.below(count_bits(moves)))
    other: i64 = 0
    while other < s.teams:
        zone: i64 = s.plane(team, other) if other != team else 0
        if other != team and s.is_flying(other) and s.t.own_to[kind * ZONES + zone] != zone:
            return code_of(kind, lowest_bit(sections), OWN, 0)
        other += 1
    return NOTHING


def anything(s: State, seat: i64, sections: i64, dice: Dice) -> i64:
    """Some card of the hand on the first of the sections."""
    kinds: i64 = s.held_kinds[seat]
    kind: i64 = nth_bit(kinds, dice.below(count_bits(kinds)))
    side: i64 = dice.below(2) if s.is_in(s.t.planes, kind) else OWN
    return code_of(kind, lowest_bit(sections), side, 0)


def zone_at(s: State, seat: i64, victim: i64, section: i64) -> i64:
    """Where an enemy plane will stand on a section, as far as the seat's own player moves it."""
    team: i64 = seat // 2
    zone: i64 = s.plane(victim, team)
    at: i64 = 0
    while at <= section:
        zone = pushed(s, seat, zone, at)
        if s.is_in(s.solo, team):
            zone = pushed(s, seat ^ 1, zone, at)
        at += 1
    return zone


def pushed(s: State, seat: i64, zone: i64, section: i64) -> i64:
    """Where a plane goes from a zone by what the seat has placed on a section."""
    i: i64 = 0
    while i < s.down_n[seat]:
        code: i64 = s.down[seat * s.cap + i]
        if section_in(code) == section and side_in(code) == ENEMY:
            return s.t.enemy_to[kind_in(code) * ZONES + zone]
        i += 1
    return zone
