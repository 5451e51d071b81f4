"""What learners are told: the seat's own biplane first, then the enemy's, and what a scenario adds.

The order in which tiles were played is left out but for the last one of each side; tiles are
counted by kind.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.bits import lowest_bit
from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import (
    MOST_VALUE,
    Encoder,
    add_bits,
    add_one_hot,
    list_number,
    pack_feature,
    pack_flag,
)
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.data import MAL_IDS
from dogfight.games.biplanes.names import OUTCOMES, PHASES, REASONS, kind_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.escort import escort_part, escort_parts, mal_tile, unused_tiles
from dogfight.games.biplanes.rules.exit_path import exit_tiles, is_open
from dogfight.games.biplanes.rules.planning import loop_tiles, may_hold_fire, playable
from dogfight.games.biplanes.state import Mission, Plane
from dogfight.games.biplanes.tables import Setup, TileSet, count

OWNERS = ("own", "enemy")
MOST_TILES: Final = 48
MOST_DAMAGE: Final = 12
"""Damage is distinguished up to this number; further where a track is longer."""
NUMBERS: Final = 6
"""A spot holds nothing, or a number up to 5."""
MAL_WAYS: Final = 12
"""The six tiles of the malfunctioning biplane, straight on and by the exit path."""
LAST_PLAIN: Final = 256
"""Commitments of a single biplane are smaller."""


class Side:
    """Where the numbers of one side begin."""

    def __init__(
        self,
        encoder: Encoder,
        owner: str,
        sets: tuple[str, ...],
        spaces: list[str],
        scenario: bool,
        most_damage: int,
    ) -> None:
        kinds = [kind_word(kind) for kind in range(tables.KINDS)]
        self.colour = encoder.group(f"{owner} biplane", sets)
        self.at = encoder.group(f"{owner} space", spaces)
        self.most_damage: i64 = most_damage
        self.damage = encoder.group(
            f"{owner} damage", [str(index) for index in range(most_damage + 1)]
        )
        self.jammed = encoder.single(f"{owner} gun jammed")
        self.last = encoder.group(f"{owner} last tile", kinds)
        self.unseen = encoder.group(f"{owner} tiles not played", kinds, MOST_TILES)
        self.hand_size = encoder.single(f"{owner} tiles in hand", MOST_TILES)
        self.aside_size = encoder.single(f"{owner} tiles aside", MOST_TILES)
        self.committed = encoder.single(f"{owner} choice is in")
        self.tile = encoder.group(f"{owner} chosen tile", [*kinds, "keep"])
        self.loop = encoder.single(f"{owner} chosen loop")
        self.leave: i64 = encoder.single(f"{owner} chosen exit path") if scenario else -1
        self.hold: i64 = encoder.single(f"{owner} chosen to hold fire") if scenario else -1


class MissionPart:
    """Where the numbers of a scenario begin."""

    def __init__(self, encoder: Encoder, setup: Setup, spaces: list[str]) -> None:
        sites = [
            f"{spaces[space]} {number}" for space in setup.board.spots for number in range(NUMBERS)
        ]
        numbers = [str(number) for number in range(1, NUMBERS)]
        self.sites = encoder.group("site", sites)
        self.removed = encoder.single("tiles removed", st.SPOTS)
        self.rescued = encoder.single("persons rescued", st.SPOTS)
        self.is_open = encoder.single("exit path open")
        self.landed = encoder.group("landed", spaces)
        self.land_tile = encoder.group("land tile", spaces)
        self.take_off_tile = encoder.group("take off tile", spaces)
        self.objectives = encoder.group("objective", numbers)
        self.stack = encoder.group("objective still to draw", numbers)
        self.objectives_size = encoder.single("objectives in hand", st.SPOTS)
        self.stack_size = encoder.single("objectives to draw", st.SPOTS)
        self.cleared = encoder.group("objectives drawn when nobody was at", numbers, st.SPOTS)
        self.drawn_when = encoder.group("objectives drawn when rescued from", numbers, st.SPOTS)


class MalPart:
    """Where the numbers of the malfunctioning biplane begin."""

    def __init__(self, encoder: Encoder, spaces: list[str]) -> None:
        self.at = encoder.group("malfunctioning space", spaces)
        self.damage = encoder.single("malfunctioning damage", MOST_VALUE)
        self.used = encoder.group("malfunctioning used", MAL_IDS)
        self.tile = encoder.group("malfunctioning chosen tile", MAL_IDS)
        self.leave = encoder.single("malfunctioning chosen exit path")


class BiplanesEncoder(Encoder):
    """[BD-1.14] What is public, and the seat's own tiles."""

    def __init__(
        self,
        setup: Setup,
        sets: tuple[str, ...],
        spaces: list[str],
        singles: list[int],
        count_of_ids: int,
    ) -> None:
        """`sets` are the names of all sets, nobody's too; `singles` the commitments of one
        biplane, as their ids go.
        """
        super().__init__(count_of_ids)
        scenario = setup.mode != tables.DOGFIGHT
        kinds = [kind_word(kind) for kind in range(tables.KINDS)]
        longest = max(int(tile_set.track) for tile_set in setup.sets) + int(setup.extra_track)
        most_damage = max(MOST_DAMAGE, longest)
        self.own = Side(self, "own", sets, spaces, scenario, most_damage)
        self.enemy = Side(self, "enemy", sets, spaces, scenario, most_damage)
        self.hand = self.group("own hand", kinds, MOST_TILES)
        self.aside = self.group("own aside", kinds, MOST_TILES)
        self.seat = self.group("seat", ("p1", "p2"))
        self.phase = self.group("phase", PHASES)
        self.turn = self.group("turn", [str(turn + 1) for turn in range(st.ROUND_TURNS)])
        self.round = self.single("round", MOST_VALUE)
        self.drawer = self.single("own draw or loss")
        self.owed = self.single("tiles owed", MOST_TILES)
        self.outcome = self.group("outcome", OUTCOMES)
        self.why = self.group("ended by", REASONS)
        self.mission = MissionPart(self, setup, spaces) if scenario else None
        self.mal = MalPart(self, spaces) if setup.mode == tables.ESCORT else None
        slots = (
            [f"{slot} {kind}" for slot in ("left", "right") for kind in kinds] if setup.solo else []
        )
        self.slots = self.group("bot", slots)
        self.lay_ids(setup, singles, len(sets) - 1)

    def lay_ids(self, setup: Setup, singles: list[int], planes: i64) -> None:
        """Where the ids of each kind of choice begin."""
        self.starts: i64 = planes
        self.mulligan: i64 = self.starts + len(setup.board.starts)
        self.lose: i64 = self.mulligan + tables.KINDS + 2
        self.target: i64 = self.lose + tables.KINDS
        self.play: i64 = self.target + (2 if setup.mode == tables.ESCORT else 0)
        self.singles: i64 = len(singles)
        places: list[i64] = [0] * LAST_PLAIN
        for place, single in enumerate(singles):
            places[single] = place
        self.place_of_single: vec[i64] = vec[i64](places)

    # --- what is known -----------------------------------------------------------------------

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        me = p.p1 if seat == 0 else p.p2
        you = p.p2 if seat == 0 else p.p1
        bot: bool = p.setup.solo
        covered: i64 = 0
        if p.phase == st.MULLIGAN and not bot:
            covered = you.aside
        at = self.list_side(p, self.own, me, me.aside, me.hand, True, out, at)
        # [BD-2.10] Until all mulligans are in, nobody knows how many tiles another has set aside.
        at = self.list_side(
            p, self.enemy, you, you.aside & ~covered, you.hand | covered, bot, out, at
        )
        at = list_kinds(me.tiles, me.hand, self.hand, out, at)
        if me.aside != 0:
            at = list_kinds(me.tiles, me.aside, self.aside, out, at)
        out[at] = pack_flag(self.seat + seat)
        out[at + 1] = pack_flag(self.phase + p.phase)
        out[at + 2] = pack_flag(self.turn + p.turn - 1)
        at = list_number(p.round, self.round, out, at + 3)
        if p.drawer == seat:
            out[at] = pack_flag(self.drawer)
            at += 1
        at = list_number(p.owed, self.owed, out, at)
        if p.phase == st.ENDED:
            out[at] = pack_flag(self.outcome + p.outcome())
            out[at + 1] = pack_flag(self.why + p.why())
            at += 2
        m = p.mission
        return at if m is None else self.list_mission(p, m, seat, out, at)

    def list_side(
        self,
        p: Position,
        side: Side,
        plane: Plane,
        aside: i64,
        hand: i64,
        knows: bool,
        out: vec[i32],
        at: i64,
    ) -> i64:
        """One side's biplane; its choice where it is known."""
        tiles = plane.tiles
        out[at] = pack_flag(side.colour + tiles.colour)
        at += 1
        if tiles.colour == tables.NOBODY:
            return at
        out[at] = pack_flag(side.at + plane.at)
        damage: i64 = plane.damage
        if damage > side.most_damage:
            damage = side.most_damage
        out[at + 1] = pack_flag(side.damage + damage)
        at += 2
        if plane.jammed == 1:
            out[at] = pack_flag(side.jammed)
            at += 1
        if plane.last >= 0:
            out[at] = pack_flag(side.last + plane.last)
            at += 1
        at = list_kinds(tiles, plane.hand | plane.bag | plane.aside, side.unseen, out, at)
        if hand != 0:
            out[at] = pack_feature(side.hand_size, count(hand))
            at += 1
        if aside != 0:
            out[at] = pack_feature(side.aside_size, count(aside))
            at += 1
        if plane.sealed >= 0:
            at = self.list_choice(p, side, plane.sealed, knows, out, at)
        return at

    def list_choice(
        self, p: Position, side: Side, sealed: i64, knows: bool, out: vec[i32], at: i64
    ) -> i64:
        """That a choice is in; what it is, to its owner, and to all once it is shown [BD-4.6]
        [BD-18.4].
        """
        mulligan: bool = p.phase == st.MULLIGAN
        if not mulligan or sealed == st.DONE:
            out[at] = pack_flag(side.committed)
            at += 1
        if not knows and p.phase < st.ANSWER:
            return at
        kind: i64 = sealed & tables.KIND_BITS
        if kind != tables.NO_TILE:
            out[at] = pack_flag(side.tile + kind)
            at += 1
        if mulligan:
            return at
        if sealed & tables.LOOP:
            out[at] = pack_flag(side.loop)
            at += 1
        if sealed & tables.EXIT:
            out[at] = pack_flag(side.leave)
            at += 1
        if sealed & tables.HOLD:
            out[at] = pack_flag(side.hold)
            at += 1
        mal = self.mal
        if mal is not None and sealed >= tables.MAL_UNIT:
            out[at] = pack_flag(mal.tile + mal_tile(sealed))
            at += 1
            if sealed & tables.MAL_EXIT:
                out[at] = pack_flag(mal.leave)
                at += 1
        return at

    def list_mission(self, p: Position, m: Mission, seat: i64, out: vec[i32], at: i64) -> i64:
        """[BD-23.7] The scenario's pieces; objectives only for the rescuer, until the game is
        over.
        """
        part = self.mission
        assert part is not None
        spot: i64 = 0
        while spot < st.SPOTS:
            out[at] = pack_flag(part.sites + spot * NUMBERS + m.site(spot))
            at += 1
            spot += 1
        at = list_number(m.removed, part.removed, out, at)
        at = list_number(m.rescued, part.rescued, out, at)
        if is_open(p, m):
            out[at] = pack_flag(part.is_open)
            at += 1
        at = add_one_hot(m.landed, part.landed, out, at)
        at = add_one_hot(m.land_tile, part.land_tile, out, at)
        at = add_one_hot(m.take_off_tile, part.take_off_tile, out, at)
        at = list_number(count(m.objectives), part.objectives_size, out, at)
        at = list_number(count(m.stack), part.stack_size, out, at)
        number: i64 = 1
        while number < NUMBERS:
            at = list_number((m.cleared >> (4 * number)) & 15, part.cleared + number - 1, out, at)
            at = list_number(
                (m.drawn_when >> (4 * number)) & 15, part.drawn_when + number - 1, out, at
            )
            number += 1
        if p.setup.mode == tables.RESCUE and (seat == 0 or p.phase == st.ENDED):
            at = add_bits(m.objectives >> 1, part.objectives, out, at)
            at = add_bits(m.stack >> 1, part.stack, out, at)
        mal = self.mal
        if mal is not None:
            out[at] = pack_flag(mal.at + m.mal_at)
            at = list_number(m.mal_damage, mal.damage, out, at + 1)
            at = add_bits(m.mal_used, mal.used, out, at)
        if p.setup.solo:
            at = list_kinds(
                p.p2.tiles, m.left, self.slots, out, at
            )  # [BD-25.4] Both slots lie open.
            at = list_kinds(p.p2.tiles, m.right, self.slots + tables.KINDS, out, at)
        return at

    # --- what may be done --------------------------------------------------------------------

    def id_of(self, position: CorePosition, action: i64) -> i64:
        assert isinstance(position, Position)
        phase: i64 = position.phase
        if phase == st.PICK:
            return action if action < tables.NOBODY else action - 1
        if phase == st.START:
            return self.starts + action
        if phase == st.MULLIGAN:
            return (
                self.mulligan + action - st.DONE
                if action >= st.DONE
                else self.mulligan + action + 2
            )
        if phase == st.LOSE:
            return self.lose + action
        if phase == st.TARGET:
            return self.target + (action >> 1)
        return self.id_of_commitment(action)

    def id_of_commitment(self, action: i64) -> i64:
        """[BD-24.5] A single biplane's, the malfunctioning one's, or a pair of both."""
        single: i64 = self.play + self.place_of_single[action & (LAST_PLAIN - 1)]
        if action < LAST_PLAIN:
            return single
        mal: i64 = 2 * mal_tile(action)
        if action & tables.MAL_EXIT:
            mal += 1
        if action & tables.KIND_BITS == tables.NO_TILE:
            return self.play + self.singles + mal
        return self.play + self.singles + MAL_WAYS + (single - self.play) * MAL_WAYS + mal

    def legal(self, position: CorePosition, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        if not st.PLAN <= p.phase <= st.ANSWER:
            return super().legal(position, out, at)
        if p.mission is not None and p.setup.mode == tables.ESCORT and p.acting == 0:
            return self.list_pairs(p, p.mission, out, at)
        plane = p.p1 if p.acting == 0 else p.p2
        distinct: i64 = playable(plane)
        loops: i64 = loop_tiles(p, plane, distinct)
        if p.mission is None:
            at = self.list_singles(plane.tiles, distinct, 0, out, at)
            return self.list_singles(plane.tiles, loops, tables.LOOP, out, at)
        exits: i64 = exit_tiles(p, p.acting, distinct)
        hold: i64 = 0
        while True:
            at = self.list_singles(plane.tiles, distinct, hold, out, at)
            at = self.list_singles(plane.tiles, loops, tables.LOOP + hold, out, at)
            at = self.list_singles(plane.tiles, exits, tables.EXIT + hold, out, at)
            if hold == tables.HOLD or not may_hold_fire(p, p.acting):
                return at
            hold = tables.HOLD

    def list_pairs(self, p: Position, m: Mission, out: vec[i32], at: i64) -> i64:
        """[BD-24.5] The ids of pairs: each part of the escort with each tile of the malfunctioning
        biplane, then exits.

        Those of one part differ by two from tile to tile, for there is one with and one without the
        exit path.
        """
        parts: i64 = escort_parts(p)
        tiles: i64 = unused_tiles(p, m)
        end: i64 = at + p.choice_count()
        row: i64 = at
        part: i64 = 0
        while part < parts:
            id: i64 = self.id_of_commitment(escort_part(p, part) + tables.MAL_UNIT)
            left: i64 = tiles
            at = row + part
            while left != 0:
                out[at] = i32(id + 2 * lowest_bit(left))
                left &= left - 1
                at += parts
            part += 1
        at = row + parts * count(tiles)
        while at < end:
            out[at] = i32(self.id_of_commitment(p.choice(at - row)))
            at += 1
        return at

    def list_singles(self, tiles: TileSet, mask: i64, marks: i64, out: vec[i32], at: i64) -> i64:
        """The ids of commitments of a single biplane that differ in their tiles."""
        places = self.place_of_single
        while mask != 0:
            out[at] = i32(self.play + places[tiles.kind_of(mask & -mask) + marks])
            mask &= mask - 1
            at += 1
        return at


def list_kinds(tiles: TileSet, mask: i64, base: i64, out: vec[i32], at: i64) -> i64:
    """Count tiles by their kinds: each is listed by itself."""
    while mask != 0:
        out[at] = pack_flag(base + tiles.kind_of(mask & -mask))
        mask &= mask - 1
        at += 1
    return at
