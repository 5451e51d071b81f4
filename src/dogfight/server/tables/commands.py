"""What people at a table command: an action, a set-up, a plan, taking back, a draft, giving up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dogfight.match.plans import Plan
from dogfight.server.messages import Command, Play, SaveDraft, SendPlan, SetUp, TakeBack
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Entry, Person
from dogfight.server.tables.repeats import check_repeated, marked

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class Commands:
    """Carries out what people command, if they may; each command once, however often it comes."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    async def carry_out(self, person: Person, message: Command) -> None:
        """Do what a person commands, or refuse; the caller holds the table."""
        table, command_id = self._table, f"{person.id}/{message.id}"
        if command_id in table.stored_ids and not isinstance(message, SaveDraft):
            check_repeated(await table.services.ledger.body_of(table.code, command_id), message)
            return
        self._check(person, message)
        match message:
            case SaveDraft():
                await table.drafts.keep(message)
            case SendPlan():
                await self._lay(message, command_id)
            case TakeBack(seat=seat):
                await table.commit(
                    lambda: marked(table.match.take_back(seat), message),
                    command_id,
                    "nothing_to_take_back",
                )
            case SetUp(seat=seat):
                await table.commit(lambda: marked(table.match.set_up(seat), message), command_id)
            case Play(seat=seat, action=action, word=word):
                supplied = action if action is not None else word
                if supplied is None:
                    raise Refused("unfit", "expected an action or a word")
                await table.commit(
                    lambda: marked(table.match.play(seat, supplied), message), command_id
                )

    def _check(self, person: Person, message: Command) -> None:
        """Refuse what is not this person's to command, or not now."""
        table = self._table
        if not table.seating.holds(person.id, message.seat):
            raise Refused("not_your_seat", "That is not your seat.")
        if table.row.status != "live":
            raise Refused("not_live", "The game is not being played.")
        if not isinstance(message, SendPlan) and message.question != table.match.question(
            message.seat
        ):
            raise Refused(
                "question_closed", "The table moved on. Here is the new position; nothing was sent."
            )
        if not isinstance(message, SaveDraft) and table.clock.is_paused:
            raise Refused("not_now", "The game is paused. Any player lets it go on.")
        if not isinstance(message, SaveDraft) and table.clock.pause_left() > 0:
            raise Refused("too_early", "Look at the table first: the clock starts in a moment.")
        if isinstance(message, Play | SetUp | TakeBack) and table.clock.too_late():
            raise Refused("question_closed", "The time is over. Nothing was sent.")

    async def _lay(self, message: SendPlan, command_id: str) -> None:
        """Put a whole plan on the table in the place of the one before, at once and for all to
        see what they may.
        """
        table = self._table
        player = table.match.table.seats[message.seat].player
        plan = Plan(player, message.round, message.n, message.parts or ())
        lay, late = message.parts is not None, table.clock.too_late()

        def decide() -> Entry:
            return marked(table.match.plan(plan, lay=lay, ready=message.ready, late=late), message)

        await table.commit(decide, command_id)

    async def resign(self, person: Person, player: int) -> None:
        """A player gives up."""
        await self._table.exclusively(lambda: self._resign(person, player))

    async def _resign(self, person: Person, player: int) -> None:
        table = self._table
        table.check_plays(person, player)
        if player not in table.match.resigned:
            await table.commit(lambda: table.match.resign(player))
            table.presence.announce()
