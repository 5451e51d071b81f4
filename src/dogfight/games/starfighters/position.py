"""The fast methods: a position as searches use it, without an object made on the way."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import bit, count_bits, lowest_bit, nth_bit
from dogfight.core.dice import Dice
from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.starfighters.rollout import STEPS
from dogfight.games.starfighters.rules import sequence
from dogfight.games.starfighters.rules.movement import STOP
from dogfight.games.starfighters.state import (
    DEAL,
    DECLARE,
    DRAW,
    FIRST,
    MOVE,
    NO_FACING,
    OVER_PHASE,
    UNKNOWN,
    WRECKAGE,
    State,
    bare_grid,
    fill,
    no_cards,
)
from dogfight.games.starfighters.tables import NO_CARD, Tables, card, count_of, size_of


class Position(State):
    """A game of Starfighters at one moment."""

    __slots__ = ()

    def copy(self) -> Position:
        """An independent copy, without the news."""
        twin = Position(
            self.tables,
            self.seats,
            self.first,
            self.grid[:],
            self.at[:],
            self.facing[:],
            self.hull[:],
            self.hand[:],
            self.declared[:],
            self.captured[:],
        )
        twin.deck = self.deck
        twin.discard = self.discard
        twin.phase = self.phase
        twin.turn = self.turn
        twin.start = self.start
        twin.order = self.order
        twin.active = self.active
        twin.left = self.left
        twin.by = self.by
        twin.due = self.due
        twin.hit = self.hit
        twin.drifters = self.drifters
        twin.destroyed = self.destroyed
        twin.face_up = self.face_up
        twin.shields = self.shields
        twin.dry = self.dry
        twin.anchored = self.anchored
        twin.anchored_next = self.anchored_next
        twin.rammed = self.rammed
        return twin

    def actor(self) -> i64:
        """The seat that acts next, or chance, or nobody when the game is over."""
        phase = self.phase
        if phase == DECLARE:
            return lowest_bit(self.due)
        if phase in (DRAW, DEAL, WRECKAGE, FIRST):
            return CHANCE
        if phase == OVER_PHASE:
            return OVER
        return self.active

    def allowed(self) -> i64:
        """The actor's legal actions as a mask, worked out once."""
        if self.known == UNKNOWN:
            self.known = sequence.allowed(self, self.actor())
        return self.known

    def choice_count(self) -> i64:
        """How many legal actions the actor has."""
        return count_bits(self.allowed())

    def choice(self, index: i64) -> i64:
        """The actor's legal action with this number."""
        return nth_bit(self.allowed(), index)

    def is_secret_choice(self) -> bool:
        return self.phase == DECLARE

    def information_key(self, seat: i64) -> i64:
        """[SF-2.11] [SF-3.3] The map, the piles and all that is public, and of the cards only those
        the seat can see.

        Left out is what changes nothing: the turn, and which of the others have declared already.
        """
        due: i64 = self.due & bit(seat) if self.phase == DECLARE else self.due
        key: i64 = hash_combine(
            self.phase + (self.active + 1) * 32 + self.left * 256, self.start + (self.by + 1) * 8
        )
        key = hash_combine(
            key, due + self.hit * 64 + self.drifters * 4096 + self.destroyed * 262144
        )
        key = hash_combine(
            key, self.face_up + self.shields * 64 + self.dry * 4096 + self.anchored * 262144
        )
        key = hash_combine(key, self.anchored_next * 2 + (1 if self.rammed else 0))
        key = hash_combine(hash_combine(key, self.discard), self.hand[seat])
        number: i64 = 0
        while number < self.seats:
            key = hash_combine(
                key, self.at[number] + (self.facing[number] + 1) * 1024 + self.hull[number] * 8192
            )
            key = hash_combine(key, self.cards_seen(number, seat))
            number += 1
        hex_: i64 = 0
        while hex_ < self.tables.cells:
            if self.has_wreckage(hex_):
                key = hash_combine(key, hex_)
            hex_ += 1
        return key

    def cards_seen(self, seat: i64, eye: i64) -> i64:
        """The cards of a seat as another one sees them: how many, and those face up."""
        declared = self.declared[seat]
        count = size_of(self.hand[seat])
        if declared != NO_CARD and seat != eye and (self.face_up >> seat) & 1 == 0:
            count += 1
            declared = NO_CARD
        return count + (declared + 1) * 256 + (self.captured[seat] + 1) * 4096

    def unseal_others(self, thinker: i64) -> None:
        """[SF-3.3] The others take their face-down cards back and declare anew."""
        if self.phase != DECLARE:
            return
        seat: i64 = 0
        while seat < self.seats:
            declared = self.declared[seat]
            if seat != thinker and declared != NO_CARD and (self.face_up >> seat) & 1 == 0:
                self.hand[seat] = self.hand[seat] + card(declared)
                self.declared[seat] = NO_CARD
                self.due |= bit(seat)
            seat += 1
        self.known = UNKNOWN

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, or a chance outcome."""
        on_course: bool = (
            action != STOP and self.course % STEPS == action and self.course != UNKNOWN
        )
        course: i64 = self.course // STEPS
        sequence.act(self, seat, action)
        self.course = (
            course if on_course and self.phase == MOVE and self.active == seat else UNKNOWN
        )

    def roll(self, dice: Dice) -> None:
        """Draw one chance outcome by its odds and carry it out."""
        sequence.act(self, CHANCE, self.outcome(dice))

    def outcome(self, dice: Dice) -> i64:
        """One chance outcome: a hex without wreckage, a seat, or the kind of the top card."""
        if self.phase == WRECKAGE:
            hex_ = dice.below(self.tables.cells)
            while self.is_occupied(hex_):
                hex_ = dice.below(self.tables.cells)
            return hex_
        if self.phase == FIRST:
            return dice.below(self.seats)
        place: i64 = dice.below(size_of(self.deck))
        kind: i64 = 0
        while place >= count_of(self.deck, kind):
            place -= count_of(self.deck, kind)
            kind += 1
        return kind

    def payoff(self, seat: i64) -> float:
        """[SF-11.1] [SF-11.4] [SF-11.5] [SF-11.6] All to the last one flying, or shared by those
        still flying.
        """
        if self.phase != OVER_PHASE:
            return 0.0
        flying = self.undestroyed()
        if flying == 0:
            flying = self.everybody()
        if (flying >> seat) & 1 == 0:
            return 0.0
        return 1.0 / float(count_bits(flying))


def new_position(tables: Tables, seats: i64, first: i64) -> Position:
    """[SF-1.2] [SF-2.4] One ship for each player, with two hull points, not yet on the map."""
    return Position(
        tables,
        seats,
        first,
        bare_grid(tables),
        fill(seats, tables.off_map()),
        fill(seats, NO_FACING),
        fill(seats, tables.hull),
        fill(seats, 0),
        no_cards(seats),
        no_cards(seats),
    )
