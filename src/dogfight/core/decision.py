"""The four situations a game can be in. Each names the rule by which it asks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

from dogfight.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Clock:
    """A time limit on the present question; when it runs out the host plays `TIME_UP` for `CLOCK`.

    It starts after a `pause` for looking at the table, in which nobody can act yet.
    """

    name: str
    seconds: float
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Choose:
    """One seat picks one of its legal actions in the open."""

    seat: Seat
    rule: str
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """Each waiting seat owes a secret choice; the order in which the choices arrive must not
    matter.

    `changeable` seats owe nothing any more but may still replace what they sealed, until the last
    one is in or the clock locks the phase. With nobody waiting only the clock ends the phase.
    """

    waiting: tuple[Seat, ...]
    rule: str
    changeable: tuple[Seat, ...] = ()
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """The dice speak: every possible outcome with its exact weight; the weights sum to one."""

    odds: tuple[tuple[int, Fraction], ...]
    rule: str


@cache
def share(part: int, whole: int) -> Fraction:
    """A chance of so many in so many: odds are asked for again and again, and fractions are slow
    to make.
    """
    return Fraction(part, whole)


@dataclass(frozen=True, slots=True)
class Over:
    """The end: what each seat gets (the whole stake is 1, shared by winners), and why."""

    payoffs: tuple[float, ...]
    reason: str
    rule: str
    text: str
    winners: tuple[Seat, ...] = field(default=())
    grade: str = ""


Decision = Choose | Commit | Chance | Over


def owing(decision: Decision) -> tuple[Seat, ...]:
    """The seats that have to act before the game goes on."""
    match decision:
        case Choose(seat=seat):
            return (seat,)
        case Commit(waiting=waiting):
            return waiting
    return ()


def acting(decision: Decision) -> tuple[Seat, ...]:
    """The seats that may act now."""
    match decision:
        case Choose(seat=seat):
            return (seat,)
        case Commit(waiting=waiting, changeable=changeable):
            return tuple(sorted({*waiting, *changeable}))
    return ()


class _Source(Protocol):
    """Whatever whole numbers below a limit can be drawn from, all equally likely."""

    def big_below(self, n: int) -> int: ...


def pick(odds: tuple[tuple[int, Any], ...], dice: _Source) -> int:
    """An outcome drawn exactly by its odds."""
    same = odds[0][1]
    for _, weight in odds:
        if weight is not same:
            break
    else:  # each weight is one in so many
        return odds[dice.big_below(len(odds))][0]
    whole = math.lcm(*(weight.denominator for _, weight in odds))
    left = dice.big_below(whole)
    for outcome, weight in odds:
        left -= whole // weight.denominator * weight.numerator
        if left < 0:
            return outcome
    raise AssertionError("the odds do not sum to one")
