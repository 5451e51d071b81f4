"""Who is at the table: chairs, allegiances, and the voices that are nobody's chair."""

from __future__ import annotations

from typing import Final

import msgspec

from dogfight.core.errors import IllegalAction, shown

Seat = int
"""A chair at the table, counted from 0."""

CHANCE: Final = -1
"""The die, the draw, the shuffle: acts at a `Chance`."""
CLOCK: Final = -2
"""The timer of a timed phase: its only action is `TIME_UP`."""
OVER: Final = -3
"""What `Position.actor` answers when nobody acts any more."""
WATCHER: Final = -4
"""Looks on and knows only what is public."""
OPEN: Final = -5
"""Looks on with every secret open, for reviews of finished games."""

TIME_UP: Final = 0

_MOST_SEATS = 64


def is_chair(seat: object) -> bool:
    """Whether this can be the number of a chair at all; text, fractions, yes and no are none."""
    return type(seat) is int and 0 <= seat < _MOST_SEATS


class SeatInfo(msgspec.Struct, frozen=True):
    """A chair: its short name, the side it belongs to, and which person has to hold it.

    Seats with the same `player` number are held by one person, who knows what any of them knows.
    """

    name: str
    title: str
    side: str
    player: int


def check_seat(seats: tuple[SeatInfo, ...], seat: object, rule: str = "") -> None:
    """Raise `IllegalAction` unless this is the number of one of these chairs."""
    if type(seat) is not int or not 0 <= seat < len(seats):
        raise IllegalAction(
            f"expected a seat from 0 to {len(seats) - 1}, got {shown(seat)}", rule=rule
        )


def seat_name(seats: tuple[SeatInfo, ...], seat: Seat) -> str:
    """The short name of a chair, of chance, or of the clock."""
    if seat >= 0:
        return seats[seat].name
    return {CHANCE: "chance", CLOCK: "clock", WATCHER: "watcher", OPEN: "open"}[seat]


def seat_called(seats: tuple[SeatInfo, ...], name: str) -> Seat:
    """The chair with this short name; `KeyError` if there is none."""
    for seat, info in enumerate(seats):
        if info.name == name:
            return seat
    return {"chance": CHANCE, "clock": CLOCK}[name]
