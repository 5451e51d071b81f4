"""A position of the last round, worked out: its value, and how each seat should mix its choices."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.core.errors import Unsolved
from dogfight.core.seat import Seat
from dogfight.games.biplanes.matrix import KEPT
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solver import NEVER_SLIPS, Solver, TooLarge, hidden

POSITIONS = 30_000
"""So many positions are worked out in a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action in best play: how often to take it, and the share of the stake it is
    worth to its seat.
    """

    action: int
    chance: float
    value: float


@dataclass(frozen=True, slots=True)
class Solution:
    """What p1 may expect, the choices of the seats that act now, and how many positions were
    worked out.
    """

    value: float
    choices: dict[int, list[Choice]]
    positions: int


def solve(
    position: Position,
    *,
    positions: int = POSITIONS,
    seconds: float = 0.0,
    seats: tuple[Seat, ...] = (0, 1),
) -> Solution:
    """Work a position out for some seats; `Unsolved` says what is hidden in it, or that it is too
    large.

    Where several strategies are best, a seat's is the one that takes the most from an enemy who
    slips now and then.
    """
    reason = hidden(position)
    if reason:
        raise Unsolved(
            f"expected a position of the last round in which nothing is hidden; here {reason}"
        )
    fresh = position.copy()
    fresh.unseal_others(0)
    worked_out = _sealed if fresh.is_secret_choice() else _open
    try:
        return worked_out(
            fresh, {seat: Solver(positions, seconds, seat) for seat in (NEVER_SLIPS, 0, 1)}, seats
        )
    except TooLarge:
        limit = f"{seconds:g} seconds" if seconds else f"{positions} positions"
        raise Unsolved(
            f"expected a position that is worked out within {limit}; this one has more to it"
        ) from None


Solvers = dict[int, Solver]
"""One for an enemy who never slips, and one for each seat that may."""


def _sealed(position: Position, solvers: Solvers, seats: tuple[Seat, ...]) -> Solution:
    exact = solvers[NEVER_SLIPS]
    matrix = exact.matrix(position)
    matrix.solve()
    worths = (
        [matrix.row_worth(row) for row in range(matrix.rows)],
        [1.0 - matrix.column_worth(column) for column in range(matrix.columns)],
    )
    choices = {}
    for seat in seats:
        slips = solvers[1 - seat].matrix(position)
        slips.solve()
        best = slips if matrix.is_held_by(slips, seat) else matrix
        chances = best.column_chances if seat else best.row_chances
        choices[seat] = [
            Choice(int(position.choice_for(seat, index)), chances[index], worth)
            for index, worth in enumerate(worths[seat])
        ]
    return Solution(matrix.value, choices, exact.met)


def _open(position: Position, solvers: Solvers, seats: tuple[Seat, ...]) -> Solution:
    seat = int(position.acting)
    exact = solvers[NEVER_SLIPS]
    for_p1 = list(exact.values(position))
    value = min(for_p1) if seat else max(for_p1)
    choices = {}
    if seat in seats:
        slips = list(solvers[1 - seat].values(position))
        best = max(
            (index for index, worth in enumerate(for_p1) if abs(worth - value) <= KEPT),
            key=lambda index: -slips[index] if seat else slips[index],
        )
        choices[seat] = [
            Choice(
                int(position.choice_for(seat, index)),
                float(index == best),
                1.0 - worth if seat else worth,
            )
            for index, worth in enumerate(for_p1)
        ]
    return Solution(value, choices, exact.met)
