"""`dogfight engine`: a bot of ours that other people's programs can ask, line by line."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dogfight.bots.engine_server import EngineServer
from dogfight.cli.common_options import Data


def engine(
    bot: Annotated[
        str, typer.Argument(help="The bot, such as easy, hard or search:sims=500.")
    ] = "medium",
    data: Data = None,
) -> None:
    """Speak the engine protocol on stdin and stdout for one of our bots."""
    EngineServer(bot, lambda text: print(text, flush=True), data).listen(sys.stdin)
