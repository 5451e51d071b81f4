"""What people remember of a finished game: who did most, the best moment, the longest streak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

import msgspec

from dogfight.core.seat import Seat

_Seats = tuple[Seat, ...]
_SHORTEST_STREAK = 2


class Highlight(msgspec.Struct, frozen=True):
    """One thing to remember: what it is, how much, and the seats whose it is."""

    title: str
    value: str
    seats: _Seats


class Deeds:
    """Counts deeds of one kind in the order in which they were told; each belongs to seats."""

    def __init__(self) -> None:
        self._deeds: list[tuple[_Seats, int, Hashable]] = []

    def add(self, seats: _Seats, amount: int = 1, moment: Hashable = None) -> None:
        """Count a deed; those of one `moment` are a volley."""
        if seats and amount > 0:
            self._deeds.append((seats, amount, moment))

    def most(self, title: str, singular: str, plural: str) -> tuple[Highlight, ...]:
        """Who has done most in all; nothing where nobody has done any."""
        totals = Counter[tuple[_Seats, Hashable]]()
        for seats, amount, _ in self._deeds:
            totals[seats, None] += amount
        return _largest(title, totals, singular, plural)

    def best(self, title: str, singular: str, plural: str) -> tuple[Highlight, ...]:
        """The most that was done at one moment."""
        totals = Counter[tuple[_Seats, Hashable]]()
        for seats, amount, moment in self._deeds:
            totals[seats, moment] += amount
        return _largest(title, totals, singular, plural)

    def streak(self, title: str, plural: str) -> tuple[Highlight, ...]:
        """The most deeds in a row that nobody else has broken; a single one is no streak."""
        longest: dict[tuple[_Seats, Hashable], int] = {}
        last: _Seats = ()
        length = 0
        for seats, _, _ in self._deeds:
            length = length + 1 if seats == last else 1
            last = seats
            if length >= _SHORTEST_STREAK:
                longest[seats, None] = max(longest.get((seats, None), 0), length)
        return _largest(title, longest, plural, plural)


def _largest(
    title: str, totals: Mapping[tuple[_Seats, Hashable], int], singular: str, plural: str
) -> tuple[Highlight, ...]:
    """The largest number with its unit and all seats that have reached it."""
    if not totals:
        return ()
    most = max(totals.values())
    seats = dict.fromkeys(
        seat for (seats, _), total in totals.items() if total == most for seat in seats
    )
    return (Highlight(title, f"{most} {singular if most == 1 else plural}", tuple(sorted(seats))),)
