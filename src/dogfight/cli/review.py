"""`dogfight review`: a finished game split into luck, guesses and choices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dogfight.cli.common_options import AsJson, Data, Seed
from dogfight.cli.console import print_status, read_text, show_json, write_file
from dogfight.cli.records import RECORD, RecordFile, game_of, say_version
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.match.record import Record, parse
from dogfight.match.replay import version_notice

SECONDS = 20.0


def review(
    file: RecordFile,
    seed: Seed = 0,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", help="The time for it; more brings smaller errors.", min=0.1, max=86_400
        ),
    ] = SECONDS,
    samples: Annotated[
        int,
        typer.Option(
            "--samples",
            help="Samples a position, whatever the time; 0 goes by the time.",
            min=0,
            max=1_000_000,
        ),
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Write it as one page.")
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Explain a finished game: its result split into luck, guesses and choices, with what
    decided it.
    """
    if out is not None and out.suffix != ".html":
        raise BadOption(f"expected a file that ends in .html, got {out}")
    record = parse(read_text(file, RECORD))
    game = game_of(record, data)
    _review(game, record, seed, seconds, samples, out, as_json)
    say_version(version_notice(game, record.header))


def _review(
    game: AnyGame,
    record: Record,
    seed: int,
    seconds: float,
    samples: int,
    out: Path | None,
    as_json: bool,
) -> None:
    from dogfight.review.analysis import (
        analysed,
        analyses,
    )  # NumPy is slow to load, and no other command needs it here
    from dogfight.review.page import as_page
    from dogfight.review.text import text_of

    if samples:
        analysis = analysed(game, record, seed, samples)
    else:
        for analysis in analyses(game, record, seed, seconds):
            print_status(
                f"{analysis.samples} samples a position:"
                f" {'all' if analysis.judged else 'luck and curve'}"
            )
    if out is not None:
        write_file(out, as_page(analysis, game.title))
    if as_json:
        show_json(analysis)
    elif out is None:
        print("\n".join(text_of(analysis)))
