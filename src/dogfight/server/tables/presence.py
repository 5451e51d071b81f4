"""Who is at a table: people come and go, and every client gets the state of the table itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from dogfight.core.seat import WATCHER, Seat
from dogfight.server.messages import TableMessage, Welcome, encode
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.event_pacing import AnimationSpeed, slowest
from dogfight.server.tables.viewers import TABLETOP, Listener

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_ANNOUNCE_SECONDS = 0.1
_HEARD_SECONDS = 1.0


class Presence:
    """The people of one table, with a socket or without."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._opened = asyncio.get_running_loop().time()
        self._seen: dict[int, float] = {}
        """When those who have no socket here any more were last heard of."""
        self._announcing: asyncio.TimerHandle | None = None
        self._heard: set[int] = set()
        """Who has asked something since the other nodes were last told."""
        self._speeds: dict[int, AnimationSpeed] = {}
        """How fast those who have said so are shown what happened."""

    def set_animation_speed(self, person: Person, animation_speed: AnimationSpeed) -> None:
        """A page says how fast it shows what happened, from the next question on."""
        if (
            self._table.seating.held_by(person.id)
            and self._speeds.get(person.id) != animation_speed
        ):
            self._speeds[person.id] = animation_speed
            self._tell_others()

    def animation_speed(self) -> AnimationSpeed:
        """Return the slowest animation speed of the players who are here; the default is normal."""
        elsewhere = self._table.services.nodes.animation_speeds(self._table.code)
        if not self._speeds and not elsewhere:
            return "normal"
        animation_speeds = self._speeds | elsewhere
        here = self.online()
        players = {
            row.person for row in self._table.seating if row.person is not None and not row.bot
        }
        return slowest(
            animation_speeds.get(player, "normal") for player in players if player in here
        )

    @property
    def watchers(self) -> int:
        """How many look on without a seat."""
        return self._watchers_here + self._table.services.nodes.watchers(self._table.code)

    @property
    def _watchers_here(self) -> int:
        table = self._table
        return sum(not table.seating.held_by(socket.person.id) for socket in table.viewers.sockets)

    def online(self) -> set[int]:
        """The people who look on now, through whichever node."""
        return self._table.viewers.online() | self._table.services.nodes.people(self._table.code)

    async def attach(self, socket: Listener) -> None:
        """Let a socket in: it is welcomed and shown what its person may see."""
        await self._table.exclusively(lambda: self._attach(socket))

    async def _attach(self, socket: Listener) -> None:
        table = self._table
        perspectives = table.views.perspectives_of(socket.person)
        if (
            perspectives == (WATCHER,)
            and self.watchers >= table.services.settings.watchers_per_table
        ):
            raise Refused("busy", "The stands are full.")
        table.touch()
        async with table.chat.quiet:
            if not table.services.nodes.alone:
                await table.chat.listen()
            socket.send(encode(await self._welcome(socket.person, perspectives)))
            table.viewers.subscribe(socket, self._shown(perspectives), table.match.table.events)
        table.voice.update()
        self.announce()

    def _shown(self, perspectives: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """What is sent to one device: several people who share it are also shown what lies open
        between them.
        """
        several = (
            len({self._table.match.table.seats[seat].player for seat in perspectives if seat >= 0})
            > 1
        )
        return (*perspectives, TABLETOP) if several else perspectives

    async def _welcome(self, person: Person, perspectives: tuple[Seat, ...]) -> Welcome:
        table = self._table
        watching = perspectives == (WATCHER,) or table.row.status == "over"
        return Welcome(
            now=table.services.sources.ms(),
            table=table.views.info(person),
            seats=perspectives,
            chat=await table.chat.lines(person, "table"),
            watchers_chat=await table.chat.lines(person, "watchers") if watching else None,
        )

    def detach(self, socket: Listener) -> None:
        """A socket has gone."""
        self._table.viewers.leave(socket)
        self._table.voice.leave(socket)
        self._table.touch()
        self.heard_of(socket.person)
        self.announce()

    def heard_of(self, person: Person) -> None:
        """Note a request of a person here, with a socket or without."""
        self._seen[person.id] = asyncio.get_running_loop().time()
        if not self._table.services.nodes.alone and person.id not in self._heard:
            self._heard.add(person.id)
            asyncio.get_running_loop().call_later(_HEARD_SECONDS, self._tell_others)

    def others_moved(self, people: set[int]) -> None:
        """Note that a person came, went or was active at another node."""
        now = asyncio.get_running_loop().time()
        self._seen |= dict.fromkeys(people, now)
        self.announce()

    def _tell_others(self) -> None:
        """Tell the other nodes who is here, and who was."""
        table, heard = self._table, self._heard
        self._heard = set()
        table.services.nodes.present(
            table.code, table.viewers.online(), self._watchers_here, heard, self._speeds
        )

    def away(self, person: int) -> float | None:
        """For how many seconds a person has been away, or None while they are here; it counts from
        when the table was opened at the earliest, for of what was before nobody knows.
        """
        if person in self.online():
            return None
        return asyncio.get_running_loop().time() - self._seen.get(person, self._opened)

    def resubscribe(self) -> None:
        """Send every client what it may see after a person sat down or left."""
        table = self._table
        for socket in tuple(table.viewers.sockets):
            try:
                table.viewers.subscribe(
                    socket,
                    self._shown(table.views.perspectives_of(socket.person)),
                    table.match.table.events,
                )
            except Refused as refused:
                socket.close(4403, refused.message)
        table.voice.update()

    def announce(self) -> None:
        """Tell everybody about the table itself, soon and once for several changes."""
        if self._announcing is None:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(_ANNOUNCE_SECONDS, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        self._tell_others()
        table = self._table
        said: dict[tuple[tuple[Seat, ...], bool, int], bytes] = {}
        in_room = table.room.is_open
        for socket in tuple(table.viewers.sockets):
            person = socket.person
            about = person.id if in_room else -1
            part = (table.seating.held_by(person.id), person.id == table.row.host, about)
            if part not in said:
                said[part] = encode(TableMessage(table.views.info(person)))
            socket.send(said[part])

    def renamed(self, person: Person) -> None:
        """Note that a person has a new name."""
        if person.id == self._table.row.host:
            self._table.host = person.name
        for row in self._table.seating:
            if row.person == person.id:
                row.name = person.name
        for socket in self._table.viewers.sockets:
            if socket.person.id == person.id:
                socket.person = person
        self.announce()
