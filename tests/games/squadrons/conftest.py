"""A small language for tests: put planes on the board, play words, see what can be done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dogfight
from dogfight.core.event import Event
from dogfight.core.seat import CHANCE
from dogfight.games.squadrons.game import Squadrons
from dogfight.games.squadrons.names import PLANE_NAMES
from dogfight.games.squadrons.position import Position

RED_OUT = "AC"


class Desk:
    """A game and its notation, with short words for what tests do over and over."""

    def __init__(self, game: Squadrons) -> None:
        self.game = game

    def line(
        self,
        *planes: str,
        turn: str = "G",
        doing: str = "",
        red: str = RED_OUT,
        green: str = "-",
        idle: str = "0",
    ) -> str:
        """The notation of a position with these planes, the others lost and all of the active
        side still to move.
        """
        stands = {plane.split()[0]: "".join(plane.split()[1:]) for plane in planes}
        words = [stands.get(name, "-") for name in PLANE_NAMES]
        owing = "".join(name[1] for name in PLANE_NAMES if name in stands and name[0] == turn)
        score = f"{words[6:].count('-')}:{words[:6].count('-')}"
        phase = f"{turn}/{doing or 'name:' + owing}"
        return (
            f"R:{','.join(words[:6])} G:{','.join(words[6:])} r={red} g={green} {phase} {score}"
            f" idle:{idle} t50"
        )

    def at(self, *planes: str, **more: str) -> Position:
        return self.game.notation.read(self.line(*planes, **more))

    def play(self, position: Position, words: str) -> list[Event]:
        """Play words one after the other, whoever's turn it is, and give what was told."""
        events: list[Event] = []
        for word in words.split():
            seat = position.actor()
            events += self.game.play(
                position, seat, self.game.notation.read_action(position, seat, word)
            )
        return events

    def can(self, position: Position) -> list[str]:
        """The words of what the actor may do."""
        seat = position.actor()
        return [
            self.game.notation.write_action(position, seat, action)
            for action in self.game.legal(position, seat)
        ]

    def planes(self, position: Position) -> dict[str, str]:
        """The planes on the board with square and heading."""
        board = self.game.views.board_view(position, 0)
        return {
            plane.name: f"{plane.square} {plane.heading}" for plane in board.planes if plane.square
        }

    def draws(self, position: Position) -> bool:
        return bool(position.actor() == CHANCE)


@pytest.fixture(scope="session")
def desk() -> Desk:
    game = dogfight.load("squadrons")
    assert isinstance(game, Squadrons)
    return Desk(game)


BoardMaker = Callable[..., Desk]


@pytest.fixture
def board(tmp_path: Path) -> BoardMaker:
    """Makes a desk with another board: size, blocked squares and stall limit are given, planes
    stand in two rows.
    """

    def make(
        columns: int, rows: int, *blocked: str, stall: int = 40, start: dict[str, str] | None = None
    ) -> Desk:
        stands = start or two_rows(columns, rows, blocked)
        (tmp_path / "board.toml").write_text(board_file(columns, rows, blocked, stands, stall))
        return Desk(Squadrons(tmp_path))

    return make


def two_rows(columns: int, rows: int, blocked: tuple[str, ...]) -> dict[str, str]:
    """Green fills the board from the south, heading N, Red from the north, heading S."""
    squares = [f"{chr(97 + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    free = [square for square in squares if square not in blocked]
    green = {f"G{n + 1}": f"{free[n]} N" for n in range(6)}
    return green | {f"R{n + 1}": f"{free[-1 - n]} S" for n in range(6)}


def board_file(
    columns: int, rows: int, blocked: tuple[str, ...], start: dict[str, str], stall: int
) -> str:
    """The text of a board file."""
    stands = "\n".join(f'{name} = "{stand}"' for name, stand in start.items())
    return f"""
[meta]
id = "test"
[board]
columns = {columns}
rows = {rows}
blocked = {list(blocked)!r}
[start]
{stands}
[deck]
suits = ["C", "S", "H", "D"]
ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
jokers = 0
[limits]
stall_turns = {stall}
"""
