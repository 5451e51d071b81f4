"""`dogfight play`: what the call asks for, checked, and the table opened."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path
from typing import Any

import dogfight
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption
from dogfight.core.options import read_word
from dogfight.core.registry import AnyGame
from dogfight.sandbox.positions import opened
from dogfight.tui.app import DogfightApp
from dogfight.tui.screens.base import too_small
from dogfight.tui.screens.menu import MOST_SEED
from dogfight.tui.setup import NEVER, GameSetup, read_auto_pass, seat_players


def begun(
    name: str,
    texts: list[str],
    players: str,
    seed: int | None,
    data: Path | None,
    auto_pass: str = NEVER,
    *,
    play_forced: bool = True,
    early: bool = True,
    position: str = "",
) -> GameSetup | None:
    """The game the call asks for; None if the menu has to ask. Bad data files are found here,
    before any page.
    """
    if not name:
        if texts or players or position:
            raise BadOption("expected a game before its options, players and position")
        for text in dogfight.names():
            dogfight.load(text, data)
        return None
    game = dogfight.load(name, data)
    start = _start(game, position, texts) if position else None
    options = (
        game.options(dict(read_word(word) for word in texts))
        if start is None
        else game.options_of(start)
    )
    if seed is None:
        seed = random.randint(1, MOST_SEED)
    seats = seat_players(game.seats(options), players)
    return GameSetup(
        game, options, seats, seed, read_auto_pass(auto_pass), play_forced, early, start
    )


def _start(game: AnyGame, position: str, texts: list[str]) -> Any:
    """The position that a game begins from; its options are its own."""
    if texts:
        raise BadOption("expected a position or options, got both")
    start = opened(game, position)
    if isinstance(game.decision(start), Over):
        raise BadOption("expected a position in which something is left to play")
    return start


def check_terminal() -> None:
    """Raise `BadOption` unless there is a terminal, and a large one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOption(
            "expected a terminal to play in; for games without one there is `dogfight sim`"
        )
    size = shutil.get_terminal_size()
    if text := too_small(size.columns, size.lines):
        raise BadOption(text)


def open_table(
    setup: GameSetup | None, *, ascii_only: bool, data: Path | None, record: Path | None
) -> None:
    """Open the table and stay there until the person quits."""
    check_terminal()
    app = DogfightApp(setup, ascii_only=ascii_only, data=data, record=record)
    app.run()
    if text := app.keep_record():
        print(text, file=sys.stderr)
