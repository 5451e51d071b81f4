"""What the printed parts say, as tables that are made once from the data files and never change."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.dice import Dice

# Modes of play.
DOGFIGHT: Final = 0
ESPIONAGE: Final = 1
BOMBING: Final = 2
RESCUE: Final = 3
ESCORT: Final = 4

# Biplanes [BD-1.2]; those from BROWN on have special rules. NOBODY stands where none is picked yet;
# further biplanes of a data file come after it and have no rules of their own.
RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BROWN: Final = 4
PURPLE: Final = 5
GREY: Final = 6
BLACK: Final = 7
WHITE: Final = 8
NOBODY: Final = 9

# A tile kind is value * 4 + hits [BD-1.4]; a commitment adds these marks to it.
KINDS: Final = 24
NO_TILE: Final = 31
KIND_BITS: Final = 31
LOOP: Final = 32
EXIT: Final = 64
HOLD: Final = 128
MAL_UNIT: Final = 256
MAL_EXIT: Final = 2048

RING: Final = 8
PURPLE_LOOP: Final = 8
BROWN_LOOP: Final = 9
EXIT_1: Final = 10
STEPS: Final = 8
FAR: Final = 99
RANGE: Final = 3

_PAIRS: Final = 0x555555555555
_FOURS: Final = 0x333333333333
_BYTES: Final = 0x0F0F0F0F0F0F
_PLACES: Final = 67
"""2 is a primitive root of 67, so that one bit modulo 67 tells its place."""
MASK_BYTES: Final = 6
"""Bytes of a mask of tiles."""


def count(mask: i64) -> i64:
    """How many bits are set, without a loop; a mask here has 48 places at most."""
    mask -= (mask >> 1) & _PAIRS
    mask = (mask & _FOURS) + ((mask >> 2) & _FOURS)
    mask = (mask + (mask >> 4)) & _BYTES
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def nth(mask: i64, n: i64) -> i64:
    """The n-th set bit, counted from 0, as a mask."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return mask & -mask


def random_tile(mask: i64, dice: Dice) -> i64:
    """One of the tiles, all equally likely, as a mask."""
    n: i64 = dice.below(count(mask))
    while n > 0:
        mask &= mask - 1
        n -= 1
    return mask & -mask


def random_tiles(mask: i64, number: i64, dice: Dice) -> i64:
    """This many of the tiles, all choices equally likely, as a mask."""
    chosen: i64 = 0
    while number > 0:
        chosen |= random_tile(mask & ~chosen, dice)
        number -= 1
    return chosen


class TileSet:
    """[BD-1.3] The Movement tiles of one biplane, a bit each; equal tiles lie side by side.

    Above each run of equal tiles one guard bit stays free, so that the lowest tile of every run is
    found without a loop.
    """

    __slots__ = (
        "aid_range",
        "all",
        "by_value",
        "colour",
        "guards",
        "kind_at",
        "lean",
        "low",
        "name",
        "opening",
        "powers",
        "prints",
        "runs",
        "size",
        "starts",
        "threes",
        "track",
    )

    def __init__(
        self,
        name: str,
        colour: i64,
        track: i64,
        opening: i64,
        reach: i64,
        kinds: list[int],
        lean_kinds: list[int],
    ) -> None:
        self.name = name
        self.colour: i64 = colour
        self.track: i64 = track
        self.opening: i64 = opening
        self.aid_range: i64 = reach
        self.size: i64 = len(kinds)
        runs: list[i64] = [0] * (KINDS + 8)
        kind_at: list[i64] = [0] * _PLACES
        by_value: list[i64] = [0] * 8
        starts: i64 = 0
        guards: i64 = 0
        everything: i64 = 0
        bit: i64 = 1
        kind: i64 = 0
        while kind < KINDS:
            number: i64 = kinds.count(int(kind))
            if number > 0:
                starts |= bit
            while number > 0:
                runs[kind] |= bit
                by_value[kind >> 2] |= bit
                kind_at[bit % _PLACES] = kind
                everything |= bit
                bit <<= 1
                number -= 1
            if runs[kind] != 0:
                guards |= bit
                bit <<= 1
            kind += 1
        self.starts: i64 = starts
        self.guards: i64 = guards
        self.all: i64 = everything
        self.runs: vec[i64] = vec[i64](runs)
        self.kind_at: vec[i64] = vec[i64](kind_at)
        self.by_value: vec[i64] = vec[i64](by_value)
        self.threes: i64 = by_value[3]
        self.low: i64 = by_value[1] | by_value[2]
        lean: i64 = 0
        for lean_kind in lean_kinds:
            spare: i64 = runs[lean_kind] & ~lean
            lean |= spare & -spare
        self.lean: i64 = lean
        self.prints: vec[i64] = vec[i64](byte_sums([large(kind + 1) for kind in kind_at]))
        self.powers: vec[i64] = vec[i64](byte_sums([kind & 3 for kind in kind_at]))

    def distinct(self, hand: i64) -> i64:
        """One tile of each kind in the hand: the lowest of its run."""
        return hand & ~((hand | self.guards) - self.starts)

    def kind_of(self, tile: i64) -> i64:
        """The kind of one tile given as its bit."""
        return self.kind_at[tile % _PLACES]

    def fingerprint(self, tiles: i64) -> i64:
        """A number for some tiles by their kinds, whichever of equal tiles they are."""
        return summed(self.prints, tiles)

    def firepower(self, tiles: i64) -> i64:
        """[BD-9.4] The hit symbols on some tiles."""
        return summed(self.powers, tiles)

    def find(self, kind: i64, among: i64) -> i64:
        """The lowest tile of this kind among some, or 0."""
        run: i64 = self.runs[kind] & among
        return run & -run


def byte_sums(numbers: list[i64]) -> list[i64]:
    """For every byte of a mask of tiles, and every value of it, the sum of the numbers of its
    tiles.
    """
    table: list[i64] = []
    for byte in range(MASK_BYTES):
        for value in range(256):
            total: i64 = 0
            bit: i64 = 1
            for _ in range(8):
                if value & bit:
                    total += numbers[(bit << (8 * byte)) % _PLACES]
                bit <<= 1
            table.append(total)
    return table


def summed(table: vec[i64], tiles: i64) -> i64:
    """The sum of the numbers of some tiles, a byte of their mask at a time."""
    total: i64 = 0
    row: i64 = 0
    while tiles:
        total += table[row + (tiles & 255)]
        tiles >>= 8
        row += 256
    return total


def large(kind: i64) -> i64:
    """A number of 40 bits for a kind, so that sums of them differ."""
    return (kind * kind * kind * 0x9E3779B1 ^ kind * 0x85EBCA6B) & 0xFFFFFFFFFF


class Board:
    """[BD-1.10] One side of the board: where each move ends, and who is behind whom.

    Spaces are numbers: the ring 0 to 7, the purple and the brown loop space, the exit path; then
    `off` for a biplane that has left and `down` for an escort that was shot down.
    """

    __slots__ = (
        "behind",
        "distance",
        "down",
        "exit_space",
        "exit_values",
        "exits",
        "follows",
        "fork",
        "gun",
        "hunters",
        "looped",
        "name",
        "off",
        "spots",
        "starts",
        "straight",
        "targets",
        "width",
    )

    def __init__(
        self,
        name: str,
        exit_length: i64,
        fork: i64,
        entries: list[int],
        starts: list[int],
        spots: list[int],
        fires: list[int],
        hit_by: list[int],
    ) -> None:
        self.name = name
        self.fork: i64 = fork
        self.off: i64 = EXIT_1 + exit_length
        self.exit_space: i64 = self.off - 1
        self.down: i64 = self.off + 1
        self.width: i64 = self.off + 2
        self.starts: vec[i64] = vec[i64](i64s(starts))
        self.spots: vec[i64] = vec[i64](i64s(spots))
        way = Way(self.off, fork, i64s(entries))
        self.straight: vec[i64] = vec[i64](way.straight_moves())
        self.looped: vec[i64] = vec[i64](way.loop_moves())
        self.exits: vec[i64] = vec[i64](way.exit_moves())
        self.exit_values: vec[i64] = vec[i64](way.exit_steps())
        self.follows: vec[i64] = vec[i64](way.followed_moves())
        distances = way.distances()
        self.distance: vec[i64] = vec[i64](distances)
        behind = followers(distances, self.width)
        self.behind: vec[i64] = vec[i64](behind)
        shots = guns(behind, self.width, i64s(fires), i64s(hit_by))
        self.gun: vec[i64] = vec[i64](shots)
        self.targets: vec[i64] = vec[i64](in_range(shots, self.width, 1))
        self.hunters: vec[i64] = vec[i64](in_range(shots, self.width, -1))

    def moved(self, at: i64, steps: i64) -> i64:
        """[BD-5.1] [BD-5.2] Where this many steps along the arrows end."""
        return self.straight[at * STEPS + steps]

    def can_exit(self, at: i64, steps: i64) -> bool:
        """[BD-20.3] The move goes on from the blue/white space by at least one step."""
        return (self.exit_values[at] >> steps) & 1 == 1

    def away(self, number: i64, other: i64) -> i64:
        """[BD-7.1] Steps along the arrows from one space to another; FAR if there is no way."""
        return self.distance[number * self.width + other]

    def is_behind(self, number: i64, other: i64) -> i64:
        """[BD-7.4] [BD-7.8] Return by how much one space is behind another, for any occupants; 0
        if it is not.
        """
        return self.behind[number * self.width + other]

    def fire(self, number: i64, other: i64) -> i64:
        """[BD-9.1] The distance of a shot that position and colours allow from one space at
        another; else 0.
        """
        shot: i64 = self.gun[number * self.width + other]
        return shot if shot > 0 else 0


def i64s(numbers: list[int]) -> list[i64]:
    """Plain whole numbers as the compiler's."""
    return [i64(number) for number in numbers]


class Way:
    """The arrows of one board, followed step by step to make its tables."""

    __slots__ = ("entries", "fork", "off", "width")

    def __init__(self, off: i64, fork: i64, entries: list[i64]) -> None:
        self.off: i64 = off
        self.fork: i64 = fork
        self.entries = entries
        self.width: i64 = off + 2

    def rejoin(self, loop: i64) -> i64:
        """[BD-6.1] A loop comes back to the ring two spaces before its entry."""
        return (self.entries[loop] + 6) % RING

    def step(self, at: i64) -> i64:
        """[BD-5.7] One step straight on: along the ring, out of a loop [BD-6.6], or along the
        exit path [BD-20.6].
        """
        if at < RING:
            return (at + 1) % RING
        if at < EXIT_1:
            return self.rejoin(at - PURPLE_LOOP)
        return at + 1 if at < self.off else at

    def straight_moves(self) -> list[i64]:
        """[BD-5.1] [BD-5.5] Where 0 to 7 steps end, from every space."""
        moves: list[i64] = []
        for start in range(self.width):
            at: i64 = start
            for _ in range(STEPS):
                moves.append(at)
                at = self.step(at)
        return moves

    def turn_off(self, start: i64, steps: i64, at_fork: i64, onto: i64) -> i64:
        """Go straight but for one turn at a fork, taken once; -1 if the move never goes on from
        the fork.
        """
        at: i64 = start
        turned = False
        while steps > 0:
            if at == at_fork and not turned:
                at = onto
                turned = True
            else:
                at = self.step(at)
            steps -= 1
        return at if turned else -1

    def loop_moves(self) -> list[i64]:
        """[BD-6.2] [BD-6.3] [BD-6.4] [BD-6.5] Where the loop face ends; -1 where it is not
        legal.
        """
        moves: list[i64] = []
        for start in range(self.width):
            purple: i64 = self.turn_off(start, 3, self.entries[0], PURPLE_LOOP)
            brown: i64 = self.turn_off(start, 3, self.entries[1], BROWN_LOOP)
            # [BD-6.7] From a loop space three steps only come back to the entry of that loop.
            moves.append(-1 if start >= RING else purple if purple >= 0 else brown)
        return moves

    def exit_moves(self) -> list[i64]:
        """[BD-20.4] Where a move with an exit commitment ends; -1 where none is possible."""
        moves: list[i64] = []
        for start in range(self.width):
            for steps in range(STEPS):
                moves.append(self.turn_off(start, steps, self.fork, EXIT_1))
        return moves

    def exit_steps(self) -> list[i64]:
        """[BD-20.3] For every space the numbers of steps, as a mask, with which the exit path
        can be entered.
        """
        moves = self.exit_moves()
        masks: list[i64] = []
        for start in range(self.width):
            mask: i64 = 0
            single_bit: i64 = 1
            for steps in range(STEPS):
                if moves[start * STEPS + steps] >= 0:
                    mask |= single_bit << steps
            masks.append(mask)
        return masks

    def followed_moves(self) -> list[i64]:
        """[BD-24.11] [BD-24.12] Where a move ends that follows a loop, by loop, space and steps;
        -1 if it does not.
        """
        moves: list[i64] = []
        for loop in range(2):
            onto: i64 = PURPLE_LOOP + loop
            for start in range(self.width):
                for steps in range(STEPS):
                    at: i64 = self.turn_off(start, steps, self.entries[loop], onto)
                    moves.append(-1 if start == onto else at)
        return moves

    def distances(self) -> list[i64]:
        """The distances between all pairs of spaces; FAR where there is no way."""
        return [
            self.between(index, other) for index in range(self.width) for other in range(self.width)
        ]

    def between(self, number: i64, other: i64) -> i64:
        """[BD-7.1] [BD-7.2] [BD-7.3] Steps from one space to another; loops never shorten the
        ring.
        """
        if number >= self.off or other >= self.off:
            return FAR
        if number == other:
            return 0
        if number >= EXIT_1:
            return other - number if other > number else FAR
        if other >= EXIT_1:
            return self.between(number, self.fork) + other - EXIT_1 + 1
        if other >= RING:
            return self.between(number, self.entries[other - PURPLE_LOOP]) + 1
        if number >= RING:
            return self.between(self.rejoin(number - PURPLE_LOOP), other) + 1
        return (other - number + RING) % RING


def followers(distances: list[i64], width: i64) -> list[i64]:
    """[BD-7.4] [BD-7.5] [BD-7.6] [BD-7.7] Behind by 1 to 3, and nearer than the other way round;
    else 0.
    """
    behind: list[i64] = []
    for index in range(width):
        for other in range(width):
            there: i64 = distances[index * width + other]
            back: i64 = distances[other * width + index]
            behind.append(there if 1 <= there <= RANGE and there < back else 0)
    return behind


def guns(behind: list[i64], width: i64, fires: list[i64], hit_by: list[i64]) -> list[i64]:
    """[BD-8.1] [BD-12.2] [BD-12.3] [BD-20.10] The distance of the shot that the colours of two
    spaces allow.

    Positive if it goes from the first to the second, negative the other way round.
    """
    shots: list[i64] = [0] * len(behind)
    for index in range(width - 2):
        for other in range(width - 2):
            if fires[index] & hit_by[other] and behind[index * width + other]:
                shots[index * width + other] = behind[index * width + other]
                shots[other * width + index] = -behind[index * width + other]
    return shots


def in_range(shots: list[i64], width: i64, sign: i64) -> list[i64]:
    """For every range from 1 to 3 and every space a mask: what can be hit from there; with -1
    what can hit it.
    """
    masks: list[i64] = []
    single_bit: i64 = 1
    for reach in range(1, RANGE + 1):
        for start in range(width):
            mask: i64 = 0
            for other in range(width):
                if 0 < sign * shots[start * width + other] <= reach:
                    mask |= single_bit << other
            masks.append(mask)
    return masks


class Setup:
    """What the players agreed on before the game, and the scenario's numbers; shared by all its
    positions.
    """

    __slots__ = (
        "armed",
        "board",
        "choose_start",
        "exit_round",
        "extra_track",
        "fixed_1",
        "fixed_2",
        "key",
        "lean_bag",
        "limit",
        "mal_after",
        "mal_hits",
        "mal_range",
        "mal_tiles",
        "mal_track",
        "mal_values",
        "mission_planes",
        "mode",
        "needed",
        "planes",
        "purple_opening",
        "results",
        "sets",
        "smart3",
        "solo",
        "solo_starts",
        "start_damage",
    )

    def __init__(self, key: str, mode: i64, solo: bool, board: Board, sets: list[TileSet]) -> None:
        self.key = key
        self.mode: i64 = mode
        self.solo: bool = solo
        self.board = board
        self.sets = sets
        self.fixed_1: i64 = -1
        self.fixed_2: i64 = -1
        self.choose_start: bool = mode != DOGFIGHT and not solo
        self.smart3: bool = False
        self.lean_bag: bool = False
        self.limit: i64 = 3
        planes: i64 = 0
        bit: i64 = 1
        for tile_set in sets:
            if tile_set.colour != NOBODY:
                planes |= bit
            bit <<= 1
        self.planes: i64 = planes
        self.mission_planes: i64 = planes
        self.start_damage: i64 = 0
        self.armed: bool = True
        self.extra_track: i64 = 0
        self.needed: i64 = 0
        self.exit_round: i64 = 0
        self.purple_opening: i64 = 0
        self.solo_starts: vec[i64] = vec[i64]([0, 0])
        self.results: vec[i64] = vec[i64]([1, 2, 0, 3])
        self.mal_values: vec[i64] = vec[i64]()
        self.mal_hits: vec[i64] = vec[i64]()
        self.mal_tiles: i64 = 0
        self.mal_after: i64 = 0
        self.mal_track: i64 = 0
        self.mal_range: i64 = RANGE
