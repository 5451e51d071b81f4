"""What is said at a table: one channel for those who play, one for those who watch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from dogfight.core.calls import Call
from dogfight.core.errors import BadOption
from dogfight.server.messages import Channel, ChatLine, ChatMessage, encode
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import CALL_DIVIDER, CALL_MARK, ChatRow, Person
from dogfight.server.tables.repeats import USED

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_MOST_LINES = 200
_MOST_CALLS = 64


class _CallLine(NamedTuple):
    """A call as it is stored in the place of a line's text."""

    player: str
    """The number of the player a bot plays; empty for a person."""
    key: str
    targets: str
    sentence: str

    @classmethod
    def read(cls, text: str) -> _CallLine | None:
        parts = text.removeprefix(CALL_MARK).split(CALL_DIVIDER)
        return cls(*parts) if text.startswith(CALL_MARK) else None

    def write(self) -> str:
        return CALL_MARK + CALL_DIVIDER.join(self)


_GENERAL = (
    Call("luck", "Good luck!"),
    Call("well", "Well flown!"),
    Call("thanks", "Thanks!"),
    Call("sorry", "Sorry!"),
    Call("thinking", "Thinking…"),
)
"""What players of every game can say."""


class TableChat:
    """The two channels of a table. Players hear the watchers only when the game is over."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.heard = table.row.chat_count
        """The number of the last line that was told here."""
        self.quiet = asyncio.Lock()
        """Held while a line is added, and while a client connects and reads the earlier lines."""
        self._recent: deque[tuple[int, int, str, tuple[str, ...]]] = deque(maxlen=_MOST_CALLS)
        """The latest calls: in which turn, by which player, which one, its targets."""

    async def lines(self, person: Person, channel: Channel) -> tuple[ChatLine, ...]:
        """What was said in a channel this person may read."""
        self._table.views.perspectives_of(person)
        if not self._hears(person, channel):
            raise Refused("no_channel", "Players hear the watchers when the game is over.")
        rows = await self._table.services.ledger.chat(self._table.code, channel, _MOST_LINES)
        return tuple(self._line(row, person) for row in rows)

    async def say(self, person: Person, command_id: str, channel: Channel, text: str) -> None:
        """Say something; the same command twice is said once."""
        table = self._table
        table.views.perspectives_of(person)
        seated = bool(table.seating.held_by(person.id))
        if table.room.is_open:
            seated = True  # everybody in a room talks to everybody
        if table.row.status != "over" and seated != (channel == "table"):
            raise Refused("no_channel", "Players talk at the table, watchers among themselves.")
        if person.id in table.row.silenced:
            raise Refused("silenced", "The host has silenced you at this table.")
        await self._store(person, f"{person.id}/{command_id}", channel, text)

    async def silence(self, host: Person, guest: str, silenced: bool) -> None:
        """Let a person say nothing here any more, or let them speak again."""
        await self._table.exclusively(lambda: self._silence(host, guest, silenced))

    async def _silence(self, host: Person, guest: str, silenced: bool) -> None:
        table = self._table
        if table.row.host != host.id:
            raise Refused("not_yours", "Only the host silences people.")
        person = table.room.person_at(guest)
        if person == host.id:
            raise Refused("not_now", "You are the host.")
        after = {*table.row.silenced, person} if silenced else {*table.row.silenced} - {person}
        people = tuple(sorted(after))
        if len(people) > _MOST_LINES:
            raise Refused("rate", f"{_MOST_LINES} people are silenced already.")
        ledger = table.services.ledger
        await table.update_row(lambda known: ledger.put_silenced(known, people))
        table.row = replace(table.row, silenced=people)
        table.presence.announce()

    async def _store(self, person: Person, stored_id: str, channel: Channel, text: str) -> None:
        table = self._table
        ledger, now = table.services.ledger, table.services.sources.ms()
        async with self.quiet:
            row = await ledger.say(table.code, stored_id, now, person, channel, text)
            if row is not None:
                await self._tell_up_to(row)
                table.services.nodes.changed(table.row, row.n)
            elif await ledger.chat_of_command(table.code, stored_id) != (channel, text):
                raise Refused("id_used", USED)

    @cached_property
    def calls(self) -> dict[str, Call]:
        """What players can say with a tap, by key."""
        calls = self._table.game.manifest.load("calls") or ()
        return {call.key: call for call in (*calls, *_GENERAL)}

    async def call(self, person: Person, command_id: str, key: str, targets: Sequence[str]) -> None:
        """Say one of the game's calls for everybody to hear."""
        if not self._table.seating.held_by(person.id):
            raise Refused("not_yours", "Only players make calls.")
        call = self.calls.get(key)
        if call is None:
            raise BadOption(f"expected a call out of {', '.join(self.calls)}; got {key!r}")
        line = _CallLine("", key, ",".join(targets), call.sentence(targets))
        await self.say(person, command_id, "table", line.write())

    async def call_for_bot(
        self, player: int, command_id: str, key: str, targets: Sequence[str]
    ) -> None:
        """Let a bot make a call; its line is stored under the host."""
        table, host = self._table, self._table.row.host
        if host is None:
            return
        line = _CallLine(str(player), key, ",".join(targets), self.calls[key].sentence(targets))
        await self._store(Person(host, table.host), f"bot/{command_id}", "table", line.write())

    def calls_of_turn(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """What was called in the present turn: by which player, which call, its targets."""
        now = self._table.turn
        return [
            (player, key, targets) for turn, player, key, targets in self._recent if turn == now
        ]

    async def sync(self) -> None:
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
        call, player = _CallLine.read(row.text), self._player(row)
        if call is not None and player is not None:
            targets = tuple(filter(None, call.targets.split(",")))
            self._recent.append((self._table.turn, player, call.key, targets))
        for socket in tuple(self._table.viewers.sockets):
            if self._hears(socket.person, row.channel):
                socket.send(encode(ChatMessage(self._line(row, socket.person))))

    def _hears(self, person: Person, channel: str) -> bool:
        over = self._table.row.status == "over"
        return channel == "table" or over or not self._table.seating.held_by(person.id)

    def _player(self, row: ChatRow) -> int | None:
        """Which player has said a line; None for a watcher."""
        call = _CallLine.read(row.text)
        if call is not None and call.player:
            return int(call.player)
        return next(iter(self._table.seating.players_of(row.person)), None)

    def _line(self, row: ChatRow, person: Person) -> ChatLine:
        channel: Channel = "watchers" if row.channel == "watchers" else "table"
        call, player = _CallLine.read(row.text), self._player(row)
        by_bot = call is not None and call.player != ""
        seating = self._table.seating
        return ChatLine(
            row.n,
            row.at,
            seating.bot_name(player) if by_bot and player is not None else row.name,
            channel,
            row.text if call is None else call.sentence,
            row.person == person.id and not by_bot,
            call=call is not None,
            player=player,
            guest="" if by_bot else self._table.room.guest_of(row.person),
        )
