"""A finished game step by step, as any seat knew it or with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dogfight.core.event import Event
from dogfight.core.record import Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER, Seat, SeatInfo, seat_called
from dogfight.core.view import View
from dogfight.server.board_drawing import draw_board
from dogfight.server.messages import EventLine, Review, ReviewStep, event_line
from dogfight.server.refusals import Refused

MOST_STEPS = 200
MAX_DRAWINGS = 4_000_000
"""So many characters of drawn boards in one answer; steps after that have none."""
Notes = Sequence[tuple[int, Event]]
_EYES = {"open": OPEN, "watcher": WATCHER}


def read_eye(word: str, seats: int) -> Seat:
    """Whose knowledge is asked for: `open`, `watcher`, or the number of a seat."""
    if word in _EYES:
        return _EYES[word]
    if word.isdecimal() and len(word) < 4 and int(word) < seats:
        return int(word)
    raise Refused(
        "unknown", f"expected open, watcher or a seat from 0 to {seats - 1}; got {word[:20]!r}"
    )


def _words(event: Event, eye: Seat, seats: tuple[SeatInfo, ...]) -> str:
    """An event in words; with everything open it is said to whom alone it was told, if the words
    do not.
    """
    if eye != OPEN or event.seen_by is None:
        return event.words
    titles = [seats[number].title for number in event.seen_by]
    return (
        event.words
        if any(title in event.words for title in titles)
        else f"{' and '.join(titles)}: {event.words}"
    )


def _noted(
    notes: Notes, moves: int, eye: Seat, seats: tuple[SeatInfo, ...]
) -> tuple[EventLine, ...]:
    """What the table itself told after so many moves."""
    return tuple(
        EventLine(event.kind, _words(event, eye, seats)) for n, event in notes if n == moves
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
    game: AnyGame, record: Record, eye: str, start: int, count: int, at: int = 0, notes: Notes = ()
) -> Review:
    """Some steps of a record, counted from 0 (before the first move), and the one that was asked
    for.

    `notes` are what the table itself told everybody, after so many moves.
    """
    seats = game.seats(record.header.options)
    seat = read_eye(eye, len(seats))
    position = game.new(record.header.options)
    last = min(start + min(count, MOST_STEPS) - 1, len(record.moves))
    steps = []
    drawings = _Drawings(game)
    if start == 0 <= last:
        told_first = _noted(notes, 0, seat, seats)
        view = game.view(position, seat)
        board = drawings.draw(view)
        steps.append(ReviewStep(0, "", "", "", game.turn(position), told_first, view, board))
    for n, move in enumerate(record.moves[: max(last, 0)], 1):
        actor = seat_called(seats, move.seat)
        action = game.read_action(position, actor, move.word)
        if n < start:
            game.apply(position, actor, action)
            continue
        known = seat in (OPEN, actor)
        words = game.describe(position, actor, action) if known and actor >= 0 else ""
        reported = tuple(
            item for item in game.play(position, actor, action) if item.visible_to(seat)
        )
        events = tuple(event_line(event) for event in reported)
        turn, view = game.turn(position), game.view(position, seat)
        events += _noted(notes, n, seat, seats)
        steps.append(
            ReviewStep(
                n,
                move.seat,
                move.word if known else "",
                words,
                turn,
                events,
                view,
                drawings.draw(view),
            )
        )
    return Review(len(record.moves), eye, seats, tuple(steps), at)
