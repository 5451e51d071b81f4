"""Hints: what a bot would do in a person's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dogfight.bots.hints import best, reason
from dogfight.core.seat import Seat
from dogfight.processes.queue import Caller
from dogfight.server.messages import Hint, HintLine
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class Hints:
    """The hints of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    @property
    def given(self) -> bool:
        """Whether hints are given here: where the host said so, or else while one person plays
        alone against bots.

        Several people who share one device are several players, each of whom one person's browser
        holds.
        """
        expected = self._table.row.hints
        people = [row for row in self._table.seating if row.person is not None]
        return expected == "on" or (not expected and len(people) < 2)

    async def hint(self, person: Person, seat: Seat, question: int) -> Hint:
        """What a bot would do in a seat's place.

        It thinks beside the table, which goes on meanwhile.
        """
        services = self._table.services
        if not self._table.seating.holds(person.id, seat):
            raise Refused("not_your_seat", "That is not your seat.")
        if not self.given:
            raise Refused("no_hints", "This table is played without hints.")
        view = await self._table.views.seat_view(person, seat, question)
        if seat not in view.waiting or not view.legal:
            raise Refused("not_now", "There is nothing for you to choose now.")
        bot = services.settings.hint_bot
        action_estimates = await services.bots.advise(
            bot, view, Caller(person.id), self._table.data
        )
        legal = {entry.action: entry for entry in view.legal}
        if not action_estimates or any(
            action_estimate.action not in legal for action_estimate in action_estimates
        ):
            raise Refused("hint_failed", "The bot has no answer. Ask again in a moment.")
        preferred = best(action_estimates)
        lines = [
            HintLine(
                estimate.action,
                legal[estimate.action].notation,
                legal[estimate.action].text,
                estimate.chance,
                estimate.value,
                reason(legal[estimate.action], preferred, rank),
            )
            for rank, estimate in enumerate(preferred)
        ]
        return Hint(seat, question, bot, tuple(lines))
