"""What learners are told: the seat's own team first, then the others clockwise, and the cards the
seat may see.

The order of the cards looked at under the Moon is left out; they are counted by kind.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.bits import lowest_bit
from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import MOST_VALUE, Encoder, add_bits, list_number, pack_flag
from dogfight.games.paws import state as st
from dogfight.games.paws.position import DROP, NOT_READY, PLACE, READY, TAKE_BACK, Position
from dogfight.games.paws.rules.damage import looked_card
from dogfight.games.paws.state import kind_in, open_in, section_in, side_in
from dogfight.games.paws.tables import ZONES, Tables

ROLES = ("pilot", "gunner")
SIDES = ("own", "enemy")
COUNTED = ("cards in hand", "cards in deck", "discards", "scrap")
MARKS = ("ready", "played", "repairing", "to act")
SECRET_PILES = ("hand", "set aside", "discarded", "scrapped")
A_CREW: Final = 4
"""How many numbers are counted, and how many marks there are, for each seat; and how many piles
are secret.
"""
NUMBERED = (
    "round",
    "section",
    "revealed",
    "cards to go",
    "place in the order",
    "step",
    "cards looked at",
)


class PawsEncoder(Encoder):
    """[JP-4.9] [JP-21.9] What is public, and the secrets of the seats that the viewer's player
    holds.
    """

    def __init__(
        self,
        tables: Tables,
        teams: int,
        kinds: list[str],
        zones: list[str],
        names: list[str],
        phases: dict[int, str],
        codes: list[int],
        count: int,
    ) -> None:
        """`codes` are all ways to lay a card, in the order of their ids."""
        super().__init__(count)
        self.kinds: i64 = len(kinds)
        self.teams: i64 = teams
        self.sections: i64 = tables.sections
        self.ages: i64 = tables.deck_size
        fleet = ["own team", *(f"team {place + 1} on" for place in range(1, teams))]
        crews = [f"{team} {role}" for team in fleet for role in ROLES]
        self.lay_out_teams(fleet, crews, kinds, zones)
        self.own = vec[i64]([self.lay_out_secrets(f"own team {role}", kinds) for role in ROLES])
        self.looked = self.group("looked at", kinds, MOST_VALUE)
        self.numbers = self.group("number of", NUMBERED, MOST_VALUE)
        self.placer = self.group("places the sun", fleet)
        self.holder = self.group("holds the sun", fleet)
        self.turn = self.group("turn of", crews)
        self.shooter = self.group("shooter", crews)
        self.by_smoke = self.single("damage by smoke")
        self.team = self.group("team", names)
        self.role = self.group("role", ROLES)
        first = self.group("phase", phases.values())
        places: list[i64] = [-1] * (st.OVER + 1)
        for place, phase in enumerate(phases):
            places[phase] = first + place
        self.phases = vec[i64](places)
        self.lay_ids(codes)

    def lay_out_teams(
        self, fleet: list[str], crews: list[str], kinds: list[str], zones: list[str]
    ) -> None:
        """Name what everybody sees of teams and seats."""
        tokens = [
            f"{text} on boards of {item} {zone}"
            for text in fleet
            for item in fleet
            for zone in zones
        ]
        sections = [str(section + 1) for section in range(self.sections)]
        fronts = [f"{kind} {side}" for kind in kinds for side in SIDES]
        self.planes = self.group("plane", tokens)
        self.sun = self.group("sun", [f"{team} {zone}" for team in fleet for zone in zones])
        self.flying = self.group("flying", fleet)
        self.smoke = self.group("smoke", fleet)
        self.short = self.group("short of cards", fleet)
        self.fell = self.group("fell last", fleet)
        self.drawing = self.group("draws", crews)
        self.counts = self.group(
            "number of", [f"{crew} {what}" for crew in crews for what in COUNTED], MOST_VALUE
        )
        self.marks = self.group("is", [f"{crew} {what}" for crew in crews for what in MARKS])
        self.backs = self.group(
            "laid", [f"{crew} {n}" for crew in crews for n in sections], MOST_VALUE
        )
        self.open = self.group(
            "laid open", [f"{crew} {n}" for crew in crews for n in sections], MOST_VALUE
        )
        self.fronts = self.group(
            "lies",
            [f"{text} {n} {f}" for text in fleet for n in sections for f in fronts],
            MOST_VALUE,
        )

    def lay_out_secrets(self, name: str, kinds: list[str]) -> i64:
        """Name what only the owner of a seat sees; returns the first one's index."""
        base = self.group(
            name, [f"{pile} {kind}" for pile in SECRET_PILES for kind in kinds], MOST_VALUE
        )
        self.group(f"{name} card by age", [str(age + 1) for age in range(self.ages)], MOST_VALUE)
        self.single(f"{name} wants an extra card")
        return base

    def lay_ids(self, codes: list[int]) -> None:
        """Where the ids of each phase begin."""
        self.target: i64 = self.teams * ZONES
        self.extra: i64 = self.target + self.teams
        self.offer: i64 = self.extra + 2
        self.pick: i64 = self.offer + 2
        self.discards: i64 = self.pick + self.kinds
        self.action: i64 = self.discards + 1 + self.kinds
        self.placed: i64 = self.action + 2
        self.back: i64 = self.placed + len(codes)
        self.not_ready: i64 = self.back + len(codes)
        places: list[i64] = [0] * (self.kinds * st.PER_KIND)
        for place, code in enumerate(codes):
            places[code] = place
        self.place_of_code = vec[i64](places)

    # --- what is known -----------------------------------------------------------------------

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        team: i64 = seat // 2
        known: i64 = p.players_seats(seat)
        at = self.list_table(p, team, out, at)
        at = self.list_crews(p, team, out, at)
        at = self.list_tracks(p, team, known, out, at)
        number: i64 = 2 * team
        while number < 2 * team + 2:
            if (known >> number) & 1:
                at = self.list_secrets(p, number, out, at)
            number += 1
        out[at] = pack_flag(self.phases[p.phase])
        out[at + 1] = pack_flag(self.team + team)
        out[at + 2] = pack_flag(self.role + seat % 2)
        return self.list_progress(p, team, known, out, at + 3)

    def rel(self, team: i64, own: i64) -> i64:
        """A team counted from one's own."""
        return team - own if team >= own else team - own + self.teams

    def list_table(self, p: Position, own: i64, out: vec[i32], at: i64) -> i64:
        """Where all planes and the Sun are, and how the teams are doing."""
        number: i64 = 0
        while number < p.teams:
            first: i64 = self.rel(number, own)
            boards: i64 = 0
            while boards < p.teams:
                zone: i64 = p.plane(number, boards)
                if zone != st.GONE:
                    out[at] = pack_flag(
                        self.planes + (first * self.teams + self.rel(boards, own)) * ZONES + zone
                    )
                    at += 1
                boards += 1
            number += 1
        if p.sun >= 0:
            out[at] = pack_flag(self.sun + self.rel(p.sun_team(), own) * ZONES + p.sun_zone())
            at += 1
        at = self.list_teams(p.flying, own, self.flying, out, at)
        at = self.list_teams(p.smoke, own, self.smoke, out, at)
        at = self.list_teams(p.failed, own, self.short, out, at)
        if p.phase == st.OVER:
            at = self.list_teams(p.fell_last, own, self.fell, out, at)
        return at

    def list_teams(self, mask: i64, own: i64, base: i64, out: vec[i32], at: i64) -> i64:
        """A set of teams."""
        while mask != 0:
            out[at] = pack_flag(base + self.rel(lowest_bit(mask), own))
            mask &= mask - 1
            at += 1
        return at

    def list_crews(self, p: Position, own: i64, out: vec[i32], at: i64) -> i64:
        """[JP-4.9] [JP-8.8] Numbers of cards for all; cards set aside still count as hand cards."""
        waiting: i64 = p.waiting()
        in_secret: bool = p.phase == st.ACTION or p.phase == st.DISCARDS
        seat: i64 = 0
        while seat < p.seats:
            place: i64 = 2 * self.rel(seat // 2, own) + seat % 2
            base: i64 = self.counts + place * A_CREW
            at = list_number(p.count(st.HELD, seat) + p.count(st.DROPPED, seat), base, out, at)
            at = list_number(p.count(st.DECK, seat), base + 1, out, at)
            at = list_number(p.count(st.DISCARD, seat), base + 2, out, at)
            at = list_number(p.count(st.SCRAPPED, seat), base + 3, out, at)
            marks: i64 = (
                ((p.played >> seat) & 1) << 1
                | ((p.repairing >> seat) & 1) << 2
                | ((waiting >> seat) & 1) << 3
            )
            if in_secret:
                marks |= (p.ready >> seat) & 1
            at = add_bits(marks, self.marks + place * A_CREW, out, at)
            if p.phase == st.EXTRA_DRAW and (p.wants >> seat) & 1:
                out[at] = pack_flag(self.drawing + place)
                at += 1
            seat += 1
        return at

    def list_tracks(self, p: Position, own: i64, known: i64, out: vec[i32], at: i64) -> i64:
        """The cards on all tracks: laid before the lock, or lying there after it."""
        if p.phase == st.ACTION:
            seat: i64 = 0
            while seat < p.seats:
                first: i64 = seat * p.cap
                n: i64 = 0
                while n < p.down_n[seat]:
                    at = self.list_card(p, seat, p.down[first + n], own, known, out, at)
                    n += 1
                seat += 1
            return at
        place: i64 = 0
        while place < p.teams * self.sections:
            card: i64 = p.track[place]
            if card != st.EMPTY:
                owner: i64 = 2 * (place // self.sections) + card % 2
                at = self.list_card(p, owner, card // 2, own, known, out, at)
            place += 1
        return at

    def list_card(
        self, p: Position, seat: i64, code: i64, own: i64, known: i64, out: vec[i32], at: i64
    ) -> i64:
        """[JP-5.12] [JP-6.14] [JP-21.2] [JP-21.3] [JP-21.4] A back, unless the card is one's
        own, open or revealed.
        """
        section: i64 = section_in(code)
        team: i64 = self.rel(seat // 2, own)
        place: i64 = (2 * team + seat % 2) * self.sections + section
        out[at] = pack_flag(self.backs + place)
        at += 1
        if open_in(code):
            out[at] = pack_flag(self.open + place)
            at += 1
        elif section >= p.revealed and (known >> seat) & 1 == 0:
            return at
        front: i64 = kind_in(code) * 2 + side_in(code)
        out[at] = pack_flag(self.fronts + (team * self.sections + section) * 2 * self.kinds + front)
        return at + 1

    def list_secrets(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """[JP-4.2] [JP-4.5] [JP-4.6] [JP-4.8] [JP-21.1] [JP-21.5] [JP-21.6] [JP-21.7] Fronts for
        the owner.
        """
        base: i64 = self.own[seat % 2]
        at = self.list_pile(p, st.HELD, seat, base, out, at)
        at = self.list_pile(p, st.DROPPED, seat, base + self.kinds, out, at)
        at = self.list_pile(p, st.DISCARD, seat, base + 2 * self.kinds, out, at)
        at = self.list_pile(p, st.SCRAPPED, seat, base + 3 * self.kinds, out, at)
        base += A_CREW * self.kinds
        first: i64 = seat * p.cap
        age: i64 = 0
        while age < p.count(st.IN_ORDER, seat):
            at = list_number(p.order[first + age] + 1, base + age, out, at)
            age += 1
        if (p.phase == st.EXTRA or p.phase == st.EXTRA_DRAW) and (p.wants >> seat) & 1:
            out[at] = pack_flag(base + self.ages)
            at += 1
        return at

    def list_pile(
        self, p: Position, pile: i64, seat: i64, base: i64, out: vec[i32], at: i64
    ) -> i64:
        """The cards of a pile by kind."""
        if p.count(pile, seat) == 0:
            return at
        piles = p.piles
        first: i64 = (pile * p.seats + seat) * self.kinds
        kind: i64 = 0
        while kind < self.kinds:
            at = list_number(piles[first + kind], base + kind, out, at)
            kind += 1
        return at

    def list_progress(self, p: Position, own: i64, known: i64, out: vec[i32], at: i64) -> i64:
        """How far a step has come: whose deck or turn, how many cards are still to go, by whose
        shot.
        """
        phase: i64 = p.phase
        at = list_number(p.round, self.numbers, out, at)
        at = list_number(p.section, self.numbers + 1, out, at)
        at = list_number(p.revealed, self.numbers + 2, out, at)
        if p.holder >= 0:
            out[at] = pack_flag(self.holder + self.rel(p.holder, own))
            at += 1
        if phase in (st.ACTION, st.DISCARDS):
            return at
        if phase == st.SUN_PLACING:
            out[at] = pack_flag(self.placer + self.rel(p.placer, own))
            return at + 1
        if phase in (st.EXTRA, st.EXTRA_DRAW):
            at = list_number(p.step, self.numbers + 5, out, at)
        hurt: bool = phase in (st.MOON_OFFER, st.LOOK, st.PICK, st.SCRAP)
        if hurt or phase in (st.DRAW, st.EXTRA_DRAW, st.SUN_TARGET):
            at = self.list_seat(p.turn, own, self.turn, out, at)
        if hurt:
            at = list_number(p.left, self.numbers + 3, out, at)
        if hurt or phase == st.SUN_TARGET:
            at = list_number(p.cursor, self.numbers + 4, out, at)
        at = list_number(p.looked_n, self.numbers + 6, out, at)
        if phase == st.SCRAP:
            if p.then == st.SMOKE:
                out[at] = pack_flag(self.by_smoke)
                at += 1
            return at
        if not hurt:
            return at
        at = self.list_looked(p, known, out, at)
        return self.list_seat(p.shooter, own, self.shooter, out, at)

    def list_looked(self, p: Position, known: i64, out: vec[i32], at: i64) -> i64:
        """[JP-21.8] The shooter sees the cards looked at."""
        if p.phase == st.MOON_OFFER or (known >> p.shooter) & 1 == 0:
            return at
        n: i64 = 0
        while n < p.looked_n:
            out[at] = pack_flag(self.looked + looked_card(p, n))
            at += 1
            n += 1
        return at

    def list_seat(self, seat: i64, own: i64, base: i64, out: vec[i32], at: i64) -> i64:
        """A seat, its team counted from one's own."""
        out[at] = pack_flag(base + 2 * self.rel(seat // 2, own) + seat % 2)
        return at + 1

    # --- what may be done --------------------------------------------------------------------

    def id_of(self, position: CorePosition, action: i64) -> i64:
        assert isinstance(position, Position)
        phase: i64 = position.phase
        if phase == st.ACTION:
            if action == NOT_READY:
                return self.not_ready
            if action >= TAKE_BACK:
                return self.back + self.place_of_code[action - TAKE_BACK]
            return (
                self.placed + self.place_of_code[action - PLACE]
                if action >= PLACE
                else self.action + action
            )
        if phase == st.DISCARDS:
            return self.discards if action == READY else self.discards + 1 + action - DROP
        if phase == st.SUN_TARGET:
            return self.target + action
        if phase == st.EXTRA:
            return self.extra + action
        if phase == st.MOON_OFFER:
            return self.offer + action
        return self.pick + action if phase == st.PICK else action

    def legal(self, position: CorePosition, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        seat: i64 = p.actor()
        if p.phase == st.DISCARDS:
            out[at] = i32(self.discards)
            return self.list_ids(p.held_kinds[seat], self.discards + 1, out, at + 1)
        if p.phase != st.ACTION or p.owes(seat):
            return super().legal(position, out, at)
        out[at] = i32(self.action)
        at += 1
        places = self.place_of_code
        is_open: i64 = 1 if p.next_is_open(seat) else 0
        kinds: i64 = p.held_kinds[seat]
        while kinds != 0:
            kind: i64 = lowest_bit(kinds)
            kinds &= kinds - 1
            # The ids of one kind lie side by side: by section, half, and open or not.
            id: i64 = self.placed + places[kind * st.PER_KIND] + is_open
            last: i64 = id + self.sections * 2 * (1 + (p.t.planes >> kind & 1))
            while id < last:
                out[at] = i32(id)
                at += 1
                id += 2
        return at

    def list_ids(self, mask: i64, first: i64, out: vec[i32], at: i64) -> i64:
        """The ids that belong to a set of kinds."""
        while mask != 0:
            out[at] = i32(first + lowest_bit(mask))
            mask &= mask - 1
            at += 1
        return at
