"""A table in plain lines: what happened, what is asked, a numbered list, and a prompt."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Protocol
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from dogfight.client.client import Client, RemoteTable, SeatView, player_title, watcher_text
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.text_safety import escaped
from dogfight.match.explain import nearest_words
from dogfight.match.plans import is_plan
from dogfight.server.messages import EventLine, OfferInfo

_HELP = (
    "a number or a word plays; several words are a whole plan, - an empty one, in a game with"
    " plans; r sets up as the game recommends, where there is something to set up; u takes back;"
    " not_ready stops the count once all are ready; back asks the others to let you, yes and no"
    " answer them; sit takes a free seat of an open table, sit NAME that one; a ORDER leaves"
    " reactions to an order (never, always, or per cent); h gives a hint; /text talks; q leaves"
)
_LISTEN_SECONDS = 0.1
_NOT_READY = "not_ready"
_AT_ONCE = ("", "q", "u", "back", "yes", "no", _NOT_READY)
"""What need not wait for my turn, like anything said and orders."""


def place(url: str) -> tuple[str, str]:
    """The table's code and the invitation's secret from a link such as
    http://host/join/CODE#secret.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadOption(f"expected an address like http://HOST/table/CODE, got {url!r}") from None
    words = parts.path.strip("/").split("/")
    if (
        parts.scheme not in ("http", "https")
        or len(words) != 2
        or words[0] not in ("table", "join")
    ):
        raise BadOption(f"expected an address like http://HOST/table/CODE, got {url!r}")
    return words[1], parts.fragment


class Typist(Protocol):
    """The person who types."""

    def line(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time; `EOFError` after the last."""


class Keyboard:
    """Lines of standard input.

    It is read without Python's own buffer, so that one can wait for it only so long.
    """

    def __init__(self, file: int = 0) -> None:
        self._file = file
        self._typed = b""
        self._ended = False

    def line(self, seconds: float) -> str | None:
        if (
            b"\n" not in self._typed
            and not self._ended
            and select.select([self._file], [], [], seconds)[0]
        ):
            more = os.read(self._file, 4096)
            self._typed += more
            self._ended = not more
        line, end, rest = self._typed.partition(b"\n")
        if not end and not (self._ended and line):
            if self._ended:
                raise EOFError
            return None
        self._typed = rest
        return line.decode(errors="replace")


def say(text: str, end: str = "\n") -> None:
    """Print what a server or another player wrote, so that it cannot steer the terminal."""
    print(escaped(text), end=end)


class Terminal:
    """Plays one table on standard input and output."""

    def __init__(self, table: RemoteTable, typist: Typist | None = None) -> None:
        self._table = table
        self._typist = typist or Keyboard()
        self._event_lines: dict[int, list[EventLine]] = {}
        self._asked: tuple[int, int] | None = None
        self._offer: OfferInfo | None = None
        self._watcher_text = ""
        """What a watcher was last told about their place."""
        self._counting = False
        """Whether the phase is about to end early because everybody is ready."""
        self._move: str | None = None
        """A move that was typed before it was my turn."""
        self._ended = False
        self._left = False

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        while not self._table.over and not self._left:
            self._tell_all()
            view = self._table.turn()
            if view is not None and (view.seat, view.question) != self._asked:
                self._show(view)
            line = self._next(view)
            if line is not None:
                self._do(view, line)
            self._listen()
        self._tell_all()
        info = self._table.info
        if info is not None and info.status == "over":
            say(info.result.text if info.result else info.ended)

    def _next(self, view: SeatView | None) -> str | None:
        """The next line that can be acted on now; a move waits for my turn."""
        line, self._move = self._move, None
        if line is None and not self._ended:
            try:
                line = self._typist.line(_LISTEN_SECONDS)
            except EOFError:
                self._ended = True
        if line is None:
            self._left = self._ended and view is not None
            return None
        line = line.strip()
        if view is None and not self._at_once(line):
            self._move = line
            return None
        return line

    def _at_once(self, line: str) -> bool:
        return line in _AT_ONCE or line.startswith("/") or _is_sit(line) or self._is_order(line)

    def _listen(self) -> None:
        """Take in all that has come; with nobody typing, wait a moment for it."""
        wait = _LISTEN_SECONDS if self._ended or self._move is not None else 0.0
        while not self._left and self._table.pump(wait):
            wait = 0.0

    # --- telling -----------------------------------------------------------------------------

    def _tell_all(self) -> None:
        for seat in self._table.seats:
            view = self._table.views.get(seat)
            if view is None:
                continue
            event_lines = self._event_lines.get(seat, [])
            same = sum(
                1
                for _ in takewhile(
                    lambda pair: pair[0] == pair[1], zip(event_lines, view.log, strict=False)
                )
            )
            for event in view.log[same:]:
                say(f"  {event.text}" + (f"  [{event.rule}]" if event.rule else ""))
                for cause in event.causes:
                    say(f"    {cause.words}  [{cause.rule}]")
            self._event_lines[seat] = list(view.log)
        self._tell_place()
        self._tell_offer()
        self._tell_count()

    def _tell_count(self) -> None:
        """Say that the phase is about to end because everybody is ready, or that this was
        stopped.
        """
        known = [view.message for view in self._table.views.values() if view.message is not None]
        counting = any(message.locks is not None for message in known)
        if counting and not self._counting:
            print("  All are ready: the phase ends in 3 seconds; not_ready stops it.")
        elif self._counting and not counting and any(message.view["waiting"] for message in known):
            print("  The count was stopped.")
        self._counting = counting

    def _tell_place(self) -> None:
        """Tell a watcher that they are one and how to sit down, and a new player which seat is
        theirs.
        """
        info, table = self._table.info, self._table
        if info is None or info.status == "over":
            return
        if table.is_watching:
            text = watcher_text(info) + (
                " `sit` takes a seat, `sit NAME` that one." if table.free_players() else ""
            )
        else:
            texts = [player_title(info, player) for player in info.players if player.you]
            text = f"You play {', '.join(texts)}." if self._watcher_text else ""
        if text != self._watcher_text:
            self._watcher_text = text
            say(text)

    def _tell_offer(self) -> None:
        """Report that a player asks to take back, or has withdrawn the request."""
        info = self._table.info
        offer = info.offer if info is not None else None
        if info is None or offer == self._offer:
            return
        new = offer is not None and (self._offer is None or self._offer.n != offer.n)
        self._offer = offer
        if offer is None:
            print("  The question whether to take back is settled.")
        elif new and info.players[offer.player].you:
            print("  You ask the others to let you take back; no withdraws it.")
        elif new:
            name = info.players[offer.player].name
            say(
                f"  {name} asks to take back. What was seen cannot be unseen; draws are made anew."
                " yes or no?"
            )

    def _show(self, view: SeatView) -> None:
        assert view.seen is not None
        self._asked = (view.seat, view.question)
        if len(self._table.seats) > 1 and self._table.info is not None:
            say(f"{self._table.info.seats[view.seat].title}:", end=" ")
        say(f"{view.seen.prompt.full_text}  [{view.seen.prompt.rule}]")
        for n, legal in enumerate(view.legal, 1):
            say(f"{n:4}  {legal.notation:16} {legal.text}")
        print("> ", end="", flush=True)

    # --- doing -------------------------------------------------------------------------------

    def _do(self, view: SeatView | None, line: str) -> None:
        try:
            if not self._command(view, line) and view is not None:
                self._play(view, line)
        except DogfightError as error:
            print(f"no: {error}", file=sys.stderr)

    def _command(self, view: SeatView | None, line: str) -> bool:
        """Carry out what is not a move; False if it is one."""
        table = self._table
        seat = view.seat if view is not None else next(iter(table.seats), -1)
        if line == "q":
            self._left = True
        elif line.startswith("/"):
            table.say(line[1:])
        elif line == "u":
            table.take_back(seat)
        elif line == "back":
            table.client.request_take_back(table.code, self._player(seat))
        elif line in ("yes", "no"):
            self._answer(line == "yes")
        elif _is_sit(line):
            self._sit(line[3:].strip())
        elif line == _NOT_READY:
            self._stop_count()
        elif self._is_order(line):
            self._order(line[1:].strip())
        elif (
            line == "r"
            and view is not None
            and view.message is not None
            and view.message.can_set_up
        ):
            table.set_up(seat)
        elif line == "h" and view is not None:
            self._hint(view)
        elif line == "":
            print(_HELP)
        else:
            return False
        return True

    def _stop_count(self) -> None:
        """Say for every seat of mine that is ready that it is not."""
        ready = [
            seat
            for seat, view in self._table.views.items()
            if any(entry.notation == _NOT_READY for entry in view.legal)
        ]
        for seat in ready:
            self._table.play(seat, _NOT_READY)
        if not ready:
            print("You have not said that you are ready.")

    def _play(self, view: SeatView, line: str) -> None:
        if is_plan(line) and self._table.info is not None:
            self._table.plan_words(self._table.game(), view.seat, line.split())
        elif line.isdecimal() and 1 <= int(line) <= len(view.legal):
            self._table.play(view.seat, view.legal[int(line) - 1].action)
        else:
            self._play_word(view, line)

    def _play_word(self, view: SeatView, word: str) -> None:
        """Play a word; where it cannot be played say why, and what comes nearest to it."""
        known = any(entry.notation == word for entry in view.legal)
        why = (
            None
            if known
            else self._table.client.explain(self._table.code, view.seat, view.question, word)
        )
        if why is None or not why.text:
            self._table.play(view.seat, word)
            return
        rule = f" [{why.rule}]" if why.rule else ""
        print(
            escaped(f"no: {why.text}{rule} {nearest_words(why, view.legal)}".strip()),
            file=sys.stderr,
        )

    def _player(self, seat: int) -> int:
        info = self._table.info
        return info.seats[seat].player if info is not None and seat >= 0 else -1

    def _answer(self, yes: bool) -> None:
        if self._offer is None:
            print("Nobody asks to take back.")
        else:
            self._table.client.answer_take_back(self._table.code, self._offer.n, yes)

    def _sit(self, name: str) -> None:
        """Take the first free seat, or the one with this name."""
        table, info = self._table, self._table.info
        assert info is not None
        if not table.is_watching:
            raise BadOption("you have a seat at this table already")
        free = {player_title(info, player): player.player for player in table.free_players()}
        if not free:
            raise BadOption(
                watcher_text(info) if info.open else "seats at this table go by invitation"
            )
        if name and name.casefold() not in map(str.casefold, free):
            raise BadOption(f"expected a free seat out of {', '.join(free)}; got {name!r}")
        table.sit(next(n for title, n in free.items() if name.casefold() in ("", title.casefold())))

    def _is_order(self, line: str) -> bool:
        """Whether a line is about the standing order, in a game that has them."""
        orders = any(
            view.message is not None and view.message.standing_order
            for view in self._table.views.values()
        )
        return orders and (line == "a" or line.startswith("a "))

    def _order(self, order: str) -> None:
        """Give all my seats a standing order, or say which one they have."""
        for seat in self._table.seats:
            view = self._table.views[seat]
            if order:
                self._table.client.set_standing_order(self._table.code, seat, order)
            supplied = order or (view.message.standing_order if view.message is not None else "")
            print(f"Reactions: {order_words(supplied)}.")

    def _hint(self, view: SeatView) -> None:
        hint = self._table.client.hint(self._table.code, view.seat, view.question)
        say(f"The {hint.bot} bot's estimate, from what you can see:")
        for hint_line in hint.best:
            say(
                f"      {hint_line.notation:16} {hint_line.value:4.0%} of the stake"
                f"  {hint_line.text}"
            )


def _is_sit(line: str) -> bool:
    return line.split(maxsplit=1)[:1] == ["sit"]


def order_words(order: str) -> str:
    """A standing order on reactions in words."""
    known = {"never": "always ask me", "always": "never ask me, pass"}
    return known.get(order, f"ask me only where a shot has more than {order} %")


def draws_words(client: Client, table: RemoteTable) -> list[str]:
    """What to compare with the record: the promise I saw, and what I added to it."""
    if table.info is None or table.code not in client.drawn:
        return []
    commit, nonce = client.drawn[table.code]
    lines = [
        f"The draws were promised as {commit}, and you added {nonce}; `dogfight verify` checks the"
        " record."
    ]
    if not client.kept_draws(table.info):
        lines.append("The table began without what you added, or under another promise.")
    return lines


@contextmanager
def seated(url: str, name: str) -> Iterator[RemoteTable]:
    """Sit down at the table of a link; at the end of the block it is said what its draws can be
    compared with.

    Raise `BadOption` for a server that cannot be reached or that does not serve this game.
    """
    code, secret = place(url)
    try:
        with Client(url, name) as client:
            if secret:
                client.claim(code, secret)
            with client.join(code) as table:
                yield table
                for line in draws_words(client, table):
                    print(line, file=sys.stderr)
    except (httpx.HTTPError, httpx.InvalidURL, WebSocketException) as error:
        raise BadOption(
            f"{url.partition('#')[0]}: expected a server that answers; {error}"
        ) from None
    except msgspec.DecodeError:
        raise BadOption(
            f"{url.partition('#')[0]}: expected a server of this game, got another"
        ) from None


def join(url: str, name: str) -> None:
    """Join a table by its link and play it in plain lines."""
    with seated(url, name) as table:
        print(_HELP, file=sys.stderr)
        Terminal(table).run()
