"""Lists of tables, and the logs of finished ones, read from the ledger without loading a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dogfight.core.registry import names
from dogfight.core.seat import Seat, SeatInfo
from dogfight.server.codes import no_table, read_code
from dogfight.server.messages import TableLine, TableLog, encode
from dogfight.server.refusals import Refused
from dogfight.server.storage.damage import Damaged, isolated
from dogfight.server.storage.ledger import GameList, GameRow, Person, PlayerRow
from dogfight.server.tables.loading import seats_of
from dogfight.server.tables.seats import Seating

if TYPE_CHECKING:
    from dogfight.server.tables.table_manager import TableManager

_MOST_LISTED = 100


class Listings:
    """What can be read about the tables of one server without sitting down at one."""

    def __init__(self, table_manager: TableManager) -> None:
        self._table_manager = table_manager
        self._ledger = table_manager.services.ledger

    async def mine(self, person: Person) -> tuple[TableLine, ...]:
        """The tables that a person sits at, those that are damaged last and with little more than
        their codes.
        """
        lines, damaged = await self._lines(
            person, await self._ledger.games_of(person.id, _MOST_LISTED), own=True
        )
        return (*lines, *(_damaged_line(item) for item in damaged))

    async def open(self, person: Person) -> tuple[TableLine, ...]:
        """Tables that wait for players."""
        return tuple((await self._lines(person, await self._ledger.open_games(_MOST_LISTED)))[0])

    async def live(self, person: Person) -> tuple[TableLine, ...]:
        """Games in play that their hosts made public."""
        return tuple((await self._lines(person, await self._ledger.live_games(_MOST_LISTED)))[0])

    async def _lines(
        self, person: Person, games: GameList, own: bool = False
    ) -> tuple[list[TableLine], list[Damaged]]:
        """A line for every table whose game this server has; damaged tables are marked, and
        reported.
        """
        known = [row for row in games.rows if row.game in names()]
        players = await self._ledger.players_of([row.code for row in known])
        lines, damaged = [], list(games.damaged)
        for row in known:
            try:
                with isolated(row.code, "it cannot be listed"):
                    lines.append(await self._line(person, row, players[row.code], own))
            except Damaged as error:
                damaged.append(error)
        for table in damaged:
            self._table_manager.report(table)
        return lines, damaged

    async def _line(
        self, person: Person, row: GameRow, players: list[PlayerRow], own: bool
    ) -> TableLine:
        game, seats = await seats_of(row, self._table_manager.services.packs)
        loaded = self._table_manager.tables.get(row.code)
        seating = Seating(seats, players)
        if [player.player for player in players] != sorted({seat.player for seat in seats}):
            raise Damaged(row.code, "its players are not those of its game")
        return TableLine(
            code=row.code,
            game=row.game,
            title=game.title,
            status=row.status,
            created=row.created,
            changed=row.changed,
            time_limit_s=row.time_limit,
            players=seating.infos(person.id, set(), set()),
            your_turn=any(seating.holds(person.id, seat) for seat in row.waiting),
            turn=row.turn,
            watchers=(
                loaded.presence.watchers
                if loaded is not None
                else self._table_manager.services.nodes.watchers(row.code)
            ),
            watch_delay=row.seen_late(self._table_manager.services.settings.watch_delay),
            to_move=_players_at(seats, row.waiting) if own else (),
            deadline=row.deadline if own and row.status == "live" else None,
        )

    async def asks(self, person: int, code: str) -> bool:
        """Whether a running game waits for a person, and another person with them."""
        row = await self._ledger.game(code)
        if row is None or row.status != "live" or row.game not in names():
            return False
        _, seats = await seats_of(row, self._table_manager.services.packs)
        seating = Seating(seats, await self._ledger.players(code))
        in_company = any(player.person not in (None, person) for player in seating)
        return in_company and any(seating.holds(person, seat) for seat in row.waiting)

    async def log(self, text: str, person: Person) -> bytes:
        """The stored log of a finished table in JSON lines, its row first; it needs no rules to
        be read.
        """
        ledger, code = self._ledger, read_code(text)
        row = await ledger.game(code) if code else None
        if row is None:
            raise Refused("unknown", no_table(text))
        seated = {player.person for player in await ledger.players(row.code)}
        if not row.watch and person.id not in {row.host, *seated}:
            raise Refused("no_watchers", "This table is played without spectators.")
        if row.status != "over":
            raise Refused("not_now", "A log can be had when the game is over.")
        head = TableLog(
            row.code,
            row.game,
            row.rules,
            row.data,
            row.options,
            row.seed_commitment,
            row.seed.hex(),
            row.ended,
            row.opening,
        )
        lines = [encode(head), *(entry.body.encode() for entry in await ledger.entries(row.code))]
        return b"\n".join(lines) + b"\n"


def _players_at(seats: Sequence[SeatInfo], waiting: Sequence[Seat]) -> tuple[int, ...]:
    """The players who hold some seats."""
    return tuple(sorted({seats[seat].player for seat in waiting if 0 <= seat < len(seats)}))


def _damaged_line(damaged: Damaged) -> TableLine:
    """A table of which nothing but its code can be relied on."""
    return TableLine(
        code=damaged.table,
        game="",
        title=damaged.table,
        status="damaged",
        created=0,
        changed=0,
        time_limit_s=0,
        players=(),
        your_turn=False,
        turn=0,
        watchers=0,
        watch_delay=0.0,
    )
