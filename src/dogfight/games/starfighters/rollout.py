"""The rollout policy: it declares by the distance of the others, flies where a shot promises
most for the risk.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from dogfight.core.bits import bit, count_bits
from dogfight.core.dice import Dice, random_bit
from dogfight.games.starfighters.evaluation import flying, gain_at, guesses, has_attack, risk_at
from dogfight.games.starfighters.rules.attacks import on_beam
from dogfight.games.starfighters.rules.movement import ROTATE, STOP
from dogfight.games.starfighters.state import NOBODY, State
from dogfight.games.starfighters.tables import (
    FORWARD,
    KINDS,
    LONG,
    MEDIUM,
    NO_CARD,
    RIGHT,
    SHORT,
    forward_direction,
)

REACHED: Final = 128
"""On a copy of the grid: a hex the ship can reach, with a bit for each facing it can have there."""
ALL_FACINGS: Final = 63
STEPS: Final = 16
"""There are fewer kinds of steps than this; a course is written with them as digits."""
WHIM: Final = 0.1
"""How far the rollout policy may misjudge a place."""
FINE: Final = 1 << 20

SHIELDED: Final = 0.3
"""What is left of a risk behind a shield."""
LAST_HULL: Final = 1.6
"""What a hit costs a ship on its last hull point, if it costs a whole one 1."""


def declared_card(s: State, seat: i64, allowed: i64, dice: Dice) -> i64:
    """Choose a card of the hand: attacks if an enemy is in reach, shields above all if many move
    later.
    """
    gap = nearest(s, seat)
    total = 0.0
    kind: i64 = 0
    while kind < KINDS:
        if (allowed >> kind) & 1 == 1:
            total += appeal(s, seat, kind, gap)
        kind += 1
    left = total * float(dice.below(FINE)) / float(FINE)
    kind = 0
    chosen: i64 = NO_CARD
    while kind < KINDS and left >= 0.0:
        if (allowed >> kind) & 1 == 1:
            left -= appeal(s, seat, kind, gap)
            chosen = kind
        kind += 1
    return chosen


def appeal(s: State, seat: i64, kind: i64, gap: i64) -> float:
    """How much the policy likes to declare a kind of card, the nearest foe being so far away."""
    steps = s.tables.steps
    if kind == SHORT:
        return 1.0 if gap <= steps + s.tables.short_radius else 0.1
    if kind == MEDIUM:
        return 1.0 if gap < 2 * steps else 0.2
    if kind == LONG:
        return 0.7
    return 0.3 + 0.7 * float(movers_after(s, seat)) / float(s.seats)


def movers_after(s: State, seat: i64) -> i64:
    """[SF-4.1] How many ships move after this one."""
    count: i64 = 0
    order: i64 = (seat - s.start + s.seats) % s.seats + 1
    while order < s.seats:
        if not s.is_destroyed(s.in_turn_order(order)):
            count += 1
        order += 1
    return count


def nearest(s: State, seat: i64) -> i64:
    """How far away the nearest foe is."""
    gap: i64 = s.tables.cells
    foe: i64 = 0
    while foe < s.seats:
        if foe != seat and not s.is_destroyed(foe):
            there = s.tables.distance(s.at[seat], s.at[foe])
            if there < gap:
                gap = there
        foe += 1
    return gap


class Flight:
    """All hexes and facings a ship can still reach, and the way to the one it likes best."""

    __slots__ = (
        "before",
        "best",
        "card",
        "caution",
        "dice",
        "grid",
        "liking",
        "odds",
        "places",
        "risks",
        "s",
        "seat",
        "spoils",
        "steps",
    )

    def __init__(self, s: State, dice: Dice) -> None:
        self.s = s
        self.dice = dice
        self.odds = guesses(s)
        self.seat: i64 = s.active
        self.card: i64 = s.declared[s.active] if has_attack(s, s.active) else NO_CARD
        self.grid: vec[u8] = s.grid[:]
        self.risks = vec[float]([-1.0 for _ in range(s.tables.cells)])
        self.places = vec[i64]()
        self.before = vec[i64]()
        self.steps = vec[i64]()
        self.best: i64 = 0
        self.liking = -1e9
        self.spoils = 1.0 / float(flying(s) - 1)
        self.caution = LAST_HULL if s.hull[s.active] == 1 else 1.0
        if s.declared[s.active] != NO_CARD and self.card == NO_CARD:
            self.caution *= SHIELDED

    def course(self) -> i64:
        """Spread out step by step and judge every place; the steps to the best one as digits,
        the first lowest.
        """
        s = self.s
        here = s.at[self.seat]
        self.grid[here] = REACHED
        self.reach(here, s.facing[self.seat], 0, STOP)
        done: i64 = 0
        left: i64 = s.left
        while left > 0:
            end: i64 = len(self.places)
            while done < end:
                self.go_on_from(done)
                done += 1
            left -= 1
        course: i64 = 0
        place = self.best
        while place != 0:
            course = course * STEPS + self.steps[place]
            place = self.before[place]
        return course

    def go_on_from(self, place: i64) -> None:
        """[SF-4.3] [SF-4.5] One step forward, if the ship is not anchored, and a rotation."""
        s = self.s
        hex_: i64 = self.places[place] // 6
        facing: i64 = self.places[place] % 6
        if (s.anchored >> self.seat) & 1 == 0:
            step: i64 = FORWARD
            while step <= RIGHT:
                there = s.tables.neighbour(hex_, forward_direction(facing, step))
                cell: i64 = i64(self.grid[there])
                if cell == 0 or cell >= REACHED:
                    self.reach(there, facing, place, step)
                step += 1
        if i64(self.grid[hex_]) == REACHED | ALL_FACINGS:
            return
        turned: i64 = 0
        while turned < 6:
            self.reach(hex_, turned, place, ROTATE + turned)
            turned += 1

    def reach(self, hex_: i64, facing: i64, before: i64, step: i64) -> None:
        """Remember a place and how it was reached, unless it has been reached with fewer steps."""
        cell: i64 = i64(self.grid[hex_]) | REACHED
        if (cell >> facing) & 1 == 1:
            return
        self.grid[hex_] = u8(cell | bit(facing))
        self.places = append(self.places, hex_ * 6 + facing)
        self.before = append(self.before, before)
        self.steps = append(self.steps, step)
        liking = self.liking_of(hex_, facing)
        if liking > self.liking:
            self.best, self.liking = i64(len(self.places)) - 1, liking

    def liking_of(self, hex_: i64, facing: i64) -> float:
        """What the shot promises, less the risk, give or take a whim."""
        risk = self.risks[hex_]
        if risk < 0.0:
            risk = risk_at(self.s, self.seat, hex_, self.odds)
            self.risks[hex_] = risk
        liking = WHIM * float(self.dice.below(FINE)) / float(FINE) - self.caution * risk
        if self.card != NO_CARD:
            liking += self.spoils * gain_at(self.s, self.seat, self.card, hex_, facing, self.odds)
        return liking


def favourite_target(s: State, targets: i64, dice: Dice) -> i64:
    """A ship without a shield, best of all one on its last hull point."""
    open_: i64 = targets & ~s.shields
    weak: i64 = 0
    seat: i64 = 0
    while seat < s.seats:
        if (open_ >> seat) & 1 == 1 and s.hull[seat] == 1:
            weak |= bit(seat)
        seat += 1
    if weak != 0:
        return random_bit(weak, dice)
    return random_bit(open_ if open_ != 0 else targets, dice)


def favourite_beam(s: State, beams: i64) -> i64:
    """The beam with the most ships that have no shield."""
    best: i64 = FORWARD
    most: i64 = -1
    beam: i64 = FORWARD
    while beam <= RIGHT:
        if (beams >> beam) & 1 == 1:
            hits = count_bits(on_beam(s, s.active, beam) & ~s.shields)
            if hits > most:
                best, most = beam, hits
        beam += 1
    return best


def drifting_step(s: State, allowed: i64, dice: Dice) -> i64:
    """Debris rams whom it can, and otherwise drifts towards the nearest ship."""
    best: i64 = STOP
    least: i64 = s.tables.cells
    first: i64 = dice.below(6)
    turn: i64 = 0
    while turn < 6:
        direction: i64 = (first + turn) % 6
        if (allowed >> (direction + 1)) & 1 == 1:
            there = s.tables.neighbour(s.at[s.active], direction)
            if s.piece_on(there) != NOBODY:
                return direction + 1
            gap = nearest_ship(s, there)
            if gap < least:
                best, least = direction + 1, gap
        turn += 1
    return STOP if s.rammed else best


def nearest_ship(s: State, hex_: i64) -> i64:
    """How far the nearest ship is from a hex."""
    gap: i64 = s.tables.cells
    seat: i64 = 0
    while seat < s.seats:
        if not s.is_destroyed(seat):
            there = s.tables.distance(hex_, s.at[seat])
            if there < gap:
                gap = there
        seat += 1
    return gap
