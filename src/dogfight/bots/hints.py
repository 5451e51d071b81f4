"""What a bot would do in a player's place, for players who ask: its preferred actions, from
their view alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from dogfight.bots.opinion import ActionEstimate
from dogfight.bots.registry import make_bot
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.registry import AnyGame
from dogfight.core.view import View

MOST = 3
"""How many actions a hint names."""
ADVISER = "hard"
"""The bot that is asked where nobody says which."""


@runtime_checkable
class CanEstimate(Protocol):
    """A bot that can say what it thinks of the legal actions; it may leave plainly foolish ones
    out.
    """

    def opinions(self, view: View[Any]) -> list[ActionEstimate]: ...


def opinions(
    bot: str, seed: int, view: View[Any], game: AnyGame | None = None
) -> list[ActionEstimate]:
    """What the bot with this name thinks of the legal actions of a seat that is asked to choose."""
    if view.seat not in view.waiting or not view.legal:
        raise IllegalAction("nothing to hint now: this seat is not asked to choose")
    adviser = make_bot(bot, seed, game)
    if not isinstance(adviser, CanEstimate):
        raise BadOption(f"expected a bot with opinions, such as {ADVISER}; got {bot!r}")
    return adviser.opinions(view)


def best(action_estimates: Iterable[ActionEstimate], most: int = MOST) -> list[ActionEstimate]:
    """The preferred ones: those to be played most often first, then those worth most."""
    return sorted(
        action_estimates,
        key=lambda action_estimate: (-round(action_estimate.chance, 2), -action_estimate.value),
    )[:most]
