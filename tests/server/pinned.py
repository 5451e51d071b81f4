"""The command with time and chance pinned, and with bugs planted on request: what tests start in
place of the real one.

PLANT names the bug. TWIN is JSON: `draws` says what certain moves of a game draw, `salt` changes
all other draws, and `clock` names a file that has the time. The promise of the seed is hidden: it
differs between twins by design.
"""

import asyncio
import hashlib
import itertools
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from dogfight.cli.app import main
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import OPEN
from dogfight.match import draws
from dogfight.server import app, auth, messages, settings, sockets
from dogfight.server.board_drawing import draw_board
from dogfight.server.messages import ViewBody
from dogfight.server.nodes import nodes
from dogfight.server.storage import ledger
from dogfight.server.tables import (
    bots,
    commands,
    drafts,
    live,
    logged_match,
    presence,
    room,
    seat_changes,
    viewers,
    views,
    voice,
)

PLANT = os.environ.get("PLANT", "")
_calls = itertools.count()
_node = ""
"""Nodes of one house have secrets of their own."""


def entropy(size: int) -> bytes:
    return hashlib.shake_256(f"{_node}{next(_calls)}".encode()).digest(size)


async def keep_clock(_: nodes.Nodes) -> None:
    """The time is what the test says, not what the database says."""


def pin() -> None:
    """Time is what the test says and secrets come in a fixed order; what is drawn in secret is
    the twin's own.
    """
    global _node
    twin = msgspec.json.decode(os.environ["TWIN"])
    _node = twin.get("node", "")
    nodes.Nodes._set_clock = keep_clock  # type: ignore[method-assign]
    clock = Path(twin["clock"]) if "clock" in twin else None

    def now() -> float:
        return float(clock.read_text()) if clock is not None else 1_800_000_000.0

    settings.SystemSources.__init__.__defaults__ = (now, entropy)  # type: ignore[attr-defined]
    real, settle = draws.draw, logged_match.LoggedMatch._settled
    forced: dict[str, int] = {}

    def draw(seed: bytes, code: str, move: int, odds: draws.Odds) -> int:
        result = forced.get(str(move))
        return result if result is not None else real(seed, code + twin["salt"], move, odds)

    def settled(self: logged_match.LoggedMatch, *args: Any, **named: Any) -> Any:
        forced.clear()
        forced.update(twin["draws"].get(self.table.game.name, {}))
        return settle(self, *args, **named)

    draws.draw = draw
    draws.commitment = lambda *_: "0" * 64
    logged_match.LoggedMatch._settled = settled  # type: ignore[method-assign]


def plant_ack_before_commit() -> None:
    """Commands are acknowledged while the write is still on its way."""
    real = ledger.Ledger.append

    async def append(self: ledger.Ledger, *args: Any) -> bool:
        async def later() -> None:
            await asyncio.sleep(0.2)
            await real(self, *args)

        task = asyncio.ensure_future(later())
        _kept.add(task)
        return True

    ledger.Ledger.append = append  # type: ignore[method-assign]


_kept: set[object] = set()


def plant_parity_leak() -> None:
    """One bit of a sealed bid shows in everybody's view."""
    real = views.TableViews._body

    def body(self: views.TableViews, view: Any) -> ViewBody:
        result = real(self, view)
        odd = any(bid & 1 for bid in self._table.match.table.position.parts.get(0, ())[1:])
        return ViewBody(
            result.seat,
            result.question,
            result.deadline,
            "odd" if odd else "",
            False,
            None,
            result.view,
        )

    views.TableViews._body = body  # type: ignore[method-assign]


def plant_state_leak() -> None:
    """One bit of the whole position shows in everybody's view."""
    real = views.TableViews._body

    def body(self: views.TableViews, view: Any) -> ViewBody:
        result = real(self, view)
        odd = int(self._table.game.notation.hash(self._table.match.table.position), 16) & 1
        return msgspec.structs.replace(result, clock=result.clock + ".,"[odd])

    views.TableViews._body = body  # type: ignore[method-assign]


def plant_error_leak() -> None:
    """A refusal hints at the position in the very length of its words."""
    real = logged_match.LoggedMatch.play

    def play(self: logged_match.LoggedMatch, seat: int, action: int | str) -> Any:
        try:
            return real(self, seat, action)
        except IllegalAction as error:
            hint = int(self.table.game.notation.hash(self.table.position), 16) % 97
            raise IllegalAction(error.message + " " * hint, rule=error.rule) from None

    logged_match.LoggedMatch.play = play  # type: ignore[method-assign]


def plant_late_leak() -> None:
    """What will be drawn next is put into an answer nobody reads: a header of every answer would
    do as well.
    """
    real = views.TableViews.info

    def info(self: views.TableViews, person: Any) -> Any:
        result = real(self, person)
        odds = tuple((n, Fraction(1, 64)) for n in range(64))
        turn = draws.draw(self._table.row.seed, self._table.code, 10**6, odds)
        return msgspec.structs.replace(result, time_limit_s=turn)

    views.TableViews.info = info  # type: ignore[method-assign]


def plant_drawing_leak() -> None:
    """The drawn board of every seat shows what only an open table may show."""
    real = views.TableViews._body

    def body(self: views.TableViews, view: Any) -> ViewBody:
        game, position = self._table.game, self._table.match.table.position
        drawing = draw_board(game, game.view(position, OPEN))
        return msgspec.structs.replace(real(self, view), board_svg=drawing)

    views.TableViews._body = body  # type: ignore[method-assign]


def plant_room_nonce_leak() -> None:
    """The order of the people in a room depends on what a player has added to the draws."""
    real = room.Room._people

    def people(self: room.Room, me: int) -> tuple[messages.RoomPerson, ...]:
        nonces = [row.nonce or "" for row in self._table.seating]
        return real(self, me)[:: -1 if any(nonce > "b" for nonce in nonces) else 1]

    room.Room._people = people  # type: ignore[method-assign]


def plant_signal_to_all() -> None:
    """A signal between two pages is sent to everybody at the table."""

    def deliver(self: voice.TableVoice, _: str, frame: bytes) -> bool:
        for socket in self._table.viewers.sockets:
            socket.send(frame)
        return True

    voice.TableVoice.deliver = deliver  # type: ignore[method-assign]


def plant_draft_count_leak() -> None:
    """Every draft makes a new version for everybody."""
    real = views.TableViews._body
    count = itertools.count()

    def body(self: views.TableViews, view: Any) -> ViewBody:
        result = real(self, view)
        return msgspec.structs.replace(result, deadline=next(count))

    views.TableViews._body = body  # type: ignore[method-assign]


def plant_timestamp_leak() -> None:
    """Lists say when anything was stored, be it for one seat's eyes only."""
    count = itertools.count()
    live.LiveTable._count_public = lambda _: next(count)  # type: ignore[method-assign]


def plant_poll_leak() -> None:
    """A long poll ends whenever anything was stored."""
    real = views.TableViews.frame

    async def frame(self: views.TableViews, person: Any, seat: int) -> tuple[str, bytes]:
        v, result = await real(self, person, seat)
        return f"{v}-{self._table.row.head}", result

    views.TableViews.frame = frame  # type: ignore[method-assign]


def plant_ids_forgotten() -> None:
    """A command sent again is taken for a new one."""

    class Forgetful(set[str]):
        def __contains__(self, _: object) -> bool:
            return False

    real = live.LiveTable.__init__

    def made(self: live.LiveTable, *args: Any) -> None:
        real(self, *args)
        self.stored_ids = Forgetful()

    live.LiveTable.__init__ = made  # type: ignore[method-assign]


def plant_phase_unchecked() -> None:
    """Whatever phase a command was meant for, it is played now."""
    real = commands.Commands.carry_out

    async def carry_out(self: commands.Commands, person: Any, message: Any) -> None:
        match = self._table.match
        now = match.question(message.seat) if message.seat < len(match.table.seats) else 0
        await real(self, person, msgspec.structs.replace(message, question=now))

    commands.Commands.carry_out = carry_out  # type: ignore[method-assign]


def plant_seals_close_phases() -> None:
    """One number for the whole table: whoever seals makes everybody else late."""
    real = logged_match.LoggedMatch.question

    def question(self: logged_match.LoggedMatch, seat: int) -> int:
        return real(self, seat) + len(self.table.record.moves)

    logged_match.LoggedMatch.question = question  # type: ignore[method-assign]


def plant_last_draft_wins() -> None:
    """A draft that was held up on its way replaces a newer one."""
    real = drafts.Drafts.keep

    async def keep(self: drafts.Drafts, message: Any) -> None:
        self._drafts.pop(message.seat, None)
        await real(self, message)

    drafts.Drafts.keep = keep  # type: ignore[method-assign]


def plant_draft_in_memory() -> None:
    """Drafts are kept, but not on disk."""

    async def forget(*_: Any) -> None: ...

    ledger.Ledger.put_draft = forget  # type: ignore[method-assign]


def plant_draft_of_the_line() -> None:
    """Drafts go with the socket they came through."""
    real = presence.Presence.detach

    def detach(self: presence.Presence, socket: Any) -> None:
        real(self, socket)
        self._table.drafts._drafts.clear()
        self._table.publish()

    presence.Presence.detach = detach  # type: ignore[method-assign]


def plant_clock_in_memory() -> None:
    """Clocks are not set again after a restart."""

    async def none(_: ledger.Ledger) -> list[tuple[str, int]]:
        return []

    ledger.Ledger.deadlines = none  # type: ignore[method-assign]


def plant_clock_begins_anew() -> None:
    """Whoever comes back gets more time."""
    real = presence.Presence._attach

    async def attach(self: presence.Presence, socket: Any) -> None:
        if self._table.row.deadline is not None:
            self._table.row.deadline += 1000
            self._table.publish()
        await real(self, socket)

    presence.Presence._attach = attach  # type: ignore[method-assign]


def plant_invitation_for_many() -> None:
    """An invitation can be used again by somebody else."""
    real = seat_changes.SeatChanges.claim

    async def claim(self: seat_changes.SeatChanges, person: Any, secret: str) -> None:
        for item in self._table.seating:
            if item.invite == auth.hashed(secret):
                item.person = None
        await real(self, person, secret)

    seat_changes.SeatChanges.claim = claim  # type: ignore[method-assign]


def plant_session_never_ends() -> None:
    """A session that was ended still opens doors."""

    async def keep(*_: Any) -> None: ...

    ledger.Ledger.end_session = keep  # type: ignore[method-assign]


def plant_session_ends_late() -> None:
    """An ended session keeps the sockets it has."""
    app.ServerContext.close_session = lambda *_: None  # type: ignore[method-assign]


def plant_any_origin() -> None:
    """Pages of others may call."""
    auth.check_origin = lambda *_: None


def plant_frames_unchecked() -> None:
    """Frames are read without looking at what is in them."""
    sockets.read_incoming = json.loads  # type: ignore[assignment]


def plant_frames_of_any_size() -> None:
    real = app.config

    def config(*args: Any) -> Any:
        result = real(*args)
        result.ws_max_size = 2**30
        return result

    app.config = config


def plant_endless_patience() -> None:
    """Half-sent requests are waited for."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    app.guarded = lambda _: HttpToolsProtocol


def plant_readers_are_waited_for() -> None:
    """A socket that takes nothing is kept."""
    real = sockets.Socket.close

    def close(self: sockets.Socket, code: int, why: str) -> None:
        if code != 1013:
            real(self, code, why)

    sockets.Socket.close = close  # type: ignore[method-assign]


def plant_bots_are_waited_for() -> None:
    """A bot may think for ever."""
    real = bots.BotPool.__init__

    def made(self: bots.BotPool, chosen: Any) -> None:
        real(self, msgspec.structs.replace(chosen, bot_seconds=3600.0))

    bots.BotPool.__init__ = made  # type: ignore[method-assign]


def plant_numbers_trusted() -> None:
    """A seat nobody has breaks the line instead of being refused."""
    real = commands.Commands.carry_out

    async def carry_out(self: commands.Commands, person: Any, message: Any) -> None:
        self._table.match.table.seats[message.seat]
        await real(self, person, message)

    commands.Commands.carry_out = carry_out  # type: ignore[method-assign]


def plant_nonces_ignored() -> None:
    """Nonces are shown, but the draws come from the server's seed alone."""
    draws.mix_nonces = lambda seed, *_: seed


def plant_clock_ahead() -> None:
    """This machine's clock is five minutes ahead; no bug, but a machine that others have to live
    with.
    """
    real = settings._steady

    def ahead() -> Any:
        clock = real()
        return lambda: clock() + 300.0

    settings._steady = ahead


def plant_other_rules() -> None:
    """A later release of the toy game in which a round counts double; no bug, but another
    version.
    """
    import toy

    real = toy.ToyGame.act

    def act(self: toy.ToyGame, state: toy.Toy, seat: int, action: int) -> Any:
        before = list(state.score)
        events = real(self, state, seat, action)
        state.score = [2 * now - then for now, then in zip(state.score, before, strict=True)]
        return events

    toy.ToyGame.act = act  # type: ignore[method-assign]
    toy.ToyGame.rules_version = "2"


def plant_delay_for_some() -> None:
    """Whoever comes later sees the table as it is now."""
    real = viewers.Viewers.feed

    def feed(self: viewers.Viewers, seat: int, events: Any) -> Any:
        if self.delay:
            self._eyes.pop(seat, None)
        return real(self, seat, events)

    viewers.Viewers.feed = feed  # type: ignore[method-assign]


def plant_slow_secret() -> None:
    """A high bid takes longer than a low one."""
    real = commands.Commands.carry_out

    async def carry_out(self: commands.Commands, person: Any, message: Any) -> None:
        await asyncio.sleep(0.1 if getattr(message, "action", 0) == 5 else 0)
        await real(self, person, message)

    commands.Commands.carry_out = carry_out  # type: ignore[method-assign]


def plant_seat_check_forgotten() -> None:
    """Anybody may act for any seat."""
    from dogfight.server.tables.seats import Seating

    Seating.holds = lambda *_: True  # type: ignore[method-assign]


if "TWIN" in os.environ:
    pin()
if PLANT:
    globals()[f"plant_{PLANT}"]()
main()
