"""How seats change hands: by invitation, by sitting down, by leaving, and by letting a bot play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dogfight.bots.registry import bot_names
from dogfight.core.errors import BadOption
from dogfight.server.auth import hashed, new_secret
from dogfight.server.messages import Invite
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person, PlayerRow
from dogfight.server.tables.seats import change_words

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

INVITE_MS = 24 * 3600 * 1000


class SeatChanges:
    """The changes of who holds which player's chairs at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    async def invite(self, person: Person, player: int) -> Invite:
        """A fresh invitation from the host; the one before it is void."""
        table = self._table
        if table.row.host != person.id:
            raise Refused("not_yours", "Only the host invites.")
        secret = new_secret(table.services.sources)

        def change() -> PlayerRow:
            row = table.seating.row(player)
            if row.person is not None:
                raise Refused("seat_taken", "That seat is taken.")
            row.invite, row.invite_until = hashed(secret), table.services.sources.ms() + INVITE_MS
            return row

        await self._change(change)
        return invitation(table.code, player, secret)

    async def claim(self, person: Person, secret: str) -> None:
        """Take the seat of an invitation; the first person who brings the secret gets it."""
        table = self._table

        def change() -> PlayerRow:
            key = hashed(secret)
            player_row = next((item for item in table.seating if item.invite == key), None)
            if player_row is None:
                raise Refused(
                    "unknown", "This invitation is not valid (any more). Ask for a new one."
                )
            row = table.seating.row(player_row.player)
            if row.person is not None and row.person != person.id:
                raise Refused(
                    "invite_used", "That seat is taken. You can watch, or ask for another."
                )
            if row.person is None and row.invite_until < table.services.sources.ms():
                raise Refused("unknown", "This invitation has run out. Ask for a new one.")
            return _seated(row, person)

        await self._change(change)

    async def sit(self, person: Person, player: int | None, key: str = "") -> None:
        """Take a free seat, or take my own seat back from a bot."""
        table = self._table
        if table.room.is_open:
            return await table.room.sit(person, player, key)
        if player is None:
            raise Refused("not_now", "The game has begun. You can watch it.")

        def change() -> PlayerRow:
            row = table.seating.row(player)
            host = table.row.host == person.id
            if row.person is None and not host and (row.bot or not table.row.open):
                raise Refused("not_yours", "Seats at this table go by invitation.")
            if row.person not in (None, person.id):
                raise Refused(
                    "seat_taken", "That seat is taken. You can watch, or ask for another."
                )
            return _seated(row, person)

        await self._change(change)

    async def leave(self, person: Person, player: int) -> None:
        """Give a seat up."""

        def change() -> PlayerRow:
            row = self._table.seating.row(player)
            if row.person != person.id:
                raise Refused("not_yours", "That is not your seat.")
            return PlayerRow(row.code, row.player)

        await self._change(change)

    async def bot(self, person: Person, player: int, bot: str) -> None:
        """Let a bot play a seat, or take it away again."""
        if self._table.room.is_open:
            return await self._table.room.set_bot(person, player, bot)
        if bot and bot not in bot_names():
            raise BadOption(f"expected a bot out of {', '.join(bot_names())}; got {bot!r}")

        def change() -> PlayerRow:
            row = self._table.seating.row(player)
            if row.person != person.id:
                self._check_stand_in(row, person, bot)
            row.bot = bot
            return row

        await self._change(change)

    def _check_stand_in(self, row: PlayerRow, person: Person, bot: str) -> None:
        """Refuse a bot in a seat of another person, unless the caller is the host and that
        person is away.
        """
        table = self._table
        away = table.presence.away(row.person) if row.person is not None else None
        here = row.person is not None and away is None
        if table.row.host != person.id or here or (row.person is not None and not bot):
            raise Refused(
                "not_yours",
                "Only its holder, or the host while nobody is there, gives a seat to a bot.",
            )
        least = table.services.settings.away_seconds
        if away is not None and away < least:
            raise Refused(
                "not_now",
                f"{row.name} may be back any moment: only after {least:g} s of absence can the host"
                f" let a bot play for them, and they were there {away:.0f} s ago.",
            )

    async def _change(self, change: Callable[[], PlayerRow]) -> None:
        """Change who holds a player's chairs; `change` refuses or gives the new row."""
        await self._table.exclusively(lambda: self._carry_out(change))

    async def _carry_out(self, change: Callable[[], PlayerRow]) -> None:
        table = self._table
        if table.row.status == "over":
            raise Refused("not_now", "The game is over.")
        row = change()
        before = table.seating.rows[row.player]
        if row.person != before.person:
            self._check_newcomer(row)
            await table.orders.forget(row.player)
            await table.drafts.forget(row.player)
        words = change_words(table.seating.title(row.player), before, row, table.seating.bots())
        if table.row.status == "live" and words:
            await self._reseat(row, words)
        else:
            await table.update_row(lambda known: table.services.ledger.put_player(known, row))
            table.seating.put(row)
        table.orders.hand_over()
        table.start_countdown.wait_no_more()
        await table.start_countdown.if_ready()
        table.presence.resubscribe()
        table.presence.announce()
        table.bots.wake()

    def _check_newcomer(self, row: PlayerRow) -> None:
        """Refuse a seat to a person who has seen the game from another one, as long as other
        people play.
        """
        table = self._table
        if table.row.status != "live" or row.person is None:
            return
        others = any(player_row.person not in (None, row.person) for player_row in table.seating)
        knows = any(
            row.person == player_row.person
            or row.person in table.match.sat.get(player_row.player, ())
            for player_row in table.seating
            if player_row.player != row.player
        )
        if others and knows:
            raise Refused(
                "not_yours",
                "You know what another seat knows, so another person has to take this one.",
            )

    async def _reseat(self, row: PlayerRow, words: str) -> None:
        """Change who holds a player's chairs in play: it is stored with the line of the log that
        tells everybody.
        """
        table = self._table
        before = table.seating.rows[row.player]
        people = tuple(number for number in (before.person, row.person) if number is not None)
        table.seating.put(row)
        try:
            await table.commit(lambda: table.match.reseat(row.player, people, words), player=row)
        except BaseException:
            table.seating.put(before)
            raise


def invitation(code: str, player: int, secret: str) -> Invite:
    """An invitation with the link that leads to it."""
    return Invite(player, secret, f"/join/{code}#{secret}")


def _seated(row: PlayerRow, person: Person) -> PlayerRow:
    """Return a player's row when a person sits down there: the nonce of the earlier owner is
    removed.
    """
    nonce = row.nonce if row.person == person.id else None
    return replace(row, person=person.id, name=person.name, bot="", nonce=nonce)
