"""Positions as values: equal if game, data and notation are, and pickled as those three.

Games are pickled as their name and the digest of their data, and copied as themselves.

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
            return game.name, game.data_digest, game.notation.write(position)
    raise BadNotation("expected a position of a game that is loaded; the game of this one is gone")


def find_game(name: str, digest: str) -> Any:
    """The registered game if it has these data files, else another in memory that has them."""
    from dogfight.core.registry import (
        load,
    )  # the registry knows the games, and those know their positions

    usual = load(name)
    for game in (usual, *list(_games)):
        if (game.name, game.data_digest) == (name, digest):
            return game
    raise BadNotation(
        f"expected {name} with the data files {digest}, got {usual.data_digest}; load the game"
        " from its folder first"
    )


def position_of(name: str, digest: str, text: str) -> object:
    """The position with this value."""
    position: object = find_game(name, digest).notation.read(text)
    return position
