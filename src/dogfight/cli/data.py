"""`dogfight data`: the games' data files, checked or exported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight.cli.common_options import AsJson, OnlyGame
from dogfight.cli.console import show_json
from dogfight.cli.data_check import checked
from dogfight.core.errors import BadOption
from dogfight.datafiles.files import built_in, built_in_names


def _wanted(game: str) -> tuple[str, ...]:
    return (dogfight.load(game).name,) if game else tuple(dogfight.names())


def check(
    folder: Annotated[
        Path | None,
        typer.Argument(help="A folder of replacements; the built-in data when it is left out."),
    ] = None,
    game: OnlyGame = "",
    as_json: AsJson = False,
) -> None:
    """Check data files, all of a folder; every fault with its line.

    Exit status 1 if there is one.
    """
    if folder is not None and not folder.is_dir():
        raise BadOption(f"{folder}: expected a folder with data files")
    results = checked(folder, _wanted(game))
    if as_json:
        show_json(results)
    else:
        for result in results:
            print(f"{result.game:14} {result.text()}" if result.game else result.text())
    if not all(item.ok for item in results):
        raise typer.Exit(1)


def export(
    folder: Annotated[Path, typer.Argument(help="Where to write them: FOLDER/GAME/FILE.toml.")],
    game: OnlyGame = "",
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write the built-in data files to a folder, to be changed and used with --data."""
    for name in _wanted(game):
        for file in built_in_names(name):
            target = folder / name / file
            if target.exists() and not force:
                raise BadOption(f"{target} exists; expected a new folder, or --force")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(
                built_in(name).joinpath(file).read_text(encoding="utf-8"), encoding="utf-8"
            )
            print(target)
