"""The advice that search uses for a position of Starfighters beside the rules."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.bits import bit, count_bits, lowest_bit
from dogfight.core.dice import Dice, random_bit
from dogfight.core.position import Position as AnyPosition
from dogfight.games.starfighters.evaluation import evaluate
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rollout import (
    STEPS,
    Flight,
    declared_card,
    drifting_step,
    favourite_beam,
    favourite_target,
)
from dogfight.games.starfighters.state import BEAM, DECLARE, DRIFT, MOVE, TARGET, UNKNOWN
from dogfight.games.starfighters.tables import NO_CARD


class StarfightersAdvice(Advice):
    """Judged when a turn begins; in a crowd declarations are not mixed."""

    def evaluate(self, position: AnyPosition, seat: i64) -> float:
        return evaluate(cast(Position, position), seat)

    def is_quiet(self, position: AnyPosition) -> bool:
        """A turn begins and nobody has declared yet; anything else is half done."""
        p = cast(Position, position)
        if p.phase != DECLARE:
            return False
        seat: i64 = 0
        while seat < p.seats:
            if p.declared[seat] != NO_CARD and (p.face_up >> seat) & 1 == 0:
                return False
            seat += 1
        return True

    def rollout_choice(self, position: AnyPosition, dice: Dice) -> i64:
        p = cast(Position, position)
        return count_bits(p.allowed() & (bit(first_idea(p, dice)) - 1))

    def depends_on_secret(self, position: AnyPosition) -> bool:
        """[SF-4.1] [SF-5.1] Ships fly by cards that lie face down."""
        return cast(Position, position).phase == MOVE

    def uses_mixed_strategy(self, position: AnyPosition) -> bool:
        """Return whether only two ships are left: in a crowd no opponent watches one ship's
        cards closely.
        """
        return count_bits(cast(Position, position).undestroyed()) <= 2

    def rollout_depth(self) -> i64:
        return 0

    def prior_weight(self) -> i64:
        return 64


def first_idea(p: Position, dice: Dice) -> i64:
    """The action of the rollout policy."""
    allowed: i64 = p.allowed()
    phase = p.phase
    if phase == MOVE:
        if p.course == UNKNOWN:
            p.course = Flight(p, dice).course()
        return p.course % STEPS
    if phase == DECLARE:
        return declared_card(p, lowest_bit(p.due), allowed, dice)
    if phase == TARGET:
        return favourite_target(p, allowed, dice)
    if phase == BEAM:
        return favourite_beam(p, allowed)
    if phase == DRIFT:
        return drifting_step(p, allowed, dice)
    return random_bit(allowed, dice)
