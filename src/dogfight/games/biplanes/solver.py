"""The last round worked out to its end: matrix games by backward induction, bot and all."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.matrix import Matrix
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.sequence import commit
from dogfight.games.biplanes.state import ENDED, PLAN, TOSS
from dogfight.games.biplanes.tables import BLACK, NOBODY, RESCUE, count

CLOCK_EVERY: Final = 256
NEVER_SLIPS: Final = -1
SLIPS: Final = 1e-4
"""The probability of a random slip: so small that the best answer to a slipping opponent is
mostly best play.
"""
GRAINS: Final = 1e8
"""Values with slips are told in so many parts of the stake, since the simplex method cannot tell
smaller ones apart.
"""


class TooLarge(Exception):
    """More positions than allowed, or more time than given."""


def hidden(position: Position) -> str:
    """Why the rest of the game cannot be worked out from what both seats know, with the rule;
    empty if it can.
    """
    if position.p2.tiles.colour == NOBODY or position.phase < PLAN:
        return "the first turn has not begun [BD-19.12]"
    if position.round != position.setup.limit:
        return f"tiles are still drawn after round {position.round} [BD-10.5] [BD-19.6]"
    solo: bool = position.setup.solo
    seat: i64 = 0
    while seat < 2 and not solo:
        plane = position.plane(seat)
        if plane.at != position.board.down:  # [BD-24.20] A lost escort plays none of its tiles.
            if plane.bag | plane.aside:
                return (
                    "a side has tiles in its bag or put away that its enemy cannot know [BD-1.14]"
                )
            if plane.tiles.colour == BLACK:
                return "black puts tiles away face down [BD-17.4]"
        seat += 1
    if solo and position.p1.tiles.colour == BLACK:
        return "black puts tiles away face down [BD-17.4]"
    m = position.mission
    if m is not None and position.setup.mode == RESCUE and m.stack:
        return "Objective tiles are still in the stack [BD-23.4]"
    return ""


class Solver:
    """Values of positions for p1, remembered; it gives up after so many positions, or when its time
    is over.

    One seat may be careless and slip now and then. Of all that is best against an enemy who never
    does, what is best against that one takes the most from errors: it goes on trying where best
    play has lost.
    """

    __slots__ = ("careless", "deadline", "known", "left", "met")

    def __init__(self, positions: i64, seconds: float = 0.0, careless: i64 = NEVER_SLIPS) -> None:
        self.careless: i64 = careless
        self.left: i64 = positions
        self.met: i64 = 0
        self.deadline = time.monotonic() + seconds if seconds > 0.0 else 0.0
        self.known: dict[int, float] = {}

    def value(self, position: Position) -> float:
        """What p1 may expect if both play their best from here on."""
        if position.phase == ENDED:
            return position.payoff(0)
        if position.acting == CHANCE:
            return self.average(position)
        looks: i64 = hash_combine(position.information_key(0), position.information_key(1))
        key = int(hash_combine(looks, position.p1.sealed << 16 | position.p2.sealed + 1))
        value = self.known.get(key)
        if value is None:
            self.count_one()
            if position.is_secret_choice():
                matrix = self.matrix(position)
                matrix.solve()
                value = matrix.value
            else:
                value = self.best(position)
            self.known[key] = value
        return value

    def count_one(self) -> None:
        self.met += 1
        late = (
            self.deadline > 0.0 and self.met % CLOCK_EVERY == 0 and time.monotonic() > self.deadline
        )
        if late or self.met > self.left:
            raise TooLarge

    def matrix(self, position: Position) -> Matrix:
        """[BD-4.6] The game of one turn: a row for each commitment of p1, a column for each of
        p2.
        """
        rows: i64 = position.choices_for(0)
        columns: i64 = position.choices_for(1)
        cells = vec[float]()
        row: i64 = 0
        while row < rows:
            first: i64 = position.choice_for(0, row)
            column: i64 = 0
            while column < columns:
                twin = position.copy()
                commit(twin, 0, first)
                commit(twin, 1, position.choice_for(1, column))
                cells = append(cells, self.value(twin))
                column += 1
            row += 1
        if self.careless == 1:
            blur(cells, rows, columns, columns, 1)
        elif self.careless == 0:
            blur(cells, columns, 1, rows, columns)
        return Matrix(rows, columns, cells)

    def values(self, position: Position) -> vec[float]:
        """[BD-18.4] What p1 may expect after each option of the seat that acts in the open."""
        values = vec[float]()
        index: i64 = 0
        while index < position.choice_count():
            twin = position.copy()
            twin.apply_choice(index)
            values = append(values, self.value(twin))
            index += 1
        return values

    def best(self, position: Position) -> float:
        """The best of an open choice, which for p2 is the least."""
        values = self.values(position)
        best = values[0]
        index: i64 = 1
        while index < len(values):
            best = max(best, values[index]) if position.acting == 0 else min(best, values[index])
            index += 1
        return (
            (1.0 - SLIPS) * best + SLIPS * mean(values)
            if position.acting == self.careless
            else best
        )

    def average(self, position: Position) -> float:
        """[BD-25.11] [BD-25.16] All draws and tosses of the bot, by their odds."""
        if position.phase == TOSS:
            return (self.after(position, 0) + self.after(position, 1)) / 2.0
        pool: i64 = position.pool()
        tiles = position.pool_owner().tiles
        total = 0.0
        left: i64 = tiles.distinct(pool)
        while left:
            kind: i64 = tiles.kind_of(left & -left)
            left &= left - 1
            total += float(count(tiles.runs[kind] & pool)) * self.after(position, kind)
        return total / float(count(pool))

    def after(self, position: Position, outcome: i64) -> float:
        twin = position.copy()
        twin.chance(outcome)
        return self.value(twin)


def mean(values: vec[float]) -> float:
    total = 0.0
    index: i64 = 0
    while index < len(values):
        total += values[index]
        index += 1
    return total / float(len(values))


def blur(cells: vec[float], lines: i64, stride: i64, length: i64, step: i64) -> None:
    """Move every cell a little towards the mean of its line, from where a slip would leave it."""
    line: i64 = 0
    while line < lines:
        total = 0.0
        at: i64 = line * stride
        end: i64 = at + length * step
        while at < end:
            total += cells[at]
            at += step
        at = line * stride
        while at < end:
            cells[at] = (
                float(
                    int(((1.0 - SLIPS) * cells[at] + SLIPS * total / float(length)) * GRAINS + 0.5)
                )
                / GRAINS
            )
            at += step
        line += 1
