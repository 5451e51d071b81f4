"""`dogfight arena`: bots against bots, with a report in the terminal, as JSON, as CSV and as a
page.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Column
from rich.table import Table as Grid

import dogfight
from dogfight.arena.page import as_page
from dogfight.arena.plan import agreed
from dogfight.arena.play import Finished
from dogfight.arena.report import ArenaReport, as_csv
from dogfight.arena.run import MEMORY_MB, Arena, journal_at
from dogfight.arena.statistics import read_bounds
from dogfight.bots.names import split_names
from dogfight.bulk.journal import Journal
from dogfight.cli.common_options import (
    DAY,
    MOST_GAMES,
    AsJson,
    Data,
    GameName,
    Given,
    Jobs,
    OnRay,
    Seed,
)
from dogfight.cli.console import print_status, progress_bar, show_json, write_file
from dogfight.cli.games import given_options
from dogfight.core.errors import BadOption
from dogfight.extras import check_extra
from dogfight.reporting.charts import short_time

NAMED = 10
"""How many games that were not played out the terminal names; JSON and the page name all."""
JOURNAL = ".jsonl"
FORMS = (JOURNAL, ".json", ".csv", ".html")
"""What `--out` can write, by the ending of the file."""


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="The bots, joined by commas; see docs/bots.md for their names."
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            help="Games for each line-up, rounded up to whole deals.", min=1, max=MOST_GAMES
        ),
    ] = 100,
    texts: Given = [],  # noqa: B006
    seed: Seed = 0,
    jobs: Jobs = 0,
    ray: OnRay = None,
    out: Annotated[
        list[Path],
        typer.Option(
            help=(
                "A file to write, by its ending: .jsonl keeps finished games and goes on from them,"
                " .json is the"
                " report, .csv has a line for each side of each game, .html is a page. Repeat for"
                " more."
            ),
            show_default=False,
        ),
    ] = [],  # noqa: B006
    sprt: Annotated[
        str,
        typer.Option(
            help="Stop once it is decided whether the first bot is better: 0.5,0.55 or elo:0,35."
        ),
    ] = "",
    move_seconds: Annotated[
        float, typer.Option(help="A bot that thinks longer forfeits.", min=0.1, max=DAY)
    ] = 60.0,
    memory_mb: Annotated[
        int, typer.Option(help="Memory of each process, in megabytes.", min=64, max=1_000_000)
    ] = MEMORY_MB,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other on the same deals from every seat, and report who is better and
    how sure that is.
    """
    check_extra("openskill")  # the report needs it after all games are played
    loaded = dogfight.load(game, data)
    chosen = given_options(loaded, texts)
    terms = agreed(loaded, chosen, split_names(bots), seed, move_seconds)
    bounds = read_bounds(sprt) if sprt else None
    whole = Arena(loaded, terms, games, jobs or os.cpu_count() or 1, bounds, memory_mb, data, ray)
    files = by_ending(out)
    kept = files.get(JOURNAL)
    with journal_at(kept, terms) as journal:
        deals = _played(whole, journal, kept)
    report = whole.report(deals)
    _write(files, report, [game for deal in deals[: report.deals] for game in deal], whole)
    if as_json:
        show_json(report)
    else:
        _print(report)


def by_ending(out: list[Path]) -> dict[str, Path]:
    """The files of a call by what they hold, which their endings say; each must be one that can
    be written.
    """
    files: dict[str, Path] = {}
    for path in out:
        if path.suffix not in FORMS or path.suffix in files:
            raise BadOption(
                f"--out: expected at most one file for each of {', '.join(FORMS)}; got {path}"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        files[path.suffix] = path
    return files


def _write(
    files: dict[str, Path], report: ArenaReport, games: list[Finished], whole: Arena
) -> None:
    made = {
        ".json": lambda: msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n",
        ".csv": lambda: as_csv(games, whole.names),
        ".html": lambda: as_page(report, whole.game.title),
    }
    for ending in made.keys() & files.keys():
        write_file(files[ending], made[ending]())


def _played(whole: Arena, journal: Journal[Finished], out: Path | None) -> list[list[Finished]]:
    fixtures = whole.fixtures()
    there = sum(fixture.number in journal.done for fixture in fixtures)
    with progress_bar(f"{whole.game.title}: playing", len(fixtures), there) as advance:
        try:
            return whole.run(journal, lambda: advance(1))
        except KeyboardInterrupt:
            text = (
                f"the same command goes on from {out}"
                if out
                else "with --out it could have gone on later"
            )
            print_status(f"dogfight: stopped after {len(journal.done)} games; {text}")
            raise typer.Exit(130) from None


def _print(report: ArenaReport) -> None:
    terms = report.terms
    print(
        f"{terms.game}: {report.games} games, {report.deals} deals from every seat, seed"
        f" {terms.seed}"
    )
    console = Console()
    console.print(_scores(report))
    console.print(_seats(report))
    if len(report.bots) > 1:
        console.print(_pairs(report))
    console.print(_pace(report))
    for name, length in (("turns", report.turns), ("decisions", report.decisions)):
        spread = (
            f"median {length.median:g}, 95 % within {length.p95}, {length.least} to {length.most}"
        )
        print(f"{name}: mean {length.mean:g}, {spread}")
    for reason, count in report.reasons.items():
        print(f"{count:8} {reason}")
    for named in report.named[:NAMED]:
        print(f"game {named.number} ({', '.join(named.bots)}), {named.ending}: {named.reason}")
    if len(report.named) > NAMED:
        print(f"and {len(report.named) - NAMED} more games not played out")
    if report.test is not None:
        test = report.test
        print(f"{test.verdict}, after {test.deals} deals: {test.claim}?")
        print(f"log ratio {test.log_ratio:g}, decided at ±{test.limit:g}; {test.method}")


def _name(heading: str) -> Column:
    """A column for names, which may be long."""
    return Column(heading, overflow="fold", max_width=28)


def _scores(report: ArenaReport) -> Grid:
    """Scores and results; where more than two play, a score is also given as a multiple of the
    fair share.
    """
    fair = ("× fair",) if len(report.sides) > 2 else ()
    grid = Grid(
        _name("bot"), "score", Column("95 %", min_width=11), *fair, "w/d/l", "rating", "faults"
    )
    for bot_report in sorted(report.bots, key=lambda bot: -bot.score.mean):
        shares = [
            f"{bot_report.score.mean:.3f}",
            f"{bot_report.score.low:.3f}–{bot_report.score.high:.3f}",
        ]
        shares += [f"{bot_report.fair_shares.mean:.2f}"] if fair else []
        counts = (
            f"{bot_report.wins}/{bot_report.draws}/{bot_report.losses}",
            f"{bot_report.ladder.ordinal:.1f}",
        )
        grid.add_row(
            bot_report.bot,
            *shares,
            *counts,
            str(sum(bot_report.faults.values()) + bot_report.forfeits),
        )
    return grid


def _pace(report: ArenaReport) -> Grid:
    grid = Grid(_name("time per decision"), "mean", "half within", "95 % within", "decisions")
    for bot in report.bots:
        seconds = (bot.thought.mean, bot.thought.p50, bot.thought.p95)
        grid.add_row(bot.bot, *map(short_time, seconds), str(bot.thought.decisions))
    return grid


def _seats(report: ArenaReport) -> Grid:
    grid = Grid(_name("score from"), *(side.side for side in report.sides))
    for bot in report.bots:
        grid.add_row(bot.bot, *("" if score is None else f"{score:.3f}" for score in bot.by_side))
    grid.add_row(
        "any",
        *(
            f"{side.score.mean:.3f} ({side.score.low:.3f}–{side.score.high:.3f})"
            for side in report.sides
        ),
    )
    return grid


def _pairs(report: ArenaReport) -> Grid:
    ahead = {(pair.bot, pair.against): pair for pair in report.pairs}
    names = [bot.bot for bot in report.bots]
    grid = Grid(_name("ahead of"), *(_name(text) for text in names))
    for name in names:
        cells = [ahead.get((name, text)) for text in names]
        grid.add_row(name, *("" if cell is None else f"{cell.ahead.mean:.3f}" for cell in cells))
    return grid
