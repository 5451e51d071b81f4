"""A small client of the online table: sits down, sees, plays, and never loses a move to a
dropped line.
"""

from __future__ import annotations

import random
import secrets
import socket
import ssl
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from dogfight.core.dice import Dice
from dogfight.core.errors import DogfightError, IllegalAction
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame, load
from dogfight.core.seat import WATCHER, Seat
from dogfight.core.view import Legal, Prompt, Result
from dogfight.match.explain import Explanation
from dogfight.match.plans import parts_of
from dogfight.packs.files import pack_of_bytes
from dogfight.planning.capabilities import HasPlans
from dogfight.server import messages as wire

T = TypeVar("T")
_FINAL = {
    1008: "rules of conduct",
    4401: "no session",
    4403: "not allowed here",
    4404: "no such table",
}
_SLOWEST, _QUICKEST = 5.0, 0.2
_QUIET = 2.0
"""After so many seconds without a word the server is asked whether it is there."""
_PATIENCE, _MOST_PATIENCE = 2.0, 16.0
"""For how long an answer to that is waited for, and twice as long for a new line; doubled whenever
that was in vain, for a line may be slow rather than gone.
"""
_MOST_FRAME = 16 * 1024 * 1024


@cache
def _certificates() -> ssl.SSLContext:
    """Whom to believe over TLS; slow to make, so made once."""
    return ssl.create_default_context()


class Refusal(DogfightError):
    """The table said no; `code` says why."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text, rule=rule)
        self.code = code


class Seen(msgspec.Struct):
    """The part of a game's view that is the same in every game; `table` is the game's own."""

    decision_kind: str
    waiting: tuple[Seat, ...]
    prompt: Prompt
    legal: tuple[Legal, ...]
    board: Any
    result: Result | None = None


@dataclass
class SeatView:
    """What one of my seats sees."""

    seat: Seat
    question: int = -1
    version: str = ""
    seen: Seen | None = None
    message: wire.ViewMessage | None = None
    log: list[wire.EventLine] = field(default_factory=list)

    @property
    def legal(self) -> tuple[Legal, ...]:
        return self.seen.legal if self.seen else ()

    def take(self, message: wire.ViewMessage) -> None:
        self.question, self.version, self.message = message.question, message.version, message
        self.seen = msgspec.convert(message.view, Seen)
        self.log[message.log.start :] = message.log.events


class _Closing(ABC):
    """Is closed at the end of its `with` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None: ...


class Client(_Closing):
    """A guest at a server."""

    def __init__(self, url: str, name: str, *, timeout: float = 30.0) -> None:
        parts = urlsplit(url)
        self.drawn: dict[str, tuple[str, str]] = {}
        """For every table the promise of its seed that I saw, and what I then added to it."""
        self.origin = f"{parts.scheme}://{parts.netloc}"
        headers = {"origin": self.origin}
        self.http = httpx.Client(
            base_url=self.origin,
            headers=headers,
            timeout=timeout,
            trust_env=False,
            verify=_certificates(),
        )
        try:
            self.me = self._ask("POST", "/api/me", wire.Me, {"name": name})
        except BaseException:
            self.http.close()
            raise

    def close(self) -> None:
        self.http.close()

    def _ask(self, method: str, path: str, shape: type[T], body: object = None) -> T:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if content is not None else {}
        answer = self.http.request(method, path, content=content, headers=headers)
        return msgspec.json.decode(_content(answer), type=shape)

    def games(self) -> wire.Games:
        return self._ask("GET", "/api/games", wire.Games)

    def tables(self) -> tuple[wire.TableLine, ...]:
        """My games."""
        return self._ask("GET", "/api/tables", wire.TableList).tables

    def create(
        self, game: str, options: Options | None = None, players: Iterable[str] = (), **more: Any
    ) -> wire.TableCreated:
        """Lay a table: `me`, `open` or `bot:NAME` for every player."""
        body = {"game": game, "options": options or {}, "players": list(players), **more}
        return self._seated(self._ask("POST", "/api/tables", wire.TableCreated, body))

    def packs(self) -> wire.PackList:
        """The packs that I may play with."""
        return self._ask("GET", "/api/packs", wire.PackList)

    def pack(self, word: str) -> wire.PackLine:
        """A pack, by its code or by what its link says behind the #."""
        return self._ask("GET", f"/api/packs/{word}", wire.PackLine)

    def upload_pack(self, body: bytes) -> wire.PackLine:
        """Upload a pack, a .zip file."""
        answer = self.http.post(
            "/api/packs", content=body, headers={"content-type": "application/zip"}
        )
        return msgspec.json.decode(_content(answer), type=wire.PackLine)

    def pack_of_table(self, code: str) -> bytes:
        """The pack of a table I sit at, as one file."""
        return _content(self.http.get(f"/api/tables/{code}/pack"))

    def remove_pack(self, word: str) -> None:
        """Remove a pack of mine; games that use it go on."""
        self._ask("DELETE", f"/api/packs/{word}", wire.Ok)

    def list_pack(self, word: str, listed: bool) -> wire.PackLine:
        """Show a pack of mine to everybody on the server, or no longer."""
        return self._ask("POST", f"/api/packs/{word}/listed", wire.PackLine, {"listed": listed})

    def table(self, code: str) -> wire.TableInfo:
        return self._ask("GET", f"/api/tables/{code}", wire.TableInfo)

    def claim(self, code: str, secret: str) -> wire.TableCreated:
        return self._seated(
            self._ask("POST", f"/api/tables/{code}/claim", wire.TableCreated, {"secret": secret})
        )

    def sit(self, code: str, player: int | None = None, key: str = "") -> wire.TableCreated:
        """Take a free seat and be ready; `key` is what the link of a room carries behind the #."""
        body = {"player": player, "key": key}
        return self._seated(self._ask("POST", f"/api/tables/{code}/sit", wire.TableCreated, body))

    def ready(self, code: str) -> wire.TableInfo:
        """Say that I am ready, by adding to the draws."""
        return self.add_to_draws(self.table(code))

    def not_ready(self, code: str) -> wire.TableInfo:
        """Take back that I am ready."""
        return self._room(code, "not_ready")

    def room_options(
        self, code: str, options: Options, time_limit: int | None = None
    ) -> wire.TableInfo:
        """Change the options of a room of mine."""
        return self._room(code, "options", {"options": options, "time_limit_s": time_limit})

    def room_move(self, code: str, guest: str, player: int) -> wire.TableInfo:
        """Give a person in a room of mine a seat."""
        return self._room(code, "move", {"guest": guest, "player": player})

    def room_remove(self, code: str, guest: str, *, bar: bool = False) -> wire.TableInfo:
        """Take a person out of a room of mine."""
        return self._room(code, "remove", {"guest": guest, "bar": bar})

    def room_host(self, code: str, guest: str) -> wire.TableInfo:
        """Hand a room over, or take one whose host is away."""
        return self._room(code, "host", {"guest": guest})

    def room_link(self, code: str) -> wire.TableInfo:
        """Make a new link to a room of mine; older ones let nobody in any more."""
        return self._room(code, "link")

    def room_start(self, code: str, bot: str = "") -> wire.TableInfo:
        """Start the game of a room of mine; the bot takes the free seats."""
        return self._room(code, "start", {"bot": bot})

    def room_leave(self, code: str) -> None:
        """Leave a room; a host hands it over by that."""
        self._ask("POST", f"/api/tables/{code}/room/leave", wire.Ok, {})

    def request_pause(self, code: str, player: int) -> wire.TableInfo:
        """Ask the others for a pause; `answer_take_back` answers such a question, too."""
        return self._post(code, "pause_request", {"player": player})

    def go_on(self, code: str) -> wire.TableInfo:
        """Let a paused game go on."""
        return self._post(code, "go_on", {})

    def offer_draw(self, code: str, player: int) -> wire.TableInfo:
        """Offer a draw."""
        return self._post(code, "draw_offer", {"player": player})

    def silence(self, code: str, guest: str, *, silenced: bool = True) -> wire.TableInfo:
        """Let a person say nothing at a table of mine, or let them speak again."""
        return self._post(code, "silence", {"guest": guest, "silenced": silenced})

    def _post(self, code: str, what: str, body: Mapping[str, Any]) -> wire.TableInfo:
        return self._ask("POST", f"/api/tables/{code}/{what}", wire.TableCreated, body).table

    def _room(self, code: str, what: str, body: Mapping[str, Any] | None = None) -> wire.TableInfo:
        return self._post(code, f"room/{what}", body or {})

    def _seated(self, made: wire.TableCreated) -> wire.TableCreated:
        """I sit at a table now: add to its draws, whose promise I have just seen."""
        return wire.TableCreated(self.add_to_draws(made.table), made.invites)

    def add_to_draws(self, table: wire.TableInfo) -> wire.TableInfo:
        """Add a number of mine to a table's seed if it waits for that; `drawn` keeps it with the
        promise I saw.
        """
        numbers = {player.player for player in table.players if player.you}
        if table.status != "open" or not numbers & set(table.fair.wanted):
            return table
        commit, nonce = self.drawn.setdefault(table.code, (table.fair.commit, new_nonce()))
        body = {"commit": commit, "nonce": nonce}
        return self._ask("POST", f"/api/tables/{table.code}/nonce", wire.TableCreated, body).table

    def kept_draws(self, table: wire.TableInfo) -> bool:
        """Whether a table that has begun keeps the promise I saw, with what I added to it."""
        if table.code not in self.drawn or table.status == "open":
            return True
        commit, nonce = self.drawn[table.code]
        numbers = [player.player for player in table.players if player.you and not player.bot]
        nonces = table.fair.nonces
        return table.fair.commit == commit and all(
            n < len(nonces) and nonces[n] == nonce for n in numbers
        )

    def invite(self, code: str, player: int) -> wire.Invite:
        return self._ask("POST", f"/api/tables/{code}/invite", wire.Invite, {"player": player})

    def leave(self, code: str, player: int) -> None:
        self._ask("POST", f"/api/tables/{code}/leave", wire.Ok, {"player": player})

    def bot(self, code: str, player: int, bot: str) -> wire.TableCreated:
        return self._ask(
            "POST", f"/api/tables/{code}/bot", wire.TableCreated, {"player": player, "bot": bot}
        )

    def resign(self, code: str, player: int) -> wire.TableCreated:
        return self._ask(
            "POST", f"/api/tables/{code}/resign", wire.TableCreated, {"player": player}
        )

    def rematch(self, code: str, swap: bool = False) -> wire.TableCreated:
        return self._seated(
            self._ask("POST", f"/api/tables/{code}/rematch", wire.TableCreated, {"swap": swap})
        )

    def live(self) -> tuple[wire.TableLine, ...]:
        """Public games in play."""
        return self._ask("GET", "/api/live", wire.TableList).tables

    def hint(self, code: str, seat: Seat, question: int) -> wire.Hint:
        """What a bot would do in my seat's place."""
        return self._ask(
            "POST", f"/api/tables/{code}/hint", wire.Hint, {"seat": seat, "question": question}
        )

    def explain(self, code: str, seat: Seat, question: int, word: str) -> Explanation:
        """Why my seat cannot play a word, and what comes nearest to it."""
        body = {"seat": seat, "question": question, "notation": word}
        reason = self._ask("POST", f"/api/tables/{code}/explain", wire.Reason, body)
        return Explanation(*msgspec.structs.astuple(reason))

    def set_standing_order(self, code: str, seat: Seat, order: str) -> None:
        """Leave reactions to a standing order: `never`, `always`, or a number of per cent."""
        self._ask(
            "POST",
            f"/api/tables/{code}/standing_order",
            wire.Ok,
            {"seat": seat, "standing_order": order},
        )

    def request_take_back(self, code: str, player: int) -> wire.TableCreated:
        """Ask the others to let me take back."""
        return self._ask(
            "POST", f"/api/tables/{code}/take_back_request", wire.TableCreated, {"player": player}
        )

    def answer_take_back(self, code: str, n: int, yes: bool) -> wire.TableCreated:
        """Agree to a take-back that another player asks for, or decline it."""
        return self._ask(
            "POST", f"/api/tables/{code}/take_back_reply", wire.TableCreated, {"n": n, "yes": yes}
        )

    def continue_game(self, code: str, step: int, players: Iterable[str] = ()) -> wire.TableCreated:
        """A new table that begins where a finished game stood after so many moves."""
        body = {"step": step, "players": list(players)}
        return self._seated(
            self._ask("POST", f"/api/tables/{code}/continue", wire.TableCreated, body)
        )

    def record(self, code: str, form: str = "text") -> str:
        """The record of a finished game."""
        answer = self.http.get(f"/api/tables/{code}/record", params={"form": form})
        return _content(answer).decode()

    def join(self, code: str) -> RemoteTable:
        """Open a socket to a table."""
        return RemoteTable(self, code)

    def socket(self, path: str, seconds: float = 10.0) -> ClientConnection:
        """Open a socket, within so many seconds."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.origin.replace("http", "ws", 1) + path
        return connect(
            url,
            origin=Origin(self.origin),
            additional_headers={"cookie": cookies},
            open_timeout=seconds,
            max_size=_MOST_FRAME,
            compression=None,
            proxy=None,
            legacy=True,
        )


class RemoteTable(_Closing):
    """A table over one socket. It comes back after a line was dropped or fell silent, and sends
    again what was not answered.
    """

    def __init__(self, client: Client, code: str) -> None:
        self.client = client
        self.code = code
        self.info: wire.TableInfo | None = None
        self.seats: tuple[Seat, ...] = ()
        self.views: dict[Seat, SeatView] = {}
        self.chat: list[wire.ChatLine] = []
        self._pending: dict[str, bytes] = {}
        self._answers: dict[str, wire.Ack | wire.Reject] = {}
        self._socket: ClientConnection | None = None
        self._patience = _PATIENCE
        self._heard = 0.0
        """When the server was last heard."""
        self._asked = 0.0
        """When it was asked whether it is there; 0 where it was heard since."""
        self._read = msgspec.json.Decoder(wire.Outgoing).decode
        self._ahead = 0.0
        """By how many seconds the server's clock is ahead of ours."""
        self._game: AnyGame | None = None
        """The game with the data of its pack, once it was asked for."""
        self._connect()

    def game(self) -> AnyGame:
        """The game with the data it is played with; those who watch have the built-in data."""
        table = self.info
        if table is None:
            raise Refusal("not_now", "The table has not been seen yet.")
        if table.pack is None or not (table.is_host or any(item.you for item in table.players)):
            return load(table.game)
        if self._game is None:
            pack = pack_of_bytes(self.client.pack_of_table(self.code), "pack")
            self._game = pack.data_set.load(table.game)
        return self._game

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    # --- the line ----------------------------------------------------------------------------

    def _connect(self) -> None:
        """Connect, with growing pauses of random length, and send again what is not answered."""
        pause = _QUICKEST
        while True:
            try:
                self._socket = self.client.socket(f"/ws/tables/{self.code}", 2 * self._patience)
                self._take(self._socket.recv(timeout=2 * self._patience))
                for message in self._pending.values():
                    self._socket.send(message.decode())
                return
            except ConnectionClosed as closed:
                self._give_up(closed)
            except TimeoutError:
                self._hang_up()
            except (OSError, InvalidHandshake):
                pass
            time.sleep(random.uniform(0, pause))
            pause = min(_SLOWEST, pause * 2)

    def _give_up(self, closed: ConnectionClosed) -> None:
        """Leave for good where coming back would not help."""
        code = closed.rcvd.code if closed.rcvd else 1006
        self.close()
        if code in _FINAL:
            raise Refusal(
                _FINAL[code],
                closed.rcvd.reason if closed.rcvd and closed.rcvd.reason else _FINAL[code],
            )

    def pump(self, seconds: float | None = None) -> bool:
        """Take in the next message; False if none came in time."""
        end = float("inf") if seconds is None else time.monotonic() + seconds
        while True:
            assert self._socket is not None
            due = self._asked + self._patience if self._asked else self._heard + _QUIET
            try:
                self._take(self._socket.recv(timeout=max(0.0, min(due, end) - time.monotonic())))
                return True
            except TimeoutError:
                now = time.monotonic()
                if now >= due:
                    self._break_silence()
                if now >= end:
                    return False
            except ConnectionClosed as closed:
                self._give_up(closed)
                self._connect()
                return True

    def _break_silence(self) -> None:
        """Nothing was heard for a while: ask for a word, or come back on another line where that
        was asked in vain.
        """
        if self._asked:
            self._hang_up()
            self._connect()
            return
        self._asked = time.monotonic()
        self._put(wire.encode(wire.Ping()))

    def _hang_up(self) -> None:
        """Let go of a line that is silent, without waiting for the other end to agree; the next
        has more time.
        """
        self._patience = min(_MOST_PATIENCE, 2 * self._patience)
        if self._socket is not None:
            with suppress(OSError):
                self._socket.socket.shutdown(socket.SHUT_RDWR)
        self.close()

    def _take(self, text: str | bytes) -> None:
        """A message has come."""
        now = time.monotonic()
        if self._asked and now - self._asked < _PATIENCE / 2:
            self._patience = _PATIENCE
        self._heard, self._asked = now, 0.0
        self._handle(text)

    def _handle(self, text: str | bytes) -> None:
        match self._read(text):
            case wire.Welcome() as hello:
                self.info, self.seats, self.chat = hello.table, hello.seats, list(hello.chat)
                self.views = {}
                self._ahead = hello.now / 1000 - time.time()
            case wire.ViewMessage() as view:
                self.views.setdefault(view.seat, SeatView(view.seat)).take(view)
            case wire.TableMessage(table=table):
                self._add_to_draws(table)
                self.info = table
                self.seats = tuple(
                    seat for player in table.players if player.you for seat in player.seats
                ) or (WATCHER,)
            case wire.Ack(id=asked) | wire.Reject(id=asked) as answer:
                self._answers[asked] = answer
                self._pending.pop(asked, None)
            case wire.Busy(id=asked, retry_ms=wait):
                time.sleep(wait / 1000)
                if asked in self._pending and self._socket is not None:
                    self._socket.send(self._pending[asked].decode())
            case wire.ChatMessage(line=line):
                self.chat.append(line)

    def _add_to_draws(self, table: wire.TableInfo) -> None:
        """Add to the draws of the rematch as soon as its table exists: the player who asked for
        it has added theirs.
        """
        if (
            not self.seats
            or table.rematch_code == ""
            or (self.info is not None and self.info.rematch_code == table.rematch_code)
        ):
            return
        with suppress(Refusal):
            self.client.add_to_draws(self.client.table(table.rematch_code))

    # --- sitting down ------------------------------------------------------------------------

    @property
    def is_watching(self) -> bool:
        """Whether no seat of this table is mine."""
        return not any(seat >= 0 for seat in self.seats)

    def free_players(self) -> tuple[wire.PlayerInfo, ...]:
        """Return the players whose seats a watcher may take; there are none where seats go by
        invitation.
        """
        return free_players(self.info) if self.info is not None and self.is_watching else ()

    def sit(self, player: int) -> None:
        """Take the seats of a free player; they are mine in `seats` when this returns."""
        self.client.sit(self.code, player)
        while self.is_watching and self.pump(2.0):
            pass

    # --- playing -----------------------------------------------------------------------------

    def begin(self, message: wire.Incoming) -> None:
        """Send a command without waiting for the answer; it is sent again after a dropped line
        until one comes.
        """
        self._pending[message.id] = text = wire.encode(message)
        self._put(text)

    def _put(self, message: bytes) -> None:
        assert self._socket is not None
        try:
            self._socket.send(message.decode())
        except ConnectionClosed as closed:
            self._give_up(closed)
            self._connect()

    def send(self, message: wire.Incoming) -> None:
        """Send a command and wait until it is durable; `Refusal` if it was refused."""
        self.begin(message)
        while message.id not in self._answers:
            self.pump()
        answer = self._answers.pop(message.id)
        if isinstance(answer, wire.Reject):
            raise Refusal(answer.code, answer.error, answer.rule)

    def play(self, seat: Seat, action: int | str) -> None:
        """Play an action, by number or by word, on what this seat sees now; a pause for looking
        is waited for.
        """
        question = self.views[seat].question
        time.sleep(self.pause_left(seat))
        word = action if isinstance(action, str) else None
        number = action if isinstance(action, int) else None
        self.send(wire.Play(new_id(), seat, question, number, word))
        self._catch_up(seat, question)

    def take_back(self, seat: Seat) -> None:
        question = self.views[seat].question
        self.send(wire.TakeBack(new_id(), seat, question))
        self._catch_up(seat, question)

    def set_up(self, seat: Seat) -> None:
        """Place all that this seat has to set up now as the game recommends it."""
        question = self.views[seat].question
        self.send(wire.SetUp(new_id(), seat, question))
        self._catch_up(seat, question)

    def draft(self, seat: Seat, n: int, actions: tuple[int, ...], note: str = "") -> None:
        self.send(wire.SaveDraft(seat, self.views[seat].question, n, actions, note, id=new_id()))

    def plan(
        self,
        seat: Seat,
        round: int,
        n: int,
        parts: Sequence[tuple[Seat, int | str]],
        ready: bool = False,
    ) -> None:
        """Lay a whole plan in the place of the last one; the `Refusal` names what is wrong with
        it.
        """
        time.sleep(self.pause_left(seat))
        self.send(wire.SendPlan(new_id(), seat, round, n, tuple(parts), ready))

    def plan_words(self, game: AnyGame, seat: Seat, words: Sequence[str]) -> None:
        """Lay a whole plan as it is typed, for a seat of mine or for one named before its parts.

        Its number is the time, which also grows for a player who plans from another device.
        """
        known = self.views[seat].message
        if not isinstance(game, HasPlans) or known is None or self.info is None:
            raise IllegalAction(f"expected one action at a time, got {' '.join(words)!r}")
        view = msgspec.json.decode(msgspec.json.encode(known.view), type=game.views.view_type())
        position = game.views.imagine(view, Dice(1))
        player = self.info.seats[seat].player
        named = {
            seat_info.name: n
            for n, seat_info in enumerate(self.info.seats)
            if seat_info.player == player
        }
        number = int(1000 * time.time())
        self.plan(seat, game.plan_rules.round(position), number, parts_of(words, seat, named))

    def pause_left(self, seat: Seat) -> float:
        """The seconds for looking at the table that are left before this seat can act."""
        message = self.views[seat].message
        starts = message.starts_at if message is not None else None
        return max(0.0, (starts or 0) / 1000 - self.server_time())

    def server_time(self) -> float:
        """What the server's clock shows, in seconds."""
        return time.time() + self._ahead

    def say(self, text: str, channel: wire.Channel = "table") -> None:
        self.send(wire.Say(new_id(), text, channel))

    def _catch_up(self, seat: Seat, question: int) -> None:
        """Wait for the view that shows what we just did."""
        while self.views[seat].question == question and self.pump(2.0):
            pass

    @property
    def over(self) -> bool:
        return self.info is not None and self.info.status == "over"

    def turn(self) -> SeatView | None:
        """A seat of mine that owes a choice, if there is one."""
        for seat in self.seats:
            view = self.views.get(seat)
            if (
                view is not None
                and view.seen is not None
                and seat in view.seen.waiting
                and view.legal
            ):
                return view
        return None

    def wait_for_turn(self) -> SeatView | None:
        """Wait until one of my seats has to choose; None when the game is over."""
        while (seat_view := self.turn()) is None and not self.over:
            self.pump()
        return seat_view


def free_players(table: wire.TableInfo) -> tuple[wire.PlayerInfo, ...]:
    """Return the players whose seats the caller may take without an invitation."""
    if table.status == "over" or not (table.open or table.is_host):
        return ()
    return tuple(player for player in table.players if not player.name and not player.bot)


def player_title(table: wire.TableInfo, player: wire.PlayerInfo) -> str:
    """Return the names of a player's seats."""
    return " and ".join(table.seats[seat].title for seat in player.seats)


def watcher_text(table: wire.TableInfo) -> str:
    """Say that the reader is watching, and which seats are free."""
    free = [player_title(table, player) for player in free_players(table)]
    if free:
        return f"You are watching. Free: {', '.join(free)}."
    if table.status == "open" and not table.open:
        return "You are watching. Seats at this table go by invitation."
    return "You are watching."


def _content(answer: httpx.Response) -> bytes:
    """The body of an answer; `Refusal` if the server has refused."""
    if answer.status_code != 200:
        fault = msgspec.json.decode(answer.content, type=wire.ErrorBody)
        raise Refusal(fault.code, fault.error, fault.rule)
    return answer.content


def new_id() -> str:
    """An id for a command."""
    return secrets.token_urlsafe(12)


def new_nonce() -> str:
    """What we add to a table's seed, so that its draws are not the server's choice alone."""
    return secrets.token_hex(16)
