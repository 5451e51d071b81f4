"""A table of a server behind the page: one thread talks to it, and hands out what it knows as
whole snapshots.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from dogfight.bots.protocol import read_view
from dogfight.client.client import Refusal, RemoteTable, SeatView
from dogfight.core.errors import DogfightError
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import View
from dogfight.server import messages as wire

LISTEN_SECONDS = 0.1
"""How long a command waits at most until the line is free for it."""
STOP_SECONDS = 2.0
"""How long to wait for a thread that may be trying to reach a server which is away."""
Command = Callable[[RemoteTable], None]


@dataclass(frozen=True, slots=True)
class SeatNow:
    """What a seat sees now, its log, and what the table says beside that."""

    view: View[Any]
    question: int
    log: tuple[Event, ...]
    ends: float | None
    """When the time for the present question is over, by our clock."""
    starts: float | None
    standing_order: str
    can_set_up: bool = False
    """Whether the table can place all that the seat has to set up."""
    counting: bool = False
    """Whether the phase is about to end early because everybody is ready."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table as it is known here."""

    info: wire.TableInfo
    mine: tuple[Seat, ...]
    seats: dict[Seat, SeatNow] = field(default_factory=dict)
    chat: tuple[wire.ChatLine, ...] = ()

    def shown(self, expected: Seat | None = None) -> SeatNow | None:
        """The seat to look through: the wanted one if it may act, one that has to act, any of
        mine, or a watcher's.
        """
        able = self.able()
        owing = [seat for seat in able if seat in self.seats[seat].view.waiting]
        wishes = [seat for seat in able if seat == expected]
        first = next(iter((*wishes, *owing, *able, *self.mine)), None)
        if first is not None:
            return self.seats.get(first)
        return next((now for seat, now in self.seats.items() if seat < 0), None)

    def able(self) -> tuple[Seat, ...]:
        """The seats of mine that may act."""
        return tuple(
            seat for seat in self.mine if seat in self.seats and self.seats[seat].view.legal
        )

    def alone_with_bots(self) -> bool:
        """Whether no other person plays or looks on."""
        return not self.info.watchers and all(
            player.you or player.bot for player in self.info.players
        )


class RemoteLink(threading.Thread):
    """Talks to a table in a thread of its own, since the client waits for answers.

    Commands are carried out one after the other. `changed` gets every new snapshot, `refused` why a
    command was not carried out, `lost` why the line is lost for good; all three are called in this
    thread.
    """

    def __init__(
        self,
        table: RemoteTable,
        game: AnyGame,
        changed: Callable[[Snapshot], None],
        refused: Callable[[DogfightError], None],
        lost: Callable[[str], None],
    ) -> None:
        super().__init__(daemon=True, name="table")
        self._table = table
        self._game = game
        self._changed, self._refused, self._lost = changed, refused, lost
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._stopping = threading.Event()
        self._known: dict[Seat, tuple[str, View[Any]]] = {}
        """The views that were read already, by their version."""

    def do(self, command: Command) -> None:
        """Carry something out as soon as the line is free."""
        self._commands.put(command)

    def stop(self) -> None:
        """Stop listening; the seat stays mine."""
        self._stopping.set()
        if self.is_alive():
            self.join(STOP_SECONDS)

    def run(self) -> None:
        try:
            self._changed(self._snapshot())
            while not self._stopping.is_set():
                if self._carry_out() | self._listen():
                    self._changed(self._snapshot())
        except (
            DogfightError,
            httpx.HTTPError,
            WebSocketException,
            OSError,
            msgspec.DecodeError,
        ) as error:
            if not self._stopping.is_set():
                self._lost(str(error))

    def _carry_out(self) -> bool:
        try:
            command = self._commands.get_nowait()
        except Empty:
            return False
        try:
            command(self._table)
        except Refusal as refusal:
            self._refused(refusal)
        return True

    def _listen(self) -> bool:
        """Take in what has come; whether there was anything."""
        if not self._table.pump(LISTEN_SECONDS):
            return False
        while self._table.pump(0):
            pass
        return True

    def _snapshot(self) -> Snapshot:
        table = self._table
        assert table.info is not None
        seats = {
            seat: self._seat(view) for seat, view in table.views.items() if view.message is not None
        }
        return Snapshot(table.info, _of_one_player(table), seats, tuple(table.chat))

    def _seat(self, known: SeatView) -> SeatNow:
        message = known.message
        assert message is not None
        version, view = self._known.get(known.seat, ("", None))
        if view is None or version != message.version:
            view = read_view(self._game, msgspec.json.encode(message.view))
            self._known[known.seat] = message.version, view
        log = tuple(
            Event(
                event.kind,
                event.text,
                event.rule,
                places=event.places,
                pieces=event.pieces,
                causes=event.causes,
            )
            for event in known.log
        )
        counting = message.locks is not None
        ends, starts = (
            self._here(message.locks if counting else message.deadline),
            self._here(message.starts_at),
        )
        return SeatNow(
            view,
            message.question,
            log,
            ends,
            starts,
            message.standing_order,
            message.can_set_up,
            counting,
        )

    def _here(self, at: int | None) -> float | None:
        """A moment of the server's clock by ours."""
        return None if at is None else time.monotonic() + at / 1000 - self._table.server_time()


def _of_one_player(table: RemoteTable) -> tuple[Seat, ...]:
    """My seats; should several players be mine, only those of the first, so that none sees
    another's hand.
    """
    assert table.info is not None
    players = {seat: table.info.seats[seat].player for seat in table.seats if seat >= 0}
    return tuple(seat for seat, player in players.items() if player == min(players.values()))
