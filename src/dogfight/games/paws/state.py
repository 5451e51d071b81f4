"""What lies on the table: teams, tokens, piles, hands, tracks, and how far the round has come."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.bits import lowest_bit
from dogfight.core.position import Position as Base
from dogfight.games.paws.tables import BOARD, PC, ZONES, Tables

# Where a coin is flipped or a card is turned.
COIN: Final = 0
DRAW: Final = 1
EXTRA_DRAW: Final = 2
LOOK: Final = 3
SCRAP: Final = 4
# Where the game waits for a seat.
ACTION: Final = 5
DISCARDS: Final = 6
SUN_PLACING: Final = 7
EXTRA: Final = 8
SUN_TARGET: Final = 9
MOON_OFFER: Final = 10
PICK: Final = 11
OVER: Final = 12
# Steps that carry themselves out.
NEXT_ROUND: Final = 20
LOCK: Final = 21
DRAWS: Final = 22
EXTRAS: Final = 23
EXTRA_DRAWS: Final = 24
DRAW_CHECK: Final = 25
REPAIRS: Final = 26
SMOKE: Final = 27
SMOKE_CHECK: Final = 28
REVEAL: Final = 29
SUN_MOVES: Final = 30
PLANE_MOVES: Final = 31
SHOTS: Final = 32
SECTION_CHECK: Final = 33
CLEANUP: Final = 34

# Piles of a seat. HELD are the hand cards not on the track; DROPPED wait for everybody's discards.
HELD: Final = 0
DECK: Final = 1
DISCARD: Final = 2
SCRAPPED: Final = 3
DROPPED: Final = 4
PILES: Final = 5
# Counted with the piles: the hand in the order in which it came.
IN_ORDER: Final = PILES

OWN: Final = 0
ENEMY: Final = 1
GONE: Final = -1
EMPTY: Final = -1

# A placement is kind, section, half and open flag in one number.
PER_KIND: Final = 32
PER_SECTION: Final = 4

# What `news` tells: kind, then up to four numbers.
N_COIN: Final = 0
N_SUN_PLACED: Final = 1
N_DREW: Final = 2
N_PLACED: Final = 3
N_TAKEN_BACK: Final = 4
N_READY: Final = 5
N_LOCKED: Final = 6
N_FORCED: Final = 7
N_COLLISION: Final = 8
N_LOST: Final = 9
N_TURNED_UP: Final = 10
N_DISCARDED: Final = 11
N_SEALED: Final = 12
N_OUT_OF_CARDS: Final = 13
N_REPAIRING: Final = 14
N_SMOKE_DAMAGE: Final = 15
N_SCRAPPED: Final = 16
N_REVEALED: Final = 17
N_SUN_MOVED: Final = 18
N_PLANE_MOVED: Final = 19
N_SHOT: Final = 20
N_HIT: Final = 21
N_LOOKED: Final = 22
N_DECLINED: Final = 23
N_SHUFFLED: Final = 24
N_FELL: Final = 25
N_SMOKES: Final = 26
N_ROUND: Final = 27
N_WON: Final = 28
N_DRAWN: Final = 29
N_EXTRA: Final = 30
N_NOT_READY: Final = 31

NO_CARDS: Final = vec[i64]()


def code_of(kind: i64, section: i64, side: i64, is_open: i64) -> i64:
    """A placement as one number; sections are counted from 0 here."""
    return kind * PER_KIND + section * PER_SECTION + side * 2 + is_open


def kind_in(code: i64) -> i64:
    return code // PER_KIND


def section_in(code: i64) -> i64:
    return code % PER_KIND // PER_SECTION


def side_in(code: i64) -> i64:
    return code // 2 & 1


def open_in(code: i64) -> i64:
    return code & 1


class State(Base):
    """The table at one moment. Seat 2t is the pilot of team t, seat 2t + 1 its gunner."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.t: Tables = tables
        self.teams: i64 = 0
        self.seats: i64 = 0
        self.solo: i64 = 0
        self.duty: i64 = -1
        self.night: i64 = 0
        self.timer: i64 = 0
        self.cap: i64 = 0
        self.phase: i64 = COIN
        self.round: i64 = 0
        self.placer: i64 = -1
        self.sun: i64 = -1
        self.holder: i64 = -1
        self.flying: i64 = 0
        self.crew: i64 = 0
        self.smoke: i64 = 0
        self.ready: i64 = 0
        self.played: i64 = 0
        self.repairing: i64 = 0
        self.failed: i64 = 0
        self.fell_last: i64 = 0
        self.asked: i64 = 0
        self.wants: i64 = 0
        self.step: i64 = 0
        self.section: i64 = 0
        self.revealed: i64 = 0
        self.cursor: i64 = 0
        self.turn: i64 = 0
        self.left: i64 = 0
        self.shooter: i64 = -1
        self.then: i64 = 0
        self.looked: i64 = 0
        self.looked_n: i64 = 0
        self.owing: i64 = 0
        self.bound: i64 = 0
        self.planes: vec[i64] = NO_CARDS
        self.piles: vec[i64] = NO_CARDS
        self.sizes: vec[i64] = NO_CARDS
        self.held_kinds: vec[i64] = NO_CARDS
        self.order: vec[i64] = NO_CARDS
        self.down: vec[i64] = NO_CARDS
        self.down_n: vec[i64] = NO_CARDS
        self.track: vec[i64] = NO_CARDS
        self.owed: vec[i64] = NO_CARDS

    def lay_out(self, teams: i64, solo: i64, night: i64, timer: i64, cap: i64) -> None:
        """[JP-3.1] [JP-3.2] [JP-20.3] Clean tracks, every plane on PC of every other team; piles
        still empty.
        """
        single_bit: i64 = 1
        self.teams = teams
        self.seats = 2 * teams
        self.solo = solo
        self.night = night
        self.timer = timer
        self.cap = cap
        self.flying = (single_bit << teams) - 1
        self.crew = (single_bit << self.seats) - 1
        self.duty = self.open_duty()
        self.planes = zeros(teams * teams)
        self.piles = zeros(PILES * self.seats * self.t.kinds)
        self.sizes = zeros((PILES + 1) * self.seats)
        self.held_kinds = zeros(self.seats)
        self.order = zeros(self.seats * cap)
        self.down = zeros(self.seats * cap)
        self.down_n = zeros(self.seats)
        self.track = zeros(teams * self.t.sections)
        i: i64 = 0
        while i < teams * teams:
            self.planes[i] = GONE if i % (teams + 1) == 0 else PC
            i += 1
        i = 0
        while i < teams * self.t.sections:
            self.track[i] = EMPTY
            i += 1

    def open_duty(self) -> i64:
        """[JP-19.1] [JP-19.4] [JP-20.4] The solo team against a pair, in a game of two teams;
        else -1.
        """
        if self.teams == 2 and self.solo == 1:
            return 0
        if self.teams == 2 and self.solo == 2:
            return 1
        return -1

    # --- questions -------------------------------------------------------------------------------

    def count(self, pile: i64, seat: i64) -> i64:
        return self.sizes[pile * self.seats + seat]

    def cards(self, pile: i64, seat: i64, kind: i64) -> i64:
        return self.piles[(pile * self.seats + seat) * self.t.kinds + kind]

    def full_hand(self, seat: i64) -> i64:
        """[JP-3.10] [JP-18.2] [JP-19.2] [JP-19.3] Four cards; three for each seat of a solo
        player.
        """
        if self.solo >> (seat // 2) & 1:
            return self.t.solo_hand
        return self.t.hand

    def is_flying(self, team: i64) -> bool:
        return self.flying >> team & 1 == 1

    def is_in(self, mask: i64, place: i64) -> bool:
        return mask >> place & 1 == 1

    def plane(self, team: i64, boards: i64) -> i64:
        """[JP-0.4] The zone of `team@boards`, or GONE."""
        return self.planes[team * self.teams + boards]

    def sun_team(self) -> i64:
        return self.sun // ZONES

    def sun_zone(self) -> i64:
        return self.sun % ZONES

    def on_track(self, team: i64, section: i64) -> i64:
        """Twice the placement plus the role of the seat that made it, or EMPTY."""
        return self.track[team * self.t.sections + section]

    def has_open_card(self, team: i64) -> bool:
        """One of the team's cards lies open on the track before the lock."""
        return self.lies_open(2 * team) != EMPTY or self.lies_open(2 * team + 1) != EMPTY

    def lies_open(self, seat: i64) -> i64:
        """[JP-19.11] The seat's open card on the track before the lock, or EMPTY."""
        i: i64 = 0
        while i < self.down_n[seat]:
            if open_in(self.down[seat * self.cap + i]):
                return self.down[seat * self.cap + i]
            i += 1
        return EMPTY

    def next_is_open(self, seat: i64) -> bool:
        """[JP-19.4] [JP-19.11] The first card that the solo player of three lays in a round lies
        open at once.
        """
        return self.duty == seat // 2 and not self.has_open_card(self.duty)

    def holds_shot(self, seat: i64) -> bool:
        return self.held_kinds[seat] & self.t.shots != 0

    def aims_at(self, seat: i64, zone: i64) -> bool:
        """[JP-14.1] The seat holds a Shoot card for this zone of the own boards."""
        kinds: i64 = self.held_kinds[seat] & self.t.shots
        while kinds:
            if self.t.zone[lowest_bit(kinds)] == zone:
                return True
            kinds &= kinds - 1
        return False

    def players_seats(self, seat: i64) -> i64:
        """[JP-18.5] The seats of the player of this seat, as a mask: both of a solo player, else
        the seat alone.
        """
        single_bit: i64 = 1
        return (
            (single_bit + 2) << (seat & ~1)
            if self.is_in(self.solo, seat // 2)
            else single_bit << seat
        )

    def covered(self, team: i64) -> i64:
        """[JP-5.12] The sections on which cards of a team lie, or are owed, before the lock, as
        a mask.
        """
        single_bit: i64 = 1
        result: i64 = 0
        seat: i64 = 2 * team
        while seat < 2 * team + 2:
            i: i64 = 0
            while i < self.down_n[seat]:
                result |= single_bit << section_in(self.down[seat * self.cap + i])
                i += 1
            if self.owes(seat):
                section: i64 = 0
                while section < self.t.sections:
                    if self.owed[seat * self.t.sections + section] > 0:
                        result |= single_bit << section
                    section += 1
            seat += 1
        return result

    # --- backs that were seen (only in imagined positions whose secret choices are made anew)
    # ------

    def owes(self, seat: i64) -> bool:
        """Backs of the seat were seen on the track, and what they are is still to be chosen."""
        return self.owing >> seat & 1 == 1

    def owed_section(self, seat: i64) -> i64:
        """The first section on which the seat owes a card."""
        section: i64 = 0
        while self.owed[seat * self.t.sections + section] == 0:
            section += 1
        return section

    def same_board(self, zone: i64, other: i64) -> bool:
        return zone // BOARD == other // BOARD

    # --- moving cards ----------------------------------------------------------------------------

    def put(self, pile: i64, seat: i64, kind: i64) -> None:
        """Add a card to a pile of a seat."""
        single_bit: i64 = 1
        self.piles[(pile * self.seats + seat) * self.t.kinds + kind] += 1
        self.sizes[pile * self.seats + seat] += 1
        if pile == HELD:
            self.held_kinds[seat] |= single_bit << kind

    def remove(self, pile: i64, seat: i64, kind: i64) -> None:
        """Take a card from a pile of a seat."""
        single_bit: i64 = 1
        at: i64 = (pile * self.seats + seat) * self.t.kinds + kind
        self.piles[at] -= 1
        self.sizes[pile * self.seats + seat] -= 1
        if pile == HELD and self.piles[at] == 0:
            self.held_kinds[seat] &= ~(single_bit << kind)

    def to_hand(self, seat: i64, kind: i64) -> None:
        """[JP-19.9] A card enters the hand as its newest."""
        self.put(HELD, seat, kind)
        at: i64 = IN_ORDER * self.seats + seat
        size: i64 = self.sizes[at]
        self.order[seat * self.cap + size] = kind
        self.sizes[at] = size + 1

    def forget_age(self, seat: i64, kind: i64) -> None:
        """[JP-19.9] Of equal cards the older one leaves the hand first."""
        at: i64 = IN_ORDER * self.seats + seat
        size: i64 = self.sizes[at]
        take_out(self.order, seat * self.cap, size, kind)
        self.sizes[at] = size - 1

    def lay_down(self, seat: i64, code: i64) -> None:
        """Put a placement among those of the seat, in ascending order."""
        first: i64 = seat * self.cap
        at: i64 = first + self.down_n[seat]
        while at > first and self.down[at - 1] > code:
            self.down[at] = self.down[at - 1]
            at -= 1
        self.down[at] = code
        self.down_n[seat] += 1

    def pick_up(self, seat: i64, code: i64) -> None:
        """Take a placement away again."""
        take_out(self.down, seat * self.cap, self.down_n[seat], code)
        self.down_n[seat] -= 1


def take_out(row: vec[i64], first: i64, size: i64, what: i64) -> None:
    """Take the first of equal numbers out of a row; those behind it close up."""
    at: i64 = first
    while row[at] != what:
        at += 1
    while at + 1 < first + size:
        row[at] = row[at + 1]
        at += 1


def zeros(count: i64) -> vec[i64]:
    """A table of zeros."""
    return vec[i64]([0 for _ in range(count)])
