"""`dogfight lesson`: learn a game by playing it; `dogfight lessons`: the lessons there are, held
against the rules.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dogfight.cli.common_options import AsciiOnly, AsJson, GameName, InLines
from dogfight.cli.console import has_screen, print_status, show_json
from dogfight.core.errors import BadData
from dogfight.lessons import checking, courses
from dogfight.lessons.courses import Course
from dogfight.lessons.play import LessonTable
from dogfight.lessons.progress import ProgressFile, usual_file

_Progress = Annotated[
    Path | None,
    typer.Option(
        "--progress",
        metavar="FILE",
        help="Where progress is kept; a file of yours when it is left out.",
    ),
]


def lesson(
    game: GameName,
    number: Annotated[int, typer.Argument(help="Which lesson of the game.", min=1, max=999)] = 1,
    again: Annotated[bool, typer.Option("--again", help="Begin anew rather than go on.")] = False,
    ascii_only: AsciiOnly = False,
    lines: InLines = False,
    progress: _Progress = None,
) -> None:
    """Learn a game by playing it, with a coach; what you have done is kept."""
    course = courses.course(game)
    course.lesson(number)
    kept = ProgressFile(progress or usual_file())
    if again:
        kept.forget(game, number)
    before = kept.of(game, number)
    table = LessonTable(course, number, before.place if before else None)
    teach = _in_lines if lines or not has_screen() else _on_the_board
    if teach(table, kept, ascii_only=ascii_only):
        _offer_first_game(table.course)


def _on_the_board(table: LessonTable, kept: ProgressFile, *, ascii_only: bool) -> bool:
    """The lesson on a page with its board; whether it was finished."""
    from dogfight.tui.app import OnePageApp  # Textual is slow to load
    from dogfight.tui.screens.lesson import LessonScreen

    OnePageApp(LessonScreen(table, kept), ascii_only=ascii_only).run()
    return table.doing == "finished"


def _in_lines(table: LessonTable, kept: ProgressFile, *, ascii_only: bool) -> bool:
    """The lesson in plain lines; whether it was finished."""
    from rich.console import (
        Console,  # what draws is slow to load, and no other command here needs it
    )

    from dogfight.boards.text.theme import BoardTheme
    from dogfight.tui.lesson_lines import LessonLines

    console = Console(highlight=False, soft_wrap=True)
    theme = BoardTheme(colour=console.is_terminal and not console.no_color, ascii=ascii_only)
    prompt = "> " if sys.stdin.isatty() else ""
    return LessonLines(table, kept, console, theme, lambda: input(prompt)).run()


def _offer_first_game(course: Course) -> None:
    """Say how the game that was recommended is begun here."""
    import dogfight

    first = course.first_game
    game = dogfight.load(course.game)
    options = game.options(first.options)
    seats = game.seats(options)
    own = next(seat.player for seat in seats if seat.name == first.seat)
    players = ",".join("human" if seat.player == own else first.others for seat in seats)
    supplied = " ".join(f"-o {name}={value}" for name, value in first.options.items())
    print(first.say)
    print(f"dogfight play {course.game} {supplied} --seats {players}")


def check(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, or a file of lessons; all games when it is left out."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Play every lesson through by the rules; exit status 1 if one has a fault."""
    names = [what] if what else list(courses.games_with_lessons())
    results = [_checked(name) for name in names]
    if as_json:
        show_json([{"file": file, "steps": steps, "faults": item} for file, steps, item in results])
    else:
        for file, steps, texts in results:
            print(f"{file}: {' + '.join(map(str, steps)) or 0} steps, {len(texts)} faults")
        for text in (item for _, _, entry in results for item in entry):
            print(text)
    if any(item for _, _, item in results):
        raise typer.Exit(1)


def _checked(name: str) -> tuple[str, list[int], tuple[str, ...]]:
    """A file, the steps of its lessons, and what is wrong with it."""
    path = Path(name)
    try:
        course = courses.course_in(path) if path.suffix == ".toml" else courses.course(name)
    except BadData as error:
        return path.name, [], (error.message,)
    return course.source, [len(item.step) for item in course.lessons], checking.faults(course)


def show(as_json: AsJson = False) -> None:
    """List the lessons: game, number, title, minutes, steps."""
    rows = [
        {
            "game": name,
            "number": number,
            "title": item.title,
            "minutes": item.minutes,
            "steps": len(item.step),
        }
        for name in courses.games_with_lessons()
        for number, item in enumerate(courses.course(name).lessons, 1)
    ]
    if as_json:
        show_json(rows)
        return
    for row in rows:
        print(
            f"{row['game']:14} {row['number']}  {row['title']} ({row['minutes']} min,"
            f" {row['steps']} steps)"
        )
    print_status("dogfight lesson GAME begins one")
