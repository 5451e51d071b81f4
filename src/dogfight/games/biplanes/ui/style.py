"""The inks of the biplanes."""

from __future__ import annotations

from dogfight.boards.palette import BADGES, BROWN, INK, INK_2, NAMED, RULE, SEATS, SeatStyle

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
"""The inks of the nine biplanes. Others have the colour they are named after, if there is one;
else teal, and are told apart by their letter.
"""


def plane_style(name: str, seat: int) -> SeatStyle:
    """A biplane: solid and square for the first side, paper and round for the second."""
    colour = PLANES.get(name) or NAMED.get(name.lower(), SEATS[5])
    return SeatStyle(name[:1].upper() or "?", BADGES[seat % 2], seat % 2 == 0, colour)
