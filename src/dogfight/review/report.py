"""What a review says, as data: it is printed, drawn, kept and sent."""

from __future__ import annotations

from typing import Literal

import msgspec

Verdict = Literal["best", "fine", "slip", "mistake", "blunder", "forced", "open"]
"""How good a choice was. A `forced` one had no other; of an `open` one nothing is known yet."""
BOUNDS: tuple[tuple[Verdict, float], ...] = (("fine", 0.01), ("slip", 0.04), ("mistake", 0.10))
FEW = 1e-9
ERRORS_SURE = 3.0
"""A cost has to exceed so many of its standard errors before a choice is blamed.

The best of several options is compared with the one that was chosen, so two would blame many
choices by chance alone.
"""


def verdict_on(cost: float, error: float) -> Verdict:
    """The word for a cost in shares of the stake; what is within its own error is not blamed."""
    if cost <= FEW:
        return "best"
    if cost <= ERRORS_SURE * error:
        return "fine"
    return next((word for word, bound in BOUNDS if cost < bound), "blunder")


BLAMED: tuple[Verdict, ...] = ("slip", "mistake", "blunder")


class Assessment(msgspec.Struct, frozen=True):
    """One legal action: what it is worth to its side, the standard error of that, and its share in
    best play; None where best play was not worked out.
    """

    notation: str
    text: str
    chance: float | None
    value: float
    error: float


class Choice(msgspec.Struct, frozen=True):
    """What a seat chose at a move, judged by what it could know: `effect` is what it changed for
    each side.

    `cost` is what it fell short of the best of the `options` by, `error` the standard error of
    that; where best play was worked out `exact` says so. Verdict, cost and options come from the
    same samples. `unlisted` legal actions looked worse at first and are not among the options.
    `imagined` is how many positions were weighed that looked the same to the seat; 0 if all was
    open.
    """

    move: int
    seat: int
    notation: str
    text: str
    verdict: Verdict
    cost: float
    error: float
    exact: bool
    better: str
    better_words: str
    imagined: int
    effect: tuple[float, ...]
    options: tuple[Assessment, ...]
    unlisted: int = 0
    better_why: str = ""
    """What the better action promises, in a sentence; empty where there is nothing to say."""


class ResultPart(msgspec.Struct, frozen=True):
    """A step of the game, from move to move, and what it changed for each side.

    `before` and `after` are what each side could expect; the difference is luck, guesses, the
    choices' effects and what the estimates leave unexplained, added up.
    """

    kind: Literal["draw", "sealed", "open"]
    turn: int
    first: int
    last: int
    story: tuple[str, ...]
    """What caused a loss; where nothing did, all that happened."""
    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    luck: tuple[float, ...]
    guesses: tuple[float, ...]
    unexplained: tuple[float, ...]
    choices: tuple[Choice, ...]
    harmful: bool = False
    """Whether the story tells of losses."""


PartName = Literal["luck", "guesses", "choices", "gifts", "unexplained"]


class Split(msgspec.Struct, frozen=True):
    """The result of one side: from `start` to `result` by luck, guesses, its own choices, and the
    others' (`gifts`).

    `unexplained` is what estimates leave over where nothing was hidden. The errors are standard
    errors.
    """

    side: str
    number: int
    """Its place in `Analysis.sides`."""
    seats: tuple[int, ...]
    start: float
    result: float
    luck: float
    guesses: float
    choices: float
    gifts: float
    unexplained: float
    luck_error: float
    choices_error: float
    gifts_error: float


class SeatReview(msgspec.Struct, frozen=True):
    """How well a seat chose: what it cost its side, in how many turns, and the move of its worst
    choice, or 0.
    """

    seat: int
    title: str
    player: str
    cost: float
    error: float
    turns: int
    choices: int
    blamed: int
    worst: int


class KeyMoment(msgspec.Struct, frozen=True):
    """A turn that moved the game: the moves it went over, what it changed for each side, and mostly
    by what.

    `story` is what happened where it changed most, and `at` the move after which that can be seen.
    """

    turn: int
    first: int
    last: int
    change: tuple[float, ...]
    by: Literal["luck", "guesses", "choices", "unexplained"]
    story: tuple[str, ...]
    at: int = 0


class Cause(msgspec.Struct, frozen=True):
    """One thing that moved a result towards its outcome, and its share of all that did."""

    name: PartName
    share: float


class TurningPoint(msgspec.Struct, frozen=True):
    """A choice that cost its side much: what was done at a move, what was better, and why."""

    move: int
    turn: int
    seat: int
    did: str
    better: str
    reason: str
    cost: float


class Story(msgspec.Struct, frozen=True):
    """A game as one side lived it.

    `headline` is a sentence without its subject: "lost, above all in turn 3: Red is shot down."
    `unsure` says in sentences what the samples could not tell: causes too close to each other, and
    the choices (`close`, by their moves) that may have cost as much as the turning points.
    """

    headline: str
    causes: tuple[Cause, ...]
    points: tuple[TurningPoint, ...]
    close: tuple[int, ...] = ()
    unsure: tuple[str, ...] = ()


class Analysis(msgspec.Struct, frozen=True):
    """A finished game split into luck, guesses and choices.

    `samples` is how often positions were played on for the curve, `judged` says whether the choices
    are in, `skipped` for how many there was no time. `seed` and `samples` repeat it. A game that
    was `broken_off`, because a player gave up, is explained as far as it was played: its `result`
    is what could be expected then, and nobody has won by it.
    """

    game: str
    seed: int
    samples: int
    judged: bool
    skipped: int
    ended: str
    rule: str
    winners: tuple[int, ...]
    sides: tuple[str, ...]
    splits: tuple[Split, ...]
    seats: tuple[SeatReview, ...]
    moments: tuple[KeyMoment, ...]
    parts: tuple[ResultPart, ...]
    stories: tuple[Story, ...]
    """One for each side."""
    broken_off: bool = False
