"""What lies on the table: planes, decks, and how far the turn has come."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import bit
from dogfight.core.position import Position
from dogfight.games.squadrons.tables import FULL_DECK, GONE, GREEN, OFF, PLANES, RED, Board, shifted

FIRST_CARD: Final = 0
NAME_PLANE: Final = 1
MOVE_CARD: Final = 2
MANOEUVRE: Final = 3
SHOT_CARD: Final = 4
FINISHED: Final = 5

NOT_OVER: Final = 0
DECK_OUT: Final = 1
WIPEOUT: Final = 2
STALL: Final = 3

NORMAL: Final = 0
FORCED: Final = 1
LAST_RESORT: Final = 2
COLLISION: Final = 3

# Actions: 0 to 5 name the plane with that number; the rest follow from here.
FLY: Final = 6
"""FLY + manoeuvre flies it."""
RAM: Final = 13
"""RAM + plane collides with it."""
STAY: Final = 25
ACTIONS: Final = 26

# News: what the rules tell, with their numbers.
FIRST_DRAWN: Final = 0  # card, side that begins
NAMED: Final = 1  # plane
CARD_DRAWN: Final = 2  # plane, card
FLOWN: Final = 3  # plane, manoeuvre, way, planes flown over
COLLIDED: Final = 4  # plane, victim
STAYED: Final = 5  # plane
SHOT: Final = 6  # shooter, target, kind of shot, card or -1
DOWN: Final = 7  # plane
TURN: Final = 8  # side whose turn begins
ENDED: Final = 9  # why

LANES: Final = 0x4010040100401
"""A one in each of six ten-bit lanes: a side's six squares lie side by side in one number."""
TOPS: Final = LANES << 9


def holds(squares: i64, square: i64) -> bool:
    """Whether one of six packed squares is this one: subtracting one borrows from a lane only
    where it is zero.
    """
    apart: i64 = squares ^ (square * LANES)
    return (apart - LANES) & ~apart & TOPS != 0


def side_of(plane: i64) -> i64:
    return RED if plane < PLANES else GREEN


class State(Position):
    """One game at one moment; every field but the board is a small number or a mask."""

    __slots__ = (
        "active",
        "board",
        "card",
        "drew",
        "green_at",
        "green_deck",
        "green_nose",
        "green_score",
        "green_shots",
        "how",
        "idle",
        "menu",
        "phase",
        "plane",
        "red_at",
        "red_deck",
        "red_nose",
        "red_score",
        "red_shots",
        "to_move",
        "to_shoot",
        "turns",
        "why",
    )

    def __init__(self, board: Board) -> None:
        """[SQ-2.1] Every plane on its start square; [SQ-2.2] both decks whole, and in no order
        anybody knows.
        """
        self.trace = None
        self.board: Board = board
        self.red_at: i64 = board.red_start
        self.green_at: i64 = board.green_start
        self.red_nose: i64 = board.red_noses
        self.green_nose: i64 = board.green_noses
        self.red_deck: i64 = FULL_DECK
        self.green_deck: i64 = FULL_DECK
        self.red_score: i64 = 0
        self.green_score: i64 = 0
        self.active: i64 = RED
        self.phase: i64 = FIRST_CARD
        self.to_move: i64 = 0
        self.plane: i64 = -1
        self.card: i64 = -1
        self.menu: i64 = 0
        self.how: i64 = NORMAL
        self.to_shoot: i64 = 0
        self.red_shots: i64 = 0
        self.green_shots: i64 = 0
        self.drew: i64 = 0
        self.idle: i64 = 0
        self.turns: i64 = 0
        self.why: i64 = NOT_OVER

    # --- planes ------------------------------------------------------------------------------

    def square(self, plane: i64) -> i64:
        """[SQ-1.8] The plane's one square, or GONE."""
        if plane < PLANES:
            return self.red_at >> plane * 10 & 1023
        return self.green_at >> (plane - PLANES) * 10 & 1023

    def heading(self, plane: i64) -> i64:
        """[SQ-1.8] The plane's one heading."""
        if plane < PLANES:
            return self.red_nose >> plane * 3 & 7
        return self.green_nose >> (plane - PLANES) * 3 & 7

    def taken(self, square: i64) -> bool:
        """Whether a plane of either side stands here."""
        return holds(self.red_at, square) or holds(self.green_at, square)

    def plane_at(self, square: i64) -> i64:
        """The plane that stands here, or -1."""
        plane: i64 = 0
        while plane < 2 * PLANES:
            if self.square(plane) == square:
                return plane
            plane += 1
        return -1

    def front_square(self, plane: i64) -> i64:
        """[SQ-1.13] The neighbour the heading points to, or OFF."""
        square: i64 = self.square(plane)
        if square == GONE:
            return OFF
        return self.board.next_square(square, self.heading(plane))

    def flying(self, side: i64) -> i64:
        """The side's planes on the board as a mask of their numbers, the first one lowest."""
        squares: i64 = self.red_at if side == RED else self.green_at
        mask: i64 = 0
        number: i64 = 0
        while number < PLANES:
            if squares >> number * 10 & 1023 != GONE:
                mask |= bit(number)
            number += 1
        return mask

    def place(self, plane: i64, square: i64, heading: i64) -> None:
        """Put a plane on a square with a heading."""
        if plane < PLANES:
            self.red_at = self.red_at & ~shifted(1023, plane * 10) | square << plane * 10
            self.red_nose = self.red_nose & ~shifted(7, plane * 3) | heading << plane * 3
        else:
            number: i64 = plane - PLANES
            self.green_at = self.green_at & ~shifted(1023, number * 10) | square << number * 10
            self.green_nose = self.green_nose & ~shifted(7, number * 3) | heading << number * 3

    # --- cards -------------------------------------------------------------------------------

    def deck(self, side: i64) -> i64:
        """The cards left in a side's deck, as a mask."""
        return self.red_deck if side == RED else self.green_deck

    def discard(self, side: i64, card: i64) -> None:
        """[SQ-2.2] A card that leaves a deck never returns to it; [SQ-8.5] nothing is ever
        shuffled in again.
        """
        if side == RED:
            self.red_deck &= ~bit(card)
        else:
            self.green_deck &= ~bit(card)

    def shot_card(self, plane: i64) -> i64:
        """The card drawn for this shooter in the present shot phase, or -1."""
        if plane < PLANES:
            return (self.red_shots >> plane * 6 & 63) - 1
        return (self.green_shots >> (plane - PLANES) * 6 & 63) - 1

    def score(self, side: i64) -> i64:
        """[SQ-8.8] How many enemy planes have left the board."""
        return self.red_score if side == RED else self.green_score

    def deck_to_draw_from(self) -> i64:
        """The deck whose top card comes next, at a draw."""
        if self.phase == FIRST_CARD:
            return self.red_deck
        return self.deck(side_of(self.plane))
