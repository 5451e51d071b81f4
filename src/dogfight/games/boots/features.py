"""What learners are told: everything, for all information is open; sides are told from the seat
that looks.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import (
    MOST_VALUE,
    VALUE_BITS,
    Encoder,
    add_bits,
    add_one_hot,
    list_number,
    pack_flag,
)
from dogfight.games.boots.notation import PHASES, STAGES, UNIT_SETS
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.dice import showing
from dogfight.games.boots.state import BARRAGE, CALLING, SPOTTING
from dogfight.games.boots.tables import DRAW, OUTSIDE, Tables

OWNERS = ("own", "enemy")
FATES = ("unplaced", "destroyed", "left")
"""By place: -1, -2 and -3."""
FACES: Final = 6
CROWDS: Final = 7
"""How many hexes' crowds an attack with several targets remembers, a byte each."""
WAYS = (
    *(
        "own fire",
        "return fire",
        "follow-up",
        "overrun",
        "barrage",
        "bombs",
        "strafing",
        "ground fire",
        "defence",
    ),
    *("assault", "match", "air fire", "run", "head-on", "dodge", "circle", "onto"),
)
NUMBERS = (
    *(
        "turn",
        "movement left",
        "steps",
        "shifted",
        "set down",
        "halted",
        "swept",
        "entered",
        "gun",
        "cursor",
    ),
    *(
        "attack dice",
        "defence dice",
        "attack plus",
        "defence plus",
        "shots",
        "limping",
        "bonus",
        "round",
        "matches",
    ),
    *("bout", "losers", "reason", "condition"),
)


class BootsEncoder(Encoder):
    """[CB-1.2] All information is open."""

    def __init__(
        self, t: Tables, units: list[str], planes: list[str], batteries: list[str], count: int
    ) -> None:
        super().__init__(count)
        self.steady = True
        self.size: i64 = t.board.size
        self.lay_out_places(t)
        self.spots = self.group(
            "place", [f"{name} {place}" for name in units for place in self.places]
        )
        self.spot = vec[i32](
            [i32((self.spots + u * self.a_spot) << VALUE_BITS) for u in range(t.units)]
        )
        self.gone = self.group("gone", [f"{name} {fate}" for name in units for fate in FATES])
        self.pin = self.group("turn of the pin of", units, MOST_VALUE)
        self.aboard = self.group("number of the carrier of", units, MOST_VALUE)
        self.attacks = self.group("attacks spent by", units, MOST_VALUE)
        self.spent = self.group("slots spent by", units, MOST_VALUE)
        self.slots = self.group("slots on the mover of", units, MOST_VALUE)
        self.matched = self.group("match of", units, MOST_VALUE)
        self.acted = self.group("acted", planes if t.dogfight else units)
        self.sets = self.group("among", [f"{text} {name}" for text in UNIT_SETS for name in units])
        self.mover = self.group("mover", units)
        self.companion = self.group("companion", units)
        self.aim = self.group("aim", units)
        self.lead = self.group("lead", units)
        self.lead_battery = self.group("leading battery", batteries)
        self.aim_spot = self.group("aim", self.places)
        self.melee_spot = self.group("melee", self.places)
        self.fought = self.group("fought over", [str(place + 1) for place in range(t.board.size)])
        self.held = self.group(
            "objective", [f"{n + 1} {text}" for n in range(len(t.objectives)) for text in OWNERS]
        )
        self.lay_out_guns(batteries, units)
        self.lay_out_sky(planes)
        self.numbers = self.group("number", NUMBERS, MOST_VALUE)
        faces = [f"{item} {n + 1}" for item in ("attack", "defence") for n in range(FACES)]
        self.pools = self.group("dice", faces, MOST_VALUE)
        self.crowds = self.group(
            "crowd", [f"{item} {n + 1}" for item in (0, 1) for n in range(CROWDS)], MOST_VALUE
        )
        self.how = self.group("how", WAYS)
        self.phase = self.group("phase", PHASES)
        self.stage = self.group("stage", STAGES)
        self.active = self.group("active", OWNERS)
        self.seat = self.group("seat", ("first", "second"))
        self.winner = self.group("winner", (*OWNERS, "draw"))

    def lay_out_places(self, t: Tables) -> None:
        """Every place has two numbers, its column and its row, or one outside the field."""
        columns, rows = int(t.board.columns), int(t.board.rows)
        self.places = [
            *(f"column {index + 1}" for index in range(columns)),
            *(f"row {index + 1}" for index in range(rows)),
            *(f"outside {index + 1}" for index in range(OUTSIDE)),
        ]
        self.a_spot: i64 = len(self.places)
        self.outside: i64 = columns + rows
        # entries of lists, to which the first index of a place is added
        self.column = vec[i32]([pack_flag(place // rows) for place in range(columns * rows)])
        self.row = vec[i32]([pack_flag(columns + place % rows) for place in range(columns * rows)])
        any_time = Position(t, True)
        self.volleys = vec[i64]([any_time.volleys(u) for u in range(t.units)])
        self.no_volleys = vec[i64]([0 for _ in range(t.units)])

    def lay_out_guns(self, batteries: list[str], units: list[str]) -> None:
        """Name the numbers of batteries."""
        self.missions = self.group("missions of", batteries, MOST_VALUE)
        self.began = self.group("turn of the fire of", batteries, MOST_VALUE)
        self.delayed = self.group("delayed", batteries)
        self.hit = self.group("hit by", [f"{name} {unit}" for name in batteries for unit in units])
        self.aimed = self.group(
            "aim of", [f"{name} {place}" for name in batteries for place in self.places]
        )

    def lay_out_sky(self, planes: list[str]) -> None:
        """Name the numbers of aircraft."""
        self.laps = self.group("turns left of", [f"{name}, and one" for name in planes], MOST_VALUE)
        self.fate = self.group("fate of", planes, MOST_VALUE)
        self.prey = self.group("number of the prey of", planes, MOST_VALUE)
        self.circle = self.group("number of the circling partner of", planes, MOST_VALUE)
        self.damaged = self.group("damaged", planes)
        self.used = self.group("used", planes)
        self.plane = self.group("aircraft", planes)
        self.foe = self.group("foe", planes)

    # --- what is known -----------------------------------------------------------------------

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        # what changes least comes first, so that a batch finds most of a list as it was
        at = self.list_units(p, out, at)
        at = self.list_sky(p, out, at)
        n: i64 = 0
        while n < p.t.batteries:
            at = self.list_battery(p, n, out, at)
            n += 1
        n = 0
        while n < len(p.control):
            if p.control[n] >= 0:
                out[at] = pack_flag(self.held + 2 * n + (p.control[n] ^ seat))
                at += 1
            n += 1
        if p.winner >= 0:
            out[at] = (
                pack_flag(self.winner + DRAW)
                if p.winner == DRAW
                else pack_flag(self.winner + (p.winner ^ seat))
            )
            at += 1
        at = self.list_sets(p, out, at)
        at = self.list_attack(p, out, at)
        at = self.list_numbers(p, out, at)
        out[at] = pack_flag(self.seat + seat)
        out[at + 1] = pack_flag(self.active + (p.active ^ seat))
        out[at + 2] = pack_flag(self.phase + p.phase)
        out[at + 3] = pack_flag(self.stage + p.stage)
        return at + 4

    def list_spot(self, base: i64, place: i64, out: vec[i32], at: i64) -> i64:
        """A place; nothing for none."""
        if place < 0:
            return at
        if place >= self.size:
            out[at] = pack_flag(base + self.outside + place - self.size)
            return at + 1
        first: i32 = i32(base << VALUE_BITS)
        out[at] = first + self.column[place]
        out[at + 1] = first + self.row[place]
        return at + 2

    def list_units(self, p: Position, out: vec[i32], at: i64) -> i64:
        """Where each unit is, and what it can still do."""
        places, pins, links, attacks, slots = p.place, p.pin, p.link, p.attacks, p.slots
        spot, column, row = self.spot, self.column, self.row
        volleys = self.volleys if p.turn > 0 else self.no_volleys
        units: i64 = p.t.units
        size: i64 = self.size
        u: i64 = 0
        while u < units:
            place: i64 = places[u]
            if place < 0:
                out[at] = pack_flag(self.gone + 3 * u - 1 - place)
                at += 1
            else:
                if place < size:
                    out[at] = spot[u] + column[place]
                    out[at + 1] = spot[u] + row[place]
                    at += 2
                else:
                    at = self.list_spot(self.spots + u * self.a_spot, place, out, at)
                if pins[u] | links[u]:
                    at = list_number(pins[u], self.pin + u, out, at)
                    if p.is_cargo(u):
                        at = list_number(links[u], self.aboard + u, out, at)
            full: i64 = volleys[u]
            if attacks[u] != full or slots[u] != full:
                at = list_number(full - attacks[u], self.attacks + u, out, at)
                at = list_number(full - (slots[u] & 3), self.spent + u, out, at)
                at = list_number(slots[u] >> 2, self.slots + u, out, at)
            u += 1
        if p.melee >= 0:
            at = self.list_matches(p, out, at)
        return add_bits(p.acted, self.acted, out, at)

    def list_matches(self, p: Position, out: vec[i32], at: i64) -> i64:
        """[CB-15.6] Who is in which match of a fight."""
        u: i64 = 0
        while u < p.t.units:
            if p.place[u] >= 0:
                at = list_number(p.matched[u], self.matched + u, out, at)
            u += 1
        return at

    def list_sets(self, p: Position, out: vec[i32], at: i64) -> i64:
        """What units have done or are about, in the order of `UNIT_SETS`."""
        units: i64 = p.t.units
        base: i64 = self.sets
        at = add_bits(p.fired, base, out, at)
        at = add_bits(p.assaulted, base + units, out, at)
        at = add_bits(p.overran, base + 2 * units, out, at)
        at = add_bits(p.gunned, base + 3 * units, out, at)
        at = add_bits(p.exposed, base + 4 * units, out, at)
        at = add_bits(p.firers, base + 5 * units, out, at)
        at = add_bits(p.group, base + 6 * units, out, at)
        at = add_bits(p.pending, base + 7 * units, out, at)
        at = add_bits(p.struck, base + 8 * units, out, at)
        at = add_bits(p.answering, base + 9 * units, out, at)
        at = add_bits(p.attackers, base + 10 * units, out, at)
        return add_bits(p.gunners, base + 11 * units, out, at)

    def list_attack(self, p: Position, out: vec[i32], at: i64) -> i64:
        """A move or an attack in progress."""
        at = add_one_hot(p.mover, self.mover, out, at)
        at = add_one_hot(p.companion, self.companion, out, at)
        at = add_one_hot(p.aim, self.aim, out, at)
        by_battery: bool = p.how == BARRAGE or p.stage == CALLING or p.stage == SPOTTING
        leads: i64 = self.lead_battery if by_battery else self.lead
        at = add_one_hot(p.lead, leads, out, at)
        at = self.list_spot(self.aim_spot, p.aim_place, out, at)
        at = self.list_spot(self.melee_spot, p.melee, out, at)
        for place in p.fought:
            out[at] = pack_flag(self.fought + place)
            at += 1
        at = add_one_hot(p.how - 1, self.how, out, at)
        if p.shown_a | p.shown_d:
            face: i64 = 0
            while face < FACES:
                at = list_number(showing(p.shown_a, face + 1), self.pools + face, out, at)
                at = list_number(showing(p.shown_d, face + 1), self.pools + FACES + face, out, at)
                face += 1
        if p.crowd0 | p.crowd1:
            n: i64 = 0
            while n < CROWDS:
                at = list_number((p.crowd0 >> (8 * n)) & MOST_VALUE, self.crowds + n, out, at)
                at = list_number(
                    (p.crowd1 >> (8 * n)) & MOST_VALUE, self.crowds + CROWDS + n, out, at
                )
                n += 1
        return at

    def list_numbers(self, p: Position, out: vec[i32], at: i64) -> i64:
        """In the order of `NUMBERS`."""
        base: i64 = self.numbers
        at = list_number(p.turn, base, out, at)
        at = list_number(p.mp, base + 1, out, at)
        at = list_number(p.steps, base + 2, out, at)
        at = list_number(p.shifted, base + 3, out, at)
        at = list_number(p.set_down, base + 4, out, at)
        at = list_number(p.halted, base + 5, out, at)
        at = list_number(p.swept, base + 6, out, at)
        at = list_number(p.entered, base + 7, out, at)
        at = list_number(p.gun, base + 8, out, at)
        at = list_number(p.cursor, base + 9, out, at)
        at = list_number(p.dice_a, base + 10, out, at)
        at = list_number(p.dice_d, base + 11, out, at)
        at = list_number(p.plus_a, base + 12, out, at)
        at = list_number(p.plus_d, base + 13, out, at)
        at = list_number(p.shots, base + 14, out, at)
        at = list_number(p.limping, base + 15, out, at)
        at = list_number(p.bonus + 1, base + 16, out, at)
        at = list_number(p.round, base + 17, out, at)
        at = list_number(p.matches, base + 18, out, at)
        at = list_number(p.bout, base + 19, out, at)
        at = list_number(p.losers, base + 20, out, at)
        at = list_number(p.reason, base + 21, out, at)
        return list_number(p.condition + 1, base + 22, out, at)

    def list_sky(self, p: Position, out: vec[i32], at: i64) -> i64:
        """Aircraft over the field, or in a dog fight."""
        a: i64 = 0
        while a < p.t.planes:
            at = list_number(p.laps[a] + 1, self.laps + a, out, at)
            at = list_number(p.fate[a], self.fate + a, out, at)
            at = list_number(p.prey[a] + 1, self.prey + a, out, at)
            at = list_number(p.circle[a] + 1, self.circle + a, out, at)
            a += 1
        at = add_bits(p.damaged, self.damaged, out, at)
        at = add_bits(p.used, self.used, out, at)
        at = add_one_hot(p.plane, self.plane, out, at)
        return add_one_hot(p.foe, self.foe, out, at)

    def list_battery(self, p: Position, b: i64, out: vec[i32], at: i64) -> i64:
        """One battery: missions left, and what it is doing."""
        at = list_number(p.missions[b], self.missions + b, out, at)
        at = self.list_spot(self.aimed + b * self.a_spot, p.aimed[b], out, at)
        at = add_bits(p.hit[b], self.hit + b * p.t.units, out, at)
        if p.began[b] < 0:
            return add_one_hot(b, self.delayed, out, at)
        return list_number(p.began[b], self.began + b, out, at)

    # --- what may be done --------------------------------------------------------------------

    def id_of(self, position: CorePosition, action: i64) -> i64:
        """The place of an action in the list of legal ones."""
        index: i64 = 0
        while position.choice(index) != action:
            index += 1
        return index

    def legal(self, position: CorePosition, out: vec[i32], at: i64) -> i64:
        number: i64 = position.choice_count()
        index: i64 = 0
        while index < number:
            out[at + index] = i32(index)
            index += 1
        return at + number
