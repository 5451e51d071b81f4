"""The story of a finished game for one side: a sentence, what moved the result, and the choices
that cost most, all made from one analysis.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from dogfight.review.evaluators import Estimate, Shares
from dogfight.review.report import (
    BLAMED,
    Cause,
    Choice,
    PartName,
    ResultPart,
    Split,
    Story,
    TurningPoint,
)

POINTS: Final = 3
LEAST_COST: Final = 0.04
"""A choice that cost less is no turning point."""
LEAST_SWING: Final = 0.08
"""A turn that moved the chances less did not decide the game."""
ERRORS_APART: Final = 2.0
"""What is closer than so many standard errors cannot be told apart."""
ERRORS_NOTICED: Final = 1.0
"""A choice whose cost is below so many of its standard errors is not suspected of any."""
MOST_TURNS: Final = 2
"""So many turns are named in a headline."""
LONGEST_LOSS: Final = 60
LONGEST_REASON: Final = 20
CAUSES: Final[tuple[PartName, ...]] = ("luck", "guesses", "choices", "gifts", "unexplained")
NAMES: Final = {
    "luck": "luck",
    "guesses": "guesses",
    "choices": "own choices",
    "gifts": "the others' choices",
    "unexplained": "many small things",
}


class Swing(NamedTuple):
    """What changed in a turn, with its error: the steps it lasted from and to, and the chances."""

    turn: int
    first: int
    last: int
    change: Shares
    errors: Shares

    def of(self, side: int, direction: int) -> tuple[float, float]:
        """How far the chance of a side moved in a direction, and the error of that."""
        return direction * self.change[side], self.errors[side]


def swings_of(turns: Sequence[int], values: Sequence[Estimate]) -> list[Swing]:
    """The turns with what they changed, from the turn of each step and the chances before and after
    it.
    """
    swings = []
    first = 0
    for turn, steps in groupby(turns):
        last = first + len(list(steps))
        before, after = values[first], values[last]
        change = tuple(b - a for a, b in zip(before.shares, after.shares, strict=True))
        errors = tuple(map(math.hypot, before.errors, after.errors))
        swings.append(Swing(turn, first, last, change, errors))
        first = last
    return swings


def decisive(changes: Sequence[tuple[float, float]]) -> list[int]:
    """The places of the largest changes: one, or several that cannot be told apart; none if all
    are small.
    """
    best, error = max(changes)
    if best < LEAST_SWING:
        return []
    return [
        at
        for at, (change, own) in enumerate(changes)
        if change == best or best - change < ERRORS_APART * math.hypot(error, own)
    ]


def story_of(
    split: Split,
    parts: Sequence[ResultPart],
    swings: Sequence[Swing],
    winners: Sequence[int],
    *,
    judged: bool,
    broken_off: bool,
) -> Story:
    """Tell the game as the seats of one side lived it.

    The headline is there before the choices are judged, and does not change after it.
    """
    if broken_off:
        return Story(f"stood at {100 * split.result:.0f} % when it was given up.", (), ())
    won = bool(set(split.seats) & set(winners))
    outcome = "won" if won else "lost" if winners or not split.result else "drew"
    direction = 1 if won else -1
    headline = _headline(outcome, direction, split.number, parts, swings)
    if not judged:
        return Story(headline, (), ())
    own = [choice for part in parts for choice in part.choices if choice.seat in split.seats]
    causes = () if outcome == "drew" else causes_of(split, direction)
    turn_of = {choice.move: part.turn for part in parts for choice in part.choices}
    points = tuple(_point(turn_of[choice.move], choice) for choice in turning_points(own))
    close = close_points(own)
    unsure = []
    if close:
        turns = list(dict.fromkeys(turn_of[choice.move] for choice in close))
        where = _turns(turns) if len(turns) <= POINTS else "several other turns"
        unsure.append(f"A choice in {where} may have cost as much.")
    if len(causes) > 1 and not _apart(causes, split, parts):
        names = sorted((causes[0].name, causes[1].name), key=CAUSES.index)
        named = " or ".join(NAMES[name] for name in names)
        unsure.append(f"Whether {named} weighed more cannot be told.")
    return Story(headline, causes, points, tuple(choice.move for choice in close), tuple(unsure))


def causes_of(split: Split, direction: int) -> tuple[Cause, ...]:
    """What moved the result of a side towards its outcome, the largest first.

    The shares add up to 1.
    """
    values = {name: max(0.0, direction * _amount(split, name)) for name in CAUSES}
    total = sum(values.values())
    named = sorted((name for name in CAUSES if values[name] > 0), key=lambda name: -values[name])
    return tuple(Cause(name, values[name] / total) for name in named)


def _amount(split: Split, name: PartName) -> float:
    return float(getattr(split, name))


def _headline(
    outcome: str, direction: int, side: int, parts: Sequence[ResultPart], swings: Sequence[Swing]
) -> str:
    """The outcome, the turns that decided it, and what was lost there."""
    if outcome == "drew":
        return "drew."
    turns = [swings[at].turn for at in decisive([swing.of(side, direction) for swing in swings])]
    if not turns:
        return f"{outcome} bit by bit: no single turn decided it."
    if len(turns) > MOST_TURNS:
        return f"{outcome} step by step: several turns weighed about the same."
    if len(turns) > 1:
        return f"{outcome}, above all in {_turns(turns)}: about the same in both."
    losses = [
        text for part in parts if part.turn == turns[0] and part.harmful for text in part.story
    ]
    return f"{outcome}, above all in turn {turns[0]}{_losses(list(dict.fromkeys(losses)))}"


def _losses(losses: Sequence[str]) -> str:
    if not losses:
        return "."
    if len(losses) == 1 and len(losses[0]) <= LONGEST_LOSS:
        return f": {losses[0]}"
    return f", with {len(losses)} losses." if len(losses) > 1 else "."


def _turns(turns: Sequence[object]) -> str:
    """Turns as people list them."""
    named = [str(turn) for turn in turns]
    if len(named) == 1:
        return f"turn {named[0]}"
    return f"turns {', '.join(named[:-1])} and {named[-1]}"


def _apart(causes: Sequence[Cause], split: Split, parts: Sequence[ResultPart]) -> bool:
    """Whether the first cause is clearly larger than the second."""
    first, second = causes[0].name, causes[1].name
    gap = abs(_amount(split, first)) - abs(_amount(split, second))
    errors = math.hypot(_error(first, split, parts), _error(second, split, parts))
    return gap > ERRORS_APART * errors


def _error(name: PartName, split: Split, parts: Sequence[ResultPart]) -> float:
    if name == "luck":
        return split.luck_error
    if name == "choices":
        return split.choices_error
    if name == "gifts":
        return split.gifts_error
    own = (part.errors[split.number] for part in parts if any(getattr(part, name)))
    return math.sqrt(sum(error * error for error in own))


def turning_points(own: Iterable[Choice]) -> list[Choice]:
    """Of one side's choices those that cost it most, in the order of play."""
    costly = [choice for choice in own if choice.verdict in BLAMED and choice.cost >= LEAST_COST]
    largest = sorted(costly, key=lambda choice: -choice.cost)[:POINTS]
    return sorted(largest, key=lambda choice: choice.move)


def close_points(own: Sequence[Choice]) -> list[Choice]:
    """The choices that are no turning points, but may have cost as much as one, in the order of
    play.
    """
    points = turning_points(own)
    least = min((choice.cost for choice in points), default=LEAST_COST)
    error = max((choice.error for choice in points if choice.cost == least), default=0.0)
    bound = least if len(points) == POINTS else LEAST_COST
    close = [
        choice
        for choice in own
        if choice not in points
        and choice.cost > ERRORS_NOTICED * choice.error
        and bound - choice.cost < ERRORS_APART * math.hypot(choice.error, error)
    ]
    return sorted(close, key=lambda choice: choice.move)


def _point(turn: int, choice: Choice) -> TurningPoint:
    how = "worked out exactly" if choice.exact else f"± {max(1, round(100 * choice.error))}"
    figure = f"It wins {100 * choice.cost:.0f} in 100 more ({how})."
    reason = f"{choice.better_why} {figure}".strip()
    return TurningPoint(
        move=choice.move,
        turn=turn,
        seat=choice.seat,
        did=choice.text,
        better=choice.better_words,
        reason=reason if len(reason.split()) <= LONGEST_REASON else figure,
        cost=choice.cost,
    )


def shares_text(causes: Sequence[Cause]) -> str:
    """What moved the result, in words instead of figures: "most of it luck, some guesses"."""
    return ", ".join(f"{_amount_word(cause.share)} {NAMES[cause.name]}" for cause in causes)


def _amount_word(share: float) -> str:
    if share > 0.5:
        return "most of it"
    return "much" if share > 0.3 else "some" if share > 0.15 else "little"
