"""Zero-sum matrix games: what secret simultaneous choices are worth in best play, and how to mix
them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

EXACT: Final = 1e-11
"""Differences smaller than this are rounding."""
TIED: Final = 1e-14
"""Bounds closer than this are the same; a wider tolerance would be multiplied by pivots that are
nearly nothing.
"""
PIVOTS: Final = 100
"""For each column, how often the simplex method goes on with either rule at most."""
KEPT: Final = 1e-9
"""A strategy that loses no more than this is as good as the best."""


class Matrix:
    """What the row player gets for each pair of choices; `solve` finds the value and a best
    mixed strategy for both.
    """

    __slots__ = ("cells", "column_chances", "columns", "row_chances", "rows", "value")

    def __init__(self, rows: i64, columns: i64, cells: vec[float]) -> None:
        self.rows: i64 = rows
        self.columns: i64 = columns
        self.cells = cells
        self.value = 0.0
        self.row_chances = vec[float]()
        self.column_chances = vec[float]()

    def row_worth(self, row: i64) -> float:
        """What a row gets against the columns' strategy."""
        return self.mean(row * self.columns, 1, self.column_chances)

    def column_worth(self, column: i64) -> float:
        """What the row player gets against a column with its own strategy."""
        return self.mean(column, self.columns, self.row_chances)

    def mean(self, first: i64, step: i64, chances: vec[float]) -> float:
        """The mean of a row or a column, which begins at a cell and goes on in steps, by these
        chances.
        """
        total = 0.0
        number: i64 = 0
        while number < len(chances):
            total += self.cells[first + number * step] * chances[number]
            number += 1
        return total

    def is_held_by(self, other: Matrix, player: i64) -> bool:
        """Whether the strategy that a player (0: rows) has in another matrix keeps the value of
        this one.
        """
        number: i64 = 0
        while number < (self.rows if player else self.columns):
            if player:
                lost = self.mean(number * self.columns, 1, other.column_chances) - self.value
            else:
                lost = self.value - self.mean(number, self.columns, other.row_chances)
            if lost > KEPT:
                return False
            number += 1
        return True

    def solve(self) -> None:
        """A pair of pure choices where one is best for both, else the simplex method."""
        if not self.settled_purely():
            self.mix()

    def settled_purely(self) -> bool:
        """A saddle point: the least of its row and the most of its column."""
        row: i64 = 0
        while row < self.rows:
            column: i64 = self.worst_column(row)
            if self.best_row(column) == self.cells[row * self.columns + column]:
                self.value = self.cells[row * self.columns + column]
                self.row_chances = alone(row, self.rows)
                self.column_chances = alone(column, self.columns)
                return True
            row += 1
        return False

    def worst_column(self, row: i64) -> i64:
        worst: i64 = 0
        column: i64 = 1
        while column < self.columns:
            if self.cells[row * self.columns + column] < self.cells[row * self.columns + worst]:
                worst = column
            column += 1
        return worst

    def best_row(self, column: i64) -> float:
        best = self.cells[column]
        row: i64 = 1
        while row < self.rows:
            best = max(best, self.cells[row * self.columns + column])
            row += 1
        return best

    def mix(self) -> None:
        """The linear programme of the columns: the most weight whose rows all stay below 1, payoffs
        being positive.

        The weights over their sum are the columns' strategy, the prices of the rows the rows' one.
        """
        least = self.cells[0]
        at: i64 = 1
        while at < len(self.cells):
            least = min(least, self.cells[at])
            at += 1
        table = Simplex(self.rows, self.columns, self.cells, 1.0 - least)
        table.run()
        whole = table.weight()
        self.value = 1.0 / whole - (1.0 - least)
        self.column_chances = table.weights(whole)
        self.row_chances = table.prices(whole)


def alone(which: i64, number: i64) -> vec[float]:
    """One choice for certain."""
    chances = vec[float]()
    at: i64 = 0
    while at < number:
        chances = append(chances, 1.0 if at == which else 0.0)
        at += 1
    return chances


class Simplex:
    """A tableau: a row for each row of the game, a column for each choice, slack and bound; last
    come the prices.
    """

    __slots__ = ("basis", "cells", "columns", "rows", "width")

    def __init__(self, rows: i64, columns: i64, payoffs: vec[float], shift: float) -> None:
        self.rows: i64 = rows
        self.columns: i64 = columns
        self.width: i64 = columns + rows + 1
        cells = vec[float]()
        basis = vec[i64]()
        row: i64 = 0
        while row <= rows:
            column: i64 = 0
            while column < self.width:
                if column < columns:
                    cell = payoffs[row * columns + column] + shift if row < rows else -1.0
                elif column < self.width - 1:
                    cell = 1.0 if column - columns == row else 0.0
                else:
                    cell = 1.0 if row < rows else 0.0
                cells = append(cells, cell)
                column += 1
            basis = append(basis, columns + row)
            row += 1
        self.cells = cells
        self.basis = basis

    def run(self) -> None:
        """The column that gains most, or the first that gains if that should go round in
        circles; the tightest row.
        """
        left: i64 = PIVOTS * self.width
        column = self.entering(True)
        while column >= 0 and left > -PIVOTS * self.width:
            self.pivot(self.leaving(column), column)
            left -= 1
            column = self.entering(left > 0)

    def entering(self, most: bool) -> i64:
        best: i64 = -1
        price = -EXACT
        column: i64 = 0
        while column < self.width - 1:
            if self.cells[self.rows * self.width + column] < price:
                best = column
                if not most:
                    return best
                price = self.cells[self.rows * self.width + column]
            column += 1
        return best

    def leaving(self, column: i64) -> i64:
        tightest: i64 = -1
        least = 0.0
        row: i64 = 0
        while row < self.rows:
            cell = self.cells[row * self.width + column]
            if cell > EXACT:
                bound = self.cells[row * self.width + self.width - 1] / cell
                closer = tightest < 0 or bound < least - TIED
                if closer or (bound <= least + TIED and self.basis[row] < self.basis[tightest]):
                    tightest = row
                    least = bound
            row += 1
        return tightest

    def pivot(self, row: i64, column: i64) -> None:
        """The column enters in place of what the row stood for."""
        width: i64 = self.width
        scale = self.cells[row * width + column]
        at: i64 = 0
        while at < width:
            self.cells[row * width + at] = self.cells[row * width + at] / scale
            at += 1
        other: i64 = 0
        while other <= self.rows:
            factor = self.cells[other * width + column]
            if other != row and factor != 0.0:
                at = 0
                while at < width:
                    self.cells[other * width + at] = (
                        self.cells[other * width + at] - factor * self.cells[row * width + at]
                    )
                    at += 1
            other += 1
        self.basis[row] = column

    def weight(self) -> float:
        """The sum of all weights."""
        return self.cells[self.rows * self.width + self.width - 1]

    def weights(self, whole: float) -> vec[float]:
        """The columns' weights as shares of the whole."""
        shares = alone(-1, self.columns)
        row: i64 = 0
        while row < self.rows:
            column: i64 = self.basis[row]
            if column < self.columns:
                shares[column] = max(0.0, self.cells[row * self.width + self.width - 1] / whole)
            row += 1
        return shares

    def prices(self, whole: float) -> vec[float]:
        """The rows' prices as shares of the whole."""
        shares = vec[float]()
        row: i64 = 0
        while row < self.rows:
            price = self.cells[self.rows * self.width + self.columns + row] / whole
            shares = append(shares, max(0.0, price))
            row += 1
        return shares
