"""What the drawings share."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any

from rich.text import Text

from dogfight.core.view import Legal, View
from dogfight.tui.theme import Look

Board = Callable[[View[Any], Look, Legal | None], Text]

WIDE = 60
"""What fits beside the list of actions in a terminal of 100 columns."""
CARD_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def goal(picked: Legal | None) -> str:
    """The place that a picked action leads to; empty if there is none."""
    return picked.places[-1] if picked is not None and picked.places else ""


def card_words(card: str, look: Look) -> str:
    """A playing card such as `10H` with the sign of its suit."""
    return card if look.ascii else card[:-1] + CARD_SIGNS[card[-1]]


ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def arrow(heading: str, look: Look) -> str:
    """A heading such as `NE` as one sign, in ASCII as small letters; nothing for no heading."""
    return heading.lower() if look.ascii else ARROWS.get(heading, "")


def wrapped(words: str, width: int = WIDE - 3) -> list[str]:
    """Words in lines of this width, all but the first indented."""
    return wrap(words, width, subsequent_indent="  ")
