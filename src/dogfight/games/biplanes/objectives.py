"""What the take-offs of a rescue have shown of the Objective tiles to everybody who watched
them.
"""

from __future__ import annotations

from itertools import permutations

from dogfight.games.biplanes.state import SPOTS, Mission

Order = tuple[int, ...]


def nibble(packed: int, number: int) -> int:
    """What four bits of a packed number hold for one of the numbers 1 to 5."""
    return packed >> (4 * number) & 15


def orders(m: Mission, drawn: int, target: int = 0) -> list[Order]:
    """[BD-23.7] [BD-23.11] The orders of the stack that fit what was seen; a target is known to be
    drawn by now.

    No number was drawn before a take-off from its airfield rescued nobody, and every rescued one
    was drawn in time.
    """
    return [
        order
        for order in permutations(range(1, SPOTS + 1))
        if _fits(order, m) and target in (0, *order[:drawn])
    ]


def _fits(order: Order, m: Mission) -> bool:
    for place, number in enumerate(order, 1):
        if place <= nibble(m.cleared, number) or place > (nibble(m.drawn_when, number) or SPOTS):
            return False
    return True


def open_targets(m: Mission) -> int:
    """[BD-23.7] The numbers, as a mask, that may be targets for all that the take-offs have
    shown.
    """
    drawn = int(m.drawn())
    return sum(
        1 << number
        for number in range(1, SPOTS + 1)
        if nibble(m.cleared, number) < drawn and not nibble(m.drawn_when, number)
    )
