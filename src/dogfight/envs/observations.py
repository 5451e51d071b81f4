"""Forms of observations beside the flat row of features: planes for boards, lists of pieces.

A game offers its pieces by a `PieceTable`, which its manifest names. Both forms are made from it
here, out of the picture that a seat may see. The flat row stands beside them, for hands and scores
lie on no board.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from dogfight.core.errors import BadOption, shown
from dogfight.core.options import Options, as_words
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.encoding.capabilities import HasEgocentric, HasFeatures
from dogfight.encoding.features import FeatureSpace

FlatName = Literal["features", "egocentric"]
FormName = Literal["features", "egocentric", "planes", "entities"]
FLAT: tuple[FlatName, ...] = ("features", "egocentric")
"""The forms that are a flat row."""
FORMS: tuple[FormName, ...] = (*FLAT, "planes", "entities")
PieceRow = tuple[tuple[int, int] | None, tuple[int, ...]]
"""Row and column of a piece on the grid, or None beside it, and its numbers."""


class PieceTable(Protocol):
    """The pieces of a game with certain options as whole numbers from 0 to their limits."""

    columns: tuple[str, ...]
    limits: tuple[int, ...]
    most: int
    """How many pieces there are at most; every piece keeps its place in the list."""
    grid: tuple[int, int] | None
    """Rows and columns of the board, where it has them."""
    ground_columns: tuple[str, ...]
    ground_limits: tuple[int, ...]

    def rows(self, picture: Any, seat: Seat) -> Sequence[PieceRow | None]:
        """A row for every piece, out of what the seat may see; None for one that is gone."""

    def ground(self, picture: Any, seat: Seat) -> Sequence[tuple[int, tuple[int, int], int]]:
        """What the board itself shows: the number of a ground column, a place and a value."""


def pieces_of(game: AnyGame, options: Options) -> PieceTable | None:
    """The pieces of a game with these options, if it offers them and has any."""
    make = game.manifest.load("pieces")
    table: PieceTable | None = None if make is None else make(game, options)
    return table if table is not None and table.most else None


def feature_space(game: AnyGame, options: Options, form: str) -> FeatureSpace:
    """The numbers of the flat row of an observation; boards have the usual one beside them."""
    if form != "egocentric":
        assert isinstance(game, HasFeatures)
        return game.features(options)
    if not isinstance(game, HasEgocentric):
        raise BadOption(
            f"expected the observation features: {game.name} has no egocentric observation"
        )
    return game.egocentric(options)


def egocentric_digest(game: AnyGame) -> str:
    """Stands for what the egocentric numbers mean, with all sample options; empty where a game
    has none.
    """
    if not isinstance(game, HasEgocentric):
        return ""
    lines = [
        f"{as_words(options)}: {game.egocentric(options).digest()}" for options in game.samples()
    ]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


class BoardForm:
    """Observations of one form for a game with certain options."""

    def __init__(self, game: AnyGame, options: Options, form: FormName) -> None:
        if form not in FORMS:
            raise BadOption(f"expected an observation out of {', '.join(FORMS)}; got {shown(form)}")
        table = pieces_of(game, options)
        if table is None or (form == "planes" and table.grid is None):
            raise BadOption(
                f"expected the observation features: {game.name} with {as_words(options) or 'its'}"
                f" options has no {'board' if form == 'planes' else 'pieces'} for {form}"
            )
        self.game: AnyGame = game
        self.form: FormName = form
        self.table = table
        places = ("row", "column") if table.grid is not None else ()
        rows, columns = table.grid or (0, 0)
        self.names: tuple[str, ...] = (
            (*table.columns, *table.ground_columns)
            if form == "planes"
            else ("on the board", *places, *table.columns)
        )
        """The channels of planes, or the columns of entities."""
        self.limits: tuple[int, ...] = (
            (*(limit * table.most for limit in table.limits), *table.ground_limits)
            if form == "planes"
            else (1, *((rows, columns) if places else ()), *table.limits)
        )
        self.shape: tuple[int, ...] = (
            (len(self.names), rows, columns) if form == "planes" else (table.most, len(self.names))
        )

    def observe(self, position: Any, seat: Seat) -> dict[str, NDArray[Any]]:
        """The arrays of a form: planes, or entities with their mask."""
        picture = self.game.views.board_view(position, seat)
        return self._planes(picture, seat) if self.form == "planes" else self._list(picture, seat)

    def _planes(self, picture: Any, seat: Seat) -> dict[str, NDArray[Any]]:
        planes = np.zeros(self.shape, np.float32)
        for row in self.table.rows(picture, seat):
            if row is not None and row[0] is not None:
                planes[: len(row[1]), row[0][0], row[0][1]] += row[1]
        first = len(self.table.columns)
        for channel, (y, x), value in self.table.ground(picture, seat):
            planes[first + channel, y, x] = value
        return {"observation": planes}

    def _list(self, picture: Any, seat: Seat) -> dict[str, NDArray[Any]]:
        entities = np.zeros(self.shape, np.float32)
        mask = np.zeros(self.shape[0], np.int8)
        for number, row in enumerate(self.table.rows(picture, seat)):
            if row is not None:
                at, values = row
                place = () if self.table.grid is None else at or (0, 0)
                entities[number] = (at is not None, *place, *values)
                mask[number] = 1
        return {"observation": entities, "entity_mask": mask}


def pieces_digest(game: AnyGame) -> str:
    """Stands for what every column of the pieces means, with all sample options; empty where a
    game has none.
    """
    lines = [
        f"{as_words(options)}: {table.most} {table.grid}"
        f" {list(zip(table.columns, table.limits, strict=True))}"
        f" {list(zip(table.ground_columns, table.ground_limits, strict=True))}"
        for options in game.samples()
        if (table := pieces_of(game, options)) is not None
    ]
    return sha256("\n".join(lines).encode()).hexdigest()[:16] if lines else ""
