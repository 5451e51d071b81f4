"""The quick doors: a game of Jaws vs Paws as searches and playouts walk through it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.dice import Dice, count_bits, lowest_bit, nth_bit
from dogfight.core.seat import CHANCE, CLOCK
from dogfight.core.seat import OVER as NOBODY
from dogfight.games.paws.rules.damage import (
    begin_look,
    decline_look,
    look,
    looked_card,
    looked_count,
    pick,
    pick_topmost,
    scrap,
)
from dogfight.games.paws.rules.flow import settle
from dogfight.games.paws.rules.planning import declare_ready, place, start_over, take_back
from dogfight.games.paws.rules.refill import answer_extra, draw, drop, finish_discards, keep_all
from dogfight.games.paws.rules.resolve import choose_target, default_target, sun_targets
from dogfight.games.paws.rules.setup import flip_coin, place_sun, stack_decks, sun_may_start, unplaced_sun
from dogfight.games.paws.state import (
    ACTION,
    COIN,
    DECK,
    DISCARDS,
    EXTRA,
    LOCK,
    LOOK,
    MOON_OFFER,
    OVER,
    PER_KIND,
    PER_SECTION,
    PICK,
    SCRAP,
    SUN_PLACING,
    SUN_TARGET,
    State,
)
from dogfight.games.paws.tables import ZONES

READY: Final = 0
"""The planning, or the discarding, of this seat is done."""
START_OVER: Final = 1
PLACE: Final = 64
"""Plus the placement."""
TAKE_BACK: Final = 2048
"""Plus the placement."""
DROP: Final = 64
"""Plus the kind of card."""
NO: Final = 0
YES: Final = 1


class Position(State):
    """One game at one moment."""

    def begin(self, teams: i64, solo: i64, night: i64, timer: i64) -> None:
        """[JP-1.4] [JP-3.3] [JP-16.1] Set the table up by day or by night, before the coin is flipped."""
        self.lay_out(teams, solo, night, timer, self.t.deck_size)
        stack_decks(self)

    def copy(self) -> Position:
        """An independent copy without the news."""
        twin = Position(self.t)
        twin.teams = self.teams
        twin.seats = self.seats
        twin.solo = self.solo
        twin.duty = self.duty
        twin.night = self.night
        twin.timer = self.timer
        twin.cap = self.cap
        twin.phase = self.phase
        twin.round = self.round
        twin.placer = self.placer
        twin.sun = self.sun
        twin.holder = self.holder
        twin.flying = self.flying
        twin.crew = self.crew
        twin.smoke = self.smoke
        twin.ready = self.ready
        twin.played = self.played
        twin.repairing = self.repairing
        twin.failed = self.failed
        twin.fell_last = self.fell_last
        twin.asked = self.asked
        twin.wants = self.wants
        twin.step = self.step
        twin.section = self.section
        twin.revealed = self.revealed
        twin.cursor = self.cursor
        twin.turn = self.turn
        twin.left = self.left
        twin.shooter = self.shooter
        twin.then = self.then
        twin.looked = self.looked
        twin.looked_n = self.looked_n
        twin.planes = self.planes[:]
        twin.piles = self.piles[:]
        twin.sizes = self.sizes[:]
        twin.held_kinds = self.held_kinds[:]
        twin.order = self.order[:]
        twin.order_n = self.order_n[:]
        twin.down = self.down[:]
        twin.down_n = self.down_n[:]
        twin.track = self.track[:]
        return twin

    # --- who ---------------------------------------------------------------------------------------

    def waiting(self) -> i64:
        """The seats that owe a choice, as a mask."""
        one: i64 = 1
        if self.phase == ACTION or self.phase == DISCARDS:
            return self.crew & ~self.ready
        if self.phase == EXTRA:
            return self.asked
        if self.phase == SUN_PLACING:
            return one << (2 * self.placer)
        if self.phase == SUN_TARGET:
            return one << self.turn
        if self.phase == MOON_OFFER or self.phase == PICK:
            return one << self.shooter
        return 0

    def by_chance(self) -> bool:
        """A coin is flipped or a card is turned."""
        return self.phase <= SCRAP

    def actor(self) -> i64:
        if self.phase == OVER:
            return NOBODY
        if self.by_chance():
            return CHANCE
        waiting: i64 = self.waiting()
        # [JP-5.14] [JP-R2] All are ready, but a timed phase lasts its full time.
        return lowest_bit(waiting) if waiting else CLOCK

    # --- what --------------------------------------------------------------------------------------

    def openings(self, seat: i64) -> i64:
        """[JP-19.4] [JP-19.7] Two ways to lay a card, open or not, while the solo player owes the open one."""
        if self.duty == seat // 2 and not self.has_open_card(self.duty):
            return 2
        return 1

    def options(self) -> i64:
        seat: i64 = self.actor()
        phase: i64 = self.phase
        if seat == CLOCK:
            return 1
        if phase == ACTION:
            kinds: i64 = self.held_kinds[seat]
            ways: i64 = count_bits(kinds) + count_bits(kinds & self.t.planes)
            return 1 + ways * self.t.sections * self.openings(seat)
        if phase == DISCARDS:
            return 1 + count_bits(self.held_kinds[seat])
        if phase == SUN_PLACING:
            return self.teams * (ZONES - 1) + 1
        if phase == SUN_TARGET:
            return count_bits(sun_targets(self))
        if phase == PICK:
            return count_bits(self.looked_kinds())
        return 2

    def option(self, index: i64) -> i64:
        phase: i64 = self.phase
        if phase == ACTION:
            seat: i64 = self.actor()
            if index == 0 or seat == CLOCK:
                return READY
            return PLACE + self.placement(seat, index - 1)
        if phase == DISCARDS:
            return READY if index == 0 else DROP + nth_bit(self.held_kinds[self.actor()], index - 1)
        if phase == SUN_PLACING:
            return self.sun_place(index)
        if phase == SUN_TARGET:
            return nth_bit(sun_targets(self), index)
        if phase == PICK:
            return nth_bit(self.looked_kinds(), index)
        return index

    def placement(self, seat: i64, index: i64) -> i64:
        """The index-th way to lay a hand card, by card, section, half, open."""
        opens: i64 = self.openings(seat)
        kinds: i64 = self.held_kinds[seat]
        while True:
            kind: i64 = lowest_bit(kinds)
            sides: i64 = 1 + (self.t.planes >> kind & 1)
            ways: i64 = self.t.sections * sides * opens
            if index < ways:
                section: i64 = index // (sides * opens)
                side: i64 = index // opens % sides
                return kind * PER_KIND + section * PER_SECTION + side * 2 + index % opens
            index -= ways
            kinds &= kinds - 1

    def sun_place(self, index: i64) -> i64:
        """[JP-3.7] The index-th zone where the Sun may start."""
        spot: i64 = 0
        while True:
            if sun_may_start(self.placer, spot):
                if index == 0:
                    return spot
                index -= 1
            spot += 1

    def looked_kinds(self) -> i64:
        """The kinds of the cards looked at, as a mask."""
        one: i64 = 1
        kinds: i64 = 0
        index: i64 = 0
        while index < self.looked_n:
            kinds |= one << looked_card(self, index)
            index += 1
        return kinds

    # --- doing -------------------------------------------------------------------------------------

    def sealed(self) -> bool:
        return self.phase in (ACTION, DISCARDS, EXTRA, SUN_PLACING)

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CLOCK:
            self.time_up()
        elif seat == CHANCE:
            self.turn_over(action)
        elif self.phase == ACTION:
            self.plan(seat, action)
        elif self.phase == DISCARDS:
            if action == READY:
                finish_discards(self, seat)
            else:
                drop(self, seat, action - DROP)
        else:
            self.answer(seat, action)
        settle(self)

    def plan(self, seat: i64, action: i64) -> None:
        """[JP-5.3] [JP-5.16] One change of one seat on its own track."""
        if action >= TAKE_BACK:
            take_back(self, seat, action - TAKE_BACK)
        elif action >= PLACE:
            place(self, seat, action - PLACE)
        elif action == START_OVER:
            start_over(self, seat)
        else:
            declare_ready(self, seat)

    def answer(self, seat: i64, action: i64) -> None:
        """A single choice outside the Action Phase and the discards."""
        if self.phase == SUN_PLACING:
            place_sun(self, action)
        elif self.phase == EXTRA:
            answer_extra(self, seat, action)
        elif self.phase == SUN_TARGET:
            choose_target(self, action)
        elif self.phase == PICK:
            pick(self, action)
        elif action == YES:
            begin_look(self)
        else:
            decline_look(self)

    def turn_over(self, outcome: i64) -> None:
        """The coin falls, or a card of the deck at `turn` is turned over."""
        if self.phase == COIN:
            flip_coin(self, outcome)
        elif self.phase == SCRAP:
            scrap(self, outcome)
        elif self.phase == LOOK:
            look(self, outcome)
        else:
            draw(self, outcome)

    def time_up(self) -> None:
        """[JP-5.13] [JP-6.15] Time locks the phase, and gives every other choice its default."""
        if self.phase == ACTION:
            self.phase = LOCK
        elif self.phase == DISCARDS:
            self.discards_are_over()
        elif self.phase == EXTRA:
            while self.asked:
                answer_extra(self, lowest_bit(self.asked), NO)
        elif self.phase == SUN_PLACING:
            place_sun(self, unplaced_sun(self))
        elif self.phase == SUN_TARGET:
            choose_target(self, default_target(self))
        elif self.phase == PICK:
            pick_topmost(self)
        elif self.phase == MOON_OFFER:
            decline_look(self)

    def discards_are_over(self) -> None:
        """[JP-8.8] [JP-R4] Seats that have not finished discard nothing."""
        late: i64 = self.crew & ~self.ready
        while late:
            keep_all(self, lowest_bit(late))
            finish_discards(self, lowest_bit(late))
            late &= late - 1

    # --- chance ------------------------------------------------------------------------------------

    def weight(self, kind: i64) -> i64:
        """How many cards of a kind may be the next one of the deck at `turn`."""
        count: i64 = self.cards(DECK, self.turn, kind)
        return count - looked_count(self, kind) if self.phase == LOOK else count

    def roll(self, dice: Dice) -> None:
        if self.phase == COIN:
            flip_coin(self, dice.below(self.teams))
            return
        number: i64 = dice.below(self.count(DECK, self.turn) - self.looked_n)
        kind: i64 = 0
        while True:
            number -= self.weight(kind)
            if number < 0:
                break
            kind += 1
        self.turn_over(kind)
        settle(self)

    def payoff(self, seat: i64) -> float:
        """[JP-17.4] [JP-17.5] [JP-R8] The last team flying shares the stake; in a draw those that fell last do."""
        if self.phase != OVER:
            return 0.0
        winners: i64 = self.flying if self.flying else self.fell_last
        if winners >> (seat // 2) & 1 == 0:
            return 0.0
        return 1.0 / float(2 * count_bits(winners))
