"""One actor a table: commands go through one at a time, are stored, and only then seen by anybody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from dogfight.bots.hints import best
from dogfight.core import fair
from dogfight.core.capabilities import Reactions
from dogfight.core.decision import Commit, Over
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.event import Event
from dogfight.core.plans import Dropped, Plan
from dogfight.core.record import Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER, Seat
from dogfight.core.view import Result, View
from dogfight.server import logs
from dogfight.server.desk import pack
from dogfight.server.messages import (
    Ack,
    Answer,
    Busy,
    Command,
    Fair,
    Hint,
    HintLine,
    Play,
    Reject,
    SaveDraft,
    SendPlan,
    TableInfo,
    TableMessage,
    TakeBack,
    ViewBody,
    Welcome,
    encode,
)
from dogfight.server.refusals import Refused
from dogfight.server.review import read_eye
from dogfight.server.services import Services
from dogfight.server.storage.ledger import Draft, Entry, GameRow, Logged, Person, PlayerRow, Status, chained
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.bot_delay import budget, pause, shown_after
from dogfight.server.tables.chat import Talk
from dogfight.server.tables.match import Match, rebuilt
from dogfight.server.tables.repeats import check_repeated, marked
from dogfight.server.tables.seats import Seating, change_words
from dogfight.server.tables.take_backs import Offer
from dogfight.server.tables.viewers import TABLETOP, Audience, Listener
from dogfight.server.worker_process import Asker

T = TypeVar("T")
_ANNOUNCE_SECONDS = 0.1
_RETRY_SECONDS = 1.0


class LiveTable:
    """A table in memory. Whatever changes it holds `_lock`, and is stored before anyone is told."""

    def __init__(
        self,
        services: Services,
        game: AnyGame,
        row: GameRow,
        players: list[PlayerRow],
        built: tuple[Match, bytes] | None = None,
    ) -> None:
        self.services = services
        self.game = game
        self.row = row
        self.code = row.code
        entries = services.ledger.entries(row.code)
        self.match, self._hash = built or rebuilt(game, row, entries)
        self.seating = Seating(self.match.table.seats, players)
        self.audience = Audience(self._body, row.seen_late(services.settings.watch_delay))
        self.talk = Talk(self)
        self.touched = asyncio.get_running_loop().time()
        self._opened = self.touched
        self._seen: dict[int, float] = {}
        """When those who have no socket here any more were last heard of."""
        self._commands = {logged.cmd for logged in entries if logged.cmd}
        self._drafts = services.ledger.drafts(row.code)
        self._orders = services.ledger.orders(row.code)
        self._give_orders()
        self._offer: Offer | None = None
        self._packed: bytes | None = None
        self._lock = asyncio.Lock()
        self._queued = 0
        self._thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}
        self._moments: dict[Seat, tuple[int, float, float]] = {}
        """When each bot shows its choice: in which round it was asked, at what time, and how long it waits."""
        self._hurry: asyncio.TimerHandle | None = None
        """Begins the game without those who do not say what they add to the seed."""
        self._told = sum(event.visible_to(WATCHER) for event in self.match.table.events)
        """How many events everybody has been told."""
        self._announcing: asyncio.TimerHandle | None = None
        self._turn = game.turn(self.match.table.position)
        self._stale = False
        """Whether the memory may hold what the disk does not."""
        self._unshown = False
        """Whether something stored is not shown yet because more is on its way."""
        if self.audience.delay:
            self.audience.eye(WATCHER, self.match.table.events)

    # --- what is known -----------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        return not self.audience.sockets and not self._thinking and not self._queued and not self._lock.locked()

    @property
    def watchers(self) -> int:
        return sum(not self.seating.held_by(one.person.id) for one in self.audience.sockets)

    def info(self, person: Person | None) -> TableInfo:
        """The table as this person may know it."""
        row, me = self.row, person.id if person else -1
        over = row.status == "over"
        decision = self.match.decision
        end = decision if over and isinstance(decision, Over) else None
        return TableInfo(
            code=row.code,
            game=row.game,
            title=self.game.title,
            status=row.status,
            options=row.options,
            rules=row.rules,
            created=row.created,
            limit=row.time_limit,
            open=row.open,
            watch=row.watch,
            watch_delay=self.audience.delay,
            listed=row.listed,
            hints=self.hints,
            host=self.services.ledger.name_of(row.host) if row.host is not None else "",
            you_host=row.host == me,
            seats=self.match.table.seats,
            players=self.seating.infos(me, self.audience.online(), self.match.resigned),
            watchers=self.watchers,
            turn=self._turn,
            result=Result(end.payoffs, end.winners, end.why, end.rule, end.words, end.grade) if end else None,
            ended=row.ended,
            next=row.next,
            offer=self._offer.info() if self._offer else None,
            onward=self.match.origin,
            fair=self._fair(),
        )

    def _fair(self) -> Fair:
        """The promise, and what the draws can be checked by as far as it may be known now."""
        tags = self.match.tags
        if tags is not None:
            return Fair(tags.commit, tags.seed, tags.nonces)
        wanted = self.seating.unsaid() if self.row.status == "open" else ()
        seed = self.row.seed.hex() if self.row.status == "over" else ""
        return Fair(self.row.promise, seed, self.match.nonces, wanted)

    def eyes_of(self, person: Person) -> tuple[Seat, ...]:
        """Through which eyes a person looks: their seats', or the watchers'."""
        held = self.seating.held_by(person.id)
        if not held and not self.row.watch and self.row.host != person.id:
            raise Refused("no_watchers", "This table is played without spectators.")
        return held or (WATCHER,)

    async def frame(self, person: Person, seat: Seat) -> tuple[str, bytes]:
        """The version and the whole picture for a seat of a person, or the watchers', who asks without a socket."""

        async def look() -> tuple[str, bytes]:
            if seat not in self.eyes_of(person):
                raise Refused("not_your_seat", "That is not your seat.")
            eye = self.audience.eye(seat, self.match.table.events)
            return eye.v, eye.frame(0)

        return await self.in_turn(look)

    def _body(self, seat: Seat) -> ViewBody:
        match, live = self.match, self.row.status == "live"
        clock = match.clock
        view = self.game.view(match.table.position, seat, match.decision)
        if not live:
            view = msgspec.structs.replace(view, legal=(), waiting=())
        draft = self._drafts.get(seat)
        return ViewBody(
            seat=seat,
            phase=match.phase(seat),
            deadline=self.row.deadline,
            clock="" if self.row.deadline is None else clock.name if clock else "limit",
            take_back=live and seat >= 0 and match.table.can_take_back(seat),
            draft=draft if draft and draft.phase == match.phase(seat) else None,
            order=self._orders.get(seat, "never") if seat >= 0 and isinstance(self.game, Reactions) else "",
            starts=self._starts,
            view=view,
        )

    def record(self) -> Record:
        """The record of a finished game, with the seed its draws can be checked by."""
        if self.row.status != "over":
            raise Refused("not_now", "A record can be had when the game is over.")
        record = self.match.table.record
        names, row = self.seating.names(), self.row
        header = msgspec.structs.replace(record.header, players=names, rules=row.rules, data=row.data)
        mine = self.match.promised(row.promise) if row.promise else None
        if tags := self.match.tags or mine:
            header = fair.with_tags(header, tags)
        if self.row.ended:
            header = msgspec.structs.replace(header, ended=self.row.ended)
        return Record(header, record.moves, record.result)

    def packed_record(self) -> bytes:
        """The record of a finished game as it is handed to the desk; packed once, for a long one takes its time."""
        if self._packed is None:
            self._packed = pack(self.record())
        return self._packed

    def told_after(self, eye: str, line: int) -> int:
        """The step of the review in which an eye was told a line of its log."""
        try:
            return self.match.table.told_after(self._eye(eye), line)
        except BadOption as error:
            raise Refused("bad_request", error.words) from None

    def notes_for(self, eye: str) -> tuple[tuple[int, Event], ...]:
        """What the table itself told an eye: after how many moves, and what."""
        try:
            return self.match.notes_for(self._eye(eye))
        except BadOption as error:
            raise Refused("bad_request", error.words) from None

    def _eye(self, name: str) -> Seat:
        return read_eye(name, len(self.match.table.seats))

    # --- people coming and going -------------------------------------------------------------

    async def attach(self, socket: Listener) -> None:
        """Let a socket in: it is welcomed and shown what its person may see."""
        await self.in_turn(lambda: self._attach(socket))

    async def _attach(self, socket: Listener) -> None:
        eyes = self.eyes_of(socket.person)
        if eyes == (WATCHER,) and len(self.audience.sockets) >= self.services.settings.watchers_per_table:
            raise Refused("busy", "The stands are full.")
        self.touched = asyncio.get_running_loop().time()
        socket.send(encode(self._welcome(socket.person, eyes)))
        self.audience.look(socket, self._shown(eyes), self.match.table.events)
        self.announce()

    def _shown(self, eyes: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """What is sent to one device: several people who share it are also shown what lies open between them."""
        several = len({self.match.table.seats[seat].player for seat in eyes if seat >= 0}) > 1
        return (*eyes, TABLETOP) if several else eyes

    def detach(self, socket: Listener) -> None:
        self.audience.leave(socket)
        self.touched = asyncio.get_running_loop().time()
        self.heard_of(socket.person)
        self.announce()

    def heard_of(self, person: Person) -> None:
        """Somebody has asked something here, with a socket or without."""
        self._seen[person.id] = asyncio.get_running_loop().time()

    def away(self, person: int) -> float | None:
        """For how many seconds a person has been away, or None while they are here; it counts from when the table was
        opened at the earliest, for of what was before nobody knows.
        """
        if person in self.audience.online():
            return None
        return asyncio.get_running_loop().time() - self._seen.get(person, self._opened)

    def _look_again(self) -> None:
        """Somebody sat down or left: everyone sees what they may see now."""
        for socket in tuple(self.audience.sockets):
            try:
                self.audience.look(socket, self._shown(self.eyes_of(socket.person)), self.match.table.events)
            except Refused as refused:
                socket.close(4403, refused.words)

    def _welcome(self, person: Person, eyes: tuple[Seat, ...]) -> Welcome:
        watching = eyes == (WATCHER,) or self.row.status == "over"
        return Welcome(
            now=self.services.world.ms(),
            table=self.info(person),
            seats=eyes,
            chat=self.talk.lines(person, "table"),
            watchers_chat=self.talk.lines(person, "watchers") if watching else None,
        )

    def announce(self) -> None:
        """Tell everybody about the table itself, soon and once for several changes."""
        if self._announcing is None:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(_ANNOUNCE_SECONDS, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        said: dict[tuple[tuple[Seat, ...], bool], bytes] = {}
        for socket in tuple(self.audience.sockets):
            person = socket.person
            part = (self.seating.held_by(person.id), person.id == self.row.host)
            if part not in said:
                said[part] = encode(TableMessage(self.info(person)))
            socket.send(said[part])

    def renamed(self, person: Person) -> None:
        """Somebody goes by another name now."""
        for row in self.seating:
            if row.person == person.id:
                row.name = person.name
        for socket in self.audience.sockets:
            if socket.person.id == person.id:
                socket.person = person
        self.announce()

    # --- commands ----------------------------------------------------------------------------

    async def command(self, person: Person, message: Command) -> Answer:
        """Carry out a command of a person; the answer says whether it is durable."""
        if self._queued >= self.services.settings.mailbox:
            return Busy(message.id)
        try:
            return await self.in_turn(lambda: self._command(person, message))
        except Refused as refused:
            return Reject(message.id, refused.code, refused.words, refused.rule)
        except StorageFailed:
            return Reject(message.id, "storage", "Not stored, so nothing has happened. Try again.")

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do one thing after the other, to the end even if whoever asked for it goes away."""

        async def whole() -> T:
            async with self._lock:
                try:
                    if self._stale:
                        self._reload()
                    return await work()
                finally:
                    self._queued -= 1  # here, for the next in line may be done before whoever asked is awake
                    self._show_at_last()

        self._queued += 1
        return await asyncio.shield(asyncio.ensure_future(whole()))

    async def _command(self, person: Person, message: Command) -> Answer:
        cmd = f"{person.id}/{message.id}"
        if cmd in self._commands and not isinstance(message, SaveDraft):
            check_repeated(self.services.ledger.body_of(self.code, cmd), message)
            return Ack(message.id)
        if not self.seating.holds(person.id, message.seat):
            raise Refused("not_your_seat", "That is not your seat.")
        if self.row.status != "live":
            raise Refused("not_live", "The game is not being played.")
        if not isinstance(message, SendPlan) and message.phase != self.match.phase(message.seat):
            raise Refused("phase_closed", "The table moved on. Here is the new position; nothing was sent.")
        if not isinstance(message, SaveDraft) and self._pause_left() > 0:
            raise Refused("too_early", "Look at the table first: the clock starts in a moment.")
        if isinstance(message, Play | TakeBack) and self._too_late():
            raise Refused("phase_closed", "The time is over. Nothing was sent.")
        match message:
            case SaveDraft():
                await self._keep_draft(message)
            case SendPlan():
                await self._lay(message, cmd)
            case TakeBack(seat=seat):
                await self._commit(lambda: marked(self.match.take_back(seat), message), cmd, "nothing_to_take_back")
            case Play(seat=seat, action=action, word=word):
                given = action if action is not None else word
                if given is None:
                    raise Refused("bad_message", "expected an action or a word")
                await self._commit(lambda: marked(self.match.play(seat, given), message), cmd, "illegal")
        return Ack(message.id)

    async def _keep_draft(self, message: SaveDraft) -> None:
        """Keep the newest draft of the present phase; an older one that comes late changes nothing."""
        kept = self._drafts.get(message.seat)
        if kept is not None and kept.phase == message.phase and kept.n >= message.n:
            return
        draft = Draft(message.n, message.phase, message.actions, message.note)
        await self.services.ledger.put_draft(self.code, message.seat, draft)
        self._drafts[message.seat] = draft
        self._publish(only=message.seat)

    async def _lay(self, message: SendPlan, cmd: str) -> None:
        """Put a whole plan on the table in the place of the one before, at once and for all to see what they may."""
        plan = Plan(self.match.table.seats[message.seat].player, message.round, message.n, message.parts or ())
        lay, late = message.parts is not None, self._too_late()

        def decide() -> Entry:
            return marked(self.match.plan(plan, lay=lay, ready=message.ready, late=late), message)

        await self._commit(decide, cmd, "illegal")

    def _too_late(self) -> bool:
        """Whether the game's own clock and its grace are over, though the lock is still on its way."""
        if self.match.clock is None or self.row.deadline is None:
            return False
        return self.services.world.ms() > self.row.deadline + int(self.services.settings.grace * 1000)

    async def _commit(
        self, decide: Callable[[], Entry], cmd: str | None, refusal: str, player: PlayerRow | None = None
    ) -> None:
        """Decide, store, and only then show; `player` is who sits down with it."""
        before = self.match.round
        entry = self._decided(decide, refusal)
        now = self.services.world.ms()
        row = self._row_after(entry, before, now)
        body = msgspec.json.encode(entry).decode()
        logged = Logged(row.head, cmd, now, body, chained(self._hash, body))
        stale = tuple(seat for seat, draft in self._drafts.items() if draft.phase != self.match.phase(seat))
        if not await self.services.ledger.append(row, logged, stale, player):
            self._reload()
            if cmd in self._commands:
                return
            raise Refused("phase_closed", "The table moved on. Here is the new position; nothing was sent.")
        self._stale = False
        self._hash = logged.hash
        if cmd is not None:
            self._commands.add(cmd)
        for seat in stale:
            del self._drafts[seat]
        self._stand(row)

    def _decided(self, decide: Callable[[], Entry], refusal: str) -> Entry:
        """Decide in memory, which is ahead of the disk from then on."""
        self._stale = True
        try:
            return decide()
        except Exception as error:
            if isinstance(error, DogfightError) and self.match.untouched:
                self._stale = False
                code = error.status if isinstance(error, Dropped) else refusal
                raise Refused(code, error.words, rule=error.rule) from error
            logs.error("rules_failed", table=self.code, entry=self.row.head + 1)
            raise Refused("illegal", "The rules stumbled over this, so it was not played.") from None

    def _row_after(self, entry: Entry, round_before: int, now: int) -> GameRow:
        """Where the table stands after an entry that is about to be stored."""
        row, match = self.row, self.match
        same = (match.round == round_before and entry.do != "start") or entry.do == "take_back"
        status: Status = "over" if match.over else "live"
        seen = (status, match.round, match.waiting) != (row.status, round_before, row.waiting)
        return replace(
            row,
            status=status,
            head=row.head + 1,
            changed=now if seen or self._told_to_all() != self._told else row.changed,
            waiting=match.waiting,
            deadline=row.deadline if same and not match.over else self._deadline(now),
            due=bool(self._due()),
            ended=match.ended,
            turn=self.game.turn(match.table.position),
        )

    def _told_to_all(self) -> int:
        """How many events everybody has been told, the latest ones included; parts of secret choices are not."""
        match = self.match
        known, events = (0, match.table.events) if match.retold else (self._told, match.fresh)
        return known + sum(event.visible_to(WATCHER) for event in events)

    def _deadline(self, now: int) -> int | None:
        """When the clock of the present question runs out."""
        clock = self.match.clock
        limit = self.row.time_limit if self.match.waiting else 0
        seconds = clock.pause + clock.seconds if clock is not None else limit
        return now + int(seconds * 1000) if seconds else None

    def _stand(self, row: GameRow) -> None:
        """A stored change: show it, set the clock, let bots think."""
        began_or_ended = row.status != self.row.status
        self.row = row
        self._told = self._told_to_all()
        if self._offer is not None and self._offer.void(self.match):
            self._offer = None
            self.announce()
        self._turn = self.game.turn(self.match.table.position)
        self.touched = asyncio.get_running_loop().time()
        self.services.timers.set(self.code, row.deadline)
        self._publish()
        if began_or_ended:
            logs.info("table_" + row.status, table=self.code, game=row.game, entries=row.head)
            self._look_again()
            self.announce()
        self._wake_bots()

    def _publish(self, only: Seat | None = None) -> None:
        """Bring every eye that somebody looks through up to date; once for all commands that wait in line."""
        news, retold = self.match.take_news()
        if retold:
            self.audience.retell(self.match.table.events)
        else:
            self.audience.tell(news)
        if only is None and self._queued > 1:
            self._unshown = True
        else:
            self.audience.show(only)

    def _show_at_last(self) -> None:
        """Show what several commands in a row have led to, after the last of them."""
        if self._unshown and not self._queued and not self._stale:
            self._unshown = False
            self.audience.show()

    def _reload(self) -> None:
        """Go back to what is stored: something decided in memory was not."""
        ledger = self.services.ledger
        row = ledger.game(self.code)
        assert row is not None
        entries = ledger.entries(self.code)
        self.match, self._hash = rebuilt(self.game, row, entries)
        self._commands = {logged.cmd for logged in entries if logged.cmd}
        self._drafts = ledger.drafts(self.code)
        self._orders = ledger.orders(self.code)
        self._give_orders()
        self._stale = False
        self.match.retold = True
        self._stand(row)

    # --- the clock ---------------------------------------------------------------------------

    @property
    def _starts(self) -> int | None:
        """When the clock of the present question starts, if a pause comes first."""
        clock = self.match.clock
        if clock is None or not clock.pause or self.row.deadline is None:
            return None
        return self.row.deadline - int(clock.seconds * 1000)

    def _pause_left(self) -> float:
        """The seconds for looking at the table that are left before anybody can act."""
        return max(0.0, ((self._starts or 0) - self.services.world.ms()) / 1000)

    async def time_up(self, deadline: int) -> None:
        """The clock that was set for this moment has run out."""
        await self.in_turn(lambda: self._time_up(deadline))

    async def _time_up(self, deadline: int) -> None:
        if self.row.deadline != deadline or self.row.status != "live":
            return
        drafts = {
            seat: draft.actions
            for seat, draft in self._drafts.items()
            if draft.phase == self.match.phase(seat) and not self.seating.at(seat).bot
        }
        await self._commit(lambda: self.match.time_up(drafts), None, "illegal")

    async def resume(self) -> None:
        """After the server was away: a running clock shows at least a few seconds, and bots think again."""
        await self.in_turn(self._resume)

    async def _resume(self) -> None:
        if self.row.deadline is not None:
            now = self.services.world.ms()
            left = min(self.row.deadline, self._deadline(now) or self.row.deadline)  # the system's clock may be another
            deadline = max(left, now + int(self.services.settings.reopen * 1000))
            await self.services.ledger.set_deadline(self.code, deadline)
            self.row = replace(self.row, deadline=deadline)
            self.services.timers.set(self.code, deadline)
            self._publish()
        self._wake_bots()

    # --- bots --------------------------------------------------------------------------------

    def _due(self) -> tuple[Seat, ...]:
        """The seats for which a bot has to choose now."""
        return tuple(seat for seat in self.match.waiting if self.seating.at(seat).bot)

    def _wake_bots(self) -> None:
        if self.row.status != "live":
            return
        for seat in self._due():
            phase = self.match.phase(seat)
            if self._thinking.get(seat, (-1, None))[0] != phase:
                view = self.match.table.view(seat)
                task = asyncio.ensure_future(self._think(seat, phase, view))
                self._thinking[seat] = (phase, task)

    def _time_for_bots(self) -> float | None:
        """The seconds left on the game's own clock, as long as a person is still thinking."""
        people = any(not self.seating.at(seat).bot for seat in self.match.waiting)
        if self.match.clock is None or self.row.deadline is None or not people:
            return None
        return (self.row.deadline - self.services.world.ms()) / 1000

    def _asker(self) -> Asker:
        """On whose account bots think here: the host's, and in no hurry where no person plays."""
        return Asker(self.row.host or 0, any(row.person is not None and not row.bot for row in self.seating))

    async def _think(self, seat: Seat, phase: int, view: View[Any]) -> None:
        """Let a bot choose in a process of its own; if it fails, the rules' default is played."""
        settings, loop = self.services.settings, asyncio.get_running_loop()
        try:
            bot = self.seating.at(seat).bot
            left, secret = self._time_for_bots(), self._is_secret()
            began, wait = self._moment(seat, bot, left, secret)
            action = await self.services.bots.choose(bot, f"{self.code}/{seat}", view, self._asker())
            if not await self._insist(lambda: self._is_hidden(seat, phase, action)):
                step = settings.bot_delay if secret else (0.0, 0.0)
                shown = shown_after(wait, loop.time() - began, step, left)
                await asyncio.sleep(began + shown - loop.time())
            await self._insist(lambda: self._bot_plays(seat, phase, action))
        except Refused as error:
            logs.warning("bot_not_played", table=self.code, seat=seat, why=error.words)
        finally:
            if self._thinking.get(seat, (-1, None))[0] == phase:
                del self._thinking[seat]

    def _is_secret(self) -> bool:
        """Whether how long somebody thinks about the present question could tell others what they may not know."""
        position = self.match.table.position
        if isinstance(self.match.decision, Commit):
            return True
        return bool(self.game.picture(position, OPEN) != self.game.picture(position, WATCHER))

    def _moment(self, seat: Seat, bot: str, left: float | None, secret: bool) -> tuple[float, float]:
        """When a bot was asked and how long it waits with what others can see: drawn once, whatever it thinks of."""
        now, settings = asyncio.get_running_loop().time(), self.services.settings
        asked, began, wait = self._moments.get(seat, (-1, now, 0.0))
        if asked != self.match.round:
            thinking = budget(bot, settings.engines) if secret else 0.0
            first = self._pause_left()
            left = left if left is None else left - first
            began, wait = now, first + pause(settings.bot_delay, settings.bot_pace, left, thinking)
            self._moments[seat] = (self.match.round, began, wait)
        return began, wait

    async def _is_hidden(self, seat: Seat, phase: int, action: int | None) -> bool:
        """Whether a bot's choice is a part of a secret one, of which nobody else will see anything yet."""
        game, match = self.game, self.match
        if match.phase(seat) != phase or seat not in match.waiting or not isinstance(match.decision, Commit):
            return False
        position = game.copy(match.table.position)
        mine = self.seating.chairs(match.table.seats[seat].player)
        others = {WATCHER, *range(len(match.table.seats))} - {*mine}
        try:
            events = game.play(position, seat, self._playable(seat, action))
        except Exception:  # the rules will stumble over it again when it is played, and that is told then
            return False
        told = any(event.visible_to(other) for event in events for other in others)
        return not told and game.decision(position) == match.decision

    def _playable(self, seat: Seat, action: int | None) -> int:
        """What is played for a bot: its choice, or the rules' default where that makes no sense."""
        position = self.match.table.position
        legal = action is not None and action in self.game.legal(position, seat)
        return action if action is not None and legal else self.game.default(position, seat)

    async def _insist(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that must be done, again and again while it cannot be stored."""
        while True:
            try:
                return await self.in_turn(work)
            except StorageFailed:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _bot_plays(self, seat: Seat, phase: int, action: int | None) -> None:
        if self.row.status != "live" or seat not in self._due() or self.match.phase(seat) != phase:
            return
        if self.match.clock is not None and self.services.world.ms() >= (self.row.deadline or 0):
            return
        chosen = self._playable(seat, action)
        if not await self._is_hidden(seat, phase, chosen):
            self._moments.pop(seat, None)
        self._thinking.pop(seat, None)
        await self._commit(lambda: self.match.play(seat, chosen), None, "illegal")

    def stop(self) -> None:
        """Let no bot think on, and begin nothing more: the server closes."""
        self._unhurry()
        for _, task in self._thinking.values():
            task.cancel()

    # --- hints -------------------------------------------------------------------------------

    @property
    def hints(self) -> bool:
        """Whether hints are given here: where the host said so, or else while no two people play."""
        people = {row.person for row in self.seating if row.person is not None}
        return self.row.hints == "on" or (not self.row.hints and len(people) < 2)

    async def hint(self, person: Person, seat: Seat, phase: int) -> Hint:
        """What a bot would do in a seat's place. It thinks beside the table, which goes on meanwhile."""
        view = await self.in_turn(lambda: self._view_to_judge(person, seat, phase))
        bot = self.services.settings.hint_bot
        found = await self.services.bots.advise(bot, view, Asker(person.id))
        legal = {one.action: one for one in view.legal}
        if not found or any(one.action not in legal for one in found):
            raise Refused("hint_failed", "The bot has no answer. Ask again in a moment.")
        lines = [
            HintLine(one.action, legal[one.action].word, legal[one.action].words, one.chance, one.value)
            for one in best(found)
        ]
        return Hint(seat, phase, bot, tuple(lines))

    async def _view_to_judge(self, person: Person, seat: Seat, phase: int) -> View[Any]:
        if not self.seating.holds(person.id, seat):
            raise Refused("not_your_seat", "That is not your seat.")
        if not self.hints:
            raise Refused("no_hints", "This table is played without hints.")
        if self.row.status != "live":
            raise Refused("not_live", "The game is not being played.")
        if phase != self.match.phase(seat):
            raise Refused("phase_closed", "The table moved on.")
        view = self.match.table.view(seat)
        if seat not in view.waiting or not view.legal:
            raise Refused("not_now", "There is nothing for you to choose now.")
        return view

    # --- standing orders ---------------------------------------------------------------------

    def _give_orders(self) -> None:
        """Tell the match whose orders stand: those of people who play their seats themselves."""
        self.match.orders = {seat: order for seat, order in self._orders.items() if not self.seating.at(seat).bot}

    async def order(self, person: Person, seat: Seat, order: str) -> None:
        """A seat leaves reactions to a standing order, beginning with the present question."""
        await self.in_turn(lambda: self._order(person, seat, order))

    async def _order(self, person: Person, seat: Seat, order: str) -> None:
        if seat not in self.seating.held_by(person.id):
            raise Refused("not_your_seat", "That is not your seat.")
        if not isinstance(self.game, Reactions):
            raise Refused("not_now", f"{self.game.title} has no reactions to leave to an order.")
        await self.services.ledger.put_order(self.code, seat, order)
        self._orders[seat] = order
        self._give_orders()
        if self.row.status == "live" and self.match.by_order() is not None:
            await self._commit(self.match.obey, None, "illegal")
        else:
            self._publish(only=seat)

    async def _forget_orders(self, player: int) -> None:
        """Whoever sits down next gives orders of their own."""
        for seat in self.seating.chairs(player):
            if self._orders.pop(seat, None) is not None:
                await self.services.ledger.put_order(self.code, seat, "never")
                self._publish(only=seat)

    async def _forget_drafts(self, player: int) -> None:
        """Whoever sits down next does not read what the one before had in mind."""
        for seat in self.seating.chairs(player):
            if self._drafts.pop(seat, None) is not None:
                await self.services.ledger.drop_draft(self.code, seat)
                self._publish(only=seat)

    # --- taking back with everybody's consent ------------------------------------------------

    async def ask_back(self, person: Person, player: int) -> None:
        """Ask the others to let a player take back; where there is nobody to ask it is done at once."""
        await self.in_turn(lambda: self._ask_back(person, player))

    async def _ask_back(self, person: Person, player: int) -> None:
        if self.seating.row(player).person != person.id:
            raise Refused("not_yours", "That is not your seat.")
        if self.row.status != "live":
            raise Refused("not_now", "The game is not being played.")
        self._offer = Offer.of(self.seating, self.match, person, player, self.services.world.ms())
        await self._grant_or_announce()

    async def answer_back(self, person: Person, n: int, yes: bool) -> None:
        """Agree to what was asked, or decline; whoever asked can withdraw it."""
        await self.in_turn(lambda: self._answer_back(person, n, yes))

    async def _answer_back(self, person: Person, n: int, yes: bool) -> None:
        offer = self._offer
        if offer is None or offer.n != n:
            raise Refused("not_now", "The table moved on; nobody asks that any more.")
        mine = {row.player for row in self.seating if row.person == person.id}
        if not yes and mine & {offer.player, *offer.asked}:
            self._offer = None
        elif yes and mine & set(offer.asked):
            offer.agreed |= mine & set(offer.asked)
        else:
            raise Refused("not_yours", "You are not asked.")
        await self._grant_or_announce()

    async def _grant_or_announce(self) -> None:
        offer = self._offer
        if offer is not None and offer.granted:
            await self._commit(lambda: self.match.retake(offer.player, offer.kept), None, "illegal")
        self.announce()

    # --- seats -------------------------------------------------------------------------------

    async def seat(self, change: Callable[[], PlayerRow]) -> None:
        """Change who holds a player's chairs; `change` refuses or gives the new row."""
        await self.in_turn(lambda: self._seat(change))

    async def _seat(self, change: Callable[[], PlayerRow]) -> None:
        if self.row.status == "over":
            raise Refused("not_now", "The game is over.")
        row = change()
        if row.person != self.seating.rows[row.player].person:
            self._check_newcomer(row)
            await self._forget_orders(row.player)
            await self._forget_drafts(row.player)
        words = change_words(self.seating.title(row.player), self.seating.rows[row.player], row)
        if self.row.status == "live" and words:
            await self._reseat(row, words)
        else:
            await self.services.ledger.put_player(row)
            self.seating.put(row)
        self._give_orders()
        self._unhurry()
        await self.start_if_ready()
        self._look_again()
        self.announce()
        self._wake_bots()

    def _check_newcomer(self, row: PlayerRow) -> None:
        """Who has looked at the game from one seat takes no other, as long as somebody else plays."""
        if self.row.status != "live" or row.person is None:
            return
        others = any(one.person not in (None, row.person) for one in self.seating)
        knows = any(
            row.person == one.person or row.person in self.match.sat.get(one.player, ())
            for one in self.seating
            if one.player != row.player
        )
        if others and knows:
            raise Refused("not_yours", "You know what another seat knows, so somebody else has to take this one.")

    async def _reseat(self, row: PlayerRow, words: str) -> None:
        """Change who holds a player's chairs in play: it is stored with the line of the log that tells everybody."""
        before = self.seating.rows[row.player]
        people = tuple(one for one in (before.person, row.person) if one is not None)
        self.seating.put(row)
        try:
            await self._commit(lambda: self.match.reseat(row.player, people, words), None, "illegal", row)
        except BaseException:
            self.seating.put(before)
            raise

    # --- the start ---------------------------------------------------------------------------

    async def add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        """A player who has seen the promise of the seed adds to it; what was added stays."""
        await self.in_turn(lambda: self._add_nonce(person, commit, nonce))

    async def _add_nonce(self, person: Person, commit: str, nonce: str) -> None:
        if commit != self.row.promise:
            raise Refused("bad_request", "expected the promise of this table's seed (its fair.commit)")
        mine = [row.player for row in self.seating if row.person == person.id]
        if self.row.status != "open" or not mine:
            raise Refused("not_now", "Only those who sit at a table that has not begun add to its draws.")
        unsaid = [player for player in mine if self.seating.rows[player].nonce is None]
        if not unsaid and all(self.seating.rows[player].nonce != nonce for player in mine):
            raise Refused("not_now", "You have added to the draws already.")
        for player in unsaid:
            row = replace(self.seating.row(player), nonce=nonce)
            await self.services.ledger.put_player(row)
            self.seating.put(row)
        await self.start_if_ready()
        self.announce()

    async def start_if_ready(self) -> None:
        """The game begins when every player is seated and has said what they add; the caller holds the table."""
        if self.row.status != "open" or not self.seating.full():
            return
        if not self.seating.unsaid():
            await self._start()
        elif self._hurry is None:
            loop, wait = asyncio.get_running_loop(), self.services.settings.nonce_seconds
            self._hurry = loop.call_later(wait, lambda: asyncio.ensure_future(self._insist(self._start_without)))

    async def _start_without(self) -> None:
        """Nobody waits any longer for those who do not say what they add to the draws."""
        if self._hurry is not None and self.row.status == "open" and self.seating.full():
            await self._start()

    async def _start(self) -> None:
        self._unhurry()
        silent = [row for row in self.seating if row.person is not None and not row.bot and not row.nonce]
        notes = tuple(f"{row.name} ({self.seating.title(row.player)}) adds nothing to the draws." for row in silent)
        await self._commit(lambda: self.match.start(self.seating.nonces(), notes), None, "illegal")

    def _unhurry(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    async def begin(self) -> None:
        """Begin a table that was laid with all its players."""
        await self.in_turn(self.start_if_ready)

    async def resign(self, person: Person, player: int) -> None:
        await self.in_turn(lambda: self._resign(person, player))

    async def _resign(self, person: Person, player: int) -> None:
        if self.seating.row(player).person != person.id:
            raise Refused("not_yours", "That is not your seat.")
        if self.row.status != "live":
            raise Refused("not_now", "The game is not being played.")
        if player not in self.match.resigned:
            await self._commit(lambda: self.match.resign(player), None, "illegal")
            self.announce()
