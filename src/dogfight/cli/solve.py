"""`dogfight solve`: best play of a small game from its start."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

import dogfight
from dogfight.bots.solutions import GAP, keep, kept, solve_game
from dogfight.cli.common_options import AsJson, Data, GameName, Given
from dogfight.cli.console import print_status, show_json
from dogfight.cli.games import given_options
from dogfight.core.options import OptionValue


class SolvedGame(msgspec.Struct):
    """The value of a game for every seat, and how near to best play the solution is."""

    game: str
    data: str
    options: dict[str, OptionValue]
    shares: dict[str, float]
    nash_conv: float
    moments: int
    states: int
    rounds: int


def solve(
    game: GameName,
    texts: Given = [],  # noqa: B006
    data: Data = None,
    gap: Annotated[
        float,
        typer.Option(help="Stop once best responses gain less than this.", min=1e-6, max=0.1),
    ] = GAP,
    again: Annotated[
        bool, typer.Option("--again", help="Solve it anew, even if a solution is kept.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a small game from its start; bots, hints and the lab then play the solution."""
    loaded = dogfight.load(game, data)
    options = given_options(loaded, texts)
    solution = None if again else kept(loaded, options)
    if solution is None or solution.nash_conv > gap:
        solution = solve_game(
            loaded,
            options,
            gap=gap,
            progress=lambda rounds, left: print_status(
                f"{loaded.title}: NashConv {left:.5f} after {rounds:,} rounds"
            ),
        )
        keep(solution)
    chairs = loaded.seats(options)
    result = SolvedGame(
        loaded.name,
        loaded.data_digest,
        options,
        {info.name: round(solution.shares[seat], 6) for seat, info in enumerate(chairs)},
        round(solution.nash_conv, 6),
        solution.nodes,
        solution.states,
        solution.rounds,
    )
    if as_json:
        show_json(result)
        return
    for info in chairs:
        print(f"{info.title} ({info.name}) gets {result.shares[info.name]:.4f} in best play")
    print(
        f"NashConv {result.nash_conv:.5f} after {result.rounds:,} rounds of CFR+"
        f" ({result.moments:,} moments and {result.states:,} information states)"
    )
