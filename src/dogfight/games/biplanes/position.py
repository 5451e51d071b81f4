"""The position with its fast methods, which make no objects."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import nth_bit
from dogfight.core.dice import Dice
from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes.rules.damage import lose
from dogfight.games.biplanes.rules.escort import pair, pairs
from dogfight.games.biplanes.rules.hands import (
    draw,
    has_mulligan,
    lay_left,
    mulligan_choice,
    mulligan_choices,
    offer_mulligan,
    set_aside,
)
from dogfight.games.biplanes.rules.planning import commitment, commitments
from dogfight.games.biplanes.rules.rescue import draw_objective
from dogfight.games.biplanes.rules.rounds import remove_from_bag
from dogfight.games.biplanes.rules.sequence import commit, go_on, resume_after_bot, shoot
from dogfight.games.biplanes.rules.setup import (
    choose_start,
    may_pick,
    numbers_left,
    pick,
    place,
    set_up,
)
from dogfight.games.biplanes.state import Mission, Plane, State, new_state_parts
from dogfight.games.biplanes.tables import BROWN, ESCORT, NOBODY, Setup, count, nth, random_tile


class Position(State):
    """A game of biplanes, open to search."""

    __slots__ = ()

    def copy(self) -> Position:
        m = self.mission
        twin = Position(self.setup, self.p1.copy(), self.p2.copy(), None if m is None else m.copy())
        twin.phase = self.phase
        twin.round = self.round
        twin.turn = self.turn
        twin.acting = self.acting
        twin.drawer = self.drawer
        twin.owed = self.owed
        twin.result = self.result
        return twin

    def actor(self) -> i64:
        return self.acting

    def choice_count(self) -> i64:
        if self.phase == st.PLAN and self.mission is None:
            return commitments(self, self.acting)
        return self.choices_for(self.acting)

    def choice(self, index: i64) -> i64:
        return self.choice_for(self.acting, index)

    def choices_for(self, seat: i64) -> i64:
        """How many legal actions a seat has that may act now."""
        phase: i64 = self.phase
        if st.PLAN <= phase <= st.ANSWER:
            m = self.mission
            if m is not None and seat == 0 and self.setup.mode == ESCORT:
                return pairs(self, m)
            return commitments(self, seat)
        if phase == st.PICK:
            return count(may_pick(self))
        if phase == st.MULLIGAN:
            return mulligan_choices(self.plane(seat))
        if phase == st.LOSE:
            plane = self.plane(seat)
            return count(plane.tiles.distinct(plane.hand))
        return 2

    def choice_for(self, seat: i64, index: i64) -> i64:
        """A legal action of a seat by its number, in ascending order."""
        phase: i64 = self.phase
        if st.PLAN <= phase <= st.ANSWER:
            m = self.mission
            if m is not None and seat == 0 and self.setup.mode == ESCORT:
                return pair(self, m, index)
            return commitment(self, seat, index)
        plane = self.plane(seat)
        if phase == st.PICK:
            return nth_bit(may_pick(self), index)
        if phase == st.MULLIGAN:
            return mulligan_choice(plane, index)
        if phase == st.LOSE:
            return plane.tiles.kind_of(nth(plane.tiles.distinct(plane.hand), index))
        return index * 2 if phase == st.TARGET else index

    def is_secret_choice(self) -> bool:
        return self.phase in (st.MULLIGAN, st.LOSE) or (
            self.phase == st.PLAN and not self.setup.solo
        )

    def unseal_others(self, thinker: i64) -> None:
        """[BD-4.1] [BD-2.10] Sealed commitments of this turn, and mulligans, are chosen anew."""
        if self.setup.solo:
            return
        if self.phase == st.PLAN:
            self.p1.sealed = -1
            self.p2.sealed = -1
            self.acting = 0
        elif self.phase == st.MULLIGAN and has_mulligan(self, 1 - thinker):
            self.plane(1 - thinker).sealed = -1
            self.acting = 0 if thinker == 1 or self.p1.sealed != st.DONE else 1

    def information_key(self, seat: i64) -> i64:
        """[BD-1.14] What is public, and the seat's own tiles; what is sealed already makes no
        difference.
        """
        seen: i64 = hash_combine(self.round << 12 | self.turn << 6 | self.phase, self.owed)
        seen = hash_combine(seen, seen_of(self.p1, seat == 0, self.phase))
        seen = hash_combine(seen, seen_of(self.p2, seat == 1, self.phase))
        m = self.mission
        if m is None:
            return seen
        seen = hash_combine(seen, m.sites << 20 | m.removed << 12 | m.rescued << 8 | m.landed + 1)
        seen = hash_combine(seen, m.cleared)
        seen = hash_combine(seen, m.drawn_when)
        if self.is_escort():
            seen = hash_combine(seen, m.mal_at << 20 | m.mal_damage << 12 | m.mal_used)
        seen = hash_combine(seen, self.p2.tiles.fingerprint(m.left))
        seen = hash_combine(seen, self.p2.tiles.fingerprint(m.right))
        return hash_combine(seen, m.objectives) if seat == 0 else seen

    def apply(self, seat: i64, action: i64) -> None:
        phase: i64 = self.phase
        if st.PLAN <= phase <= st.ANSWER:
            commit(self, seat, action)
        elif seat == CHANCE:
            self.chance(action)
        elif phase == st.PICK:
            pick(self, 0 if self.p1.tiles.colour == NOBODY else 1, action)
        elif phase == st.START:
            choose_start(self, seat, action)
        elif phase == st.MULLIGAN:
            set_aside(self, seat, action)
        elif phase == st.TARGET:
            shoot(self, action, False)
        elif phase == st.LOSE:
            lose(self, seat, action)
            go_on(self)

    def pool_owner(self) -> Plane:
        """Whose bag chance draws from."""
        if self.phase in (st.SLOT, st.BOT_DRAW):
            return self.p2
        return self.plane(self.drawer)

    def pool(self) -> i64:
        """What chance draws from: the tiles of a bag, or numbers, as a mask."""
        phase: i64 = self.phase
        m = self.mission
        if m is not None and phase == st.PLACE:
            return numbers_left(m)
        if m is not None and phase == st.OBJECTIVE:
            return m.stack
        return self.pool_owner().bag

    def draws_numbers(self) -> bool:
        """Whether the outcomes of this chance are numbers of scenario tiles, not Movement tiles."""
        return self.phase == st.PLACE or self.phase == st.OBJECTIVE

    def chance(self, outcome: i64) -> None:
        """Carry out a chance outcome: a kind of tile, a number, or the face of a tossed tile."""
        phase: i64 = self.phase
        if phase == st.TOSS or self.draws_numbers():
            self.chosen(outcome)
        else:
            plane = self.pool_owner()
            self.chosen(plane.tiles.find(outcome, plane.bag))

    def chosen(self, what: i64) -> None:
        """Go on with a tile given as its bit, a number, or the face of a tossed tile."""
        phase: i64 = self.phase
        m = self.mission
        if phase in (st.DEAL, st.REDRAW):
            draw(self, what)
        elif phase == st.REMOVE:
            remove_from_bag(self, what)
        elif phase == st.LOSE_BAG:
            lose(self, CHANCE, self.plane(self.drawer).tiles.kind_of(what))
            go_on(self)
        elif m is not None:
            self.mission_chance(m, what)

    def mission_chance(self, m: Mission, what: i64) -> None:
        phase: i64 = self.phase
        if phase == st.PLACE:
            place(self, m, what)
        elif phase == st.OBJECTIVE:
            draw_objective(self, what)
            offer_mulligan(self)
        elif phase == st.SLOT:
            lay_left(self, what)
        else:
            resume_after_bot(self, m, what)

    def roll(self, dice: Dice) -> None:
        phase: i64 = self.phase
        if phase == st.DEAL:
            plane = self.p1 if self.drawer == 0 else self.p2
            draw(self, random_tile(plane.bag, dice))
        elif phase == st.TOSS:
            self.chosen(dice.below(2))
        elif self.draws_numbers():
            pool: i64 = self.pool()
            self.chosen(nth_bit(pool, dice.below(count(pool))))
        else:
            self.chosen(random_tile(self.pool(), dice))

    def apply_choice(self, index: i64) -> None:
        if self.phase == st.PLAN and self.mission is None:
            commit(self, self.acting, commitment(self, self.acting, index))
        else:
            self.apply(self.acting, self.choice_for(self.acting, index))

    def payoff(self, seat: i64) -> float:
        if self.phase != st.ENDED:
            return 0.0
        outcome: i64 = self.outcome()
        if outcome == st.DRAWN:
            return 0.5
        return 1.0 if (outcome == st.FOR_P2) == (seat == 1) else 0.0


def seen_of(plane: Plane, own: bool, phase: i64) -> i64:
    """A number for what a seat knows of a biplane: where it is and what it played, and of its own
    all tiles.

    The order of the tiles played is left out; the last one counts where a rule looks back at it.
    """
    seen: i64 = plane.at << 24 | plane.damage << 16 | plane.jammed << 8
    if plane.tiles.colour >= BROWN:
        seen |= plane.last + 1  # [BD-14.2] [BD-17.7] [BD-18.2]
    seen = hash_combine(seen, plane.tiles.fingerprint(plane.played()))
    if own:
        seen = hash_combine(seen, plane.tiles.fingerprint(plane.hand))
        seen = hash_combine(seen, plane.tiles.fingerprint(plane.aside))
    if phase >= st.ANSWER or (own and phase == st.MULLIGAN):
        seen = hash_combine(seen, plane.sealed)
    return seen


def new_position(setup: Setup) -> Position:
    """[BD-19.12] A game before its first decision or draw."""
    p1, p2, mission = new_state_parts(setup)
    position = Position(setup, p1, p2, mission)
    set_up(position)
    return position
