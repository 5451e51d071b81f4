"""The planes as rows of numbers, for learners that look at boards or lists of pieces.

They are read off a picture, which shows what a seat may know.
"""

from __future__ import annotations

from dogfight.core.options import Options
from dogfight.core.seat import Seat
from dogfight.games.squadrons.game import Squadrons
from dogfight.games.squadrons.view import BoardView

HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class Planes:
    """Every plane on the grid, row 0 being rank 1."""

    columns = ("own", "enemy", *(f"heading {name}" for name in HEADINGS), "to move", "named")
    limits = (1,) * len(columns)
    ground_columns = ("blocked",)
    ground_limits = (1,)

    def __init__(self, game: Squadrons, options: Options) -> None:
        board = game.views.board_view(game.new(options), 0)
        self.most = len(board.planes)
        self.grid = (board.rows, board.columns)

    def rows(
        self, board: BoardView, seat: Seat
    ) -> list[tuple[tuple[int, int] | None, tuple[int, ...]] | None]:
        """Where each plane is and what it is to a seat; None for one that is shot down."""
        own = "RG"[seat]
        rows: list[tuple[tuple[int, int] | None, tuple[int, ...]] | None] = []
        for plane in board.planes:
            values = (
                plane.name[0] == own,
                plane.name[0] != own,
                *(plane.heading == name for name in HEADINGS),
                plane.to_move,
                plane.name == board.named,
            )
            at = _place(plane.square)
            rows.append(None if at is None else (at, tuple(int(value) for value in values)))
        return rows

    def ground(
        self,
        board: BoardView,
        seat: Seat,  # noqa: ARG002
    ) -> list[tuple[int, tuple[int, int], int]]:
        """The squares that nobody may enter."""
        places = (_place(square) for square in board.blocked)
        return [(0, at, 1) for at in places if at is not None]


def _place(square: str) -> tuple[int, int] | None:
    """Rank and file of a square such as `a1`, from 0; None for a plane that is gone."""
    if not square[1:].isdigit():
        return None
    return int(square[1:]) - 1, ord(square[0]) - ord("a")
