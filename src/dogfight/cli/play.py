"""`dogfight play`: the terminal table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight.cli.common_options import MOST_SEED, AsciiOnly, Data, Given
from dogfight.cli.packs_given import game_of_pack


def play(
    game: Annotated[
        str,
        typer.Argument(
            help="The game to begin at once; a menu asks when it is left out.",
            autocompletion=dogfight.names,
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="A player for each seat (human or a bot), joined by commas."
        ),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            help="The same seed gives the same games or figures; random if left out.",
            min=0,
            max=MOST_SEED,
        ),
    ] = None,
    texts: Given = [],  # noqa: B006
    ascii_only: AsciiOnly = False,
    out: Annotated[
        Path | None, typer.Option(help="Save the record to this file at the end.")
    ] = None,
    auto_pass: Annotated[
        str,
        typer.Option(
            help="Pass reactions without asking: never, always, or unless a shot has more than N %."
        ),
    ] = "never",
    ask_forced: Annotated[
        bool, typer.Option("--ask-forced", help="Ask even for a move that is the only one.")
    ] = False,
    full_time: Annotated[
        bool,
        typer.Option(
            "--full-time", help="Let a timed phase last its full time though all are ready."
        ),
    ] = False,
    position: Annotated[
        str,
        typer.Option(metavar="NOTATION", help="Begin from this position rather than the start."),
    ] = "",
    data: Data = None,
) -> None:
    """Play in the terminal: against bots, or with others at the same screen."""
    from dogfight.tui.play import (
        begun,
        open_table,
    )  # Textual is slow to load, and no other command needs it

    setup = begun(
        game or game_of_pack(data),
        texts,
        seats,
        seed,
        data,
        auto_pass,
        play_forced=not ask_forced,
        early=not full_time,
        position=position,
    )
    open_table(setup, ascii_only=ascii_only, data=data, record=out)
