"""What people have in mind and have not sent yet: it is kept for them, and counts when the time
is over.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dogfight.core.seat import Seat
from dogfight.server.messages import SaveDraft
from dogfight.server.storage.ledger import Draft

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class Drafts:
    """The drafts of one table, at most one a seat."""

    def __init__(self, table: LiveTable, stored: dict[Seat, Draft]) -> None:
        self._table = table
        self.reload(stored)

    def reload(self, stored: dict[Seat, Draft]) -> None:
        """Go back to what is stored."""
        self._drafts = dict(stored)

    def of(self, seat: Seat, question: int) -> Draft | None:
        """A seat's draft for this phase."""
        draft = self._drafts.get(seat)
        return draft if draft and draft.question == question else None

    async def keep(self, message: SaveDraft) -> None:
        """Keep the newest draft of the present phase; an older one that comes late changes
        nothing.
        """
        kept = self.of(message.seat, message.question)
        if kept is not None and kept.n >= message.n:
            return
        draft = Draft(message.n, message.question, message.actions, message.note)
        ledger = self._table.services.ledger
        await self._table.update_row(lambda known: ledger.put_draft(known, message.seat, draft))
        self._drafts[message.seat] = draft
        self._table.publish(only=message.seat)

    def stale(self) -> tuple[Seat, ...]:
        """The seats whose drafts are for a phase that is over."""
        return tuple(
            seat
            for seat, draft in self._drafts.items()
            if draft.question != self._table.match.question(seat)
        )

    def drop(self, seats: tuple[Seat, ...]) -> None:
        """Forget drafts that are off the disk already."""
        for seat in seats:
            del self._drafts[seat]

    def at_the_lock(self) -> dict[Seat, tuple[int, ...]]:
        """What counts when the time is over: the present drafts of people who play their seats
        themselves.
        """
        stale, seating = self.stale(), self._table.seating
        return {
            seat: draft.actions
            for seat, draft in self._drafts.items()
            if seat not in stale and not seating.at(seat).bot
        }

    async def forget(self, player: int) -> None:
        """Remove the drafts of a seat, so that its next player does not read them."""
        ledger = self._table.services.ledger
        for seat in self._table.seating.chairs(player):
            if seat in self._drafts:
                await self._table.update_row(partial(ledger.drop_draft, seat=seat))
                del self._drafts[seat]
                self._table.publish(only=seat)
