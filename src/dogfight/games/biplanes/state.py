"""What lies on the table: two biplanes with their tiles, and what a scenario adds.

No rules here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.core.position import Position as CorePosition
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.biplanes.tables import DOGFIGHT, ESCORT, NOBODY, Board, Setup, TileSet, count

# What the game waits for, in the order of play.
PLACE: Final = 0
PICK: Final = 1
START: Final = 2
DEAL: Final = 3
SLOT: Final = 4
OBJECTIVE: Final = 5
MULLIGAN: Final = 6
REDRAW: Final = 7
PLAN: Final = 8
SHOW: Final = 9
ANSWER: Final = 10
TARGET: Final = 11
LOSE: Final = 12
LOSE_BAG: Final = 13
REMOVE: Final = 14
BOT_DRAW: Final = 15
TOSS: Final = 16
ENDED: Final = 17

# How a game ends: for whom, and why.
FOR_P1: Final = 0
FOR_P2: Final = 1
DRAWN: Final = 2
MAJOR: Final = 3
SHOT_DOWN: Final = 1
EXITED: Final = 2
CRASHED: Final = 3
TIME: Final = 4

MAL: Final = 2
"""Stands for the malfunctioning biplane where a seat stands for the others."""
DONE: Final = 24
"""In a mulligan: keep the rest."""
NOTHING: Final = 25
"""In a mulligan: take back what was set aside and keep every tile."""
ROUND_TURNS: Final = 5
SPOTS: Final = 5

# What the rules report, with the meaning of the numbers that follow.
SEALED: Final = 0  # seat
SHOWN: Final = 1  # seat, commitment
REVEALED: Final = 2  # seat, commitment
MOVED: Final = 3  # who, from, to
SHOT: Final = 4  # shooter, target, hits
WENT_DOWN: Final = 5  # who
JAMMED: Final = 6  # seat
UNJAMMED: Final = 7  # seat
CRASH: Final = 8  # seat
PHOTO: Final = 9  # space, cameras left
BOMBED: Final = 10  # space, number
LANDED: Final = 11  # space
TOOK_OFF: Final = 12  # space, number of the person rescued, or 0
ABORTED: Final = 13  # space
DREW: Final = 14  # seat, kind
DREW_ALL: Final = 15  # seat, how many
LOST: Final = 16  # seat, kind
RETURNED: Final = 17
ROUND: Final = 18  # round
NEW_OBJECTIVE: Final = 19  # number
BOT_DREW: Final = 20  # kind
BOT_CHOSE: Final = 21  # kind, whether it was the left one
TOSSED: Final = 22  # whether the loop face is up
REFILLED: Final = 23  # how many
PICKED: Final = 24  # seat, biplane
STARTED: Final = 25  # space of p1, space of p2
PLACED: Final = 26  # space, number
SET_ASIDE: Final = 27  # seat, kind
EXCHANGED: Final = 28  # seat, how many
LEFT_BOARD: Final = 29  # who
ENDING: Final = 30  # outcome, why
LEFT_SLOT: Final = 31  # kind


class Plane:
    """One biplane with its tiles; `aside` holds tiles set aside in a mulligan or lost by black.

    `last` is the kind played last, `sealed` the commitment of this turn, `squares` the tiles on
    this round's turn squares, six bits each [BD-1.11].
    """

    __slots__ = (
        "aside",
        "at",
        "bag",
        "damage",
        "hand",
        "jammed",
        "last",
        "sealed",
        "squares",
        "tiles",
    )

    def __init__(
        self,
        tiles: TileSet,
        at: i64 = 0,
        damage: i64 = 0,
        hand: i64 = 0,
        bag: i64 = 0,
        aside: i64 = 0,
        last: i64 = -1,
        sealed: i64 = -1,
        jammed: i64 = 0,
        squares: i64 = 0,
    ) -> None:
        self.tiles = tiles
        self.at: i64 = at
        self.damage: i64 = damage
        self.hand: i64 = hand
        self.bag: i64 = bag
        self.aside: i64 = aside
        self.last: i64 = last
        self.sealed: i64 = sealed
        self.jammed: i64 = jammed
        self.squares: i64 = squares

    def copy(self) -> Plane:
        return Plane(
            self.tiles,
            self.at,
            self.damage,
            self.hand,
            self.bag,
            self.aside,
            self.last,
            self.sealed,
            self.jammed,
            self.squares,
        )

    def colour(self) -> i64:
        return self.tiles.colour

    def played(self) -> i64:
        """[BD-1.14] Every tile played in this game and not returned to the bag; public."""
        return self.tiles.all & ~(self.hand | self.bag | self.aside)


class Mission:
    """What a scenario adds to the table.

    Four bits of `sites` a spot: cameras or the number lying there.
    """

    __slots__ = (
        "cleared",
        "drawn_when",
        "land_tile",
        "landed",
        "left",
        "mal_at",
        "mal_damage",
        "mal_used",
        "objectives",
        "removed",
        "rescued",
        "right",
        "sites",
        "stack",
        "take_off_tile",
    )

    def __init__(self) -> None:
        self.sites: i64 = 0
        self.removed: i64 = 0
        self.rescued: i64 = 0
        self.landed: i64 = -1
        self.land_tile: i64 = -1
        self.take_off_tile: i64 = -1
        self.objectives: i64 = 0
        self.stack: i64 = 0
        self.cleared: i64 = 0
        """By number: how many objectives were drawn when a take-off from there last rescued
        nobody.
        """
        self.drawn_when: i64 = 0
        """By number: how many objectives were drawn when its person was rescued."""
        self.mal_at: i64 = 0
        self.mal_damage: i64 = 0
        self.mal_used: i64 = 0
        self.left: i64 = 0
        self.right: i64 = 0

    def copy(self) -> Mission:
        twin = Mission()
        twin.sites = self.sites
        twin.removed = self.removed
        twin.rescued = self.rescued
        twin.landed = self.landed
        twin.land_tile = self.land_tile
        twin.take_off_tile = self.take_off_tile
        twin.objectives = self.objectives
        twin.stack = self.stack
        twin.cleared = self.cleared
        twin.drawn_when = self.drawn_when
        twin.mal_at = self.mal_at
        twin.mal_damage = self.mal_damage
        twin.mal_used = self.mal_used
        twin.left = self.left
        twin.right = self.right
        return twin

    def site(self, spot: i64) -> i64:
        """What lies on a site spot: cameras or a number; 0 if nothing does."""
        return (self.sites >> (4 * spot)) & 15

    def put(self, spot: i64, number: i64) -> None:
        fifteen: i64 = 15
        self.sites = (self.sites & ~(fifteen << (4 * spot))) | (number << (4 * spot))

    def drawn(self) -> i64:
        """How many Objective tiles have left the stack."""
        return SPOTS - count(self.stack)


class State(CorePosition):
    """A game of biplanes at one moment."""

    __slots__ = (
        "acting",
        "board",
        "drawer",
        "mission",
        "owed",
        "p1",
        "p2",
        "phase",
        "result",
        "round",
        "setup",
        "turn",
    )

    def __init__(self, setup: Setup, p1: Plane, p2: Plane, mission: Mission | None) -> None:
        super().__init__()
        self.setup = setup
        self.board: Board = setup.board
        self.p1 = p1
        self.p2 = p2
        self.mission = mission
        self.phase: i64 = PLAN
        self.round: i64 = 1
        self.turn: i64 = 1
        self.acting: i64 = 0
        self.drawer: i64 = 0
        self.owed: i64 = 0
        self.result: i64 = 0

    def plane(self, seat: i64) -> Plane:
        return self.p1 if seat == 0 else self.p2

    def track(self, seat: i64) -> i64:
        """[BD-1.6] [BD-19.11] [BD-22.4] The length of a damage track; a tougher defender has
        more.
        """
        if seat == 0:
            return self.p1.tiles.track
        return self.p2.tiles.track + self.setup.extra_track

    def is_escort(self) -> bool:
        return self.setup.mode == ESCORT

    def escort_flies(self) -> bool:
        """[BD-24.20] The biplane of p1 is still on the board; only an escort can be lost before
        the end.
        """
        return self.p1.at != self.board.down

    def start_damage(self, seat: i64) -> i64:
        return self.setup.start_damage if seat == 0 else 0

    def spot_at(self, space: i64) -> i64:
        """The number of the site spot at a space, or -1."""
        spot: i64 = 0
        while spot < SPOTS:
            if self.board.spots[spot] == space:
                return spot
            spot += 1
        return -1

    def wait_for(self, phase: i64, acting: i64) -> None:
        self.phase = phase
        self.acting = acting

    def wait_for_chance(self, phase: i64) -> None:
        self.phase = phase
        self.acting = CHANCE

    def finish(self, outcome: i64, why: i64) -> None:
        """[BD-3.5] The game is over; whatever would have come is skipped."""
        self.result = outcome * 8 + why
        self.phase = ENDED
        self.acting = OVER
        if self.trace is not None:
            self.trace.add(ENDING, outcome, why)

    def outcome(self) -> i64:
        return self.result >> 3

    def why(self) -> i64:
        return self.result & 7


def new_state_parts(setup: Setup) -> tuple[Plane, Plane, Mission | None]:
    """Two biplanes nobody has picked yet, and the mission's pieces where there is one."""
    nobody = setup.sets[NOBODY]
    return Plane(nobody), Plane(nobody), None if setup.mode == DOGFIGHT else Mission()
