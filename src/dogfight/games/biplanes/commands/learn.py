"""`dogfight biplanes learn`: train a network by self-play, with checkpoints, and a page of
curves at the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dogfight.cli.common_options import MOST_MINUTES, AsJson, Seed
from dogfight.cli.console import print_status, show_json
from dogfight.core.errors import BadOption
from dogfight.games.biplanes import MANIFEST
from dogfight.games.biplanes.ai.training.command import prepare
from dogfight.reporting.charts import Point, Series, line_chart, series_colour
from dogfight.reporting.html import section, simple_page, table

PAGE = "page.html"
ON_CPU: Mapping[str, int] = {"games": 256, "at_once": 2, "width": 128}
"""What fits a processor better than the settings meant for an accelerator."""
Device = Annotated[
    str, typer.Option(help="Where to compute: cpu or gpu; the best there is if left out.")
]


def learn(
    out: Annotated[
        Path, typer.Option(help="The folder for progress, checkpoints, weights and the page.")
    ] = Path("runs/learn"),
    minutes: Annotated[
        float, typer.Option(help="Stop after so long.", min=0.0, max=MOST_MINUTES)
    ] = 0.0,
    rounds: Annotated[
        int,
        typer.Option(
            help="The length of the whole training, in place of a time.", min=0, max=1_000_000_000
        ),
    ] = 0,
    seed: Seed = 0,
    device: Device = "",
    games: Annotated[
        int,
        typer.Option(
            help="Games at once; by default as many as suit the device.", min=0, max=2**20
        ),
    ] = 0,
    width: Annotated[
        int,
        typer.Option(
            help="The width of the network's three hidden layers; by default what suits the"
            " device.",
            min=0,
            max=2**14,
        ),
    ] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in the folder.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Train a network for dogfights of Biplanes by self-play, on a processor or an accelerator."""
    runs = loaded(device)
    if not resume and (out / runs.PROGRESS).exists():
        raise BadOption(f"expected a folder without a training, or --resume; {out} has one")
    end = trained(
        runs,
        out,
        as_json,
        minutes=minutes,
        rounds=rounds,
        seed=seed,
        games=games,
        width=width,
        resume=resume,
    )
    lines = [json.loads(line) for line in (out / runs.PROGRESS).read_text().splitlines()]
    (out / PAGE).write_text(as_page(lines, MANIFEST.title), encoding="utf-8")
    if as_json:
        show_json({**end, "weights": str(out / runs.WEIGHTS), "page": str(out / PAGE)})
    else:
        print(f"weights {out / runs.WEIGHTS} (digest {end['digest']}), curves {out / PAGE}")


def loaded(device: str) -> ModuleType:
    """`dogfight.games.biplanes.ai.training.runs`, once JAX is known to be there and to have the
    device.
    """
    if device not in ("", "cpu", "gpu"):
        raise BadOption(f"expected cpu or gpu as device, got {device!r}")
    chosen: Literal["cpu", "gpu"] | None = (
        "cpu" if device == "cpu" else "gpu" if device == "gpu" else None
    )
    prepare(chosen, fast=False)
    try:
        import jax

        from dogfight.games.biplanes.ai.training import runs

        jax.devices()
    except ModuleNotFoundError as error:
        raise BadOption(
            f'expected JAX, which learning needs: pip install "dogfight[learn]"; {error}'
        ) from None
    except RuntimeError as error:
        raise BadOption(f"expected a device that JAX can use; {error}") from None
    return runs


def trained(
    runs: ModuleType,
    out: Path,
    quiet: bool,
    *,
    games: int = 0,
    width: int = 0,
    entropy: float = 0.0,
    **asked: Any,
) -> dict[str, Any]:
    """A training with a bar on the terminal and a line for every report; the last report."""
    import jax

    from dogfight.games.biplanes.ai.training.train import Settings

    if not (asked.get("minutes") or asked.get("rounds") or asked.get("resume")):
        raise BadOption("expected --minutes or --rounds, or --resume")
    usual = (
        ON_CPU
        if jax.default_backend() == "cpu"
        else {"games": Settings.games, "at_once": 20, "width": Settings.width}
    )
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task("Learning", total=None)

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        def report(line: Mapping[str, Any]) -> None:
            if not quiet and "games" in line:
                print(in_words(line), flush=True)

        try:
            chosen = Settings(
                games=games or usual["games"],
                width=width or usual["width"],
                entropy=entropy or Settings.entropy,
            )
            run = runs.Run(
                folder=out, settings=chosen, at_once=usual["at_once"], tick=tick, **asked
            )
            end: dict[str, Any] = runs.train(run, report)
        except (OSError, ValueError) as error:
            raise BadOption(str(error)) from None
        except KeyboardInterrupt:
            print_status(f"dogfight: stopped; --resume goes on from the last checkpoint in {out}")
            raise typer.Exit(130) from None
    return end


def scored(line: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Who was measured against whom: the score, and half of its 95 % interval."""
    return {
        name.replace("_", " "): (line[name], 1.96 * line[name.replace("_against_", "_error_")])
        for name in line
        if "_against_" in name
    }


def in_words(line: Mapping[str, Any]) -> str:
    """One report."""
    scores = ", ".join(
        f"{name} {share:.3f} ± {half:.3f}" for name, (share, half) in scored(line).items()
    )
    return (
        f"round {line['round']} of {line['total']}, {line['games']:,} games in"
        f" {line['seconds']:.0f} s: {scores}"
    )


def as_page(lines: Sequence[Mapping[str, Any]], title: str) -> str:
    """The curves of a training, with the last figures in a table."""
    last = lines[-1]
    plots = [
        section(heading, line_chart(f"plot-{at}", heading, lines_drawn, _ticks(lines_drawn)))
        for at, (heading, names) in enumerate(
            (
                ("Score", [name for name in last if "_against_" in name]),
                ("Entropy of the policy", ["entropy"]),
                ("Error of what it expects", ["value_error"]),
            )
        )
        if (lines_drawn := _curves(lines, names))
    ]
    rows = [
        (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else str(value))
        for name, value in last.items()
    ]
    text = (
        f"{last['games']:,} games, {last['decisions']:,} decisions in {last['seconds']:.0f} s; seed"
        f" {last['seed']}."
    )
    return simple_page(
        f"{title}: learning", text, (*plots, section("At the end", table(("", ""), rows)))
    )


def _curves(lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[Series]:
    series = [
        Series(
            name.replace("_", " "),
            [Point(float(line["games"]), float(line[name])) for line in lines if name in line],
            series_colour(index),
        )
        for index, name in enumerate(names)
    ]
    return [line for line in series if line.points]


def _ticks(lines: Sequence[Series]) -> dict[float, str]:
    """Return labels for the first and the last number of games."""
    games = [point.x for line in lines for point in line.points]
    return {x: f"{x:,.0f} games" for x in (min(games), max(games))}
