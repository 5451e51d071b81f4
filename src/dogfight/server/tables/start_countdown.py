"""How a game begins: when every player is seated and has said what they add to the draws, or is
not waited for.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from dogfight.bots.characters import bot_introduction, nth_of_kind
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_FROM_POSITION = "The game begins from a position that was set up. It is not rated."
COUNT_SECONDS = 3.0
"""How long everybody in a room can still say that they are not ready."""


class StartCountdown:
    """The beginning of one table's game."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._hurry: asyncio.TimerHandle | None = None
        """Begins the game without those who do not say what they add to the seed."""
        self._count: asyncio.TimerHandle | None = None
        """Begins the game of a room whose players are all ready."""
        self.starts_at: int | None = None
        """When that is, by the server's clock."""

    async def begin(self) -> None:
        """Begin a table that was laid with all its players."""
        await self._table.exclusively(self.if_ready)

    async def if_ready(self) -> None:
        """The game begins when every player is seated and has said what they add; the caller
        holds the table.
        """
        table = self._table
        ready = table.seating.full() and not table.seating.unsaid()
        if table.room.is_open:
            self._count_down(ready)
        elif table.row.status == "open" and ready:
            await self._begin()
        else:
            self.wait_if_full()

    def _count_down(self, ready: bool) -> None:
        """Start the count of a room when everybody is ready; stop it when a player is not."""
        if not ready:
            self._stop_count()
        elif self._count is None:
            table, loop = self._table, asyncio.get_running_loop()
            self.starts_at = table.services.sources.ms() + int(COUNT_SECONDS * 1000)
            self._count = loop.call_later(
                COUNT_SECONDS,
                lambda: asyncio.ensure_future(table.retry_until_stored(self._begin_room)),
            )

    def _stop_count(self) -> None:
        if self._count is not None:
            self._count.cancel()
        self._count = self.starts_at = None

    async def _begin_room(self) -> None:
        """Begin the game of a room, unless a player is not ready after all."""
        seating = self._table.seating
        self._stop_count()
        if self._table.room.is_open and seating.full() and not seating.unsaid():
            await self._begin()

    def wait_if_full(self) -> None:
        """Give players who have not sent their nonce some time; the client that should have
        begun may also be gone.
        """
        table = self._table
        if table.room.is_open:
            self._count_down(table.seating.full() and not table.seating.unsaid())
        elif table.row.status == "open" and table.seating.full() and self._hurry is None:
            loop, wait = asyncio.get_running_loop(), table.services.settings.nonce_seconds
            self._hurry = loop.call_later(
                wait, lambda: asyncio.ensure_future(table.retry_until_stored(self._begin_without))
            )

    async def add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        """A player who has seen the promise of the seed adds to it; what was added stays."""
        await self._table.exclusively(lambda: self._add_nonce(person, commit, nonce))

    async def _add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        table, seating = self._table, self._table.seating
        if commit != table.row.seed_commitment:
            raise Refused("unfit", "expected the promise of this table's seed (its fair.commit)")
        numbers = seating.players_of(person.id)
        if table.row.status != "open" or not numbers:
            raise Refused(
                "not_now", "Only those who sit at a table that has not begun add to its draws."
            )
        unsaid = [player for player in numbers if seating.rows[player].nonce is None]
        if (
            not unsaid
            and not table.room.is_open
            and all(seating.rows[player].nonce != nonce for player in numbers)
        ):
            raise Refused("not_now", "You have added to the draws already.")
        for player in unsaid:
            row = replace(seating.row(player), nonce=nonce)
            await table.update_row(partial(table.services.ledger.put_player, row=row))
            seating.put(row)
        await self.if_ready()
        table.presence.announce()

    async def _begin_without(self) -> None:
        """Nobody waits any longer for those who do not say what they add to the draws."""
        if (
            self._hurry is not None
            and self._table.row.status == "open"
            and self._table.seating.full()
        ):
            await self._begin()

    async def _begin(self) -> None:
        self.wait_no_more()
        match, seating = self._table.match, self._table.seating
        silent = [
            row for row in seating if row.person is not None and not row.bot and not row.nonce
        ]
        notes = [_FROM_POSITION] if self._table.row.opening else []
        notes += [
            bot_introduction(
                row.bot, seating.title(row.player), nth_of_kind(seating.bots(), row.player)
            )
            for row in seating
            if row.person is None
        ]
        notes += [
            f"{row.name} ({seating.title(row.player)}) adds nothing to the draws." for row in silent
        ]
        await self._table.commit(lambda: match.start(seating.nonces(), tuple(filter(None, notes))))

    def wait_no_more(self) -> None:
        """Stop the time that those who have not said what they add are given."""
        self._stop_count()
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None
