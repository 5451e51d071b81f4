"""`dogfight print`: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

import dogfight
from dogfight.cli.common_options import Data, GameName
from dogfight.cli.console import print_status
from dogfight.printing.kits import kit_of
from dogfight.printing.pages import lay_out
from dogfight.printing.pdf import pdf


def print_kit(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The PDF to write.", show_default=False)],
    data: Data = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper to print on.")] = "a4",
) -> None:
    """Print a game: its boards, tiles, cards, counters and aids as pages of a PDF to cut out."""
    kit = kit_of(dogfight.load(game, data))
    pages = lay_out(kit, paper)
    text = pdf(f"{kit.title}: print and play", pages)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(text)
    print_status(
        f"wrote {out}: {len(pages)} pages, {len(kit.boards)} boards, {len(kit.parts)} parts"
    )
