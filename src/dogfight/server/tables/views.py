"""What a table shows of itself: to everybody who asks, and to every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from dogfight.core.decision import Over
from dogfight.core.seat import WATCHER, Seat
from dogfight.core.view import Result, View
from dogfight.server.board_drawing import BoardCache
from dogfight.server.messages import Fair, TableInfo, ViewBody
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import GameRow, Person

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class TableViews:
    """The table as each person and each seat may know it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._boards = BoardCache(table.game)
        self._clock_of: GameRow | None = None
        self._clock_is: tuple[str, int | None] = ("", None)

    def eyes_of(self, person: Person) -> tuple[Seat, ...]:
        """Through which eyes a person looks: their seats', or the watchers'."""
        row, held = self._table.row, self._table.seating.held_by(person.id)
        if not held and not row.watch and row.host != person.id:
            raise Refused("no_watchers", "This table is played without spectators.")
        return held or (WATCHER,)

    async def frame(self, person: Person, seat: Seat) -> tuple[str, bytes]:
        """The version and the whole picture for a seat of a person, or the watchers', who asks
        without a socket.
        """

        async def look() -> tuple[str, bytes]:
            if seat not in self.eyes_of(person):
                raise Refused("not_your_seat", "That is not your seat.")
            self._table.show_now()
            eye = self._table.audience.eye(seat, self._table.match.table.events)
            return eye.v, eye.frame(0)

        return await self._table.in_turn(look)

    async def seat_view(self, person: Person, seat: Seat, phase: int) -> View[Any]:
        """The view of a person's seat, as long as the question with this number is open."""

        async def look() -> View[Any]:
            table = self._table
            if not table.seating.holds(person.id, seat):
                raise Refused("not_your_seat", "That is not your seat.")
            if table.row.status != "live":
                raise Refused("not_live", "The game is not being played.")
            if phase != table.match.phase(seat):
                raise Refused("phase_closed", "The table moved on.")
            return table.match.table.view(seat)

        return await self._table.in_turn(look)

    def _clock(self) -> tuple[str, int | None]:
        """The running clock's name and start: the same for all seats, so found out once for each
        state of the table.
        """
        if self._clock_of is not self._table.row:
            self._clock_of, self._clock_is = (
                self._table.row,
                (self._table.clock.name, self._table.clock.starts),
            )
        return self._clock_is

    def bodies(self, seats: Sequence[Seat]) -> list[ViewBody]:
        """The pictures for some seats, or the watchers', as things stand."""
        match = self._table.match
        views = self._table.game.views_of(match.table.position, seats, match.decision)
        return [self._body(view) for view in views]

    def _body(self, view: View[Any]) -> ViewBody:
        table, match, row, seat = self._table, self._table.match, self._table.row, view.seat
        live, phase = row.status == "live", match.phase(seat)
        clock, starts = self._clock()
        if not live:
            view = msgspec.structs.replace(view, legal=(), waiting=())
        return ViewBody(
            seat=seat,
            phase=phase,
            deadline=row.deadline,
            clock=clock,
            take_back=live and seat >= 0 and match.table.can_take_back(seat),
            draft=table.drafts.of(seat, phase),
            order=table.orders.of(seat) if seat >= 0 and table.orders.possible else "",
            starts=starts,
            sets_up=live and seat >= 0 and match.sets_up(seat),
            locks=row.locks,
            view=view,
            board_svg=self._boards.draw(view),
        )

    def info(self, person: Person | None) -> TableInfo:
        """The table as this person may know it."""
        table, row, me = self._table, self._table.row, person.id if person else -1
        return TableInfo(
            code=row.code,
            game=row.game,
            title=table.game.title,
            status=row.status,
            options=row.options,
            rules=row.rules,
            created=row.created,
            limit=row.time_limit,
            open=row.open,
            watch=row.watch,
            watch_delay=table.audience.delay,
            listed=row.listed,
            hints=table.hints.given,
            forced=row.plays_forced(table.services.settings.forced_moves),
            early=row.early,
            host=table.host,
            you_host=row.host == me,
            seats=table.match.table.seats,
            players=table.seating.infos(me, table.people.online(), table.match.resigned),
            watchers=table.people.watchers,
            turn=table.turn,
            result=self._result(),
            ended=row.ended,
            next=row.next,
            offer=table.take_backs.info(),
            onward=table.match.origin,
            fair=self._fair(),
        )

    def _result(self) -> Result | None:
        end = self._table.match.decision
        if self._table.row.status != "over" or not isinstance(end, Over):
            return None
        return Result.of(end)

    def _fair(self) -> Fair:
        """The promise, and what the draws can be checked by as far as it may be known now."""
        row, match = self._table.row, self._table.match
        tags = match.tags
        if tags is not None:
            return Fair(tags.commit, tags.seed, tags.nonces)
        numbers = self._table.seating.unsaid() if row.status == "open" else ()
        seed = row.seed.hex() if row.status == "over" else ""
        return Fair(row.promise, seed, match.nonces, numbers)
