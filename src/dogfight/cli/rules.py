"""`dogfight rules` and `dogfight examples`: the numbered rules, and their worked examples run as
data.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight import rulebook
from dogfight.cli.common_options import AsJson, Data, GameName
from dogfight.cli.console import read_text, show_json
from dogfight.testing import examples as worked


def rules(
    game: GameName,
    rule: Annotated[
        str,
        typer.Argument(
            help="A rule or a chapter, such as BD-18 or BD-18.4; all when it is left out."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print one rule, a chapter, or all numbered rules of a game."""
    if rule:
        text = rulebook.rule(game, rule)
        if as_json:
            show_json({"id": rule, "text": text})
        else:
            print(text if "\n" in text else f"{rule}  {text}")
    elif as_json:
        show_json(rulebook.rules(game))
    else:
        titles = dict(rulebook.chapters(game))
        for key, text in rulebook.rules(game).items():
            if title := titles.pop(rulebook.chapter_of(key), ""):
                print(f"\n{title}\n")
            print(f"{key}  {text}")


def examples(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="A page with examples, such as a rulebook.md.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Run every worked example of a page; exit status 1 if one fails."""
    loaded = dogfight.load(game, data)
    outcomes = list(worked.run(loaded, read_text(file, "a page with examples")))
    failed = [outcome for outcome in outcomes if outcome.differences]
    skipped = sum(outcome.differences is None for outcome in outcomes)
    if as_json:
        show_json({"outcomes": outcomes, "failed": len(failed)})
    else:
        for item in failed:
            for difference in item.differences or []:
                print(f"{file}:{item.line}: {item.id}: {difference}")
        print(
            f"{len(outcomes) - len(failed) - skipped} passed, {len(failed)} failed, {skipped} not"
            " executable"
        )
    if failed:
        raise typer.Exit(1)
