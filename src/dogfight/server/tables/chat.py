"""What is said at a table: one channel for those who play, one for those who watch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from dogfight.server.messages import Channel, ChatLine, ChatMessage, encode
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import ChatRow, Person
from dogfight.server.tables.repeats import USED

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_MOST_LINES = 200


class TableChat:
    """The two channels of a table. Players hear the watchers only when the game is over."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.heard = table.row.said
        """The number of the last line that was told here."""
        self.quiet = asyncio.Lock()
        """Held while a line is added, and while a client connects and reads the earlier lines."""

    async def lines(self, person: Person, channel: Channel) -> tuple[ChatLine, ...]:
        """What was said in a channel this person may read."""
        self._table.views.eyes_of(person)
        if not self._hears(person, channel):
            raise Refused("no_channel", "Players hear the watchers when the game is over.")
        rows = await self._table.services.ledger.chat(self._table.code, channel, _MOST_LINES)
        return tuple(_line(row, person) for row in rows)

    async def say(self, person: Person, command_id: str, channel: Channel, text: str) -> None:
        """Say something; the same command twice is said once."""
        table = self._table
        table.views.eyes_of(person)
        seated = bool(table.seating.held_by(person.id))
        if table.row.status != "over" and seated != (channel == "table"):
            raise Refused("no_channel", "Players talk at the table, watchers among themselves.")
        ledger, now = table.services.ledger, table.services.world.ms()
        cmd = f"{person.id}/{command_id}"
        async with self.quiet:
            row = await ledger.say(table.code, cmd, now, person, channel, text)
            if row is not None:
                await self._tell_up_to(row)
                table.services.nodes.changed(table.row, row.n)
            elif await ledger.said(table.code, cmd) != (channel, text):
                raise Refused("id_used", USED)

    async def catch_up(self) -> None:
        """Tell what was said at other nodes."""
        async with self.quiet:
            await self.listen()

    async def listen(self) -> None:
        """Tell every line that was stored and is not told yet; the caller keeps others quiet."""
        for row in await self._table.services.ledger.lines_after(self._table.code, self.heard):
            self._tell(row)

    async def _tell_up_to(self, row: ChatRow) -> None:
        """Tell a line, after those that were said at other nodes before it."""
        if row.n == self.heard + 1:
            self._tell(row)
        else:
            await self.listen()

    def _tell(self, row: ChatRow) -> None:
        self.heard = row.n
        for socket in tuple(self._table.audience.sockets):
            if self._hears(socket.person, row.channel):
                socket.send(encode(ChatMessage(_line(row, socket.person))))

    def _hears(self, person: Person, channel: str) -> bool:
        over = self._table.row.status == "over"
        return channel == "table" or over or not self._table.seating.held_by(person.id)


def _line(row: ChatRow, person: Person) -> ChatLine:
    channel: Channel = "watchers" if row.channel == "watchers" else "table"
    return ChatLine(row.n, row.at, row.name, channel, row.text, row.person == person.id)
