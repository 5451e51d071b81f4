"""`dogfight lab`: is a game fair, what does a change do to it, how long does it last; with
intervals and verdicts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from dogfight.bots.names import split_names
from dogfight.bulk.data_sets import read_set
from dogfight.bulk.executors import ExecutorConfig
from dogfight.cli.common_options import (
    DAY,
    MOST_GAMES,
    MOST_MINUTES,
    AsJson,
    Data,
    GameName,
    Given,
    Jobs,
    OnRay,
    Seed,
)
from dogfight.cli.console import print_status, show_json, spread
from dogfight.cli.packs_given import folders_given, given_as
from dogfight.core.errors import BadOption, shown
from dogfight.core.reading import parse_int
from dogfight.core.registry import plugins
from dogfight.lab.causes import Causes
from dogfight.lab.files import JOURNAL, write_folder
from dogfight.lab.questions import BUILT_IN, NamedSet, Question
from dogfight.lab.report import SECONDS, Report, best_play_text, points
from dogfight.lab.study import Budget, Study
from dogfight.lab.verdicts import MARGIN

MINUTES = 3.0
"""How long a study lasts where nobody says otherwise."""
SHOWN = 40
"""Lines of findings that the terminal shows; the page has all."""

Bots = Annotated[
    str,
    typer.Option(
        "--bots", metavar="NAMES", help="Strengths of play, the weakest first; two at least."
    ),
]
Games = Annotated[
    str,
    typer.Option(
        "--games",
        metavar="N",
        help="Games with each strength of play, or a number for each, joined by commas.",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        help="Play until every interval is at most this far either way, such as 0.02.",
        min=0.001,
        max=0.5,
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes",
        help=f"Play for about this long; {MINUTES:g} if nothing else is said.",
        min=0.001,
        max=MOST_MINUTES,
    ),
]
Margin = Annotated[
    float,
    typer.Option(
        "--margin",
        help="How far from the fair share of two sides still counts as fair.",
        min=0.001,
        max=0.5,
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        help="Seconds a person needs for a decision, for minutes at the table.",
        min=0,
        max=DAY,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FOLDER",
        help=(
            "Write report.html, report.json and games.csv there; the same call goes on after a"
            " crash."
        ),
    ),
]
ManyData = Annotated[
    list[Path],
    typer.Option(
        "--data",
        "--pack",
        metavar="FOLDER",
        help=(
            "A folder or pack whose files replace the built-in data; two are compared, or one with"
            " the built-in data."
        ),
        callback=folders_given,
        show_default=False,
    ),
]
Keys = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="KEY=VALUES",
        help=(
            "A value of a data file and what it becomes: sets.green.range=1..3, or a list; repeat"
            " for more."
        ),
        show_default=False,
    ),
]
Why = Annotated[
    int | None,
    typer.Option(
        "--why",
        metavar="N",
        help=(
            "Games for each change that is tried alone (who begins, a piece less, a turn more); by"
            " default a third of the minutes, and none where --games or --precision says when to"
            " stop."
        ),
        min=0,
        max=MOST_GAMES,
        show_default=False,
    ),
]
DEFAULT_BOTS = "random,medium,hard"


@dataclass(frozen=True)
class StudyArguments:
    """The options of every study besides its question: which bots, how many games, where, and
    which output.
    """

    bots: Bots = DEFAULT_BOTS
    games: Games = ""
    precision: Precision = None
    minutes: Minutes = None
    seed: Seed = 0
    jobs: Jobs = 0
    ray: OnRay = None
    seconds: Seconds = SECONDS
    out: Out = None
    as_json: AsJson = False


@dataclass(frozen=True)
class AskedWhatIsFair(StudyArguments):
    """The same, and what counts as fair."""

    margin: Margin = MARGIN
    why: Why = None


@spread
def balance(
    game: GameName,
    texts: Given = [],  # noqa: B006
    data: Data = None,
    *,
    asked: AskedWhatIsFair,
) -> None:
    """Play every match-up that the options allow and say what is fair, at several strengths of
    play.
    """
    sets = (named(data),)
    answer(
        Question(kind="balance", game=game, options=tuple(texts), sets=sets, margin=asked.margin),
        asked,
    )


@spread
def compare(
    game: GameName,
    data: ManyData = [],  # noqa: B006
    texts: Given = [],  # noqa: B006
    *,
    asked: StudyArguments,
) -> None:
    """Play the same deals with two data sets and say which figures differ, and by how much."""
    sets = tuple(named(path) for path in data)
    answer(Question(kind="compare", game=game, options=tuple(texts), sets=sets), asked)


@spread
def sweep(
    game: GameName,
    keys: Keys = [],  # noqa: B006
    texts: Given = [],  # noqa: B006
    data: Data = None,
    *,
    asked: StudyArguments,
) -> None:
    """Play the same deals with one value after another, of data files or of an option, and draw
    the curves.
    """
    sets = (named(data),)
    answer(
        Question(kind="sweep", game=game, options=tuple(texts), sets=sets, swept=tuple(keys)), asked
    )


def named(folder: Path | None) -> NamedSet:
    """A data set by the name of its folder or pack."""
    if folder is None:
        return BUILT_IN
    place = given_as(folder)
    return NamedSet(place.resolve().name, read_set(folder), str(place))


def budget(asked: StudyArguments, bots: int) -> Budget:
    """When to stop; a call that does not say gets some minutes."""
    games, precision, minutes = asked.games, asked.precision, asked.minutes
    numbers = [parse_int(word) for word in games.split(",")] if games else []
    if any(number is None or not 1 <= number <= MOST_GAMES for number in numbers) or len(
        numbers
    ) not in (
        0,
        1,
        bots,
    ):
        raise BadOption(
            f"--games: expected a number from 1 to {MOST_GAMES}, or one for each of the {bots}"
            f" bots, got {shown(games)}"
        )
    if not numbers and precision is None and minutes is None:
        minutes = MINUTES
    why = asked.why if isinstance(asked, AskedWhatIsFair) else 0
    whole = tuple(number for number in numbers if number is not None)
    return Budget(whole, precision, minutes, why)


def plugins_as_given() -> tuple[str, ...]:
    """The plug-ins of this call; files below the working folder by their path from there."""
    here = Path.cwd()
    return tuple(
        str(Path(word).relative_to(here)) if Path(word).is_relative_to(here) else word
        for word in plugins()
    )


def answer(about: Question, asked: StudyArguments) -> None:
    """Play, report, write."""
    bots = tuple(split_names(asked.bots))
    question = msgspec.structs.replace(
        about, bots=bots, seed=asked.seed, seconds=asked.seconds, plugins=plugins_as_given()
    )
    limit, hands, out = budget(asked, len(bots)), ExecutorConfig(asked.jobs, asked.ray), asked.out
    study = question.study()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task(study.game.title, total=1.0)
        try:
            study.run(
                limit,
                hands,
                out and out / JOURNAL,
                lambda part, text: bar.update(task, completed=part, description=text),
            )
        except KeyboardInterrupt:
            text = (
                f"the same call goes on from {out}"
                if out
                else "with --out it could have gone on later"
            )
            print_status(f"dogfight: stopped; {text}")
            raise typer.Exit(130) from None
    report = question.report(study)
    if out is not None:
        for path in write_folder(out, study, report):
            print_status(f"wrote {path}")
    if asked.as_json:
        show_json(report)
    else:
        _print(report, study)


def _print(report: Report, study: Study) -> None:
    console = Console()
    print(f"{report.title}: {report.headline}")
    for check in report.checks:
        print(f"{check.verdict:>6}  {check.text}")
    if report.findings:
        console.print(_findings(report))
    if report.changes:
        console.print(_changes(report))
    if report.why is not None:
        console.print(_causes(report.why))
    for sheet in report.sheets:
        if sheet.what == "":
            length = (
                f"{sheet.turns.median:g} turns, {sheet.decisions.median:g} decisions (medians),"
                f" {sheet.minutes:g} minutes"
            )
            print(f"{sheet.strength}: {sheet.games} games, draws {points(sheet.draws)}; {length}")
    if report.sheets:
        print(f"minutes: {report.seconds_a_decision:g} seconds a decision")
    data = ", ".join(f"{name} {digest}" for name, digest in study.terms().data.items())
    print(f"data: {data}\nrepeat: {report.command}")


def _findings(report: Report) -> Grid:
    exact = any(item.best_play is not None for item in report.findings)
    names = [strength.name for strength in report.strengths]
    grid = Grid("", *names, *(["best play"] if exact else []), "verdict")
    shown = [
        item
        for item in report.findings
        if item.kind != "pair" or item.verdict in ("watch", "flips")
    ][:SHOWN]
    for finding in shown or report.findings[:SHOWN]:
        where = f"{finding.group}: {finding.what}" if finding.group else finding.what
        grid.add_row(
            where,
            *(points(finding.strengths[name].figure) for name in names),
            *([best_play_text(finding)] if exact else []),
            finding.text,
        )
    return grid


def _causes(why: Causes) -> Grid:
    """The changes that were tried alone, the largest first."""
    grid = Grid(f"Why: changes tried alone, {why.games} games each, {why.strength}", "")
    grid.add_column(f"{why.what}, points")
    grid.add_column("moves it?")
    for cause in why.causes:
        gap = cause.change.difference
        text = f"{100 * gap.mean:+.1f} ({100 * gap.low:.1f} to {100 * gap.high:.1f})"
        grid.add_row(cause.text, cause.kind, text, cause.change.verdict)
    return grid


def _changes(report: Report) -> Grid:
    grid = Grid("", "", *(f"{strength.name}, change" for strength in report.strengths), "verdict")
    for change in report.changes[:SHOWN]:
        where = f"{change.group}: {change.what}" if change.group else change.what
        scale = 100.0 if change.unit == "%" else 1.0
        gaps = [change.strengths[name.name].difference for name in report.strengths]
        cells = [
            f"{scale * f.mean:+.1f} ({scale * f.low:.1f} to {scale * f.high:.1f})" for f in gaps
        ]
        grid.add_row(change.point, where, *cells, change.text)
    return grid
