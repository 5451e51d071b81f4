"""The inks of the biplanes."""

from __future__ import annotations

from dogfight.boards.palette import BADGES, BROWN, INK, INK_2, RULE, SEATS, SeatStyle

PLANES = {
    "red": SEATS[0],
    "green": SEATS[1],
    "blue": SEATS[2],
    "yellow": SEATS[3],
    "brown": BROWN,
    "purple": SEATS[4],
    "grey": INK_2,
    "black": INK,
    "white": RULE,
}
"""The inks of the nine biplanes; any other is printed in teal and told apart by its letter."""


def plane_style(name: str, seat: int) -> SeatStyle:
    """A biplane: solid and square for the first side, paper and round for the second."""
    colour = PLANES.get(name, SEATS[5])
    return SeatStyle(name[:1].upper() or "?", BADGES[seat % 2], seat % 2 == 0, colour)
