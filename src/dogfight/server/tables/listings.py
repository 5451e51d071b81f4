"""Lists of tables, and the logs of finished ones, read from the ledger without loading a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dogfight.core.registry import load, names
from dogfight.server.codes import read_code
from dogfight.server.messages import TableLine, TableLog, encode
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import GameRow, Person, PlayerRow
from dogfight.server.tables.seats import Seating

if TYPE_CHECKING:
    from dogfight.server.tables.lobby import Hall

_MOST_LISTED = 100


class Listings:
    """What can be read about the tables of one server without sitting down at one."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._ledger = hall.services.ledger

    async def mine(self, person: Person) -> tuple[TableLine, ...]:
        """The tables somebody sits at."""
        return await self._lines(person, await self._ledger.games_of(person.id, _MOST_LISTED))

    async def open(self, person: Person) -> tuple[TableLine, ...]:
        """Tables that wait for players."""
        return await self._lines(person, await self._ledger.open_games(_MOST_LISTED))

    async def live(self, person: Person) -> tuple[TableLine, ...]:
        """Games in play that their hosts made public."""
        return await self._lines(person, await self._ledger.live_games(_MOST_LISTED))

    async def _lines(self, person: Person, rows: list[GameRow]) -> tuple[TableLine, ...]:
        known = [row for row in rows if row.game in names()]
        players = await self._ledger.players_of([row.code for row in known])
        return tuple(self._line(person, row, players[row.code]) for row in known)

    def _line(self, person: Person, row: GameRow, players: list[PlayerRow]) -> TableLine:
        game, loaded = load(row.game), self._hall.tables.get(row.code)
        seating = Seating(game.seats(row.options), players)
        return TableLine(
            code=row.code,
            game=row.game,
            title=game.title,
            status=row.status,
            created=row.created,
            changed=row.changed,
            limit=row.time_limit,
            players=seating.infos(person.id, set(), set()),
            your_turn=any(seating.holds(person.id, seat) for seat in row.waiting),
            turn=row.turn,
            watchers=loaded.people.watchers if loaded is not None else self._hall.services.nodes.watchers(row.code),
            watch_delay=row.seen_late(self._hall.services.settings.watch_delay),
        )

    async def log(self, text: str, person: Person) -> bytes:
        """The stored log of a finished table in JSON lines, its row first; it needs no rules to be read."""
        ledger, code = self._ledger, read_code(text)
        row = await ledger.game(code) if code else None
        if row is None:
            raise Refused("unknown", f"No table {text[:40]}.")
        seated = {one.person for one in await ledger.players(row.code)}
        if not row.watch and person.id not in {row.host, *seated}:
            raise Refused("no_watchers", "This table is played without spectators.")
        if row.status != "over":
            raise Refused("not_now", "A log can be had when the game is over.")
        head = TableLog(row.code, row.game, row.rules, row.data, row.options, row.promise, row.seed.hex(), row.ended)
        lines = [encode(head), *(one.body.encode() for one in await ledger.entries(row.code))]
        return b"\n".join(lines) + b"\n"
