"""How a game begins: when every player is seated and has said what they add to the draws, or is
not waited for.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from dogfight.bots.characters import bot_introduction
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class StartCountdown:
    """The beginning of one table's game."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._hurry: asyncio.TimerHandle | None = None
        """Begins the game without those who do not say what they add to the seed."""

    async def begin(self) -> None:
        """Begin a table that was laid with all its players."""
        await self._table.in_turn(self.if_ready)

    async def if_ready(self) -> None:
        """The game begins when every player is seated and has said what they add; the caller
        holds the table.
        """
        table = self._table
        if table.row.status == "open" and table.seating.full() and not table.seating.unsaid():
            await self._begin()
        else:
            self.wait_if_full()

    def wait_if_full(self) -> None:
        """Give players who have not sent their nonce some time; the client that should have
        begun may also be gone.
        """
        table = self._table
        if table.row.status == "open" and table.seating.full() and self._hurry is None:
            loop, wait = asyncio.get_running_loop(), table.services.settings.nonce_seconds
            self._hurry = loop.call_later(
                wait, lambda: asyncio.ensure_future(table.insist(self._begin_without))
            )

    async def add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        """A player who has seen the promise of the seed adds to it; what was added stays."""
        await self._table.in_turn(lambda: self._add_nonce(person, commit, nonce))

    async def _add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        table, seating = self._table, self._table.seating
        if commit != table.row.promise:
            raise Refused("unfit", "expected the promise of this table's seed (its fair.commit)")
        numbers = seating.players_of(person.id)
        if table.row.status != "open" or not numbers:
            raise Refused(
                "not_now", "Only those who sit at a table that has not begun add to its draws."
            )
        unsaid = [player for player in numbers if seating.rows[player].nonce is None]
        if not unsaid and all(seating.rows[player].nonce != nonce for player in numbers):
            raise Refused("not_now", "You have added to the draws already.")
        for player in unsaid:
            row = replace(seating.row(player), nonce=nonce)
            await table.beside(partial(table.services.ledger.put_player, row=row))
            seating.put(row)
        await self.if_ready()
        table.people.announce()

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
        notes = [
            bot_introduction(row.bot, seating.title(row.player))
            for row in seating
            if row.person is None
        ]
        notes += [
            f"{row.name} ({seating.title(row.player)}) adds nothing to the draws." for row in silent
        ]
        await self._table.commit(lambda: match.start(seating.nonces(), tuple(filter(None, notes))))

    def wait_no_more(self) -> None:
        """Stop the time that those who have not said what they add are given."""
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None
