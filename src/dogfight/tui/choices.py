"""Which of the legal actions is picked before anybody has picked one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dogfight.core.view import Legal

ENDINGS: Final = frozenset(
    (
        "done",
        "stop",
        "pass",
        "none",
        "keep",
        "ready",
        "start_over",
        "not_ready",
        "no",
        "wait",
        "leave",
        "stay",
    )
)
"""The kinds of actions that end something or give it up, which a player has to choose
explicitly.
"""


def ends(legal: Legal) -> bool:
    """Whether an action ends something, so that nobody should play it by an idle Enter."""
    return legal.kind in ENDINGS


def first_choice(legal: Sequence[Legal]) -> int | None:
    """Where the first action stands that may be picked unasked; one that ends something only if
    it is the only one.
    """
    if len(legal) == 1:
        return 0
    return next((at for at, entry in enumerate(legal) if not ends(entry)), None)
