"""Verdicts in words: what a figure says, and what it cannot say yet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from dogfight.lab.figures import Figure

RISK = 0.05
MARGIN = 0.05
"""How far from its fair share a side of two may be and still be called fair; of more sides in
proportion.
"""
MOSTLY_DRAWN = 0.5
"""A strength that draws a larger part of its games than this cannot play a game that stronger
players decide.
"""
LEAST = 0.02
"""The least difference of a share that matters at the table."""
LEAST_PART = 0.05
"""The least difference of a length that matters, as a part of it."""

Balance = Literal["fair", "watch", "open", "flips"]
Change = Literal["yes", "no", "small", "open", "flips"]


class Judged(msgspec.Struct, frozen=True):
    """A share with its verdict: fair, watch or open; `more` is about how many games an open one
    still needs.
    """

    figure: Figure
    games: int
    p: float
    verdict: Balance
    more: int = 0


def judged(figure: Figure, games: int, p: float, fair: float, margin: float) -> Judged:
    """A share against what would be fair.

    Fair: the interval lies within the margin, so that an imbalance that matters is ruled out.
    Watch: it is not the fair share (after Holm's correction) and may be farther away than the
    margin. Open: neither can be said yet.
    """
    inside = fair - margin <= figure.low and figure.high <= fair + margin
    if figure.deals and inside:
        return Judged(figure.rounded(), games, round(p, 6), "fair")
    if figure.deals and p < RISK:
        return Judged(figure.rounded(), games, round(p, 6), "watch")
    return Judged(figure.rounded(), games, round(p, 6), "open", _more(figure, games, margin / 2))


def _more(figure: Figure, games: int, expected: float) -> int:
    """About how many games more make an interval narrow enough, to two digits."""
    times = (figure.half / expected) ** 2
    more = max(1.0, games * (times - 1))
    step = 10 ** max(0, int(math.log10(more)) - 1)
    return int(math.ceil(more / step) * step)


def over_strengths(judgeds: Sequence[Judged], fair: float) -> Balance:
    """One verdict over all strengths of play, the weakest first; it flips where two of them
    contradict each other.
    """
    return "flips" if len(_leans(judgeds, fair)) > 1 else judgeds[-1].verdict


def deciding(
    judgeds: Sequence[Judged], fair: float, drawn: Sequence[float], aimless: Sequence[bool]
) -> list[int]:
    """The places of the strengths that the verdict goes by: those that can play.

    A strength that draws most of its games where the last one does not says nothing: its shares
    are even whatever the sides are worth. Aimless players do not overturn what two strengths or
    more agree on.
    """
    last = len(judgeds) - 1
    places = [
        at
        for at, part in enumerate(drawn)
        if at == last or part <= MOSTLY_DRAWN or drawn[last] > MOSTLY_DRAWN
    ]
    able = [at for at in places if not aimless[at]]
    clear = [judgeds[at] for at in able if judgeds[at].verdict != "open"]
    if len(_leans([judgeds[at] for at in places], fair)) > 1 and len(clear) > 1:
        return able if len(_leans(clear, fair)) == 1 else places
    return places


def _leans(judgeds: Sequence[Judged], fair: float) -> set[str]:
    return {lean(item, fair) for item in judgeds if item.verdict != "open"}


def lean(item: Judged, fair: float) -> str:
    """A clear verdict as a word: strong, weak or fair."""
    if item.verdict == "fair":
        return "fair"
    return "strong" if item.figure.mean > fair else "weak"


class Changed(msgspec.Struct, frozen=True):
    """A figure with both data sets, the difference, and whether it matters."""

    a: float
    b: float
    difference: Figure
    p: float
    verdict: Change
    more: int = 0


def changed(a: float, b: float, difference: Figure, games: int, p: float, least: float) -> Changed:
    """Yes: clear, and at least what matters.

    Small: clear, but less. No: what matters is ruled out. Else open.
    """
    parts = (round(a, 4), round(b, 4), difference.rounded(), round(p, 6))
    if difference.deals and p < RISK:
        return Changed(*parts, "yes" if abs(difference.mean) >= least else "small")
    if difference.deals and -least <= difference.low and difference.high <= least:
        return Changed(*parts, "no")
    return Changed(
        *parts, "open", _more(difference, games, least) if math.isfinite(difference.half) else games
    )


def change_over_strengths(changeds: Sequence[Changed]) -> Change:
    """One verdict over all strengths of play; it flips where a clear change goes the other way,
    or is ruled out.
    """
    clear = {
        ("more" if item.difference.mean > 0 else "less") if item.verdict == "yes" else "no"
        for item in changeds
        if item.verdict in ("yes", "no")
    }
    if len(clear) > 1:
        return "flips"
    return changeds[-1].verdict
