"""A position of the last round, worked out: its value, and how each seat should mix its choices."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.core.errors import Unsolved
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solver import Solver, TooLarge, hidden

POSITIONS = 30_000
"""So many positions are worked out in a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action in best play: how often to take it, and the share of the stake it is worth to its seat."""

    action: int
    chance: float
    value: float


@dataclass(frozen=True, slots=True)
class Solution:
    """What p1 may expect, the choices of every seat that acts now, and how many positions were worked out."""

    value: float
    choices: dict[int, list[Choice]]
    positions: int


def solve(position: Position, *, positions: int = POSITIONS, seconds: float = 0.0) -> Solution:
    """Work a position out; `Unsolved` says what is hidden in it, or that it is too large."""
    reason = hidden(position)
    if reason:
        raise Unsolved(f"expected a position of the last round in which nothing is hidden; here {reason}")
    fresh = position.copy()
    fresh.reopen(0)
    solver = Solver(positions, seconds)
    try:
        return _sealed(fresh, solver) if fresh.sealed() else _open(fresh, solver)
    except TooLarge:
        limit = f"{seconds:g} seconds" if seconds else f"{positions} positions"
        raise Unsolved(f"expected a position that is worked out within {limit}; this one has more to it") from None


def _sealed(position: Position, solver: Solver) -> Solution:
    matrix = solver.matrix(position)
    matrix.solve()
    rows = [
        Choice(int(position.choice_for(0, row)), matrix.row_chances[row], matrix.row_worth(row))
        for row in range(matrix.rows)
    ]
    columns = [
        Choice(int(position.choice_for(1, column)), matrix.column_chances[column], 1.0 - matrix.column_worth(column))
        for column in range(matrix.columns)
    ]
    return Solution(matrix.value, {0: rows, 1: columns}, solver.met)


def _open(position: Position, solver: Solver) -> Solution:
    seat = int(position.acting)
    for_p1 = list(solver.values(position))
    values = for_p1 if seat == 0 else [1.0 - one for one in for_p1]
    best = values.index(max(values))
    choices = [
        Choice(int(position.choice_for(seat, index)), float(index == best), value) for index, value in enumerate(values)
    ]
    return Solution(for_p1[best], {seat: choices}, solver.met)
