"""Where games of environments begin: at the start of the game, or in a position in notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dogfight.core.decision import Over
from dogfight.core.errors import BadOption, shown
from dogfight.core.options import Options, as_words
from dogfight.core.registry import AnyGame


class Beginning(NamedTuple):
    """The options of a game and the position in which every game of it begins."""

    options: Options
    position: Any
    text: str
    """The notation of a position that was asked for; empty for the start of the game."""

    @property
    def words(self) -> str:
        """Options and position on one line."""
        words = as_words(self.options)
        return f"{words} from {self.text}".strip() if self.text else words


def beginning(
    game: AnyGame, options: Mapping[str, object] | None, position: str | None
) -> Beginning:
    """The start of a game with these options, or a position, which has options of its own."""
    if position is None:
        complete = game.options(options)
        return Beginning(complete, game.new(complete), "")
    if not isinstance(position, str):
        raise BadOption(f"expected a position in notation, got {shown(position)}")
    start = game.notation.read(position)
    own = game.options_of(start)
    if options is not None and game.options(options) != own:
        raise BadOption(
            f"expected the options of the position, {as_words(own)}; got"
            f" {as_words(game.options(options))}"
        )
    if isinstance(game.decision(start), Over):
        raise BadOption(f"expected a position in which the game goes on, got {shown(position)}")
    return Beginning(own, start, position)
