"""The board file: loaded, checked and turned into tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from dogfight.core.errors import BadNotation
from dogfight.datafiles.files import DataFile, StrictStruct, find
from dogfight.games.squadrons.names import (
    HEADING_NAMES,
    PLANE_NAMES,
    RANK_NAMES,
    SUITS,
    heading_called,
    square_called,
)
from dogfight.games.squadrons.tables import MOST_COLUMNS, MOST_ROWS, ROW, Board

_LONGEST_STALL = 1000


class BoardId(StrictStruct, frozen=True):
    id: str
    note: str = ""


class Grid(StrictStruct, frozen=True):
    """[SQ-1.7] The squares of the board, and those that cannot be flown over."""

    columns: Annotated[int, Meta(ge=1, le=MOST_COLUMNS, extra={"rule": "SQ-1.7"})]
    """From west to east: a, b, c and so on."""
    rows: Annotated[int, Meta(ge=1, le=MOST_ROWS, extra={"rule": "SQ-1.7"})]
    """From south to north."""
    blocked: tuple[str, ...] = ()
    """Squares like e6."""


class Airfield(StrictStruct, frozen=True):
    """[SQ-1.10] A picture on the board; it has no effect."""

    side: str
    squadron: str
    squares: tuple[str, ...]


class Deck(StrictStruct, frozen=True):
    """[SQ-1.3] An ordinary deck of cards; the rules know no other."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    jokers: int


class Limits(StrictStruct, frozen=True):
    """[SQ-8.7] When a game without losses ends."""

    stall_turns: Annotated[int, Meta(ge=1, le=_LONGEST_STALL, extra={"rule": "SQ-8.7"})]
    """Turns without a loss after which it is a draw."""


class BoardFile(StrictStruct, frozen=True):
    """The contents of board.toml."""

    meta: BoardId
    board: Grid
    start: dict[str, str]
    """[SQ-2.1] Square and heading of each plane, R1 to R6 and G1 to G6, like `a1 N`."""
    deck: Deck
    limits: Limits
    airfield: tuple[Airfield, ...] = ()


class Data:
    """The checked data of one set: the file, its contents, and the tables made from it."""

    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.contents = file.read(
            BoardFile,
            {
                "start": "SQ-2.1",
                "deck": "SQ-1.3",
                "airfield": "SQ-1.10",
                "limits": "SQ-8.7",
                "": "SQ-1.7",
            },
        )
        self._check_deck()
        self.blocked = self._squares("board.blocked", self.contents.board.blocked)
        self._check_airfields()
        self.start = self._start()
        grid = self.contents.board
        self.board = Board(
            grid.columns,
            grid.rows,
            list(self.blocked),
            self.start,
            self.contents.limits.stall_turns,
        )

    def on_board(self, square: int) -> bool:
        """[SQ-1.7] Whether the grid has this square and it is not blocked."""
        grid = self.contents.board
        return (
            square % ROW < grid.columns and square // ROW < grid.rows and square not in self.blocked
        )

    def _check_deck(self) -> None:
        """[SQ-1.3] Four suits of thirteen ranks and no jokers: the rules know no other deck."""
        deck = self.contents.deck
        if deck.suits != SUITS:
            raise self.file.fault(
                "deck.suits", f"the suits {' '.join(SUITS)}", deck.suits, rule="SQ-1.3"
            )
        if deck.ranks != RANK_NAMES:
            raise self.file.fault(
                "deck.ranks", f"the ranks {' '.join(RANK_NAMES)}", deck.ranks, rule="SQ-1.3"
            )
        if deck.jokers != 0:
            raise self.file.fault("deck.jokers", "no jokers", deck.jokers, rule="SQ-1.3")

    def _squares(self, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
        grid = self.contents.board
        numbers: list[int] = []
        for name in names:
            square = self._square(key, name)
            if square % ROW >= grid.columns or square // ROW >= grid.rows:
                raise self.file.fault(
                    key, f"squares of the {grid.columns}×{grid.rows} board", name, rule="SQ-1.7"
                )
            if square in numbers:
                raise self.file.fault(key, "each square once", name, rule="SQ-1.7")
            numbers.append(square)
        return tuple(numbers)

    def _square(self, key: str, name: str) -> int:
        try:
            return square_called(name)
        except BadNotation as error:
            raise self.file.fault(key, "squares like a1", name, rule=error.rule) from error

    def _check_airfields(self) -> None:
        for number, field in enumerate(self.contents.airfield, 1):
            if field.side not in ("R", "G"):
                raise self.file.fault(
                    f"airfield {number}.side", "R or G", field.side, rule="SQ-1.1"
                )
            self._squares(f"airfield {number}.squares", field.squares)

    def _start(self) -> list[tuple[int, int]]:
        """[SQ-2.1] The start square and heading of each of the twelve planes, R1 to G6."""
        texts = self.contents.start
        if set(texts) != set(PLANE_NAMES):
            raise self.file.fault("start", "R1 to R6 and G1 to G6", sorted(texts), rule="SQ-1.2")
        numbers: list[tuple[int, int]] = []
        for name in PLANE_NAMES:
            square, heading = self._stand(f"start.{name}", texts[name])
            if any(square == other for other, _ in numbers):
                raise self.file.fault(
                    f"start.{name}", "a square with no other plane", texts[name], rule="SQ-1.9"
                )
            numbers.append((square, heading))
        return numbers

    def _stand(self, key: str, text: str) -> tuple[int, int]:
        words = text.split(" ")
        if len(words) != 2:
            raise self.file.fault(key, "a square and a heading like 'a1 N'", text, rule="SQ-1.8")
        square = self._square(key, words[0])
        if not self.on_board(square):
            raise self.file.fault(
                key, "a square of the board that is not blocked", text, rule="SQ-1.7"
            )
        try:
            return square, heading_called(words[1])
        except BadNotation as error:
            headings = f"a heading out of {', '.join(HEADING_NAMES)}"
            raise self.file.fault(key, headings, words[1], rule=error.rule) from error


def load_data(folder: Path | None) -> Data:
    """The built-in board, or the one of a folder."""
    return Data(find("squadrons", "board.toml", folder))


DATA_FILES = {"board.toml": BoardFile}
