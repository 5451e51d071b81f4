"""A position of any game from its notation: checked, looked at, played on by any seat, dealt anew.

Nothing is secret here: who sets a position up knows all of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from dogfight.core.decision import Chance, Choose, Commit, Over, acting, pick
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, DogfightError, IllegalAction
from dogfight.core.event import Event
from dogfight.core.game import apply_checked
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, OPEN, TIME_UP, WATCHER, Seat, seat_called
from dogfight.core.view import View
from dogfight.match.record import LONGEST_POSITION

MOST_OUTCOMES: Final = 60
"""So many outcomes of a draw are listed, the likeliest first."""
_GOT = re.compile(r"\bgot (.+?)(?: \[[A-Z]{2}-[0-9.]+\]|; .*)?$", re.DOTALL)
_BYTE = re.compile(r"\(byte ([0-9]+)\)")


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """One outcome of a draw or roll, and how likely it is."""

    notation: str
    share: float


@dataclass(frozen=True, slots=True)
class Situation:
    """A position and what can happen in it; `acting` are the seats that may choose now."""

    notation: str
    acting: tuple[Seat, ...]
    outcomes: tuple[DrawOutcome, ...]
    outcome_count: int
    has_clock: bool
    is_over: bool
    has_secrets: bool


def opened(game: AnyGame, text: str, options: Mapping[str, object] | None = None) -> Any:
    """The position with this notation; the start of a game with these options without one."""
    if not text:
        return game.new(game.options(options))
    if len(text) > LONGEST_POSITION:
        raise BadNotation(f"expected at most {LONGEST_POSITION} characters, got {len(text)}")
    position = game.notation.read(" ".join(text.split("\n")).strip())
    game.options(game.options_of(position))
    return position


def situation(game: AnyGame, position: Any) -> Situation:
    """What can happen in a position."""
    decision = game.decision(position)
    drawn = decision.odds if isinstance(decision, Chance) else ()
    likely = sorted(drawn, key=lambda item: -item[1])[:MOST_OUTCOMES]
    return Situation(
        game.notation.write(position),
        acting(decision),
        tuple(
            DrawOutcome(game.notation.write_action(position, CHANCE, outcome), float(weight))
            for outcome, weight in likely
        ),
        len(drawn),
        isinstance(decision, Choose | Commit) and decision.clock is not None,
        isinstance(decision, Over),
        game.has_secrets(position),
    )


def played(
    game: AnyGame, position: Any, seat_word: str, notation: str, dice: Dice
) -> tuple[Any, tuple[Event, ...]]:
    """The position after a move of a seat, of `chance` or of the `clock`, and what happened.

    Chance draws an outcome where none is named.
    """
    seats = game.seats(game.options_of(position))
    decision = game.decision(position)
    try:
        seat = seat_called(seats, seat_word)
    except KeyError:
        known = ", ".join([*(info.name for info in seats), "chance", "clock"])
        raise IllegalAction(f"expected a seat out of {known}; got {seat_word!r}") from None
    if seat == CLOCK:
        action = TIME_UP
    elif seat == CHANCE and not notation and isinstance(decision, Chance):
        action = pick(decision.odds, dice)
    else:
        action = game.notation.read_action(position, seat, notation)
    return apply_checked(game, position, seat, action, decision)


def seat_asked(situation: Situation, seat: Seat | None) -> Seat:
    """Whose choices are shown: this seat's if it may choose, or else the first that may."""
    if seat in situation.acting:
        return seat
    return situation.acting[0] if situation.acting else OPEN


def open_view(game: AnyGame, position: Any, seat: Seat) -> View[Any]:
    """What a seat may choose, with the whole table open."""
    whole = game.view(position, OPEN)
    if seat < 0:
        return whole
    return msgspec.structs.replace(game.view(position, seat), board=whole.board)


def dealt_anew(game: AnyGame, position: Any, dice: Dice) -> Any:
    """The same table for everybody who looks on, with all that is hidden drawn anew."""
    try:
        drawn = game.views.imagine(game.view(position, WATCHER), dice)
        return game.notation.read(game.notation.write(drawn))
    except DogfightError:
        raise
    except Exception as error:
        raise BadNotation(
            f"expected a position whose secrets can be dealt anew; {type(error).__name__}"
        ) from error


def fault_span(text: str, message: str) -> tuple[int, int] | None:
    """Where in a notation the part stands that an error repeats; None where that is not clear."""
    if byte := _BYTE.search(message):
        at = min(int(byte[1]), max(0, len(text) - 1))
        return at, at + 1
    if not (got := _GOT.search(message)):
        return None
    words = got[1].strip()
    quoted = re.findall(r"'([^']*)'|\"([^\"]*)\"", words)
    candidates = [words, *(first or second for first, second in quoted)]
    spans = [
        (text.index(part), text.index(part) + len(part))
        for part in candidates
        if part and part != text and part in text
    ]
    return min(spans, key=lambda span: span[1] - span[0], default=None)
