"""`dogfight data`: the games' data files, checked or exported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import dogfight
from dogfight.core.data import built_in, built_in_names
from dogfight.core.errors import BadOption, DogfightError
from dogfight.verbs.common_options import AsJson, OnlyGame
from dogfight.verbs.console import show_json


def _wanted(game: str) -> tuple[str, ...]:
    return (dogfight.load(game).name,) if game else tuple(dogfight.names())


def check(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of replacements; the built-in data when it is left out.")
    ] = None,
    game: OnlyGame = "",
    as_json: AsJson = False,
) -> None:
    """Check data files; exit status 1 if one is broken."""
    if folder is not None and not folder.is_dir():
        raise BadOption(f"{folder}: expected a folder with data files")
    results = [_checked(name, folder) for name in _wanted(game)]
    if as_json:
        show_json(results)
    else:
        for one in results:
            print(f"{one['game']:14} {_words(one)}")
    if not all(one["ok"] for one in results):
        raise typer.Exit(1)


def _checked(name: str, folder: Path | None) -> dict[str, Any]:
    try:
        digest = dogfight.load(name, folder).data_digest
    except DogfightError as error:
        return {"game": name, "ok": False, "error": error.words, "rule": error.rule}
    return {"game": name, "ok": True, "digest": digest, "files": built_in_names(name)}


def _words(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return str(result["error"])
    return f"ok {result['digest']}" if result["files"] else "ok, has no data files"


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
            target.write_text(built_in(name).joinpath(file).read_text(encoding="utf-8"), encoding="utf-8")
            print(target)
