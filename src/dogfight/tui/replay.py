"""A record move by move: the position after each move, and what a seat was told on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from dogfight.core.errors import BadOption
from dogfight.core.event import Event, visible_events
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import View
from dogfight.match.record import Record
from dogfight.match.replay import replay, start_position, version_notice


class Steps:
    """A recorded game as a seat saw it, or with everything open; step 0 is before the first
    move.
    """

    def __init__(self, game: AnyGame, record: Record, seat: Seat) -> None:
        self.game = game
        self.record = record
        self.seat = seat
        self._positions: list[Any] = [start_position(game, record.header)]
        self._events: list[tuple[Event, ...]] = [()]
        for step in replay(game, record):
            self._events.append(visible_events(step.events, seat))
            self._positions.append(step.after)

    @property
    def notice(self) -> str:
        """What to say where the record was written with older rules."""
        return version_notice(self.game, self.record.header)

    @property
    def last(self) -> int:
        """How many moves there are."""
        return self.record.move_count

    def check(self, step: int) -> None:
        """Raise `BadOption` unless there are so many moves."""
        if not 0 <= step <= self.last:
            raise BadOption(f"expected a move from 0 to {self.last}, got {step}")

    def view(self, step: int) -> View[Any]:
        """What was seen after so many moves; nothing can be done about it any more."""
        view = self.game.view(self._positions[step], self.seat)
        log = tuple(event for events in self._events[: step + 1] for event in events)
        return msgspec.structs.replace(view, legal=(), log=log)

    def events_at(self, step: int) -> tuple[Event, ...]:
        """What this move told."""
        return self._events[step]

    def lines(self) -> list[tuple[int, Event]]:
        """Everything that was told in the whole game, each with the number of its move."""
        return [(n, event) for n, events in enumerate(self._events) for event in events]
