"""Why not: the reason why something that a seat wants to do cannot be done, by what that seat can know.

The answer is worked out in a position imagined from the seat's view, always with the same dice. So it is a function of
the view, and cannot tell anything that the view does not.
"""

from __future__ import annotations

import difflib
from typing import Any

import msgspec

from dogfight.core.capabilities import Explains
from dogfight.core.dice import Dice
from dogfight.core.errors import DogfightError
from dogfight.core.registry import AnyGame
from dogfight.core.view import Legal, View

_DICE = 1


class Why(msgspec.Struct, frozen=True):
    """A reason in words, the rule behind it, and the legal action that comes nearest, where one does.

    Without words there is no reason: what was asked about can be done, and is the action named.
    """

    words: str
    rule: str
    instead: int | None = None


def why_not_word(game: AnyGame, view: View[Any], word: str) -> Why:
    """Why a word cannot be played now."""
    if (known := next((one for one in view.legal if one.word == word), None)) is not None:
        return Why("", "", known.action)
    if not view.legal:
        return Why(view.prompt.words, view.prompt.rule)
    position = game.imagine(view, Dice(_DICE))
    try:
        action = game.read_action(position, view.seat, word)
        game.check(position, view.seat, action)
    except DogfightError as error:
        return Why(error.words, error.rule or view.prompt.rule, _nearest(view.legal, word))
    return Why(view.prompt.words, view.prompt.rule, _nearest(view.legal, word))


def why_not_at(game: AnyGame, view: View[Any], place: str) -> Why:
    """Why nothing can be done at a place of the board, or with what stands there."""
    here = next((one for one in view.legal if place in one.places), None)
    if here is not None:
        return Why("", "", here.action)
    if not view.legal:
        return Why(view.prompt.words, view.prompt.rule)
    reason = None
    if isinstance(game, Explains):
        reason = game.why_not_at(game.imagine(view, Dice(_DICE)), view.seat, place)
    if reason is None:
        return Why(f"{place} has no part in this. {view.prompt.words}", view.prompt.rule, view.legal[0].action)
    return Why(reason.words, reason.rule or view.prompt.rule, view.legal[0].action)


def _nearest(legal: tuple[Legal, ...], word: str) -> int | None:
    words = {one.word: one.action for one in legal}
    found = difflib.get_close_matches(word, words, 1, 0.5)
    return words[found[0]] if found else None
