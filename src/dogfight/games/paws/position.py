"""The fast methods: a game of Jaws vs Paws as searches and playouts walk through it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.bits import count_bits, lowest_bit, nth_bit
from dogfight.core.dice import Dice
from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE, CLOCK
from dogfight.core.seat import OVER as NOBODY
from dogfight.games.paws import state as st
from dogfight.games.paws.rules import damage
from dogfight.games.paws.rules.planning import (
    declare_ready,
    place,
    start_over,
    take_back,
    withdraw_ready,
)
from dogfight.games.paws.rules.refill import (
    answer_extra,
    draw,
    drop,
    finish_discards,
    keep_all,
    moonlit,
)
from dogfight.games.paws.rules.resolve import choose_target, default_target, sun_targets
from dogfight.games.paws.rules.sequence import settle
from dogfight.games.paws.rules.setup import (
    flip_coin,
    place_sun,
    stack_decks,
    sun_may_start,
    unplaced_sun,
)
from dogfight.games.paws.state import State, code_of, kind_in, open_in, section_in, side_in, zeros
from dogfight.games.paws.tables import ZONES

READY: Final = 0
"""The planning, or the discarding, of this seat is done."""
START_OVER: Final = 1
NOT_READY: Final = 2
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
        """[JP-1.4] [JP-3.3] [JP-16.1] Set the table up by day or by night, before the coin is
        flipped.
        """
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
        twin.owing = self.owing
        twin.bound = self.bound
        twin.owed = self.owed[:] if self.owing else self.owed
        twin.planes = self.planes[:]
        twin.piles = self.piles[:]
        twin.sizes = self.sizes[:]
        twin.held_kinds = self.held_kinds[:]
        twin.order = self.order[:]
        twin.down = self.down[:]
        twin.down_n = self.down_n[:]
        twin.track = self.track[:]
        return twin

    # --- who
    # ---------------------------------------------------------------------------------------

    def waiting(self) -> i64:
        """The seats that owe a choice, as a mask."""
        single_bit: i64 = 1
        if self.phase == st.ACTION or self.phase == st.DISCARDS:
            return self.crew & ~self.ready
        if self.phase == st.EXTRA:
            return self.asked
        if self.phase == st.SUN_PLACING:
            return single_bit << (2 * self.placer)
        if self.phase == st.SUN_TARGET:
            return single_bit << self.turn
        if self.phase == st.MOON_OFFER or self.phase == st.PICK:
            return single_bit << self.shooter
        return 0

    def by_chance(self) -> bool:
        """A coin is flipped or a card is turned."""
        return self.phase <= st.SCRAP

    def actor(self) -> i64:
        if self.phase == st.OVER:
            return NOBODY
        if self.by_chance():
            return CHANCE
        waiting: i64 = self.waiting()
        # [JP-5.14] [JP-R2] All are ready, but a timed phase ends when the host says that time is
        # up.
        return lowest_bit(waiting) if waiting else CLOCK

    # --- what
    # --------------------------------------------------------------------------------------

    def choice_count(self) -> i64:
        seat: i64 = self.actor()
        phase: i64 = self.phase
        if seat == CLOCK:
            return 1
        if phase == st.ACTION:
            kinds: i64 = self.held_kinds[seat]
            ways: i64 = count_bits(kinds) + count_bits(kinds & self.t.planes)
            if self.owes(seat):
                return ways
            return 1 + ways * self.t.sections
        if phase == st.DISCARDS:
            return 1 + count_bits(self.held_kinds[seat])
        if phase == st.SUN_PLACING:
            return self.teams * (ZONES - 1) + 1
        if phase == st.SUN_TARGET:
            return count_bits(sun_targets(self))
        if phase == st.PICK:
            return count_bits(self.looked_kinds())
        return 2

    def choice(self, index: i64) -> i64:
        phase: i64 = self.phase
        if phase == st.ACTION:
            seat: i64 = self.actor()
            if seat != CLOCK and self.owes(seat):
                return PLACE + self.owed_placement(seat, index)
            if index == 0 or seat == CLOCK:
                return READY
            return PLACE + self.placement(seat, index - 1)
        if phase == st.DISCARDS:
            return READY if index == 0 else DROP + nth_bit(self.held_kinds[self.actor()], index - 1)
        if phase == st.SUN_PLACING:
            return self.sun_place(index)
        if phase == st.SUN_TARGET:
            return nth_bit(sun_targets(self), index)
        if phase == st.PICK:
            return nth_bit(self.looked_kinds(), index)
        return index

    def placement(self, seat: i64, index: i64) -> i64:
        """The index-th way to lay a hand card, by card, section, half; it lies open where the
        rules ask for that.
        """
        is_open: i64 = 1 if self.next_is_open(seat) else 0
        kinds: i64 = self.held_kinds[seat]
        while True:
            kind: i64 = lowest_bit(kinds)
            sides: i64 = 1 + (self.t.planes >> kind & 1)
            ways: i64 = self.t.sections * sides
            if index < ways:
                return (
                    kind * st.PER_KIND
                    + index // sides * st.PER_SECTION
                    + index % sides * 2
                    + is_open
                )
            index -= ways
            kinds &= kinds - 1

    def owed_placement(self, seat: i64, index: i64) -> i64:
        """The index-th way to lay a hand card where a back was seen, by card and half."""
        kinds: i64 = self.held_kinds[seat]
        while True:
            kind: i64 = lowest_bit(kinds)
            sides: i64 = 1 + (self.t.planes >> kind & 1)
            if index < sides:
                return code_of(kind, self.owed_section(seat), index, 0)
            index -= sides
            kinds &= kinds - 1

    def index_of(self, seat: i64, code: i64) -> i64:
        """The number of the option that lays a card in this way."""
        sections: i64 = 1 if self.owes(seat) else self.t.sections
        index: i64 = 0 if self.owes(seat) else 1
        kinds: i64 = self.held_kinds[seat]
        kind: i64 = lowest_bit(kinds)
        while kind != kind_in(code):
            index += (1 + (self.t.planes >> kind & 1)) * sections
            kinds &= kinds - 1
            kind = lowest_bit(kinds)
        sides: i64 = 1 + (self.t.planes >> kind & 1)
        if not self.owes(seat):
            index += section_in(code) * sides
        return index + side_in(code)

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
        single_bit: i64 = 1
        kinds: i64 = 0
        index: i64 = 0
        while index < self.looked_n:
            kinds |= single_bit << damage.looked_card(self, index)
            index += 1
        return kinds

    # --- doing
    # -------------------------------------------------------------------------------------

    def is_secret_choice(self) -> bool:
        return self.phase in (st.ACTION, st.DISCARDS, st.EXTRA, st.SUN_PLACING)

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CLOCK:
            self.time_up()
        elif seat == CHANCE:
            self.turn_over(action)
        elif self.phase == st.ACTION:
            self.plan(seat, action)
        elif self.phase == st.DISCARDS:
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
            if self.owes(seat):
                self.pay(seat, section_in(action - PLACE))
        elif action == START_OVER:
            start_over(self, seat)
        elif action == NOT_READY:
            withdraw_ready(self, seat)
        else:
            declare_ready(self, seat)

    def answer(self, seat: i64, action: i64) -> None:
        """A single choice outside the Action Phase and the discards."""
        if self.phase == st.SUN_PLACING:
            place_sun(self, action)
        elif self.phase == st.EXTRA:
            answer_extra(self, seat, action)
        elif self.phase == st.SUN_TARGET:
            choose_target(self, action)
        elif self.phase == st.PICK:
            damage.pick(self, action)
        elif action == YES:
            damage.begin_look(self)
        else:
            damage.decline_look(self)

    def turn_over(self, outcome: i64) -> None:
        """The coin falls, or a card of the deck at `turn` is turned over."""
        if self.phase == st.COIN:
            flip_coin(self, outcome)
        elif self.phase == st.SCRAP:
            damage.scrap(self, outcome)
        elif self.phase == st.LOOK:
            damage.look(self, outcome)
        else:
            draw(self, outcome)

    def time_up(self) -> None:
        """[JP-5.13] [JP-6.15] Time locks the phase, and gives every other choice its default."""
        if self.phase == st.ACTION:
            self.phase = st.LOCK
        elif self.phase == st.DISCARDS:
            self.discards_are_over()
        elif self.phase == st.EXTRA:
            while self.asked:
                answer_extra(self, lowest_bit(self.asked), NO)
        elif self.phase == st.SUN_PLACING:
            place_sun(self, unplaced_sun(self))
        elif self.phase == st.SUN_TARGET:
            choose_target(self, default_target(self))
        elif self.phase == st.PICK:
            damage.pick_topmost(self)
        elif self.phase == st.MOON_OFFER:
            damage.decline_look(self)

    def discards_are_over(self) -> None:
        """[JP-8.8] [JP-R4] Seats that have not finished discard nothing."""
        late: i64 = self.crew & ~self.ready
        while late:
            keep_all(self, lowest_bit(late))
            finish_discards(self, lowest_bit(late))
            late &= late - 1

    # --- for players that think ------------------------------------------------------------------

    def unseal_others(self, thinker: i64) -> None:
        """[JP-21.2] The others choose anew what the thinker cannot know; the backs it sees stay
        where they are.
        """
        others: i64 = self.crew & ~self.players_seats(thinker)
        while others:
            seat: i64 = lowest_bit(others)
            others &= others - 1
            if self.phase == st.ACTION:
                self.turn_to_backs(seat)
            elif self.phase == st.DISCARDS:
                self.reopen_discards(seat)
            elif self.phase == st.EXTRA:
                self.reopen_extra(seat)

    def turn_to_backs(self, seat: i64) -> None:
        """[JP-5.12] The cards of a seat go back to its hand, but it owes one wherever one lay;
        open ones stay.
        """
        single_bit: i64 = 1
        was_ready: bool = self.is_in(self.ready, seat)
        at: i64 = self.down_n[seat] - 1
        while at >= 0:
            code: i64 = self.down[seat * self.cap + at]
            if not open_in(code):
                take_back(self, seat, code)
                if len(self.owed) == 0:
                    self.owed = zeros(self.seats * self.t.sections)
                self.owed[seat * self.t.sections + section_in(code)] += 1
                self.owing |= single_bit << seat
            at -= 1
        if was_ready and self.owes(seat):
            self.bound |= single_bit << seat

    def pay(self, seat: i64, section: i64) -> None:
        """A back has its front again; after the last of a ready seat that seat is ready again."""
        single_bit: i64 = 1
        first: i64 = seat * self.t.sections
        self.owed[first + section] -= 1
        at: i64 = 0
        while at < self.t.sections:
            if self.owed[first + at] > 0:
                return
            at += 1
        self.owing &= ~(single_bit << seat)
        if self.is_in(self.bound, seat):
            self.bound &= ~(single_bit << seat)
            declare_ready(self, seat)

    def reopen_discards(self, seat: i64) -> None:
        """[JP-8.8] What a seat has set aside goes back to its hand; it chooses anew."""
        single_bit: i64 = 1
        keep_all(self, seat)
        if self.count(st.HELD, seat) > 0:
            self.ready &= ~(single_bit << seat)

    def reopen_extra(self, seat: i64) -> None:
        """[JP-16.5] Who was asked for a first extra card answers anew; who was asked for a
        second is not known.
        """
        single_bit: i64 = 1
        team: i64 = seat // 2
        if (
            self.step == 1
            and moonlit(self, team)
            and not self.is_in(self.failed, team)
            and self.count(st.DECK, seat) > 0
        ):
            self.asked |= single_bit << seat
            self.wants &= ~(single_bit << seat)

    def information_key(self, seat: i64) -> i64:
        """What a seat knows, in one number; of the secret choices of the moment only its own.

        While another player chooses in secret, only what that player can go by counts: no hand of
        this seat nor what it has sealed, but the sections that the other's own team has covered
        [JP-5.12].
        """
        known: i64 = self.players_seats(seat)
        actor: i64 = self.actor()
        asked: bool = actor >= 0 and self.is_in(known, actor)
        number: i64 = hash_combine(
            self.phase * 4 + self.smoke, self.sun * 64 + self.section * 8 + self.revealed
        )
        number = hash_combine(number, self.flying * 64 + self.holder)
        at: i64 = 0
        while at < self.teams * self.teams:
            number = hash_combine(number, self.planes[at])
            at += 1
        at = 0
        while at < self.seats:
            number = hash_combine(
                number, self.count(st.DECK, at) * 1024 + self.count(st.SCRAPPED, at)
            )
            at += 1
        if self.phase in (st.SUN_TARGET, st.MOON_OFFER, st.PICK):
            number = hash_combine(number, self.turn)
        if self.phase in (st.MOON_OFFER, st.PICK):
            number = hash_combine(number, self.left)
        if self.phase == st.EXTRA:
            number = hash_combine(number, self.step)
        if self.is_secret_choice() and not asked:
            return hash_combine(
                number, self.covered(actor // 2) if self.phase == st.ACTION and actor >= 0 else 0
            )
        at = 0
        while at < self.seats:
            if self.is_in(known, at):
                number = self.own_look(number, at)
            at += 1
        at = 0
        while at < self.teams * self.t.sections:
            number = self.track_look(number, known, at)
            at += 1
        if self.phase == st.PICK and self.is_in(known, self.shooter):
            number = hash_combine(number, self.looked)
        return number

    def own_look(self, number: i64, seat: i64) -> i64:
        """[JP-4.2] [JP-4.5] What only the owner of a seat knows: hand, plan, and the cards set
        aside or discarded.
        """
        kinds: i64 = self.held_kinds[seat]
        while kinds:
            kind: i64 = lowest_bit(kinds)
            kinds &= kinds - 1
            number = hash_combine(number, kind * 32 + self.cards(st.HELD, seat, kind))
        number = hash_combine(number, seat)
        at: i64 = 0
        while at < self.down_n[seat]:
            number = hash_combine(number, self.down[seat * self.cap + at])
            at += 1
        kind = 0
        while kind < self.t.kinds:
            number = hash_combine(
                number, self.cards(st.DISCARD, seat, kind) * 32 + self.cards(st.DROPPED, seat, kind)
            )
            kind += 1
        return number

    def track_look(self, number: i64, known: i64, at: i64) -> i64:
        """[JP-21.2] [JP-21.4] A card on a track: its front if it is known, else its back."""
        card: i64 = self.track[at]
        if card == st.EMPTY:
            return number
        section: i64 = at % self.t.sections
        seat: i64 = at // self.t.sections * 2 + card % 2
        if open_in(card // 2) or section < self.revealed or self.is_in(known, seat):
            return hash_combine(number, card * 64 + at)
        return hash_combine(number, seat * 64 + at)

    # --- chance
    # ------------------------------------------------------------------------------------

    def weight(self, kind: i64) -> i64:
        """How many cards of a kind may be the next one of the deck at `turn`."""
        count: i64 = self.cards(st.DECK, self.turn, kind)
        return count - damage.looked_count(self, kind) if self.phase == st.LOOK else count

    def roll(self, dice: Dice) -> None:
        if self.phase == st.COIN:
            flip_coin(self, dice.below(self.teams))
            return
        number: i64 = dice.below(self.count(st.DECK, self.turn) - self.looked_n)
        kind: i64 = 0
        while True:
            number -= self.weight(kind)
            if number < 0:
                break
            kind += 1
        self.turn_over(kind)
        settle(self)

    def payoff(self, seat: i64) -> float:
        """[JP-17.4] [JP-17.5] [JP-R8] The last team flying shares the stake; in a draw those
        that fell last do.
        """
        if self.phase != st.OVER:
            return 0.0
        winners: i64 = self.flying if self.flying else self.fell_last
        if winners >> (seat // 2) & 1 == 0:
            return 0.0
        return 1.0 / float(2 * count_bits(winners))
