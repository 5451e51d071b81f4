"""The quick doors: a position as searches use it, without an object made on the way."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.dice import Dice, count_bits, lowest_bit, nth_bit
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.starfighters.rules import sequence
from dogfight.games.starfighters.state import (
    DEAL,
    DECLARE,
    DRAW,
    FIRST,
    NO_FACING,
    OVER_PHASE,
    UNKNOWN,
    WRECKAGE,
    State,
    bare_grid,
    fill,
    no_cards,
)
from dogfight.games.starfighters.tables import Tables, count_of, size_of


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

    def options(self) -> i64:
        """How many legal actions the actor has."""
        return count_bits(self.allowed())

    def option(self, index: i64) -> i64:
        """The actor's legal action with this number."""
        return nth_bit(self.allowed(), index)

    def sealed(self) -> bool:
        return self.phase == DECLARE

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, or a chance outcome."""
        sequence.act(self, seat, action)

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
        """[SF-11.1] [SF-11.4] [SF-11.5] [SF-11.6] All to the last one flying, or shared by those still flying."""
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
