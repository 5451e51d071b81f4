"""A table before its game: who is here, who sits where, and what the host decides.

A room has one link for everybody. A player is ready once they have added to the table's seed; a
change by the host takes that back, and the game begins a few seconds after the last one is ready.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dogfight.bots.registry import bot_names
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionValue
from dogfight.server.codes import new_key
from dogfight.server.messages import RoomInfo, RoomOptions, RoomPerson
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import GameRow, Person, PlayerRow, RoomRow
from dogfight.server.tables.time_control import TimeControl

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

_GUEST_DIGITS = 16
_MOST_BARRED = 200


@dataclass(frozen=True, slots=True)
class _State:
    """All that is stored about a room, as it is or as it shall be."""

    row: GameRow
    room: RoomRow
    players: Mapping[int, PlayerRow]

    def with_players(self, *players: PlayerRow) -> _State:
        """The same room with other rows of these players."""
        return replace(self, players={**self.players, **{row.player: row for row in players}})

    def without(self, person: int) -> _State:
        """The same room, with the seat of a person free."""
        return self.with_players(
            *(
                PlayerRow(row.code, row.player)
                for row in self.players.values()
                if row.person == person
            )
        )


class Room:
    """The room of one table; `row` is None where a table begins without one."""

    def __init__(self, table: LiveTable, row: RoomRow | None) -> None:
        self._table = table
        self.row = row
        self._names: dict[int, str] = {}
        """The names of people who are here through another node."""
        self._asking: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether people are still choosing their seats."""
        return self.row is not None and self._table.row.status == "open"

    def check_let_in(self, person: int) -> None:
        """Refuse a person whom the host has barred."""
        if self.row is not None and person in self.row.barred:
            raise Refused("not_yours", "The host does not let you into this room.")

    # --- who is here -------------------------------------------------------------------------

    def info(self, me: int) -> RoomInfo | None:
        """The room as a person may know it; None once the game has begun."""
        table = self._table
        if not self.is_open or self.row is None:
            return None
        inside = me == table.row.host or bool(table.seating.players_of(me))
        key = f"#{self.row.key}" if self.row.key else ""
        return RoomInfo(
            people=self._people(me),
            link=f"/join/{table.code}{key}" if inside or not key else "",
            ready=tuple(
                row.player
                for row in table.seating
                if row.bot or (row.person is not None and row.nonce is not None)
            ),
            starts_at=table.start_countdown.starts_at,
        )

    def _people(self, me: int) -> tuple[RoomPerson, ...]:
        table = self._table
        online = table.presence.online()
        players = {row.person: row.player for row in table.seating if row.person is not None}
        names = {socket.person.id: socket.person.name for socket in table.viewers.sockets}
        names |= {row.person: row.name for row in table.seating if row.person is not None}
        if table.row.host is not None:
            names[table.row.host] = table.host
        self._ask_for_names(online - names.keys() - self._names.keys())
        names = {id: name for id, name in self._names.items() if id in online} | names
        return tuple(
            RoomPerson(
                guest=self.guest_of(person),
                name=names[person],
                you=person == me,
                host=person == table.row.host,
                player=players.get(person),
                online=person in online,
            )
            for person in sorted(names, key=lambda id: (players.get(id, len(names)), id))
        )

    def guest_of(self, person: int) -> str:
        """A name for a person that is good at this table only."""
        key = bytes.fromhex(self._table.row.guest_key) or self._table.row.seed
        digest = hmac.new(key, str(person).encode(), hashlib.sha256).hexdigest()
        return digest[:_GUEST_DIGITS]

    def _ask_for_names(self, people: Iterable[int]) -> None:
        """Look up who is here through other nodes, and announce the table once they are known."""
        unknown = tuple(people)
        if unknown and self._asking is None:
            self._asking = asyncio.ensure_future(self._look_up(unknown))

    async def _look_up(self, people: Sequence[int]) -> None:
        try:
            self._names |= await self._table.services.ledger.names_of(people)
        finally:
            self._asking = None
        self._table.presence.announce()

    def person_at(self, guest: str) -> int:
        """The person at this table whom this name stands for."""
        table = self._table
        seated = {row.person for row in table.seating if row.person is not None}
        for person in seated | table.presence.online():
            if hmac.compare_digest(self.guest_of(person), guest):
                return person
        raise Refused("unknown", "That person has left the room.")

    # --- seats -------------------------------------------------------------------------------

    async def sit(self, person: Person, player: int | None, key: str) -> None:
        """Take a free seat, and leave the one held before; any free one where none is named."""

        def change(state: _State) -> _State:
            self.check_let_in(person.id)
            self._check_key(person, key)
            row = self._any_seat(person) if player is None else self._table.seating.row(player)
            if row.person == person.id:
                return state
            if row.person is not None or row.bot:
                raise Refused("seat_taken", f"That seat is taken.{self._free_words()}")
            return state.without(person.id).with_players(
                PlayerRow(row.code, row.player, person.id, person.name)
            )

        await self._change(change)

    def _any_seat(self, person: Person) -> PlayerRow:
        """The seat a person holds, or the first one that is free."""
        seating = self._table.seating
        rows = [*(seating.row(player) for player in seating.players_of(person.id)), *self._free()]
        if not rows:
            raise Refused("seat_taken", "All seats are taken. You can watch until one is free.")
        return rows[0]

    def _free(self) -> list[PlayerRow]:
        return [row for row in self._table.seating if row.person is None and not row.bot]

    def _free_words(self) -> str:
        free = [self._table.seating.title(row.player) for row in self._free()]
        return f" Free: {', '.join(free)}." if free else ""

    def _check_key(self, person: Person, key: str) -> None:
        table = self._table
        known = table.row.host == person.id or bool(table.seating.players_of(person.id))
        if self.row is None or known or table.row.open or not self.row.key:
            return
        if not hmac.compare_digest(self.row.key.encode(), key.strip().upper().encode()):
            raise Refused("not_yours", "The host has made a new link. Ask for that one.")

    async def leave(self, person: Person) -> None:
        """Leave the room: the seat is free, and a host hands the room over."""

        def change(state: _State) -> _State:
            after = state.without(person.id)
            return replace(after, row=replace(after.row, host=self._host_without(person.id)))

        await self._change(change)

    def _host_without(self, person: int) -> int | None:
        """Who is host once a person has left: the host, or a seated player, one here if any."""
        host, online = self._table.row.host, self._table.presence.online()
        if host != person:
            return host
        seated = [row.person for row in self._table.seating if row.person not in (None, person)]
        here = [item for item in seated if item in online]
        return next(iter((*here, *seated)), host)

    # --- what the host decides ---------------------------------------------------------------

    async def move(self, host: Person, guest: str, player: int) -> None:
        """Seat a person; one who sits there already changes places with them."""

        def change(state: _State) -> _State:
            self._check_host(host)
            person = self.person_at(guest)
            target = self._table.seating.row(player)
            origin = next((row for row in self._table.seating if row.person == person), None)
            name = origin.name if origin is not None else self._name_of(person)
            after = state.with_players(PlayerRow(target.code, player, person, name))
            if origin is None or origin.player == player:
                return after
            return after.with_players(replace(target, player=origin.player, nonce=None))

        await self._change(change)

    def _name_of(self, person: int) -> str:
        sockets = self._table.viewers.sockets
        here = {socket.person.id: socket.person.name for socket in sockets}
        return (self._names | here).get(person, "")

    async def remove(self, host: Person, guest: str, bar: bool) -> None:
        """Take a person's seat away, and let them in no more where they are barred."""

        def change(state: _State) -> _State:
            self._check_host(host)
            person = self.person_at(guest)
            if person == host.id:
                raise Refused("not_now", "You are the host: hand the room over, then leave.")
            after = state.without(person)
            if not bar:
                return after
            if len(after.room.barred) >= _MOST_BARRED:
                raise Refused("rate", f"{_MOST_BARRED} people are barred; make a new link instead.")
            return replace(after, room=replace(after.room, barred=(*after.room.barred, person)))

        await self._change(change)

    async def hand_over(self, person: Person, guest: str) -> None:
        """Make another person the host; a seated one may take a room whose host is away."""

        def change(state: _State) -> _State:
            table, chosen = self._table, self.person_at(guest)
            taking = chosen == person.id and bool(table.seating.players_of(person.id))
            away = table.presence.away(table.row.host) if table.row.host is not None else None
            least = table.services.settings.away_seconds
            if table.row.host != person.id and not (taking and away is not None):
                raise Refused("not_yours", "Only the host hands the room over.")
            if table.row.host != person.id and (away or 0.0) < least:
                raise Refused(
                    "not_now",
                    f"The host may be back any moment: after {least:g} s of absence a player can"
                    " take over.",
                )
            return replace(state, row=replace(state.row, host=chosen))

        await self._change(change)

    async def renew_link(self, host: Person) -> None:
        """Make a new link; the code alone, and every older link, lets nobody in any more."""

        def change(state: _State) -> _State:
            self._check_host(host)
            key = new_key(self._table.services.sources)
            return replace(state, room=replace(state.room, key=key))

        await self._change(change)

    async def set_options(
        self, host: Person, options: Mapping[str, OptionValue], times: RoomOptions
    ) -> None:
        """Change the game's options and the clocks; nobody is ready after that."""
        game = self._table.game
        checked = game.options(options)
        numbers = sorted({info.player for info in game.seats(checked)})

        def change(state: _State) -> _State:
            self._check_host(host)
            if state.row.opening and checked != state.row.options:
                raise Refused(
                    "not_now", "A game from a position keeps the options of the position."
                )
            before = TimeControl.read(state.row.time_control)
            limit = state.row.time_limit if times.time_limit_s is None else times.time_limit_s
            control = TimeControl(
                before.bank if times.bank_s is None else times.bank_s,
                before.increment if times.increment_s is None else times.increment_s,
                before.days_off if times.days_off is None else times.days_off,
            )
            text = control.write()
            return _State(
                replace(state.row, options=checked, time_limit=limit, time_control=text),
                state.room,
                {n: state.players.get(n, PlayerRow(state.row.code, n)) for n in numbers},
            )

        await self._change(change)

    async def set_bot(self, host: Person, player: int, bot: str) -> None:
        """Let a bot play a free seat, or free it again."""
        _check_bot(bot)

        def change(state: _State) -> _State:
            self._check_host(host)
            row = self._table.seating.row(player)
            if row.person is not None:
                raise Refused("seat_taken", "That seat is taken.")
            return state.with_players(PlayerRow(row.code, player, bot=bot))

        await self._change(change)

    async def start(self, host: Person, bot: str) -> None:
        """Begin without waiting: bots take the free seats, and everybody counts as ready."""
        _check_bot(bot)

        def change(state: _State) -> _State:
            self._check_host(host)
            free = self._free()
            if free and not bot:
                raise Refused("not_now", "Seats are free. Call bots for them, or wait.")
            seated = [row for row in self._table.seating if row.person is not None]
            return state.with_players(
                *(PlayerRow(row.code, row.player, bot=bot) for row in free),
                *(replace(row, nonce=row.nonce or "") for row in seated),
            )

        await self._change(change)

    async def not_ready(self, person: Person) -> None:
        """Take back that a person is ready."""

        def change(state: _State) -> _State:
            held = self._table.seating.players_of(person.id)
            if not held:
                raise Refused("not_yours", "Only those who sit here say whether they are ready.")
            return state.with_players(*(replace(state.players[n], nonce=None) for n in held))

        await self._change(change)

    # --- stored, then shown ------------------------------------------------------------------

    def _check_host(self, person: Person) -> None:
        if self._table.row.host != person.id:
            raise Refused("not_yours", "Only the host decides that.")

    async def _change(self, change: Callable[[_State], _State]) -> None:
        """Store a change of the room; `change` refuses or gives its new state."""
        await self._table.exclusively(lambda: self._carry_out(change))

    async def _carry_out(self, change: Callable[[_State], _State]) -> None:
        table = self._table
        if self.row is None:
            raise Refused("not_now", "This table is no room.")
        if not self.is_open:
            raise Refused("not_now", "The game has begun.")
        before = _State(table.row, self.row, {row.player: row for row in table.seating})
        after = change(before)
        if _rules(after.row) != _rules(table.row):
            players = [replace(row, nonce=None) for row in after.players.values()]
        else:
            players = list(after.players.values())
        ledger = table.services.ledger
        await table.update_row(lambda known: ledger.put_room(known, after.row, after.room, players))
        await table.reload_room()
        await table.start_countdown.if_ready()
        table.presence.resubscribe()
        table.presence.announce()


def _rules(row: GameRow) -> tuple[object, ...]:
    """What everybody has agreed to who is ready."""
    return row.options, row.time_limit, row.time_control


def _check_bot(bot: str) -> None:
    if bot and bot not in bot_names():
        raise BadOption(f"expected a bot out of {', '.join(bot_names())}; got {bot!r}")
