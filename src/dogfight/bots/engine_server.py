"""Our bots as engines: lines in, lines out (docs/engines.md).

One thread listens, another thinks.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import dogfight
from dogfight.bots import hints
from dogfight.bots.estimates import ActionEstimate, drawn
from dogfight.bots.node import Node
from dogfight.bots.protocol import HELLO, read_time, read_view
from dogfight.bots.registry import bot_names, make_bot
from dogfight.bots.search import SearchBot, opinions_at
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, DogfightError
from dogfight.core.options import read_word
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.match import Player

Say = Callable[[str], None]
TELL_SECONDS = 0.5
"""How long a search goes on in silence."""


class EngineServer:
    """One bot that listens to the protocol and speaks it."""

    def __init__(self, bot: str, say: Say, data: Path | None = None) -> None:
        self._name = bot
        self._speak = say
        self._speaking = threading.Lock()
        self._data = data
        self._seed = 0
        self._sims, self._seconds = 0, 0.0
        self._dice = Dice(0)
        self._game: AnyGame | None = None
        self._player: Player | None = None
        self._view: View[Any] | None = None
        self._stop, self._busy = threading.Event(), threading.Event()
        self._thought: threading.Thread | None = None
        self._began = self._reported_at = 0.0
        make_bot(bot, 0)

    def listen(self, lines: Iterable[str]) -> None:
        """Hear lines until the last one or `quit`; a line that makes no sense is answered with
        `error`.
        """
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    return
                try:
                    self._hear(word, rest.strip())
                except DogfightError as error:
                    self._say(f"error {error.message}")
        finally:
            self._end_thought()

    def _hear(self, word: str, rest: str) -> None:
        if word == "stop":
            self._stop.set()
            return
        if word == "isready":
            self._say("ready")
            return
        hears = {
            "dogfight": self._hello,
            "set": self._set,
            "newgame": self._newgame,
            "view": self._see,
            "go": self._go,
        }
        if word not in hears:
            if word:
                raise BadNotation(
                    f"expected one of {', '.join(hears)}, isready, stop, quit; got {word[:40]!r}"
                )
            return
        if self._busy.is_set():
            raise BadNotation(f"expected stop, isready or quit while a search goes on, got {word}")
        hears[word](rest)

    def _hello(self, rest: str) -> None:
        if f"dogfight {rest}" != HELLO:
            raise BadNotation(f"expected {HELLO!r}, got version {rest[:40]!r}")
        self._say(f"id name dogfight {self._name} {dogfight.__version__}")
        self._say(f"option level default {self._name} values {' '.join(bot_names())}")
        self._say("option seed default 0")
        self._say("option sims default 0")
        self._say("option time default 0s")
        self._say("ready")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "level":
            if value not in bot_names():
                raise BadOption(
                    f"expected a level out of {', '.join(bot_names())}; got {value[:40]!r}"
                )
            self._name, self._player = value, None
        elif name == "seed" and value.isdecimal():
            self._seed, self._player = int(value), None
        elif name in ("sims", "time"):
            self._sims, self._seconds = _budget(rest)
        elif name == "seed":
            raise BadOption(f"expected a whole number as seed, got {value[:40]!r}")

    def _newgame(self, rest: str) -> None:
        name, *options = rest.split()
        game = dogfight.load(name, self._data)
        game.options(dict(read_word(word) for word in options))
        self._game, self._player, self._view = game, None, None

    def _see(self, rest: str) -> None:
        if self._game is None:
            raise BadNotation("expected newgame before the first view")
        self._view = read_view(self._game, rest)

    def _go(self, rest: str) -> None:
        view = self._view
        if view is None or not view.legal:
            raise BadNotation("expected a view with legal actions before go")
        sims, seconds = _budget(rest) if rest else (self._sims, self._seconds)
        if self._player is None:
            self._player = make_bot(self._name, self._seed, self._game)
            self._dice = Dice(self._seed)
        player = self._player
        self._stop.clear()
        self._busy.set()
        thinker = _searching(player)
        if isinstance(thinker, SearchBot):
            thinker.stopped = self._stop.is_set
            thinker.report = partial(self._tell_now_and_then, thinker, view)
            if sims or seconds:
                thinker.sims, thinker.seconds = sims, seconds
        self._thought = threading.Thread(target=self._think, args=(player, view))
        self._thought.start()

    def _think(self, player: Player, view: View[Any]) -> None:
        self._began = self._reported_at = time.monotonic()
        if len(view.legal) > 1 and hasattr(player, "opinions"):
            opinions: list[ActionEstimate] = player.opinions(view)
            action = drawn(opinions, self._dice)
            self._tell(getattr(_searching(player), "simulations", 0), opinions)
            for opinion in opinions:
                self._say(
                    f"info move {opinion.notation} chance {opinion.chance:.4f} value"
                    f" {opinion.value:.4f}"
                )
        else:
            action = player.choose(view)
        self._busy.clear()
        self._say(f"best {next(entry.notation for entry in view.legal if entry.action == action)}")

    def _tell_now_and_then(self, player: SearchBot, view: View[Any], root: Node) -> None:
        if time.monotonic() - self._reported_at >= TELL_SECONDS:
            self._tell(player.simulations, opinions_at(view, root))
            self._reported_at = time.monotonic()

    def _tell(self, simulations: int, opinions: list[ActionEstimate]) -> None:
        spent = time.monotonic() - self._began
        (best,) = hints.best(opinions, 1)
        self._say(
            f"info sims {simulations} time {spent:.3f}s best {best.notation} value {best.value:.4f}"
        )

    def _say(self, text: str) -> None:
        with self._speaking:
            self._speak(text)

    def _end_thought(self) -> None:
        self._stop.set()
        if self._thought is not None:
            self._thought.join()


def _searching(player: Player) -> Player:
    """Who searches for a bot: itself, or, for one that has learned, the search it turns to
    elsewhere.
    """
    return getattr(player, "search", player)


def _budget(text: str) -> tuple[int, float]:
    """Simulations and seconds from `sims N` or `time Ns`."""
    kind, _, value = text.partition(" ")
    if kind == "sims" and value.isdecimal():
        return int(value), 0.0
    if kind == "time" and (seconds := read_time(value)) is not None:
        return 0, seconds
    raise BadNotation(f"expected sims N or time Ns, got {text[:40]!r}")
