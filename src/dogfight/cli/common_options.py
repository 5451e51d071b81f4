"""Arguments and options that mean the same on every command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight.cli.packs_given import folder_given

MOST_SEED = 2**63 - 1
MOST_JOBS = 1024
MOST_GAMES = 10_000_000
"""The most games of one call, which stay in memory until the report is made; for more, call
several times.
"""
DAY = 86_400.0
MOST_MINUTES = 100_000.0

GameName = Annotated[
    str,
    typer.Argument(
        help="The game, by its short name.", show_default=False, autocompletion=dogfight.names
    ),
]
Given = Annotated[
    list[str],
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; repeat for more.",
        show_default=False,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        "--pack",
        metavar="FOLDER",
        help="A folder or pack whose files replace the built-in data.",
        callback=folder_given,
    ),
]
Plugins = Annotated[
    list[str],
    typer.Option(
        "--plugin",
        metavar="FILE",
        help="A file or module with further games or bots; repeat for more.",
        show_default=False,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", help="The same seed gives the same games or figures.", min=0, max=MOST_SEED
    ),
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", help="Games at a time; 0 is one for each core.", min=0, max=MOST_JOBS),
]
OnRay = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: auto, HOST:PORT, or without an address one on this machine.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to stdout.")]
OnlyGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="Only this game.", show_default=False)
]
AsciiOnly = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")]
InLines = Annotated[bool, typer.Option("--lines", help="Plain lines, in a terminal too.")]
