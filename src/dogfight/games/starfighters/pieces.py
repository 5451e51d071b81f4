"""The ships as rows of numbers, for learners that look at boards or lists of pieces.

They are read off a picture, which shows what a seat may know.
"""

from __future__ import annotations

from dogfight.core.options import Options
from dogfight.core.seat import Seat
from dogfight.games.starfighters.game import Starfighters
from dogfight.games.starfighters.view import BoardView

FACINGS = ("E", "NE", "NW", "W", "SW", "SE")
_MOST_CARDS = 255


class Ships:
    """Every ship on a grid of axial coordinates, both from the lowest; corners are off the map."""

    ground_columns = ("wreckage", "on the map")
    ground_limits = (1, 1)

    def __init__(self, game: Starfighters, options: Options) -> None:
        board = game.views.board_view(game.new(options), 0)
        self.most = len(board.ships)
        self.radius = board.radius
        self.grid = (2 * board.radius + 1, 2 * board.radius + 1)
        self.columns = (
            "own",
            *(f"{n} to the left" for n in range(1, self.most)),
            *(f"facing {name}" for name in FACINGS),
            *("hull", "cards", "anchored", "anchored next", "shield", "hit", "start player"),
        )
        ones = (1,) * (self.most + len(FACINGS))
        self.limits = (*ones, board.hull, _MOST_CARDS, 1, 1, 1, 1, 1)

    def rows(
        self, board: BoardView, seat: Seat
    ) -> list[tuple[tuple[int, int] | None, tuple[int, ...]] | None]:
        """Where each ship is and what it is to a seat, the own one first; None for a wreck."""
        rows: list[tuple[tuple[int, int] | None, tuple[int, ...]] | None] = []
        for away in range(self.most):
            ship = board.ships[(seat + away) % self.most]
            if ship.destroyed:
                rows.append(None)
                continue
            values = (
                *(n == away for n in range(self.most)),
                *(ship.facing == name for name in FACINGS),
                ship.hull,
                min(ship.hand_size, _MOST_CARDS),
                ship.anchored,
                ship.anchored_next,
                ship.shield,
                ship.seat in board.hit,
                ship.seat == board.start,
            )
            at = None if ship.hex is None else self._place(ship.hex)
            rows.append((at, tuple(int(value) for value in values)))
        return rows

    def ground(
        self,
        board: BoardView,
        seat: Seat,  # noqa: ARG002
    ) -> list[tuple[int, tuple[int, int], int]]:
        """Wreckage, and what is on the map at all."""
        span = range(-self.radius, self.radius + 1)
        wrecks = [(0, self._place(hex_), 1) for hex_ in board.wreckage]
        inside = [
            (1, (r + self.radius, q + self.radius), 1)
            for r in span
            for q in span
            if abs(q + r) <= self.radius
        ]
        return wrecks + inside

    def _place(self, hex_: str) -> tuple[int, int]:
        q, r = (int(number) for number in hex_.split(","))
        return r + self.radius, q + self.radius
