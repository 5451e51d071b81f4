"""The advice that search uses for a position of Jaws vs Paws beside the rules."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from dogfight.core.advice import Advice
from dogfight.core.bits import nth_bit
from dogfight.core.dice import Dice
from dogfight.core.position import Position as AnyPosition
from dogfight.core.seat import CLOCK
from dogfight.games.paws.evaluation import NOTHING, rollout_placement, runs_dry, share
from dogfight.games.paws.position import Position
from dogfight.games.paws.state import ACTION, DISCARDS, DROPPED, EXTRA, MOON_OFFER, section_in


class PawsAdvice(Advice):
    """Judged between rounds; plans are too many to be mixed."""

    def evaluate(self, position: AnyPosition, seat: i64) -> float:
        return share(cast(Position, position), seat // 2) / 2.0

    def is_quiet(self, position: AnyPosition) -> bool:
        """The round is over: the next one is not yet planned."""
        p = cast(Position, position)
        if p.phase != ACTION or p.ready != 0 or p.owing != 0:
            return False
        seat: i64 = 0
        while seat < p.seats:
            if p.down_n[seat] > 0:
                return False
            seat += 1
        return True

    def rollout_choice(self, position: AnyPosition, dice: Dice) -> i64:
        p = cast(Position, position)
        seat: i64 = p.actor()
        if p.phase == ACTION and seat != CLOCK:
            single_bit: i64 = 1
            sections: i64 = (single_bit << p.t.sections) - 1 & ~p.covered(seat // 2)
            if p.owes(seat):
                sections = single_bit << p.owed_section(seat)
            code: i64 = rollout_placement(p, seat, sections, dice)
            return 0 if code == NOTHING else p.index_of(seat, code)
        if p.phase == DISCARDS or p.phase == ACTION:
            return 0
        if p.phase == EXTRA:
            return 1 if dice.below(4) == 0 else 0
        if p.phase == MOON_OFFER:
            return 1
        return dice.below(p.choice_count())

    def uses_mixed_strategy(self, position: AnyPosition) -> bool:  # noqa: ARG002
        return False

    def can_prune(self, position: AnyPosition, index: i64) -> bool:
        """A plan is made from the first section to the last, without collisions, leaves the
        partner half of the sections, and never runs the deck dry.
        """
        return self.rules_out(position, position.actor(), index)

    def rules_out(self, position: AnyPosition, seat: i64, index: i64) -> bool:
        p = cast(Position, position)
        if p.phase == DISCARDS:
            return index > 0 and lays_aside_in_disorder(p, seat, index)
        if p.phase != ACTION or index == 0 or seat == CLOCK:
            return False
        if p.owes(seat):
            return False
        if runs_dry(p, seat) or crowds_partner(p, seat):
            return True
        code: i64 = p.placement(seat, index - 1)
        return section_in(code) < next_section(p, seat) or is_covered(p, seat, code)

    def rollout_depth(self) -> i64:
        return 0


def lays_aside_in_disorder(p: Position, seat: i64, index: i64) -> bool:
    """Cards to be discarded are set aside in the order of the card list."""
    kind: i64 = nth_bit(p.held_kinds[seat], index - 1)
    later: i64 = kind + 1
    while later < p.t.kinds:
        if p.cards(DROPPED, seat, later) > 0:
            return True
        later += 1
    return False


def is_covered(p: Position, seat: i64, code: i64) -> bool:
    """[JP-7.2] A card of the own team lies there already."""
    return p.is_in(p.covered(seat // 2), section_in(code))


def crowds_partner(p: Position, seat: i64) -> bool:
    """Whether a seat has cards on half of the sections while its partner still lays some."""
    partner: i64 = seat ^ 1
    return p.down_n[seat] * 2 >= p.t.sections and (p.ready >> partner) & 1 == 0


def next_section(p: Position, seat: i64) -> i64:
    """The section after the last on which the seat has laid a card."""
    last: i64 = -1
    at: i64 = 0
    while at < p.down_n[seat]:
        section: i64 = section_in(p.down[seat * p.cap + at])
        last = section if section > last else last
        at += 1
    return last + 1
