"""`dogfight print`: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

import dogfight
from dogfight.cli.common_options import Data, GameName, Given
from dogfight.cli.console import print_status
from dogfight.cli.games import given_options
from dogfight.printing.kits import kit_of
from dogfight.printing.pages import lay_out
from dogfight.printing.pdf import pdf


def print_kit(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The PDF to write.", show_default=False)],
    data: Data = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper to print on.")] = "a4",
    texts: Given = [],  # noqa: B006
    battle: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="One battle with all that it needs; short for -o battle=NAME.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Print a game: its boards, tiles, cards, counters and aids as pages of a PDF to cut out.

    With options it is a booklet of what they need, and nothing else.
    """
    rules = dogfight.load(game, data)
    words = [*texts, f"battle={battle}"] if battle else texts
    kit = kit_of(rules, given_options(rules, words) if words else None)
    pages = lay_out(kit, paper)
    text = pdf(f"{kit.title}: print and play", pages)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(text)
    print_status(
        f"wrote {out}: {len(pages)} pages, {len(kit.boards)} boards, {len(kit.parts)} parts"
    )
