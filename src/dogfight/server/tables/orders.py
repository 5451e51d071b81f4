"""Standing orders: what a seat answers to reactions without being asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dogfight.core.capabilities import Reactions
from dogfight.core.seat import Seat
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_NO_ORDER = "never"


class Orders:
    """The standing orders of one table, at most one a seat."""

    def __init__(self, table: LiveTable, stored: dict[Seat, str]) -> None:
        self._table = table
        self.possible = isinstance(table.game, Reactions)
        """Whether the game has reactions to leave to an order."""
        self.reload(stored)

    def reload(self, stored: dict[Seat, str]) -> None:
        """Go back to what is stored."""
        self._orders = dict(stored)
        self.hand_over()

    def of(self, seat: Seat) -> str:
        return self._orders.get(seat, _NO_ORDER)

    def hand_over(self) -> None:
        """Tell the match whose orders stand: those of people who play their seats themselves."""
        seating = self._table.seating
        self._table.match.orders = {
            seat: order for seat, order in self._orders.items() if not seating.at(seat).bot
        }

    async def give(self, person: Person, seat: Seat, order: str) -> None:
        """A seat leaves reactions to a standing order, beginning with the present question."""
        await self._table.exclusively(lambda: self._give(person, seat, order))

    async def _give(self, person: Person, seat: Seat, order: str) -> None:
        table = self._table
        if seat not in table.seating.held_by(person.id):
            raise Refused("not_your_seat", "That is not your seat.")
        if not self.possible:
            raise Refused("not_now", f"{table.game.title} has no reactions to leave to an order.")
        await table.update_row(lambda known: table.services.ledger.put_order(known, seat, order))
        self._orders[seat] = order
        self.hand_over()
        if table.row.status == "live" and table.match.by_order() is not None:
            await table.commit(table.match.obey)
        else:
            table.publish(only=seat)

    async def forget(self, player: int) -> None:
        """Remove the orders of a seat: its next player gives their own."""
        ledger = self._table.services.ledger
        for seat in self._table.seating.chairs(player):
            if seat in self._orders:
                await self._table.update_row(
                    partial(ledger.put_order, seat=seat, setting=_NO_ORDER)
                )
                del self._orders[seat]
                self._table.publish(only=seat)
