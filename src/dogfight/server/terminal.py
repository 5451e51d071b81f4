"""A table in plain lines: what happened, what is asked, a numbered list, and a prompt."""

from __future__ import annotations

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from dogfight.client import Client, Refusal, RemoteTable, SeatView
from dogfight.core.errors import BadOption

_HELP = "a number or a word plays; u takes back; h gives a hint; /text talks; q leaves"


def place(url: str) -> tuple[str, str]:
    """The table's code and the invitation's secret from a link such as http://host/join/CODE#secret."""
    parts = urlsplit(url)
    words = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or len(words) != 2 or words[0] not in ("table", "join"):
        raise BadOption(f"expected an address like http://HOST/table/CODE, got {url!r}")
    return words[1], parts.fragment


class Terminal:
    """Plays one table on standard input and output."""

    def __init__(self, table: RemoteTable, ask: Callable[[str], str] = input) -> None:
        self._table = table
        self._ask = ask
        self._told: dict[int, int] = {}

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        while (view := self._next()) is not None:
            self._show(view)
            try:
                word = self._ask("> ").strip()
            except EOFError:
                return
            if word == "q":
                return
            self._do(view, word)
        self._tell_all()
        info = self._table.info
        if info is not None and info.status == "over":
            print(info.result.words if info.result else info.ended)

    def _next(self) -> SeatView | None:
        while (found := self._table.turn()) is None and not self._table.over:
            self._table.pump()
            self._tell_all()
        return found

    def _tell_all(self) -> None:
        for seat, view in self._table.views.items():
            for event in view.log[self._told.get(seat, 0) :]:
                print(f"  {event.words}" + (f"  [{event.rule}]" if event.rule else ""))
            self._told[seat] = len(view.log)

    def _show(self, view: SeatView) -> None:
        self._tell_all()
        assert view.seen is not None
        if len(self._table.seats) > 1 and self._table.info is not None:
            print(f"{self._table.info.seats[view.seat].title}:", end=" ")
        print(f"{view.seen.prompt.words}  [{view.seen.prompt.rule}]")
        for n, legal in enumerate(view.legal, 1):
            print(f"{n:4}  {legal.word:16} {legal.words}")

    def _do(self, view: SeatView, word: str) -> None:
        try:
            if word == "u":
                self._table.take_back(view.seat)
            elif word == "h":
                self._hint(view)
            elif word.startswith("/"):
                self._table.say(word[1:])
            elif word.isdecimal() and 1 <= int(word) <= len(view.legal):
                self._table.play(view.seat, view.legal[int(word) - 1].action)
            elif word:
                self._table.play(view.seat, word)
            else:
                print(_HELP)
        except Refusal as refusal:
            print(f"no: {refusal}", file=sys.stderr)

    def _hint(self, view: SeatView) -> None:
        hint = self._table.client.hint(self._table.code, view.seat, view.phase)
        print(f"The {hint.bot} bot's estimate, from what you can see:")
        for one in hint.best:
            print(f"      {one.word:16} {one.value:4.0%} of the stake  {one.words}")


def join(url: str, name: str) -> None:
    """Join a table by its link and play it in plain lines."""
    code, secret = place(url)
    with Client(url, name) as client:
        if secret:
            client.claim(code, secret)
        with client.join(code) as table:
            print(_HELP, file=sys.stderr)
            Terminal(table).run()
