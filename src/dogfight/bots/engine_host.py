"""Programs written by others on a chair of ours: asked line by line (docs/engines.md), never
trusted.

An engine that crashes, hangs, floods or answers nonsense has the rules' default played for it. It
is started afresh once; after a second fault all its moves are defaults to the end of the game.
"""

from __future__ import annotations

import logging
import os
import select
import subprocess
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dogfight
from dogfight.bots.protocol import HELLO, read_number, read_time, time_word
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.processes.limits import end_group, guarded

START_SECONDS = 10.0
"""How long an engine may take to say that it is ready."""
GRACE_SECONDS = 2.0
"""How long after its time, and after it was told to stop, an answer still counts."""
MOVE_SECONDS = 60.0
"""How long an engine may think that was given no time."""
MOST_BYTES = 1 << 20
"""More output than this between two questions is a flood."""
MEMORY_MB = 1024
LIVES = 2
IN_WORDS = {
    "crashed": "has crashed",
    "hung": "did not answer in time",
    "flooded": "talked without end",
    "nonsense": "answered nonsense",
}
"""The kinds of faults, as they are told at the table: what an engine said stays out, since it
may be a secret.
"""

log = logging.getLogger(__name__)


class EngineFault(Exception):
    """What an engine did wrong: `crashed`, `hung`, `flooded` or `nonsense`, and the particulars."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class _Wire:
    """The two pipes of an engine.

    Neither side can block the other: an engine that does not read is not waited for.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._heard = b""
        self._bytes = 0

    def new_question(self) -> None:
        """Begin to count output anew, and forget what was said unasked."""
        self._heard, self._bytes = b"", 0

    def send(self, words: bytes, deadline: float) -> None:
        """Write a line; what the engine says meanwhile is kept."""
        left = words + b"\n"
        while left:
            readable, writable, _ = select.select([self._out], [self._in], [], _left(deadline))
            if not readable and not writable:
                raise EngineFault("hung", "it does not read what it is sent")
            if writable:
                try:
                    left = left[os.write(self._in, left) :]
                except BrokenPipeError:
                    raise EngineFault("crashed", "it is gone") from None
            if readable:
                self._take()

    def line(self, deadline: float) -> str:
        """The next line the engine says."""
        while b"\n" not in self._heard:
            if not select.select([self._out], [], [], _left(deadline))[0]:
                raise TimeoutError
            self._take()
        result, _, self._heard = self._heard.partition(b"\n")
        return result.decode("utf-8", "replace").strip()

    def _take(self) -> None:
        chunk = os.read(self._out, 1 << 16)
        if not chunk:
            raise EngineFault("crashed", "it is gone")
        self._heard += chunk
        self._bytes += len(chunk)
        if self._bytes > MOST_BYTES:
            raise EngineFault("flooded", f"more than {MOST_BYTES} bytes of output for one move")


def _left(deadline: float) -> float:
    return max(0.0, deadline - time.monotonic())


class _Engine:
    """One running process, told which game it plays."""

    def __init__(
        self, path: Path, memory_mb: int, settings: Mapping[str, str], newgame: str
    ) -> None:
        self._process = subprocess.Popen(
            guarded(str(path), memory_mb),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        self.close = weakref.finalize(self, _end, self._process)
        self.wire = _Wire(self._process)
        try:
            self._introduce(settings, newgame)
        except EngineFault:
            self.close()
            raise

    def _introduce(self, settings: Mapping[str, str], newgame: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        self.wire.send(HELLO.encode(), deadline)
        self._until_ready(deadline)
        for name, value in settings.items():
            self.wire.send(f"set {name} {value}".encode(), deadline)
        self.wire.send(newgame.encode(), deadline)
        self.wire.send(b"isready", deadline)
        self._until_ready(deadline)

    def _until_ready(self, deadline: float) -> None:
        try:
            while self.wire.line(deadline) != "ready":
                pass
        except TimeoutError:
            raise EngineFault("hung", f"expected 'ready' within {START_SECONDS:g} s") from None

    def best(self, view: View[Any], go: str, seconds: float) -> str:
        """Return the notation the engine answers with; past its time send `stop` and wait a
        moment longer.
        """
        self.wire.new_question()
        deadline = time.monotonic() + seconds
        self.wire.send(b"view " + view.as_json(), deadline + GRACE_SECONDS)
        self.wire.send(go.encode(), deadline + GRACE_SECONDS)
        try:
            return self._answer(deadline)
        except TimeoutError:
            self.wire.send(b"stop", deadline + GRACE_SECONDS)
        try:
            return self._answer(deadline + GRACE_SECONDS)
        except TimeoutError:
            raise EngineFault("hung", f"expected a move within {seconds:g} s") from None

    def _answer(self, deadline: float) -> str:
        while True:
            word, _, rest = self.wire.line(deadline).partition(" ")
            if word == "best":
                return rest.strip()
            if word not in ("info", "error", "id", "option", "ready"):
                raise EngineFault("nonsense", f"expected info or best, got {word[:40]!r}")


def _end(process: subprocess.Popen[bytes]) -> None:
    end_group(process)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


class EngineBot:
    """Plays what a program answers. `faults` lists what went wrong, in order."""

    def __init__(
        self,
        seed: int,
        path: Path,
        *,
        seconds: float = 0.0,
        sims: int = 0,
        memory_mb: int = MEMORY_MB,
        settings: Mapping[str, str] | None = None,
        game: AnyGame | None = None,
    ) -> None:
        if not (path.is_file() and os.access(path, os.X_OK)):
            raise BadOption(f"expected an engine's program that can be run, got path={path}")
        self.path = path.resolve()
        self.faults: list[str] = []
        self._settings = {"seed": str(seed), **(settings or {})}
        self._memory_mb = memory_mb
        self._game = game
        self._go = (
            f"go sims {sims}" if sims else f"go time {time_word(seconds)}" if seconds else "go"
        )
        self._seconds = seconds or MOVE_SECONDS
        self._engine: _Engine | None = None
        self._lives = LIVES

    def choose(self, view: View[Any]) -> int:
        """The engine's answer, or the rules' default in its place."""
        if len(view.legal) == 1:
            return view.legal[0].action
        if self._lives:
            try:
                return self._asked(view)
            except EngineFault as fault:
                self._failed(fault)
        game = self._game or dogfight.load(view.game)
        return game.default_action(game.views.imagine(view, Dice(0)), view.seat)

    def _asked(self, view: View[Any]) -> int:
        if self._engine is None:
            newgame = f"newgame {view.game} {as_words(view.options)}".strip()
            self._engine = _Engine(self.path, self._memory_mb, self._settings, newgame)
        word = self._engine.best(view, self._go, self._seconds)
        for entry in view.legal:
            if entry.notation == word:
                return entry.action
        raise EngineFault("nonsense", f"expected the word of a legal action, got {word[:40]!r}")

    def _failed(self, fault: EngineFault) -> None:
        self.close()
        self._lives -= 1
        self.faults.append(fault.kind)
        log.warning("engine %s %s; %s", self.path.name, fault, self._what_follows())

    def mishap(self) -> str:
        """Its last fault and what comes of it, in words that everybody may hear."""
        return f"{IN_WORDS[self.faults[-1]]}; {self._what_follows()}"

    def _what_follows(self) -> str:
        what = "it is started afresh" if self._lives else "it plays defaults from now on"
        return f"a default is played in its place and {what}"

    def close(self) -> None:
        """End the process; a later question would start another."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def engine_bot(
    seed: int, values: Mapping[str, str], game: AnyGame | None = None
) -> EngineBot | None:
    """The engine that parameters ask for (`path=./my_engine,time=1s`), or None if they make no
    sense.

    `path`, `time`, `sims` and `memory` (megabytes) are ours; all others are settings of the engine.
    """
    settings = dict(values)
    path = settings.pop("path", "")
    sims, memory = (
        read_number(settings.pop(name, word))
        for name, word in (("sims", "0"), ("memory", str(MEMORY_MB)))
    )
    seconds = read_time(settings.pop("time", "0s"))
    if not path or seconds is None or sims is None or memory is None:
        return None
    if any(not name or len(f"{name}{value}".split()) != 1 for name, value in settings.items()):
        return None
    return EngineBot(
        seed, Path(path), seconds=seconds, sims=sims, memory_mb=memory, settings=settings, game=game
    )
