"""Why not: the reason why something that a seat wants to do cannot be done, by what that seat can
know.

The answer is worked out in a position imagined from the seat's view, always with the same dice. So
it is a function of the view, and cannot tell anything that the view does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from dogfight.core.capabilities import ExplainsPlaces
from dogfight.core.dice import Dice
from dogfight.core.errors import DogfightError, IllegalAction
from dogfight.core.registry import AnyGame
from dogfight.core.view import ActionData, Legal, View
from dogfight.match.nearest import Intent, nearest, no_steps

_DICE = 1


class Explanation(msgspec.Struct, frozen=True):
    """A reason in words, the rule behind it, and the legal action that comes nearest, where one
    does.

    Without words there is no reason: what was asked about can be done, and is the action named.
    """

    text: str
    rule: str
    nearest_action: int | None = None


def why_not_word(game: AnyGame, view: View[Any], word: str) -> Explanation:
    """Why a word cannot be played now."""
    if (known := next((entry for entry in view.legal if entry.notation == word), None)) is not None:
        return Explanation("", "", known.action)
    if not view.legal:
        return Explanation(view.prompt.full_text, view.prompt.rule)
    position = game.views.imagine(view, Dice(_DICE))
    about, text, rule = ActionData(places=(word,)), view.prompt.full_text, ""
    try:
        action = game.notation.read_action(position, view.seat, word)
        about = game.action_data(position, view.seat, action)
        game.check(position, view.seat, action)
    except DogfightError as error:
        text, rule = error.message, error.rule
    return Explanation(
        text, rule or view.prompt.rule, _instead(game, position, view, Intent(about, word))
    )


def why_not_at(game: AnyGame, view: View[Any], place: str) -> Explanation:
    """Why nothing can be done at a place of the board, or with what stands there."""
    here = next((entry for entry in view.legal if place in entry.places), None)
    if here is not None:
        return Explanation("", "", here.action)
    if not view.legal:
        return Explanation(view.prompt.full_text, view.prompt.rule)
    position = game.views.imagine(view, Dice(_DICE))
    reason = (
        game.why_not_at(position, view.seat, place) if isinstance(game, ExplainsPlaces) else None
    )
    if reason is None:
        reason = IllegalAction(f"{place} has no part in this. {view.prompt.full_text}")
    instead = _instead(game, position, view, Intent(ActionData(places=(place,))))
    return Explanation(reason.message, reason.rule or view.prompt.rule, instead)


def why_not_with(view: View[Any], piece: str) -> Explanation:
    """Why nothing can be done with a piece that stands on no place: a tile, a card."""
    text = f"{piece} has no part in this. {view.prompt.full_text}"
    instead = nearest(
        view.legal, Intent(ActionData(acting_piece=piece, piece=piece), piece), no_steps
    )
    return Explanation(text, view.prompt.rule, instead)


def nearest_words(why: Explanation, legal: Iterable[Legal]) -> str:
    """The legal action that comes nearest, in words; empty where none does."""
    near = next((entry for entry in legal if entry.action == why.nearest_action), None)
    return f"Nearest: {near.notation} ({near.text})." if near is not None else ""


def _instead(game: AnyGame, position: Any, view: View[Any], intent: Intent) -> int | None:
    steps = partial(game.steps_between, position) if isinstance(game, ExplainsPlaces) else no_steps
    return nearest(view.legal, intent, steps)
