"""`dogfight puzzle`: solve one; `dogfight puzzles`: make them, list them, or verify them."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight.cli.common_options import AsciiOnly, AsJson, GameName, Given, Jobs, Seed
from dogfight.cli.console import print_status, progress_bar, show_json
from dogfight.cli.games import given_options
from dogfight.core.errors import BadOption
from dogfight.puzzles.puzzle import (
    THEMES,
    Puzzle,
    matching,
    puzzle_for_day,
    puzzle_of,
    puzzles_of,
    read,
    reason,
    written,
)


def make(
    game: GameName,
    texts: Given = [],  # noqa: B006
    count: Annotated[int, typer.Option(help="How many puzzles.", min=1, max=1000)] = 10,
    seed: Seed = 1,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add them to this file; otherwise they are printed."),
    ] = None,
) -> None:
    """Find positions of bots' games in which one choice is clearly best, and medium misses it."""
    from dogfight.puzzles.work import make_puzzles  # bots are slow to load

    loaded = dogfight.load(game)
    settings = given_options(loaded, texts)
    kept = {puzzle.id: puzzle for puzzle in _in_file(out)}
    if out is not None:
        out.touch()  # whether it can be written is known before the work begins
    before, games = len(kept), 0
    with progress_bar(f"{loaded.title}: puzzles", count) as advance:
        for made in make_puzzles(loaded, settings, count, seed, jobs):
            games += 1
            kept.update((puzzle.id, puzzle) for puzzle in made)
            advance(len(made))
            if out is not None and made:
                out.write_bytes(written(kept.values()))
    print_status(f"{len(kept) - before} new puzzles from {games} games")
    if out is None:
        sys.stdout.buffer.write(written(kept.values()))


def _in_file(file: Path | None) -> tuple[Puzzle, ...]:
    return read(file.read_bytes()) if file is not None and file.exists() else ()


Theme = Annotated[str, typer.Option(help="Only those with this theme.", metavar="|".join(THEMES))]
Stars = Annotated[int | None, typer.Option(help="Only those of this difficulty.", min=1, max=3)]


def show(game: GameName, theme: Theme = "", stars: Stars = None, as_json: AsJson = False) -> None:
    """List the puzzles of a game, without their answers."""
    listed = matching(puzzles_of(game), theme, stars)
    if as_json:
        show_json([{"id": item.id, "stars": item.stars, "themes": item.themes} for item in listed])
        return
    for item in listed:
        print(f"{item.id}  {'*' * item.stars:3}  {', '.join(item.themes)}")
    print(f"{len(listed)} puzzles")


def puzzle(
    game: GameName,
    name: Annotated[
        str, typer.Argument(metavar="ID", help="Which one; the puzzle of the day without it.")
    ] = "",
    theme: Theme = "",
    stars: Stars = None,
    ascii_only: AsciiOnly = False,
) -> None:
    """Solve a puzzle: one position, one try; the answer is the choice, never luck."""
    from rich.console import Console

    from dogfight.boards.text.lookup import board
    from dogfight.boards.text.theme import BoardTheme

    chosen = puzzle_of(game, name) if name else _of_the_day(game, theme, stars)
    loaded = dogfight.load(game)
    view = chosen.view(loaded)
    console = Console(highlight=False, soft_wrap=True)
    board_theme = BoardTheme(colour=console.is_terminal and not console.no_color, ascii=ascii_only)
    console.print(board(loaded)(view, board_theme, None).text)
    console.print(
        board_theme.text(f"You are {view.seats[view.seat].title}. {view.prompt.text}", "strong")
    )
    for number, entry in enumerate(view.legal, 1):
        console.print(board_theme.text(f"{number:3}  {entry.notation:14} {entry.text}"))
    try:
        typed = input("Your choice> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return
    if typed.isdigit() and 1 <= int(typed) <= len(view.legal):
        typed = view.legal[int(typed) - 1].notation
    chosen.check(typed)
    right = typed == chosen.answer
    console.print(
        board_theme.text("Right." if right else "Not the best.", "ok" if right else "danger")
    )
    texts = {entry.notation: entry.text for entry in view.legal}
    console.print(board_theme.text(f"{texts[chosen.answer]}: {reason(chosen, view)}"))
    for option in chosen.options:
        sign = "+-" if ascii_only else "±"
        error = f" {sign} {100 * option.error:.1f}" if option.error else ""
        console.print(
            board_theme.text(
                f"{100 * option.value:6.1f} %{error}  {texts[option.notation]}", "soft"
            )
        )


def _of_the_day(game: str, theme: str, stars: int | None) -> Puzzle:
    """The puzzle of the day, among those with a theme and a difficulty."""
    whole = puzzles_of(game)
    if not whole:
        raise BadOption(f"expected a game with puzzles; {game} has none")
    listed = matching(whole, theme, stars)
    if not listed:
        raise BadOption(f"{game} has no puzzle with that theme and difficulty")
    return puzzle_for_day(listed, datetime.now(UTC).date())
