"""The fast methods for search: nothing here makes an object but `copy`."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import count_bits, nth_bit
from dogfight.core.dice import Dice
from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.squadrons.rules.sequence import (
    draw_first_card,
    draw_for_move,
    draw_for_shot,
    move,
    name_plane,
)
from dogfight.games.squadrons.state import (
    FINISHED,
    FIRST_CARD,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    State,
)
from dogfight.games.squadrons.tables import CARDS


class Position(State):
    """A game of Squadrons at one moment."""

    __slots__ = ()

    def copy(self) -> Position:
        twin = Position(self.board)
        twin.red_at = self.red_at
        twin.green_at = self.green_at
        twin.red_nose = self.red_nose
        twin.green_nose = self.green_nose
        twin.red_deck = self.red_deck
        twin.green_deck = self.green_deck
        twin.red_score = self.red_score
        twin.green_score = self.green_score
        twin.active = self.active
        twin.phase = self.phase
        twin.to_move = self.to_move
        twin.plane = self.plane
        twin.card = self.card
        twin.menu = self.menu
        twin.how = self.how
        twin.to_shoot = self.to_shoot
        twin.red_shots = self.red_shots
        twin.green_shots = self.green_shots
        twin.drew = self.drew
        twin.idle = self.idle
        twin.turns = self.turns
        twin.why = self.why
        return twin

    def actor(self) -> i64:
        if self.phase == NAME_PLANE or self.phase == MANOEUVRE:
            return self.active
        return OVER if self.phase == FINISHED else CHANCE

    def choice_count(self) -> i64:
        return count_bits(self.menu)

    def choice(self, index: i64) -> i64:
        return nth_bit(self.menu, index)

    def information_key(self, seat: i64) -> i64:  # noqa: ARG002 (nothing is secret)
        seen: i64 = hash_combine(self.red_at, self.green_at)
        seen = hash_combine(seen, self.red_nose)
        seen = hash_combine(seen, self.green_nose)
        seen = hash_combine(seen, self.red_deck)
        seen = hash_combine(seen, self.green_deck)
        seen = hash_combine(seen, self.menu)
        return hash_combine(seen, self.to_move << 16 | self.plane + 1 << 8 | self.idle)

    def apply(self, seat: i64, action: i64) -> None:  # noqa: ARG002 (the phase knows who acts)
        if self.phase == NAME_PLANE:
            name_plane(self, action)
        elif self.phase == MANOEUVRE:
            move(self, action)
        elif self.phase == MOVE_CARD:
            draw_for_move(self, action)
        elif self.phase == FIRST_CARD:
            draw_first_card(self, action)
        else:
            draw_for_shot(self, action)

    def apply_choice(self, index: i64) -> None:
        self.apply(self.active, nth_bit(self.menu, index))

    def roll(self, dice: Dice) -> None:
        """Any card of the deck with equal odds: cards that have left it are drawn again."""
        deck: i64 = self.deck_to_draw_from()
        card: i64 = dice.below(CARDS)
        while deck >> card & 1 == 0:
            card = dice.below(CARDS)
        self.apply(CHANCE, card)

    def payoff(self, seat: i64) -> float:
        """[SQ-8.9] The higher score takes all, equal scores share; nothing else matters."""
        if self.phase != FINISHED or self.red_score == self.green_score:
            return 0.5 if self.phase == FINISHED else 0.0
        return 1.0 if self.score(seat) > self.score(1 - seat) else 0.0
