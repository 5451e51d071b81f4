"""A record move by move: the position after each move, and what a seat was told on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from dogfight.core.errors import BadOption
from dogfight.core.event import Event, visible_events
from dogfight.core.record import NamedVersions, Record, check_header, play_move, version_notice
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import View


class Steps:
    """A recorded game as a seat saw it, or with everything open; step 0 is before the first
    move.
    """

    def __init__(self, game: AnyGame, record: Record, seat: Seat) -> None:
        self.game = game
        self.record = record
        self.seat = seat
        self._positions: list[Any] = []
        self._told: list[tuple[Event, ...]] = [()]
        with NamedVersions(game, record.header):
            self._play()

    def _play(self) -> None:
        game, record = self.game, self.record
        check_header(game, record.header)
        position = game.new(record.header.options)
        self._positions.append(game.copy(position))
        for n, move in enumerate(record.moves, 1):
            self._told.append(visible_events(play_move(game, position, move, n), self.seat))
            self._positions.append(game.copy(position))

    @property
    def notice(self) -> str:
        """What to say where the record was written with older rules."""
        return version_notice(self.game, self.record.header)

    @property
    def last(self) -> int:
        """How many moves there are."""
        return len(self.record.moves)

    def check(self, step: int) -> None:
        """Raise `BadOption` unless there are so many moves."""
        if not 0 <= step <= self.last:
            raise BadOption(f"expected a move from 0 to {self.last}, got {step}")

    def view(self, step: int) -> View[Any]:
        """What was seen after so many moves; nothing can be done about it any more."""
        view = self.game.view(self._positions[step], self.seat)
        log = tuple(event for events in self._told[: step + 1] for event in events)
        return msgspec.structs.replace(view, legal=(), log=log)

    def told(self, step: int) -> tuple[Event, ...]:
        """What this move told."""
        return self._told[step]

    def lines(self) -> list[tuple[int, Event]]:
        """Everything that was told in the whole game, each with the number of its move."""
        return [(n, event) for n, events in enumerate(self._told) for event in events]
