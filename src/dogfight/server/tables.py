"""One actor a table: commands go through one at a time, are stored, and only then seen by anybody."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import msgspec

from dogfight.core.decision import Over
from dogfight.core.errors import DogfightError
from dogfight.core.record import Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER, Seat
from dogfight.core.view import Result, View
from dogfight.server import logs
from dogfight.server.bots import BotPool
from dogfight.server.eyes import Eye
from dogfight.server.faults import Refused
from dogfight.server.ledger import Draft, Entry, GameRow, Ledger, Logged, Person, PlayerRow, chained
from dogfight.server.match import Match
from dogfight.server.messages import (
    Ack,
    Answer,
    Busy,
    ChatMessage,
    Command,
    Fair,
    Line,
    Play,
    Reject,
    SaveDraft,
    TableInfo,
    TableMessage,
    TakeBack,
    ViewBody,
    Welcome,
    encode,
)
from dogfight.server.seating import Seating
from dogfight.server.settings import Settings, World
from dogfight.server.store import StorageFailed
from dogfight.server.timers import Timers

T = TypeVar("T")
_ANNOUNCE_SECONDS = 0.1
_MOST_CHAT = 200


class Listener(Protocol):
    """A socket as a table knows it."""

    person: Person

    def send(self, message: bytes) -> None: ...
    def mark(self, seat: Seat) -> None: ...
    def close(self, code: int, why: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """What every table uses."""

    ledger: Ledger
    world: World
    settings: Settings
    bots: BotPool
    timers: Timers


class Damaged(Refused):
    """A table whose log cannot be played any more."""

    def __init__(self, words: str) -> None:
        super().__init__("table_damaged", words)


def rebuilt(game: AnyGame, row: GameRow, entries: list[Logged]) -> tuple[Match, bytes]:
    """Play a log from the first entry to the last, checking its chain; the match and the last hash."""
    if (row.rules, row.data) != (game.rules_version, game.data_digest):
        raise Damaged(f"table {row.code} was played with rules {row.rules} and data {row.data}")
    match = Match(game, row.options, row.seed, row.code)
    last = row.code.encode()
    for n, logged in enumerate(entries, 1):
        if logged.seq != n or chained(last, logged.body) != logged.hash:
            raise Damaged(f"table {row.code}: entry {n} of the log is damaged")
        last = logged.hash
        try:
            match.replay(msgspec.json.decode(logged.body, type=Entry))
        except (DogfightError, msgspec.MsgspecError) as error:
            raise Damaged(f"table {row.code}: entry {n} of the log cannot be played: {error}") from error
    match.take_news()
    return match, last


class LiveTable:
    """A table in memory. Whatever changes it holds `_lock`, and is stored before anyone is told."""

    def __init__(self, services: Services, game: AnyGame, row: GameRow, players: list[PlayerRow]) -> None:
        self.services = services
        self.game = game
        self.row = row
        self.code = row.code
        entries = services.ledger.entries(row.code)
        self.match, self._hash = rebuilt(game, row, entries)
        self.seating = Seating(self.match.table.seats, players)
        self.sockets: set[Listener] = set()
        self.changed = asyncio.Event()
        """Set and replaced whenever a view may have changed, for those who wait without a socket."""
        self.touched = asyncio.get_running_loop().time()
        self._commands = {logged.cmd for logged in entries if logged.cmd}
        self._drafts = services.ledger.drafts(row.code)
        self._eyes: dict[Seat, Eye[Listener]] = {}
        self._lock = asyncio.Lock()
        self._queued = 0
        self._thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}
        self._announcing: asyncio.TimerHandle | None = None
        self._turn = game.turn(self.match.table.position)

    # --- what is known -----------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        return not self.sockets and not self._thinking and not self._queued and not self._lock.locked()

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
            host=self.services.ledger.name_of(row.host) if row.host is not None else "",
            you_host=row.host == me,
            seats=self.match.table.seats,
            players=self.seating.infos(me, self.online(), self.match.resigned),
            watchers=sum(not self.seating.held_by(one.person.id) for one in self.sockets),
            turn=self._turn,
            result=Result(end.payoffs, end.winners, end.why, end.rule, end.words, end.grade) if end else None,
            ended=row.ended,
            next=row.next,
            fair=Fair(row.promise, row.seed.hex() if over else ""),
        )

    def online(self) -> set[int]:
        """The people who look on now."""
        return {one.person.id for one in self.sockets}

    def eyes_of(self, person: Person) -> tuple[Seat, ...]:
        """Through which eyes a person looks: their seats', or the watchers'."""
        held = self.seating.held_by(person.id)
        if not held and not self.row.watch and self.row.host != person.id:
            raise Refused("no_watchers", "This table is played without spectators.")
        return held or (WATCHER,)

    async def frame(self, seat: Seat) -> tuple[str, bytes]:
        """The version and the whole picture for a seat, for those who ask without a socket."""

        async def look() -> tuple[str, bytes]:
            eye = self._eye(seat)
            return eye.v, eye.frame(0)

        return await self.in_turn(look)

    def frame_for(self, socket: Listener, seat: Seat) -> bytes | None:
        """The next message about a seat for a socket that looks through its eyes."""
        eye = self._eyes.get(seat)
        return eye.frame_for(socket) if eye is not None and socket in eye.listeners else None

    def _eye(self, seat: Seat) -> Eye[Listener]:
        """The picture for a seat; kept up to date once somebody has asked for it."""
        found = self._eyes.get(seat)
        if found is None:
            found = self._eyes[seat] = Eye(seat, self.match.table.events)
            found.show(self._body(seat))
        return found

    def _body(self, seat: Seat) -> ViewBody:
        match, live = self.match, self.row.status == "live"
        clock = match.clock
        view = self.game.view(match.table.position, seat)
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
            view=view,
        )

    def record(self) -> Record:
        """The record of a finished game, with the seed its draws can be checked by."""
        if self.row.status != "over":
            raise Refused("not_now", "A record can be had when the game is over.")
        record = self.match.table.record
        header = msgspec.structs.replace(record.header, players=self.seating.names())
        if self.row.promise:
            header = msgspec.structs.replace(header, code=self.code, commit=self.row.promise, seed=self.row.seed.hex())
        if self.row.ended:
            header = msgspec.structs.replace(header, ended=self.row.ended)
        return Record(header, record.moves, record.result)

    # --- people coming and going -------------------------------------------------------------

    async def attach(self, socket: Listener) -> None:
        """Let a socket in: it is welcomed and shown what its person may see."""
        await self.in_turn(lambda: self._attach(socket))

    async def _attach(self, socket: Listener) -> None:
        eyes = self.eyes_of(socket.person)
        if eyes == (WATCHER,) and len(self.sockets) >= self.services.settings.watchers_per_table:
            raise Refused("busy", "The stands are full.")
        self.sockets.add(socket)
        self.touched = asyncio.get_running_loop().time()
        socket.send(encode(self._welcome(socket.person, eyes)))
        self._look(socket, eyes)
        self.announce()

    def detach(self, socket: Listener) -> None:
        self.sockets.discard(socket)
        for eye in self._eyes.values():
            eye.listeners.pop(socket, None)
        self.touched = asyncio.get_running_loop().time()
        self.announce()

    def _look(self, socket: Listener, eyes: tuple[Seat, ...]) -> None:
        """Point a socket at these eyes and no others."""
        for seat, eye in self._eyes.items():
            if seat not in eyes:
                eye.listeners.pop(socket, None)
        for seat in eyes:
            eye = self._eye(seat)
            if socket not in eye.listeners:
                eye.listeners[socket] = 0
                socket.mark(seat)

    def _look_again(self) -> None:
        """Somebody sat down or left: everyone sees what they may see now."""
        for socket in tuple(self.sockets):
            try:
                self._look(socket, self.eyes_of(socket.person))
            except Refused as refused:
                socket.close(4403, refused.words)

    def _welcome(self, person: Person, eyes: tuple[Seat, ...]) -> Welcome:
        watching = eyes == (WATCHER,) or self.row.status == "over"
        return Welcome(
            now=self.services.world.ms(),
            table=self.info(person),
            seats=eyes,
            chat=self.lines(person, "table"),
            watchers_chat=self.lines(person, "watchers") if watching else None,
        )

    def announce(self) -> None:
        """Tell everybody about the table itself, soon and once for several changes."""
        if self._announcing is None:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(_ANNOUNCE_SECONDS, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        for socket in tuple(self.sockets):
            socket.send(encode(TableMessage(self.info(socket.person))))

    # --- chat --------------------------------------------------------------------------------

    def lines(self, person: Person, channel: str) -> tuple[Line, ...]:
        """What was said in a channel this person may read."""
        self._may_read(person, channel)
        rows = self.services.ledger.chat(self.code, channel, _MOST_CHAT)
        return tuple(Line(one.n, one.at, one.name, one.channel, one.text, one.person == person.id) for one in rows)  # type: ignore[arg-type]

    async def say(self, person: Person, command_id: str, channel: str, text: str) -> None:
        """Say something; the same command twice is said once."""
        seated = bool(self.seating.held_by(person.id))
        if self.row.status != "over" and seated != (channel == "table"):
            raise Refused("no_channel", "Players talk at the table, watchers among themselves.")
        services = self.services
        cmd = f"{person.id}/{command_id}"
        row = await services.ledger.say(self.code, cmd, services.world.ms(), person, channel, text)
        if row is None:
            return
        for socket in tuple(self.sockets):
            if self._reads(socket.person, channel):
                mine = socket.person.id == person.id
                socket.send(encode(ChatMessage(Line(row.n, row.at, row.name, channel, text, mine))))  # type: ignore[arg-type]

    def _reads(self, person: Person, channel: str) -> bool:
        return channel == "table" or self.row.status == "over" or not self.seating.held_by(person.id)

    def _may_read(self, person: Person, channel: str) -> None:
        self.eyes_of(person)
        if not self._reads(person, channel):
            raise Refused("no_channel", "Players hear the watchers when the game is over.")

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
                return await work()

        self._queued += 1
        try:
            return await asyncio.shield(asyncio.ensure_future(whole()))
        finally:
            self._queued -= 1

    async def _command(self, person: Person, message: Command) -> Answer:
        cmd = f"{person.id}/{message.id}"
        if cmd in self._commands and not isinstance(message, SaveDraft):
            return Ack(message.id)
        if not self.seating.holds(person.id, message.seat):
            raise Refused("not_your_seat", "That is not your seat.")
        if self.row.status != "live":
            raise Refused("not_live", "The game is not being played.")
        if message.phase != self.match.phase(message.seat):
            raise Refused("phase_closed", "The table moved on. Here is the new position; nothing was sent.")
        match message:
            case SaveDraft():
                await self._keep_draft(message)
            case TakeBack(seat=seat):
                await self._commit(lambda: self.match.take_back(seat), cmd, "nothing_to_take_back")
            case Play(seat=seat, action=action, word=word):
                given = action if action is not None else word
                if given is None:
                    raise Refused("bad_message", "expected an action or a word")
                await self._commit(lambda: self.match.play(seat, given), cmd, "illegal")
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

    async def _commit(self, decide: Callable[[], Entry], cmd: str | None, refusal: str) -> None:
        """Decide, store, and only then show."""
        before = self.match.round
        try:
            entry = decide()
        except DogfightError as error:
            raise Refused(refusal, error.words, rule=error.rule) from error
        except Exception:
            logs.error("rules_failed", table=self.code, entry=self.row.head + 1)
            self._reload()
            raise Refused("illegal", "The rules stumbled over this, so it was not played.") from None
        row = self._row_after(entry, before)
        body = msgspec.json.encode(entry).decode()
        logged = Logged(row.head, cmd, row.changed, body, chained(self._hash, body))
        stale = tuple(seat for seat, draft in self._drafts.items() if draft.phase != self.match.phase(seat))
        try:
            stored = await self.services.ledger.append(row, logged, stale)
        except BaseException:
            self._reload()
            raise
        if not stored:
            self._reload()
            raise Refused("phase_closed", "The table moved on. Here is the new position; nothing was sent.")
        self._hash = logged.hash
        if cmd is not None:
            self._commands.add(cmd)
        for seat in stale:
            del self._drafts[seat]
        self._stand(row)

    def _row_after(self, entry: Entry, round_before: int) -> GameRow:
        """Where the table stands after an entry that is about to be stored."""
        row, match = self.row, self.match
        now = self.services.world.ms()
        same = match.round == round_before or entry.do == "take_back"
        return replace(
            row,
            status="over" if match.over else "live",
            head=row.head + 1,
            changed=now,
            waiting=match.waiting,
            deadline=row.deadline if same and not match.over else self._deadline(now),
            due=bool(self._due()),
            ended=match.ended,
        )

    def _deadline(self, now: int) -> int | None:
        """When the clock of the present question runs out."""
        clock = self.match.clock
        seconds = clock.seconds if clock is not None else self.row.time_limit
        return now + int(seconds * 1000) if seconds and self.match.waiting else None

    def _stand(self, row: GameRow) -> None:
        """A stored change: show it, set the clock, let bots think."""
        began_or_ended = row.status != self.row.status
        self.row = row
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
        """Bring every eye that somebody looks through up to date."""
        news, retold = self.match.take_news()
        for seat, eye in tuple(self._eyes.items()):
            if retold:
                eye.retell(self.match.table.events)
            else:
                eye.tell(news)
            if only is not None and seat != only:
                continue
            if eye.show(self._body(seat)):
                for listener in eye.listeners:
                    listener.mark(seat)
        self.changed.set()
        self.changed = asyncio.Event()

    def _reload(self) -> None:
        """Go back to what is stored: something decided in memory was not."""
        ledger = self.services.ledger
        row = ledger.game(self.code)
        assert row is not None
        entries = ledger.entries(self.code)
        self.match, self._hash = rebuilt(self.game, row, entries)
        self._commands = {logged.cmd for logged in entries if logged.cmd}
        self._drafts = ledger.drafts(self.code)
        self.match.retold = True
        self._stand(row)

    # --- the clock ---------------------------------------------------------------------------

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
            least = self.services.world.ms() + int(self.services.settings.reopen * 1000)
            deadline = max(self.row.deadline, least)
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

    async def _think(self, seat: Seat, phase: int, view: View[Any]) -> None:
        """Let a bot choose in a process of its own; if it fails, the rules' default is played."""
        settings = self.services.settings
        try:
            bot = self.seating.at(seat).bot
            action = await self.services.bots.choose(bot, f"{self.code}/{seat}", view)
            await asyncio.sleep(random.uniform(*settings.bot_delay))
            await self.in_turn(lambda: self._bot_plays(seat, phase, action))
        except (Refused, StorageFailed) as error:
            logs.warning("bot_not_played", table=self.code, seat=seat, why=error.words)
        finally:
            if self._thinking.get(seat, (-1, None))[0] == phase:
                del self._thinking[seat]

    async def _bot_plays(self, seat: Seat, phase: int, action: int | None) -> None:
        if self.row.status != "live" or seat not in self._due() or self.match.phase(seat) != phase:
            return
        position = self.match.table.position
        if action is None or action not in self.game.legal(position, seat):
            action = self.game.default(position, seat)
        chosen = action
        self._thinking.pop(seat, None)
        await self._commit(lambda: self.match.play(seat, chosen), None, "illegal")

    # --- seats -------------------------------------------------------------------------------

    async def seat(self, change: Callable[[], PlayerRow]) -> None:
        """Change who holds a player's chairs; `change` refuses or gives the new row."""
        await self.in_turn(lambda: self._seat(change))

    async def _seat(self, change: Callable[[], PlayerRow]) -> None:
        if self.row.status == "over":
            raise Refused("not_now", "The game is over.")
        row = change()
        await self.services.ledger.put_player(row)
        self.seating.put(row)
        if self.row.status == "open":
            await self.start_if_full()
        elif bool(self._due()) != self.row.due:
            await self.services.ledger.set_due(self.code, bool(self._due()))
            self.row = replace(self.row, due=bool(self._due()))
        self._look_again()
        self.announce()
        self._wake_bots()

    async def start_if_full(self) -> None:
        """The game begins as soon as every player is seated; the caller holds the table."""
        if self.row.status == "open" and self.seating.full():
            await self._commit(self.match.start, None, "illegal")

    async def begin(self) -> None:
        """Begin a table that was laid with all its players."""
        await self.in_turn(self.start_if_full)

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
