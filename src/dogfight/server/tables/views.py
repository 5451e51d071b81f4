"""What a table shows of itself: to everybody who asks, and to every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from dogfight.core.decision import Over
from dogfight.core.seat import WATCHER, Seat
from dogfight.core.view import Result, View, make_views
from dogfight.server.board_drawing import BoardCache
from dogfight.server.messages import DraftInfo, Fair, TableInfo, TimeInfo, ViewBody
from dogfight.server.packs import pack_name
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import GameRow, Person
from dogfight.server.tables.logged_match import DRAWN

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class TableViews:
    """The table as each person and each seat may know it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._boards = BoardCache(table.game)
        self._clock_of: GameRow | None = None
        self._clock_is: tuple[str, int | None] = ("", None)

    def perspectives_of(self, person: Person) -> tuple[Seat, ...]:
        """Through which eyes a person looks: their seats', or the watchers'."""
        row, held = self._table.row, self._table.seating.held_by(person.id)
        self._table.room.check_let_in(person.id)
        if not held and not row.watch and row.host != person.id:
            raise Refused("no_watchers", "This table is played without spectators.")
        return held or (WATCHER,)

    async def frame(self, person: Person, seat: Seat) -> tuple[str, bytes]:
        """The version and the whole picture for a seat of a person, or the watchers', who asks
        without a socket.
        """

        async def read() -> tuple[str, bytes]:
            if seat not in self.perspectives_of(person):
                raise Refused("not_your_seat", "That is not your seat.")
            self._table.show_now()
            feed = self._table.viewers.feed(seat, self._table.match.table.events)
            return feed.version, feed.frame(0)

        return await self._table.exclusively(read)

    async def seat_view(self, person: Person, seat: Seat, question: int) -> View[Any]:
        """The view of a person's seat, as long as the question with this number is open."""

        async def read() -> View[Any]:
            table = self._table
            if not table.seating.holds(person.id, seat):
                raise Refused("not_your_seat", "That is not your seat.")
            if table.row.status != "live":
                raise Refused("not_live", "The game is not being played.")
            if question != table.match.question(seat):
                raise Refused("question_closed", "The table moved on.")
            return table.match.table.view(seat)

        return await self._table.exclusively(read)

    def _clock(self) -> tuple[str, int | None]:
        """The running clock's name and start: the same for all seats, so found out once for each
        state of the table.
        """
        if self._clock_of is not self._table.row:
            self._clock_of, self._clock_is = (
                self._table.row,
                (self._table.clock.name, self._table.clock.starts_at),
            )
        return self._clock_is

    def bodies(self, seats: Sequence[Seat]) -> list[ViewBody]:
        """The pictures for some seats, or the watchers', as things stand."""
        match = self._table.match
        views = make_views(self._table.game, match.table.position, seats, match.decision)
        return [self._body(view) for view in views]

    def _body(self, view: View[Any]) -> ViewBody:
        table, match, row, seat = self._table, self._table.match, self._table.row, view.seat
        live, question = row.status == "live", match.question(seat)
        clock, starts_at = self._clock()
        if not live:
            view = msgspec.structs.replace(view, legal=(), waiting=())
        return ViewBody(
            seat=seat,
            question=question,
            deadline=row.deadline,
            clock=clock,
            take_back=live and seat >= 0 and match.table.can_take_back(seat),
            draft=DraftInfo.of(table.drafts.of(seat, question)),
            standing_order=table.orders.of(seat) if seat >= 0 and table.orders.possible else "",
            starts_at=starts_at,
            can_set_up=live and seat >= 0 and match.can_set_up(seat),
            plans=match.plans_moves and len(view.legal) > 0,
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
            time_limit_s=row.time_limit,
            open=row.open,
            watch=row.watch,
            watch_delay=table.viewers.delay,
            listed=row.listed,
            hints=table.hints.given,
            forced_moves=row.plays_forced(table.services.settings.forced_moves),
            early=row.early,
            host=table.host,
            is_host=row.host == me,
            seats=table.match.table.seats,
            players=table.seating.infos(
                me,
                table.presence.online(),
                table.match.resigned,
                table.room.guest_of,
                row.silenced,
            ),
            watchers=table.presence.watchers,
            turn=table.turn,
            result=self._result(),
            ended=row.ended,
            rematch_code=row.rematch_code,
            offer=table.take_backs.info(),
            continued_from=table.match.origin,
            fair=self._fair(),
            room=table.room.info(me),
            calls=tuple(table.chat.calls.values()),
            pack=None if table.pack is None else pack_name(table.pack),
            from_position=bool(row.opening),
            time=self._time(),
            draws=table.game.manifest.has_draws,
            drawn=row.ended == DRAWN,
            voice=table.voice.way,
        )

    def _time(self) -> TimeInfo:
        clock, control = self._table.clock, self._table.clock.control
        return TimeInfo(
            *(control.bank, control.increment, control.days_off),
            clock.times_left(),
            clock.is_paused,
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
        return Fair(row.seed_commitment, seed, match.nonces, numbers)
