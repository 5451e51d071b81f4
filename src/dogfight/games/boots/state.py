"""What lies on the table: where everybody is, what each has done, and what is going on."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core import position as core
from dogfight.games.boots.tables import (
    HEAVY_MACHINE_GUN,
    MACHINE_GUN,
    UNARMED,
    WORD_MASK,
    WORD_SHIFT,
    Board,
    Tables,
    bit,
)

# phases of a player turn [CB-5.3]
SETUP: Final = 0
START: Final = 1
ACTION: Final = 2
CLOSE: Final = 3
RALLY: Final = 4
DOGFIGHT: Final = 5

# what the game waits for: decision points CB-D1 to CB-D17 and chance nodes CB-C1 to CB-C6
PLACING: Final = 0
ACTING: Final = 1
STEPPING: Final = 2
FOLLOWING: Final = 3
OVERRUNNING: Final = 4
RETURNING: Final = 5
FIRING_ON: Final = 6
AIMING: Final = 7
MUSTERING: Final = 8
CALLING: Final = 9
SENDING: Final = 10
FIGHTING: Final = 11
STORMING: Final = 12
DEFENDING: Final = 13
PAIRING: Final = 14
GANGING_UP: Final = 15
LOSING: Final = 16
RETREATING: Final = 17
GROUND_FIRE: Final = 18
STRAFING: Final = 19
FLYING: Final = 20
CHOOSING: Final = 21
ROLLING: Final = 22
REPLYING: Final = 23
SPOTTING: Final = 24
RECOVERING: Final = 25
FINISHED: Final = 26

# passages from one phase to the next; no position rests in them
TO_CLOSE: Final = -1
TO_RALLY: Final = -2
TO_TURN: Final = -3

# how dice are being rolled
OWN: Final = 1
RETURN: Final = 2
FOLLOW: Final = 3
OVERRUN: Final = 4
BARRAGE: Final = 5
BOMBS: Final = 6
STRAFE: Final = 7
GROUND: Final = 8
DEFENCE: Final = 9
ASSAULT: Final = 10
MATCH: Final = 11
AIR_FIRE: Final = 12
RUN: Final = 13
HEAD_ON: Final = 14
DODGE: Final = 15
CIRCLE: Final = 16
ONTO: Final = 17

# places besides hexes and what lies outside the field
UNPLACED: Final = -1
DESTROYED: Final = -2
LEFT: Final = -3

# fates of aircraft in a dog fight [CB-23.13]
IN_THE_FIGHT: Final = 0
SHOT_DOWN: Final = 1
DRIVEN_OFF: Final = 2
WITHDRAWN: Final = 3

# reasons for the end
BY_LOSS: Final = 1
BY_CONDITION: Final = 2
BY_OTHERWISE: Final = 3
BY_POINTS: Final = 4

# news, put into words elsewhere
N_PLACED: Final = 1
N_MOVES: Final = 2
N_STEP: Final = 3
N_LOADED: Final = 4
N_UNLOADED: Final = 5
N_LEFT: Final = 6
N_FIRE: Final = 7
N_RESULT: Final = 9
N_CALL: Final = 10
N_SPOTTED: Final = 11
N_BARRAGE: Final = 12
N_AIR: Final = 13
N_FIGHT: Final = 14
N_MATCH: Final = 15
N_REMOVED: Final = 16
N_RETREAT: Final = 17
N_RALLY: Final = 18
N_PHASE: Final = 19
N_CONTROL: Final = 20
N_OVER: Final = 21
N_CUT_OFF: Final = 22
N_PASS: Final = 23
N_PLANE_LEAVES: Final = 24
N_SKY: Final = 25
N_TURN: Final = 26
N_BARRAGE_ENDS: Final = 27
N_PLANE_HIT: Final = 28

FREE: Final = 3
"""Slots of a unit, two bits each: free, locked on the mover, used on it at this step, the same
for its companion.
"""


NOTHING: Final[vec[i64]] = vec[i64]()


def none(count: i64, value: i64 = 0) -> vec[i64]:
    """A row of equal numbers."""
    if count == 0:
        return NOTHING
    return vec[i64]([value] * int(count))


class State(core.Position):
    """One battle at one moment; all information is open [CB-1.2]."""

    def __init__(self, t: Tables, bare: bool = False) -> None:
        super().__init__()
        self.t = t
        self.turn: i64 = 0
        self.active: i64 = t.first
        self.phase: i64 = SETUP
        self.stage: i64 = PLACING
        # ground units
        n: i64 = 0 if bare else t.units
        self.place = none(n, UNPLACED)
        self.link = none(n)
        """Vehicle: its cargo plus one. Cargo: its carrier plus one."""
        self.pin = none(n)
        self.slots = none(n)
        self.attacks = none(n)
        self.there = none(0 if bare else 2 * t.board.size)
        """`there[side * size + hex]`: the units of a side that count as present in a hex
        (CB-7.19).
        """
        self.occupied = none(0 if bare else 2 * t.board.words)
        """The hexes in which a side has units, as a set of hexes for each side."""
        self.beyond: i64 = 0
        """The units outside the field."""
        self.alive: i64 = 0
        self.acted: i64 = 0
        self.fired: i64 = 0
        self.assaulted: i64 = 0
        self.overran: i64 = 0
        self.gunned: i64 = 0
        # a move in progress
        self.mover: i64 = -1
        self.companion: i64 = -1
        self.mp: i64 = 0
        self.steps: i64 = 0
        self.shifted: i64 = 0
        self.set_down: i64 = 0
        self.halted: i64 = 0
        self.exposed: i64 = 0
        self.swept: i64 = 0
        self.entered: i64 = 0
        # an attack in progress
        self.how: i64 = 0
        self.lead: i64 = -1
        self.firers: i64 = 0
        self.gun: i64 = 0
        self.aim: i64 = -1
        self.aim_place: i64 = -1
        self.group: i64 = 0
        self.pending: i64 = 0
        self.struck: i64 = 0
        self.answering: i64 = 0
        self.attackers: i64 = 0
        self.gunners: i64 = 0
        self.crowd0: i64 = 0
        self.crowd1: i64 = 0
        self.dice_a: i64 = 0
        self.dice_d: i64 = 0
        self.plus_a: i64 = 0
        self.plus_d: i64 = 0
        self.shown_a: i64 = 0
        self.shown_d: i64 = 0
        self.cursor: i64 = 0
        # batteries
        b: i64 = 0 if bare else t.batteries
        self.missions = t.battery_missions if bare else t.battery_missions[:]
        self.aimed = none(b, -1)
        self.began = none(b)
        """0 idle, -1 delayed, else the player turn in which the fire for effect began."""
        self.hit = none(b)
        # aircraft
        a: i64 = 0 if bare else t.planes
        self.laps = none(a)
        """0 waiting, else the owner's turns left, the present one included; -1 gone."""
        self.damaged: i64 = 0
        self.used: i64 = 0
        self.plane: i64 = -1
        self.shots: i64 = 0
        self.tail = none(a, -1)  # CB-21.10: all begin disengaged
        self.prey = none(a, -1)
        self.circle = none(a, -1)
        self.fate = none(a)
        self.foe: i64 = -1
        self.limping: i64 = 0
        self.bonus: i64 = -1
        # close combat
        self.melee: i64 = -1
        self.round: i64 = 0
        self.matched = none(n)
        self.matches: i64 = 0
        self.bout: i64 = 0
        self.losers: i64 = 0
        self.fought = vec[i64]()
        # score
        self.control = t.control if bare else t.control[:]
        self.left: i64 = 0
        self.winner: i64 = -1
        self.reason: i64 = 0
        self.condition: i64 = -1
        # the legal actions of the present question, made when first asked for
        self.menu = vec[i64]()
        """As long as the longest menu so far, so that it need not grow again; the first `offers`
        of it count.
        """
        self.offers: i64 = 0
        self.menu_made: bool = False

    def copy_into(self, other: State) -> None:
        """Make the other position equal to this one, without the news."""
        other.turn = self.turn
        other.active = self.active
        other.phase = self.phase
        other.stage = self.stage
        other.place = self.place[:]
        other.link = self.link[:]
        other.pin = self.pin[:]
        other.slots = self.slots[:]
        other.attacks = self.attacks[:]
        other.there = self.there[:]
        other.occupied = self.occupied[:]
        other.beyond = self.beyond
        other.alive = self.alive
        other.acted = self.acted
        other.fired = self.fired
        other.assaulted = self.assaulted
        other.overran = self.overran
        other.gunned = self.gunned
        other.mover = self.mover
        other.companion = self.companion
        other.mp = self.mp
        other.steps = self.steps
        other.shifted = self.shifted
        other.set_down = self.set_down
        other.halted = self.halted
        other.exposed = self.exposed
        other.swept = self.swept
        other.entered = self.entered
        other.how = self.how
        other.lead = self.lead
        other.firers = self.firers
        other.gun = self.gun
        other.aim = self.aim
        other.aim_place = self.aim_place
        other.group = self.group
        other.pending = self.pending
        other.struck = self.struck
        other.answering = self.answering
        other.attackers = self.attackers
        other.gunners = self.gunners
        other.crowd0 = self.crowd0
        other.crowd1 = self.crowd1
        other.dice_a = self.dice_a
        other.dice_d = self.dice_d
        other.plus_a = self.plus_a
        other.plus_d = self.plus_d
        other.shown_a = self.shown_a
        other.shown_d = self.shown_d
        other.cursor = self.cursor
        self.copy_rest(other)

    def copy_rest(self, other: State) -> None:
        """Batteries, aircraft, close combat and score."""
        other.missions = self.missions[:]
        other.aimed = self.aimed[:]
        other.began = self.began[:]
        other.hit = self.hit[:]
        other.laps = self.laps[:]
        other.damaged = self.damaged
        other.used = self.used
        other.plane = self.plane
        other.shots = self.shots
        other.tail = self.tail[:]
        other.prey = self.prey[:]
        other.circle = self.circle[:]
        other.fate = self.fate[:]
        other.foe = self.foe
        other.limping = self.limping
        other.bonus = self.bonus
        other.melee = self.melee
        other.round = self.round
        other.matched = self.matched[:]
        other.matches = self.matches
        other.bout = self.bout
        other.losers = self.losers
        other.fought = self.fought[:]
        other.control = self.control[:]
        other.left = self.left
        other.winner = self.winner
        other.reason = self.reason
        other.condition = self.condition

    # --- questions ---------------------------------------------------------------------------

    def board(self) -> Board:
        return self.t.board

    def inactive(self) -> i64:
        return 1 - self.active

    def game_turn(self) -> i64:
        """[CB-5.2] A game turn is both players' turns."""
        return (self.turn + 1) // 2

    def side_units(self, side: i64) -> i64:
        """The units of a side that are in play, aboard or not."""
        return self.t.sides[side] & self.alive

    def is_fresh(self, u: i64) -> bool:
        """[CB-3.16] In play and not pinned."""
        return self.alive & bit(u) != 0 and self.pin[u] == 0

    def fresh_of(self, mask: i64) -> i64:
        """Those of a set that are in play and fresh."""
        result: i64 = 0
        left: i64 = mask & self.alive
        u: i64 = 0
        while left:
            if left & 1 and self.pin[u] == 0:
                result |= bit(u)
            left >>= 1
            u += 1
        return result

    def is_cargo(self, u: i64) -> bool:
        """Whether the unit is aboard a vehicle; vehicles are never cargo."""
        return self.link[u] != 0 and self.t.carries[u] == 0

    def is_rider(self, u: i64) -> bool:
        """[CB-7.14] Aboard a tank or assault gun, and exposed there."""
        return self.is_cargo(u) and self.t.exposing & bit(self.link[u] - 1) != 0

    def is_inside(self, u: i64) -> bool:
        """[CB-7.13] [CB-7.19] Inside a truck, tractor or halftrack: no target, no unit in the
        hex.
        """
        return self.is_cargo(u) and not self.is_rider(u)

    def on_field(self, u: i64) -> bool:
        return 0 <= self.place[u] < self.t.board.size

    def units_at(self, side: i64, place: i64) -> i64:
        """[CB-3.19] The units of a side present in a hex; outside the field units are never
        together (CB-2.20).
        """
        if place < 0 or place >= self.t.board.size:
            return 0
        return self.there[side * self.t.board.size + place]

    def enemies_with(self, u: i64) -> i64:
        """Enemy units in the unit's own hex."""
        return self.units_at(1 - self.t.side[u], self.place[u])

    def is_armor(self, u: i64) -> bool:
        return self.t.armor & bit(u) != 0

    def survivability(self, u: i64) -> i64:
        """[CB-3.7] [CB-7.14] Its SV; 1 while it rides on a tank."""
        return 1 if self.is_rider(u) else self.t.sv[u]

    def volleys(self, u: i64) -> i64:
        """[CB-4.2] [CB-4.3] [CB-4.15] [CB-4.16] Attacks in its own turn, and slots in the
        enemy's (CB-13.1).
        """
        weapon: i64 = self.t.weapon[u]
        if weapon == MACHINE_GUN:
            return 2
        if weapon == HEAVY_MACHINE_GUN:
            return 3
        return 0 if weapon == UNARMED else 1

    # --- changes -----------------------------------------------------------------------------

    def arrive(self, u: i64, place: i64) -> None:
        """[CB-3.18] Put a unit into a place, among any number of others; inside a vehicle it is
        not present.
        """
        self.place[u] = place
        board = self.t.board
        if place >= board.size:
            self.beyond |= bit(u)
        elif place >= 0 and not self.is_inside(u):
            side: i64 = self.t.side[u]
            self.there[side * board.size + place] |= bit(u)
            self.occupied[side * board.words + (place >> WORD_SHIFT)] |= bit(place & WORD_MASK)

    def depart(self, u: i64) -> None:
        """Take a unit out of its place."""
        place: i64 = self.place[u]
        board = self.t.board
        if place >= board.size:
            self.beyond &= ~bit(u)
        elif place >= 0:
            side: i64 = self.t.side[u]
            left: i64 = self.there[side * board.size + place] & ~bit(u)
            self.there[side * board.size + place] = left
            if left == 0:
                self.occupied[side * board.words + (place >> WORD_SHIFT)] &= ~bit(place & WORD_MASK)

    def transfer(self, u: i64, place: i64) -> None:
        """[CB-7.16] Move a unit, and what it carries, pinned or not, from one place to another."""
        self.depart(u)
        self.arrive(u, place)
        cargo: i64 = self.link[u] - 1
        if cargo >= 0 and self.t.carries[u] != 0:
            self.depart(cargo)
            self.arrive(cargo, place)

    def remove(self, u: i64, fate: i64) -> None:
        """[CB-7.12] [CB-7.17] Take a unit off the board, with its cargo or out of its carrier."""
        other: i64 = self.link[u] - 1
        self.depart(u)
        self.place[u] = fate
        self.link[u] = 0
        self.pin[u] = 0
        self.alive &= ~bit(u)
        if fate == LEFT:
            self.left |= bit(u)
        if other >= 0:
            if self.t.carries[u] != 0:
                self.remove(other, fate)
            else:
                self.link[other] = 0

    def add_trace(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Report something that happened, if a trace is kept."""
        if self.trace is not None:
            self.trace.add(kind, a, b, c, d)

    def fought_over(self, place: i64) -> bool:
        """[CB-15.2] Whether hand-to-hand combat was already started here in this player turn."""
        return any(number == place for number in self.fought)

    def mark_fought(self, place: i64) -> None:
        self.fought = append(self.fought, place)
