"""`dogfight biplanes solve`: a position of Biplanes' last round, worked out and put into words."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

import dogfight
from dogfight.cli.common_options import DAY, AsJson, Data
from dogfight.cli.console import show_json
from dogfight.core.errors import BadOption
from dogfight.core.seat import SeatInfo
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solution import Choice, Solution
from dogfight.games.biplanes.solution import solve as worked_out

ANY_NUMBER = 1 << 40
NEVER = 0.0005
"""Chances below this print as never."""


class SolvedAction(msgspec.Struct):
    """One legal action: how often best play takes it, and what it is worth to its seat."""

    action: str
    text: str
    chance: float
    value: float


class SolvedSeat(msgspec.Struct):
    """What a seat may expect, and its choices where it acts now."""

    seat: str
    name: str
    value: float
    actions: list[SolvedAction]


class Solved(msgspec.Struct):
    """The whole answer."""

    position: str
    seats: list[SolvedSeat]
    positions: int


def solve(
    position: Annotated[
        str, typer.Argument(help="A Biplanes position on one line, in quotes.", show_default=False)
    ],
    seconds: Annotated[
        float, typer.Option(help="Give up after this time.", min=0.01, max=DAY)
    ] = 10.0,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Work out a position of Biplanes' last round: its value, and the best mixed strategies of
    both sides.
    """
    game = dogfight.load("biplanes", data)
    assert isinstance(game, Biplanes)
    read = game.notation.read(position)
    if read.actor() < 0:
        raise BadOption(
            "expected a position in which a seat has to choose; here it is over, or tiles are drawn"
        )
    answer = solved(game, read, worked_out(read, positions=ANY_NUMBER, seconds=seconds))
    if as_json:
        show_json(answer)
        return
    for seat in answer.seats:
        print(f"{seat.name} ({seat.seat}) may expect {seat.value:.4f} of the stake.")
        for action in seat.actions:
            often = "never" if action.chance < NEVER else f"{action.chance:.1%}"
            print(f"  {often:>7}  {action.action:10} {action.text}; worth {action.value:.4f}")
    print(f"{answer.positions} positions worked out.")


def solved(game: Biplanes, position: Position, solution: Solution) -> Solved:
    """The answer with the names of seats and the words of actions."""
    seats: tuple[SeatInfo, ...] = game.seats(game.options_of(position))
    return Solved(
        position=game.notation.write(position),
        seats=[
            SolvedSeat(
                info.name,
                info.title,
                solution.value if seat == 0 else 1.0 - solution.value,
                [
                    _solved_choice(game, position, seat, choice)
                    for choice in solution.choices.get(seat, [])
                ],
            )
            for seat, info in enumerate(seats)
        ],
        positions=solution.positions,
    )


def _solved_choice(game: Biplanes, position: Position, seat: int, choice: Choice) -> SolvedAction:
    word = game.notation.write_action(position, seat, choice.action)
    return SolvedAction(
        word, game.text.describe(position, seat, choice.action), choice.chance, choice.value
    )
