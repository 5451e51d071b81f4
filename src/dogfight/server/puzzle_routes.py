"""The part of the HTTP API that is about puzzles."""

from __future__ import annotations

from datetime import UTC, date, datetime

from dogfight.core.errors import BadOption, DogfightError, one_line
from dogfight.core.registry import load, names
from dogfight.puzzles.puzzle import THEMES, Puzzle, puzzle_for_day, puzzle_of, puzzles_of, reason
from dogfight.server import logs, messages
from dogfight.server.board_drawing import draw_board
from dogfight.server.refusals import Refused
from dogfight.server.route import RequestContext, Route
from dogfight.server.storage.puzzle_rows import PuzzleCount, PuzzleTries

_TODAY = "today"
_NEVER = PuzzleCount()
_unreadable: set[str] = set()
"""The games whose puzzles were found unreadable, each logged once."""


def _day(context: RequestContext) -> date:
    return datetime.fromtimestamp(context.server.sources.now(), UTC).date()


def _puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none where a game from outside brings a file that cannot be read."""
    try:
        return puzzles_of(game)
    except (DogfightError, OSError) as error:
        if game not in _unreadable:
            _unreadable.add(game)
            logs.warning("puzzles_unreadable", game=game, why=one_line(error))
        return ()


def _puzzle_at(context: RequestContext) -> Puzzle:
    """The puzzle that the address names."""
    game, name = context.named_game().name, context.request.path_params["puzzle"]
    puzzles = _puzzles(game)
    if name == _TODAY and puzzles:
        return puzzle_for_day(puzzles, _day(context))
    try:
        if not puzzles:
            raise BadOption(f"expected a game with puzzles; {game} has none")
        return puzzle_of(game, name)
    except BadOption as error:
        raise Refused("unknown", error.message) from None


async def _tries(context: RequestContext) -> PuzzleTries:
    """What the caller has tried."""
    if context.person is None:
        return PuzzleTries()
    return await context.server.puzzles.tries_of(context.person.id)


async def games(context: RequestContext) -> messages.PuzzleGames:
    day, tries = _day(context), await _tries(context)
    listed = []
    for name in names():
        if puzzles := _puzzles(name):
            today = puzzle_for_day(puzzles, day).id
            listed.append(messages.PuzzleGame(name, load(name).title, len(puzzles), today))
    tried = tuple(puzzle for _, puzzle in tries.tried)
    return messages.PuzzleGames(day.isoformat(), tuple(listed), tried, tries.solved_days)


async def listed(context: RequestContext) -> messages.PuzzleList:
    game = context.named_game()
    counts, tries = await context.server.puzzles.counts_of(game.name), await _tries(context)
    lines = []
    for puzzle in _puzzles(game.name):
        count = counts.get(puzzle.id, _NEVER)
        lines.append(
            messages.PuzzleLine(
                id=puzzle.id,
                stars=puzzle.stars_after(*count),
                themes=puzzle.themes,
                tries=count.tries,
                solved=count.solved,
                tried=(game.name, puzzle.id) in tries.tried,
            )
        )
    return messages.PuzzleList(game.name, game.title, dict(THEMES), tuple(lines))


async def show(context: RequestContext) -> messages.PuzzleTask:
    puzzle, game, day = _puzzle_at(context), context.named_game(), _day(context)
    puzzles = _puzzles(game.name)
    following = puzzles[(puzzles.index(puzzle) + 1) % len(puzzles)]
    counts = await context.server.puzzles.counts_of(game.name)
    view = puzzle.view(game)
    return messages.PuzzleTask(
        id=puzzle.id,
        game=game.name,
        title=game.title,
        day=_day_of(puzzle, day),
        next=following.id,
        stars=puzzle.stars_after(*counts.get(puzzle.id, _NEVER)),
        themes=tuple(THEMES[theme] for theme in puzzle.themes),
        view=view,
        board_svg=draw_board(game, view),
    )


def _day_of(puzzle: Puzzle, day: date) -> str:
    """This day, if it is that of the puzzle; or nothing."""
    return day.isoformat() if puzzle == puzzle_for_day(_puzzles(puzzle.game), day) else ""


async def answer(context: RequestContext) -> messages.PuzzleAnswer:
    context.spend(context.server.commands)
    puzzle, chosen, server = _puzzle_at(context), context.body.notation, context.server
    try:
        puzzle.check(chosen)
    except BadOption as error:
        raise Refused("bad_option", error.message) from None
    view = puzzle.view(context.named_game())
    texts = {entry.notation: entry.text for entry in view.legal}
    right = chosen == puzzle.answer
    first = await server.puzzles.add_try(
        context.me.id,
        puzzle.game,
        puzzle.id,
        solved=right,
        day=_day_of(puzzle, _day(context)),
        at=server.sources.ms(),
    )
    count = (await server.puzzles.counts_of(puzzle.game)).get(puzzle.id, _NEVER)
    return messages.PuzzleAnswer(
        right=right,
        answer=puzzle.answer,
        why=reason(puzzle, view),
        exact=puzzle.exact,
        choices=tuple(
            messages.PuzzleChoice(item.notation, texts[item.notation], item.value, item.error)
            for item in puzzle.options
        ),
        found_by=puzzle.solved_by,
        position=puzzle.position,
        tries=count.tries,
        solved=count.solved,
        first=first,
        solved_days=(await _tries(context)).solved_days,
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
        "/api/puzzles/{game}",
        "anyone",
        "The puzzles of a game by theme and difficulty, without their answers",
        listed,
        answer=messages.PuzzleList,
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
