"""A finished game step by step, as any seat knew it or with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER, Seat, SeatInfo
from dogfight.core.view import View
from dogfight.match.record import Record
from dogfight.match.replay import opening_position, replay
from dogfight.server.board_drawing import draw_board
from dogfight.server.messages import EventLine, Review, ReviewStep, event_line
from dogfight.server.refusals import Refused

MOST_STEPS = 200
MAX_DRAWINGS = 4_000_000
"""So many characters of drawn boards in one answer; steps after that have none."""
Notes = Sequence[tuple[int, Event]]
_EYES = {"open": OPEN, "watcher": WATCHER}


def read_perspective(word: str, seats: int) -> Seat:
    """Whose knowledge is asked for: `open`, `watcher`, or the number of a seat."""
    if word in _EYES:
        return _EYES[word]
    if word.isdecimal() and len(word) < 4 and int(word) < seats:
        return int(word)
    raise Refused(
        "unknown", f"expected open, watcher or a seat from 0 to {seats - 1}; got {word[:20]!r}"
    )


def _words(event: Event, perspective: Seat, seats: tuple[SeatInfo, ...]) -> str:
    """An event in words; with everything open it is said to whom alone it was told, if the words
    do not.
    """
    if perspective != OPEN or event.seen_by is None:
        return event.text
    titles = [seats[number].title for number in event.seen_by]
    return (
        event.text
        if any(title in event.text for title in titles)
        else f"{' and '.join(titles)}: {event.text}"
    )


def _noted(
    notes: Notes, moves: int, perspective: Seat, seats: tuple[SeatInfo, ...]
) -> tuple[EventLine, ...]:
    """What the table itself told after so many moves."""
    return tuple(
        EventLine(event.kind, _words(event, perspective, seats)) for n, event in notes if n == moves
    )


class _Drawings:
    """The boards of the steps in one answer, as long as they fit into it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._room = MAX_DRAWINGS

    def draw(self, view: View[Any]) -> str:
        drawing = draw_board(self._game, view) if self._room > 0 else ""
        self._room -= len(drawing)
        return drawing


def review(
    game: AnyGame,
    record: Record,
    perspective: str,
    start: int,
    count: int,
    at: int = 0,
    notes: Notes = (),
) -> Review:
    """Some steps of a record, counted from 0 (before the first move), and the one that was asked
    for.

    `notes` are what the table itself told everybody, after so many moves.
    """
    seats = game.seats(record.header.options)
    seat = read_perspective(perspective, len(seats))
    last = min(start + min(count, MOST_STEPS) - 1, record.move_count)
    steps = []
    drawings = _Drawings(game)
    if start == 0 <= last:
        told_first = _noted(notes, 0, seat, seats)
        position = opening_position(game, record.header)
        view = game.view(position, seat)
        board = drawings.draw(view)
        text = _opened(game, position, seat)
        steps.append(ReviewStep(0, "", "", "", game.turn(position), told_first, view, board, text))
    for step in replay(game, record, verify=False, events_from=start, until=max(last, 0)):
        n, move, actor = step.number, step.move, step.seat
        if n < start:
            continue
        known = seat in (OPEN, actor)
        words = game.text.describe(step.before, actor, step.action) if known and actor >= 0 else ""
        events = tuple(event_line(event) for event in step.events if event.visible_to(seat))
        turn, view = game.turn(step.after), game.view(step.after, seat)
        events += _noted(notes, n, seat, seats)
        steps.append(
            ReviewStep(
                n,
                move.seat,
                move.notation if known else "",
                words,
                turn,
                events,
                view,
                drawings.draw(view),
                _opened(game, step.after, seat),
            )
        )
    return Review(record.move_count, perspective, seats, tuple(steps), at)


def _opened(game: AnyGame, position: Any, seat: Seat) -> str:
    """A position in notation, where all is open."""
    return game.notation.write(position) if seat == OPEN else ""
