"""Positions as values: equal if game, data and notation are, and pickled as those three.

A position does not know its game. The games in memory are known here, and each knows its own
positions.
"""

from __future__ import annotations

import weakref
from typing import Any

from dogfight.core.errors import BadNotation

_games: weakref.WeakSet[Any] = weakref.WeakSet()


def track_game(game: Any) -> None:
    """Make a game known that has just been made; it is forgotten when nobody holds it any more."""
    _games.add(game)


def identity_of(position: object) -> tuple[str, str, str]:
    """The game's name, the digest of its data, and the position in notation."""
    for game in list(_games):
        if game.owns(position):
            return game.name, game.data_digest, game.write(position)
    raise BadNotation("expected a position of a game that is loaded; the game of this one is gone")


def position_of(name: str, digest: str, text: str) -> object:
    """The position with this value, of a game in memory with these data files, else of the one
    that comes with us.
    """
    from dogfight.core.registry import (
        load,
    )  # the registry knows the games, and those know their positions

    known = next(
        (game for game in list(_games) if (game.name, game.data_digest) == (name, digest)), None
    )
    game = known or load(name)
    if game.data_digest != digest:
        raise BadNotation(
            f"expected {name} with the data files {digest}, got {game.data_digest}; load the game"
            " from its folder first"
        )
    position: object = game.read(text)
    return position
