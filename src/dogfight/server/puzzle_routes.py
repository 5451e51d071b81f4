"""The part of the HTTP API that is about puzzles."""

from __future__ import annotations

from datetime import UTC, date, datetime

from dogfight.core.errors import BadOption
from dogfight.core.registry import load, names
from dogfight.puzzles.puzzle import THEMES, Puzzle, puzzle_for_day, puzzle_of, puzzles_of, reason
from dogfight.server import messages
from dogfight.server.board_drawing import draw_board
from dogfight.server.refusals import Refused
from dogfight.server.route import RequestContext, Route

_TODAY = "today"


def _day(context: RequestContext) -> date:
    return datetime.fromtimestamp(context.server.sources.now(), UTC).date()


def _puzzle_at(context: RequestContext) -> Puzzle:
    """The puzzle that the address names."""
    game, name = context.named_game().name, context.request.path_params["puzzle"]
    if name == _TODAY and (puzzles := puzzles_of(game)):
        return puzzle_for_day(puzzles, _day(context))
    try:
        return puzzle_of(game, name)
    except BadOption as error:
        raise Refused("unknown", error.message) from None


async def games(context: RequestContext) -> messages.PuzzleGames:
    day = _day(context)
    listed = []
    for name in names():
        if puzzles := puzzles_of(name):
            today = puzzle_for_day(puzzles, day).id
            listed.append(messages.PuzzleGame(name, load(name).title, len(puzzles), today))
    return messages.PuzzleGames(day.isoformat(), tuple(listed))


async def show(context: RequestContext) -> messages.PuzzleTask:
    puzzle, game, day = _puzzle_at(context), context.named_game(), _day(context)
    puzzles = puzzles_of(game.name)
    following = puzzles[(puzzles.index(puzzle) + 1) % len(puzzles)]
    view = puzzle.view(game)
    return messages.PuzzleTask(
        id=puzzle.id,
        game=game.name,
        title=game.title,
        day=day.isoformat() if puzzle == puzzle_for_day(puzzles, day) else "",
        next=following.id,
        stars=puzzle.stars,
        themes=tuple(THEMES[theme] for theme in puzzle.themes),
        view=view,
        board_svg=draw_board(game, view),
    )


async def answer(context: RequestContext) -> messages.PuzzleAnswer:
    context.spend(context.server.commands)
    puzzle, chosen = _puzzle_at(context), context.body.notation
    try:
        puzzle.check(chosen)
    except BadOption as error:
        raise Refused("bad_option", error.message) from None
    view = puzzle.view(context.named_game())
    texts = {entry.notation: entry.text for entry in view.legal}
    return messages.PuzzleAnswer(
        right=chosen == puzzle.answer,
        answer=puzzle.answer,
        why=reason(puzzle, view),
        exact=puzzle.exact,
        choices=tuple(
            messages.PuzzleChoice(item.notation, texts[item.notation], item.value, item.error)
            for item in puzzle.options
        ),
        found_by=puzzle.solved_by,
        position=puzzle.position,
    )


PUZZLE_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/puzzles",
        "anyone",
        "Games with puzzles, and the puzzles of the day",
        games,
        answer=messages.PuzzleGames,
    ),
    Route(
        "GET",
        "/api/puzzles/{game}/{puzzle}",
        "anyone",
        "A puzzle, or the one of `today`, without its answer",
        show,
        answer=messages.PuzzleTask,
    ),
    Route(
        "POST",
        "/api/puzzles/{game}/{puzzle}",
        "guest",
        "Try to solve a puzzle",
        answer,
        body=messages.PuzzleTry,
        answer=messages.PuzzleAnswer,
    ),
)
