"""What never changes during a battle: the board, the pieces of both sides, and what wins."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# weapons, numbered as in data.WEAPONS; 1 is rifles [CB-4.1]
UNARMED: Final = 0
MACHINE_GUN: Final = 2
HEAVY_MACHINE_GUN: Final = 3
ANTI_TANK: Final = 4
HIGH_EXPLOSIVE: Final = 5

FOOT: Final = 0
"""[CB-6.2] The first row of the terrain table; gun, wheeled and tracked follow, as in
data.MOVE_CLASSES.
"""
CARRIES_ANY: Final = 2
"""[CB-7.2] Infantry or a gun; 1 is infantry only, 0 nothing, as in data.CARRIES."""

# the edge beyond which the bands lie [CB-2.18]
NO_BANDS: Final = 0
NORTH_EDGE: Final = 1
SOUTH_EDGE: Final = 2
OUTSIDE: Final = 6
"""[CB-2.19] Places outside the hex field: line 1|2, band 2, line 2|3, band 3, line 3|4, band 4,
in this order.
"""

# what a victory condition counts [CB-24.3]
CONTROLS: Final = 0
FEWER_LEFT: Final = 1
EXITED: Final = 2

DRAW: Final = 2
MOST_UNITS: Final = 62
MOST_HEXES: Final = 1000
WORD_SHIFT: Final = 5
WORD_MASK: Final = 31
"""A set of hexes is a row of words, each with a bit for 32 hexes."""


BITS: Final = vec[i64]([1 << n for n in range(63)])
"""Compiled, the literal 1 is 32 bits wide and must not be shifted further, so sets take their
bits from here.
"""


def bit(n: i64) -> i64:
    """The set that holds one unit."""
    return BITS[n]


def empty() -> vec[i64]:
    """A table without entries."""
    return vec[i64]()


class Board:
    """The hex field [CB-2.1] with everything that follows from terrain, elevation, roads and
    ridges.
    """

    def __init__(self) -> None:
        self.columns: i64 = 0
        self.rows: i64 = 0
        self.size: i64 = 0
        self.words: i64 = 0
        """How many words a set of hexes has."""
        self.column = empty()
        self.height = empty()
        """[CB-2.4] The Y coordinate of each hex; X is three times its column."""
        self.edge: i64 = NO_BANDS
        self.flat: bool = True
        self.elev = empty()
        self.obstacle = empty()
        self.closed = empty()
        self.cover = empty()
        self.cover_vehicle = empty()
        self.cost = empty()
        """Cost to enter by movement class: `cost[class * size + hex]`, -1 impassable."""
        self.near = empty()
        """`near[hex * 6 + direction]`, -1 off the board; directions as in CB-2.3."""
        self.steps = empty()
        """`steps[(class * size + hex) * 6 + direction]`: the cost of a step in half points, -1
        impossible.
        """
        self.roads = empty()
        self.ridges = empty()
        self.exits = empty()
        """Bit per seat whose units may leave the board here."""
        self.sees = empty()
        self.sees_out = empty()
        # the lines of sight by offset, made by rules.sight
        self.line_start = empty()
        self.line_scale = empty()
        self.line_column = empty()
        self.line_height = empty()
        self.line_from = empty()
        self.line_to = empty()
        self.crest_start = empty()
        self.crest_column = empty()
        self.crest_height = empty()
        self.crest_column2 = empty()
        self.crest_height2 = empty()
        self.crest_from = empty()
        self.crest_to = empty()

    def lay_out(self, columns: i64, rows: i64) -> None:
        """[CB-2.2] [CB-2.4] Columns of hexes side by side; odd ones lie half a hex further
        south.
        """
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.words = (self.size >> WORD_SHIFT) + 1
        self.column = vec[i64]([place // rows for place in range(self.size)])
        self.height = vec[i64](
            [2 * (place % rows) + (place // rows & 1) for place in range(self.size)]
        )

    def hex_at(self, column: i64, height: i64) -> i64:
        """[CB-2.4] The hex whose centre has X = 3 * column and Y = height, or -1 off the board."""
        row: i64 = (height - (column & 1)) >> 1
        if column < 0 or column >= self.columns or height < (column & 1) or row >= self.rows:
            return -1
        return column * self.rows + row

    def distance(self, a: i64, b: i64) -> i64:
        """[CB-2.5] The fewest steps from hex to hex."""
        across: i64 = self.column[b] - self.column[a]
        down: i64 = self.height[b] - self.height[a]
        if across < 0:
            across = -across
        if down < 0:
            down = -down
        if down <= across:
            return across
        return across + (down - across) // 2


class Tables:
    """One battle: its board, both sides' pieces in piece order [CB-24.7], batteries, aircraft
    and conditions.
    """

    def __init__(self) -> None:
        self.board = Board()
        self.name = ""
        self.dogfight: bool = False
        self.first: i64 = 0
        self.turns: i64 = 0
        self.setup_first: i64 = 0
        self.morale = empty()
        # ground units
        self.units: i64 = 0
        self.side = empty()
        self.move_class = empty()
        self.reach = empty()
        self.reach_bands = empty()
        self.zones = empty()
        """Sets of hexes, each those that are seen from a hex within some range, a row for each
        of both.
        """
        self.zone_of = empty()
        """Where in `zones` the rows for a unit's range begin, that of the first hex first."""
        self.sight: i64 = 0
        """The same for any range."""
        self.move = empty()
        self.weapon = empty()
        self.fp = empty()
        self.sv = empty()
        self.mg = empty()
        self.carries = empty()
        self.arrives = empty()
        """The game turn in which a reinforcement is due, 0 for the set-up."""
        self.starts_aboard = empty()
        """The carrier plus one of cargo that starts loaded."""
        self.zone_start = empty()
        self.zone_place = empty()
        # sets of units, one bit each
        self.sides = empty()
        self.infantry: i64 = 0
        self.guns: i64 = 0
        self.soft: i64 = 0
        self.armor: i64 = 0
        self.squads: i64 = 0
        self.combiners: i64 = 0
        self.mortars: i64 = 0
        self.heavy_mortars: i64 = 0
        self.tanks: i64 = 0
        self.exposing: i64 = 0
        self.armed: i64 = 0
        self.far_reaching: i64 = 0
        """[CB-9.2] [CB-9.4] Those whose range is `*` or counted in bands: nobody else fires into
        or from outside.
        """
        self.with_guns: i64 = 0
        """[CB-3.17] Those with an integrated machine gun."""
        self.value = vec[float]()
        """What each unit is worth in this battle, in rifle squads; `judgement.appraise` says
        how.
        """
        self.exit_hexes = empty()
        """[CB-6.18] The exits of a side that wins by leaving."""
        # batteries
        self.batteries: i64 = 0
        self.battery_side = empty()
        self.battery_fp = empty()
        self.battery_missions = empty()
        # aircraft
        self.planes: i64 = 0
        self.plane_side = empty()
        self.plane_sv = empty()
        self.plane_bombs = empty()
        self.plane_strafe = empty()
        self.plane_man = empty()
        self.plane_fp = empty()
        self.plane_from = empty()
        self.plane_bomber = empty()
        # victory
        self.objectives = empty()
        self.control = empty()
        self.wins_seat = empty()
        self.wins_turn = empty()
        self.wins_kind = empty()
        self.wins_count = empty()
        self.wins_units = empty()
        self.otherwise: i64 = DRAW
        self.annihilation: bool = True
        # the score of a dog fight
        self.score_destroyed: i64 = 0
        self.score_driven_off: i64 = 0
        self.score_withdrawn: i64 = 0
        self.bonus_seat: i64 = -1
        self.bonus_each: i64 = 0
        self.bonus_turn: i64 = 0
        self.tie_seat: i64 = -1
