"""The games that learners can play."""

from __future__ import annotations

from dogfight.core.errors import BadOption, shown
from dogfight.core.game import Game
from dogfight.core.registry import AnyGame, load
from dogfight.encoding.capabilities import HasFeatures


def learnable(name: object) -> AnyGame:
    """A game with features, by its name or itself."""
    game = load(name) if isinstance(name, str) else name
    if not isinstance(game, Game):
        raise BadOption(f"expected the name of a game, or a game, got {shown(name)}")
    if not isinstance(game, HasFeatures):
        raise BadOption(f"expected a game with features for learners; {game.name} has none")
    return game
