"""Matrix games: the simplex method gives what trying all supports with exact fractions gives."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec

from dogfight.games.biplanes.matrix import Matrix

Rows = list[list[int]]
Mix = list[Fraction]


def solved(rows: Rows) -> Matrix:
    matrix = Matrix(
        len(rows), len(rows[0]), vec[float]([float(cell) for row in rows for cell in row])
    )
    matrix.solve()
    return matrix


def solution_of(equations: list[list[Fraction]]) -> Mix | None:
    """Gauss: each row holds the coefficients and the right side."""
    size = len(equations)
    rows = [list(row) for row in equations]
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [cell / rows[column][column] for cell in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [
                    item - factor * pair for item, pair in zip(rows[row], rows[column], strict=True)
                ]
    return [row[-1] for row in rows]


def indifferent(
    rows: Rows, own: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[Mix, Fraction] | None:
    """The mix over `mine` that gives the same against all of `theirs`, with what it gives."""
    equations = [
        [Fraction(rows[row][column]) for row in own] + [Fraction(-1), Fraction(0)]
        for column in theirs
    ]
    equations.append([Fraction(1)] * len(own) + [Fraction(0), Fraction(1)])
    result = solution_of(equations)
    if result is None or any(share < 0 for share in result[:-1]):
        return None
    return result[:-1], result[-1]


def value_by_supports(rows: Rows) -> Fraction:
    """Try every pair of supports of equal size: one of them is an equilibrium."""
    turned = [list(column) for column in zip(*rows, strict=True)]
    for size in range(1, min(len(rows), len(turned)) + 1):
        for combination in combinations(range(len(rows)), size):
            for theirs in combinations(range(len(turned)), size):
                first, second = (
                    indifferent(rows, combination, theirs),
                    indifferent(turned, theirs, combination),
                )
                if first is None or second is None:
                    continue
                (mix, value), (other_mix, _) = first, second
                least = min(
                    sum(p * rows[row][c] for p, row in zip(mix, combination, strict=True))
                    for c in range(len(turned))
                )
                most = max(
                    sum(q * row[c] for q, c in zip(other_mix, theirs, strict=True)) for row in rows
                )
                if least == value == most:
                    return value
    raise AssertionError(f"no equilibrium in {rows}")


@st.composite
def matrices(draw: st.DrawFn) -> Rows:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = st.integers(-3, 3)
    return [[draw(cells) for _ in range(columns)] for _ in range(rows)]


@settings(max_examples=150, deadline=None)
@given(matrices())
def test_value_and_strategies_are_those_of_all_supports(rows: Rows) -> None:
    matrix = solved(rows)
    assert matrix.value == pytest.approx(float(value_by_supports(rows)), abs=1e-9)
    assert sum(matrix.row_chances) == pytest.approx(1) == sum(matrix.column_chances)
    assert all(matrix.row_worth(row) <= matrix.value + 1e-9 for row in range(matrix.rows))
    assert all(
        matrix.column_worth(column) >= matrix.value - 1e-9 for column in range(matrix.columns)
    )


@settings(max_examples=150, deadline=None)
@given(
    matrices(),
    st.lists(st.integers(-6, 6), min_size=16, max_size=16),
    st.sampled_from([1e-4, 1e-5, 1e-6]),
)
def test_matrix_solves_nearly_degenerate_games(rows: Rows, noise: list[int], scale: float) -> None:
    cells = [
        cell + scale * noise[at] / 7 for at, cell in enumerate(cell for row in rows for cell in row)
    ]
    matrix = Matrix(len(rows), len(rows[0]), vec[float](cells))
    matrix.solve()
    assert matrix.value == pytest.approx(float(value_by_supports(rows)), abs=2 * scale)
    assert all(matrix.row_worth(row) <= matrix.value + 1e-7 for row in range(matrix.rows))
    assert all(
        matrix.column_worth(column) >= matrix.value - 1e-7 for column in range(matrix.columns)
    )


def test_a_strategy_of_another_game_holds_the_value_or_does_not() -> None:
    matrix, shifted, other = (
        solved([[1, -1], [-1, 1]]),
        solved([[3, 1], [1, 3]]),
        solved([[4, 1], [1, 2]]),
    )
    for player in (0, 1):
        assert matrix.is_held_by(shifted, player) and not matrix.is_held_by(other, player)


def test_rock_paper_scissors_is_mixed_evenly() -> None:
    matrix = solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert matrix.value == pytest.approx(0)
    assert list(matrix.row_chances) == pytest.approx([1 / 3] * 3) == list(matrix.column_chances)


def test_a_saddle_point_is_played_purely() -> None:
    matrix = solved([[3, 1], [0, -2]])
    assert matrix.value == 1
    assert list(matrix.row_chances) == [1, 0] and list(matrix.column_chances) == [0, 1]
