"""The pieces as rows of numbers, for learners that look at boards or lists of pieces.

They are read off a picture, which shows what a seat may know.
"""

from __future__ import annotations

from dogfight.core.options import Options
from dogfight.core.seat import Seat
from dogfight.games.boots.game import Boots
from dogfight.games.boots.maps import OUTSIDE_NAMES
from dogfight.games.boots.view import BoardView

_MOST = 255


class Pieces:
    """Every piece of a battle on its map; a battle of planes alone has no map and no rows."""

    def __init__(self, game: Boots, options: Options) -> None:
        board = game.views.board_view(game.new(options), 0)
        kinds = sorted({piece.kind for piece in board.pieces})
        self.kinds = tuple(kinds)
        self.most = len(board.pieces)
        self.columns = (
            *("own", "enemy"),
            *(f"kind {kind}" for kind in kinds),
            *("pinned", "acted", "attacks", "slots", "aboard"),
        )
        self.limits = (1, 1, *(1 for _ in kinds), _MOST, 1, _MOST, _MOST, 1)
        self.terrain: tuple[str, ...] = ()
        self.grid: tuple[int, int] | None = None
        if board.map is not None:
            self.grid = len(board.map.terrain), len(board.map.terrain[0])
            self.terrain = tuple(sorted(set("".join(board.map.terrain))))
        self.ground_columns = (
            *(f"terrain {letter}" for letter in self.terrain),
            *("elevation", "own objective", "enemy objective"),
        )
        self.ground_limits = (*(1 for _ in self.terrain), _MOST, 1, 1)

    def rows(
        self, board: BoardView, seat: Seat
    ) -> list[tuple[tuple[int, int] | None, tuple[int, ...]] | None]:
        """Where each piece is and what it is to a seat; None for one that is out of the game."""
        rows: list[tuple[tuple[int, int] | None, tuple[int, ...]] | None] = []
        for piece in board.pieces:
            at = self._place(piece.place)
            if at is None and piece.place not in OUTSIDE_NAMES:
                rows.append(None)
                continue
            values = (
                piece.seat == seat,
                piece.seat != seat,
                *(piece.kind == kind for kind in self.kinds),
                piece.pinned,
                piece.acted,
                piece.attacks,
                piece.slots,
                bool(piece.aboard),
            )
            rows.append((at, tuple(int(value) for value in values)))
        return rows

    def ground(self, board: BoardView, seat: Seat) -> list[tuple[int, tuple[int, int], int]]:
        """Terrain, elevation, and whose each objective is."""
        if board.map is None:
            return []
        cells: list[tuple[int, tuple[int, int], int]] = []
        for y, (letters, heights) in enumerate(
            zip(board.map.terrain, board.map.elevation, strict=True)
        ):
            for x, (letter, height) in enumerate(zip(letters, heights, strict=True)):
                cells.append((self.terrain.index(letter), (y, x), 1))
                cells.append((len(self.terrain), (y, x), int(height)))
        for place, side in board.objectives.items():
            at = self._place(place)
            if at is not None and side >= 0:
                cells.append((len(self.terrain) + 1 + (side != seat), at, 1))
        return cells

    def _place(self, place: str) -> tuple[int, int] | None:
        """Row and column of a place such as `B6`, from 0; None off the map."""
        if self.grid is None or not place[1:].isdigit():
            return None
        y, x = int(place[1:]) - 1, ord(place[0]) - ord("A")
        return (y, x) if 0 <= y < self.grid[0] and 0 <= x < self.grid[1] else None
